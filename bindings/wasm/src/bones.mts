import { vec3 } from './frames.mjs';
import { kMessageBytes, type Module } from './module.mjs';
import { cName, jsName } from './names.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { BoneMap, BoneOverrides, Bones, BonesOrNot, Vec3 } from './types.mjs';

/** A kine_bones handle, to be destroyed; 0 where the figure is none, and the module has the sentence. */
export function newBones(module: Module, skeleton: Skeleton, up: Vec3, overrides: BoneOverrides): number {
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

export function findBones(module: Module, skeleton: Skeleton, up: Vec3, overrides: BoneOverrides): BonesOrNot {
  const pointer = newBones(module, skeleton, up, overrides);
  if (pointer === 0) return { found: false, sentence: module.readMessage() };
  try {
    return readBones(module, pointer);
  } finally {
    module.call('kine_bones_destroy', pointer);
  }
}

function readBones(module: Module, pointer: number): BoneMap {
  const bones: Bones = {};
  const firstBones: Bones = {};
  const boneCount = module.call('kine_bone_count');
  for (let i = 0; i < boneCount; ++i) {
    const bone = module.call('kine_bone_name', i);
    const name = jsName(module.readText(bone)) as keyof Bones;
    const joint = module.call('kine_bones_joint', pointer, bone);
    if (joint < 0) continue;
    bones[name] = joint;
    firstBones[name] = module.call('kine_bones_first_joint', pointer, bone);
  }
  const [out = 0] = module.rooms(48);
  module.check('kine_bones_directions', pointer, out);
  const directions = module.readDoubles(out, 6);
  return {
    found: true,
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
