/** @import { Module } from './module.mjs' */
/** @typedef {import('./types.mjs').AxisSettings} AxisSettings */
/** @typedef {import('./types.mjs').BallLimits} BallLimits */
/** @typedef {import('./types.mjs').FreedomInfo} FreedomInfo */
/** @typedef {import('./types.mjs').Follow} Follow */
/** @typedef {import('./types.mjs').JacobianOptions} JacobianOptions */
/** @typedef {import('./types.mjs').JointDescription} JointDescription */
/** @typedef {import('./types.mjs').JointInfo} JointInfo */
/** @typedef {import('./types.mjs').JointKind} JointKind */
/** @typedef {import('./types.mjs').JointRef} JointRef */
/** @typedef {import('./types.mjs').Matrix} Matrix */
/** @typedef {import('./types.mjs').Numbers} Numbers */
/** @typedef {import('./types.mjs').Quat} Quat */
/** @typedef {import('./types.mjs').Range} Range */
/** @typedef {import('./types.mjs').Rows} Rows */
/** @typedef {import('./types.mjs').Source} Source */
/** @typedef {import('./types.mjs').Vec3} Vec3 */
/** The library, loaded. */
export class Kine {
    /**
     * Loads kine.wasm from its bytes, its address, or a module that is compiled already.
     * @param {Source} source
     * @returns {Promise<Kine>}
     */
    static load(source: Source): Promise<Kine>;
    /** Kine.load makes these. @param {Module} module */
    constructor(module: Module);
    /** The version of the library, such as '0.1.0'. */
    get version(): string;
    /** How many bytes of memory the module has. It never gives any back to the system. */
    get memoryBytes(): number;
    /**
     * Makes a skeleton. A description that will not do throws a KineError whose message says why.
     * @param {Iterable<JointDescription>} joints parents before their children
     * @returns {Skeleton}
     */
    buildSkeleton(joints: Iterable<JointDescription>): Skeleton;
    #private;
}
export type AxisSettings = import("./types.mjs").AxisSettings;
export type BallLimits = import("./types.mjs").BallLimits;
export type FreedomInfo = import("./types.mjs").FreedomInfo;
export type Follow = import("./types.mjs").Follow;
export type JacobianOptions = import("./types.mjs").JacobianOptions;
export type JointDescription = import("./types.mjs").JointDescription;
export type JointInfo = import("./types.mjs").JointInfo;
export type JointKind = import("./types.mjs").JointKind;
export type JointRef = import("./types.mjs").JointRef;
export type Matrix = import("./types.mjs").Matrix;
export type Numbers = import("./types.mjs").Numbers;
export type Quat = import("./types.mjs").Quat;
export type Range = import("./types.mjs").Range;
export type Rows = import("./types.mjs").Rows;
export type Source = import("./types.mjs").Source;
export type Vec3 = import("./types.mjs").Vec3;
import { Frames } from './frames.mjs';
import { KineError } from './module.mjs';
import { Skeleton } from './skeleton.mjs';
import type { Module } from './module.mjs';
export { Frames, KineError, Skeleton };
