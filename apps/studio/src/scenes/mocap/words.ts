// The sentence under the picture.
import { millimetres } from '../../shell/dom';
import type { Tone } from '../../shell/scene';
import type { CleanReport } from 'kine';
import type { Pulled } from './drag';
import { spoken } from './titles';

export const outcomes = { reached: 'reached', notFound: 'not found', unreachable: 'unreachable', badInput: 'refused' } as const;

/** Without a drag to speak of. */
export function idle(playing: boolean, frameCount: number, before: boolean): string {
  if (before) return 'As it was read, and on the character by directions alone.';
  if (playing) return 'Pause (space) to drag a bone.';
  return frameCount > 1 ? 'Drag any bone at any frame; what is ringed stays where it is.' : 'Drag any bone; what is ringed stays where it is.';
}

/** Near enough: within what was asked for, and a tenth of a millimetre at the least. */
export const isThere = ({ missed }: Pulled, epsilon: number): boolean => missed <= Math.max(1.01 * epsilon, 1e-4);

/** Of a drag; `epsilon`: what counts as there, metres. */
export function afterPull(bone: string, pulled: Pulled, epsilon: number): [Tone, string] {
  const { result, missed, slipped } = pulled;
  if (result.outcome === 'badInput') return ['bad', `${capital(result.sentence)}.`];
  const stands = slipped === undefined || slipped < 1e-3;
  const held =
    slipped === undefined ? '' : stands ? `, and what is held stands (${millimetres(slipped)} mm)` : `, but what is held slips by ${millimetres(slipped)} mm`;
  if (isThere(pulled, epsilon)) return [stands ? 'good' : 'warn', `${capital(bone)} is there${held}.`];
  // The report begins with how much is lacking, of the goal that is farthest off; here it is the bone that counts.
  const why = result.outcome === 'reached' ? '' : `: ${result.sentence.replace(/^.*? short: /, '')}`;
  return ['warn', `${capital(bone)} is ${millimetres(missed)} mm short${why}${stands ? '' : held}.`];
}

/** A bone of the map as a sentence begins with it: 'Left upper arm'. */
export const boneWords = (bone: string): string => capital(spoken(bone).toLowerCase());

/** What cleaning has mended. */
export function mendedWords({ spikes, skates, deepestBefore, deepestAfter }: CleanReport): string {
  const worst = (of: 'before' | 'after'): string => millimetres(Math.max(0, ...skates.map((skate) => skate[of])));
  const feet = skates.length === 0 ? 'No foot stands' : `${skates.length} stands of heels and toes slid by up to ${worst('before')} mm, now by ${worst('after')}`;
  const deep = deepestBefore > 1e-4 ? `; soles were ${millimetres(deepestBefore)} mm in the ground, now ${millimetres(deepestAfter)}` : '';
  return `${feet}${deep}; ${spikes.length === 0 ? 'no' : spikes.length} ${spikes.length === 1 ? 'spike' : 'spikes'} mended.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
