/** Rigid displacements, screws, lines and twists. Kine.screws has these. */
export class Screws {
    /** @param {Module} module */
    constructor(module: Module);
    /** a_from_c = a_from_b * b_from_c. @param {Transform} aFromB @param {Transform} bFromC */
    multiply(aFromB: Transform, bFromC: Transform): Transform;
    /** @param {Transform} aFromB */
    inverse(aFromB: Transform): Transform;
    /** A point of b in a's coordinates. @param {Transform} aFromB @param {Vec3} point */
    apply(aFromB: Transform, point: Vec3): Vec3;
    /** The displacement after one second of a constant twist. @param {Twist} twist */
    exp(twist: Twist): Transform;
    /** The twist that makes a displacement in one second, the short way. @param {Transform} displacement */
    log(displacement: Transform): Twist;
    /** Between two displacements along the screw that joins them. @param {Transform} a @param {Transform} b @param {number} t */
    blend(a: Transform, b: Transform, t: number): Transform;
    /** The screw of a displacement (Chasles). @param {Transform} displacement */
    screwOf(displacement: Transform): Screw;
    /** The screw in the world that leads from one pose to another. @param {Transform} from @param {Transform} to */
    screwBetween(from: Transform, to: Transform): Screw;
    /** The displacement of a part of a screw: t = 0 is none, t = 1 the whole. @param {Screw} screw @param {number} t */
    alongScrew(screw: Screw, t?: number): Transform;
    /** @param {Transform} transform */
    dualQuat(transform: Transform): DualQuat;
    /** @param {DualQuat} dualQuat */
    transformOf(dualQuat: DualQuat): Transform;
    /** a * b: b first, then a. @param {DualQuat} a @param {DualQuat} b */
    multiplyDualQuats(a: DualQuat, b: DualQuat): DualQuat;
    /** The nearest unit one. @param {DualQuat} dualQuat */
    normalise(dualQuat: DualQuat): DualQuat;
    /** A line carried by the sandwich q l q*. @param {DualQuat} dualQuat @param {Line} line */
    carryLine(dualQuat: DualQuat, line: Line): Line;
    /** A twist carried by the same sandwich. @param {DualQuat} dualQuat @param {Twist} twist */
    carryTwist(dualQuat: DualQuat, twist: Twist): Twist;
    /** @param {Vec3} point @param {Vec3} direction any length but zero */
    lineThrough(point: Vec3, direction: Vec3): Line;
    /** The line that leads from one point to another. @param {Vec3} first @param {Vec3} second */
    lineThroughPoints(first: Vec3, second: Vec3): Line;
    /** The twist that leads from one pose to another in one second. @param {Transform} from @param {Transform} to */
    twistBetween(from: Transform, to: Transform): Twist;
    /** The line's point that is nearest to a point. @param {Line} line @param {Vec3} point */
    closestPoint(line: Line, point: Vec3): Vec3;
    /** How the second line is turned and shifted against the first. @param {Line} first @param {Line} second */
    between(first: Line, second: Line): LinesBetween;
    /** The velocity of a body's point. @param {Twist} twist @param {Vec3} point */
    velocityAt(twist: Twist, point: Vec3): Vec3;
    #private;
}
import type { Transform } from './types.mjs';
import type { Vec3 } from './types.mjs';
import type { Twist } from './types.mjs';
import type { Screw } from './types.mjs';
import type { DualQuat } from './types.mjs';
import type { Line } from './types.mjs';
import type { LinesBetween } from './types.mjs';
import type { Module } from './module.mjs';
