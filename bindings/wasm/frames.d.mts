/** @param {Float64Array} numbers @param {number} at @returns {Vec3} */
export function vec3(numbers: Float64Array, at: number): Vec3;
/** @param {Float64Array} numbers @param {number} at @returns {Quat} */
export function quat(numbers: Float64Array, at: number): Quat;
/** Where every joint is, in the world: filled by Skeleton.forward. */
export class Frames extends Handle {
    /** Skeleton.createFrames makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
    constructor(module: Module, skeleton: Skeleton, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /**
     * A point of a joint in the world; the joint's origin where no offset is given.
     * @param {JointRef} joint @param {Vec3} [offset] @returns {Vec3}
     */
    position(joint: JointRef, offset?: Vec3): Vec3;
    /** The rotation of a joint in the world, scales left out. @param {JointRef} joint @returns {Quat} */
    rotation(joint: JointRef): Quat;
    /** x, y, z of all joints. */
    positions(): Float64Array<ArrayBuffer>;
    /** x, y, z, w of all joints. */
    rotations(): Float64Array<ArrayBuffer>;
    /** world_from_joint of all joints, scale and shear included: 4 x 4 matrices column by column, as WebGL takes them. */
    matrices(): Float32Array<ArrayBuffer>;
    /**
     * The Jacobian of a point of a joint: column f is the velocity of the point when freedom f moves at speed one.
     * @param {JointRef} joint @param {JacobianOptions} options @returns {Matrix}
     */
    jacobian(joint: JointRef, options?: JacobianOptions): Matrix;
    /**
     * How a joint moves when the freedoms move at these speeds: its angular velocity, and the velocity of the point.
     * @param {JointRef} joint @param {Numbers} speeds @param {Vec3} offset @returns {{ angular: Vec3, linear: Vec3 }}
     */
    velocityOf(joint: JointRef, speeds: Numbers, offset?: Vec3): {
        angular: Vec3;
        linear: Vec3;
    };
    /** The centre of all masses in the world; without any mass the world's origin. @returns {Vec3} */
    centreOfMass(): Vec3;
    /** Its Jacobian, three rows. @param {{ withFixed?: boolean }} options @returns {Matrix} */
    centreOfMassJacobian({ withFixed }?: {
        withFixed?: boolean;
    }): Matrix;
    /** What every axis of the skeleton turns about or slides along: x, y, z of each. */
    axes(): Float64Array<ArrayBuffer>;
    /**
     * The rim of the cone in which a ball joint's bone may swing: x, y, z of `count` directions of the bone in the world,
     * from the joint's origin.
     * @param {JointRef} joint @param {number} count
     */
    cone(joint: JointRef, count: number): Float64Array<ArrayBuffer>;
    /**
     * How readily a point moves (or its joint turns) in each direction of the world: the manipulability ellipsoid.
     * @param {JointRef} joint @param {{ offset?: Vec3, rows?: 'linear' | 'angular' }} options @returns {Ellipsoid}
     */
    manipulability(joint: JointRef, { offset, rows }?: {
        offset?: Vec3;
        rows?: "linear" | "angular";
    }): Ellipsoid;
    #private;
}
import type { Vec3 } from './types.mjs';
import type { Quat } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { JointRef } from './types.mjs';
import type { JacobianOptions } from './types.mjs';
import type { Matrix } from './types.mjs';
import type { Numbers } from './types.mjs';
import type { Ellipsoid } from './types.mjs';
import type { Module } from './module.mjs';
