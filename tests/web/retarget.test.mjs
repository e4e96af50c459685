// A walk on a smaller figure, with styles, through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near, refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();
const kScale = 0.75;

/** A walk of our figure on level ground, and one that is three quarters as large. */
const walking = (use) => using(kine.buildScene('humanoid'), kine.buildTerrain('flat'), (figure, flat) => {
  const smaller = Object.fromEntries(figure.joints.map(({ name, translation }) =>
    [name, { translation: translation.map((metres) => kScale * metres) }]));
  return using(figure.createClip('walk', 60), kine.createFigureWalker(figure), figure.changed(smaller), (clip, walker, small) => {
    for (let i = 0; i < 240; ++i) clip.append(walker.step(flat, { forward: 1 }, 1 / 60).pose);
    return use(clip, figure, small);
  });
});
const gone = (clip) => clip.rootMotion().at(-1).translation[2];

const farthest = (a, b) => {
  let most = 0;
  for (let i = 0; i < a.frameCount; ++i) {
    const other = b.frame(i);
    a.frame(i).forEach((value, k) => { most = Math.max(most, Math.abs(value - other[k])); });
  }
  return most;
};

test('a walk goes on a smaller figure, whose feet stand', () => walking((clip, figure, small) =>
  using(kine.createRetargeter(figure, small), (retargeter) => {
    near([retargeter.scale], [kScale], 1e-9);
    const { clip: result, stands, ...report } = retargeter.clip(clip);
    using(result, () => {
      assert.equal(result.skeleton, small);
      assert.equal(result.frameCount, clip.frameCount);
      assert.ok(Math.abs(gone(result) - kScale * gone(clip)) < 0.03);
      assert.ok(stands.length > 4 && stands.every(({ drift, at }) => drift < 3e-3 && Math.abs(at[1] - report.floor) < 3e-3));
      assert.ok(report.deepest < 3e-3 && report.beyondLimits < 1e-9, JSON.stringify(report));
    });
    assert.deepEqual(retargeter.notes, []);
    const heel = { foot: 'left', part: 'heel', at: [0, 0, 0] };
    refuses(() => retargeter.clip(clip, [{ ...heel, from: 10, to: 30 }, { ...heel, from: 20, to: 40 }]), /heel/);
    using(small.createClip('none of its', 60), (other) => refuses(() => retargeter.clip(other), /skeleton/));
  })));

test('styles change how it goes, and those that will not do are refused', () => walking((clip, figure) =>
  using(kine.createRetargeter(figure, figure, { plants: false }), (retargeter) => using(retargeter.clip(clip).clip, (plain) => {
    assert.ok(kine.styles.length >= 6);
    const styled = (style) => {
      retargeter.set({ style });
      return using(retargeter.clip(clip).clip, (result) => farthest(plain, result));
    };
    for (const style of kine.styles) assert.ok(styled(style) > 0.05, style);
    assert.ok(styled({ parts: { leftShank: { limits: [0, 0.1] } } }) > 0.05);
    assert.ok(styled({ parts: { spine: { offset: [0.3, 0, 0], weight: 2 } } }) > 0.05);
    assert.equal(styled(null), 0);
    refuses(() => retargeter.set({ style: 'nobody' }), /no style "nobody"/);
    refuses(() => retargeter.set({ style: { parts: { tail: {} } } }), /"tail"/);
    refuses(() => retargeter.set({ style: { parts: { neck: { weight: -1 } } } }), /a weight is positive/);
  }))));

test('a frame by directions alone is a frame of the clip without plants', () => walking((clip, figure, small) =>
  using(kine.createRetargeter(figure, small, { mode: 'half', plants: false, contacts: false, speedLimits: false }), (retargeter) => {
    assert.equal(retargeter.settings.plants, 0);
    using(retargeter.clip(clip).clip, (result) => near([...retargeter.pose(clip.frame(100))], [...result.frame(100)], 1e-9));
    const before = retargeter.pose(clip.frame(100));
    retargeter.set({ sourceRest: clip.frame(100), rest: 'bind' });
    assert.notDeepEqual(retargeter.pose(clip.frame(100)), before);
    retargeter.set({ sourceRest: null, rest: 'auto' });
    assert.deepEqual(retargeter.pose(clip.frame(100)), before);
    refuses(() => retargeter.set({ sourceRest: [1, 2] }), /kine_retargeter_set_source_rest/);
    refuses(() => retargeter.set({ mode: 'quick' }), /cannot be "quick"/);
  })));

test('what is no figure is refused', () => using(kine.buildScene('humanoid'), kine.buildScene('planar-arm'), (figure, arm) => {
  refuses(() => kine.createRetargeter(figure, arm), /./);
  refuses(() => kine.createRetargeter(figure, figure, { style: 'nobody' }), /no style/);
}));
