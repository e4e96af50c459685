// Speeds, screws, limbs, clips, tables and scenes through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKine } from './support/load_kine.mjs';
import { distance, near, refuses, using } from './support/check.mjs';

const kine = await loadKine();
const { screws, limbs } = kine;

/** Three hinges at one place, about z, y and x. */
const gimbal = () => kine.buildSkeleton([
  { name: 'yaw', kind: 'hinge', axis: [0, 0, 1] },
  { name: 'pitch', parent: 'yaw', kind: 'hinge', axis: [0, 1, 0] },
  { name: 'roll', parent: 'pitch', kind: 'hinge', axis: [1, 0, 0] },
]);
const largest = (numbers) => Math.max(...numbers.map(Math.abs));
const still = [0, 0, 0];

test('a point follows its target, and the Jacobian confirms the speeds', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  const start = kine.scenePose(arm, 'seven-hinge-arm', 'ready');
  const frames = arm.forward(start);
  const offset = [0.02, 0, 0.1];
  const velocity = [0.05, -0.1, 0.02];
  using(arm.createStepper({ h: 0.01 }), (stepper) => {
    const wanted = { kind: 'followPoint', joint: 'tip', target: frames.position('tip', offset), velocity, offset };
    const result = stepper.step([wanted], start);
    assert.equal(result.outcome, 'reached');
    assert.deepEqual([result.rank, result.rows, result.columns, result.scale, result.parts], [3, 3, 7, 1, 1]);
    near(frames.velocityOf('tip', result.speeds, offset).linear, velocity);
    near(arm.difference(start, result.pose), [...result.speeds].map((v) => 0.01 * v));
    assert.equal(result.constraints.length, 1);
    assert.ok(result.constraints[0].linear < 1e-12 && result.positionError < 1e-4);
    // A joint fixed and driven by hand is made up for by the others.
    stepper.setFixed(3);
    const driven = stepper.step([{ kind: 'followPoint', joint: 'tip', target: frames.position('tip') }], start,
      [0, 0, 0, 0.25, 0, 0, 0]);
    assert.equal(driven.speeds[3], 0.25);
    near(frames.velocityOf('tip', driven.speeds).linear, still, 1e-9);
    stepper.setFixed(3, false);
    // Faster than the joints may go: slowed, and it is said by what.
    const fast = stepper.step([{ ...wanted, velocity: [50, 0, 0] }], start);
    assert.equal(fast.outcome, 'notFound');
    assert.ok(fast.scale < 1 && fast.bindings.length > 0);
    assert.ok(['lower', 'upper', 'speed'].includes(fast.bindings[0].limit));
    // A whole link that is to stand still in its plane, by all kinds at once.
    const rows = [0, 1, 2].map((i) => ({ angular: still.map((_, k) => (k === i ? 1 : 0)), linear: still }));
    const frozen = stepper.step([
      { kind: 'followPose', joint: 'tip', target: frames.position('tip'), orientation: frames.rotation('tip') },
      { kind: 'stayInPlane', joint: 'elbow', point: frames.position('elbow'), normal: [0, 0, 1], weight: 0.5 },
      { kind: 'twistRows', joint: 'tip', rows, values: [0, 0, 0], correct: false },
    ], start);
    assert.equal(frozen.rows, 10);
    near(frozen.speeds, new Array(7).fill(0), 1e-9);
    refuses(() => stepper.step([{ kind: 'twistRows', joint: 'tip', rows, values: [0] }], start), /3 rows have 1 values/);
    refuses(() => stepper.step([{ kind: 'push', joint: 'tip' }], start), /"push" is no kind/);
    refuses(() => stepper.step([], [1]), /not as long/);
    refuses(() => stepper.setFixed(7), /index/);
    refuses(() => stepper.set({ h: NaN }), /"h" cannot be/);
    const bad = stepper.step([{ kind: 'stayInPlane', joint: 'tip', point: still, normal: still }], start);
    assert.equal(bad.outcome, 'badInput');
    assert.match(bad.fault, /no direction/);
    assert.equal(stepper.settings.beta, 0.5);
  });
  const gone = arm.createStepper();
  gone.dispose();
  gone.dispose();
  refuses(() => gone.step([], start), /disposed/);
  frames.dispose();
}));

