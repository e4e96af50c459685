/** Speeds of the joints that give links the velocities asked for, a step of time at a time. */
export class Stepper extends Handle {
    /** Skeleton.createStepper makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
    constructor(module: Module, skeleton: Skeleton, pointer: number);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** @param {StepperSettings} settings */
    set(settings: StepperSettings): void;
    /** All settings as numbers; choices by their place. */
    get settings(): Record<string, number>;
    /**
     * Fixes a freedom beside those that the skeleton fixes, or frees it again. What a fixed one moves at is its speed.
     * @param {number} freedom @param {boolean} fixed
     */
    setFixed(freedom: number, fixed?: boolean): void;
    /**
     * One step from a pose, which stays as it is. `speeds` say what fixed freedoms move at.
     * @param {readonly Constraint[]} constraints @param {Numbers} pose @param {Numbers} speeds @returns {StepResult}
     */
    step(constraints: readonly Constraint[], pose: Numbers, speeds?: Numbers): StepResult;
    #private;
}
import { Handle } from './handle.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { StepperSettings } from './types.mjs';
import type { Constraint } from './types.mjs';
import type { Numbers } from './types.mjs';
import type { StepResult } from './types.mjs';
import type { Module } from './module.mjs';
