// Files in JavaScript: a character is written, opened, its motion changed and written again. node samples/js/files.mjs
import { readFile } from 'node:fs/promises';
import { Kine } from 'kine';

const kine = await Kine.load(await readFile(new URL(import.meta.resolve('kine/kine.wasm'))));
const person = kine.buildScene('humanoid');
const stride = person.createClip('stride', 30);
for (const name of ['standing', 'stride', 'standing']) stride.append(kine.scenePose(person, 'humanoid', name));
const bytes = kine.write('glb', person, stride);

// [files]
const file = kine.openFile([{ name: 'hero.glb', bytes }]); // a .gltf with its .bin, an .asf with its .amc: all in one list
const [walk] = file.clips;
const shape = file.skeleton.createShape();
const pose = walk.sample(0.05, shape);                     // a pose, and the bones' own lengths at that time
const parts = file.boneMap();                              // { found: true, bones: { head: 12, leftHand: 20, … } } or a sentence
const { nodes } = file, document = file.glb();             // for three's GLTFLoader: which node each joint is, and one GLB

const better = walk.copy('better');                        // change it …
better.setFrame(1, file.skeleton.blend(walk.frame(0), pose, 0.5));
const changed = kine.write('glb', file, better);           // … and write it onto the character; 'bvh', 'asf', 'amc', 'gltf'
// [/files]

console.log(`${file.skeleton.jointCount} joints, ${walk.frameCount} frames, the head is joint ${parts.bones.head}`);
console.log(`${document.length} bytes with ${nodes.length} nodes for the joints, ${changed.length} bytes written`);
for (const thing of [better, shape, file, stride, person]) thing.dispose();