test('gimbal lock: the inverse blows up, the pseudo-inverse drops a direction, the damped one slows', () =>
  using(gimbal(), (skeleton) => {
    const rows = [0, 1, 2].map((i) => ({ angular: still.map((_, k) => (k === i ? 1 : 0)), linear: still }));
    const wanted = [{ kind: 'twistRows', joint: 'roll', rows, values: [1, 0, 0] }];
    const at = (inverse, off) => using(skeleton.createStepper({ inverse }), (stepper) =>
      largest(stepper.step(wanted, [0, Math.PI / 2 - off, 0]).speeds));
    near([at('plain', 1e-5) / 1e5], [1], 0.01); // 1 / sin(1e-5)
    assert.ok(at('byRank', 1e-5) < 1e-3);
    assert.ok(at('damped', 1e-5) < 20);
    // Far from lock all three agree.
    near([at('plain', 0.5), at('damped', 0.5)], [at('byRank', 0.5), at('byRank', 0.5)]);
    // A ball in its place knows no lock.
    using(kine.buildSkeleton([{ name: 'ball', kind: 'ball' }]), (ball) => using(ball.createStepper(), (stepper) => {
      const turned = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
      const { speeds, rank } = stepper.step([{ kind: 'twistRows', joint: 'ball', rows, values: [1, 0, 0] }], turned);
      near([Math.hypot(...speeds), rank], [1, 3]);
    }));
  }));

test('drift, with and without correction', () => using(gimbal(), (skeleton) => {
  const errorOf = (settings) => using(skeleton.createStepper({ h: 0.05, ...settings }), (stepper) => {
    stepper.setFixed(skeleton.freedomOf('yaw')); // it is driven
    let pose = skeleton.restPose();
    let error = 0;
    for (let i = 0; i < 40; ++i) {
      const result = stepper.step(
        [{ kind: 'turnAbout', joint: 'roll', axis: [0, 0.6, 0.8], axisInJoint: [0, 0.6, 0.8] }], pose, [1, 0, 0]);
      ({ pose } = result);
      error = result.angleError;
    }
    near([pose[0]], [2]);
    return error;
  });
  const without = errorOf({ beta: 0 });
  assert.ok(without > 0.01);
  assert.ok(errorOf({ beta: 0.5 }) < without / 5);
  assert.ok(errorOf({ beta: 0.5, printedDrift: true }) < without / 5);
}));

test('Chasles: a quarter turn about the vertical through (1, 2), and half a metre up', () => {
  const from = { translation: [2, 2, 0], rotation: [0, 0, 0, 1] };
  const to = { translation: [1, 3, 0.5], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };
  const screw = screws.screwBetween(from, to);
  near(screw.axis.direction, [0, 0, 1]);
  near([screw.angle, screw.distance], [Math.PI / 2, 0.5]);
  near(screws.closestPoint(screw.axis, [9, 9, 7]), [1, 2, 7]);
  const moved = screws.multiply(screws.alongScrew(screw), from);
  near([...moved.translation, ...moved.rotation], [...to.translation, ...to.rotation]);
  const half = screws.multiply(screws.alongScrew(screw, 0.5), from);
  near(half.translation, [1 + Math.SQRT1_2, 2 + Math.SQRT1_2, 0.25]);
  near(screws.blend(from, to, 0.5).translation, half.translation);
  const twist = screws.twistBetween(from, to);
  near(screws.velocityAt(twist, from.translation), [0, Math.PI / 2, 0.5]);
  const displacement = screws.exp(twist);
  near(screws.apply(displacement, from.translation), to.translation);
  const again = screws.log(displacement);
  near([...again.angular, ...again.linear], [...twist.angular, ...twist.linear]);
  near(screws.screwOf(displacement).axis.moment, screw.axis.moment);
  near(screws.multiply(screws.inverse(to), to).translation, still);
});

test('lines are carried by dual quaternions as their points are', () => {
  const pose = screws.exp({ angular: [0.3, -0.9, 0.4], linear: [1, 2, -1] });
  const q = screws.dualQuat(pose);
  const line = screws.lineThroughPoints([1, 2, 3], [1, 5, 7]);
  near(line.direction, [0, 0.6, 0.8]);
  const carried = screws.carryLine(q, line);
  const expected = screws.lineThroughPoints(screws.apply(pose, [1, 2, 3]), screws.apply(pose, [1, 5, 7]));
  near([...carried.direction, ...carried.moment], [...expected.direction, ...expected.moment]);
  const twist = screws.carryTwist(q, { angular: line.direction, linear: line.moment });
  near([...twist.angular, ...twist.linear], [...expected.direction, ...expected.moment]);
  near(screws.transformOf(q).translation, pose.translation);
  const twice = screws.transformOf(screws.multiplyDualQuats(q, q));
  near(twice.translation, screws.multiply(pose, pose).translation);
  const unit = screws.normalise({ real: q.real.map((x) => 2 * x), dual: q.dual.map((x) => 2 * x) });
  near([...unit.real, ...unit.dual], [...q.real, ...q.dual]);
  const between = screws.between(screws.lineThrough(still, [1, 0, 0]), screws.lineThrough([0, 0, 2], [0, 5, 0]));
  near([between.angle, between.distance, ...between.onFirst, ...between.onSecond], [Math.PI / 2, 2, 0, 0, 0, 0, 0, 2]);
});

