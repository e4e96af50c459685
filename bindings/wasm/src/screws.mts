import { quat, vec3 } from './frames.mjs';
import type { CFunction, Module } from './module.mjs';
import type { DualQuat, Line, LinesBetween, Screw, Transform, Twist, Vec3 } from './types.mjs';

/** Rigid displacements, screws, lines and twists. Kine.screws has these. */
export class Screws {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /** a_from_c = a_from_b * b_from_c. */
  multiply(aFromB: Transform, bFromC: Transform): Transform {
    return toTransform(this.#ask('kine_transform_multiply', 7, [fromTransform(aFromB), fromTransform(bFromC)]));
  }

  inverse(aFromB: Transform): Transform {
    return toTransform(this.#ask('kine_transform_inverse', 7, [fromTransform(aFromB)]));
  }

  /** A point of b in a's coordinates. */
  apply(aFromB: Transform, point: Vec3): Vec3 {
    return vec3(this.#ask('kine_transform_point', 3, [fromTransform(aFromB), point]), 0);
  }

  /** The displacement after one second of a constant twist. */
  exp(twist: Twist): Transform {
    return toTransform(this.#ask('kine_transform_exp', 7, [fromTwist(twist)]));
  }

  /** The twist that makes a displacement in one second, the short way. */
  log(displacement: Transform): Twist {
    return toTwist(this.#ask('kine_transform_log', 6, [fromTransform(displacement)]));
  }

  /** Between two displacements along the screw that joins them. */
  blend(a: Transform, b: Transform, t: number): Transform {
    return toTransform(this.#ask('kine_transform_blend', 7, [fromTransform(a), fromTransform(b)], t));
  }

  /** The screw of a displacement (Chasles). */
  screwOf(displacement: Transform): Screw {
    return toScrew(this.#ask('kine_screw_of', 8, [fromTransform(displacement)]));
  }

  /** The screw in the world that leads from one pose to another. */
  screwBetween(from: Transform, to: Transform): Screw {
    return toScrew(this.#ask('kine_screw_between', 8, [fromTransform(from), fromTransform(to)]));
  }

  /** The displacement of a part of a screw: t = 0 is none, t = 1 the whole. */
  alongScrew(screw: Screw, t = 1): Transform {
    const numbers = [...fromLine(screw.axis), screw.angle, screw.distance];
    return toTransform(this.#ask('kine_screw_transform', 7, [numbers], t));
  }

  dualQuat(transform: Transform): DualQuat {
    return toDualQuat(this.#ask('kine_dual_quat_of', 8, [fromTransform(transform)]));
  }

  transformOf(dualQuat: DualQuat): Transform {
    return toTransform(this.#ask('kine_dual_quat_transform', 7, [fromDualQuat(dualQuat)]));
  }

  /** a * b: b first, then a. */
  multiplyDualQuats(a: DualQuat, b: DualQuat): DualQuat {
    return toDualQuat(this.#ask('kine_dual_quat_multiply', 8, [fromDualQuat(a), fromDualQuat(b)]));
  }

  /** The nearest unit one. */
  normalise(dualQuat: DualQuat): DualQuat {
    return toDualQuat(this.#ask('kine_dual_quat_normalise', 8, [fromDualQuat(dualQuat)]));
  }

  /** A line carried by the sandwich q l q*. */
  carryLine(dualQuat: DualQuat, line: Line): Line {
    return toLine(this.#ask('kine_dual_quat_line', 6, [fromDualQuat(dualQuat), fromLine(line)]));
  }

  /** A twist carried by the same sandwich. */
  carryTwist(dualQuat: DualQuat, twist: Twist): Twist {
    return toTwist(this.#ask('kine_dual_quat_twist', 6, [fromDualQuat(dualQuat), fromTwist(twist)]));
  }

  /** @param direction any length but zero */
  lineThrough(point: Vec3, direction: Vec3): Line {
    return toLine(this.#ask('kine_line_through', 6, [point, direction]));
  }

  /** The line that leads from one point to another. */
  lineThroughPoints(first: Vec3, second: Vec3): Line {
    return this.lineThrough(first, [second[0] - first[0], second[1] - first[1], second[2] - first[2]]);
  }

  /** The twist that leads from one pose to another in one second. */
  twistBetween(from: Transform, to: Transform): Twist {
    return this.log(this.multiply(to, this.inverse(from)));
  }

  /** The line's point that is nearest to a point. */
  closestPoint(line: Line, point: Vec3): Vec3 {
    return vec3(this.#ask('kine_line_closest_point', 3, [fromLine(line), point]), 0);
  }

  /** How the second line is turned and shifted against the first. */
  between(first: Line, second: Line): LinesBetween {
    const numbers = this.#ask('kine_line_between', 8, [fromLine(first), fromLine(second)]);
    const [angle = 0, distance = 0] = numbers;
    return { angle, distance, onFirst: vec3(numbers, 2), onSecond: vec3(numbers, 5) };
  }

  /** The velocity of a body's point. */
  velocityAt(twist: Twist, point: Vec3): Vec3 {
    return vec3(this.#ask('kine_twist_velocity_at', 3, [fromTwist(twist), point]), 0);
  }

  /** @param count of the numbers that come out */
  #ask(name: CFunction, count: number, arrays: readonly (readonly number[])[], ...numbers: number[]): Float64Array {
    const module = this.#module;
    const pointers = module.rooms(8 * count, ...arrays.map((array) => 8 * array.length));
    const [out = 0, ...inputs] = pointers;
    arrays.forEach((array, i) => module.writeDoubles(inputs[i] ?? 0, array));
    module.check(name, ...inputs, ...numbers, out);
    return module.readDoubles(out, count);
  }
}

const fromTransform = (t: Transform): number[] => [...t.translation, ...t.rotation];
const fromTwist = (t: Twist): number[] => [...t.angular, ...t.linear];
const fromLine = (l: Line): number[] => [...l.direction, ...l.moment];
const fromDualQuat = (q: DualQuat): number[] => [...q.real, ...q.dual];
const toTransform = (n: Float64Array): Transform => ({ translation: vec3(n, 0), rotation: quat(n, 3) });
const toTwist = (n: Float64Array): Twist => ({ angular: vec3(n, 0), linear: vec3(n, 3) });
const toLine = (n: Float64Array): Line => ({ direction: vec3(n, 0), moment: vec3(n, 3) });
const toScrew = (n: Float64Array): Screw => ({ axis: toLine(n), angle: n[6] ?? 0, distance: n[7] ?? 0 });
const toDualQuat = (n: Float64Array): DualQuat => ({ real: quat(n, 0), dual: quat(n, 4) });
