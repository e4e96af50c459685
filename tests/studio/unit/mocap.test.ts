// What the Mocap scene decides by itself: time, which frames have ghosts, what is asked of the solver.
import { describe, expect, it } from 'vitest';
import type { Vec3 } from 'kine';
import type { Edit } from '../../../apps/studio/src/scenes/mocap/edits';
import { nearest } from '../../../apps/studio/src/scenes/mocap/pick';
import { Place, grow } from '../../../apps/studio/src/scenes/mocap/place';
import { Playback } from '../../../apps/studio/src/scenes/mocap/playback';
import { solverSettings } from '../../../apps/studio/src/scenes/mocap/puller';
import { titlesOf } from '../../../apps/studio/src/scenes/mocap/titles';
import { groupsOf } from '../../../apps/studio/src/scenes/mocap/retarget/groups';
import { ghostFrames, pathFrames } from '../../../apps/studio/src/scenes/mocap/trails';
import { afterPull } from '../../../apps/studio/src/scenes/mocap/words';

const edit: Edit = {
  id: 1, clip: 0, frame: 10, width: 4, joint: 'hand', offset: [0.1, 0.2, -0.3],
  method: 'full-body', start: '', pins: [], step: 1, epsilon: 1e-4, iterations: 100,
};

describe('playback', () => {
  const started = (): Playback => {
    const playback = new Playback();
    playback.start({ frameCount: 31, rate: 30 });
    return playback;
  };

  it('goes on at its speed and begins again at the end', () => {
    const playback = started();
    playback.toggle();
    playback.speed = 0.5;
    playback.step(0.4);
    expect(playback.time).toBeCloseTo(0.2, 12);
    playback.speed = 1;
    playback.step(0.9);
    expect(playback.time).toBeCloseTo(0.1, 12);
    expect(playback.playing).toBe(true);
  });

  it('stops at the end where it does not loop, and plays from the beginning then', () => {
    const playback = started();
    playback.loop = false;
    playback.toggle();
    playback.step(5);
    expect([playback.time, playback.playing, playback.frame]).toEqual([1, false, 30]);
    playback.toggle();
    expect([playback.time, playback.playing]).toEqual([0, true]);
  });

  it('pauses at a frame, since only frames can be edited', () => {
    const playback = started();
    playback.toggle();
    playback.step(0.11);
    playback.pause();
    expect(playback.frame).toBe(3);
    expect(playback.time).toBe(3 / 30);
    playback.stepFrames(-5);
    expect(playback.frame).toBe(29); // round the end, as it loops
    playback.seek(99);
    expect(playback.frame).toBe(30);
  });

  it('does not play a single frame', () => {
    const playback = new Playback();
    playback.start({ frameCount: 1, rate: 30 });
    playback.toggle();
    expect([playback.playing, playback.duration, playback.frame]).toEqual([false, 0, 0]);
  });
});

describe('what is asked of the solver', () => {
  it('the homework’s step goes to the Jacobian alone, its distance_epsilon to all', () => {
    expect(solverSettings({ ...edit, method: 'jacobian', step: 0.25 })).toEqual({ metresTolerance: 1e-4, maxIterations: 100, step: 0.25 });
    expect(solverSettings({ ...edit, method: 'ccd', epsilon: 0.01 })).toEqual({ metresTolerance: 0.01, maxIterations: 100 });
    expect(solverSettings({ ...edit, method: 'two-bone' })).toEqual({ metresTolerance: 1e-4 });
  });
});

