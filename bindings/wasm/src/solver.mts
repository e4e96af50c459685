import type { Frames } from './frames.mjs';
import { GoalList } from './goals.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import type {
  ArmSolution, ArmStructure, Blocker, CurvePoint, Goal, JointRef, MethodName, Numbers, Outcome, Report, SolveResult, SolverSettings, TimedResult,
} from './types.mjs';

export const kOutcomes: readonly Outcome[] = ['reached', 'notFound', 'unreachable', 'badInput'];
const kBallParts = ['none', 'swing', 'twist'] as const;
const kChoices = {
  inverse: ['damped', 'paper', 'transpose', 'selectivelyDamped'],
  choice: ['quick', 'nearest', 'posture', 'farFromLimits', 'manipulable'],
};

/** A method with its settings and its working memory: finds poses that meet goals. Skeleton.createSolver makes these. */
export class Solver extends Handle {
  readonly skeleton: Skeleton;
  readonly method: MethodName;
  readonly #module: Module;
  readonly #goals: GoalList;
  readonly #frames: Frames;

  constructor(module: Module, skeleton: Skeleton, pointer: number, method: MethodName) {
    super(module, pointer, 'kine_solver_destroy', 'this solver was disposed of');
    this.#module = module;
    this.skeleton = skeleton;
    this.method = method;
    this.#goals = new GoalList(module, skeleton);
    this.#frames = skeleton.createFrames();
  }

  /** Gives its memory back. A second call does nothing. */
  override dispose(): void {
    super.dispose();
    this.#goals.dispose();
    this.#frames.dispose();
  }

  /** Changes settings. One that the method does not have, or that cannot be, throws. */
  set(settings: SolverSettings): void {
    applySettings(this.#module, this, 'kine_solver', kChoices, Object.entries(settings));
  }

  /**
   * Jacobian: a pose to stay near in what freedom the goals leave (see the setting `ease`); none without one. Global: the
   * pose that the choice 'posture' means.
   */
  setPosture(pose?: Numbers): void {
    const q = pose ? this.#module.write(pose)[0] ?? 0 : 0;
    this.#module.check('kine_solver_set_posture', this.pointer, q, pose ? pose.length : 0);
  }

  /**
   * Locks joints for the solves to come, without another skeleton: they stay as the pose has them. Where a value follows
   * another, the one that it follows is locked.
   */
  lock(...joints: JointRef[]): void {
    for (const joint of joints) this.#setLocked(joint, 1);
  }

  /** Lets joints move again. What the skeleton fixes stays fixed. */
  unlock(...joints: JointRef[]): void {
    for (const joint of joints) this.#setLocked(joint, 0);
  }

  /** Locks everything, before `unlock` of what may move. */
  lockAll(): void {
    this.#module.check('kine_solver_set_all_locked', this.pointer, 1);
  }

  unlockAll(): void {
    this.#module.check('kine_solver_set_all_locked', this.pointer, 0);
  }

  /** Locks one freedom by its index, or lets it move again. */
  setFreedomLocked(freedom: number, locked = true): void {
    this.#module.check('kine_solver_set_freedom_locked', this.pointer, freedom, locked ? 1 : 0);
  }

  /** False where a freedom is locked. */
  mayMove(freedom: number): boolean {
    const answer = this.#module.call('kine_solver_may_move', this.pointer, freedom);
    if (answer < 0) throw new KineError(`there is no freedom ${freedom}`);
    return answer === 1;
  }

  #setLocked(joint: JointRef, locked: 0 | 1): void {
    this.#module.check('kine_solver_set_locked', this.pointer, this.skeleton.joint(joint), locked);
  }

