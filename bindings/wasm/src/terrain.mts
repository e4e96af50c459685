import { vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import type { NamedBytes, TerrainOptions, Vec3 } from './types.mjs';

/** Ground to walk on: y is up. */
export class Terrain extends Handle {
  /** What was taken for granted when it was read, one sentence each. */
  readonly notes: readonly string[];
  readonly #module: Module;

  /** Kine.buildTerrain and Kine.openTerrain make these. */
  constructor(module: Module, pointer: number) {
    super(module, pointer, 'kine_terrain_destroy', 'this terrain was disposed of');
    this.#module = module;
    this.notes = Array.from({ length: module.call('kine_terrain_note_count', pointer) }, (_, i) =>
      module.readText(module.call('kine_terrain_note', pointer, i)));
  }

  /** What a cast straight down meets within `maxDrop` metres; no hit is a gap. */
  cast(from: Vec3, maxDrop: number): { hit: boolean; point: Vec3; normal: Vec3 } {
    const [out = 0] = this.#module.rooms(48);
    const hit = this.#module.call('kine_terrain_cast', this.pointer, ...from, maxDrop, out) === 1;
    if (!hit) return { hit, point: [0, 0, 0], normal: [0, 1, 0] };
    const met = this.#module.readDoubles(out, 6);
    return { hit, point: vec3(met, 0), normal: vec3(met, 3) };
  }

  /**
   * Heights on a grid, to draw it: rows along +z of `columns` samples along +x, the first at x, z; NaN is a gap.
   * @param cell metres from sample to sample
   */
  heights(x: number, z: number, cell: number, columns: number, rows: number): Float32Array<ArrayBuffer> {
    const count = columns * rows;
    const [out = 0] = this.#module.rooms(4 * count);
    this.#module.check('kine_terrain_heights', this.pointer, x, z, cell, columns, rows, out, count);
    return this.#module.readFloats(out, count);
  }

  /** Of a grid from a file: where it lies. Undefined for others, which have no end or an odd one. */
  get area(): { x: [number, number]; z: [number, number]; columns: number; rows: number } | undefined {
    const [out = 0] = this.#module.rooms(48);
    if (this.#module.call('kine_terrain_area', this.pointer, out) !== 1) return undefined;
    const [left = 0, right = 0, far = 0, near = 0, columns = 0, rows = 0] = this.#module.readDoubles(out, 6);
    return { x: [left, right], z: [far, near], columns, rows };
  }
}

export function buildTerrain(module: Module, name: string): Terrain {
  const [text = 0] = module.writeTexts(name);
  const pointer = module.call('kine_scene_terrain', text, module.message, kMessageBytes);
  if (pointer === 0) throw new KineError(module.readMessage());
  return new Terrain(module, pointer);
}

export function openTerrain(
  module: Module,
  { name, bytes }: NamedBytes,
  { cellSize = 0, heightScale = 1, origin }: TerrainOptions,
): Terrain {
  const text = module.newText(name);
  const content = module.newBytes(bytes);
  const [first = 0] = origin ? module.write(origin) : [0];
  const pointer = module.call('kine_terrain_read', text, content, bytes.byteLength, cellSize, heightScale, first,
    module.message, kMessageBytes);
  module.free(content);
  module.free(text);
  if (pointer === 0) throw new KineError(module.readMessage());
  return new Terrain(module, pointer);
}
