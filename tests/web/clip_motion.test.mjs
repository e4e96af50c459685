// The feet of an animation on other ground, through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();

/** A walk of our figure on level ground, and what corrects it. */
const walking = (use) => using(kine.buildScene('humanoid'), kine.buildTerrain('flat'), (figure, flat) =>
  using(figure.createClip('walk', 60), kine.createFigureWalker(figure), (clip, walker) => {
    for (let i = 0; i < 180; ++i) clip.append(walker.step(flat, { forward: 1 }, 1 / 60).pose);
    return using(kine.createMotion(figure), kine.buildTerrain('hills:1'), (motion, hills) =>
      use(motion, clip, hills, flat));
  }));

test('feet go down to the hills, and a state can be rewound', () => walking((motion, clip, hills) => {
  motion.fitSoles(clip);
  assert.equal(motion.settings.floor, 0);
  let state;
  let frame;
  let farthest = 0;
  let planted = 0;
  for (let i = 0; i < clip.frameCount; ++i) {
    if (i === 170) state = motion.state();
    frame = motion.groundFeet(hills, clip.frame(i), 1 / 60);
    farthest = Math.max(farthest, Math.abs(frame.pelvis));
    planted += frame.feet.filter(({ heelDown, toeDown }) => heelDown || toeDown).length;
  }
  assert.ok(farthest > 0.01 && planted > 150);
  motion.restore(state);
  let again;
  for (let i = 170; i < clip.frameCount; ++i) again = motion.groundFeet(hills, clip.frame(i), 1 / 60);
  assert.deepEqual(again.pose, frame.pose);
  motion.reset();
  refuses(() => motion.restore(new Uint8Array(7)), /no state of a motion/);
}));

test('a whole clip, with plants that are found or given', () => walking((motion, clip, hills, flat) => {
  const plants = motion.plants(clip);
  assert.ok(plants.length > 8 && plants.every(({ from, to }) => from < to && to <= clip.frameCount));
  using(motion.groundClip(clip, hills), motion.groundClip(clip, hills, plants), (found, given) => {
    assert.deepEqual(found.frame(100), given.frame(100));
    assert.notDeepEqual(found.frame(100), clip.frame(100));
  });
  motion.set({ weight: 0 });
  using(motion.groundClip(clip, flat), (same) => assert.deepEqual(same.frame(100), clip.frame(100)));
  refuses(() => motion.groundClip(clip, flat, [{ ...plants[0], to: 1000 }]), /cannot stand in frames/);
  refuses(() => motion.set({ weight: 2 }), /cannot be 2/);
  refuses(() => motion.set({ colour: 2 }), /no setting "colour"/);
}));

test('what has no legs is refused', () => using(kine.buildScene('hand'), (hand) =>
  refuses(() => kine.createMotion(hand), /no humanoid/)));
