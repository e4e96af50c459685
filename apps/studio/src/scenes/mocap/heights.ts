// How high a bone is through a clip, as read and as shown: where an edit begins and ends, and that nothing pops.
import type { Figure } from './figure';

/** Seconds; centimetres. */
export interface HeightCurves {
  readonly times: readonly number[];
  readonly read: readonly number[];
  readonly shown: readonly number[];
}

/** Long clips have this many points. */
const most = 240;

export function heightCurves(figure: Figure, clip: number, joint: number): HeightCurves {
  const original = figure.clips[clip];
  if (!original) return { times: [], read: [], shown: [] };
  const { frameCount, rate } = original;
  const count = Math.min(frameCount, most);
  const times = Array.from({ length: count }, (_, i) => Math.round((i * (frameCount - 1)) / Math.max(1, count - 1)) / rate);
  const read = times.map((time) => {
    figure.shape.forward(original.sample(time, figure.shape), figure.frames);
    return 100 * figure.heightOf(joint);
  });
  const shown = times.map((time) => {
    figure.forwardAt(clip, time);
    return 100 * figure.heightOf(joint);
  });
  return { times, read, shown };
}