test("Lander's arm, by both strategies and with both elbows", () => {
  for (const strategy of ['algebraic', 'geometric']) {
    for (const elbow of ['down', 'up']) {
      const solution = limbs.planar(0.3, 0.25, 0.2, -0.35, { strategy, elbow });
      assert.equal(solution.reachability, 'reachable');
      const tip = limbs.planarTip(0.3, 0.25, solution.root, solution.elbow);
      near([tip.x, tip.y, Math.hypot(tip.elbowX, tip.elbowY)], [0.2, -0.35, 0.3]);
      assert.equal(Math.sign(solution.elbow), elbow === 'down' ? 1 : -1);
      const d = Math.hypot(0.2, 0.35);
      near([solution.distance, solution.cosElbow, solution.direction, Math.cos(solution.inner)],
        [d, (d * d - 0.09 - 0.0625) / 0.15, Math.atan2(-0.35, 0.2), (d * d + 0.09 - 0.0625) / (0.6 * d)]);
      assert.equal(limbs.planar(0.3, 0.25, 0.6, 0, { strategy, elbow }).reachability, 'tooFar');
      assert.equal(limbs.planar(0.3, 0.2, 0.05, 0, { strategy, elbow }).reachability, 'tooNear');
    }
  }
  refuses(() => limbs.planar(-1, 1, 0, 0), /not negative/);
  refuses(() => limbs.planar(1, 1, NaN, 0), /finite/);
});

test('the ring of elbows holds every elbow', () => {
  const root = [0.1, 1, -0.2];
  const target = [0.4, 1.2, 0];
  const ring = limbs.elbowRing(0.3, 0.25, root, target);
  assert.equal(ring.reached, true);
  for (let i = 0; i < 8; ++i) {
    const { mid, tip, reached } = limbs.twoBone(0.3, 0.25, root, target, { pole: [0, 1, 0], twist: i });
    assert.equal(reached, true);
    near(tip, target);
    near([distance(mid, ring.centre), distance(mid, root)], [ring.radius, 0.3]);
  }
  assert.equal(limbs.twoBone(0.3, 0.25, root, [9, 9, 9]).reached, false);
  refuses(() => limbs.elbowRing(NaN, 1, root, target), /lengths/);
  refuses(() => limbs.twoBone(-1, 1, root, target), /lengths/);
  // The same through a skeleton: twist moves the elbow, not the hand.
  using(kine.buildScene('humanoid'), (person) => {
    const limb = person.limbAbove('left_hand');
    assert.deepEqual([limb.root, limb.mid], [person.joint('left_upper_arm'), person.joint('left_forearm')]);
    assert.equal(person.limbAbove('pelvis'), undefined);
    refuses(() => person.limbAbove(99), /no joint/);
  });
});

test('what is drawn: axes, cones, ellipsoids', () => {
  using(kine.buildScene('planar-arm'), (arm) => using(arm.forward([0, Math.PI / 2]), (frames) => {
    near(frames.axes(), [0, 0, 1, 0, 0, 1]);
    const { values, directions, measure, inverseCondition } = frames.manipulability('hand');
    const root = Math.hypot((0.125 - 0.09) / 2, 0.075); // of J J^T = [0.125 -0.075; -0.075 0.09]
    near(values.map((s) => s * s), [0.1075 + root, 0.1075 - root, 0]);
    near([measure, inverseCondition], [0, 0]); // it cannot leave the plane
    near(directions[2].map(Math.abs), [0, 0, 1]);
    near([frames.manipulability('hand', { rows: 'angular' }).values[0]], [Math.SQRT2]);
    refuses(() => frames.cone('hand', 8), /does not suit/);
  }));
  using(kine.buildSkeleton([{ name: 'ball', kind: 'ball', ball: { swing: [0.5, 0.25] } }]), (ball) =>
    using(ball.forward(ball.restPose()), (frames) => {
      const rim = frames.cone('ball', 4); // the bone lies along x: swings about y, then about z
      near(rim.slice(0, 3), [Math.cos(0.5), 0, -Math.sin(0.5)]);
      near(rim.slice(3, 6), [Math.cos(0.25), Math.sin(0.25), 0]);
    }));
});

