// Every method on the same chain and the same target.
import type { CurvePoint, Frames, Goal, Kine, Skeleton, SolveResult, Solver, Vec3 } from 'kine';
import { microsecondsOf } from '../../core/stopwatch';
import { ways, type Way } from './methods';
import { chainJoints, type ChainShape } from './skeletons';

/** So many iterations the curves show. */
export const curveLimits: readonly number[] = Array.from({ length: 41 }, (_, i) => i);

export interface Solution {
  readonly way: Way;
  readonly solver: Solver;
  /** Where the last solve ended: where the next may start. */
  pose: Float64Array;
  result: SolveResult;
  microseconds: number | undefined;
}

export class Solutions {
  readonly skeleton: Skeleton;
  readonly frames: Frames;
  readonly all: readonly Solution[];
  readonly rest: Float64Array;

  constructor(
    kine: Kine,
    readonly shape: ChainShape,
    target: Vec3,
  ) {
    this.skeleton = kine.buildSkeleton(chainJoints(shape));
    this.frames = this.skeleton.createFrames();
    this.rest = this.skeleton.restPose();
    const goals: Goal[] = [{ kind: 'reach', joint: 'tip', target }];
    this.all = ways
      .filter((way) => !way.twoBonesOnly || shape.links === 2)
      .map((way) => {
        const solver = this.skeleton.createSolver(way.method, way.settings);
        return { way, solver, pose: this.rest.slice(), result: solver.solve(goals, this.rest), microseconds: undefined };
      });
  }

  find(key: string): Solution | undefined {
    return this.all.find((solution) => solution.way.key === key);
  }

  goals(target: Vec3): Goal[] {
    return [{ kind: 'reach', joint: 'tip', target }];
  }

  solve(target: Vec3, fromRest: boolean, pole: Vec3 | undefined): void {
    const goals = this.goals(target);
    for (const solution of this.all) {
      if (solution.way.method === 'two-bone') solution.solver.set({ pole: pole ?? [0, 0, 0] });
      solution.result = solution.solver.solve(goals, fromRest ? this.rest : solution.pose);
      solution.pose = solution.result.pose;
    }
  }

  /** Error against iterations, from the rest pose, so that all start alike. */
  curve(solution: Solution, target: Vec3): CurvePoint[] {
    if (solution.way.method === 'two-bone') return [];
    return solution.solver.curve(this.goals(target), this.rest, curveLimits);
  }

  /** Microseconds of a solve from the rest pose. */
  time(solution: Solution, target: Vec3): void {
    const goals = this.goals(target);
    solution.microseconds = microsecondsOf((repeats) => void solution.solver.time(goals, this.rest, repeats), 3, 1.5);
  }

  /** The joints of a pose whose cone or twist is used up. */
  atLimit(pose: Float64Array): (joint: number) => boolean {
    const { cone, links } = this.shape;
    if (cone >= 180) return () => false;
    const limit = (cone * Math.PI) / 180 - 1e-4;
    const reached = new Set<number>();
    for (let joint = 0; joint < links; ++joint) {
      const { first, second, twist } = this.skeleton.ballAngles(joint, pose);
      if (Math.hypot(first, second) >= limit || Math.abs(twist) >= limit) reached.add(joint);
    }
    return (joint) => reached.has(joint);
  }

  dispose(): void {
    for (const { solver } of this.all) solver.dispose();
    this.frames.dispose();
    this.skeleton.dispose();
  }
}
