// Screws: each demonstration does what it says, by the core's own numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, drag, near, probe, step, studio } from './support/studio.mjs';

const { withScene } = studio();
const length = (v) => Math.hypot(...v);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => a.map((x, i) => x - b[i]);

test('angular velocities add: the sum of the parts is what the link is measured to turn at', () =>
  withScene('#/screws/add', async (page) => {
    await page.getByLabel('Speed of the second hinge').fill('-2.5');
    for (let i = 0; i < 3; ++i) {
      await step(page, 1 / 60, 25);
      const { parts, sum, measured, speeds } = await probe(page);
      parts.forEach((part, k) => near(length(part), Math.abs(speeds[k]), 1e-12, 'a part is as long as its hinge is fast'));
      const added = parts.reduce((total, part) => total.map((x, k) => x + part[k]), [0, 0, 0]);
      assert.ok(apart(added, sum) < 1e-12, `${added} is not ${sum}`);
      assert.ok(apart(sum, measured) < 1e-3, `${sum} is not ${measured}`);
    }
  }));

test('gimbal lock: the inverse races, the pseudo-inverse drops a direction, damping slows, a ball does not care', () =>
  withScene('#/screws/gimbal', async (page) => {
    await step(page, 1 / 120, 20);
    const early = (await probe(page)).mechanisms;
    for (const [name, { lacking }] of Object.entries(early)) {
      if (name !== 'damped') assert.ok(lacking < 1e-9, `${name} keeps the axis while it is free`);
    }
    await page.getByRole('button', { name: 'From the start' }).click();
    // 0.45 rad to beyond 90 degrees at 0.8 rad/s.
    await step(page, 1 / 120, 200);
    const { middle, mechanisms: now, rate } = await probe(page);
    assert.ok(middle > Math.PI / 2 + 0.1, 'it went through');
    assert.ok(now.plain.fastest > 50 * rate, `inverse: ${now.plain.fastest} rad/s`);
    assert.equal(now.byRank.leastRank, 1);
    assert.ok(now.byRank.lacking > 0.1, 'it left the axis');
    assert.ok(now.byRank.fastest < 10 * rate, `pseudo-inverse: ${now.byRank.fastest} rad/s`);
    assert.equal(now.damped.leastRank, 2);
    assert.ok(now.damped.fastest < 10 * rate, `damped: ${now.damped.fastest} rad/s`);
    assert.ok(now.damped.lacking > 0.1);
    assert.ok(now.ball.lacking < 1e-12, 'the ball keeps the axis');
    assert.ok(now.ball.fastest <= 1.01 * rate, `ball: ${now.ball.fastest} rad/s`);
  }));

test("Chasles' screw leads from the first pose to the second, along one line", () => withScene('#/screws/chasles', async (page) => {
  const before = await probe(page);
  await drag(page, page.getByRole('button', { name: 'Second pose', exact: true }), -60, 50);
  await drag(page, page.getByRole('button', { name: 'Turn the second pose by its x axis' }), 10, 35);
  await page.getByLabel('Along the screw').fill('0.25');
  const { screw, to, from, end, now, gap } = await probe(page);
  assert.ok(apart(to.translation, before.to.translation) > 0.05, 'the pose moved');
  assert.ok(gap < 1e-12, `${gap}`);
  assert.ok(apart(end.translation, to.translation) < 1e-12);
  // Every point goes as far from the axis as it was, and a quarter of the travel along it.
  const { direction, moment } = screw.axis;
  near(length(direction), 1, 1e-12, 'unit');
  const distance = (p) => length(minus(cross(p, direction), moment));
  near(distance(now.translation), distance(from.translation), 1e-12, 'the distance from the axis');
  const along = (p) => p.reduce((sum, x, i) => sum + x * direction[i], 0);
  near(along(now.translation) - along(from.translation), 0.25 * screw.distance, 1e-12, 'the travel');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.deepEqual((await probe(page)).to, before.to);
}));

test('a line carried by the dual quaternion goes through the carried points', () => withScene('#/screws/lines', async (page) => {
  await drag(page, page.getByRole('button', { name: 'Displacement', exact: true }), -50, -40);
  await drag(page, page.getByRole('button', { name: 'First point of the line' }), 30, 25);
  const { carried, carriedPoints, line, a, dualQuat, off } = await probe(page);
  for (const p of carriedPoints) {
    assert.ok(length(minus(cross(p, carried.direction), carried.moment)) < 1e-12, 'the moment is point x direction');
  }
  assert.ok(off < 1e-12);
  assert.ok(length(minus(cross(a, line.direction), line.moment)) < 1e-12);
  near(length(dualQuat.real), 1, 1e-12, 'a unit dual quaternion');
  near(dualQuat.real.reduce((sum, x, i) => sum + x * dualQuat.dual[i], 0), 0, 1e-12, 'whose parts are square to each other');
}));

test('drift: by speeds alone the hand leaves its circle, led back it stays', () => withScene('#/screws/drift', async (page) => {
  await step(page, 1 / 30, 300);
  const { without, corrected, hands, target } = await probe(page);
  near(apart(hands[0], target), without, 1e-12, 'measured on the hand itself');
  assert.ok(without > 0.02, `${without} m`);
  assert.ok(corrected < 0.002, `${corrected} m`);
  // Smaller steps drift less.
  await page.getByLabel('Steps a second').fill('120');
  await page.getByRole('button', { name: 'From the start' }).click();
  await step(page, 1 / 30, 300);
  const finer = await probe(page);
  assert.ok(finer.without < 0.6 * without, `${finer.without} against ${without}`);
}));

test('each demonstration has an address and a link', () => withScene('#/screws', async (page) => {
  assert.equal((await probe(page)).demo, 'add');
  for (const [name, key] of [['Drift', 'drift'], ['Lines', 'lines'], ['Gimbal lock', 'gimbal']]) {
    await page.getByRole('link', { name }).click();
    await page.waitForFunction((k) => window.kine.probe().demo === k, key);
    assert.match(page.url(), new RegExp(`#/screws/${key}$`));
  }
}));
