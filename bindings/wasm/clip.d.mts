/** Floats of a local transform: translation x y z, rotation x y z w, scale x y z. */
export const kLocalSize: 10;
/** Poses in time: one every 1 / rate seconds, the first at time 0. */
export class Clip extends Handle {
    /** Skeleton.createClip makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
    constructor(module: Module, skeleton: Skeleton, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    get name(): string;
    get frameCount(): number;
    /** Frames a second. */
    get rate(): number;
    /** Seconds from the first frame to the last. */
    get duration(): number;
    /** The same once more, to be changed by itself and disposed of. @param {string} [name] another name */
    copy(name?: string): Clip;
    /**
     * Adds a frame at the end. Joints that change their translation or scale get what the shape says.
     * @param {Numbers} pose @param {Shape} [shape]
     */
    append(pose: Numbers, shape?: Shape): void;
    /** The pose of one frame. @param {number} frame */
    frame(frame: number): Float64Array<ArrayBuffer>;
    /** @param {number} frame @param {Numbers} pose */
    setFrame(frame: number, pose: Numbers): void;
    /** Lets a joint have a translation of its own in every frame. @param {JointRef} joint */
    addTranslations(joint: JointRef): void;
    /** Lets a joint have a scale of its own in every frame. @param {JointRef} joint */
    addScales(joint: JointRef): void;
    /** Makes neighbouring frames the nearest of those that look alike, so that sampling takes the short way. */
    makeContinuous(): void;
    /**
     * The pose at any time, seconds from the first frame; fills `shape` with the translations and scales of that time.
     * @param {number} time @param {Shape} [shape]
     */
    sample(time: number, shape?: Shape): Float64Array<ArrayBuffer>;
    /** The time within the clip that an endless repetition shows at `time`. @param {number} time */
    looped(time: number): number;
    #private;
}
/** Translations and scales of the joints at one moment, in place of the rest ones. */
export class Shape extends Handle {
    /** Skeleton.createShape makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
    constructor(module: Module, skeleton: Skeleton, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** In the parent's frame. @param {JointRef} joint */
    translation(joint: JointRef): Vec3;
    /** @param {JointRef} joint */
    scale(joint: JointRef): Vec3;
    /** @param {JointRef} joint @param {Vec3} translation */
    setTranslation(joint: JointRef, translation: Vec3): void;
    /** @param {JointRef} joint @param {Vec3} scale */
    setScale(joint: JointRef, scale: Vec3): void;
    /** Skeleton.forward with this shape. @param {Numbers} pose @param {Frames} frames */
    forward(pose: Numbers, frames: Frames): Frames;
    /** Skeleton.toLocalTransforms with this shape. @param {Numbers} pose */
    toLocalTransforms(pose: Numbers): Float32Array<ArrayBuffer>;
    #private;
}
import { Handle } from './handle.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Numbers } from './types.mjs';
import type { JointRef } from './types.mjs';
import type { Module } from './module.mjs';
import type { Vec3 } from './types.mjs';
import type { Frames } from './frames.mjs';