  /** All settings of the method as numbers: joints by index, choices by their place, a pole as poleX, poleY, poleZ. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_solver');
  }

  /** Solves from a pose, which stays as it is. */
  solve(goals: readonly Goal[], pose: Numbers): SolveResult {
    const module = this.#module;
    const q = this.#begin(goals, pose);
    module.check('kine_solve', this.pointer, this.#goals.pointer, q, pose.length);
    const solved = module.readDoubles(q, pose.length);
    const report = this.#report();
    if (report.outcome === 'badInput') return { ...report, pose: solved, goalErrors: [] };
    module.check('kine_forward', this.skeleton.pointer, q, pose.length, this.#frames.pointer);
    return { ...report, pose: solved, goalErrors: this.#goals.errors(this.#frames.pointer, q, pose.length) };
  }

  /**
   * After a solve that missed, with the same goals and the pose that it gave: what stood in the way, and by how much
   * each limit would have to give way. Takes its time: for people, not for every frame.
   */
  explain(goals: readonly Goal[], pose: Numbers): Report {
    const q = this.#begin(goals, pose);
    this.#module.check('kine_explain', this.pointer, this.#goals.pointer, q, pose.length);
    return this.#report();
  }

  /** Global: all poses, nearest to the given one first; `complete`: they are proved to be all. */
  solveAll(goals: readonly Goal[], pose: Numbers, most = 64): { solutions: ArmSolution[]; complete: boolean } {
    const module = this.#module;
    this.#goals.fill(goals);
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 32);
    module.writeDoubles(q, pose);
    module.check('kine_solve_all', this.pointer, this.#goals.pointer, q, pose.length, most);
    const count = module.call('kine_solver_solution_count', this.pointer);
    const solutions = Array.from({ length: count }, (_, i) => {
      module.check('kine_solver_solution', this.pointer, i, q, pose.length, out);
      const [branch = -1, lower = 0, upper = 0, distance = 0] = module.readDoubles(out, 4);
      const found = module.readDoubles(q, pose.length);
      return { pose: found, branch, name: this.#branchName(goals[0], branch), interval: [lower, upper] as const, distance };
    });
    return { solutions, complete: module.call('kine_solver_solutions_complete', this.pointer) === 1 };
  }

  /** Global: what it sees in the arm that carries a joint, as it is locked now. */
  structure(joint: JointRef): ArmStructure {
    const tip = this.skeleton.joint(joint);
    this.#module.check('kine_solver_structure', this.pointer, tip, this.#module.message, kMessageBytes);
    return { sentence: this.#module.readMessage(), searched: this.#module.call('kine_solver_searched_joint', this.pointer, tip) };
  }

  #branchName(goal: Goal | undefined, branch: number): string {
    if (branch < 0 || goal === undefined || !('joint' in goal)) return '';
    const tip = this.skeleton.joint(goal.joint as JointRef);
    this.#module.check('kine_solver_branch_name', this.pointer, tip, branch, this.#module.message, kMessageBytes);
    return this.#module.readMessage();
  }

  /** The error after so many iterations, for each of the limits: a solve of its own from the same pose. */
  curve(goals: readonly Goal[], pose: Numbers, limits: Iterable<number>): CurvePoint[] {
    const module = this.#module;
    const name = module.word('max_iterations');
    const before = module.call('kine_solver_get', this.pointer, name);
    if (Number.isNaN(before)) throw new KineError(`the method ${this.method} does not iterate`);
    const q = this.#begin(goals, pose);
    // A second try would hide where the first one is after so many iterations.
    const again = module.word('try_again');
    const tries = module.call('kine_solver_get', this.pointer, again);
    if (!Number.isNaN(tries)) module.call('kine_solver_set', this.pointer, again, 0);
    try {
      return Array.from(limits, (limit) => {
        if (module.call('kine_solver_set', this.pointer, name, limit) !== 0)
          throw new KineError(`there cannot be ${limit} iterations`);
        module.writeDoubles(q, pose);
        module.check('kine_solve', this.pointer, this.#goals.pointer, q, pose.length);
        return { limit, ...this.#numbers() };
      });
    } finally {
      module.call('kine_solver_set', this.pointer, name, before);
      if (!Number.isNaN(tries)) module.call('kine_solver_set', this.pointer, again, tries);
    }
  }

  /**
   * How long a solve takes: the same one over and over, from the same pose, and the mean. Clocks in browsers are
   * coarse, so choose enough repeats.
   */
  time(goals: readonly Goal[], pose: Numbers, repeats = 1): TimedResult {
    const module = this.#module;
    const q = this.#begin(goals, pose);
    const start = performance.now();
    for (let i = 0; i < repeats; ++i) {
      module.writeDoubles(q, pose);
      module.call('kine_solve', this.pointer, this.#goals.pointer, q, pose.length);
    }
    return { microseconds: (1000 * (performance.now() - start)) / repeats, repeats };
  }

  /** Where the pose lies; good until the next use of rooms. */
  #begin(goals: readonly Goal[], pose: Numbers): number {
    void this.pointer; // throws where it was disposed of
    this.#goals.fill(goals);
    const [q = 0] = this.#module.rooms(8 * pose.length, 16);
    this.#module.writeDoubles(q, pose);
    return q;
  }

  #numbers(): Pick<Report, 'outcome' | 'positionError' | 'angleError' | 'iterations'> {
    const ask = (what: string) => this.#module.call(`kine_solver_${what}`, this.pointer);
    return {
      outcome: kOutcomes[ask('outcome')] as Outcome,
      positionError: ask('position_error'),
      angleError: ask('angle_error'),
      iterations: ask('iterations'),
    };
  }

  #report(): Report {
    const module = this.#module;
    module.check('kine_solver_sentence', this.pointer, module.message, kMessageBytes);
    const count = module.call('kine_solver_blocker_count', this.pointer);
    const worstGoal = module.call('kine_solver_worst_goal', this.pointer);
    const sentence = module.readMessage();
    return { ...this.#numbers(), worstGoal, sentence, blockers: Array.from({ length: count }, (_, i) => this.#blocker(i)) };
  }

  #blocker(i: number): Blocker {
    const module = this.#module;
    const ask = (what: string) => module.call(`kine_solver_blocker_${what}`, this.pointer, i);
    module.check('kine_solver_blocker_numbers', this.pointer, i, module.message);
    const [at = 0, gain = 0, relax = 0] = module.readDoubles(module.message, 3);
    return {
      joint: ask('joint'),
      axis: ask('axis'),
      ballPart: kBallParts[ask('ball_part')] ?? 'none',
      goal: ask('goal'),
      at,
      gain,
      relax,
    };
  }
}
