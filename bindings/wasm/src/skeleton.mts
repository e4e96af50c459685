import { findBones } from './bones.mjs';
import { Clip, kLocalSize, Shape } from './clip.mjs';
import { change, kKinds } from './describe.mjs';
import { Frames, quat, vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type CFunction, type Module } from './module.mjs';
import { Solver } from './solver.mjs';
import { Stepper } from './stepper.mjs';
import type {
  AxisSettings, BoneOverrides, BonesOrNot, FreedomInfo, FullJointDescription, JointChange, JointInfo, JointKind, JointRef,
  Limb, MethodName, Numbers, Range, SolverSettings, StepperSettings, Vec3,
} from './types.mjs';

/**
 * What can move: a tree (or several) of joints. It never changes.
 *
 * A pose is valueCount numbers, speeds are freedomCount numbers. A ball or free joint has more values than freedoms, so
 * poses move by `integrate` and are compared by `difference`, never by plain addition.
 */
export class Skeleton extends Handle {
  readonly jointCount: number;
  /** How many numbers a pose has (a ball has 4). */
  readonly valueCount: number;
  /** How many single motions all joints have (a ball has 3). */
  readonly axisCount: number;
  /** How many of them can be chosen independently: those that do not follow. */
  readonly freedomCount: number;
  /** The sum of all masses, kilograms. */
  readonly mass: number;
  readonly #module: Module;
  #joints: readonly JointInfo[] | undefined;
  #freedoms: readonly FreedomInfo[] | undefined;
  readonly #indices = new Map<string, number>();

  /** Kine.buildSkeleton makes these. */
  constructor(module: Module, pointer: number) {
    super(module, pointer, 'kine_skeleton_destroy', 'this skeleton was disposed of');
    this.#module = module;
    this.jointCount = module.call('kine_skeleton_joint_count', pointer);
    this.valueCount = module.call('kine_skeleton_value_count', pointer);
    this.axisCount = module.call('kine_skeleton_axis_count', pointer);
    this.freedomCount = module.call('kine_skeleton_freedom_count', pointer);
    this.mass = module.call('kine_skeleton_mass', pointer);
  }

  /** The index of a joint. An unknown name throws a KineError that names the nearest one. */
  joint(joint: JointRef): number {
    if (typeof joint === 'number') return joint;
    const known = this.#indices.get(joint);
    if (known !== undefined) return known;
    const module = this.#module;
    const [name = 0] = module.writeTexts(joint);
    const index = module.call('kine_skeleton_find', this.pointer, name, module.message, kMessageBytes);
    if (index < 0) throw new KineError(module.readMessage());
    this.#indices.set(joint, index);
    return index;
  }

  get joints(): readonly JointInfo[] {
    this.#joints ??= Array.from({ length: this.jointCount }, (_, i) => this.#jointInfo(i));
    return this.#joints;
  }

  get freedoms(): readonly FreedomInfo[] {
    this.#freedoms ??= Array.from({ length: this.freedomCount }, (_, i) => this.#freedomInfo(i));
    return this.#freedoms;
  }

