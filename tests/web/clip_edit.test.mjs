// Clips cut, looped, put in place, mirrored and edited, heads that look and hands that hold, through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();

/** A walk of our figure on level ground. */
const walking = (use) => using(kine.buildScene('humanoid'), kine.buildTerrain('flat'), (figure, flat) =>
  using(figure.createClip('walk', 60), kine.createFigureWalker(figure), kine.createMotion(figure), (clip, walker, motion) => {
    for (let i = 0; i < 240; ++i) clip.append(walker.step(flat, { forward: 1 }, 1 / 60).pose);
    return use(clip, motion, figure);
  }));

const farthest = (a, b) => {
  let most = 0;
  for (let i = 0; i < a.frameCount; ++i) {
    const other = b.frame(i);
    a.frame(i).forEach((value, k) => { most = Math.max(most, Math.abs(value - other[k])); });
  }
  return most;
};
const placeOf = (figure, pose, joint) => using(figure.createFrames(), (frames) => {
  figure.forward(pose, frames);
  return frames.position(figure.joint(joint));
});

test('parts that are cut and joined are the clip', () => walking((clip) =>
  using(clip.cut(0, 90), clip.cut(90, 240), (head, tail) => using(head.joined(tail), (whole) => {
    assert.equal(head.frameCount, 90);
    assert.equal(farthest(clip, whole), 0);
    refuses(() => clip.cut(5, 1000), /cannot be cut out/);
  }))));

test('a cycle is found and closed, and a walk put in place and back', () => walking((clip) => {
  const cycle = clip.findCycle();
  assert.ok(cycle.to - cycle.from > 45 && cycle.to - cycle.from < 100);
  using(clip.loop(cycle, { inPlace: true }), (loop) => assert.deepEqual(loop.frame(0), loop.frame(loop.frameCount - 1)));
  refuses(() => clip.findCycle({ shortest: 3.9, longest: 3.95 }), /there is no cycle/);
  refuses(() => clip.loop({ from: 1, to: 2 }), /are no cycle/);
  const way = clip.rootMotion();
  assert.ok(way.at(-1).translation[2] > 3);
  using(clip.putInPlace(way), (still) => using(still.putBack(way), (back) => assert.ok(farthest(clip, back) < 1e-12)));
  refuses(() => clip.putBack(way.slice(1)), /long/);
}));

test('mirrored twice it is the clip again, and cleaning without anything to do keeps it', () => walking((clip, motion) => {
  using(motion.mirrorClip(clip), (image) => using(motion.mirrorClip(image), (twice) => {
    assert.ok(farthest(clip, image) > 0.01);
    assert.ok(farthest(clip, twice) < 1e-9);
  }));
  using(motion.cleanClip(clip, { spikes: false, feet: false }), (same) => assert.equal(farthest(clip, same), 0));
}));

test('cleaning tells what it mended, by joint and by plant', () => walking((clip, motion) => using(clip.copy(), (dirty) => {
  const kSpiked = 50;
  for (let i = 0; i < dirty.frameCount; ++i) {
    const pose = dirty.frame(i);
    pose[4] += 2e-4 * i; // x of the free root
    if (i === kSpiked) pose[pose.length - 1] += 0.5;
    dirty.setFrame(i, pose);
  }
  using(motion.cleanClip(dirty), () => {
    const { spikes, skates, deepestAfter } = motion.cleaned;
    assert.deepEqual(spikes.map(({ frame }) => frame), [kSpiked]);
    assert.ok(skates.length > 4 && skates.every(({ before, after }) => after < before));
    assert.ok(deepestAfter < 5e-3);
  });
})));

test('a hand is pulled at a frame while a foot stands, and the whole clip follows', () => walking((clip, _, figure) => {
  const before = placeOf(figure, clip.frame(120), 'right_hand');
  const at = [before[0], before[1] + 0.2, before[2] + 0.1];
  using(clip.editor({ metresTolerance: 1e-4, kept: ['left_foot', 'right_foot'], trunk: ['pelvis', 'chest'] }), (editor) => {
    const pulled = editor.pull(120, [{ joint: 'right_hand', at }]);
    assert.ok(pulled.missed < 2e-4 && pulled.slipped < 1e-3, `${pulled.missed} ${pulled.slipped}`);
    using(editor.apply([{ joint: 'right_hand', frame: 120, at }], { blend: 0.1 }), (edited) => {
      assert.deepEqual(edited.frame(120), pulled.pose);
      assert.deepEqual(edited.frame(100), clip.frame(100));
    });
    refuses(() => editor.apply([{ joint: 'right_hand', frame: 120, at: [0, 9, 0] }]), /"right_hand" at frame 120 cannot be reached/);
  });
  refuses(() => clip.editor({ method: 'nothing' }), /no method/);
}));

test('heads look and hands hold', () => walking((clip, motion, figure) => {
  const pose = clip.frame(120);
  const hand = placeOf(figure, pose, 'right_hand');
  const head = placeOf(figure, pose, 'head');
  const grip = { hand: 'right', at: [hand[0], hand[1] + 0.1, hand[2] + 0.1] };
  let look;
  let hold;
  for (let i = 0; i < 60; ++i) {
    look = motion.lookAt([1, head[1], head[2] + 3], pose, 1 / 60);
    hold = motion.holdOn([grip], look.pose, 1 / 60);
  }
  assert.ok(look.off < 0.05 && !look.outOfReach);
  assert.ok(hold.miss[1] < 1e-3 && hold.trunk === 0, `${hold.miss}`);
  motion.set({ lookWeight: 0, holdWeight: 0.5, lookEyes: [0, 0.05, 0.1] });
  assert.equal(motion.settings.holdWeight, 0.5);
  refuses(() => motion.set({ holdTrunk: -1 }), /cannot be -1/);
}));
