// @ts-check
/** @import { BoneOverrides, Bones, BonesOrNot, Vec3 } from './types.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
import { vec3 } from './frames.mjs';
import { kMessageBytes } from './module.mjs';

/** @param {string} name 'left_hand' becomes 'leftHand' */
const jsName = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
/** @param {string} name 'leftHand' becomes 'left_hand' */
const cName = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A kine_bones handle, to be destroyed; 0 where the figure is none, and the module has the sentence.
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 */
export function newBones(module, skeleton, up, overrides) {
  const entries = Object.entries(overrides);
  const texts = entries.flatMap(([part, joint]) => [module.newText(cName(part)), module.newText(joint ?? '')]);
  const [parts = 0, joints = 0] = module.rooms(4 * entries.length, 4 * entries.length);
  module.writeInts(parts, texts.filter((_, i) => i % 2 === 0));
  module.writeInts(joints, texts.filter((_, i) => i % 2 === 1));
  const pointer = module.call('kine_bones_find', skeleton.pointer, ...up, parts, joints, entries.length, module.message,
    kMessageBytes);
  for (const text of texts) module.free(text);
  return pointer;
}

/**
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 * @returns {BonesOrNot}
 */
export function findBones(module, skeleton, up, overrides) {
  const pointer = newBones(module, skeleton, up, overrides);
  if (pointer === 0) return { found: false, sentence: module.readMessage() };
  try {
    return { found: true, ...readBones(module, pointer) };
  } finally {
    module.call('kine_bones_destroy', pointer);
  }
}

/** @param {Module} module @param {number} pointer */
function readBones(module, pointer) {
  /** @type {Bones} */
  const bones = {};
  /** @type {Bones} */
  const firstBones = {};
  const partCount = module.call('kine_bone_part_count');
  for (let i = 0; i < partCount; ++i) {
    const part = module.call('kine_bone_part_name', i);
    const name = /** @type {keyof Bones} */ (jsName(module.readText(part)));
    const joint = module.call('kine_bones_joint', pointer, part);
    if (joint < 0) continue;
    bones[name] = joint;
    firstBones[name] = module.call('kine_bones_first_joint', pointer, part);
  }
  const [out = 0] = module.rooms(48);
  module.check('kine_bones_directions', pointer, out);
  const directions = module.readDoubles(out, 6);
  return {
    bones,
    firstBones,
    spine: Array.from({ length: module.call('kine_bones_spine_count', pointer) }, (_, i) =>
      module.call('kine_bones_spine_joint', pointer, i)),
    left: vec3(directions, 0),
    forward: vec3(directions, 3),
    notes: Array.from({ length: module.call('kine_bones_note_count', pointer) }, (_, i) =>
      module.readText(module.call('kine_bones_note', pointer, i))),
  };
}
