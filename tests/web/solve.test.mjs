// Goals and solvers through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKine } from './support/load_kine.mjs';
import { distance, near, refuses, using } from './support/check.mjs';

const kine = await loadKine();
const methods = kine.methods.map(({ name }) => name);

/** A chain that is bent a little everywhere. */
function bentChain(links) {
  const chain = kine.buildScene('ball-chain', { links });
  const start = chain.integrate(chain.restPose(), Float64Array.from({ length: chain.freedomCount }, (_, i) => 0.1 * ((i % 3) - 0.5)));
  return { chain, start };
}

const positionOf = (skeleton, pose, joint, offset) =>
  using(skeleton.forward(pose), (frames) => frames.position(joint, offset));

test('every method reaches, and its error is that of the pose it gives', () => {
  assert.deepEqual(methods, ['jacobian', 'two-bone', 'ccd', 'fabrik', 'shake', 'full-body', 'hybrid', 'global']);
  const { chain, start } = bentChain(2);
  const target = [0.3, 0.5, 0.2];
  for (const method of methods.filter((name) => name !== 'global')) { // which moves no balls
    using(chain.createSolver(method), (solver) => {
      const before = [...start];
      const result = solver.solve([{ kind: 'reach', joint: 'tip', target }], start);
      assert.equal(result.outcome, 'reached', `${method}: ${result.sentence}`);
      assert.equal(result.sentence, 'reached');
      assert.ok(distance(positionOf(chain, result.pose, 'tip'), target) < 1e-5, method);
      assert.equal(result.goalErrors.length, 1);
      near([result.goalErrors[0].position], [result.positionError], 1e-12);
      assert.deepEqual([...start], before); // what is handed in stays
      assert.equal(solver.method, method);
    });
  }
  chain.dispose();
});

test('global: an arm from anywhere, its choices, and all of its poses', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  const goals = [{ kind: 'place', joint: 'tip', target: [0.4, 0.1, 0.5], orientation: [1, 0, 0, 0] }];
  const start = arm.restPose();
  using(arm.createSolver('global'), (solver) => {
    const quick = solver.solve(goals, start);
    assert.equal(quick.outcome, 'reached', quick.sentence);
    const { solutions, complete } = solver.solveAll(goals, start);
    assert.ok(complete && solutions.length > 1);
    const { sentence, searched } = solver.structure('tip');
    assert.match(sentence, /three axes meet .* is searched/);
    assert.equal(arm.joints[searched].kind, 'hinge');
    assert.match(solutions[0].name, /^shoulder \d, elbow \d, wrist \d$/);
    solver.set({ turns: true });
    assert.ok(solver.solveAll(goals, start).solutions.length >= solutions.length);
    solver.set({ turns: false });
    solutions.forEach(({ pose, branch, interval, distance: far }, i) => {
      assert.ok(distance(positionOf(arm, pose, 'tip'), [0.4, 0.1, 0.5]) < 1e-5);
      assert.ok(branch >= 0 && interval[0] <= interval[1]);
      assert.ok(i === 0 || far >= solutions[i - 1].distance);
    });
    solver.set({ choice: 'nearest' });
    const nearest = solver.solve(goals, start);
    assert.equal(nearest.outcome, 'reached');
    assert.ok(distance(nearest.pose, start) <= distance(quick.pose, start) + 1e-9);
    assert.equal(solver.solveAll(goals, start, 2).complete, false); // there is no room for more
  });
  using(arm.createSolver('jacobian'), (solver) => refuses(() => solver.solveAll(goals, start), /./));
}));

test('the four inverses, and where the solver may begin', () => {
  const { chain, start } = bentChain(6);
  const goals = [{ kind: 'reach', joint: 'tip', target: [0.2, 0.6, 0.1] }];
  for (const inverse of ['damped', 'paper', 'transpose', 'selectivelyDamped'])
    using(chain.createSolver('jacobian', { inverse }), (solver) =>
      assert.equal(solver.solve(goals, start).outcome, 'reached', inverse));
  using(chain.createSolver('jacobian', { from: 'link_3', maxIterations: 50 }), (solver) => {
    const { pose } = solver.solve(goals, start);
    assert.deepEqual(pose.slice(0, 12), start.slice(0, 12)); // what is above stays
    assert.notDeepEqual(pose.slice(12), start.slice(12));
    assert.equal(solver.settings.from, 3);
    solver.set({ from: -1 });
    assert.equal(solver.settings.from, -1);
  });
  chain.dispose();
});

