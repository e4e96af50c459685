/** @type {readonly Outcome[]} */
export const kOutcomes: readonly Outcome[];
/** A method with its settings and its working memory: finds poses that meet goals. Skeleton.createSolver makes these. */
export class Solver extends Handle {
    /** @param {Module} module @param {Skeleton} skeleton @param {number} pointer @param {MethodName} method */
    constructor(module: Module, skeleton: Skeleton, pointer: number, method: MethodName);
    /** @readonly */
    readonly skeleton: Skeleton;
    /** @readonly */
    readonly method: MethodName;
    /** Changes settings. One that the method does not have, or that cannot be, throws. @param {SolverSettings} settings */
    set(settings: SolverSettings): void;
    /**
     * Jacobian: a pose to stay near in what freedom the goals leave (see the setting `ease`); none without one.
     * @param {Numbers} [pose]
     */
    setPosture(pose?: Numbers): void;
    /** All settings of the method as numbers: joints by index, choices by their place, a pole as poleX, poleY, poleZ. */
    get settings(): Record<string, number>;
    /**
     * Solves from a pose, which stays as it is.
     * @param {readonly Goal[]} goals @param {Numbers} pose @returns {SolveResult}
     */
    solve(goals: readonly Goal[], pose: Numbers): SolveResult;
    /**
     * After a solve that missed, with the same goals and the pose that it gave: what stood in the way, and by how much
     * each limit would have to give way. Takes its time: for people, not for every frame.
     * @param {readonly Goal[]} goals @param {Numbers} pose @returns {Report}
     */
    explain(goals: readonly Goal[], pose: Numbers): Report;
    /**
     * The error after so many iterations, for each of the limits: a solve of its own from the same pose.
     * @param {readonly Goal[]} goals @param {Numbers} pose @param {Iterable<number>} limits @returns {CurvePoint[]}
     */
    curve(goals: readonly Goal[], pose: Numbers, limits: Iterable<number>): CurvePoint[];
    /**
     * How long a solve takes: the same one over and over, from the same pose, and the mean. Clocks in browsers are
     * coarse, so choose enough repeats.
     * @param {readonly Goal[]} goals @param {Numbers} pose @param {number} repeats @returns {TimedResult}
     */
    time(goals: readonly Goal[], pose: Numbers, repeats?: number): TimedResult;
    #private;
}
import type { Outcome } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { MethodName } from './types.mjs';
import type { SolverSettings } from './types.mjs';
import type { Numbers } from './types.mjs';
import type { Goal } from './types.mjs';
import type { SolveResult } from './types.mjs';
import type { Report } from './types.mjs';
import type { CurvePoint } from './types.mjs';
import type { TimedResult } from './types.mjs';
import type { Module } from './module.mjs';
