// @ts-check
// Settings of solvers, steppers and walkers: fields of an object become named numbers of the C API.
/** @import { Vec3 } from './types.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
import { KineError } from './module.mjs';

/** What a setting may be. @typedef {number | boolean | string | Vec3 | undefined} Setting */

/** @param {string} name 'maxIterations' becomes 'max_iterations' */
const cName = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** @param {string} name 'max_iterations' becomes 'maxIterations' */
const jsName = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * @param {Module} module
 * @param {{ skeleton: Skeleton, pointer: number }} owner
 * @param {'kine_crawler' | 'kine_solver' | 'kine_stepper' | 'kine_walker'} kind
 * @param {Readonly<Record<string, readonly string[]>>} choices the settings that are words, and the words in order
 * @param {Iterable<[string, Setting]>} entries
 */
export function applySettings(module, owner, kind, choices, entries) {
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    for (const [part, number] of numbersOf(owner.skeleton, name, value, choices[name])) {
      const status = module.call(`${kind}_set`, owner.pointer, module.word(part), number);
      if (status === 2) throw new KineError(`there is no setting ${JSON.stringify(name)} here`);
      if (status !== 0) throw new KineError(`the setting ${JSON.stringify(name)} cannot be ${JSON.stringify(value)}`);
    }
  }
}

/**
 * @param {Skeleton} skeleton @param {string} name @param {Exclude<Setting, undefined>} value
 * @param {readonly string[] | undefined} words @returns {[string, number][]}
 */
function numbersOf(skeleton, name, value, words) {
  const base = cName(name);
  if (words) return [[base, words.indexOf(String(value))]];
  if (typeof value === 'number') return [[base, value]];
  if (typeof value === 'boolean') return [[base, value ? 1 : 0]];
  if (typeof value === 'string') return [[base, skeleton.joint(value)]];
  return [[`${base}_x`, value[0]], [`${base}_y`, value[1]], [`${base}_z`, value[2]]];
}

/**
 * All settings as numbers, by the names that JavaScript has for them.
 * @param {Module} module @param {number} pointer @param {'kine_crawler' | 'kine_solver' | 'kine_stepper' | 'kine_walker'} kind
 * @returns {Record<string, number>}
 */
export function readSettings(module, pointer, kind) {
  /** @type {Record<string, number>} */
  const settings = {};
  const count = module.call(`${kind}_setting_count`, pointer);
  for (let i = 0; i < count; ++i) {
    const name = module.call(`${kind}_setting_name`, pointer, i);
    settings[jsName(module.readText(name))] = module.call(`${kind}_get`, pointer, name);
  }
  return settings;
}
