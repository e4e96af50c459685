// Pieces of ground as triangles, out of heights that the core gives.

export interface Patch {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** In metres, so that a pattern on the ground is as large everywhere. */
  readonly uvs: Float32Array;
  readonly index: Uint32Array;
}

/** Collects corners and triangles. */
class Builder {
  #positions: number[] = [];
  #normals: number[] = [];
  #uvs: number[] = [];
  #index: number[] = [];

  corner(x: number, y: number, z: number, normal: readonly [number, number, number], u: number, v: number): number {
    this.#positions.push(x, y, z);
    this.#normals.push(...normal);
    this.#uvs.push(u, v);
    return this.#positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.#index.push(a, b, c);
  }

  /** Four corners around, seen from its front, counter-clockwise. */
  quad(a: number, b: number, c: number, d: number): void {
    this.#index.push(a, b, c, a, c, d);
  }

  finish(): Patch {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      uvs: Float32Array.from(this.#uvs),
      index: Uint32Array.from(this.#index),
    };
  }
}

/**
 * Ground without jumps: `cells` by `cells` squares from x, z on. `heights` has a sample more on each side than the corners
 * need, for slopes: cells + 3 in a row. Where one is missing there is a hole. A skirt hangs from the rim and hides the
 * cracks beside a neighbour that is drawn more coarsely.
 */
export function smoothPatch(heights: Float32Array, cells: number, x: number, z: number, cell: number, skirt: number): Patch {
  const wide = cells + 3;
  const at = (column: number, row: number): number => heights[(row + 1) * wide + column + 1] ?? NaN;
  const builder = new Builder();
  const corners: number[] = [];
  for (let row = 0; row <= cells; ++row) {
    for (let column = 0; column <= cells; ++column) {
      const y = at(column, row);
      if (!Number.isFinite(y)) {
        corners.push(-1);
        continue;
      }
      const slope = (before: number, after: number): number => {
        const [a, b] = [Number.isFinite(before) ? before : y, Number.isFinite(after) ? after : y];
        const span = (Number.isFinite(before) ? 1 : 0) + (Number.isFinite(after) ? 1 : 0);
        return span === 0 ? 0 : (b - a) / (span * cell);
      };
      const dx = slope(at(column - 1, row), at(column + 1, row));
      const dz = slope(at(column, row - 1), at(column, row + 1));
      const length = Math.hypot(dx, 1, dz);
      const [px, pz] = [x + column * cell, z + row * cell];
      corners.push(builder.corner(px, y, pz, [-dx / length, 1 / length, -dz / length], px, pz));
    }
  }
  const corner = (column: number, row: number): number => corners[row * (cells + 1) + column] ?? -1;
  for (let row = 0; row < cells; ++row) {
    for (let column = 0; column < cells; ++column) {
      const [a, b, c, d] = [corner(column, row), corner(column, row + 1), corner(column + 1, row + 1), corner(column + 1, row)];
      // The same diagonal as the core's triangles have.
      if (a >= 0 && b >= 0 && d >= 0) builder.triangle(a, b, d);
      if (b >= 0 && c >= 0 && d >= 0) builder.triangle(d, b, c);
    }
  }
  if (skirt > 0) {
    const hang = (columns: readonly [number, number], rows: readonly [number, number]): void => {
      const ends = [0, 1].map((i): readonly [number, number] => [columns[i] ?? 0, rows[i] ?? 0]);
      const [top, bottom] = [0, skirt].map((down) =>
        ends.map(([column, row]) => {
          const [px, pz] = [x + column * cell, z + row * cell];
          return builder.corner(px, at(column, row) - down, pz, [0, 1, 0], px, pz);
        }),
      );
      builder.quad(top?.[0] ?? 0, bottom?.[0] ?? 0, bottom?.[1] ?? 0, top?.[1] ?? 0);
    };
    const side = (columns: readonly [number, number], rows: readonly [number, number]): void => {
      if (corner(columns[0], rows[0]) >= 0 && corner(columns[1], rows[1]) >= 0) hang(columns, rows);
    };
    for (let i = 0; i < cells; ++i) {
      side([i + 1, i], [0, 0]);
      side([i, i + 1], [cells, cells]);
      side([0, 0], [i, i + 1]);
      side([cells, cells], [i + 1, i]);
    }
  }
  return builder.finish();
}

/**
 * Ground of level pieces with walls between them: blocks, stairs. `xs` and `zs` are the cuts; `heights` are those of the
 * pieces, row after row, with one more on each side: xs.length + 1 in a row. A missing piece is a pit, `depth` below 0.
 */
export function steppedPatch(heights: Float32Array, xs: readonly number[], zs: readonly number[], depth: number): Patch {
  const wide = xs.length + 1;
  const at = (column: number, row: number): number => {
    const y = heights[(row + 1) * wide + column + 1] ?? NaN;
    return Number.isFinite(y) ? y : -depth;
  };
  const builder = new Builder();
  for (let row = 0; row + 1 < zs.length; ++row) {
    for (let column = 0; column + 1 < xs.length; ++column) {
      const y = at(column, row);
      const [left, right] = [xs[column] ?? 0, xs[column + 1] ?? 0];
      const [far, near] = [zs[row] ?? 0, zs[row + 1] ?? 0];
      const top = (x: number, z: number): number => builder.corner(x, y, z, [0, 1, 0], x, z);
      builder.quad(top(left, far), top(left, near), top(right, near), top(right, far));
      const wall = (lower: number, from: readonly [number, number], to: readonly [number, number], normal: readonly [number, number, number]): void => {
        if (y - lower < 1e-4) return;
        const along = (p: readonly [number, number]): number => (normal[0] === 0 ? p[0] : p[1]);
        const put = (p: readonly [number, number], height: number): number => builder.corner(p[0], height, p[1], normal, along(p), height);
        builder.quad(put(from, y), put(from, lower), put(to, lower), put(to, y));
      };
      wall(at(column, row + 1), [left, near], [right, near], [0, 0, 1]);
      wall(at(column, row - 1), [right, far], [left, far], [0, 0, -1]);
      wall(at(column + 1, row), [right, near], [right, far], [1, 0, 0]);
      wall(at(column - 1, row), [left, far], [left, near], [-1, 0, 0]);
    }
  }
  return builder.finish();
}