test('clips and shapes', () => using(kine.buildScene('planar-arm'), (arm) => {
  const clip = arm.createClip('wave', 10);
  assert.deepEqual([clip.name, clip.rate, clip.frameCount, clip.duration], ['wave', 10, 0, 0]);
  assert.deepEqual(clip.sample(3), arm.restPose());
  for (let i = 0; i < 3; ++i) clip.append([0.1 * i, 1 - 0.5 * i]);
  near(clip.sample(0.15), [0.15, 0.25]);
  near([clip.looped(0.25), clip.duration], [0.05, 0.2]);
  clip.setFrame(2, [0.2 + 2 * Math.PI, 0]);
  clip.makeContinuous();
  near(clip.frame(2), [0.2, 0]);
  refuses(() => clip.frame(3), /index/);
  refuses(() => clip.append([1]), /not as long/);
  const shape = arm.createShape();
  shape.setTranslation('hand', [0.5, 0, 0]);
  shape.setScale('shoulder', [2, 2, 2]);
  using(arm.createFrames(), (frames) => near(shape.forward([0, 0], frames).position('hand'), [1.6, 0, 0]));
  clip.addTranslations('hand');
  clip.addScales('shoulder');
  clip.append([0, 0], shape);
  clip.sample(0.25, shape);
  near([...shape.translation('hand'), ...shape.scale('shoulder')], [0.375, 0, 0, 1.5, 1.5, 1.5]);
  refuses(() => shape.setScale(9, [1, 1, 1]), /index/);
  refuses(() => arm.createClip('x', 0), /positive/);
  for (const thing of [clip, shape]) {
    thing.dispose();
    thing.dispose();
    refuses(() => thing.pointer, /disposed/);
  }
}));

test('Denavit-Hartenberg tables', () => {
  const rows = [{ name: 'turn', a: 0.4, alpha: Math.PI / 2, d: 0.1 }, { kind: 'slider', d: 0.3, settings: { limits: [0, 1] } }];
  using(kine.buildFromDh(rows, 'classic', 'tool'), (arm) => {
    assert.deepEqual(arm.joints.map(({ name, kind }) => [name, kind]),
      [['turn', 'hinge'], ['joint2', 'slider'], ['tool', 'fixed']]);
    assert.deepEqual(arm.freedoms[1].limits, [0, 1]);
    using(arm.forward([0.7, 0.2]), (frames) => near(frames.position('tool'),
      [0.4 * Math.cos(0.7) + 0.5 * Math.sin(0.7), 0.4 * Math.sin(0.7) - 0.5 * Math.cos(0.7), 0.1]));
  });
  using(kine.buildFromDh(rows, 'modified'), (arm) => using(arm.forward([0.7, 0.2]), (frames) =>
    near(frames.position('tip'), [0.4, -0.6, 0])));
  refuses(() => kine.buildFromDh([], 'classic'), /row/);
  refuses(() => kine.buildFromDh([{ kind: 'ball' }], 'classic'), /./);
  refuses(() => kine.buildFromDh([{ name: 'a\0b' }], 'classic'), /zero character/);
});

test('scenes and their poses', () => {
  assert.deepEqual(kine.scenes.map(({ name }) => name),
    ['planar-arm', 'ball-chain', 'seven-hinge-arm', 'slider-arm', 'humanoid', 'spider', 'hand', 'mixed']);
  for (const { name, description, up } of kine.scenes) {
    using(kine.buildScene(name), (skeleton) => assert.deepEqual(kine.scenePose(skeleton, name, 'rest'), skeleton.restPose()));
    assert.ok(description.length > 10 && (up === 'y' || up === 'z'));
  }
  using(kine.buildScene('ball-chain', { links: 100 }), (chain) => assert.equal(chain.freedomCount, 300));
  using(kine.buildScene('humanoid'), (person) => {
    for (const name of ['standing', 'stride', 'reach'])
      assert.equal(person.limitViolation(kine.scenePose(person, 'humanoid', name)), 0, name);
    refuses(() => kine.scenePose(person, 'humanoid', 'asleep'), /kine_scene_pose/);
    refuses(() => kine.scenePose(person, 'seven-hinge-arm', 'ready'), /not as long/);
  });
  refuses(() => kine.buildScene('snail'), /no scene "snail".*humanoid/);
  refuses(() => kine.buildScene('hand', { links: 3 }), /no links/);
});
