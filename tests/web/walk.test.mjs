// Terrain and walking through the wrapper.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { distance, near, refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();
const seed = (folder, name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`../fuzz/seeds/${folder}/${name}`, import.meta.url))),
});

/** A walker of our humanoid, and the terrain of that name. */
const walking = (name, use) => using(kine.buildScene('humanoid'), kine.buildTerrain(name), (person, terrain) =>
  using(kine.createWalker(person, kine.scenePose(person, 'humanoid', 'standing')), (walker) =>
    use(walker, terrain, person)));

test('every terrain of the module can be built, cast on and drawn', () => {
  for (const { name, description } of kine.terrains) {
    assert.ok(description.length > 5);
    using(kine.buildTerrain(name.replace('SEED', '3')), (terrain) => {
      const { hit, point, normal } = terrain.cast([0, 1, 0], 2);
      assert.ok(hit && Math.abs(point[1]) < 0.3, name);
      near([Math.hypot(...normal)], [1], 1e-9);
      assert.equal(terrain.cast([0, 1, 0], 0.1).hit, false);
      const heights = terrain.heights(-1, -2, 0.5, 5, 9);
      assert.equal(heights.length, 45);
      near([heights[5 * 4 + 2]], [Math.fround(point[1])], 0);
      assert.equal(terrain.area, undefined);
    });
  }
  refuses(() => kine.buildTerrain('lava'), /hills/);
});

test('stairs are drawn as they are', () => using(kine.buildTerrain('stairs'), (stairs) => {
  const [start, second, top] = [0, 2 + 0.29 * 1.5, 2 + 0.29 * 12 + 1].map((z) => stairs.heights(0, z, 1, 1, 1)[0]);
  near([start, second, top], [0, 0.34, 12 * 0.17], 1e-6);
}));

test('height grids are read from files', () => {
  using(kine.openTerrain(seed('grid', 'hill.asc'), { heightScale: 2 }), (hill) => {
    const { x, z, columns, rows } = hill.area;
    assert.ok(columns >= 2 && rows >= 2 && x[1] > x[0] && z[1] > z[0]);
    near([x[0] + x[1], z[0] + z[1]], [0, 0], 1e-9);
  });
  using(kine.openTerrain(seed('png', 'grey16.png'), { cellSize: 0.5, heightScale: 0.001, origin: [1, 2, 3] }), (grey) => {
    assert.equal(grey.area.x[0], 1);
    assert.equal(grey.area.z[0], 3);
    near([grey.area.x[1]], [1 + 0.5 * (grey.area.columns - 1)]);
    const [height] = grey.heights(1, 3, 0.5, 1, 1);
    assert.ok(height >= 2 && height <= 2 + 65.536);
    assert.ok(grey.notes.every((note) => typeof note === 'string'));
  });
  refuses(() => kine.openTerrain({ name: 'a.csv', bytes: new TextEncoder().encode('1,2\n3\n') }), /^a\.csv:2/);
});

for (const mode of ['half', 'full', 'hybrid'])
  test(`it walks ahead with planted feet, solved by ${mode}`, () => walking('flat', (walker, terrain, person) => {
    walker.set({ mode });
    const frames = person.createFrames();
    const joints = { heel: 'heel', toe: 'toe_tip' };
    let planted = new Map();
    let frame = walker.step(terrain, {}, 0);
    let drift = 0;
    let seen = 0;
    for (let i = 0; i < 360; ++i) {
      frame = walker.step(terrain, { forward: 1 }, 1 / 60);
      person.forward(frame.pose, frames);
      const now = new Map();
      for (const { foot, part, position } of frame.plants) {
        const name = `${foot}_${joints[part]}`;
        const at = frames.position(name);
        drift = Math.max(drift, distance(at, position));
        const before = planted.get(name);
        if (before) drift = Math.max(drift, distance(before, at));
        now.set(name, before ?? at);
        ++seen;
      }
      assert.ok(now.size > 0, 'one foot is always planted');
      for (const { positionError } of frame.legs) assert.ok(positionError < 1e-4, `${positionError}`);
      planted = now;
    }
    assert.ok(seen > 360);
    assert.ok(drift < 1e-3, `planted points drift by ${drift} m`);
    near([frame.x, frame.heading], [0, 0], 1e-6);
    assert.ok(frame.z > 5.5 && frame.z < 8 && frame.speed > 1.2, `${frame.z}`);
    assert.ok(frame.stepping && !frame.blocked && !frame.heldBack && !frame.badStick);
    assert.ok(person.limitViolation(frame.pose) < 1e-9);
    frames.dispose();
  }));