test('settings by name, all of them, and those that cannot be', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  for (const method of methods) {
    using(arm.createSolver(method), (solver) => {
      const { settings } = solver;
      assert.ok(Object.keys(settings).length >= 5, method);
      assert.equal(settings.tolerance, 1e-5);
      refuses(() => solver.set({ colour: 3 }), /no setting "colour"/);
      refuses(() => solver.set({ tolerance: NaN }), /"tolerance" cannot be/);
    });
  }
  using(arm.createSolver('two-bone', { pole: [1, 2, 3], keep: true, root: 'elbow' }), ({ settings }) =>
    assert.deepEqual([settings.poleX, settings.poleY, settings.poleZ, settings.keep, settings.root],
      [1, 2, 3, 1, arm.joint('elbow')]));
  refuses(() => arm.createSolver('newton'), /no method "newton".*full-body/);
  refuses(() => arm.createSolver('ccd', { inverse: 'paper' }), /no setting "inverse"/);
  refuses(() => arm.createSolver('jacobian', { inverse: 'magic' }), /"inverse" cannot be "magic"/);
  refuses(() => arm.createSolver('jacobian', { from: 'ellbow' }), /"elbow"/);
  refuses(() => arm.createSolver('jacobian', { maxIterations: 1.5 }), /"maxIterations" cannot be 1.5/);
}));

test('a posture to come back to', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  const start = kine.scenePose(arm, 'seven-hinge-arm', 'ready');
  const [x, y, z] = positionOf(arm, start, 'tip');
  const posture = start.slice();
  posture[2] += 0.5;
  const apart = (use) => using(arm.createSolver('jacobian', { ease: 0.5 }), (solver) => {
    use(solver);
    let pose = start;
    for (let i = 0; i < 5; ++i) ({ pose } = solver.solve([{ kind: 'reach', joint: 'tip', target: [x, y, z + 0.01] }], pose));
    return Math.abs(pose[2] - posture[2]);
  });
  const without = apart(() => {});
  assert.ok(apart((solver) => solver.setPosture(posture)) < without - 0.1);
  assert.equal(apart((solver) => { solver.setPosture(posture); solver.setPosture(); }), without);
  using(arm.createSolver('ccd'), (solver) => refuses(() => solver.setPosture(posture), /cannot be used/));
}));

