// The problems of speed.cpp for WebAssembly: in Node and, as this very file, in a page.
const kProblems = 40;
const kPasses = 15;
const kBatch = 300; // microseconds in one go: short enough to be undisturbed now and then

function random() {
  let state = 1;
  const next = (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state / 4294967296);
  };
  return (...ends) => [next(ends[0], ends[1]), next(ends[2], ends[3]), next(ends[4], ends[5])];
}

const plus = (a, b) => a.map((x, i) => x + b[i]);

function chainProblems(chain) {
  const point = random();
  const start = chain.restPose();
  return Array.from({ length: kProblems }, () =>
    ({ goals: [{ kind: 'reach', joint: 'tip', target: point(-0.5, 0.5, -0.5, 0.5, 0.1, 0.6) }], start }));
}

function armProblems(arm, start) {
  const point = random();
  const frames = arm.forward(start);
  const orientation = frames.rotation('tip');
  const at = frames.position('tip');
  frames.dispose();
  return Array.from({ length: kProblems }, () =>
    ({ goals: [{ kind: 'place', joint: 'tip', target: plus(at, point(-0.08, 0.08, -0.08, 0.08, -0.08, 0.08)), orientation }], start }));
}

function bodyProblems(body, start) {
  const point = random();
  const frames = body.forward(start);
  const problems = Array.from({ length: kProblems }, () => ({
    goals: [
      ...['left_foot', 'right_foot'].map((joint) => ({ kind: 'reach', joint, target: frames.position(joint) })),
      ...['left_hand', 'right_hand'].map((joint) =>
        ({ kind: 'reach', joint, target: plus(frames.position(joint), point(-0.1, 0.1, 0, 0.3, 0, 0.3)), priority: 1 })),
    ],
    start,
  }));
  frames.dispose();
  return problems;
}

/** Microseconds a solve (of each problem the best of the passes, then the mean), and the sum of the errors. */
function measure(skeleton, problems, method) {
  const solver = skeleton.createSolver(method);
  const check = problems.reduce((sum, { goals, start }) => sum + solver.solve(goals, start).positionError, 0);
  const best = problems.map(() => Infinity);
  for (let pass = 0; pass < kPasses; ++pass) {
    problems.forEach(({ goals, start }, i) => {
      const repeats = pass === 0 ? 20 : Math.min(5000, Math.ceil(kBatch / best[i]));
      best[i] = Math.min(best[i], solver.time(goals, start, repeats).microseconds);
    });
  }
  solver.dispose();
  return { microseconds: best.reduce((sum, x) => sum + x, 0) / best.length, check };
}

/** @param kine a Kine that is loaded */
export function runAll(kine) {
  const ten = kine.buildScene('ball-chain', { links: 10 });
  const fifty = kine.buildScene('ball-chain', { links: 50 });
  const arm = kine.buildScene('seven-hinge-arm');
  const body = kine.buildScene('humanoid');
  const ready = kine.scenePose(arm, 'seven-hinge-arm', 'ready');
  const standing = kine.scenePose(body, 'humanoid', 'standing');
  return {
    'jacobian-chain-10': measure(ten, chainProblems(ten), 'jacobian'),
    'jacobian-chain-50': measure(fifty, chainProblems(fifty), 'jacobian'),
    'ccd-chain-10': measure(ten, chainProblems(ten), 'ccd'),
    'fabrik-chain-10': measure(ten, chainProblems(ten), 'fabrik'),
    'jacobian-arm': measure(arm, armProblems(arm, ready), 'jacobian'),
    'full-body-arm': measure(arm, armProblems(arm, ready), 'full-body'),
    'full-body-person': measure(body, bodyProblems(body, standing), 'full-body'),
  };
}
