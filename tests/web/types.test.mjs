// The wrapper type-checks strictly, its .d.mts files are what tsc makes of it, and TypeScript that uses it compiles.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const wrapper = fileURLToPath(new URL('../../bindings/wasm/', import.meta.url));

function findTypescript() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return undefined;
  }
}

const tsc = findTypescript();
const skip = tsc ? false : 'the npm package typescript is not installed';

const compile = (...options) => run(execPath, tsc, ...options);

function run(program, ...options) {
  try {
    execFileSync(program, options, { encoding: 'utf8' });
  } catch (error) {
    assert.fail(`${error.stdout}`);
  }
}

async function inTemporaryFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'kine-types-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the declarations are those of the source', { skip }, () => inTemporaryFolder(async (folder) => {
  run(fileURLToPath(new URL('../../tools/types', import.meta.url)), folder);
  const names = (await readdir(folder)).sort();
  const sources = (await readdir(wrapper)).filter((name) => name.endsWith('.mjs'));
  assert.deepEqual(names, sources.map((name) => name.replace('.mjs', '.d.mts')).sort());
  for (const name of names) {
    if (/\bany\b/.test((await readFile(join(folder, name), 'utf8')).replace(/\/\*[^]*?\*\//g, '')))
      assert.fail(`bindings/wasm/${name} says any`);
    const made = await readFile(join(folder, name), 'utf8');
    const kept = await readFile(join(wrapper, name), 'utf8');
    assert.equal(made, kept, `bindings/wasm/${name} is stale: run tools/types`);
  }
}));

const program = `
import { Kine, KineError, type Frames, type Goal, type JointDescription, type Matrix, type Skeleton, type Solver,
  type SolveResult, type StepResult, type Transform, type Vec3 } from '${wrapper}kine.mjs';
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

test('TypeScript programs can use it', { skip }, () => inTemporaryFolder(async (folder) => {
  await writeFile(join(folder, 'program.mts'), program);
  compile('--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipDefaultLibCheck', '--target', 'es2022',
    '--module', 'nodenext', '--lib', 'es2022,dom', join(folder, 'program.mts'));
}));
