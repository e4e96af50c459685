// The motion on a character: each frame at once by directions alone, and the whole clip as soon as the worker has it.
import type { Clip, Kine, RetargetReport, Retargeter, RetargetSettings } from 'kine';
import type { Figure } from '../figure';
import { clipFrom, recordingOf, type Origin, type Recording } from '../origin';
import { Crew } from './crew';
import type { BothBones } from './job';

/** A whole clip on the character. */
export interface Result {
  readonly clip: Clip;
  readonly report: RetargetReport;
  /** What it took, seconds. */
  readonly seconds: number;
}

/** A figure, and where it comes from. */
export interface Opened {
  readonly figure: Figure;
  readonly origin: Origin;
}

export class Retargeting {
  readonly source: Opened;
  readonly target: Opened;
  #kine: Kine;
  #crew: Crew;
  #now: Retargeter;
  /** Directions alone, in no style: how it was before. */
  #before: Retargeter;
  #settings: RetargetSettings;
  #result: Result | undefined;
  /** What the result is of, or is being made of. */
  #made: Clip | undefined;
  #asked = 0;
  #onResult: (sentence: string) => void;
  /** Whether the worker has been asked and has not answered. */
  working = false;

  /** Throws the sentence of why that motion does not go on that character. `onResult` has the worker's. */
  constructor(kine: Kine, crew: Crew, source: Opened, target: Opened, settings: RetargetSettings, onResult: (sentence: string) => void) {
    this.#kine = kine;
    this.#crew = crew;
    this.source = source;
    this.target = target;
    this.#settings = settings;
    this.#onResult = onResult;
    this.#now = this.#create(settings);
    try {
      this.#before = this.#create({ ...settings, style: null });
    } catch (error) {
      this.#now.dispose();
      throw error;
    }
  }

  get result(): Result | undefined {
    return this.#result;
  }

  /** What the character lacks, one sentence each. */
  get notes(): readonly string[] {
    return this.#now.notes;
  }

  get scale(): number {
    return this.#now.scale;
  }

  /** Other settings, from now on. Throws what will not do, and keeps the old ones. */
  set(settings: RetargetSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#now.set(settings);
    this.#before.set({ ...settings, style: null });
    this.#settings = settings;
    this.#forget();
  }

  /** Asks for the whole clip, where that is not there or on its way. */
  follow(index: number): void {
    const clip = this.source.figure.clipAt(index);
    if (this.#made === clip) return;
    this.#forget();
    this.#made = clip;
    void this.#ask(index, clip);
  }

  /** The character's pose at a time of the source's clip: of the whole clip, or by directions alone until that is there. */
  poseAt(index: number, time: number, live?: Float64Array): Float64Array {
    const { figure } = this.source;
    const clip = figure.clipAt(index);
    if (this.#result && this.#made === clip && !live) return this.#result.clip.sample(time);
    const pose = clip.sample(time, figure.shape);
    return this.#now.pose(live ?? pose, figure.shape);
  }

  /** By directions alone, of the clip as it was read. */
  beforeAt(index: number, time: number): Float64Array {
    const { figure } = this.source;
    const clip = figure.clips[index] ?? figure.clipAt(index);
    return this.#before.pose(clip.sample(time, figure.shape), figure.shape);
  }

  /** The result as values; undefined until it is there. */
  recording(): Recording | undefined {
    return this.#result && recordingOf(this.#result.clip);
  }

  dispose(): void {
    this.#forget();
    this.#now.dispose();
    this.#before.dispose();
  }

  async #ask(clip: number, of: Clip): Promise<void> {
    const { source, target } = this;
    const asked = ++this.#asked;
    this.working = true;
    const shown = recordingOf(of);
    const answer = await this.#crew.ask({
      source: source.origin, target: target.origin, clip, shown, settings: this.#settings, bones: this.#bones,
    });
    if (asked !== this.#asked || !answer) return;
    this.working = false;
    if ('sentence' in answer) return this.#onResult(answer.sentence);
    this.#result = { clip: clipFrom(target.figure.skeleton, { ...shown, poses: answer.poses }), report: answer.report, seconds: answer.seconds };
    this.#onResult('');
  }

  #forget(): void {
    ++this.#asked;
    this.#result?.clip.dispose();
    this.#result = this.#made = undefined;
    this.working = false;
  }

  get #bones(): BothBones {
    return { source: this.source.figure.overrides, target: this.target.figure.overrides };
  }

  #create(settings: RetargetSettings): Retargeter {
    const { source, target } = this.#bones;
    const [from, to] = [this.source.figure, this.target.figure];
    return this.#kine.createRetargeter(from.skeleton, to.skeleton, settings, {
      source: { up: from.upward, overrides: source },
      target: { up: to.upward, overrides: target },
    });
  }
}