  /** The joints as Kine.buildSkeleton takes them. */
  describe(): FullJointDescription[] {
    return Array.from({ length: this.jointCount }, (_, i) => this.#description(i));
  }

  /**
   * A new skeleton with some joints changed: locked, stretched, with other limits. Poses of this one fit it too. This
   * one stays as it is, and both are to be disposed of.
   * @param changes by the joints' names
   */
  changed(changes: Readonly<Record<string, JointChange>>): Skeleton {
    const module = this.#module;
    const builder = module.call('kine_builder_from_skeleton', this.pointer);
    try {
      for (const [name, joint] of Object.entries(changes)) {
        const index = this.joint(name);
        change(module, builder, index, module.call('kine_skeleton_joint_axis_count', this.pointer, index), joint);
      }
      const pointer = module.call('kine_builder_build', builder, module.message, kMessageBytes);
      if (pointer === 0) throw new KineError(module.readMessage());
      return new Skeleton(module, pointer);
    } finally {
      module.call('kine_builder_destroy', builder);
    }
  }

  /** A solver of this skeleton, to be disposed of. 'distance' is what 'shake' was called in 0.1. */
  createSolver(method: MethodName | 'distance', settings: SolverSettings = {}): Solver {
    const module = this.#module;
    const [name = 0] = module.writeTexts(method);
    const pointer = module.call('kine_solver_create', this.pointer, name, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    const solver = new Solver(module, this, pointer, method === 'distance' ? 'shake' : method);
    try {
      solver.set(settings);
    } catch (error) {
      solver.dispose();
      throw error;
    }
    return solver;
  }

  /** What solves for speeds, step by step; to be disposed of. */
  createStepper(settings: StepperSettings = {}): Stepper {
    const stepper = new Stepper(this.#module, this, this.#module.call('kine_stepper_create', this.pointer));
    try {
      stepper.set(settings);
    } catch (error) {
      stepper.dispose();
      throw error;
    }
    return stepper;
  }

  /**
   * A clip without frames, to be disposed of.
   * @param rate frames per second
   */
  createClip(name: string, rate: number): Clip {
    const [text = 0] = this.#module.writeTexts(name);
    const pointer = this.#module.call('kine_clip_create', this.pointer, text, rate);
    if (pointer === 0) throw new KineError(`a clip has a positive number of frames a second, not ${rate}`);
    return new Clip(this.#module, this, pointer);
  }

  /** The rest shape, to be disposed of. */
  createShape(): Shape {
    return new Shape(this.#module, this, this.#module.call('kine_shape_create', this.pointer));
  }

  /** Which joints are which parts of a human body. `up` is a direction in the skeleton's world. */
  boneMap({ up = [0, 1, 0], overrides = {} }: { up?: Vec3, overrides?: BoneOverrides } = {}): BonesOrNot {
    return findBones(this.#module, this, up, overrides);
  }

  /** The nearest joints above `tip` that make a two-bone limb; undefined where there are none. */
  limbAbove(tip: JointRef): Limb | undefined {
    const module = this.#module;
    const index = this.joint(tip);
    if (index < 0 || index >= this.jointCount) throw new KineError('there is no joint of that index');
    const [out = 0] = module.rooms(12);
    const status = module.call('kine_skeleton_limb', this.pointer, index, out, 0, 0);
    if (status !== 0) return undefined;
    const [root = -1, mid = -1, end = -1] = module.readInts(out, 3);
    return { root, mid, end } as Limb;
  }

  /** Where a ball joint stands in its limits' own coordinates, radians. */
  ballAngles(joint: JointRef, pose: Numbers): { first: number; second: number; twist: number } {
    const module = this.#module;
    const index = this.joint(joint);
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 24);
    module.writeDoubles(q, pose);
    module.check('kine_ball_angles', this.pointer, index, q, pose.length, out);
    const [first = 0, second = 0, twist = 0] = module.readDoubles(out, 3);
    return { first, second, twist };
  }

  /** Whether `ancestor` is `joint` or above it. */
  isAbove(ancestor: JointRef, joint: JointRef): boolean {
    const answer = this.#module.call('kine_skeleton_is_above', this.pointer, this.joint(ancestor), this.joint(joint));
    if (answer < 0) throw new KineError('there is no joint of that index');
    return answer === 1;
  }

  /** The freedom that moves an axis of a joint, its own or the one it follows. */
  freedomOf(joint: JointRef, axis = 0): number {
    const freedom = this.#module.call('kine_skeleton_freedom_of', this.pointer, this.joint(joint), axis);
    if (freedom < 0) throw new KineError('there is no such joint, or it has no such axis');
    return freedom;
  }

  /** Every joint at rest. */
  restPose(): Float64Array<ArrayBuffer> {
    const [pose = 0] = this.#module.rooms(8 * this.valueCount);
    this.#module.check('kine_rest_pose', this.pointer, pose, this.valueCount);
    return this.#module.readDoubles(pose, this.valueCount);
  }

  /** The pose moved along `speeds` for `dt` seconds. Limits are not looked at. */
  integrate(pose: Numbers, speeds: Numbers, dt = 1): Float64Array<ArrayBuffer> {
    const [q = 0, v = 0] = this.#module.write(pose, speeds);
    this.#module.check('kine_integrate', this.pointer, v, speeds.length, dt, q, pose.length);
    return this.#module.readDoubles(q, pose.length);
  }

  /** The speeds that lead from one pose to the other in one second, balls the short way. */
  difference(from: Numbers, to: Numbers): Float64Array<ArrayBuffer> {
    const module = this.#module;
    const [a = 0, b = 0, out = 0] = module.rooms(8 * from.length, 8 * to.length, 8 * this.freedomCount);
    module.writeDoubles(a, from);
    module.writeDoubles(b, to);
    this.#sameLength(from, to);
    this.#module.check('kine_difference', this.pointer, a, b, from.length, out, this.freedomCount);
    return module.readDoubles(out, this.freedomCount);
  }

  /** Between two poses: t = 0 gives a, t = 1 gives b. */
  blend(a: Numbers, b: Numbers, t: number): Float64Array<ArrayBuffer> {
    this.#sameLength(a, b);
    const [first = 0, second = 0] = this.#module.write(a, b);
    this.#module.check('kine_blend', this.pointer, first, second, t, first, a.length);
    return this.#module.readDoubles(first, a.length);
  }

  /** The nearest pose inside the limits, and whether anything moved. */
  clampToLimits(pose: Numbers): { pose: Float64Array<ArrayBuffer>; moved: boolean } {
    const module = this.#module;
    const [q = 0, moved = 0] = module.rooms(8 * pose.length, 4);
    module.writeDoubles(q, pose);
    this.#module.check('kine_clamp_to_limits', this.pointer, q, pose.length, moved);
    return { pose: module.readDoubles(q, pose.length), moved: module.readInt(moved) !== 0 };
  }

  /** How far outside its limits a pose is: the largest angle or distance; 0 inside. */
  limitViolation(pose: Numbers): number {
    const module = this.#module;
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 8);
    module.writeDoubles(q, pose);
    this.#module.check('kine_limit_violation', this.pointer, q, pose.length, out);
    return module.readDoubles(out, 1)[0] ?? 0;
  }

  /** The pose with every follower's value written and quaternions normalised. */
  tidy(pose: Numbers): Float64Array<ArrayBuffer> {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_tidy', this.pointer, q, pose.length);
    return this.#module.readDoubles(q, pose.length);
  }

  /** Whether a pose is of the right length, finite, and its quaternions have a length to speak of. */
  isUsable(pose: Numbers): boolean {
    const [q = 0] = this.#module.write(pose);
    return this.#module.call('kine_is_usable', this.pointer, q, pose.length) === 1;
  }

  /** For every joint parent_from_joint in ten floats: translation, rotation, scale. */
  toLocalTransforms(pose: Numbers): Float32Array<ArrayBuffer> {
    const module = this.#module;
    const count = kLocalSize * this.jointCount;
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 4 * count);
    module.writeDoubles(q, pose);
    this.#module.check('kine_to_local_transforms', this.pointer, q, pose.length, out, count);
    return module.readFloats(out, count);
  }

  /**
   * The pose nearest to local transforms, starting from the present one, and the largest turn (radians) and shift
   * (metres) that no joint can make.
   */
  fromLocalTransforms(
    locals: Numbers,
    present: Numbers = this.restPose(),
  ): { pose: Float64Array<ArrayBuffer>; angleGap: number; distanceGap: number } {
    const module = this.#module;
    const [l = 0, q = 0, gap = 0] = module.rooms(4 * locals.length, 8 * present.length, 16);
    module.writeFloats(l, locals);
    module.writeDoubles(q, present);
    this.#module.check('kine_from_local_transforms', this.pointer, l, locals.length, q, present.length, gap);
    const [angleGap = 0, distanceGap = 0] = module.readDoubles(gap, 2);
    return { pose: module.readDoubles(q, present.length), angleGap, distanceGap };
  }

  /** Room for where every joint is. */
  createFrames(): Frames {
    return new Frames(this.#module, this, this.#module.call('kine_frames_create', this.pointer));
  }

  /**
   * Where every joint is when the joints have these values. Fills `frames`, or new ones, which are then yours to
   * dispose of.
   */
  forward(pose: Numbers, frames?: Frames): Frames {
    const target = frames ?? this.createFrames();
    try {
      const [q = 0] = this.#module.write(pose);
      this.#module.check('kine_forward', this.pointer, q, pose.length, target.pointer);
    } catch (error) {
      if (!frames) target.dispose();
      throw error;
    }
    return target;
  }

  #sameLength(a: Numbers, b: Numbers): void {
    if (a.length !== b.length) throw new KineError(`two poses have ${a.length} and ${b.length} values`);
  }

  #jointInfo(index: number): JointInfo {
    const ask = (name: CFunction) => this.#module.call(name, this.pointer, index);
    const [out = 0] = this.#module.rooms(8 * kLocalSize);
    this.#module.check('kine_skeleton_joint_rest', this.pointer, index, out);
    const rest = this.#module.readDoubles(out, kLocalSize);
    return Object.freeze({
      name: this.#module.readText(ask('kine_skeleton_joint_name')),
      kind: kKinds[ask('kine_skeleton_joint_kind')] as JointKind,
      parent: ask('kine_skeleton_joint_parent'),
      firstValue: ask('kine_skeleton_joint_first_value'),
      valueCount: ask('kine_skeleton_joint_value_count'),
      firstAxis: ask('kine_skeleton_joint_first_axis'),
      axisCount: ask('kine_skeleton_joint_axis_count'),
      translation: vec3(rest, 0),
      rotation: quat(rest, 3),
      scale: vec3(rest, 7),
    });
  }

  #freedomInfo(index: number): FreedomInfo {
    const ask = (name: CFunction) => this.#module.call(name, this.pointer, index);
    const [out = 0] = this.#module.rooms(16);
    this.#module.check('kine_skeleton_freedom_limits', this.pointer, index, out);
    const [lower = -Infinity, upper = Infinity] = this.#module.readDoubles(out, 2);
    return Object.freeze({
      joint: ask('kine_skeleton_freedom_joint'),
      axis: ask('kine_skeleton_freedom_axis'),
      value: ask('kine_skeleton_freedom_value'),
      limits: [lower, upper] as Range,
      maxSpeed: ask('kine_skeleton_freedom_max_speed'),
      weight: ask('kine_skeleton_freedom_weight'),
      fixed: ask('kine_skeleton_freedom_fixed') === 1,
    });
  }

  #description(index: number): FullJointDescription {
    const module = this.#module;
    const info = this.joints[index] as JointInfo;
    const [out = 0] = module.rooms(80);
    module.check('kine_skeleton_joint_mass', this.pointer, index, out);
    const mass = module.readDoubles(out, 4);
    const directions = Array.from({ length: info.axisCount }, (_, axis) => {
      module.check('kine_skeleton_axis_direction', this.pointer, index, axis, out);
      return vec3(module.readDoubles(out, 3), 0);
    });
    const joint: FullJointDescription = {
      name: info.name,
      kind: info.kind,
      translation: info.translation,
      rotation: info.rotation,
      scale: info.scale,
      axes: directions.map((_, axis) => this.#axisSettings(index, axis)),
      mass: mass[0] ?? 0,
      centreOfMass: vec3(mass, 1),
    };
    const parent = this.joints[info.parent];
    if (parent) joint.parent = parent.name;
    const [axis] = directions;
    if (axis && (info.kind === 'hinge' || info.kind === 'slider')) joint.axis = axis;
    if (info.kind === 'euler') joint.euler = directions;
    if (info.kind === 'ball') {
      module.check('kine_skeleton_ball_limits', this.pointer, index, out);
      const ball = module.readDoubles(out, 10);
      const [swingFirst = 0, swingSecond = 0, lower = 0, upper = 0] = ball.subarray(6);
      joint.ball = { twistAxis: vec3(ball, 0), firstAxis: vec3(ball, 3), swing: [swingFirst, swingSecond],
        twist: [lower, upper] };
    }
    return joint;
  }

  #axisSettings(index: number, axis: number): AxisSettings {
    const module = this.#module;
    const [out = 0] = module.rooms(80);
    module.check('kine_skeleton_axis_settings', this.pointer, index, axis, out);
    const [lower = 0, upper = 0, maxSpeed = 0, weight = 0] = module.readDoubles(out, 4);
    const settings: AxisSettings = { limits: [lower, upper], maxSpeed, weight,
      fixed: module.call('kine_skeleton_axis_fixed', this.pointer, index, axis) === 1 };
    const leader = module.call('kine_skeleton_axis_leader', this.pointer, index, axis, out);
    const leading = leader >= 0 ? this.joints[leader] : undefined;
    if (leading) {
      const [leaderAxis = 0, factor = 0, offset = 0] = module.readDoubles(out, 3);
      settings.follows = { joint: leading.name, axis: leaderAxis, factor, offset };
    }
    return settings;
  }
}
