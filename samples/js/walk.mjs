// Walking in JavaScript: a person on hills who takes a ball, and a spider. node samples/js/walk.mjs
import { readFile } from 'node:fs/promises';
import { Kine } from 'kine';

const kine = await Kine.load(await readFile(new URL(import.meta.resolve('kine/kine.wasm'))));
const person = kine.buildScene('humanoid');
const spider = kine.buildScene('spider');
const tips = spider.joints.map(({ name }) => name).filter((name) => name.endsWith('_tip'));

// [walk]
const terrain = kine.buildTerrain('hills:7');              // or openTerrain({ name: 'alps.png', bytes }, { cellSize: 2 })
const walker = kine.createFigureWalker(person, {}, { speed: 1.2 });  // any biped, of a file too: kine.openFile([…])
for (let frame = 0; frame < 120; ++frame) {
  const { pose, plants, blocked } = walker.step(terrain, { forward: 1, turn: 0.2 }, 1 / 60);
  if (frame === 60) walker.reach([{ point: [0.4, 1.2, 3] }]);  // from the next step on; walker.hands() says what they hold
  if (blocked) console.log(`no way ahead; ${plants.length} points of the feet stand, the pose has ${pose.length} values`);
}
const state = walker.state();                              // walker.restore(state) rewinds, to the bit
const crawler = kine.createCrawler(spider, kine.scenePose(spider, 'spider', 'standing'), tips);  // six legs, the same step()
crawler.step(terrain, { forward: 1 }, 1 / 60);
// [/walk]

const first = walker.step(terrain, { forward: 1 }, 1 / 60);
walker.restore(state);
const again = walker.step(terrain, { forward: 1 }, 1 / 60);
console.log(`at x ${first.x.toFixed(2)} m, z ${first.z.toFixed(2)} m after 2 seconds; ${walker.notes.length} notes`);
for (const thing of [crawler, walker, terrain, spider, person]) thing.dispose();
if (!first.pose.every((value, i) => value === again.pose[i])) throw new Error('a walk that was rewound went elsewhere');