test('it reaches for objects with either hand, looks at them and lets go', () => walking('flat', (walker, terrain) => {
  walker.reach([undefined, { point: [0.3, 1.2, 0.45] }, { point: [-0.3, 1.3, 0.4], reach: false }]);
  for (let i = 0; i < 120; ++i) walker.step(terrain, {}, 1 / 60);
  const [left, right] = walker.hands();
  assert.ok(left.holds && left.object === 1 && left.weight === 1 && left.miss < 1e-4);
  assert.ok(!right.holds && right.object === undefined);
  assert.equal(walker.looksAt, 1);
  walker.reach([]);
  for (let i = 0; i < 120; ++i) walker.step(terrain, {}, 1 / 60);
  assert.ok(walker.hands().every(({ object, weight }) => object === undefined && weight === 0));
  assert.equal(walker.looksAt, undefined);
}));

test('a figure from a file reaches with its own hand', () => using(kine.buildScene('humanoid'), kine.buildTerrain('flat'), (person, flat) =>
  using(kine.openFile([{ name: 'person.bvh', bytes: kine.write('bvh', person) }]), (file) =>
    using(kine.createFigureWalker(file), file.skeleton.createFrames(), (walker, frames) => {
      const point = [0.3, 1.2, 0.45];
      walker.reach([{ point }]);
      let frame;
      for (let i = 0; i < 150; ++i) frame = walker.step(flat, {}, 1 / 60);
      const [left, right] = walker.hands();
      assert.ok(left.holds && left.object === 0 && right.object === undefined, JSON.stringify([left, right]));
      file.skeleton.forward(frame.pose, frames);
      assert.ok(distance(frames.position('left_hand'), point) < 0.12, 'the wrist is a palm away');
      assert.ok(distance(frames.position('right_hand'), point) > 0.3);
    }))));

test('a rewound walk repeats its bits, and other bytes are refused', () => walking('hills:3', (walker, terrain) => {
  const steps = (count) => Array.from({ length: count }, (_, i) =>
    walker.step(terrain, { forward: 1, turn: Math.sin(i / 20) }, 1 / 60).pose);
  steps(100);
  const state = walker.state();
  const first = steps(50);
  walker.restore(state);
  assert.deepEqual(steps(50), first);
  state[10] ^= 4;
  refuses(() => walker.restore(state), /no state/);
  refuses(() => walker.restore(state.subarray(8)), /no state/);
}));

test('a walk starts on the highest ground or about a height, and says where there is none', () =>
  walking('flat', (walker, terrain) => {
    walker.place(3, 4, 0, 1);
    assert.equal(walker.step(terrain, {}, 0).noGround, false);
    walker.place(3, 4, 0, -5);
    assert.equal(walker.step(terrain, {}, 0).noGround, true);
    walker.place(3, 4);
    assert.equal(walker.step(terrain, {}, 0).noGround, false);
  }));

test('what is planned and planted can be drawn', () => walking('stairs', (walker, terrain) => {
  assert.deepEqual(walker.soles(), []);
  assert.deepEqual(walker.plannedSteps(), []);
  assert.deepEqual(walker.plants(), []);
  walker.place(0.5, -1, 0);
  walker.step(terrain, {}, 0);
  assert.deepEqual(walker.soles().map(({ foot, bears }) => [foot, bears]), [['left', true], ['right', true]]);
  assert.equal(walker.plants().length, 4);
  for (let i = 0; i < 60; ++i) walker.step(terrain, { forward: 1 }, 1 / 60);
  const [step] = walker.plannedSteps();
  const bearing = walker.soles().find(({ foot }) => foot !== step.foot);
  assert.ok(bearing.bears && step.position[2] > bearing.position[2]);
  near([Math.hypot(...step.rotation)], [1], 1e-9);
  assert.equal(walker.footShapes.length, 2);
  for (const { heel, ball, tip, halfWidth } of walker.footShapes)
    assert.ok(heel[2] < 0 && ball[2] > 0 && tip[2] > ball[2] && halfWidth > 0);
}));

