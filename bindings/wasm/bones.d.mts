/**
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up
 * @param {Readonly<Partial<Record<keyof Bones, string | null>>>} overrides
 * @returns {BonesOrNot}
 */
export function findBones(module: Module, skeleton: Skeleton, up: Vec3, overrides: Readonly<Partial<Record<keyof Bones, string | null>>>): BonesOrNot;
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Vec3 } from './types.mjs';
import type { Bones } from './types.mjs';
import type { BonesOrNot } from './types.mjs';
