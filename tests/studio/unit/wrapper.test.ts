// The wrapper as the studio uses it, from strict TypeScript: numbers are checked by formulas of their own.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Kine, KineError, type Goal, type JointDescription, type Vec3 } from 'kine';

const root = new URL('../../../', import.meta.url);
const kine = await Kine.load(readFileSync(new URL('build/wasm/kine.wasm', root)));
const length = (v: readonly number[]): number => Math.hypot(...v);
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

describe('solvers', () => {
  const chain = kine.buildScene('ball-chain', { links: 6 });
  // Bent a little: a straight chain is singular for some methods.
  const start = chain.integrate(chain.restPose(), Float64Array.from({ length: chain.freedomCount }, (_, i) => (i % 3 === 2 ? 0.2 : 0.05)));
  const target: Vec3 = [0.3, 0.45, 0.2];
  const goals: Goal[] = [{ kind: 'reach', joint: 'tip', target }];

  it('has the methods that the studio shows', () => {
    expect(kine.methods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['jacobian', 'two-bone', 'ccd', 'fabrik', 'shake', 'full-body', 'hybrid']),
    );
  });

  for (const method of ['jacobian', 'ccd', 'fabrik', 'shake', 'full-body', 'hybrid'] as const) {
    it(`${method} reaches, says so, and leaves the pose it was given alone`, () => {
      const solver = chain.createSolver(method);
      const before = start.slice();
      const result = solver.solve(goals, start);
      const frames = chain.forward(result.pose);
      expect(result.outcome).toBe('reached');
      expect(length(minus(frames.position('tip'), target))).toBeLessThan(1e-4);
      expect(start).toEqual(before);
      expect(result.sentence).toMatch(/reached/);
      frames.dispose();
      solver.dispose();
    });

    it(`${method} has a curve that falls and ends where the solve does`, () => {
      const solver = chain.createSolver(method);
      const result = solver.solve(goals, start);
      const curve = solver.curve(goals, start, [0, 1, 2, 5, 400]);
      // Below the tolerance (1e-5 of the reach, which is 1) a solve may stop wherever it is.
      const errors = curve.map(({ positionError }) => Math.max(positionError, 1e-5));
      errors.slice(1).forEach((error, i) => expect(error).toBeLessThanOrEqual(errors[i] ?? 0));
      expect(curve.at(-1)?.positionError).toBe(result.positionError);
      // The setting is as it was.
      expect(solver.solve(goals, start).positionError).toBe(result.positionError);
      solver.dispose();
    });
  }

  it('refuses what a method cannot do with a sentence, and never throws for that', () => {
    const solver = chain.createSolver('fabrik');
    const result = solver.solve([{ kind: 'aim', joint: 'tip', axis: [1, 0, 0], target }], start);
    expect(result.outcome).toBe('badInput');
    expect(result.sentence.length).toBeGreaterThan(10);
    solver.dispose();
  });

  it('throws sentences for misuse', () => {
    expect(() => chain.createSolver('jacobian', { pole: [1, 0, 0] })).toThrow(KineError);
    expect(() => kine.buildScene('no such scene')).toThrow(KineError);
  });
});

describe('locking', () => {
  it('keeps a joint where it is, and the others take over', () => {
    const arm = kine.buildScene('seven-hinge-arm');
    const pose = kine.scenePose(arm, 'seven-hinge-arm', 'ready');
    const frames = arm.forward(pose);
    const tip = frames.position('tip');
    const locked = arm.changed({ elbow: { fixed: true } });
    const solver = locked.createSolver('full-body');
    const target: Vec3 = [tip[0] - 0.08, tip[1] + 0.1, tip[2] + 0.03];
    const result = solver.solve([{ kind: 'reach', joint: 'tip', target }], pose);
    const value = arm.joints[arm.joint('elbow')]?.firstValue ?? -1;
    expect(result.outcome).toBe('reached');
    expect(result.pose[value]).toBe(pose[value]);
    expect([...result.pose]).not.toEqual([...pose]);
    for (const thing of [solver, frames, locked, arm]) thing.dispose();
  });
});

describe('limbs', () => {
  it("solves Lander's arm both ways and with both elbows: the law of cosines agrees", () => {
    for (const strategy of ['algebraic', 'geometric'] as const) {
      for (const elbow of ['up', 'down'] as const) {
        const [x, y] = [0.31, -0.22];
        const solution = kine.limbs.planar(0.34, 0.3, x, y, { strategy, elbow });
        const cosine = (x * x + y * y - 0.34 ** 2 - 0.3 ** 2) / (2 * 0.34 * 0.3);
        expect(solution.reachability).toBe('reachable');
        expect(Math.abs(solution.elbow)).toBeCloseTo(Math.acos(cosine), 12);
        expect(solution.elbow < 0).toBe(elbow === 'up');
        expect(solution.cosElbow).toBeCloseTo(cosine, 12);
        expect(0.34 * Math.cos(solution.root) + 0.3 * Math.cos(solution.root + solution.elbow)).toBeCloseTo(x, 12);
        expect(0.34 * Math.sin(solution.root) + 0.3 * Math.sin(solution.root + solution.elbow)).toBeCloseTo(y, 12);
      }
    }
    expect(kine.limbs.planar(0.3, 0.2, 1, 0).reachability).toBe('tooFar');
    expect(kine.limbs.planar(0.3, 0.2, 0.05, 0).reachability).toBe('tooNear');
  });

  it('gives the ring of possible elbows', () => {
    const target: Vec3 = [0.3, 0.4, 0.1];
    const { centre, normal, radius } = kine.limbs.elbowRing(0.5, 0.4, [0, 0, 0], target);
    const distance = length(target);
    const along = (distance ** 2 + 0.5 ** 2 - 0.4 ** 2) / (2 * distance);
    expect(length(centre)).toBeCloseTo(along, 12);
    expect(radius).toBeCloseTo(Math.sqrt(0.5 ** 2 - along ** 2), 12);
    expect(length(cross(normal, target))).toBeCloseTo(0, 12);
  });
});

