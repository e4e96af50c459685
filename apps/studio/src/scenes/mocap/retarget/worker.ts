// Beside the page: opens the same figures and puts whole clips on them, so that the page goes on meanwhile.
import { Kine, type Clip } from 'kine';
import type { Figure } from '../figure';
import { clipFrom, openFigure, recordingOf } from '../origin';
import type { Answer, Job } from './job';

/** The page sends where kine.wasm lies, then jobs, one at a time. */
export interface Greeting {
  readonly wasm: string;
}

let kine: Promise<Kine> | undefined;
/** Of the last job, by the number of their origin. */
let opened = new Map<string, Figure>();

/** The figures of a job; one and the same figure as source and target is opened twice. */
function figures(library: Kine, job: Job): [Figure, Figure] {
  const before = opened;
  opened = new Map();
  const open = (role: 'source' | 'target'): Figure => {
    const key = `${role} ${job[role].id}`;
    const figure = before.get(key) ?? openFigure(library, job[role]);
    opened.set(key, figure);
    return figure;
  };
  try {
    return [open('source'), open('target')];
  } finally {
    for (const [key, figure] of before) if (!opened.has(key)) figure.dispose();
  }
}

/** The source's clip, whose bones may change their lengths, with the poses that are shown. */
function shownClip(figure: Figure, { clip, shown }: Job): Clip {
  const made = figure.clips[clip]?.copy();
  if (!made) return clipFrom(figure.skeleton, shown);
  const size = figure.skeleton.valueCount;
  for (let frame = 0; frame < made.frameCount; ++frame) made.setFrame(frame, shown.poses.subarray(frame * size, (frame + 1) * size));
  return made;
}

export function answer(library: Kine, job: Job): Answer {
  const [source, target] = figures(library, job);
  const clip = shownClip(source, job);
  const retargeter = library.createRetargeter(source.skeleton, target.skeleton, job.settings, {
    source: { up: source.upward, overrides: job.bones.source },
    target: { up: target.upward, overrides: job.bones.target },
  });
  try {
    const start = performance.now();
    const { clip: result, ...report } = retargeter.clip(clip);
    const seconds = (performance.now() - start) / 1e3;
    const { poses } = recordingOf(result);
    result.dispose();
    return { id: job.id, poses, report, seconds };
  } finally {
    retargeter.dispose();
    clip.dispose();
  }
}

addEventListener('message', (event: MessageEvent<Greeting | Job>) => {
  const { data } = event;
  if ('wasm' in data) {
    kine = Kine.load(new URL(data.wasm));
    return;
  }
  void (async () => {
    try {
      if (!kine) throw new Error('the library is not there');
      const done = answer(await kine, data);
      postMessage(done, 'poses' in done ? { transfer: [done.poses.buffer] } : {});
    } catch (error) {
      postMessage({ id: data.id, sentence: error instanceof Error ? error.message : String(error) } satisfies Answer);
    }
  })();
});
