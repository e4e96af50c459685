/** @param {Module} module @param {readonly NamedBytes[]} files @param {OpenOptions} options */
export function openFile(module: Module, files: readonly NamedBytes[], options: OpenOptions): SceneFile;
/**
 * @param {Module} module @param {WriteFormat} format @param {SceneFile | Skeleton} what
 * @param {readonly Clip[]} clips @param {WriteOptions} options
 */
export function write(module: Module, format: WriteFormat, what: SceneFile | Skeleton, clips: readonly Clip[], options: WriteOptions): Uint8Array<ArrayBuffer>;
/** What files hold: a skeleton, the clips made for it, and what had to be guessed. Its skeleton and clips go with it. */
export class SceneFile extends Handle {
    /** Kine.openFile makes these. @param {Module} module @param {number} pointer */
    constructor(module: Module, pointer: number);
    /** The file's name without folder and ending. @readonly */
    readonly name: string;
    /** @readonly */
    readonly format: "bvh" | "asf" | "gltf" | "urdf";
    /** In metres and in the file's own axes, with the limits of the file. @readonly */
    readonly skeleton: Skeleton;
    /** @type {readonly Clip[]} @readonly */
    readonly clips: readonly Clip[];
    /** What one unit of the file is, as stated or guessed. @readonly */
    readonly metresPerUnit: number;
    /** The axis that points up, as stated or guessed. @readonly */
    readonly up: "x" | "y" | "z";
    /** How high the figure stands at rest, metres. @readonly */
    readonly height: number;
    /** What was guessed, mended or dropped, a sentence each. @type {readonly string[]} @readonly */
    readonly notes: readonly string[];
    /** Other names of joints: a URDF's links. @readonly */
    readonly aliases: {
        name: string;
        joint: number;
    }[];
    /** glTF: the node that each joint is. @readonly */
    readonly nodes: Int32Array<ArrayBuffer> | undefined;
    /** The joint of that name or alias. An unknown one throws a KineError that names the nearest. @param {string} name */
    joint(name: string): number;
    /**
     * The glTF document as one GLB, with its side files in it and its nodes numbered as they were, for who draws its mesh;
     * undefined for other formats.
     */
    glb(): Uint8Array<ArrayBuffer> | undefined;
    /**
     * Which joints are which parts of a human body.
     * @param {BoneOverrides} overrides what you know better, by names or aliases of
     *   joints; null: the figure has no such part
     * @returns {BonesOrNot}
     */
    boneMap(overrides?: BoneOverrides): BonesOrNot;
    /** The direction that points up. @returns {Vec3} */
    get upward(): Vec3;
    /** Overrides in which aliases of joints have become their names. @param {BoneOverrides} overrides @returns {BoneOverrides} */
    namedJoints(overrides: BoneOverrides): BoneOverrides;
    #private;
}
import type { Module } from './module.mjs';
import type { NamedBytes } from './types.mjs';
import type { OpenOptions } from './types.mjs';
import type { WriteFormat } from './types.mjs';
import { Skeleton } from './skeleton.mjs';
import { Clip } from './clip.mjs';
import type { WriteOptions } from './types.mjs';
import { Handle } from './handle.mjs';
import type { BoneOverrides } from './types.mjs';
import type { BonesOrNot } from './types.mjs';
import type { Vec3 } from './types.mjs';
