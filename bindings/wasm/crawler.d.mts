/**
 * @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {readonly JointRef[]} tips
 * @param {CrawlSettings} settings
 */
export function createCrawler(module: Module, skeleton: Skeleton, standing: Numbers, tips: readonly JointRef[], settings: CrawlSettings): Crawler;
/** A body on three to six legs that crawls: how, and where it has come to. Y is up. */
export class Crawler extends Handle {
    /**
     * Kine.createCrawler makes these.
     * @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {readonly number[]} tips
     * @param {number} pointer
     */
    constructor(module: Module, skeleton: Skeleton, standing: Numbers, tips: readonly number[], pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** How it stands: a pose of its skeleton. @readonly */
    readonly standing: Float64Array<ArrayBuffer>;
    /** Changes how it crawls, at any time. @param {CrawlSettings} settings */
    set(settings: CrawlSettings): void;
    /** All settings as numbers. */
    get settings(): Record<string, number>;
    /** Starts again: the next step puts it on the ground there. @param {number} x @param {number} z @param {number} heading */
    place(x: number, z: number, heading?: number): void;
    /**
     * One frame: moves on by `dt` seconds as the stick asks.
     * @param {Terrain} terrain @param {Stick} stick @param {number} dt
     * @returns {CrawlFrame}
     */
    step(terrain: Terrain, { forward, turn, side }: Stick, dt: number): CrawlFrame;
    /** All that the crawl remembers: see `restore`. */
    state(): Uint8Array<ArrayBuffer>;
    /** Goes back to a state; the same sticks then give the same bits. @param {Uint8Array} state */
    restore(state: Uint8Array): void;
    /**
     * Microseconds that the last frame costs, all legs and planning: it is done again and again, and nothing changes.
     * @param {Terrain} terrain @param {number} repeats
     */
    time(terrain: Terrain, repeats?: number): number;
    #private;
}
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Numbers } from './types.mjs';
import type { JointRef } from './types.mjs';
import type { CrawlSettings } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Terrain } from './terrain.mjs';
import type { Stick } from './types.mjs';
import type { CrawlFrame } from './types.mjs';