test('goals of every kind', () => using(kine.buildScene('humanoid'), (person) => {
  const start = kine.scenePose(person, 'humanoid', 'standing');
  const frames = person.forward(start);
  const foot = frames.position('left_foot');
  const mass = frames.centreOfMass();
  const pole = [0.9, 1.2, 0.3];
  const goals = [
    { kind: 'place', joint: 'left_foot', target: foot, orientation: frames.rotation('left_foot') },
    { kind: 'reach', joint: 'right_foot', target: frames.position('right_foot'), weight: 2 },
    { kind: 'orient', joint: 'pelvis', orientation: frames.rotation('pelvis'), bounds: [[-0.2, 0.2], [-0.2, 0.2]] },
    { kind: 'centreOfMass', target: [mass[0] + 0.02, 9, mass[2]], bounds: [undefined, [-Infinity, Infinity]] },
    { kind: 'distance', joint: 'left_hand', offset: [0, -0.05, 0], target: pole, range: [0.3, 0.3] },
    { kind: 'halfSpace', joint: 'right_hand', point: [0, 1, 0], normal: [0, 2, 0] },
    { kind: 'aim', joint: 'head', axis: [0, 0, 1], target: [0.5, 1.4, 2] },
    { kind: 'hold', posture: start, priority: 1 },
  ];
  const result = using(person.createSolver('full-body'), (solver) => solver.solve(goals, start));
  assert.equal(result.outcome, 'reached', result.sentence);
  assert.equal(result.goalErrors.length, goals.length);
  for (const { position, angle } of result.goalErrors.slice(0, 7)) assert.ok(position < 1e-4 && angle < 1e-4);
  assert.ok(result.goalErrors[7].angle > 0.05); // a posture is a wish
  person.forward(result.pose, frames);
  near(frames.position('left_foot'), foot, 1e-4);
  near([frames.centreOfMass()[0]], [mass[0] + 0.02], 1e-4);
  near([distance(frames.position('left_hand', [0, -0.05, 0]), pole)], [0.3], 1e-4);
  assert.ok(frames.position('right_hand')[1] > 1 - 1e-4);
  const eye = frames.position('head');
  const gaze = frames.position('head', [0, 0, distance(eye, [0.5, 1.4, 2])]);
  assert.ok(distance(gaze, [0.5, 1.4, 2]) < 1e-3);

  // Loops: a point of one hand on a point of the other; then rigidly.
  const touching = using(person.createSolver('full-body'), (solver) => solver.solve([
    { kind: 'reach', joint: 'left_hand', target: [0.1, 1.1, 0.4] },
    { kind: 'coincide', joint: 'right_hand', to: 'left_hand', target: [0, -0.08, 0] },
  ], start));
  person.forward(touching.pose, frames);
  near(frames.position('right_hand'), frames.position('left_hand', [0, -0.08, 0]), 1e-4);
  const rigid = using(person.createSolver('full-body'), (solver) => solver.solve([
    { kind: 'relative', joint: 'right_hand', to: 'left_hand', target: [-0.3, 0, 0], orientation: [0, 0, 0, 1] },
  ], start));
  assert.equal(rigid.outcome, 'reached', rigid.sentence);
  person.forward(rigid.pose, frames);
  near(frames.position('right_hand'), frames.position('left_hand', [-0.3, 0, 0]), 1e-4);
  frames.dispose();
}));

test('priorities and fading', () => {
  const { chain, start } = bentChain(4);
  using(chain.createSolver('full-body'), (solver) => {
    const goals = [
      { kind: 'reach', joint: 'tip', target: [0.3, 0.3, 0] },
      { kind: 'reach', joint: 'tip', target: [0.3, -0.3, 0], priority: 1 },
    ];
    const first = solver.solve(goals, start);
    assert.equal(first.outcome, 'notFound');
    near(positionOf(chain, first.pose, 'tip'), [0.3, 0.3, 0], 1e-4);
    assert.equal(first.worstGoal, 1);
    const begin = positionOf(chain, start, 'tip');
    const half = solver.solve([{ kind: 'reach', joint: 'tip', target: [0.3, 0.3, 0], fade: 0.5 }], start);
    near(positionOf(chain, half.pose, 'tip'), begin.map((x, i) => (x + [0.3, 0.3, 0][i]) / 2), 1e-4);
  });
  chain.dispose();
});

test('what stands in the way, said by a sentence', () => using(kine.buildScene('planar-arm'), (arm) => {
  // The elbow folds to 150 degrees; by the law of cosines 10 cm away takes 161.8.
  const goals = [{ kind: 'reach', joint: 'hand', target: [0.1, 0, 0] }];
  for (const method of ['ccd', 'full-body']) {
    using(arm.createSolver(method), (solver) => {
      refuses(() => solver.explain(goals, [0, 1]), /cannot be used/);
      const missed = solver.solve(goals, [0.3, 1]);
      assert.equal(missed.outcome, 'notFound');
      const { blockers, sentence } = solver.explain(goals, missed.pose);
      assert.equal(blockers.length, 1);
      const [elbow] = blockers;
      assert.deepEqual([elbow.joint, elbow.axis, elbow.ballPart, elbow.goal], [arm.joint('elbow'), 0, 'none', -1]);
      near([elbow.at], [(150 * Math.PI) / 180], 1e-9);
      const needed = Math.PI - Math.acos((0.3 ** 2 + 0.25 ** 2 - 0.1 ** 2) / (2 * 0.3 * 0.25));
      near([elbow.relax], [needed - elbow.at], 4e-4);
      assert.match(sentence, /^\d+\.\d mm short: elbow at its 150\.0° limit; 11\.8° more reaches$/);
    });
  }
  using(arm.createSolver('jacobian'), (solver) => {
    const far = solver.solve([{ kind: 'reach', joint: 'hand', target: [2, 0, 0] }], [0.1, 0.2]);
    assert.equal(far.outcome, 'unreachable');
    assert.match(far.sentence, /^1\.45 m short: out of reach/);
  });
}));

