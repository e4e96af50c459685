// What the player asks for, whatever it came from: keys, a gamepad, a stick on the screen.
import type { Stick } from 'kine';

/** All three, each -1 to 1: + ahead, + to the left, + to the left. */
export type FullStick = Readonly<Required<Stick>>;

export const still: FullStick = { forward: 0, turn: 0, side: 0 };

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

/** Several at once add up, none beyond its end. What is not a number counts as nothing. */
export function combine(...sticks: readonly FullStick[]): FullStick {
  const sum = (key: keyof FullStick): number => clamp(sticks.reduce((all, stick) => all + (Number.isFinite(stick[key]) ? stick[key] : 0), 0));
  return { forward: sum('forward'), turn: sum('turn'), side: sum('side') };
}

export const isStill = ({ forward, turn, side }: FullStick): boolean => forward === 0 && turn === 0 && side === 0;

/**
 * A stick that is let go never rests at exactly nothing: within `inner` of the middle it counts as nothing, from there it
 * grows without a jump, and from `outer` on it is full. Round, so that no direction is preferred.
 */
export function deadZone(x: number, y: number, inner = 0.15, outer = 0.95): [x: number, y: number] {
  const size = Math.hypot(x, y);
  if (!(size > inner)) return [0, 0];
  const scale = Math.min(1, (size - inner) / (outer - inner)) / size;
  return [x * scale, y * scale];
}
