// @ts-check
/** @import { Blocker, CurvePoint, Goal, MethodName, Numbers, Outcome, Report, SolveResult, SolverSettings, TimedResult }
 *    from './types.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
import { GoalList } from './goals.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';

/** @type {readonly Outcome[]} */
export const kOutcomes = ['reached', 'notFound', 'unreachable', 'badInput'];
const kBallParts = /** @type {const} */ (['none', 'swing', 'twist']);
const kChoices = { inverse: ['damped', 'paper', 'transpose', 'selectivelyDamped'] };

/** A method with its settings and its working memory: finds poses that meet goals. Skeleton.createSolver makes these. */
export class Solver extends Handle {
  #module;
  #goals;
  #frames;

  /** @param {Module} module @param {Skeleton} skeleton @param {number} pointer @param {MethodName} method */
  constructor(module, skeleton, pointer, method) {
    super(module, pointer, 'kine_solver_destroy', 'this solver was disposed of');
    this.#module = module;
    /** @readonly */
    this.skeleton = skeleton;
    /** @readonly */
    this.method = method;
    this.#goals = new GoalList(module, skeleton);
    this.#frames = skeleton.createFrames();
  }

  /** Gives its memory back. A second call does nothing. */
  dispose() {
    super.dispose();
    this.#goals.dispose();
    this.#frames.dispose();
  }

  /** Changes settings. One that the method does not have, or that cannot be, throws. @param {SolverSettings} settings */
  set(settings) {
    applySettings(this.#module, this, 'kine_solver', kChoices, Object.entries(settings));
  }

  /**
   * Jacobian: a pose to stay near in what freedom the goals leave (see the setting `ease`); none without one.
   * @param {Numbers} [pose]
   */
  setPosture(pose) {
    const q = pose ? this.#module.write(pose)[0] ?? 0 : 0;
    this.#module.check('kine_solver_set_posture', this.pointer, q, pose ? pose.length : 0);
  }

  /** All settings of the method as numbers: joints by index, choices by their place, a pole as poleX, poleY, poleZ. */
  get settings() {
    return readSettings(this.#module, this.pointer, 'kine_solver');
  }

  /**
   * Solves from a pose, which stays as it is.
   * @param {readonly Goal[]} goals @param {Numbers} pose @returns {SolveResult}
   */
  solve(goals, pose) {
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
   * @param {readonly Goal[]} goals @param {Numbers} pose @returns {Report}
   */
  explain(goals, pose) {
    const q = this.#begin(goals, pose);
    this.#module.check('kine_explain', this.pointer, this.#goals.pointer, q, pose.length);
    return this.#report();
  }

  /**
   * The error after so many iterations, for each of the limits: a solve of its own from the same pose.
   * @param {readonly Goal[]} goals @param {Numbers} pose @param {Iterable<number>} limits @returns {CurvePoint[]}
   */
  curve(goals, pose, limits) {
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
   * @param {readonly Goal[]} goals @param {Numbers} pose @param {number} repeats @returns {TimedResult}
   */
  time(goals, pose, repeats = 1) {
    const module = this.#module;
    const q = this.#begin(goals, pose);
    const start = performance.now();
    for (let i = 0; i < repeats; ++i) {
      module.writeDoubles(q, pose);
      module.call('kine_solve', this.pointer, this.#goals.pointer, q, pose.length);
    }
    return { microseconds: (1000 * (performance.now() - start)) / repeats, repeats };
  }

  /** Where the pose lies; good until the next use of rooms. @param {readonly Goal[]} goals @param {Numbers} pose */
  #begin(goals, pose) {
    void this.pointer;  // throws where it was disposed of
    this.#goals.fill(goals);
    const [q = 0] = this.#module.rooms(8 * pose.length, 16);
    this.#module.writeDoubles(q, pose);
    return q;
  }

  #numbers() {
    const ask = (/** @type {string} */ what) => this.#module.call(`kine_solver_${what}`, this.pointer);
    return {
      outcome: /** @type {Outcome} */ (kOutcomes[ask('outcome')]),
      positionError: ask('position_error'),
      angleError: ask('angle_error'),
      iterations: ask('iterations'),
    };
  }

  /** @returns {Report} */
  #report() {
    const module = this.#module;
    module.check('kine_solver_sentence', this.pointer, module.message, kMessageBytes);
    const count = module.call('kine_solver_blocker_count', this.pointer);
    const worstGoal = module.call('kine_solver_worst_goal', this.pointer);
    const sentence = module.readMessage();
    return { ...this.#numbers(), worstGoal, sentence, blockers: Array.from({ length: count }, (_, i) => this.#blocker(i)) };
  }

  /** @param {number} i @returns {Blocker} */
  #blocker(i) {
    const module = this.#module;
    const ask = (/** @type {string} */ what) => module.call(`kine_solver_blocker_${what}`, this.pointer, i);
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
