// A motion on another body in JavaScript: a walk of the person on a child, with a limp. node samples/js/retarget.mjs
import { readFile } from 'node:fs/promises';
import { Kine } from 'kine';

const kine = await Kine.load(await readFile(new URL(import.meta.resolve('kine/kine.wasm'))));
const person = kine.buildScene('humanoid');
const child = person.changed(Object.fromEntries(person.joints.map(({ name, translation }) =>
  [name, { translation: translation.map((metres) => 0.7 * metres) }])));
const flat = kine.buildTerrain('flat');
const walker = kine.createFigureWalker(person);
const clip = person.createClip('walk', 60);
for (let frame = 0; frame < 240; ++frame) clip.append(walker.step(flat, { forward: 1 }, 1 / 60).pose);

// [retarget]
const retargeter = kine.createRetargeter(person, child, { style: 'limp' });  // or figures of files: kine.openFile([…])
const { clip: walk, stands, floor } = retargeter.clip(clip);    // feet that stand are locked, hands that touch still do
const pose = retargeter.pose(clip.frame(100));                  // or a frame at a time, by directions alone
retargeter.set({ mode: 'full', style: { parts: { leftShank: { limits: [0, 0.1] }, spine: { offset: [0.2, 0, 0] } } } });
// [/retarget]

const drift = Math.max(...stands.map((stand) => stand.drift));
console.log(`${stands.length} plants drift by up to ${(1000 * drift).toFixed(1)} mm on ground at ${floor.toFixed(3)} m; a pose has ${pose.length} values`);
if (walk.frameCount !== clip.frameCount) throw new Error('frames are missing');
for (const thing of [walk, retargeter, clip, walker, flat, child, person]) thing.dispose();
