/**
 * @param {Module} module
 * @param {{ skeleton: Skeleton, pointer: number }} owner
 * @param {'kine_crawler' | 'kine_solver' | 'kine_stepper' | 'kine_walker'} kind
 * @param {Readonly<Record<string, readonly string[]>>} choices the settings that are words, and the words in order
 * @param {Iterable<[string, Setting]>} entries
 */
export function applySettings(module: Module, owner: {
    skeleton: Skeleton;
    pointer: number;
}, kind: "kine_crawler" | "kine_solver" | "kine_stepper" | "kine_walker", choices: Readonly<Record<string, readonly string[]>>, entries: Iterable<[string, Setting]>): void;
/**
 * All settings as numbers, by the names that JavaScript has for them.
 * @param {Module} module @param {number} pointer @param {'kine_crawler' | 'kine_solver' | 'kine_stepper' | 'kine_walker'} kind
 * @returns {Record<string, number>}
 */
export function readSettings(module: Module, pointer: number, kind: "kine_crawler" | "kine_solver" | "kine_stepper" | "kine_walker"): Record<string, number>;
/**
 * What a setting may be.
 */
export type Setting = number | boolean | string | Vec3 | undefined;
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Vec3 } from './types.mjs';
