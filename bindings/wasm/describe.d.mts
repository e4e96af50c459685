/** Hands a joint to a builder. @param {Module} module @param {number} builder @param {JointDescription} joint */
export function describe(module: Module, builder: number, joint: JointDescription): void;
import type { Module } from './module.mjs';
import type { JointDescription } from './types.mjs';