test('settings change while it walks', () => walking('flat', (walker, terrain) => {
  assert.equal(walker.settings.speed, 1.3);
  for (let i = 0; i < 120; ++i) walker.step(terrain, { forward: 1 }, 1 / 60);
  walker.set({ speed: 0.7, mode: 'half' });
  let frame;
  for (let i = 0; i < 240; ++i) frame = walker.step(terrain, { forward: 1 }, 1 / 60);
  near([frame.speed], [0.7], 0.02);
  assert.ok(frame.legs.some(({ full }) => !full));
  walker.set({ speed: 5 });
  for (let i = 0; i < 120; ++i) frame = walker.step(terrain, { forward: 1 }, 1 / 60);
  assert.ok(frame.heldBack && frame.speed < 2.1);
  refuses(() => walker.set({ speed: -1 }), /speed/);
  refuses(() => walker.set({ mode: 'quarter' }), /mode/);
  refuses(() => walker.set({ colour: 1 }), /colour/);
}));

test('a stick that is no number stands, and time can be measured', () => walking('flat', (walker, terrain) => {
  assert.ok(walker.step(terrain, { forward: NaN }, 1 / 60).badStick);
  for (let i = 0; i < 60; ++i) walker.step(terrain, { forward: 1 }, 1 / 60);
  const before = walker.state();
  const { frameMicroseconds, solveMicroseconds, iterations } = walker.time(terrain, 20);
  assert.ok(frameMicroseconds >= 0 && solveMicroseconds >= 0 && iterations > 0);
  assert.deepEqual(walker.state(), before);
}));

test('what cannot walk says why', () => using(kine.buildScene('hand'), (hand) => {
  refuses(() => kine.createWalker(hand, hand.restPose()), /\w{4}/);
  refuses(() => kine.createWalker(hand, [1, 2]), /array/);
}));

/** Walks a figure and gives the largest distance of a planted point from where it should be. */
function plantError(walker, terrain, frameCount, forward) {
  const frames = walker.skeleton.createFrames();
  const turn = (v) => rotated(walker.walkFromFigure, v);
  let worst = 0;
  let frame = walker.step(terrain, {}, 0);
  for (let i = 0; i < frameCount; ++i) {
    frame = walker.step(terrain, { forward }, 1 / 60);
    walker.skeleton.forward(frame.pose, frames);
    for (const { joint, offset, position } of frame.plants)
      worst = Math.max(worst, distance(turn(frames.position(joint, offset)), position));
  }
  frames.dispose();
  return { worst, frame };
}

function rotated([x, y, z, w], v) {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const u = cross([x, y, z], v).map((c, i) => c + w * v[i]);
  return v.map((c, i) => c + 2 * cross([x, y, z], u)[i]);
}

test('a figure from a file walks through its bone map, whatever axis is up', () => using(kine.buildScene('humanoid'),
  kine.buildTerrain('flat'), (person, flat) => {
    const bytes = kine.write('bvh', person);
    // The same figure lying on its back, as a file with Z up has it.
    const stood = person.describe().map((joint) => (joint.parent ? joint : { ...joint, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }));
    using(kine.openFile([{ name: 'person.bvh', bytes }]), kine.buildSkeleton(stood), (file, lying) => {
      for (const [figure, bones] of [[file, {}], [lying, { up: [0, 0, 1] }]])
        using(kine.createFigureWalker(figure, bones, { speed: 1 }), (walker) => {
          assert.ok(walker.notes.every((note) => note.length > 5));
          const { worst, frame } = plantError(walker, flat, 240, 1);
          assert.ok(worst < 1e-3, `planted points are off by ${worst} m`);
          assert.ok(frame.z > 2, `${frame.z}`);
        });
    });
    refuses(() => kine.createFigureWalker(person, { overrides: { leftFoot: 'nobody' } }), /nobody/);
    using(person.changed({ left_shank: { axes: [{ limits: [0, 0.02] }] } }), (stiff) =>
      refuses(() => kine.createFigureWalker(stiff), /left_shank|left shank|left knee/));
  }));

test('the gait of the paper is a setting', () => walking('flat', (walker, terrain) => {
  walker.set({ speed: 0.5, gait: 'paper' });
  assert.equal(walker.settings.gait, 1);
  assert.equal(walker.settings.speed, 0.5, 'the gait comes first');
  const { worst, frame } = plantError(walker, terrain, 300, 1);
  assert.ok(worst < 1e-3, `${worst}`);
  near([frame.speed], [0.5], 0.05);
  walker.set({ gait: 'natural' });
  assert.equal(walker.settings.speed, 1.3);
  refuses(() => walker.set({ gait: 'silly' }), /gait/);
}));
