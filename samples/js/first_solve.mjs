// A first solve in JavaScript: an arm of seven hinges places its tip. node samples/js/first_solve.mjs
import { readFile } from 'node:fs/promises';
import { Kine } from 'kine';

// In a page: await Kine.load(new URL('kine.wasm', import.meta.url)).
const kine = await Kine.load(await readFile(new URL(import.meta.resolve('kine/kine.wasm'))));
const arm = kine.buildScene('seven-hinge-arm');
const solver = arm.createSolver('jacobian', { inverse: 'damped', maxIterations: 50 });
const { pose, outcome, sentence } =
  solver.solve([{ kind: 'place', joint: 'tip', target: [0.4, 0.1, 0.5], orientation: [1, 0, 0, 0] }], arm.restPose());
console.log(outcome, sentence, pose); // 'reached', or a sentence that says how much is lacking

const curve = solver.curve([{ kind: 'reach', joint: 'tip', target: [0.4, 0.1, 0.5] }], arm.restPose(), [0, 1, 2, 5, 10]);
for (const { limit, positionError } of curve) console.log(`${limit} iterations: ${(1000 * positionError).toFixed(3)} mm`);
solver.lock('elbow'); // it stays as the pose has it, until solver.unlock('elbow')
const stiff = arm.changed({ elbow: { fixed: true } }); // another skeleton, whose elbow no solver moves
for (const thing of [stiff, solver, arm]) thing.dispose();
