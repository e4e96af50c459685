// The ground around the figure, in chunks that come and go as it walks.
import * as THREE from 'three';
import type { Terrain } from 'kine';
import { colours, theme } from '../../shell/theme';
import { changes, chunkSize, keyOf, type Chunk } from './chunks';
import type { Look } from './grounds';
import { smoothPatch, steppedPatch, type Patch } from './patches';

/** Cells along a side of a chunk, by level. */
const smoothCells = [32, 16, 8] as const;
const block = 0.4;
const pit = 0.5;

export class TerrainView {
  readonly group = new THREE.Group();
  #terrain: Terrain | undefined;
  #look: Look = 'level';
  #meshes = new Map<string, THREE.Mesh>();
  #levels = new Map<string, number>();
  /** Where nothing was missing when it was looked last. */
  #done: readonly [number, number] | undefined;
  #pattern = new Pattern();
  #material = new THREE.MeshStandardMaterial({ map: this.#pattern.texture, roughness: 0.95, metalness: 0 });

  constructor() {
    this.themed();
  }

  /** Other ground: all that was drawn goes. */
  show(terrain: Terrain, look: Look): void {
    for (const key of [...this.#meshes.keys()]) this.#drop(key);
    this.#levels.clear();
    this.#terrain = terrain;
    this.#look = look;
    this.#done = undefined;
  }

  /** Makes what is missing near x, z: at most so many chunks, so that no picture waits for it. */
  follow(x: number, z: number, atMost: number): void {
    if (this.#done && Math.hypot(x - this.#done[0], z - this.#done[1]) < 0.25) return;
    const { make, drop } = changes(this.#levels, x, z);
    for (const key of drop) this.#drop(key);
    const count = this.#levels.size === 0 ? make.length : atMost;
    for (const chunk of make.slice(0, count)) this.#make(chunk);
    this.#done = make.length <= count ? [x, z] : undefined;
  }

  /** How many chunks are there, for tests. */
  get chunkCount(): number {
    return this.#levels.size;
  }

  themed(): void {
    this.#pattern.themed();
    this.#material.color.set(theme() === 'dark' ? '#ffffff' : '#d4d2cc');
  }

  dispose(): void {
    for (const key of [...this.#meshes.keys()]) this.#drop(key);
    this.#pattern.texture.dispose();
    this.#material.dispose();
  }

  #drop(key: string): void {
    const mesh = this.#meshes.get(key);
    this.#meshes.delete(key);
    this.#levels.delete(key);
    if (!mesh) return;
    this.group.remove(mesh);
    mesh.geometry.dispose();
  }

  #make(chunk: Chunk): void {
    const key = keyOf(chunk);
    this.#drop(key);
    this.#levels.set(key, chunk.level);
    const patch = this.#patch(chunk);
    if (!patch || patch.index.length === 0) return;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(patch.positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(patch.normals, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(patch.uvs, 2));
    geometry.setIndex(new THREE.BufferAttribute(patch.index, 1));
    const mesh = new THREE.Mesh(geometry, this.#material);
    mesh.receiveShadow = true;
    this.#meshes.set(key, mesh);
    this.group.add(mesh);
  }

  #patch({ i, j, level }: Chunk): Patch | undefined {
    const terrain = this.#terrain;
    if (!terrain) return undefined;
    const [x, z] = [i * chunkSize, j * chunkSize];
    if (this.#look === 'blocks') {
      const count = Math.round(chunkSize / block);
      const cuts = (from: number): number[] => Array.from({ length: count + 1 }, (_, k) => from + k * block);
      const heights = terrain.heights(x - 0.5 * block, z - 0.5 * block, block, count + 2, count + 2);
      return steppedPatch(heights, cuts(x), cuts(z), pit);
    }
    if (this.#look === 'stairs') return this.#stairs(terrain, x, z);
    const cells = this.#look === 'level' ? 1 : (smoothCells[level] ?? 8);
    const cell = chunkSize / cells;
    return smoothPatch(terrain.heights(x - cell, z - cell, cell, cells + 3, cells + 3), cells, x, z, cell, this.#look === 'level' ? 0 : 0.15);
  }

  /** The same across x; cut along z where the height jumps. */
  #stairs(terrain: Terrain, x: number, z: number): Patch {
    const middle = x + chunkSize / 2;
    const heightAt = (at: number): number => terrain.heights(middle, at, 1, 1, 1)[0] ?? NaN;
    const cuts = [z, ...jumps(heightAt, terrain.heights(middle, z, 0.02, 1, 201), z, 0.02), z + chunkSize];
    const ends = [z - 0.01, ...cuts.slice(0, -1).map((cut, k) => (cut + (cuts[k + 1] ?? cut)) / 2), z + chunkSize + 0.01];
    const heights = ends.flatMap((at) => Array<number>(3).fill(heightAt(at)));
    return steppedPatch(Float32Array.from(heights), [x, x + chunkSize], cuts, pit);
  }
}

/** Where a row of samples, `apart` from one to the next, jumps: to a tenth of a millimetre. */
export function jumps(heightAt: (z: number) => number, samples: ArrayLike<number>, from: number, apart: number): number[] {
  const places: number[] = [];
  for (let k = 0; k + 1 < samples.length; ++k) {
    const [before = 0, after = 0] = [samples[k], samples[k + 1]];
    if (Math.abs(after - before) < 1e-3) continue;
    let [low, high] = [from + k * apart, from + (k + 1) * apart];
    while (high - low > 1e-4) {
      const middle = (low + high) / 2;
      if (Math.abs(heightAt(middle) - before) < 1e-3) low = middle;
      else high = middle;
    }
    // One at the very rim is the neighbour's.
    if (k > 0 || low > from + 1e-4) places.push((low + high) / 2);
  }
  return places;
}

/** A square metre of ground with a line around it: shows how fast one walks. */
class Pattern {
  #canvas = document.createElement('canvas');
  readonly texture: THREE.CanvasTexture;

  constructor() {
    this.#canvas.width = this.#canvas.height = 256;
    this.texture = new THREE.CanvasTexture(this.#canvas);
    this.texture.wrapS = this.texture.wrapT = THREE.RepeatWrapping;
    this.texture.colorSpace = THREE.SRGBColorSpace;
    this.texture.anisotropy = 8;
    this.themed();
  }

  themed(): void {
    const c = colours();
    const pen = this.#canvas.getContext('2d');
    if (!pen) return;
    const size = this.#canvas.width;
    // At night the ground needs a little more light than the page has, or slopes do not show.
    const [field, line] = theme() === 'dark' ? [c.line, c['body-dark']] : [c.ground, c.grid];
    pen.fillStyle = field;
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = line;
    pen.lineWidth = 2;
    pen.globalAlpha = 0.55;
    for (const [x, y] of [[1, 0], [0, 1]] as const) {
      pen.beginPath();
      pen.moveTo((x * size) / 2, (y * size) / 2);
      pen.lineTo((x * size) / 2 + y * size, (y * size) / 2 + x * size);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.lineWidth = 5;
    pen.strokeRect(0, 0, size, size);
    this.texture.needsUpdate = true;
  }
}
