/** @param {Module} module @param {string} name */
export function buildTerrain(module: Module, name: string): Terrain;
/** @param {Module} module @param {NamedBytes} file @param {TerrainOptions} options */
export function openTerrain(module: Module, { name, bytes }: NamedBytes, { cellSize, heightScale, origin }: TerrainOptions): Terrain;
/** Ground to walk on: y is up. */
export class Terrain extends Handle {
    /** Kine.buildTerrain and Kine.openTerrain make these. @param {Module} module @param {number} pointer */
    constructor(module: Module, pointer: number);
    /** What was taken for granted when it was read, a sentence each. @type {readonly string[]} @readonly */
    readonly notes: readonly string[];
    /**
     * What a cast straight down meets within `maxDrop` metres; no hit is a gap.
     * @param {Vec3} from @param {number} maxDrop
     */
    cast(from: Vec3, maxDrop: number): {
        hit: false;
        point: Vec3;
        normal: Vec3;
    } | {
        hit: true;
        point: Vec3;
        normal: Vec3;
    };
    /**
     * Heights on a grid, to draw it: rows along +z of `columns` samples along +x, the first at x, z; NaN is a gap.
     * @param {number} x @param {number} z @param {number} cell metres from sample to sample
     * @param {number} columns @param {number} rows
     */
    heights(x: number, z: number, cell: number, columns: number, rows: number): Float32Array<ArrayBuffer>;
    /** Of a grid from a file: where it lies. Undefined for others, which have no end or an odd one. */
    get area(): {
        x: [number, number];
        z: [number, number];
        columns: number;
        rows: number;
    } | undefined;
    #private;
}
import type { Module } from './module.mjs';
import type { NamedBytes } from './types.mjs';
import type { TerrainOptions } from './types.mjs';
import { Handle } from './handle.mjs';
import type { Vec3 } from './types.mjs';