test('a curve of error against iterations, and the time of a solve', () => {
  const { chain, start } = bentChain(8);
  const goals = [{ kind: 'reach', joint: 'tip', target: [0.3, 0.2, 0.4] }];
  for (const method of methods.filter((name) => name !== 'two-bone' && name !== 'global')) {
    using(chain.createSolver(method), (solver) => {
      const before = solver.settings.maxIterations;
      const curve = solver.curve(goals, start, [0, 1, 2, 4, 8, 1000]);
      assert.equal(solver.settings.maxIterations, before);
      assert.deepEqual(curve.map(({ limit }) => limit), [0, 1, 2, 4, 8, 1000]);
      curve.forEach((point, i) => i > 0 && assert.ok(
        point.outcome === 'reached' || point.positionError <= curve[i - 1].positionError + 1e-12, `${method}: ${i}`));
      assert.ok(curve[0].positionError > 0.01 || method === 'hybrid', method);
      assert.equal(curve[5].outcome, 'reached', method);
      // The last one is what solve gives.
      solver.set({ maxIterations: 1000 });
      assert.equal(curve[5].positionError, solver.solve(goals, start).positionError);
      refuses(() => solver.curve(goals, start, [0.5]), /cannot be 0.5/);
      assert.equal(solver.settings.maxIterations, 1000);
    });
  }
  using(chain.createSolver('fabrik'), (solver) => {
    const { microseconds, repeats } = solver.time(goals, start, 10);
    assert.ok(microseconds >= 0 && repeats === 10);
  });
  using(chain.createSolver('two-bone'), (solver) => refuses(() => solver.curve(goals, start, [1]), /does not iterate/));
  chain.dispose();
});

test('a joint is locked, bones and limits change, weights shift the work', () => {
  const { chain, start } = bentChain(3);
  const goals = [{ kind: 'reach', joint: 'tip', target: [0.4, 0.4, 0.2] }];
  using(chain.changed({ link_1: { fixed: true } }), (locked) => using(locked.createSolver('jacobian'), (solver) => {
    const { pose, outcome } = solver.solve(goals, start);
    assert.equal(outcome, 'reached');
    assert.deepEqual(pose.slice(4, 8), start.slice(4, 8));
    assert.notDeepEqual(pose.slice(0, 4), start.slice(0, 4));
    assert.ok(locked.freedoms.slice(3, 6).every(({ fixed }) => fixed));
    assert.ok(chain.freedoms.every(({ fixed }) => !fixed)); // the old one is as it was
    refuses(() => chain.createSolver('jacobian').solve([{ kind: 'reach', joint: 9, target: [0, 0, 0] }], start), /joint 9/);
  }));
  using(chain.changed({ tip: { translation: [1, 0, 0] } }), (long) =>
    near(positionOf(long, long.restPose(), 'tip'), [2 / 3 + 1, 0, 0]));
  const heavy = using(chain.changed({ link_0: { weight: 0.05 } }), (changed) =>
    using(changed.createSolver('jacobian'), (solver) => solver.solve(goals, start).pose));
  const even = using(chain.createSolver('jacobian'), (solver) => solver.solve(goals, start).pose);
  const turnOf = (pose) => Math.hypot(...chain.difference(start, pose).slice(0, 3));
  assert.ok(turnOf(heavy) < turnOf(even) / 2);
  using(chain.changed({ link_2: { ball: { swing: [0.25, 0.5] } } }), (limited) => {
    const joint = limited.describe()[2];
    assert.deepEqual(joint.ball, { twistAxis: [1, 0, 0], firstAxis: [0, 1, 0], swing: [0.25, 0.5], twist: [-Math.PI, Math.PI] });
    const { pose } = using(limited.createSolver('jacobian'), (solver) => solver.solve(goals, start));
    const { first, second } = limited.ballAngles('link_2', pose);
    assert.ok((first / 0.25) ** 2 + (second / 0.5) ** 2 <= 1 + 1e-9);
  });
  refuses(() => chain.changed({ link_7: {} }), /"link_7"/);
  refuses(() => chain.changed({ link_1: { weight: -1 } }), /weight/);
  refuses(() => chain.changed({ tip: { axis: [1, 0, 0] } }), /no single axis/);
  chain.dispose();
});

