// Settings of solvers, steppers and walkers: fields of an object become named numbers of the C API.
import { KineError, type Module } from './module.mjs';
import { cName, jsName } from './names.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Vec3 } from './types.mjs';

/** What a setting may be. */
export type Setting = number | boolean | string | Vec3 | undefined;

/** What has settings, by the beginning of its functions' names. */
type Kind =
  'kine_crawler' | 'kine_motion' | 'kine_retargeter' | 'kine_solver' | 'kine_stepper' | 'kine_walker';

/** @param choices the settings that are words, and the words in order */
export function applySettings(
  module: Module,
  owner: { readonly skeleton: Skeleton; readonly pointer: number },
  kind: Kind,
  choices: Readonly<Record<string, readonly string[]>>,
  entries: Iterable<[string, Setting]>,
): void {
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    for (const [part, number] of numbersOf(owner.skeleton, name, value, choices[name])) {
      const status = module.call(`${kind}_set`, owner.pointer, module.word(part), number);
      if (status === 2) throw new KineError(`there is no setting ${JSON.stringify(name)} here`);
      if (status !== 0) throw new KineError(`the setting ${JSON.stringify(name)} cannot be ${JSON.stringify(value)}`);
    }
  }
}

function numbersOf(
  skeleton: Skeleton,
  name: string,
  value: NonNullable<Setting>,
  words: readonly string[] | undefined,
): [string, number][] {
  const base = cName(name);
  if (words) return [[base, words.indexOf(String(value))]];
  if (typeof value === 'number') return [[base, value]];
  if (typeof value === 'boolean') return [[base, value ? 1 : 0]];
  if (typeof value === 'string') return [[base, skeleton.joint(value)]];
  return [[`${base}_x`, value[0]], [`${base}_y`, value[1]], [`${base}_z`, value[2]]];
}

/** All settings as numbers, by the names that JavaScript has for them. */
export function readSettings(module: Module, pointer: number, kind: Kind): Record<string, number> {
  const settings: Record<string, number> = {};
  const count = module.call(`${kind}_setting_count`, pointer);
  for (let i = 0; i < count; ++i) {
    const name = module.call(`${kind}_setting_name`, pointer, i);
    settings[jsName(module.readText(name))] = module.call(`${kind}_get`, pointer, name);
  }
  return settings;
}
