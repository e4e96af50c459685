// A spider that crawls, through the wrapper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, near, refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();
const tips = ['left_front', 'left_middle', 'left_hind', 'right_front', 'right_middle', 'right_hind'].map((leg) => `${leg}_tip`);

/** A crawler of our spider, and the terrain of that name. */
const crawling = (name, use) => using(kine.buildScene('spider'), kine.buildTerrain(name), (spider, terrain) =>
  using(kine.createCrawler(spider, kine.scenePose(spider, 'spider', 'standing'), tips), (crawler) =>
    use(crawler, terrain, spider)));

for (const ground of ['flat', 'stairs', 'blocks:2'])
  test(`it crawls over ${ground} on alternating tripods, and tips that stand stay`, () => crawling(ground, (crawler, terrain, spider) => {
    const frames = spider.createFrames();
    const since = new Map();
    let drift = 0;
    let landings = 0;
    let frame = crawler.step(terrain, {}, 0);
    assert.ok(frame.tips.every(({ stands, landing }) => stands && landing === undefined) && !frame.stepping);
    for (let i = 0; i < 600; ++i) {
      frame = crawler.step(terrain, { forward: 1, turn: 0.1 }, 1 / 60);
      spider.forward(frame.pose, frames);
      assert.ok(frame.tips.filter(({ stands }) => stands).length >= 3);
      for (const { joint, position, stands, landing } of frame.tips) {
        const at = frames.position(joint);
        if (!stands) {
          assert.ok(landing !== undefined);
          since.delete(joint);
          continue;
        }
        assert.ok(distance(at, position) < 1e-4, `${distance(at, position)}`);
        if (!since.has(joint)) ++landings;
        since.set(joint, since.get(joint) ?? at);
        drift = Math.max(drift, distance(at, since.get(joint)));
      }
    }
    assert.ok(drift < 1e-4, `tips drift by ${drift} m`);
    assert.ok(landings > 30 && frame.z > 2, `${landings} landings, ${frame.z} m`);
    assert.ok(frame.positionError >= 0 && frame.iterations > 0 && frame.heading > 0.3);
    near(frame.body.translation, frames.position('body'), 1e-9);
    assert.ok(spider.limitViolation(frame.pose) < 1e-9);
    frames.dispose();
  }));

test('a rewound crawl repeats its bits, and other bytes are refused', () => crawling('hills:3', (crawler, terrain) => {
  const steps = (count) => Array.from({ length: count }, (_, i) =>
    crawler.step(terrain, { forward: 1, side: Math.sin(i / 20) }, 1 / 60).pose);
  steps(100);
  const state = crawler.state();
  const first = steps(50);
  assert.ok(crawler.time(terrain, 5) >= 0);
  crawler.restore(state);
  assert.deepEqual(steps(50), first);
  state[10] ^= 4;
  refuses(() => crawler.restore(state), /no state/);
  crawler.place(2, 3, 1);
  const { x, z, heading } = crawler.step(terrain, {}, 0);
  assert.deepEqual([x, z, heading], [2, 3, 1]);
}));

test('settings change while it crawls; what cannot crawl says why', () => crawling('flat', (crawler, terrain, spider) => {
  assert.equal(crawler.settings.speed, 0.45);
  crawler.set({ speed: 0.2, leastTime: 0.35 });
  let frame;
  for (let i = 0; i < 240; ++i) frame = crawler.step(terrain, { forward: 1 }, 1 / 60);
  near([frame.speed], [0.2], 1e-9);
  refuses(() => crawler.set({ speed: -1 }), /speed/);
  refuses(() => crawler.set({ colour: 1 }), /colour/);
  const standing = crawler.standing;
  refuses(() => kine.createCrawler(spider, standing, tips.slice(0, 2)), /three to six legs/);
  refuses(() => kine.createCrawler(spider, standing, ['left_front_tip', 'nobody', 'head']), /nobody/);
  refuses(() => kine.createCrawler(spider, standing, tips, { step: 0 }), /step/);
  refuses(() => kine.createCrawler(spider, [1, 2], tips), /array/);
}));