describe('the picture', () => {
  it('has ghosts to both sides, none outside of the clip and none where we are', () => {
    expect(ghostFrames(10, 2, 4, 100)).toEqual([2, 6, 14, 18]);
    expect(ghostFrames(1, 2, 4, 6)).toEqual([5]);
    expect(ghostFrames(0, 0, 4, 6)).toEqual([]);
  });

  it('draws paths about the frame, inside the clip', () => {
    expect(pathFrames(5, 3, 1, 100)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(pathFrames(5, 6, 2, 9)).toEqual([1, 3, 5, 7]);
    expect(pathFrames(0, 30, 4, 1)).toEqual([0]);
  });

  it('takes the nearest bone within reach', () => {
    const pixels = [[10, 10], undefined, [20, 10], [12, 10]] as const;
    expect(nearest(pixels, 13, 10, 8)).toBe(3);
    expect(nearest(pixels, 13, 40, 8)).toBe(-1);
  });

  it('stands every file upright and on the floor, large or small, and finds the way back', () => {
    for (const up of ['x', 'y', 'z'] as const) {
      const place = new Place();
      place.set(up, 170, { low: [-5, -5, -5], high: [165, 165, 165] });
      const axis = { x: 0, y: 1, z: 2 }[up];
      const top: [number, number, number] = [0, 0, 0];
      top[axis] = 165;
      const [, height] = place.toRoom(top);
      expect(height).toBeCloseTo(1.7, 9);
      const point: Vec3 = [1, -2, 3];
      place.toFile(place.toRoom(point)).forEach((value, i) => expect(value).toBeCloseTo(point[i] ?? 0, 9));
    }
  });

  it('measures what it has seen', () => {
    const first = grow(undefined, [1, 2, 3, -1, 5, 0]);
    expect(grow(first, [0, 0, 9])).toEqual({ low: [-1, 0, 0], high: [1, 5, 9] });
  });
});

describe('words', () => {
  const result = {
    outcome: 'notFound' as const, positionError: 0.03, angleError: 0, worstGoal: 2, iterations: 100, blockers: [], goalErrors: [],
    sentence: '30.0 mm and 1.0° short: elbow at its 150.0° limit', pose: Float64Array.of(0),
  };

  it('say once how much is lacking and why', () => {
    expect(afterPull('left hand', { result, missed: 0.0296, slipped: 2e-4 }, 1e-4)).toEqual(['warn', 'Left hand is 29.60 mm short: elbow at its 150.0° limit.']);
    expect(afterPull('hand', { result, missed: 5e-5, slipped: undefined }, 1e-4)).toEqual(['good', 'Hand is there.']);
    expect(afterPull('hand', { result, missed: 0, slipped: 0.002 }, 1e-4)).toEqual(['warn', 'Hand is there, but what is held slips by 2.00 mm.']);
    const refused = { ...result, outcome: 'badInput' as const, sentence: 'no such goal' };
    expect(afterPull('hand', { result: refused, missed: 1, slipped: undefined }, 1e-4)).toEqual(['bad', 'No such goal.']);
  });

  it('call a bone by its part where its name does not', () => {
    expect(titlesOf(['left_hand', 'Bip01 R Hand', 'tail'], { leftHand: 0, rightHand: 1 })).toEqual(['left hand', 'right hand (Bip01 R Hand)', 'tail']);
  });
});

describe('files that are dropped together', () => {
  const named = (...names: string[]) => names.map((name) => ({ name, bytes: new Uint8Array() }));
  const groups = (...names: string[]) => groupsOf(named(...names)).map((group) => group.map(({ name }) => name));

  it('are one figure, or as many as they make', () => {
    expect(groups('walk.BVH')).toEqual([['walk.BVH']]);
    expect(groups('a.asf', 'b.amc', 'c.amc')).toEqual([['a.asf', 'b.amc', 'c.amc']]);
    expect(groups('hero.gltf', 'hero.bin', 'skin.png')).toEqual([['hero.gltf', 'hero.bin', 'skin.png']]);
    expect(groups('hero.glb', 'a.amc', 'a.asf')).toEqual([['hero.glb'], ['a.amc', 'a.asf']]);
    expect(groups('a.bvh', 'hero.gltf', 'hero.bin')).toEqual([['a.bvh'], ['hero.gltf', 'hero.bin']]);
  });

  it('that are not known go with the rest, so that the reader says so', () => {
    expect(groups('notes.txt')).toEqual([['notes.txt']]);
    expect(groups('walk.bvh', 'notes.txt')).toEqual([['walk.bvh', 'notes.txt']]);
  });
});
