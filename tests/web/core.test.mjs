// The wrapper, the C API and WebAssembly together.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Frames, Kine, KineError, Skeleton } from 'kine';
import { loadKine, wasmBytes } from './support/load_kine.mjs';
import { Random } from './support/random.mjs';

const kine = await loadKine();
const root = new URL('../../', import.meta.url);

const armJoints = [
  { name: 'shoulder', kind: 'ball', translation: [0, 1.4, 0], ball: { swing: [1.2, 0.9], twist: [-0.6, 0.7] }, mass: 2,
    centreOfMass: [0.15, 0, 0] },
  { name: 'elbow', parent: 'shoulder', kind: 'hinge', translation: [0.3, 0, 0], axis: [0, 2, 0], mass: 1,
    axes: [{ limits: [0, 2.5], maxSpeed: 6, weight: 2 }], centreOfMass: [0.1, 0, 0] },
  { name: 'wrist', parent: 'elbow', kind: 'euler', euler: 'YZ', translation: [0.25, 0, 0],
    axes: [undefined, { fixed: true }] },
  { name: 'Däumling', parent: 'wrist', kind: 'slider', translation: [0.1, 0, 0], axis: [1, 0, 0], mass: 0.1,
    axes: [{ limits: [0, 0.04] }] },
  { name: 'other', parent: 'wrist', kind: 'slider', translation: [0.1, 0.02, 0], axis: [1, 0, 0],
    axes: [{ follows: { joint: 'Däumling', factor: -1, offset: 0.01 } }] },
];

/** Runs with an arm and gives its memory back. */
function withArm(use, joints = armJoints) {
  const arm = kine.buildSkeleton(joints);
  try {
    return use(arm);
  } finally {
    arm.dispose();
  }
}

const near = (actual, expected, tolerance = 1e-14) => {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) <= tolerance, `[${i}]: ${actual[i]}, not ${value}`));
};

/** The function throws a KineError with this sentence. */
const refuses = (f, sentence) => assert.throws(f, (error) => {
  assert.ok(error instanceof KineError, `${error}`);
  assert.match(error.message, sentence);
  return true;
});

test('the version is that of the header and of package.json', async () => {
  const header = await readFile(new URL('bindings/c/include/kine_c/kine.h', root), 'utf8');
  const part = (name) => header.match(new RegExp(`#define KINE_VERSION_${name} (\\d+)`))[1];
  assert.equal(kine.version, `${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`);
  assert.equal(kine.version, JSON.parse(await readFile(new URL('package.json', root), 'utf8')).version);
});

test('the module exports the functions of the headers, malloc and free, and nothing else', async () => {
  const names = (await readdir(new URL('bindings/c/include/kine_c/', root))).filter((name) => name.endsWith('.h'));
  const paths = [...names.map((name) => `bindings/c/include/kine_c/${name}`), 'bindings/scenes/kine_scenes.h'];
  const headers = await Promise.all(paths.map((path) => readFile(new URL(path, root), 'utf8')));
  const code = headers.join('\n').replace(/\/\/.*$/gm, '');
  const declared = [...code.matchAll(/\b(kine_[a-z0-9_]+)\(/g)].map((match) => match[1]);
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(wasmBytes)).map((entry) => entry.name);
  assert.deepEqual(exported.sort(), ['_initialize', 'free', 'malloc', 'memory', ...declared].sort());
  assert.ok(declared.length > 150, `${declared.length}`);
  assert.ok(wasmBytes.length < 1.4e6, 'kine.wasm stays below 1.4 MB');
});

test('the module asks for nothing but the three calls that the wrapper gives', () => {
  for (const { module, name } of WebAssembly.Module.imports(new WebAssembly.Module(wasmBytes))) {
    assert.equal(module, 'wasi_snapshot_preview1');
    assert.ok(['fd_close', 'fd_seek', 'fd_write'].includes(name), name);
  }
});

test('loads from bytes, a module, a response and an address', async () => {
  const address = `data:application/wasm;base64,${wasmBytes.toString('base64')}`;
  const sources = [wasmBytes, new Uint8Array(wasmBytes).buffer, new WebAssembly.Module(wasmBytes), address,
    new URL(address), await fetch(address)];
  for (const source of sources) assert.equal((await Kine.load(source)).version, kine.version);
  await assert.rejects(Kine.load(new Response('', { status: 404, statusText: 'Not Found' })), KineError);
});

