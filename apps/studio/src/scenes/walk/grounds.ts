// The terrains to walk on: by name, or from a dropped file.
import type { Kine, Terrain } from 'kine';
import type { FileBytes } from '../../shell/files';
import type { GroundKind } from './costs';

export const groundNames = ['flat', 'stairs', 'ramp', 'hills', 'blocks', 'mesh', 'file'] as const;
export type GroundName = (typeof groundNames)[number];

export const hasSeed = (name: GroundName): boolean => name === 'hills' || name === 'blocks';
export const kindOf = (name: GroundName): GroundKind => (name === 'flat' ? 'flat' : 'uneven');

/** How it is drawn. */
export type Look = 'level' | 'smooth' | 'stairs' | 'blocks';
export const lookOf = (name: GroundName): Look =>
  name === 'flat' ? 'level' : name === 'stairs' ? 'stairs' : name === 'blocks' ? 'blocks' : 'smooth';

/** A heightmap that was dropped, and how large its samples and heights are meant. */
export interface Heightmap extends FileBytes {
  /** Metres from sample to sample. */
  readonly cell: number;
  /** Metres a unit of height. */
  readonly unit: number;
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50;

/** A grey says nothing of metres: white is two metres high and a pixel a quarter wide. Other files say what they mean. */
export function heightmapOf({ name, bytes }: FileBytes): Heightmap {
  if (!isPng(bytes)) return { name, bytes, cell: 0, unit: 1 };
  const bits = bytes[24] ?? 8;
  return { name, bytes, cell: 0.25, unit: 2 / (2 ** bits - 1) };
}

/** Endings of heightmaps, in any case. */
export const heightmapEndings = ['.png', '.asc', '.csv', '.grd', '.txt'];
export const isHeightmap = (name: string): boolean => heightmapEndings.some((ending) => name.toLowerCase().endsWith(ending));

/** `steep`: how many times as high as the file means. Throws the reader's sentence. */
export function openGround(kine: Kine, name: GroundName, seed: number, file: Heightmap | undefined, steep: number): Terrain {
  if (name !== 'file') return kine.buildTerrain(hasSeed(name) ? `${name}:${seed}` : name);
  if (!file) throw new Error('no heightmap was dropped yet');
  return kine.openTerrain({ name: file.name, bytes: file.bytes }, { ...(file.cell > 0 ? { cellSize: file.cell } : {}), heightScale: file.unit * steep });
}
