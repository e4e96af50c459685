import { Handle } from './handle.mjs';
import type { CFunction, Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Ellipsoid, JacobianOptions, JointRef, Matrix, Numbers, Quat, Rows, Vec3 } from './types.mjs';

const kRows: readonly Rows[] = ['linear', 'angular', 'full'];
const kWorld = -1;

/** Where every joint is, in the world: filled by Skeleton.forward. */
export class Frames extends Handle {
  readonly skeleton: Skeleton;
  readonly #module: Module;

  /** Skeleton.createFrames makes these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_frames_destroy', 'these frames were disposed of');
    this.#module = module;
    this.skeleton = skeleton;
  }

  /** A point of a joint in the world; the joint's origin where no offset is given. */
  position(joint: JointRef, offset?: Vec3): Vec3 {
    const module = this.#module;
    const index = this.skeleton.joint(joint);
    const [out = 0, from = 0] = module.rooms(24, 24);
    if (offset) module.writeDoubles(from, offset);
    this.#module.check('kine_frames_position', this.pointer, index, offset ? from : 0, out);
    return vec3(module.readDoubles(out, 3), 0);
  }

  /** The rotation of a joint in the world, scales left out. */
  rotation(joint: JointRef): Quat {
    const index = this.skeleton.joint(joint);
    const [out = 0] = this.#module.rooms(32);
    this.#module.check('kine_frames_rotation', this.pointer, index, out);
    return quat(this.#module.readDoubles(out, 4), 0);
  }

  /** x, y, z of all joints. */
  positions(): Float64Array<ArrayBuffer> {
    return this.#allDoubles('kine_frames_positions', 3 * this.skeleton.jointCount);
  }

  /** x, y, z, w of all joints. */
  rotations(): Float64Array<ArrayBuffer> {
    return this.#allDoubles('kine_frames_rotations', 4 * this.skeleton.jointCount);
  }

  /** world_from_joint of all joints, scale and shear included: 4 x 4 matrices column by column, as WebGL takes them. */
  matrices(): Float32Array<ArrayBuffer> {
    const count = 16 * this.skeleton.jointCount;
    const [out = 0] = this.#module.rooms(4 * count);
    this.#module.check('kine_frames_matrices', this.pointer, out, count);
    return this.#module.readFloats(out, count);
  }

  /** The Jacobian of a point of a joint: column f is the velocity of the point when freedom f moves at speed one. */
  jacobian(joint: JointRef, options: JacobianOptions = {}): Matrix {
    const module = this.#module;
    const { offset = [0, 0, 0], rows = 'full', relativeTo, withFixed = false } = options;
    const index = this.skeleton.joint(joint);
    const reference = relativeTo === undefined ? kWorld : this.skeleton.joint(relativeTo);
    const rowCount = rows === 'full' ? 6 : 3;
    const columns = this.skeleton.freedomCount;
    const [out = 0, from = 0] = module.rooms(8 * rowCount * columns, 24);
    module.writeDoubles(from, offset);
    module.check('kine_jacobian', this.skeleton.pointer, this.pointer, index, from, kRows.indexOf(rows), reference,
      withFixed ? 1 : 0, out, rowCount * columns);
    return { rows: rowCount, columns, values: module.readDoubles(out, rowCount * columns) };
  }

  /** How a joint moves when the freedoms move at these speeds: its angular velocity, and the velocity of the point. */
  velocityOf(joint: JointRef, speeds: Numbers, offset: Vec3 = [0, 0, 0]): { angular: Vec3; linear: Vec3 } {
    const module = this.#module;
    const index = this.skeleton.joint(joint);
    const [out = 0, from = 0, v = 0] = module.rooms(48, 24, 8 * speeds.length);
    module.writeDoubles(from, offset);
    module.writeDoubles(v, speeds);
    module.check('kine_velocity_of', this.skeleton.pointer, this.pointer, index, from, v, speeds.length, out);
    const numbers = module.readDoubles(out, 6);
    return { angular: vec3(numbers, 0), linear: vec3(numbers, 3) };
  }

  /** The centre of all masses in the world; without any mass the world's origin. */
  centreOfMass(): Vec3 {
    const [out = 0] = this.#module.rooms(24);
    this.#module.check('kine_centre_of_mass', this.skeleton.pointer, this.pointer, out);
    return vec3(this.#module.readDoubles(out, 3), 0);
  }

  /** Its Jacobian, three rows. */
  centreOfMassJacobian({ withFixed = false }: { withFixed?: boolean } = {}): Matrix {
    const columns = this.skeleton.freedomCount;
    const [out = 0] = this.#module.rooms(24 * columns);
    this.#module.check('kine_centre_of_mass_jacobian', this.skeleton.pointer, this.pointer, withFixed ? 1 : 0, out,
      3 * columns);
    return { rows: 3, columns, values: this.#module.readDoubles(out, 3 * columns) };
  }

  /** What every axis of the skeleton turns about or slides along: x, y, z of each. */
  axes(): Float64Array<ArrayBuffer> {
    return this.#allDoubles('kine_frames_axes', 3 * this.skeleton.axisCount);
  }

  /**
   * The rim of the cone in which a ball joint's bone may swing: x, y, z of `count` directions of the bone in the world,
   * from the joint's origin.
   */
  cone(joint: JointRef, count: number): Float64Array<ArrayBuffer> {
    const index = this.skeleton.joint(joint);
    const [out = 0] = this.#module.rooms(24 * Math.max(count, 0));
    this.#module.check('kine_frames_cone', this.pointer, index, count, out, 3 * count);
    return this.#module.readDoubles(out, 3 * count);
  }

  /** How readily a point moves (or its joint turns) in each direction of the world: the manipulability ellipsoid. */
  manipulability(
    joint: JointRef,
    { offset = [0, 0, 0], rows = 'linear' }: { offset?: Vec3; rows?: 'linear' | 'angular' } = {},
  ): Ellipsoid {
    const module = this.#module;
    const index = this.skeleton.joint(joint);
    const [out = 0, from = 0] = module.rooms(96, 24);
    module.writeDoubles(from, offset);
    module.check('kine_manipulability', this.skeleton.pointer, this.pointer, index, from, kRows.indexOf(rows), out);
    const numbers = module.readDoubles(out, 12);
    const [first = 0, second = 0, third = 0] = numbers;
    return {
      values: [first, second, third],
      directions: [vec3(numbers, 3), vec3(numbers, 6), vec3(numbers, 9)],
      measure: first * second * third,
      inverseCondition: first > 0 ? third / first : 0,
    };
  }

  #allDoubles(name: CFunction, count: number): Float64Array<ArrayBuffer> {
    const [out = 0] = this.#module.rooms(8 * count);
    this.#module.check(name, this.pointer, out, count);
    return this.#module.readDoubles(out, count);
  }
}

export function vec3(numbers: Float64Array, at: number): Vec3 {
  const [x = 0, y = 0, z = 0] = numbers.subarray(at, at + 3);
  return [x, y, z];
}

export function quat(numbers: Float64Array, at: number): Quat {
  const [x = 0, y = 0, z = 0, w = 0] = numbers.subarray(at, at + 4);
  return [x, y, z, w];
}
