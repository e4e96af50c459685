import { KineError, type Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Goal, GoalError, GoalOptions, Numbers, PlaceGoal, RelativeGoal } from './types.mjs';

/** By the number that C gives them. */
const kGoalKinds = {
  reach: 0, orient: 1, place: 2, aim: 3, hold: 4, centreOfMass: 5, distance: 6, halfSpace: 7, coincide: 0, relative: 2,
} as const;

/** A list of goals in the module's memory, filled anew for each solve. */
export class GoalList {
  readonly #module: Module;
  readonly #skeleton: Skeleton;
  #pointer: number;

  constructor(module: Module, skeleton: Skeleton) {
    this.#module = module;
    this.#skeleton = skeleton;
    this.#pointer = module.call('kine_goals_create', skeleton.pointer);
  }

  dispose(): void {
    this.#module.call('kine_goals_destroy', this.#pointer);
    this.#pointer = 0;
  }

  get pointer(): number {
    return this.#pointer;
  }

  fill(goals: readonly Goal[]): void {
    this.#module.check('kine_goals_clear', this.#pointer);
    for (const goal of goals) this.#add(goal);
  }

  /**
   * How far each goal is missed, on frames that `forward` filled.
   * @param pose where the pose lies
   */
  errors(frames: number, pose: number, size: number): GoalError[] {
    const module = this.#module;
    const count = module.call('kine_goals_count', this.#pointer);
    const out = module.rooms(8 * size, 16)[1] ?? 0; // behind the pose
    return Array.from({ length: count }, (_, i) => {
      module.check('kine_goals_error', this.#pointer, i, frames, pose, size, out);
      const [position = 0, angle = 0] = module.readDoubles(out, 2);
      return { position, angle };
    });
  }

  #add(goal: Goal): void {
    const kind = kGoalKinds[goal.kind];
    if (kind === undefined) throw new KineError(`${JSON.stringify(goal.kind)} is no kind of goal`);
    const joint = 'joint' in goal ? this.#skeleton.joint(goal.joint) : -1;
    const index = this.#module.call('kine_goals_add', this.#pointer, kind, joint);
    if (index < 0) throw new KineError(`a goal names joint ${joint}, of which there is none`);
    this.#setWanted(index, goal);
    this.#setOptions(index, goal);
  }

  #setWanted(index: number, goal: Goal): void {
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
        this.#setArray('posture', index, goal.posture);
        if (goal.freedomWeights) this.#setArray('freedom_weights', index, goal.freedomWeights);
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
        this.#setTurned(index, goal);
        break;
      case 'relative':
        this.#setTurned(index, goal);
      // falls through
      case 'coincide':
        this.#set('target', index, goal.target);
        this.#module.check('kine_goals_set_frame', this.#pointer, index, this.#skeleton.joint(goal.to));
    }
  }

  #setOptions(index: number, { offset, frame, weight, priority, fade, pole, bounds }: GoalOptions): void {
    const module = this.#module;
    if (offset) this.#set('offset', index, offset);
    if (pole) this.#set('pole', index, pole);
    if (frame !== undefined) module.check('kine_goals_set_frame', this.#pointer, index, this.#skeleton.joint(frame));
    if (weight !== undefined) module.check('kine_goals_set_weight', this.#pointer, index, weight);
    if (priority !== undefined) module.check('kine_goals_set_priority', this.#pointer, index, priority);
    if (fade !== undefined) module.check('kine_goals_set_fade', this.#pointer, index, fade);
    bounds?.forEach((range, row) => range && module.check('kine_goals_set_bounds', this.#pointer, index, row, ...range));
  }

  #setTurned(index: number, { orientation, tool }: PlaceGoal | RelativeGoal): void {
    this.#set('orientation', index, orientation);
    if (!tool) return;
    const [pointer = 0] = this.#module.write([...tool.translation, ...tool.rotation]);
    this.#module.check('kine_goals_set_tool', this.#pointer, index, pointer);
  }

  #setArray(what: 'posture' | 'freedom_weights', index: number, numbers: Numbers): void {
    const [pointer = 0] = this.#module.write(numbers);
    this.#module.check(`kine_goals_set_${what}`, this.#pointer, index, pointer, numbers.length);
  }

  #set(what: 'target' | 'orientation' | 'axis' | 'offset' | 'pole', index: number, numbers: readonly number[]): void {
    this.#module.check(`kine_goals_set_${what}`, this.#pointer, index, ...numbers);
  }
}