test('a skeleton described is the same when it is built again', () => {
  for (const { name } of kine.scenes) {
    using(kine.buildScene(name), (skeleton) => {
      const joints = skeleton.describe();
      using(kine.buildSkeleton(joints), (again) => {
        assert.deepEqual(again.describe(), joints, name);
        assert.deepEqual(again.freedoms, skeleton.freedoms, name);
        const pose = again.integrate(again.restPose(), new Float64Array(again.freedomCount).fill(0.2));
        const [a, b] = [skeleton.forward(pose), again.forward(pose)];
        near(a.positions(), [...b.positions()], 1e-15);
        a.dispose();
        b.dispose();
      });
    });
  }
});

test('misuse is refused with a sentence', () => {
  const { chain, start } = bentChain(3);
  const solver = chain.createSolver('full-body');
  refuses(() => solver.solve([{ kind: 'reach', joint: 'top', target: [0, 0, 0] }], start), /"tip"/);
  refuses(() => solver.solve([{ kind: 'wish', joint: 'tip' }], start), /"wish" is no kind of goal/);
  refuses(() => solver.solve([], [0, 1]), /kine_solve: an array is not as long/);
  refuses(() => solver.solve([{ kind: 'hold', posture: [1] }], start), /not as long/);
  refuses(() => solver.solve([{ kind: 'reach', joint: 'tip', target: [0, 0, 0], bounds: [, , , [0, 0]] }], start), /index/);
  const bad = solver.solve([{ kind: 'reach', joint: 'tip', target: [NaN, 0, 0] }], start);
  assert.equal(bad.outcome, 'badInput');
  assert.match(bad.sentence, /not finite/);
  assert.deepEqual(bad.pose, start);
  assert.deepEqual(bad.goalErrors, []);
  using(chain.createSolver('ccd'), (ccd) => {
    const refused = ccd.solve([{ kind: 'aim', joint: 'tip', axis: [1, 0, 0], target: [1, 1, 1] }], start);
    assert.equal(refused.outcome, 'badInput');
    assert.ok(refused.sentence.length > 10);
  });
  solver.dispose();
  solver.dispose();
  refuses(() => solver.solve([], start), /disposed/);
  chain.dispose();
});

test('solvers stay good when the memory grows, and leave nothing behind', async () => {
  const own = await loadKine();
  const chain = own.buildScene('ball-chain', { links: 4 });
  const start = chain.integrate(chain.restPose(), new Float64Array(12).fill(0.1));
  const goals = [{ kind: 'reach', joint: 'tip', target: [0.4, 0.4, 0.2] }, { kind: 'hold', posture: start, priority: 1 }];
  const solver = chain.createSolver('full-body');
  const first = solver.solve(goals, start);
  const before = own.memoryBytes;
  const big = own.buildScene('ball-chain', { links: 1000 });
  const bigSolver = big.createSolver('fabrik');
  bigSolver.solve([{ kind: 'reach', joint: 'tip', target: [0.1, 0.5, 0] }], big.restPose());
  assert.ok(own.memoryBytes > before);
  const second = solver.solve(goals, start);
  assert.deepEqual(second, first);
  bigSolver.dispose();
  big.dispose();
  const cycle = () => {
    const made = chain.changed({ link_1: { fixed: true } });
    using(made.createSolver('jacobian'), (s) => s.solve(goals, start));
    assert.throws(() => made.createSolver('jacobian', { step: NaN }));
    made.dispose();
  };
  for (let i = 0; i < 10; ++i) cycle();
  const level = own.memoryBytes;
  for (let i = 0; i < 300; ++i) cycle();
  assert.equal(own.memoryBytes, level);
});