describe('screws', () => {
  it("Chasles' screw turns and shifts about one line", () => {
    const s = Math.SQRT1_2;
    const from = { translation: [0.2, 0, 0] as Vec3, rotation: [0, 0, 0, 1] as const };
    const to = { translation: [0, 0.2, 0.5] as Vec3, rotation: [0, 0, s, s] as const };
    const screw = kine.screws.screwBetween(from, to);
    expect(screw.angle).toBeCloseTo(Math.PI / 2, 12);
    expect(screw.distance).toBeCloseTo(0.5, 12);
    expect(screw.axis.direction[2]).toBeCloseTo(1, 12);
    const half = kine.screws.multiply(kine.screws.alongScrew(screw, 0.5), from);
    expect(half.translation[2]).toBeCloseTo(0.25, 12);
  });

  it('a line carried by a dual quaternion is the line through the carried points', () => {
    const transform = { translation: [0.3, -0.2, 0.9] as Vec3, rotation: [0.5, 0.5, -0.5, 0.5] as const };
    const [a, b]: [Vec3, Vec3] = [[1, 0, 0.5], [0.2, 0.7, -0.1]];
    const line = kine.screws.lineThrough(a, minus(b, a));
    const carried = kine.screws.carryLine(kine.screws.dualQuat(transform), line);
    const [p, q] = [kine.screws.apply(transform, a), kine.screws.apply(transform, b)];
    const unit = minus(q, p).map((x) => x / length(minus(q, p))) as unknown as Vec3;
    carried.direction.forEach((x, i) => expect(x).toBeCloseTo(unit[i] ?? NaN, 12));
    carried.moment.forEach((x, i) => expect(x).toBeCloseTo(cross(p, unit)[i] ?? NaN, 12));
  });
});

describe('speeds', () => {
  it('a stepper serves a constraint and says which directions it lost', () => {
    const hinges: JointDescription[] = [
      { name: 'a', kind: 'hinge', axis: [0, 0, 1] },
      { name: 'b', parent: 'a', kind: 'hinge', axis: [0, 1, 0] },
      { name: 'c', parent: 'b', kind: 'hinge', axis: [1, 0, 0] },
    ];
    const gimbal = kine.buildSkeleton(hinges);
    const stepper = gimbal.createStepper({ inverse: 'byRank', rankThreshold: 0.05 });
    const free = stepper.step([{ kind: 'twistRows', joint: 'c', rows: rowsOf(), values: [0.1, 0.2, 0.3] }], [0, 0, 0]);
    expect(free.outcome).toBe('reached');
    expect(free.rank).toBe(3);
    const locked = stepper.step([{ kind: 'twistRows', joint: 'c', rows: rowsOf(), values: [0, 0, 1] }], [0, Math.PI / 2, 0]);
    expect(locked.rank).toBe(2);
    stepper.dispose();
    gimbal.dispose();
  });
});

const rowsOf = () =>
  ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).map((angular) => ({ angular, linear: [0, 0, 0] as Vec3 }));

it('memory does not grow with use', () => {
  const arm = kine.buildScene('seven-hinge-arm');
  const solver = arm.createSolver('full-body');
  const goals: Goal[] = [{ kind: 'reach', joint: 'tip', target: [0.3, 0.2, 0.5] }];
  const run = (): void => {
    for (let i = 0; i < 200; ++i) {
      const changed = arm.changed({ elbow: { fixed: i % 2 === 0 } });
      solver.solve(goals, arm.restPose());
      changed.dispose();
    }
  };
  run();
  const before = kine.memoryBytes;
  run();
  expect(kine.memoryBytes).toBe(before);
  solver.dispose();
  arm.dispose();
});

it('the types of the wrapper and of the studio have no any', () => {
  const files = [
    ...readdirSync(new URL('bindings/wasm/src/', root)).map((name) => `bindings/wasm/src/${name}`),
    ...readdirSync(new URL('apps/studio/src/', root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `apps/studio/src/${name}`),
  ];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const code = readFileSync(new URL(file, root), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'[^'\n]*'|`[^`]*`/g, '');
    expect(/[:<|&,(]\s*any\b|\bas any\b/.test(code), file).toBe(false);
  }
});
