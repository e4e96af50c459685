// What the Walk scene makes of keys, gamepads and time.
import { describe, expect, it } from 'vitest';
import { Clock } from '../../../apps/studio/src/scenes/walk/clock';
import { padStick, type Pad } from '../../../apps/studio/src/scenes/walk/gamepad';
import { keyStick } from '../../../apps/studio/src/scenes/walk/keys';
import { combine, deadZone, still } from '../../../apps/studio/src/scenes/walk/stick';

describe('keys', () => {
  it('walk, turn and go sideways, by letters and by arrows', () => {
    expect(keyStick(new Set(['KeyW']), false)).toEqual({ forward: 1, turn: 0, side: 0 });
    expect(keyStick(new Set(['ArrowDown', 'ArrowLeft']), false)).toEqual({ forward: -1, turn: 1, side: 0 });
    expect(keyStick(new Set(['KeyQ', 'KeyD']), false)).toEqual({ forward: 0, turn: -1, side: 1 });
  });

  it('cancel each other, and two for the same are not faster than one', () => {
    expect(keyStick(new Set(['KeyW', 'KeyS']), false)).toEqual(still);
    expect(keyStick(new Set(['KeyW', 'ArrowUp']), false).forward).toBe(1);
  });

  it('ask for half with shift', () => {
    expect(keyStick(new Set(['KeyW', 'KeyE']), true)).toEqual({ forward: 0.5, turn: 0, side: -0.5 });
  });
});

describe('dead zone', () => {
  it('is round, without a jump at its rim, and full before the end', () => {
    expect(deadZone(0.1, -0.1)).toEqual([0, 0]);
    const [x, y] = deadZone(0.1501, 0);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(1e-3);
    expect(y).toBe(0);
    expect(deadZone(0, -0.97)).toEqual([0, -1]);
    // The direction is kept, the same amount in all of them.
    for (let angle = 0; angle < 6.3; angle += 0.3) {
      const [a, b] = deadZone(0.6 * Math.cos(angle), 0.6 * Math.sin(angle));
      expect(Math.hypot(a, b)).toBeCloseTo((0.6 - 0.15) / 0.8, 12);
      expect(a * Math.sin(angle)).toBeCloseTo(b * Math.cos(angle), 12);
    }
  });

  it('takes what is no number for nothing', () => {
    expect(deadZone(NaN, 0.5)).toEqual([0, 0]);
    expect(combine({ forward: NaN, turn: 0.3, side: 0 }, { forward: 0.4, turn: 0.9, side: 0 })).toEqual({ forward: 0.4, turn: 1, side: 0 });
  });
});

describe('gamepad', () => {
  const pad = (axes: readonly number[], pressed: readonly number[] = []): Pad => ({
    connected: true,
    axes,
    buttons: Array.from({ length: 16 }, (_, i) => ({ pressed: pressed.includes(i) })),
  });

  it('walks ahead when the stick is pushed away, and turns left when it is pushed left', () => {
    expect(padStick(pad([0, -1, 0, 0]))).toEqual({ forward: 1, turn: 0, side: 0 });
    const { forward, turn } = padStick(pad([-0.5, -0.3, 0, 0]));
    expect(turn).toBeGreaterThan(forward);
    expect(forward).toBeGreaterThan(0);
    expect(padStick(pad([0, 0, 1, 0]))).toEqual({ forward: 0, turn: 0, side: -1 });
  });

  it('is analogue, still when let go, and has a cross of buttons', () => {
    expect(padStick(pad([0.04, 0.06, -0.05, 0]))).toEqual(still);
    expect(padStick(pad([0, -0.55, 0, 0])).forward).toBeCloseTo(0.5, 12);
    expect(padStick(pad([0, 0], [12, 14]))).toEqual({ forward: 1, turn: 1, side: 0 });
  });
});

describe('clock', () => {
  it('makes the same ticks out of any frame rate', () => {
    for (const rate of [24, 30, 60, 75, 120, 144, 165, 240]) {
      const clock = new Clock(1 / 120);
      let ticks = 0;
      for (let i = 0; i < 20 * rate; ++i) ticks += clock.advance(1 / rate);
      expect(ticks).toBe(2400);
      expect(clock.left).toBeLessThan(1e-7);
    }
  });

  it('carries over what is left, and never goes back', () => {
    const clock = new Clock(0.01);
    expect(clock.advance(0.025)).toBe(2);
    expect(clock.left).toBeCloseTo(0.005, 12);
    expect(clock.advance(-1)).toBe(0);
    expect(clock.advance(0.005)).toBe(1);
    expect(clock.left).toBe(0);
  });
});
