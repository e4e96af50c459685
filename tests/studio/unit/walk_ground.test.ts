// How the Walk scene draws ground: pieces of it, which are there, and a camera above it.
import { describe, expect, it } from 'vitest';
import { liftFor, part, wrapped } from '../../../apps/studio/src/scenes/walk/camera';
import { changes, chunkSize, keyOf, wanted } from '../../../apps/studio/src/scenes/walk/chunks';
import { Costs } from '../../../apps/studio/src/scenes/walk/costs';
import { heightmapOf, isHeightmap } from '../../../apps/studio/src/scenes/walk/grounds';
import { smoothPatch, steppedPatch, type Patch } from '../../../apps/studio/src/scenes/walk/patches';
import { PlantWatch } from '../../../apps/studio/src/scenes/walk/plant_watch';
import type { Vec3 } from 'kine';

/** Of every triangle: its area and its normal, by its corners alone. */
function triangles({ positions, index }: Patch): { area: number; normal: Vec3; middle: Vec3 }[] {
  const at = (i: number): Vec3 => [positions[3 * i] ?? NaN, positions[3 * i + 1] ?? NaN, positions[3 * i + 2] ?? NaN];
  return Array.from({ length: index.length / 3 }, (_, t) => {
    const [a, b, c] = [at(index[3 * t] ?? -1), at(index[3 * t + 1] ?? -1), at(index[3 * t + 2] ?? -1)];
    const [u, v] = [b, c].map((p): Vec3 => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]) as [Vec3, Vec3];
    const n: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...n);
    return { area: size / 2, normal: [n[0] / size, n[1] / size, n[2] / size], middle: [0, 1, 2].map((k) => ((a[k] ?? 0) + (b[k] ?? 0) + (c[k] ?? 0)) / 3) as unknown as Vec3 };
  });
}

describe('smooth ground', () => {
  const height = (x: number, z: number): number => 0.3 * x - 0.2 * z + 1;
  const sample = (x: number, z: number, cell: number, cells: number): Float32Array =>
    Float32Array.from({ length: (cells + 3) ** 2 }, (_, i) => height(x + ((i % (cells + 3)) - 1) * cell, z + (Math.floor(i / (cells + 3)) - 1) * cell));

  it('lies on a plane where the heights do, faces up and covers its square', () => {
    const patch = smoothPatch(sample(2, -3, 0.5, 4), 4, 2, -3, 0.5, 0);
    const up = 1 / Math.hypot(0.3, 1, 0.2);
    let covered = 0;
    for (const { area, normal, middle } of triangles(patch)) {
      expect(normal[1]).toBeCloseTo(up, 5);
      expect(middle[1]).toBeCloseTo(height(middle[0], middle[2]), 5);
      covered += area * normal[1];
    }
    expect(covered).toBeCloseTo(4, 5);
    for (let i = 0; i < patch.normals.length; i += 3) expect(patch.normals[i]).toBeCloseTo(-0.3 * up, 5);
  });

  it('has a hole where a height is missing', () => {
    const heights = sample(0, 0, 1, 3);
    heights[2 * 6 + 2] = NaN; // the corner at 1, 1
    const patch = smoothPatch(heights, 3, 0, 0, 1, 0);
    expect([...patch.positions].every(Number.isFinite)).toBe(true);
    expect([...patch.normals].every(Number.isFinite)).toBe(true);
    expect(triangles(patch).every(({ middle }) => Math.hypot(middle[0] - 1, middle[2] - 1) > 0.4)).toBe(true);
    expect(triangles(patch).length).toBe(18 - 6);
  });
});

describe('stepped ground', () => {
  it('has level tops, and a wall wherever it goes down, facing out', () => {
    // Two blocks, 0.3 and 0.1 high, and a pit beside them.
    const heights = Float32Array.from([0, 0, 0, 0, 0, 0.3, 0.1, NaN, 0, 0, 0, 0]);
    const all = triangles(steppedPatch(heights, [0, 1, 2], [0, 1], 0.5));
    const tops = all.filter(({ normal }) => normal[1] > 0.99);
    expect(tops.reduce((sum, { area }) => sum + area, 0)).toBeCloseTo(2, 6);
    const wall = (x: number, y: number, z: number): number =>
      all.filter(({ normal }) => normal[0] * x + normal[1] * y + normal[2] * z > 0.99).reduce((sum, { area }) => sum + area, 0);
    expect(wall(1, 0, 0)).toBeCloseTo(0.2 + 0.6, 6); // 0.3 to 0.1, and 0.1 down to the pit
    expect(wall(-1, 0, 0)).toBeCloseTo(0.3, 6);
    expect(wall(0, 0, 1)).toBeCloseTo(0.4, 6);
    expect(wall(0, 0, -1)).toBeCloseTo(0.4, 6);
  });
});

