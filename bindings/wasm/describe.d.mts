/** Hands a joint to a builder. @param {Module} module @param {number} builder @param {JointDescription} joint */
export function describe(module: Module, builder: number, joint: JointDescription): void;
/**
 * Changes a joint that a builder has. @param {Module} module @param {number} builder @param {number} index
 * @param {number} axisCount @param {JointChange} joint
 */
export function change(module: Module, builder: number, index: number, axisCount: number, joint: JointChange): void;
/**
 * Hands a Denavit-Hartenberg table to a builder: joints, and a tip.
 * @param {Module} module @param {number} builder @param {readonly DhRow[]} rows @param {boolean} modified
 * @param {string} parent @param {string} tip
 */
export function describeDh(module: Module, builder: number, rows: readonly DhRow[], modified: boolean, parent: string, tip: string): void;
/** @type {readonly JointKind[]} */
export const kKinds: readonly JointKind[];
import type { Module } from './module.mjs';
import type { JointDescription } from './types.mjs';
import type { JointChange } from './types.mjs';
import type { DhRow } from './types.mjs';
import type { JointKind } from './types.mjs';
