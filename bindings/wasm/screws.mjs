// @ts-check
/** @import { DualQuat, Line, LinesBetween, Screw, Transform, Twist, Vec3 } from './types.mjs' */
/** @import { Module } from './module.mjs' */
import { quat, vec3 } from './frames.mjs';

/** Rigid displacements, screws, lines and twists. Kine.screws has these. */
export class Screws {
  #module;

  /** @param {Module} module */
  constructor(module) {
    this.#module = module;
  }

  /** a_from_c = a_from_b * b_from_c. @param {Transform} aFromB @param {Transform} bFromC */
  multiply(aFromB, bFromC) {
    return toTransform(this.#ask('kine_transform_multiply', 7, [fromTransform(aFromB), fromTransform(bFromC)]));
  }

  /** @param {Transform} aFromB */
  inverse(aFromB) {
    return toTransform(this.#ask('kine_transform_inverse', 7, [fromTransform(aFromB)]));
  }

  /** A point of b in a's coordinates. @param {Transform} aFromB @param {Vec3} point */
  apply(aFromB, point) {
    return vec3(this.#ask('kine_transform_point', 3, [fromTransform(aFromB), point]), 0);
  }

  /** The displacement after one second of a constant twist. @param {Twist} twist */
  exp(twist) {
    return toTransform(this.#ask('kine_transform_exp', 7, [fromTwist(twist)]));
  }

  /** The twist that makes a displacement in one second, the short way. @param {Transform} displacement */
  log(displacement) {
    return toTwist(this.#ask('kine_transform_log', 6, [fromTransform(displacement)]));
  }

  /** Between two displacements along the screw that joins them. @param {Transform} a @param {Transform} b @param {number} t */
  blend(a, b, t) {
    return toTransform(this.#ask('kine_transform_blend', 7, [fromTransform(a), fromTransform(b)], t));
  }

  /** The screw of a displacement (Chasles). @param {Transform} displacement */
  screwOf(displacement) {
    return toScrew(this.#ask('kine_screw_of', 8, [fromTransform(displacement)]));
  }

  /** The screw in the world that leads from one pose to another. @param {Transform} from @param {Transform} to */
  screwBetween(from, to) {
    return toScrew(this.#ask('kine_screw_between', 8, [fromTransform(from), fromTransform(to)]));
  }

  /** The displacement of a part of a screw: t = 0 is none, t = 1 the whole. @param {Screw} screw @param {number} t */
  alongScrew(screw, t = 1) {
    const numbers = [...fromLine(screw.axis), screw.angle, screw.distance];
    return toTransform(this.#ask('kine_screw_transform', 7, [numbers], t));
  }

  /** @param {Transform} transform */
  dualQuat(transform) {
    return toDualQuat(this.#ask('kine_dual_quat_of', 8, [fromTransform(transform)]));
  }

  /** @param {DualQuat} dualQuat */
  transformOf(dualQuat) {
    return toTransform(this.#ask('kine_dual_quat_transform', 7, [fromDualQuat(dualQuat)]));
  }

  /** a * b: b first, then a. @param {DualQuat} a @param {DualQuat} b */
  multiplyDualQuats(a, b) {
    return toDualQuat(this.#ask('kine_dual_quat_multiply', 8, [fromDualQuat(a), fromDualQuat(b)]));
  }

  /** The nearest unit one. @param {DualQuat} dualQuat */
  normalise(dualQuat) {
    return toDualQuat(this.#ask('kine_dual_quat_normalise', 8, [fromDualQuat(dualQuat)]));
  }

  /** A line carried by the sandwich q l q*. @param {DualQuat} dualQuat @param {Line} line */
  carryLine(dualQuat, line) {
    return toLine(this.#ask('kine_dual_quat_line', 6, [fromDualQuat(dualQuat), fromLine(line)]));
  }

  /** A twist carried by the same sandwich. @param {DualQuat} dualQuat @param {Twist} twist */
  carryTwist(dualQuat, twist) {
    return toTwist(this.#ask('kine_dual_quat_twist', 6, [fromDualQuat(dualQuat), fromTwist(twist)]));
  }

  /** @param {Vec3} point @param {Vec3} direction any length but zero */
  lineThrough(point, direction) {
    return toLine(this.#ask('kine_line_through', 6, [point, direction]));
  }

  /** The line that leads from one point to another. @param {Vec3} first @param {Vec3} second */
  lineThroughPoints(first, second) {
    return this.lineThrough(first, [second[0] - first[0], second[1] - first[1], second[2] - first[2]]);
  }

  /** The twist that leads from one pose to another in one second. @param {Transform} from @param {Transform} to */
  twistBetween(from, to) {
    return this.log(this.multiply(to, this.inverse(from)));
  }

  /** The line's point that is nearest to a point. @param {Line} line @param {Vec3} point */
  closestPoint(line, point) {
    return vec3(this.#ask('kine_line_closest_point', 3, [fromLine(line), point]), 0);
  }

  /** How the second line is turned and shifted against the first. @param {Line} first @param {Line} second */
  between(first, second) {
    const numbers = this.#ask('kine_line_between', 8, [fromLine(first), fromLine(second)]);
    const [angle = 0, distance = 0] = numbers;
    return /** @type {LinesBetween} */ ({ angle, distance, onFirst: vec3(numbers, 2), onSecond: vec3(numbers, 5) });
  }

  /** The velocity of a body's point. @param {Twist} twist @param {Vec3} point */
  velocityAt(twist, point) {
    return vec3(this.#ask('kine_twist_velocity_at', 3, [fromTwist(twist), point]), 0);
  }

  /**
   * @param {`kine_${string}`} name @param {number} count of the numbers that come out
   * @param {readonly (readonly number[])[]} arrays @param {...number} numbers
   */
  #ask(name, count, arrays, ...numbers) {
    const module = this.#module;
    const pointers = module.rooms(8 * count, ...arrays.map((array) => 8 * array.length));
    const [out = 0, ...inputs] = pointers;
    arrays.forEach((array, i) => module.writeDoubles(inputs[i] ?? 0, array));
    module.check(name, ...inputs, ...numbers, out);
    return module.readDoubles(out, count);
  }
}

/** @param {Transform} t */
const fromTransform = (t) => [...t.translation, ...t.rotation];
/** @param {Twist} t */
const fromTwist = (t) => [...t.angular, ...t.linear];
/** @param {Line} l */
const fromLine = (l) => [...l.direction, ...l.moment];
/** @param {DualQuat} q */
const fromDualQuat = (q) => [...q.real, ...q.dual];
/** @param {Float64Array} n @returns {Transform} */
const toTransform = (n) => ({ translation: vec3(n, 0), rotation: quat(n, 3) });
/** @param {Float64Array} n @returns {Twist} */
const toTwist = (n) => ({ angular: vec3(n, 0), linear: vec3(n, 3) });
/** @param {Float64Array} n @returns {Line} */
const toLine = (n) => ({ direction: vec3(n, 0), moment: vec3(n, 3) });
/** @param {Float64Array} n @returns {Screw} */
const toScrew = (n) => ({ axis: toLine(n), angle: n[6] ?? 0, distance: n[7] ?? 0 });
/** @param {Float64Array} n @returns {DualQuat} */
const toDualQuat = (n) => ({ real: quat(n, 0), dual: quat(n, 4) });
