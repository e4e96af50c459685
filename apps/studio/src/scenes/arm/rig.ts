// An arm as it is solved: its skeleton with the present locks, solvers and frames. They come and go together.
import type { Frames, Kine, Skeleton, Solver } from 'kine';
import type { ArmKind } from './arms';

export class Rig {
  readonly kind: ArmKind;
  /** Without locks. */
  readonly base: Skeleton;
  readonly home: Float64Array;
  skeleton: Skeleton;
  solver: Solver;
  /** A second one, for questions that must not disturb the first. */
  judge: Solver;
  /** The tool alone: the nearest of all its poses, or all of them. */
  global: Solver;
  frames: Frames;

  constructor(kine: Kine, kind: ArmKind) {
    this.kind = kind;
    this.base = kind.build(kine);
    this.home = kind.home(kine, this.base);
    [this.skeleton, this.solver, this.judge, this.global, this.frames] = this.#make([]);
  }

  /** The same joints with these locked, so poses carry over. */
  lock(joints: readonly string[]): void {
    this.#release();
    [this.skeleton, this.solver, this.judge, this.global, this.frames] = this.#make(joints);
  }

  dispose(): void {
    this.#release();
    this.base.dispose();
  }

  #make(locked: readonly string[]): [Skeleton, Solver, Solver, Solver, Frames] {
    const skeleton = this.base.changed(Object.fromEntries(locked.map((joint) => [joint, { fixed: true }])));
    const global = skeleton.createSolver('global', { choice: 'nearest' });
    return [skeleton, skeleton.createSolver('full-body'), skeleton.createSolver('full-body'), global, skeleton.createFrames()];
  }

  #release(): void {
    for (const thing of [this.solver, this.judge, this.global, this.frames, this.skeleton]) thing.dispose();
  }
}
