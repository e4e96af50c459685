// Bone maps and styles as the files of `kine retarget --map` and `--style`.
import type { BoneOverrides, Style, StylePart } from 'kine';
import type { FileBytes } from '../../../shell/files';
import { boneNames, type BoneName } from './bone_list';

/** A style, and what it is called here. */
export interface OwnStyle extends Style {
  readonly name: string;
}

export type Said = { readonly bones: BoneOverrides } | { readonly style: OwnStyle };

export const isJson = ({ name }: FileBytes): boolean => name.toLowerCase().endsWith('.json');

const fileName = (bone: string): string => bone.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pageName = (bone: string): string => bone.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown, count: number): boolean => Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));

/** Throws a sentence with the file's name. Whether there are such joints and parts is not looked at here. */
export function readJson({ name, bytes }: FileBytes): Said {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(value)) throw new Error(`${name}: neither a bone map nor a style, which are objects`);
  return 'parts' in value ? { style: { name: name.replace(/\.json$/i, ''), parts: partsOf(name, value['parts']) } } : { bones: bonesOf(name, value) };
}

function bonesOf(file: string, value: Record<string, unknown>): BoneOverrides {
  const bones: Partial<Record<BoneName, string | null>> = {};
  for (const [key, joint] of Object.entries(value)) {
    const bone = boneNames.find((one) => one === pageName(key));
    if (!bone) throw new Error(`${file}: there is no bone "${key}"`);
    if (typeof joint !== 'string' && joint !== null) throw new Error(`${file}: "${key}" is the name of a joint, or null`);
    bones[bone] = joint;
  }
  return bones;
}

function partsOf(file: string, value: unknown): Style['parts'] {
  if (!isObject(value)) throw new Error(`${file}: "parts" has the parts of a style by their names`);
  const fits = (part: unknown): part is StylePart =>
    isObject(part) &&
    (part['weight'] === undefined || Number.isFinite(part['weight'])) &&
    (part['limits'] === undefined || isNumbers(part['limits'], 2)) &&
    (part['offset'] === undefined || isNumbers(part['offset'], 3));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (!fits(part)) throw new Error(`${file}: "${key}" has a "weight", two "limits" and an "offset" of three numbers, each of which may be left out`);
      return [pageName(key), part];
    }),
  );
}

/** Overrides as such a file. */
export const bonesText = (bones: BoneOverrides): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(bones).map(([bone, joint]) => [fileName(bone), joint])), null, 2)}\n`;