test('an arm: what it has', () => withArm((arm) => {
  assert.deepEqual([arm.jointCount, arm.valueCount, arm.axisCount, arm.freedomCount], [5, 9, 8, 7]);
  assert.equal(arm.mass, 3.1);
  assert.deepEqual(arm.joints.map((joint) => joint.name), armJoints.map((joint) => joint.name));
  assert.deepEqual(arm.joints.map((joint) => joint.kind), armJoints.map((joint) => joint.kind));
  assert.deepEqual(arm.joints.map((joint) => joint.parent), [-1, 0, 1, 2, 2]);
  assert.deepEqual(arm.joints.map((joint) => joint.firstValue), [0, 4, 5, 7, 8]);
  assert.deepEqual(arm.joints.map((joint) => joint.axisCount), [3, 1, 2, 1, 1]);
  assert.deepEqual(arm.joints[0].translation, [0, 1.4, 0]);
  assert.deepEqual(arm.joints[0].rotation, [0, 0, 0, 1]);
  assert.deepEqual(arm.joints[0].scale, [1, 1, 1]);
  assert.equal(arm.joint('Däumling'), 3);
  assert.equal(arm.freedomOf('other'), arm.freedomOf('Däumling'));
  assert.equal(arm.isAbove('elbow', 'other'), true);
  assert.equal(arm.isAbove('other', 'elbow'), false);
  const elbow = arm.freedoms[arm.freedomOf('elbow')];
  assert.deepEqual(elbow, { joint: 1, axis: 0, value: 4, limits: [0, 2.5], maxSpeed: 6, weight: 2, fixed: false });
  assert.equal(arm.freedoms[arm.freedomOf('wrist', 1)].fixed, true);
  assert.equal(arm.freedoms[0].value, -1);
  // The follower -v + 0.01 is free, its leader 0 to 0.04.
  assert.deepEqual(arm.freedoms[arm.freedomOf('other')].limits, [0, 0.04]);
  assert.deepEqual([...arm.restPose()], [0, 0, 0, 1, 0, 0, 0, 0, 0.01]);
}));

