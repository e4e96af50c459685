/** A list of goals in the module's memory, filled anew for each solve. */
export class GoalList {
    /** @param {Module} module @param {Skeleton} skeleton */
    constructor(module: Module, skeleton: Skeleton);
    dispose(): void;
    get pointer(): number;
    /** @param {readonly Goal[]} goals */
    fill(goals: readonly Goal[]): void;
    /**
     * How far each goal is missed, on frames that `forward` filled.
     * @param {number} frames @param {number} pose where the pose lies @param {number} size
     */
    errors(frames: number, pose: number, size: number): {
        position: number;
        angle: number;
    }[];
    #private;
}
import type { Goal } from './types.mjs';
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
