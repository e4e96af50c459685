/** Two bones in closed form, without a skeleton. Kine.limbs has these. */
export class Limbs {
    /** @param {Module} module */
    constructor(module: Module);
    /**
     * Lander's arm in the plane, its root at the origin: the angles that bring the tip to (x, y) or, out of reach, to the
     * nearest point.
     * @param {number} upper @param {number} lower @param {number} x @param {number} y @param {PlanarOptions} options
     * @returns {PlanarSolution}
     */
    planar(upper: number, lower: number, x: number, y: number, { strategy, elbow }?: PlanarOptions): PlanarSolution;
    /**
     * Where the tip and the elbow of Lander's arm are.
     * @param {number} upper @param {number} lower @param {number} root @param {number} elbow
     */
    planarTip(upper: number, lower: number, root: number, elbow: number): {
        x: number;
        y: number;
        elbowX: number;
        elbowY: number;
    };
    /**
     * Two bones in space, along x of their joints, that bend about z.
     * @param {number} upper @param {number} lower @param {Vec3} root @param {Vec3} target @param {TwoBoneOptions} options
     * @returns {TwoBoneSolution}
     */
    twoBone(upper: number, lower: number, root: Vec3, target: Vec3, { pole, twist, softness }?: TwoBoneOptions): TwoBoneSolution;
    /**
     * The circle on which the mid joint may lie while root and tip stay.
     * @param {number} upper @param {number} lower @param {Vec3} root @param {Vec3} target @returns {ElbowRing}
     */
    elbowRing(upper: number, lower: number, root: Vec3, target: Vec3): ElbowRing;
    #private;
}
import type { PlanarOptions } from './types.mjs';
import type { PlanarSolution } from './types.mjs';
import type { Vec3 } from './types.mjs';
import type { TwoBoneOptions } from './types.mjs';
import type { TwoBoneSolution } from './types.mjs';
import type { ElbowRing } from './types.mjs';
import type { Module } from './module.mjs';
