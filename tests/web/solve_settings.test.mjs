// Locks, tools, weights of a hold and poles through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKine } from './support/load_kine.mjs';
import { distance, near, refuses, using } from './support/check.mjs';

const kine = await loadKine();
const methods = kine.methods.map(({ name }) => name);

test('locked joints stay as the pose has them, in every method', () => using(kine.buildScene('ball-chain', { links: 4 }), (chain) => {
  const start = chain.integrate(chain.restPose(), Float64Array.from({ length: chain.freedomCount }, (_, i) => 0.1 * ((i % 3) - 0.5)));
  const goals = [{ kind: 'reach', joint: 'tip', target: [0.6, 0.4, 0.1] }];
  for (const method of methods.filter((name) => name !== 'global')) { // which moves no balls
    using(chain.createSolver(method), (solver) => {
      solver.lock('link_0', 1);
      assert.deepEqual([0, 5, 6].map((freedom) => solver.mayMove(freedom)), [false, false, true]);
      const { pose, outcome } = solver.solve(goals, start);
      assert.notEqual(outcome, 'badInput', method);
      assert.deepEqual(pose.slice(0, 8), start.slice(0, 8), method);
      assert.notDeepEqual(pose.slice(8), start.slice(8), method);
      solver.unlock('link_0');
      assert.ok(solver.mayMove(0) && !solver.mayMove(3));
      solver.lockAll();
      assert.deepEqual(solver.solve(goals, start).pose, start, method);
      solver.unlockAll();
      assert.equal(solver.solve(goals, start).outcome, 'reached', method);
    });
  }
}));

test('single freedoms are locked, and what is not there is refused', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  const start = kine.scenePose(arm, 'seven-hinge-arm', 'ready');
  const [x, y, z] = using(arm.forward(start), (frames) => frames.position('tip'));
  using(arm.createSolver('full-body'), (solver) => {
    solver.setFreedomLocked(2);
    const { pose, outcome } = solver.solve([{ kind: 'reach', joint: 'tip', target: [x - 0.1, y + 0.1, z] }], start);
    assert.equal(outcome, 'reached');
    assert.equal(pose[2], start[2]);
    solver.setFreedomLocked(2, false);
    assert.ok(solver.mayMove(2));
    refuses(() => solver.lock('ellbow'), /"elbow"/);
    refuses(() => solver.lock(-1), /there is no joint/);
    refuses(() => solver.unlock(99), /there is no joint/);
    refuses(() => solver.setFreedomLocked(7), /there is no joint, axis, value, freedom/);
    refuses(() => solver.mayMove(7), /no freedom 7/);
  });
}));

test('an explanation moves nothing that is locked', () => using(kine.buildScene('planar-arm'), (arm) => {
  const below = Math.PI / 6; // the elbow does not bend that way
  const goals = [{ kind: 'reach', joint: 'hand', target: [0.3 + 0.25 * Math.cos(below), -0.25 * Math.sin(below), 0] }];
  using(arm.createSolver('ccd'), (solver) => {
    solver.lock('shoulder');
    const { pose, outcome } = solver.solve(goals, [0, 1]);
    assert.equal(outcome, 'notFound');
    const { blockers, sentence } = solver.explain(goals, pose);
    assert.deepEqual(blockers.map(({ joint }) => joint), [arm.joint('elbow')], sentence);
    near([blockers[0].relax], [below], 1e-3);
  });
}));

test('a tool that is shifted and turned comes to its place', () => using(kine.buildScene('seven-hinge-arm'), (arm) => {
  const half = Math.SQRT1_2;
  const tool = { translation: [0.02, 0, 0.1], rotation: [half, 0, 0, half] };
  const goal = { kind: 'place', joint: 'tip', target: [0.4, 0.1, 0.4], orientation: [0, 0, 0, 1], tool };
  using(arm.createSolver('full-body', { restarts: 10 }), (solver) => {
    const { pose, outcome, sentence } = solver.solve([goal], arm.restPose());
    assert.equal(outcome, 'reached', sentence);
    using(arm.forward(pose), (frames) => {
      assert.ok(distance(frames.position('tip', tool.translation), goal.target) < 2e-5);
      // The tip is turned back by what the tool is turned.
      const turned = frames.rotation('tip');
      near([Math.abs(-half * turned[0] + half * turned[3])], [1], 1e-9);
    });
    // An offset is a point of the tool: its y is the tip's z.
    const { goalErrors } = solver.solve([{ ...goal, fade: 0, offset: [0, 0.05, 0] }], pose);
    near([goalErrors[0].position], [0.05], 1e-4);
    // A relative has a tool too, and a turn without length is refused.
    const turnless = { ...tool, rotation: [0, 0, 0, 0] };
    const relative = { ...goal, kind: 'relative', to: arm.joints[0].name };
    assert.notEqual(solver.solve([relative], pose).outcome, 'badInput');
    assert.equal(solver.solve([{ ...relative, tool: turnless }], pose).outcome, 'badInput');
  });
}));

test('a hold gives way by the weights of its freedoms', () => {
  const rail = kine.buildSkeleton([
    { name: 'a', kind: 'slider', axis: [1, 0, 0] },
    { name: 'b', parent: 'a', kind: 'slider', axis: [1, 0, 0] },
    { name: 'tip', parent: 'b', kind: 'fixed' },
  ]);
  using(rail, rail.createSolver('full-body'), (_, solver) => {
    const solved = (hold) => solver.solve(
      [{ kind: 'reach', joint: 'tip', target: [1, 0, 0] }, { kind: 'hold', posture: [0, 0], priority: 1, ...hold }], [0, 0]);
    near(solved({ freedomWeights: [9, 1] }).pose, [0.1, 0.9], 1e-5); // 9 a^2 + b^2 is least for a + b = 1
    near(solved({}).pose, [0.5, 0.5], 1e-5);
    assert.equal(solved({ freedomWeights: [1, 0] }).outcome, 'badInput');
    refuses(() => solved({ freedomWeights: [1] }), /not as long/);
  });
});

test('each limb has a pole of its own', () => using(kine.buildScene('humanoid'), (person) => {
  const start = kine.scenePose(person, 'humanoid', 'standing');
  const shoulders = using(person.forward(start), (frames) => ['left', 'right'].map((side) => frames.position(`${side}_upper_arm`)));
  const goals = ['left', 'right'].map((side, i) => ({
    kind: 'reach', joint: `${side}_hand`, target: [shoulders[i][0], shoulders[i][1], shoulders[i][2] + 0.35], pole: [0, 1 - 2 * i, 0],
  }));
  using(person.createSolver('hybrid'), (solver) => {
    const { pose, outcome } = solver.solve(goals, start);
    assert.equal(outcome, 'reached');
    using(person.forward(pose), (frames) => {
      const above = ['left', 'right'].map((side) => frames.position(`${side}_forearm`)[1] -
        (frames.position(`${side}_upper_arm`)[1] + frames.position(`${side}_hand`)[1]) / 2);
      assert.ok(above[0] > 0.1 && above[1] < -0.1, `${above}`);
    });
  });
}));
