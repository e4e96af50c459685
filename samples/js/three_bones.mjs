// Bones of three.js reach for a point. node samples/js/three_bones.mjs
import { Bone } from 'three';
import { Kine } from 'kine';
import { bonesToPose, bonesToSkeleton, poseToBones } from 'kine/three';

const kine = await Kine.load();
const meshBones = ['hips', 'spine', 'upper_arm', 'forearm', 'hand'].map((name, i, names) => {
  const bone = new Bone();
  bone.name = name;
  bone.position.set(0.25 * Math.min(i, 1), 0.05 * i, 0);
  return bone;
});
meshBones.forEach((bone, i) => meshBones[i - 1]?.add(bone));

// [bones]
const { skeleton, bones } = bonesToSkeleton(kine, meshBones);          // mesh.skeleton.bones, as they are now
const solver = skeleton.createSolver('jacobian', { from: 'spine' });   // the hips stay
const start = bonesToPose(skeleton, bones).pose;
const { pose, sentence } = solver.solve([{ kind: 'reach', joint: 'hand', target: [0.5, 0.6, 0.2] }], start);
poseToBones(skeleton, pose, bones);                                    // and three draws them there
// [/bones]

bones[0].updateMatrixWorld(true);
const hand = bones.at(-1).matrixWorld.elements.slice(12, 15);
console.log(sentence, hand);
if (Math.hypot(hand[0] - 0.5, hand[1] - 0.6, hand[2] - 0.2) > 1e-4) throw new Error('the bones are elsewhere');
for (const thing of [solver, skeleton]) thing.dispose();