describe('chunks', () => {
  it('are those near the figure, the nearer the finer, nearest first', () => {
    const all = wanted(1, 1);
    expect(all[0]).toEqual({ i: 0, j: 0, level: 0 });
    expect(all.find(({ i, j }) => i === 1 && j === -1)?.level).toBe(0);
    expect(all.find(({ i, j }) => i === 3 && j === 0)?.level).toBe(1);
    expect(all.every(({ i, j }) => Math.hypot((i + 0.5) * chunkSize - 1, (j + 0.5) * chunkSize - 1) <= 6.5 * chunkSize)).toBe(true);
  });

  it('come and go as it walks, and stay few', () => {
    const there = new Map<string, number>();
    let made = 0;
    for (let z = 0; z < 200; z += 0.25) {
      const { make, drop } = changes(there, 0.3, z);
      for (const key of drop) there.delete(key);
      for (const chunk of make) there.set(keyOf(chunk), chunk.level);
      made += make.length;
      expect(there.get(keyOf({ i: 0, j: Math.floor(z / chunkSize) }))).toBe(0);
      expect(there.size).toBeLessThan(230);
    }
    expect(made).toBeLessThan(50 * 60);
  });

  it('do not flicker on a border', () => {
    const there = new Map<string, number>();
    for (const [i, z] of [3.9, 4.1, 3.8, 4.2, 3.9, 4.1, 3.8, 4.2].entries()) {
      const { make, drop } = changes(there, 0, z);
      for (const key of drop) there.delete(key);
      for (const chunk of make) there.set(keyOf(chunk), chunk.level);
      if (i >= 4) expect([make, drop]).toEqual([[], []]);
    }
  });
});

describe('camera', () => {
  it('is lifted out of a hill that it is in or that hides the figure, and not otherwise', () => {
    expect(liftFor([0, 2, -4], [0, 1, 0], () => 0)).toBe(0);
    expect(liftFor([0, 2, -4], [0, 1, 0], () => undefined)).toBe(0);
    const lift = liftFor([0, 2, -4], [0, 1, 0], (_, z) => (z < -3.9 ? 3 : 0));
    expect(lift).toBeGreaterThan(1);
    const ridge = (_: number, z: number): number => (Math.abs(z + 2) < 0.3 ? 2 : 0);
    const over = liftFor([0, 2, -4], [0, 1, 0], ridge);
    expect(1 + 0.5 * (1 + over)).toBeGreaterThan(2);
  });

  it('catches up as much in many small steps as in one', () => {
    let left = 1;
    for (let i = 0; i < 10; ++i) left *= 1 - part(0.05, 0.3);
    expect(1 - left).toBeCloseTo(part(0.5, 0.3), 12);
    expect(wrapped(1.5 * Math.PI)).toBeCloseTo(-0.5 * Math.PI, 12);
  });
});

describe('plants', () => {
  it('drift by what the pose is off from where they were planted, until they lift', () => {
    const watch = new PlantWatch();
    const heel = (x: number) => ({ foot: 'left' as const, part: 'heel' as const, position: [x, 0, 0] as Vec3, joint: 0, offset: [0, 0, 0] as Vec3 });
    watch.look([heel(1)], () => [1, 0, 0]);
    watch.look([heel(1)], () => [1, 0.002, 0]);
    expect(watch.now).toBeCloseTo(0.002, 12);
    watch.look([], () => [0, 0, 0]);
    watch.look([heel(2)], () => [2, 0, 0.0005]);
    expect([watch.now, watch.worst, watch.count]).toEqual([0.0005, 0.002, 2]);
    // A plan whose point slides along with the foot does not hide the drift.
    watch.look([heel(2.003)], () => [2.003, 0, 0]);
    expect(watch.worst).toBeCloseTo(0.003, 12);
  });
});

describe('costs', () => {
  it('are means, and none before they were measured', () => {
    const costs = new Costs();
    costs.addIterations('flat', 'half', 3);
    expect(costs.of('flat', 'half')).toBeUndefined();
    costs.addTimes('flat', 'half', 2, 20);
    costs.addTimes('flat', 'half', 4, 30);
    costs.addIterations('flat', 'half', 1);
    expect(costs.of('flat', 'half')).toEqual({ solve: 3, iterations: 2, iteration: 1.5, fps: 40000 });
    expect(costs.of('uneven', 'half')).toBeUndefined();
  });
});

describe('heightmaps', () => {
  it('are known by their endings; grey is two metres at the most, by its bits', () => {
    expect(['a.PNG', 'b.asc', 'c.csv'].every(isHeightmap)).toBe(true);
    expect(isHeightmap('walk.bvh')).toBe(false);
    const png = (bits: number): Uint8Array<ArrayBuffer> => {
      const bytes = new Uint8Array(33);
      bytes.set([0x89, 0x50, 0x4e, 0x47]);
      bytes[24] = bits;
      return bytes;
    };
    expect(heightmapOf({ name: 'a.png', bytes: png(8) }).unit * 255).toBeCloseTo(2, 12);
    expect(heightmapOf({ name: 'a.png', bytes: png(16) }).unit * 65535).toBeCloseTo(2, 12);
    expect(heightmapOf({ name: 'a.csv', bytes: new TextEncoder().encode('1,2\n3,4\n') })).toMatchObject({ cell: 0, unit: 1 });
  });
});
