import { Handle } from './handle.mjs';
import { KineError, type Module } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import { kOutcomes } from './solver.mjs';
import type {
  Binding, Constraint, ConstraintOptions, ConstraintResult, Numbers, Outcome, StepResult, StepperSettings, Twist,
} from './types.mjs';

const kConstraintKinds = {
  turnAbout: 0, followPose: 1, followPoint: 2, stayInPlane: 3, twistRows: 4,
} as const;
const kBindings = ['lower', 'upper', 'speed', 'ballSwing', 'ballTwist'] as const;
const kChoices = { inverse: ['plain', 'byRank', 'damped'] };

/** Speeds of the joints that give links the velocities asked for, a step of time at a time. */
export class Stepper extends Handle {
  readonly skeleton: Skeleton;
  readonly #module: Module;
  #constraints: number;

  /** Skeleton.createStepper makes these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_stepper_destroy', 'this stepper was disposed of');
    this.#module = module;
    this.skeleton = skeleton;
    this.#constraints = module.call('kine_constraints_create', skeleton.pointer);
  }

  /** Gives its memory back. A second call does nothing. */
  override dispose(): void {
    super.dispose();
    this.#module.call('kine_constraints_destroy', this.#constraints);
    this.#constraints = 0;
  }

  set(settings: StepperSettings): void {
    applySettings(this.#module, this, 'kine_stepper', kChoices, Object.entries(settings));
  }

  /** All settings as numbers; choices by their place. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_stepper');
  }

  /** Fixes a freedom beside those that the skeleton fixes, or frees it again. What a fixed one moves at is its speed. */
  setFixed(freedom: number, fixed = true): void {
    this.#module.check('kine_stepper_set_fixed', this.pointer, freedom, fixed ? 1 : 0);
  }

  /** One step from a pose, which stays as it is. `speeds` say what fixed freedoms move at. */
  step(
    constraints: readonly Constraint[],
    pose: Numbers,
    speeds: Numbers = new Float64Array(this.skeleton.freedomCount),
  ): StepResult {
    const module = this.#module;
    const pointer = this.pointer; // says so where it was disposed of
    module.check('kine_constraints_clear', this.#constraints);
    for (const constraint of constraints) this.#add(constraint);
    const [v = 0, q = 0] = module.write(speeds, pose);
    module.check('kine_step', pointer, this.#constraints, v, speeds.length, q, pose.length);
    return {
      pose: module.readDoubles(q, pose.length),
      speeds: module.readDoubles(v, speeds.length),
      ...this.#report(),
      constraints: constraints.map((_, i) => this.#constraintResult(i)),
      bindings: this.#bindings(),
    };
  }

  #add(constraint: Constraint): void {
    const kind = kConstraintKinds[constraint.kind];
    if (kind === undefined) throw new KineError(`${JSON.stringify(constraint.kind)} is no kind of constraint`);
    const joint = this.skeleton.joint(constraint.joint);
    const index = this.#module.call('kine_constraints_add', this.#constraints, kind, joint);
    if (index < 0) throw new KineError(`a constraint names joint ${joint}, of which there is none`);
    switch (constraint.kind) {
      case 'turnAbout':
        this.#set('axis', index, constraint.axis);
        if (constraint.axisInJoint) this.#set('axis_in_joint', index, constraint.axisInJoint);
        if (constraint.axisVelocity) this.#setVelocity(index, { angular: constraint.axisVelocity, linear: [0, 0, 0] });
        break;
      case 'followPose':
        this.#set('target', index, constraint.target);
        this.#set('orientation', index, constraint.orientation);
        if (constraint.velocity) this.#setVelocity(index, constraint.velocity);
        break;
      case 'followPoint':
        this.#set('target', index, constraint.target);
        if (constraint.velocity) this.#setVelocity(index, { angular: [0, 0, 0], linear: constraint.velocity });
        break;
      case 'stayInPlane':
        this.#set('target', index, constraint.point);
        this.#set('axis', index, constraint.normal);
        if (constraint.velocity) this.#setVelocity(index, constraint.velocity);
        break;
      case 'twistRows':
        this.#setRows(index, constraint.rows, constraint.values);
    }
    this.#setOptions(index, constraint);
  }

  #setOptions(index: number, { offset, weight, correct }: ConstraintOptions): void {
    if (offset) this.#set('offset', index, offset);
    if (weight !== undefined) this.#module.check('kine_constraints_set_weight', this.#constraints, index, weight);
    if (correct !== undefined)
      this.#module.check('kine_constraints_set_correct', this.#constraints, index, correct ? 1 : 0);
  }

  #setVelocity(index: number, { angular, linear }: Twist): void {
    const [twist = 0] = this.#module.write([...angular, ...linear]);
    this.#module.check('kine_constraints_set_velocity', this.#constraints, index, twist);
  }

  #setRows(index: number, rows: readonly Twist[], values: readonly number[]): void {
    if (rows.length !== values.length) throw new KineError(`${rows.length} rows have ${values.length} values`);
    const [numbers = 0, wanted = 0] = this.#module.write(
      rows.flatMap(({ angular, linear }) => [...angular, ...linear]), values);
    this.#module.check('kine_constraints_set_rows', this.#constraints, index, rows.length, numbers, wanted);
  }

  #set(
    what: 'target' | 'orientation' | 'axis' | 'axis_in_joint' | 'offset',
    index: number,
    numbers: readonly number[],
  ): void {
    this.#module.check(`kine_constraints_set_${what}`, this.#constraints, index, ...numbers);
  }

  #report(): Omit<StepResult, 'pose' | 'speeds' | 'constraints' | 'bindings'> {
    const module = this.#module;
    const ask = (name: string) => module.call('kine_stepper_result', this.pointer, module.word(name));
    return {
      outcome: kOutcomes[module.call('kine_stepper_outcome', this.pointer)] as Outcome,
      fault: module.readText(module.call('kine_stepper_fault', this.pointer)),
      scale: ask('scale'),
      compensated: ask('compensated') === 1,
      angular: ask('angular'),
      linear: ask('linear'),
      general: ask('general'),
      angleError: ask('angle_error'),
      positionError: ask('position_error'),
      worstConstraint: ask('worst_constraint'),
      rows: ask('rows'),
      columns: ask('columns'),
      rank: ask('rank'),
      parts: ask('parts'),
      clamped: ask('clamped'),
    };
  }

  #constraintResult(i: number): ConstraintResult {
    const module = this.#module;
    const ask = (name: string) =>
      module.call('kine_stepper_constraint_result', this.pointer, i, module.word(name));
    return {
      angular: ask('angular'),
      linear: ask('linear'),
      general: ask('general'),
      angleError: ask('angle_error'),
      positionError: ask('position_error'),
      scale: ask('scale'),
      part: ask('part'),
    };
  }

  #bindings(): Binding[] {
    const module = this.#module;
    const count = module.call('kine_stepper_result', this.pointer, module.word('binding_count'));
    return Array.from({ length: count }, (_, i) => ({
      freedom: module.call('kine_stepper_binding_freedom', this.pointer, i),
      limit: kBindings[module.call('kine_stepper_binding_limit', this.pointer, i)] ?? 'speed',
    }));
  }
}
