// The scene of tests/c/scene.c, step for step, through WebAssembly: the hash of all results must be the one that native
// programs come to, which stands in tests/c/scene_hash.h.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { loadKine } from './support/load_kine.mjs';
import { Random } from './support/random.mjs';

const jointCount = 24;
const poseCount = 50;
const offset = [0.125, 0.25, -0.5];
const kinds = ['free', 'ball', 'euler', 'slider', 'hinge', 'fixed'];

class Hash {
  #value = 14695981039346656037n;

  word(word) {
    this.#value = ((this.#value ^ word) * 1099511628211n) & 0xffffffffffffffffn;
  }
  doubles(numbers) {
    for (const word of new BigUint64Array(Float64Array.from(numbers).buffer)) this.word(word);
  }
  floats(numbers) {
    for (const word of new Uint32Array(Float32Array.from(numbers).buffer)) this.word(BigInt(word));
  }
  toString() { return this.#value.toString(16).padStart(16, '0'); }
}

function sceneJoint(i, draws) {
  const kind = kinds[i % 6];
  const joint = { name: `j${i}`, kind, translation: draws(3), rotation: draws(4) };
  if (i % 12 !== 0) joint.parent = `j${i % 2 === 1 ? i - 1 : i / 2}`;
  if (i % 7 === 3) joint.scale = draws(3).map((x) => 1 + x / 2);
  if (kind === 'hinge' || kind === 'slider') {
    joint.axis = draws(3);
    joint.axes = [i === 10 ? { follows: { joint: 'j3', factor: -0.5, offset: 0.25 } } : { limits: [-0.5, 0.75] }];
  }
  if (kind === 'euler') {
    joint.euler = [draws(3), draws(3), draws(3)];
    joint.axes = [undefined, { fixed: i === 2 }];
  }
  if (kind === 'ball') joint.ball = { swing: [0.5, 0.875], twist: [-0.5, 0.75] };
  const [mass, ...centreOfMass] = draws(4);
  return { ...joint, mass: 1 + mass, centreOfMass };
}

function mixFrames(hash, frames, n) {
  hash.doubles(frames.positions());
  hash.doubles(frames.rotations());
  hash.floats(frames.matrices());
  const joint = n % jointCount;
  hash.doubles(frames.jacobian(joint, { offset }).values);
  const relativeTo = (7 * n) % jointCount;
  hash.doubles(frames.jacobian(joint, { offset, rows: 'linear', relativeTo, withFixed: true }).values);
  hash.doubles(frames.centreOfMass());
  hash.doubles(frames.centreOfMassJacobian().values);
}

function mixMotion(hash, skeleton, pose, draws) {
  const moved = skeleton.integrate(pose, draws(skeleton.freedomCount), 0.5);
  hash.doubles(moved);
  hash.doubles(skeleton.difference(pose, moved));
  const between = skeleton.blend(pose, moved, 0.25);
  hash.doubles(between);
  const locals = skeleton.toLocalTransforms(between);
  hash.floats(locals);
  hash.doubles(skeleton.fromLocalTransforms(locals, between).pose);
  hash.doubles([skeleton.limitViolation(moved)]);
  const clamped = skeleton.clampToLimits(moved);
  hash.word(clamped.moved ? 1n : 0n);
  hash.doubles(clamped.pose);
}

test('every result has the bits of the native library', async () => {
  const header = await readFile(new URL('../c/scene_hash.h', import.meta.url), 'utf8');
  const [, expected] = header.match(/KINE_SCENE_HASH "([0-9a-f]{16})"/);
  const kine = await loadKine();
  const random = new Random(2024);
  const draws = (count) => Array.from({ length: count }, () => 2 * random.unit() - 1);
  const skeleton = kine.buildSkeleton(Array.from({ length: jointCount }, (_, i) => sceneJoint(i, draws)));
  const frames = skeleton.createFrames();
  const hash = new Hash();
  hash.doubles(skeleton.restPose());
  for (let n = 0; n < poseCount; ++n) {
    const pose = skeleton.tidy(draws(skeleton.valueCount).map((x) => 4 * x));
    skeleton.forward(pose, frames);
    hash.doubles(pose);
    mixFrames(hash, frames, n);
    mixMotion(hash, skeleton, pose, draws);
  }
  assert.equal(`${hash}`, expected, 'WebAssembly and native results differ, or results have changed');
});
