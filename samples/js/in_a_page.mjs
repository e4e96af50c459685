// An arm of two bones reaches for a point: the same lines in Node, in a page and in a bundle. node samples/js/in_a_page.mjs
// [page]
import { Kine } from 'kine';

const kine = await Kine.load();
const arm = kine.buildSkeleton([
  { name: 'shoulder', kind: 'ball' },
  { name: 'elbow', parent: 'shoulder', kind: 'hinge', translation: [0.3, 0, 0], axes: [{ limits: [0, 2.6] }] },
  { name: 'hand', parent: 'elbow', translation: [0.25, 0, 0] },
]);
const solver = arm.createSolver('jacobian');
const { pose, sentence } = solver.solve([{ kind: 'reach', joint: 'hand', target: [0.2, 0.35, 0.1] }], arm.restPose());
console.log(sentence, arm.forward(pose).position('hand')); // reached, or a sentence that says what is lacking and why
// [/page]
if (sentence !== 'reached') throw new Error(sentence);
for (const thing of [solver, arm]) thing.dispose();
