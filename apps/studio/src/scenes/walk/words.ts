// The sentence under the picture.
import type { WalkFrame } from '../../../../../bindings/wasm/kine.mjs';
import { number } from '../../shell/dom';
import type { Tone } from '../../shell/scene';

export const help = 'Walk with W A S D or the arrow keys, a gamepad, or the stick.';

/** `walked`: it has been on its way before. `drift`: of planted points, metres, the worst so far. */
export function sentenceOf(frame: WalkFrame, paused: boolean, walked: boolean, drift: number): [Tone, string] {
  if (paused) return ['plain', 'Paused. Space goes on, the full stop makes a sixtieth of a second.'];
  if (frame.badStick) return ['bad', 'The stick gives something that is no number: the figure stands.'];
  if (frame.blocked) return ['warn', 'No foothold ahead within a step: it stops in balance. Turn or go back.'];
  if (!frame.stepping) return ['plain', walked ? 'It stands. ' + help : help];
  const feet = `planted feet drifted ${number(1e3 * drift, 2)} mm at most`;
  if (frame.heldBack) return ['warn', `Held at ${number(frame.speed, 2)} m/s: faster than that, walking is no longer walking; ${feet}.`];
  return ['good', `Walks at ${number(Math.abs(frame.speed), 2)} m/s; ${feet}.`];
}

export const statusOf = (frame: WalkFrame): string => (frame.blocked ? 'blocked' : frame.heldBack ? 'held back' : frame.stepping ? 'walking' : 'standing');
