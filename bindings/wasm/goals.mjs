// @ts-check
/** @import { Goal, GoalOptions, Numbers, Vec3 } from './types.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
import { KineError } from './module.mjs';

/** By the number that C gives them. */
const kGoalKinds = /** @type {const} */ ({
  reach: 0, orient: 1, place: 2, aim: 3, hold: 4, centreOfMass: 5, distance: 6, halfSpace: 7, coincide: 0, relative: 2,
});

/** A list of goals in the module's memory, filled anew for each solve. */
export class GoalList {
  #module;
  #skeleton;
  #pointer;

  /** @param {Module} module @param {Skeleton} skeleton */
  constructor(module, skeleton) {
    this.#module = module;
    this.#skeleton = skeleton;
    this.#pointer = module.call('kine_goals_create', skeleton.pointer);
  }

  dispose() {
    this.#module.call('kine_goals_destroy', this.#pointer);
    this.#pointer = 0;
  }

  get pointer() {
    return this.#pointer;
  }

  /** @param {readonly Goal[]} goals */
  fill(goals) {
    this.#module.check('kine_goals_clear', this.#pointer);
    for (const goal of goals) this.#add(goal);
  }

  /**
   * How far each goal is missed, on frames that `forward` filled.
   * @param {number} frames @param {number} pose where the pose lies @param {number} size
   */
  errors(frames, pose, size) {
    const module = this.#module;
    const count = module.call('kine_goals_count', this.#pointer);
    const out = module.rooms(8 * size, 16)[1] ?? 0; // behind the pose
    return Array.from({ length: count }, (_, i) => {
      module.check('kine_goals_error', this.#pointer, i, frames, pose, size, out);
      const [position = 0, angle = 0] = module.readDoubles(out, 2);
      return { position, angle };
    });
  }

  /** @param {Goal} goal */
  #add(goal) {
    const kind = kGoalKinds[goal.kind];
    if (kind === undefined) throw new KineError(`${JSON.stringify(goal.kind)} is no kind of goal`);
    const joint = 'joint' in goal ? this.#skeleton.joint(goal.joint) : -1;
    const index = this.#module.call('kine_goals_add', this.#pointer, kind, joint);
    if (index < 0) throw new KineError(`a goal names joint ${joint}, of which there is none`);
    this.#setWanted(index, goal);
    this.#setOptions(index, goal);
  }

  /** @param {number} index @param {Goal} goal */
  #setWanted(index, goal) {
    switch (goal.kind) {
      case 'reach':
      case 'centreOfMass':
        this.#set('target', index, goal.target);
        break;
      case 'orient':
        this.#set('orientation', index, goal.orientation);
        break;
      case 'aim':
        this.#set('axis', index, goal.axis);
        this.#set('target', index, goal.target);
        break;
      case 'hold':
        this.#setPosture(index, goal.posture);
        break;
      case 'distance':
        this.#set('target', index, goal.target);
        this.#module.check('kine_goals_set_bounds', this.#pointer, index, 0, ...goal.range);
        break;
      case 'halfSpace':
        this.#set('target', index, goal.point);
        this.#set('axis', index, goal.normal);
        break;
      case 'place':
        this.#set('target', index, goal.target);
        this.#set('orientation', index, goal.orientation);
        break;
      case 'relative':
        this.#set('orientation', index, goal.orientation);
      // falls through
      case 'coincide':
        this.#set('target', index, goal.target);
        this.#module.check('kine_goals_set_frame', this.#pointer, index, this.#skeleton.joint(goal.to));
    }
  }

  /** @param {number} index @param {GoalOptions} options */
  #setOptions(index, { offset, frame, weight, priority, fade, bounds }) {
    const module = this.#module;
    if (offset) this.#set('offset', index, offset);
    if (frame !== undefined) module.check('kine_goals_set_frame', this.#pointer, index, this.#skeleton.joint(frame));
    if (weight !== undefined) module.check('kine_goals_set_weight', this.#pointer, index, weight);
    if (priority !== undefined) module.check('kine_goals_set_priority', this.#pointer, index, priority);
    if (fade !== undefined) module.check('kine_goals_set_fade', this.#pointer, index, fade);
    bounds?.forEach((range, row) => range && module.check('kine_goals_set_bounds', this.#pointer, index, row, ...range));
  }

  /** @param {number} index @param {Numbers} posture */
  #setPosture(index, posture) {
    const [pointer = 0] = this.#module.write(posture);
    this.#module.check('kine_goals_set_posture', this.#pointer, index, pointer, posture.length);
  }

  /**
   * @param {'target' | 'orientation' | 'axis' | 'offset'} what
   * @param {number} index @param {readonly number[] | Vec3} numbers
   */
  #set(what, index, numbers) {
    this.#module.check(`kine_goals_set_${what}`, this.#pointer, index, ...numbers);
  }
}
