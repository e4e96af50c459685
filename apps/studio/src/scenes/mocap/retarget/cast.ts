// Who is on the stage: the figure with the motion, the character that takes it, and how.
import type { BoneOverrides, Kine, RetargetSettings } from 'kine';
import { openFigure, type Origin } from '../origin';
import { Crew } from './crew';
import type { BothBones } from './job';
import type { OwnStyle } from './json_files';
import { Retargeting, type Opened } from './retargeting';

/** The value of a style that is the user's own. */
export const ownStyle = ':own';

/** In what manner the character takes the motion. */
export interface Manner {
  /** One of the library's; '': none; ':own': the user's own. */
  style: string;
  own: OwnStyle | null;
  mode: 'half' | 'full' | 'hybrid';
  rest: 'auto' | 'bind';
  plants: boolean;
  contacts: boolean;
  limits: boolean;
}

/** What of the scene's state is about the character. */
export interface Wish {
  /** The number of its origin; 0: there is none. */
  character: number;
  manner: Manner;
  bones: BothBones;
}

export const settingsOf = ({ style, own, limits, ...rest }: Manner): RetargetSettings => ({
  ...rest, limits, speedLimits: limits, style: style === '' ? null : style === ownStyle ? own && { parts: own.parts } : style,
});

export class Cast {
  #kine: Kine;
  #crew = new Crew();
  #source: Opened;
  #target: Opened | undefined;
  #retargeting: Retargeting | undefined;
  #origins = new Map<number, Origin>();
  /** A character that has been opened and is not on the stage yet. */
  #ready: Opened | undefined;
  #onResult: () => void;
  /** Why the motion does not go on the character. */
  trouble = '';

  constructor(kine: Kine, source: Opened, onResult: () => void) {
    this.#kine = kine;
    this.#source = source;
    this.#onResult = onResult;
    this.#origins.set(source.origin.id, source.origin);
  }

  get source(): Opened {
    return this.#source;
  }

  get target(): Opened | undefined {
    return this.#target;
  }

  get retargeting(): Retargeting | undefined {
    return this.#retargeting;
  }

  open(origin: Origin): Opened {
    return { figure: openFigure(this.#kine, origin), origin };
  }

  /** Another motion; the old figure is gone. */
  take(source: Opened): void {
    if (source.figure === this.#source.figure) return;
    this.#end();
    this.#source.figure.dispose();
    this.#source = source;
    this.#origins.set(source.origin.id, source.origin);
  }

  /** A character that has been opened: it is on the stage once it is wished for. */
  offer(target: Opened): void {
    this.#origins.set(target.origin.id, target.origin);
    this.#ready?.figure.dispose();
    this.#ready = target;
  }

  /** '' where that character can take the motion; else the sentence of why not. */
  refuses(target: Opened, manner: Manner): string {
    try {
      this.#retarget(target, manner).dispose();
      return '';
    } catch (error) {
      return this.#why(error, target);
    }
  }

  /** '' where the character can take the motion in that manner; else the sentence of why not. */
  refusesManner(manner: Manner): string {
    return this.#target ? this.refuses(this.#target, manner) : '';
  }

  /** '' where bones can be so; else the sentence of why not. What is no body yet may become one step by step. */
  refusesBones(side: 'source' | 'target', overrides: BoneOverrides, manner: Manner): string {
    const figure = (side === 'source' ? this.#source : this.#target)?.figure;
    if (!figure || figure.why) return '';
    const before = figure.overrides;
    figure.correct(overrides);
    const sentence = figure.why || (this.#target && this.#retargeting ? this.refuses(this.#target, manner) : '');
    figure.correct(before);
    return sentence;
  }

  /** Brings all in line with what is wanted, and says what has changed by that. */
  follow({ character, bones, manner }: Wish): { character: boolean; sourceBones: boolean } {
    const changed = { character: character !== (this.#target?.origin.id ?? 0), sourceBones: false };
    if (changed.character) {
      this.#end();
      this.#target?.figure.dispose();
      const origin = this.#origins.get(character);
      const ready = this.#ready?.origin === origin ? this.#ready : undefined;
      if (ready) this.#ready = undefined;
      this.#target = ready ?? (origin ? this.open(origin) : undefined);
    }
    for (const side of ['source', 'target'] as const) {
      const figure = (side === 'source' ? this.#source : this.#target)?.figure;
      if (!figure || JSON.stringify(figure.overrides) === JSON.stringify(bones[side])) continue;
      this.#end();
      figure.correct(bones[side]);
      if (side === 'source') changed.sourceBones = true;
    }
    this.#begin(manner);
    return changed;
  }

  dispose(): void {
    this.#end();
    this.#crew.dispose();
    for (const opened of [this.#source, this.#target, this.#ready]) opened?.figure.dispose();
  }

  #begin(manner: Manner): void {
    if (!this.#target) return;
    try {
      if (this.#retargeting) this.#retargeting.set(settingsOf(manner));
      else this.#retargeting = this.#retarget(this.#target, manner);
      this.trouble = '';
    } catch (error) {
      this.trouble = this.#why(error, this.#target);
    }
  }

  #retarget(target: Opened, manner: Manner): Retargeting {
    return new Retargeting(this.#kine, this.#crew, this.#source, target, settingsOf(manner), (sentence) => {
      this.trouble = sentence && this.#why(sentence, target);
      this.#onResult();
    });
  }

  /** In a sentence, with the name of who is to blame. */
  #why(error: unknown, target: Opened): string {
    const [from, to] = [this.#source.figure, target.figure];
    const why = sentenceOf(error);
    const blamed = why.startsWith('the source: ') || !from.bones.found ? from.name : why.startsWith('the target: ') || !to.bones.found ? to.name : '';
    const rest = why.replace(/^the (source|target): /, '');
    return `${from.name} does not go on ${to.name}: ${blamed}${blamed ? (rest.startsWith('no ') ? ' is ' : ': ') : ''}${rest}.`;
  }

  #end(): void {
    this.#retargeting?.dispose();
    this.#retargeting = undefined;
    this.trouble = '';
  }
}

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
