/** @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {WalkSettings} settings */
export function createWalker(module: Module, skeleton: Skeleton, standing: Numbers, settings: WalkSettings): Walker;
/**
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 * @param {WalkSettings} settings
 */
export function createFigureWalker(module: Module, skeleton: Skeleton, up: Vec3, overrides: BoneOverrides, settings: WalkSettings): Walker;
/**
 * A body that walks: how, and where it has come to. It walks in a world that is Y up, in which the terrain lies and all
 * places are told; poses are the figure's own, in whose world another axis may be up: see `walkFromFigure`.
 */
export class Walker extends Handle {
    /**
     * Kine.createWalker and Kine.createFigureWalker make these.
     * @param {Module} module @param {Skeleton} skeleton @param {number} pointer
     */
    constructor(module: Module, skeleton: Skeleton, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** A foot seen from its ankle, X to the left, Y up, Z ahead, to draw footprints. @readonly */
    readonly footShape: {
        heel: Vec3;
        ball: Vec3;
        tip: Vec3;
        halfWidth: number;
    };
    /** Turns the figure's world into the one it walks in: what draws the figure on the terrain. @type {Quat} @readonly */
    readonly walkFromFigure: Quat;
    /** How it stands: a pose of its skeleton. @readonly */
    readonly standing: Float64Array<ArrayBuffer>;
    /** The points of its feet that come to stand on the ground. @type {readonly FootPoint[]} @readonly */
    readonly footPoints: readonly FootPoint[];
    /** What was guessed of the figure, and what its gait had to give, a sentence each. */
    get notes(): string[];
    /**
     * Changes how it walks, at any time. A figure of Kine.createFigureWalker rehearses a new gait, speed or width, which takes
     * a moment (tens of milliseconds); what its joints forbid throws a KineError and changes nothing.
     * @param {WalkSettings} settings
     */
    set({ gait, ...others }: WalkSettings): void;
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
    /**
     * What it looks at and reaches for from the next step on; each is known by its place in the list. Give them again
     * where they have moved; `undefined` for one that is gone.
     * @param {(ObjectInReach | undefined)[]} objects
     */
    reach(objects: (ObjectInReach | undefined)[]): void;
    /** What the left and the right hand are about. @returns {[HandResult, HandResult]} */
    hands(): [HandResult, HandResult];
    /** The object that it looks at. */
    get looksAt(): number | undefined;
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
import type { Vec3 } from './types.mjs';
import type { BoneOverrides } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Quat } from './types.mjs';
import type { FootPoint } from './types.mjs';
import type { Terrain } from './terrain.mjs';
import type { Stick } from './types.mjs';
import type { WalkFrame } from './types.mjs';
import type { ObjectInReach } from './types.mjs';
import type { HandResult } from './types.mjs';
import type { FootPlant } from './types.mjs';
import type { Sole } from './types.mjs';
import type { PlannedStep } from './types.mjs';
