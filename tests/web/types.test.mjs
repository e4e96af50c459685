// The package in build/wasm/js is what tsc makes of bindings/wasm/src, and TypeScript that uses it compiles strictly.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const made = join(root, 'build/wasm/js');
const names = (await readdir(join(root, 'bindings/wasm/src'))).map((name) => name.replace('.mts', ''));

test('the package is kine.wasm, and a module and its types for each source', async () => {
  const expected = ['kine.wasm', ...names.flatMap((name) => [`${name}.mjs`, `${name}.d.mts`])];
  assert.deepEqual((await readdir(made)).sort(), expected.sort());
});

test('the types leave nothing open', async () => {
  for (const name of names) {
    const types = (await readFile(join(made, `${name}.d.mts`), 'utf8')).replace(/\/\*[^]*?\*\//g, '');
    assert.doesNotMatch(types, /\bany\b/, `bindings/wasm/src/${name}.mts says any`);
  }
});

const program = `
import { Kine, KineError, type Frames, type Goal, type JointDescription, type Matrix, type Skeleton, type Solver,
  type SolveResult, type StepResult, type Transform, type Vec3 } from 'kine';
const joints: JointDescription[] = [
  { name: 'a', kind: 'ball', ball: { swing: [1, 2] } },
  { name: 'b', parent: 'a', kind: 'euler', euler: 'ZX', axes: [{ limits: [0, 1] }, { follows: { joint: 'b' } }] },
];
const kine = await Kine.load(new URL('https://example.org/kine.wasm'));
const skeleton = kine.buildSkeleton(joints);
const frames: Frames = skeleton.forward([0, 0, 0, 1, 0, 0]);
const hand: Vec3 = frames.position('b', [0, 0, 1]);
const jacobian: Matrix = frames.jacobian(1, { rows: 'linear', relativeTo: 'a' });
export const sum: number = hand[0] + jacobian.values.length + skeleton.restPose().length;
export const isError = (e: unknown): string => (e instanceof KineError ? e.message : '');
const goals: Goal[] = [
  { kind: 'reach', joint: 'b', target: hand, weight: 2 },
  { kind: 'relative', joint: 'a', to: 'b', target: hand, orientation: [0, 0, 0, 1], bounds: [undefined, [0, 1]] },
];
const solver: Solver = skeleton.createSolver('jacobian', { inverse: 'paper', from: 'a' });
const result: SolveResult = solver.solve(goals, skeleton.restPose());
solver.lock('a', 1);
export const free: boolean = solver.mayMove(0);
const more: Goal[] = [
  { kind: 'place', joint: 'b', target: hand, orientation: [0, 0, 0, 1], tool: { translation: [0, 0, 1], rotation: [0, 0, 0, 1] } },
  { kind: 'reach', joint: 'b', target: hand, pole: [0, 1, 0] },
  { kind: 'hold', posture: result.pose, freedomWeights: [1, 1, 1, 2] },
];
// @ts-expect-error: a reach is about a point
solver.solve([...more, { kind: 'reach', joint: 'b', target: hand, tool: { translation: hand, rotation: [0, 0, 0, 1] } }], [0]);
export const sentences: string[] = [result.sentence, solver.explain(goals, result.pose).sentence];
const step: StepResult = skeleton.createStepper({ inverse: 'damped' }).step(
  [{ kind: 'followPoint', joint: 'b', target: hand }], result.pose);
export const turned: Transform = kine.screws.alongScrew(kine.screws.screwOf(kine.screws.exp({ angular: hand, linear: hand })));
export const far: boolean = kine.limbs.planar(1, 1, 3, 0).reachability === 'tooFar' && step.rank > 0;
export const locked: Skeleton = kine.buildScene('humanoid').changed({ head: { fixed: true } });
// @ts-expect-error: no such method
skeleton.createSolver('newton');
// @ts-expect-error: no such inverse
skeleton.createSolver('jacobian', { inverse: 'magic' });
// @ts-expect-error: a reach needs a target
solver.solve([{ kind: 'reach', joint: 'b' }], result.pose);
// @ts-expect-error: a point of the plane has two numbers
kine.limbs.planar(1, 1, 3);
// @ts-expect-error: no such kind
kine.buildSkeleton([{ name: 'a', kind: 'sphere' }]);
// @ts-expect-error: a joint needs a name
kine.buildSkeleton([{ kind: 'ball' }]);
// @ts-expect-error: two numbers are no point
frames.position('b', [0, 1]);
// @ts-expect-error: counts cannot be set
skeleton.jointCount = 3;
`;

test('TypeScript programs can use the package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kine-types-'));
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules/kine'));
    await writeFile(join(folder, 'program.mts'), program);
    execFileSync(execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict',
      '--exactOptionalPropertyTypes', '--skipDefaultLibCheck', '--target', 'es2022', '--module', 'nodenext',
      '--lib', 'es2022,dom', 'program.mts'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    assert.fail(`${error.stdout ?? error}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
