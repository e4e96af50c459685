// kine's skeletons as three's bones and back: import { bonesToSkeleton, poseToBones } from 'kine/three'. three itself is
// yours (a peer dependency).
//
//   const { skeleton, bones } = bonesToSkeleton(kine, mesh.skeleton.bones);
//   const solver = skeleton.createSolver('full-body');
//   const { pose } = solver.solve([{ kind: 'reach', joint: 'hand_l', target: [0.3, 1.2, 0.4] }], bonesToPose(skeleton, bones).pose);
//   poseToBones(skeleton, pose, bones);
//
// The world of a skeleton is the frame of the object that its root bones hang on.

import { Bone, type Object3D } from 'three';
import type { Kine } from './kine.mjs';
import { KineError } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { JointDescription, JointKind, Numbers } from './types.mjs';

/** Of a joint's local transform: translation, rotation and scale. */
const kLocalSize = 10;

/** A skeleton and the bone of each of its joints, in the joints' order. */
export interface BoneFigure<T extends Object3D> {
  readonly skeleton: Skeleton;
  readonly bones: readonly T[];
}

/** A bone of three for each joint, in the joints' order, at rest. Roots are those without a parent: add them to your scene. */
export function skeletonToBones(skeleton: Skeleton): Bone[] {
  const bones = skeleton.joints.map(({ name }) => {
    const bone = new Bone();
    bone.name = name;
    return bone;
  });
  skeleton.joints.forEach(({ parent }, index) => {
    const bone = bones[index];
    if (bone) bones[parent]?.add(bone);
  });
  poseToBones(skeleton, skeleton.restPose(), bones);
  return bones;
}

/** Writes a pose into bones, one for each joint: their positions, quaternions and scales. */
export function poseToBones(skeleton: Skeleton, pose: Numbers, bones: readonly Object3D[]): void {
  checkCount(skeleton, bones);
  const locals = skeleton.toLocalTransforms(pose);
  bones.forEach((bone, index) => {
    const at = kLocalSize * index;
    bone.position.fromArray(locals, at);
    bone.quaternion.fromArray(locals, at + 3);
    bone.scale.fromArray(locals, at + 7);
  });
}

/**
 * The pose nearest to bones as they are, starting from a present one, and the largest turn (radians) and shift (metres)
 * that no joint can make.
 */
export function bonesToPose(
  skeleton: Skeleton, bones: readonly Object3D[], present: Numbers = skeleton.restPose(),
): { pose: Float64Array<ArrayBuffer>; angleGap: number; distanceGap: number } {
  checkCount(skeleton, bones);
  const locals = new Float32Array(kLocalSize * bones.length);
  bones.forEach((bone, index) => {
    const at = kLocalSize * index;
    bone.position.toArray(locals, at);
    bone.quaternion.toArray(locals, at + 3);
    bone.scale.toArray(locals, at + 7);
  });
  return skeleton.fromLocalTransforms(locals, present);
}

/**
 * A skeleton of three's bones as they are now, which is its rest: those of mesh.skeleton.bones, in any order. Roots are
 * free, all others balls, unless `kinds` says otherwise for a name. Bones without a name are called bone and their number.
 * A KineError where something that is no bone lies between two bones.
 */
export function bonesToSkeleton<T extends Object3D>(
  kine: Kine, bones: readonly T[], kinds: Readonly<Record<string, JointKind>> = {},
): BoneFigure<T> {
  const sorted = parentsFirst(bones);
  const names = new Map<Object3D, string>(sorted.map((bone, index) => [bone, bone.name || `bone${index}`]));
  const skeleton = kine.buildSkeleton(sorted.map((bone) => describeBone(bone, names, kinds)));
  return { skeleton, bones: sorted };
}

function describeBone(bone: Object3D, names: ReadonlyMap<Object3D, string>, kinds: Readonly<Record<string, JointKind>>): JointDescription {
  const name = names.get(bone) ?? '';
  const parent = bone.parent ? names.get(bone.parent) : undefined;
  const { position: p, quaternion: q, scale: s } = bone;
  return {
    name,
    ...(parent === undefined ? {} : { parent }),
    kind: kinds[name] ?? (parent === undefined ? 'free' : 'ball'),
    translation: [p.x, p.y, p.z],
    rotation: [q.x, q.y, q.z, q.w],
    scale: [s.x, s.y, s.z],
  };
}

function parentsFirst<T extends Object3D>(bones: readonly T[]): T[] {
  const all = new Set<Object3D>(bones);
  const depth = (bone: Object3D): number => {
    let count = 0;
    let between: Object3D | undefined;
    for (let above = bone.parent; above; above = above.parent) {
      if (!all.has(above)) {
        between ??= above;
        continue;
      }
      if (between) throw new KineError(`'${between.name}' lies between the bones '${bone.name}' and '${above.name}' and is none of them`);
      ++count;
    }
    return count;
  };
  return [...bones].map((bone) => ({ bone, depth: depth(bone) })).sort((a, b) => a.depth - b.depth).map(({ bone }) => bone);
}

function checkCount(skeleton: Skeleton, bones: readonly Object3D[]): void {
  if (bones.length !== skeleton.jointCount)
    throw new KineError(`${skeleton.jointCount} bones were expected, one for each joint; there are ${bones.length}`);
}
