/**
 * What can move: a tree (or several) of joints. It never changes.
 *
 * A pose is valueCount numbers, speeds are freedomCount numbers. A ball or free joint has more values than freedoms, so
 * poses move by `integrate` and are compared by `difference`, never by plain addition.
 */
export class Skeleton extends Handle {
    /** Kine.buildSkeleton makes these. @param {Module} module @param {number} pointer */
    constructor(module: Module, pointer: number);
    /** @readonly */
    readonly jointCount: number;
    /** How many numbers a pose has (a ball has 4). @readonly */
    readonly valueCount: number;
    /** How many single motions all joints have (a ball has 3). @readonly */
    readonly axisCount: number;
    /** How many of them can be chosen independently: those that do not follow. @readonly */
    readonly freedomCount: number;
    /** The sum of all masses, kilograms. @readonly */
    readonly mass: number;
    /** The index of a joint. An unknown name throws a KineError that names the nearest one. @param {JointRef} joint */
    joint(joint: JointRef): number;
    /** @returns {readonly JointInfo[]} */
    get joints(): readonly JointInfo[];
    /** @returns {readonly FreedomInfo[]} */
    get freedoms(): readonly FreedomInfo[];
    /** The joints as Kine.buildSkeleton takes them. @returns {FullJointDescription[]} */
    describe(): FullJointDescription[];
    /**
     * A new skeleton with some joints changed: locked, stretched, with other limits. Poses of this one fit it too. This
     * one stays as it is, and both are to be disposed of.
     * @param {Readonly<Record<string, JointChange>>} changes by the joints' names
     */
    changed(changes: Readonly<Record<string, JointChange>>): Skeleton;
    /**
     * A solver of this skeleton, to be disposed of.
     * @param {MethodName | 'distance'} method ('distance': what 'shake' was called in 0.1) @param {SolverSettings} settings
     */
    createSolver(method: MethodName | 'distance', settings?: SolverSettings): Solver;
    /** What solves for speeds, step by step; to be disposed of. @param {StepperSettings} settings */
    createStepper(settings?: StepperSettings): Stepper;
    /** A clip without frames, to be disposed of. @param {string} name @param {number} rate frames a second */
    createClip(name: string, rate: number): Clip;
    /** The rest shape, to be disposed of. */
    createShape(): Shape;
    /**
     * Which joints are which parts of a human body. `up` is a direction in the skeleton's world.
     * @param {{ up?: Vec3, overrides?: BoneOverrides }} options
     * @returns {BonesOrNot}
     */
    boneMap({ up, overrides }?: {
        up?: Vec3;
        overrides?: BoneOverrides;
    }): BonesOrNot;
    /** The nearest joints above `tip` that make a two-bone limb; undefined where there are none. @param {JointRef} tip */
    limbAbove(tip: JointRef): Limb | undefined;
    /**
     * Where a ball joint stands in its limits' own coordinates, radians.
     * @param {JointRef} joint @param {Numbers} pose
     */
    ballAngles(joint: JointRef, pose: Numbers): {
        first: number;
        second: number;
        twist: number;
    };
    /** Whether `ancestor` is `joint` or above it. @param {JointRef} ancestor @param {JointRef} joint */
    isAbove(ancestor: JointRef, joint: JointRef): boolean;
    /**
     * The freedom that moves an axis of a joint, its own or the one it follows.
     * @param {JointRef} joint @param {number} axis
     */
    freedomOf(joint: JointRef, axis?: number): number;
    /** Every joint at rest. */
    restPose(): Float64Array<ArrayBuffer>;
    /**
     * The pose moved along `speeds` for `dt` seconds. Limits are not looked at.
     * @param {Numbers} pose @param {Numbers} speeds @param {number} dt
     */
    integrate(pose: Numbers, speeds: Numbers, dt?: number): Float64Array<ArrayBuffer>;
    /**
     * The speeds that lead from one pose to the other in one second, balls the short way.
     * @param {Numbers} from @param {Numbers} to
     */
    difference(from: Numbers, to: Numbers): Float64Array<ArrayBuffer>;
    /** Between two poses: t = 0 gives a, t = 1 gives b. @param {Numbers} a @param {Numbers} b @param {number} t */
    blend(a: Numbers, b: Numbers, t: number): Float64Array<ArrayBuffer>;
    /** The nearest pose inside the limits, and whether anything moved. @param {Numbers} pose */
    clampToLimits(pose: Numbers): {
        pose: Float64Array<ArrayBuffer>;
        moved: boolean;
    };
    /** How far outside its limits a pose is: the largest angle or distance; 0 inside. @param {Numbers} pose */
    limitViolation(pose: Numbers): number;
    /** The pose with every follower's value written and quaternions one long. @param {Numbers} pose */
    tidy(pose: Numbers): Float64Array<ArrayBuffer>;
    /**
     * Whether a pose is of the right length, finite, and its quaternions have a length to speak of.
     * @param {Numbers} pose
     */
    isUsable(pose: Numbers): boolean;
    /** For every joint parent_from_joint in ten floats: translation, rotation, scale. @param {Numbers} pose */
    toLocalTransforms(pose: Numbers): Float32Array<ArrayBuffer>;
    /**
     * The pose nearest to local transforms, starting from the present one, and the largest turn (radians) and shift
     * (metres) that no joint can make.
     * @param {Numbers} locals @param {Numbers} present
     */
    fromLocalTransforms(locals: Numbers, present?: Numbers): {
        pose: Float64Array<ArrayBuffer>;
        angleGap: number;
        distanceGap: number;
    };
    /** Room for where every joint is. */
    createFrames(): Frames;
    /**
     * Where every joint is when the joints have these values. Fills `frames`, or new ones, which are then yours to
     * dispose of.
     * @param {Numbers} pose @param {Frames} [frames]
     */
    forward(pose: Numbers, frames?: Frames): Frames;
    #private;
}
import { Handle } from './handle.mjs';
import type { JointRef } from './types.mjs';
import type { JointInfo } from './types.mjs';
import type { FreedomInfo } from './types.mjs';
import type { FullJointDescription } from './types.mjs';
import type { JointChange } from './types.mjs';
import type { MethodName } from './types.mjs';
import type { SolverSettings } from './types.mjs';
import { Solver } from './solver.mjs';
import type { StepperSettings } from './types.mjs';
import { Stepper } from './stepper.mjs';
import { Clip } from './clip.mjs';
import { Shape } from './clip.mjs';
import type { Vec3 } from './types.mjs';
import type { BoneOverrides } from './types.mjs';
import type { BonesOrNot } from './types.mjs';
import type { Limb } from './types.mjs';
import type { Numbers } from './types.mjs';
import { Frames } from './frames.mjs';
import type { Module } from './module.mjs';