test('an arm: where its joints are', () => withArm((arm) => {
  const pose = arm.restPose();
  pose[4] = Math.PI / 2; // the elbow turns about y: the forearm points to -z
  const frames = arm.forward(pose);
  near(frames.position('elbow'), [0.3, 1.4, 0]);
  near(frames.position('wrist'), [0.3, 1.4, -0.25]);
  near(frames.position('wrist', [0.1, 0.2, 0]), [0.3, 1.6, -0.35]);
  near(frames.rotation('wrist'), [0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  near(frames.positions().slice(3, 6), [0.3, 1.4, 0]);
  near(frames.rotations().slice(8, 12), [0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  near(frames.matrices().slice(32, 48), [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0.3, 1.4, -0.25, 1], 1e-7);
  const mass = [2 * 0.15 + 0.3 + 0.1 * 0.3, 3.1 * 1.4, -0.1 - 0.1 * 0.35].map((x) => x / 3.1);
  near(frames.centreOfMass(), mass);
  // The same frames, filled again.
  assert.equal(arm.forward(arm.restPose(), frames), frames);
  near(frames.position('wrist'), [0.55, 1.4, 0]);
  frames.dispose();
}));

test('Jacobians agree with central differences', () => withArm((arm) => {
  const random = new Random(3);
  const offset = [0.1, -0.2, 0.3];
  const step = 1e-5;
  for (let n = 0; n < 20; ++n) {
    const speeds = () => Float64Array.from({ length: arm.freedomCount }, () => random.between(-1, 1));
    const pose = arm.integrate(arm.restPose(), speeds());
    const frames = arm.forward(pose);
    const direction = speeds();
    const at = (h) => {
      const moved = arm.forward(arm.integrate(pose, direction, h));
      const result = [...moved.position('other', offset), ...moved.centreOfMass()];
      moved.dispose();
      return result;
    };
    const ahead = at(step);
    const behind = at(-step);
    const measured = ahead.map((x, i) => (x - behind[i]) / (2 * step));
    const times = ({ rows, values }) => Array.from({ length: rows },
      (_, r) => direction.reduce((sum, speed, f) => sum + speed * values[f * rows + r], 0));
    near(times(frames.jacobian('other', { offset, rows: 'linear', withFixed: true })), measured.slice(0, 3), 1e-9);
    near(times(frames.centreOfMassJacobian({ withFixed: true })), measured.slice(3), 1e-9);
    const full = frames.jacobian('other', { offset });
    assert.deepEqual([full.rows, full.columns, full.values.length], [6, 7, 42]);
    const fixed = arm.freedomOf('wrist', 1);
    assert.deepEqual([...full.values.slice(6 * fixed, 6 * fixed + 6)], [0, 0, 0, 0, 0, 0]);
    // Seen from itself nothing moves.
    near(frames.jacobian('other', { offset, relativeTo: 'other' }).values, new Array(42).fill(0), 1e-15);
    frames.dispose();
  }
}));

test('poses: integrate, difference, blend, limits, local transforms', () => withArm((arm) => {
  const rest = arm.restPose();
  const speeds = [0.1, -0.2, 0.3, 0.5, 0.2, -0.1, 0.02];
  const moved = arm.integrate(rest, speeds, 2);
  near(arm.difference(rest, moved), speeds.map((x) => 2 * x), 1e-15);
  near(arm.blend(rest, moved, 0.5), arm.integrate(rest, speeds, 1), 1e-15);
  assert.deepEqual(arm.blend(rest, moved, 0), rest);
  assert.equal(moved[8], -moved[7] + 0.01);
  const far = Float64Array.from([0, 0, 1, 0, 3, 7, 0, 0.1, 0]); // a twist of half a turn, an elbow past 2.5
  assert.ok(Math.abs(arm.limitViolation(far) - (Math.PI - 0.9)) < 1e-12);
  const { pose, moved: any } = arm.clampToLimits(far);
  assert.equal(any, true);
  assert.ok(arm.limitViolation(pose) < 1e-14);
  assert.deepEqual([pose[4], pose[5], pose[7], pose[8]], [2.5, 7, 0.04, -0.04 + 0.01]);
  assert.deepEqual(arm.clampToLimits(rest), { pose: rest, moved: false });
  assert.deepEqual([...far], [0, 0, 1, 0, 3, 7, 0, 0.1, 0]); // what is handed in stays
  assert.deepEqual([...arm.tidy([0, 0, 0, 0, 0, 0, 0, 0.5, 9])], [0, 0, 0, 1, 0, 0, 0, 0.5, -0.49]);
  assert.equal(arm.isUsable(rest), true);
  assert.equal(arm.isUsable([0, 0, 0, 0, 0, 0, 0, 0, 0]), false);
  assert.equal(arm.isUsable([0, 0, 0, 1, NaN, 0, 0, 0, 0]), false);
  assert.equal(arm.isUsable([0, 0, 0, 1]), false);
  const locals = arm.toLocalTransforms(moved);
  assert.equal(locals.length, 50);
  const back = arm.fromLocalTransforms(locals, moved);
  near(back.pose, [...moved], 1e-6);
  assert.ok(back.angleGap < 1e-6 && back.distanceGap < 1e-6);
  locals[11] += 0.5; // the elbow is pulled off
  assert.ok(Math.abs(arm.fromLocalTransforms(locals).distanceGap - 0.5) < 1e-6);
}));

test('a description that will not do is refused with a sentence', () => {
  const refused = (joints, sentence) => refuses(() => kine.buildSkeleton(joints), sentence);
  refused([], /at least one joint/);
  refused([{ name: '' }], /no name/);
  refused([{ name: 'a' }, { name: 'a' }], /two joints are named "a"/);
  refused([{ name: 'a', parent: 'b' }], /"a": its parent "b" is not there/);
  refused([{ name: 'a', kind: 'sphere' }], /"a": "sphere" is no kind of joint/);
  refused([{ name: 'a', kind: 'hinge', axis: [0, 0, 0] }], /"a": its axis/);
  refused([{ name: 'a', kind: 'ball', axis: [0, 0, 1] }], /"a": a ball joint has no single axis/i);
  refused([{ name: 'a', kind: 'hinge', axes: [{}, { weight: 2 }] }], /"a": .*axis 1, but it has 1/);
  refused([{ name: 'a', kind: 'hinge', axes: [{ limits: [2, 1] }] }], /"a": its limits are 2 to 1/);
  refused([{ name: 'a', kind: 'hinge', axes: [{ weight: 0 }] }], /"a": its weight is 0/);
  refused([{ name: 'a', kind: 'euler', euler: 'XYQ' }], /"a": .*XYQ/);
  refused([{ name: 'a', kind: 'euler', euler: [[1, 0, 0]] }], /"a": .*two or three/);
  refused([{ name: 'a', translation: [NaN, 0, 0] }], /"a": .*not finite/);
  refused([{ name: 'a', kind: 'hinge', axes: [{ follows: { joint: 'b' } }] }], /"a": it follows "b", which is not there/);
  refused([{ name: 'a\0b' }], /zero character/);
  // A sentence that is too long is cut at a whole character, wherever the cut falls.
  for (const start of ['', 'x', 'xx', 'xxx'])
    refused([{ name: start + '𝄞'.repeat(1000), parent: 'p' }], /^joint "x*(𝄞)+$/u);
});

test('misuse is refused with a sentence and leaves all as it was', () => withArm((arm) => {
  refuses(() => arm.joint('elbo'), /"elbo".*"elbow"/);
  refuses(() => arm.forward([1, 2]), /kine_forward: an array is not as long/);
  refuses(() => arm.integrate(arm.restPose(), [1]), /an array is not as long/);
  refuses(() => arm.difference([1], arm.restPose()), /1 and 9 values/);
  const frames = arm.forward(arm.restPose());
  refuses(() => frames.position(7), /no joint/);
  refuses(() => frames.jacobian(0, { relativeTo: 9 }), /no joint/);
  refuses(() => arm.freedomOf('elbow', 1), /no such axis/);
  withArm((other) => refuses(() => other.forward(other.restPose(), frames), /another skeleton/));
  near(frames.position('wrist'), [0.55, 1.4, 0]);
  frames.dispose();
  frames.dispose();
  refuses(() => frames.positions(), /disposed/);
}));

test('frames outlive their skeleton; what was disposed of says so', () => {
  const arm = kine.buildSkeleton(armJoints);
  const frames = arm.forward(arm.restPose());
  arm.dispose();
  arm.dispose();
  near(frames.positions().slice(6, 9), [0.55, 1.4, 0]);
  refuses(() => arm.restPose(), /disposed/);
  refuses(() => frames.jacobian(0), /disposed/);
  frames.dispose();
});

test('results stay when the memory grows', async () => {
  const own = await loadKine(); // a module with little memory so far
  const arm = own.buildSkeleton(armJoints);
  const frames = arm.forward(arm.restPose());
  const before = own.memoryBytes;
  const positions = frames.positions();
  const big = own.buildSkeleton(Array.from({ length: 5000 }, (_, i) => ({ name: `${i}`, kind: 'free' })));
  assert.ok(own.memoryBytes > before);
  near(positions.slice(6, 9), [0.55, 1.4, 0]);
  near(frames.positions().slice(6, 9), [0.55, 1.4, 0]);
  big.dispose();
  frames.dispose();
  arm.dispose();
});

test('ten thousand joints', () => {
  const joints = Array.from({ length: 10000 }, (_, i) => ({ name: `link ${i}`, kind: 'hinge', axis: [0, 0, 1],
    translation: [0.001, 0, 0], ...(i > 0 && { parent: `link ${i - 1}` }) }));
  withArm((chain) => {
    assert.equal(chain.freedomCount, 10000);
    assert.equal(chain.joint('link 9999'), 9999);
    const frames = chain.forward(chain.restPose());
    near(frames.position(9999), [10, 0, 0], 1e-9);
    // A full turn in equal steps is a closed polygon: the last link ends where the first joint stands.
    chain.forward(new Float64Array(10000).fill((2 * Math.PI) / 10000), frames);
    near(frames.position(9999, [0.001, 0, 0]), [0.001, 0, 0], 1e-9);
    const { columns, values } = frames.jacobian('link 9999');
    assert.deepEqual([columns, values.length], [10000, 60000]);
    frames.dispose();
  }, joints);
});

test('a thousand skeletons and frames leave nothing behind', async () => {
  const own = await loadKine(); // a fresh module has no free memory in which a leak could hide
  const cycle = () => {
    const arm = own.buildSkeleton(armJoints);
    arm.forward(arm.restPose()).dispose();
    assert.throws(() => arm.forward([])); // the frames made for it must go too
    assert.throws(() => own.buildSkeleton([{ name: 'a', kind: 'hinge' }, { name: 'a' }]));
    arm.dispose();
  };
  for (let n = 0; n < 10; ++n) cycle();
  const before = own.memoryBytes;
  for (let n = 0; n < 1000; ++n) cycle();
  assert.equal(own.memoryBytes, before);
});

test('numbers that are no numbers do not stop the module', () => withArm((arm) => {
  const frames = arm.createFrames();
  for (const bad of [NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324]) {
    const pose = new Float64Array(arm.valueCount).fill(bad);
    arm.forward(pose, frames);
    frames.jacobian('other');
    arm.integrate(pose, new Float64Array(arm.freedomCount).fill(bad), bad);
    arm.difference(arm.restPose(), pose);
    arm.blend(arm.restPose(), pose, 0.5);
    arm.clampToLimits(pose);
    arm.limitViolation(pose);
    arm.toLocalTransforms(pose);
    arm.fromLocalTransforms(new Float32Array(50).fill(bad), pose);
  }
  near(arm.forward(arm.restPose(), frames).position('wrist'), [0.55, 1.4, 0]);
  frames.dispose();
}));

test('the declarations name every public member of the classes', async () => {
  for (const [file, Class] of [['kine', Kine], ['skeleton', Skeleton], ['frames', Frames]]) {
    const text = await readFile(new URL(`build/wasm/js/${file}.d.mts`, root), 'utf8');
    for (const member of Object.getOwnPropertyNames(Class.prototype))
      assert.match(text, new RegExp(`\\b${member}\\(`), `${Class.name}.${member} is not in ${file}.d.mts`);
  }
});
