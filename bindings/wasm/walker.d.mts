/** @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {WalkSettings} settings */
export function createWalker(module: Module, skeleton: Skeleton, standing: Numbers, settings: WalkSettings): Walker;
/** A body that walks: how, and where it has come to. */
export class Walker extends Handle {
    /**
     * Kine.createWalker makes these.
     * @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {number} pointer
     */
    constructor(module: Module, skeleton: Skeleton, standing: Numbers, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** A foot seen from its ankle, X to the left, Y up, Z ahead, to draw footprints. @readonly */
    readonly footShape: {
        heel: import("./types.mjs").Vec3;
        ball: import("./types.mjs").Vec3;
        tip: import("./types.mjs").Vec3;
        halfWidth: number;
    };
    /** Changes how it walks, at any time. @param {WalkSettings} settings */
    set(settings: WalkSettings): void;
    /** All settings as numbers. */
    get settings(): Record<string, number>;
    /** Starts again: the next step puts it on the ground there. @param {number} x @param {number} z @param {number} heading */
    place(x: number, z: number, heading?: number): void;
    /**
     * One frame: moves on by `dt` seconds as the stick asks.
     * @param {Terrain} terrain @param {Stick} stick @param {number} dt
     * @returns {WalkFrame}
     */
    step(terrain: Terrain, { forward, turn, side }: Stick, dt: number): WalkFrame;
    /** The heels and toes that are planted now. @returns {FootPlant[]} */
    plants(): FootPlant[];
    /** Where the left and the right foot stand or stood last, flat; empty before the first step. @returns {Sole[]} */
    soles(): Sole[];
    /** Where the foot that steps will land. @returns {PlannedStep[]} none or one */
    plannedSteps(): PlannedStep[];
    /** All that the walk remembers: see `restore`. */
    state(): Uint8Array<ArrayBuffer>;
    /** Goes back to a state; the same sticks then give the same bits. @param {Uint8Array} state */
    restore(state: Uint8Array): void;
    /**
     * What the last frame costs: it is done again and again, and nothing changes.
     * @param {Terrain} terrain @param {number} repeats
     */
    time(terrain: Terrain, repeats?: number): {
        /** Of the whole frame. */
        frameMicroseconds: number;
        /** Of one leg's solve. */
        solveMicroseconds: number;
        /** Of one leg's solve, on the average of both. */
        iterations: number;
    };
    #private;
}
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Numbers } from './types.mjs';
import type { WalkSettings } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Terrain } from './terrain.mjs';
import type { Stick } from './types.mjs';
import type { WalkFrame } from './types.mjs';
import type { FootPlant } from './types.mjs';
import type { Sole } from './types.mjs';
import type { PlannedStep } from './types.mjs';
