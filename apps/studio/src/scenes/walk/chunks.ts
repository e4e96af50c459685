// Which squares of ground are there: only those near the figure, the nearer the finer.

export interface Chunk {
  /** Its number along x and z: it begins at these times the size of a chunk. */
  readonly i: number;
  readonly j: number;
  /** 0 is the finest. */
  readonly level: number;
}

/** Metres. */
export const chunkSize = 4;

/** A level holds within so many chunks of the one that the figure is in. */
export const levelReach: readonly number[] = [1, 3, 6];

export const keyOf = ({ i, j }: Pick<Chunk, 'i' | 'j'>): string => `${i},${j}`;

const middleOf = (chunk: Pick<Chunk, 'i' | 'j'>): [number, number] => [(chunk.i + 0.5) * chunkSize, (chunk.j + 0.5) * chunkSize];

/** How many chunks lie between a place and a chunk, 0: it is in it. In parts, so that the figure has to be well inside. */
function distance(chunk: Pick<Chunk, 'i' | 'j'>, x: number, z: number): number {
  const [cx, cz] = middleOf(chunk);
  return Math.max(0, Math.max(Math.abs(x - cx), Math.abs(z - cz)) / chunkSize - 0.5);
}

/** The chunks that should be there for a figure at x, z, nearest first. */
export function wanted(x: number, z: number): Chunk[] {
  const [ci, cj] = [Math.floor(x / chunkSize), Math.floor(z / chunkSize)];
  const reach = levelReach.at(-1) ?? 0;
  const chunks: (Chunk & { away: number })[] = [];
  for (let j = cj - reach; j <= cj + reach; ++j) {
    for (let i = ci - reach; i <= ci + reach; ++i) {
      const away = Math.hypot(...[0, 1].map((k) => (middleOf({ i, j })[k] ?? 0) - (k === 0 ? x : z)));
      if (away > (reach + 0.5) * chunkSize) continue;
      const far = Math.max(Math.abs(i - ci), Math.abs(j - cj));
      chunks.push({ i, j, level: levelReach.findIndex((r) => far <= r), away });
    }
  }
  chunks.sort((a, b) => a.away - b.away);
  return chunks.map(({ i, j, level }) => ({ i, j, level }));
}

export interface Changes {
  /** To be made, or made anew at another level; nearest first. */
  readonly make: readonly Chunk[];
  /** Keys of those to be taken away. */
  readonly drop: readonly string[];
}

/**
 * What to do about the chunks that are there. One that is finer than wanted stays until the figure is a chunk farther away,
 * so that walking to and fro over a border changes nothing.
 */
export function changes(there: ReadonlyMap<string, number>, x: number, z: number): Changes {
  const list = wanted(x, z);
  const keys = new Set(list.map(keyOf));
  const make = list.filter((chunk) => {
    const level = there.get(keyOf(chunk));
    if (level === undefined || level > chunk.level) return true;
    return level < chunk.level && distance(chunk, x, z) > (levelReach[level] ?? 0) + 1;
  });
  const farthest = (levelReach.at(-1) ?? 0) + 1;
  const drop = [...there.keys()].filter((key) => {
    if (keys.has(key)) return false;
    const [i = 0, j = 0] = key.split(',').map(Number);
    return distance({ i, j }, x, z) > farthest;
  });
  return { make, drop };
}
