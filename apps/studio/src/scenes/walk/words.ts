// The sentence under the picture.
import type { HandResult } from 'kine';
import { number } from '../../shell/dom';
import type { Tone } from '../../shell/scene';
import type { Frame } from './mover';

export const help = 'Walk with W A S D or the arrow keys, a gamepad, or the stick.';

/**
 * `walked`: it has been on its way before. `drift`: of planted points, metres, the worst so far. `hands`: what it is about
 * besides walking, a sentence or none.
 */
export function sentenceOf(frame: Frame, paused: boolean, walked: boolean, drift: number, hands: string): [Tone, string] {
  if (paused) return ['plain', 'Paused. Space goes on, the full stop makes a sixtieth of a second.'];
  if (frame.badStick) return ['bad', 'The stick gives something that is no number: the figure stands.'];
  if (frame.blocked) return ['warn', 'No foothold ahead within a step: it stops in balance. Turn or go back.'];
  if (!frame.stepping) return hands ? ['good', hands] : ['plain', walked ? 'It stands. ' + help : help];
  const feet = `planted feet drifted ${number(1e3 * drift, 2)} mm at most`;
  if (frame.heldBack) return ['warn', `Held at ${number(frame.speed, 2)} m/s: faster than that, walking is no longer walking; ${feet}.`];
  return ['good', `Walks at ${number(Math.abs(frame.speed), 2)} m/s; ${feet}.${hands ? ` ${hands}` : ''}`];
}

export const statusOf = (frame: Frame): string => (frame.blocked ? 'blocked' : frame.heldBack ? 'held back' : frame.stepping ? 'walking' : 'standing');

/** What hands and eyes are about; empty: nothing. */
export function handsOf(hands: readonly HandResult[], looksAt: number | undefined, nameOf: (object: number) => string): string {
  const sentences = (['left', 'right'] as const).flatMap((side, i) => {
    const hand = hands[i];
    if (hand?.object === undefined) return [];
    const name = nameOf(hand.object);
    return [hand.holds ? `Its ${side} hand holds ${name}.` : `Its ${side} hand is on its way to or from ${name}.`];
  });
  if (sentences.length > 0) return sentences.join(' ');
  return looksAt === undefined ? '' : `It looks at ${nameOf(looksAt)}.`;
}
