// Where a figure comes from, as a value: the page and its worker open the same one from it.
import type { Clip, Kine, Skeleton } from 'kine';
import type { FileBytes } from '../../shell/files';
import { Figure } from './figure';
import { characters } from './retarget/characters';
import { samples } from './samples';

export type UpAxis = 'x' | 'y' | 'z';

/** Poses in time, one after the other in one array. */
export interface Recording {
  readonly name: string;
  /** Frames a second. */
  readonly rate: number;
  readonly poses: Float64Array<ArrayBuffer>;
}

export function recordingOf(clip: Clip): Recording {
  const size = clip.skeleton.valueCount;
  const poses = new Float64Array(size * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; ++frame) poses.set(clip.frame(frame), size * frame);
  return { name: clip.name, rate: clip.rate, poses };
}

/** To be disposed of. */
export function clipFrom(skeleton: Skeleton, { name, rate, poses }: Recording): Clip {
  const clip = skeleton.createClip(name, rate);
  const size = skeleton.valueCount;
  for (let at = 0; at < poses.length; at += size) clip.append(poses.subarray(at, at + size));
  return clip;
}

type What =
  /** `up`: what the user knows better than the reader. */
  | { readonly kind: 'files'; readonly files: readonly FileBytes[]; readonly up?: UpAxis; readonly freeRoot?: boolean }
  | { readonly kind: 'sample' | 'character'; readonly key: string }
  /** A figure with another motion than its own. */
  | { readonly kind: 'recorded'; readonly of: Origin; readonly recording: Recording };

export type Origin = What & {
  /** No two have the same one. */
  readonly id: number;
};

let last = 0;
export const originOf = (what: What): Origin => ({ ...what, id: ++last });

/** Throws the sentence of what is wrong with the files. */
export function openFigure(kine: Kine, origin: Origin): Figure {
  switch (origin.kind) {
    case 'files': {
      const { files, up, freeRoot } = origin;
      return new Figure(kine, kine.openFile(files, { ...(up ? { up } : {}), ...(freeRoot ? { freeRoot } : {}) }));
    }
    case 'sample':
    case 'character': {
      const made = [...samples, ...characters].find(({ key }) => key === origin.key);
      if (!made) throw new Error(`there is no sample "${origin.key}"`);
      return made.open(kine);
    }
    case 'recorded': {
      const figure = openFigure(kine, origin.of);
      figure.record(clipFrom(figure.skeleton, origin.recording));
      return figure;
    }
  }
}
