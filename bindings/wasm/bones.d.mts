/**
 * A kine_bones handle, to be destroyed; 0 where the figure is none, and the module has the sentence.
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 */
export function newBones(module: Module, skeleton: Skeleton, up: Vec3, overrides: BoneOverrides): number;
/**
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 * @returns {BonesOrNot}
 */
export function findBones(module: Module, skeleton: Skeleton, up: Vec3, overrides: BoneOverrides): BonesOrNot;
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Vec3 } from './types.mjs';
import type { BoneOverrides } from './types.mjs';
import type { BonesOrNot } from './types.mjs';
