// Walk: the spider on six legs, and balls and levers that the figure looks at and reaches for. Time is simulated; feet and
// hands are measured by forward kinematics of the pose that is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, drag, near, probe, sentence, step, studio } from './support/studio.mjs';

const { withScene } = studio();
const small = { size: { width: 560, height: 560 } };
const choose = (page, ground) => page.getByLabel('Ground', { exact: true }).selectOption(ground);
const figure = (page, who) => page.getByLabel('Figure', { exact: true }).selectOption(who);

/** From the wrist to the middle of the palm. */
const palm = 0.1;

test('the spider crawls over every ground on tripods, and its tips stay where they stand', () => withScene('#/walk', async (page) => {
  await figure(page, 'spider');
  const start = await probe(page);
  assert.equal(start.figure, 'our spider');
  near(start.speed, 0, 0, 'it stands');
  assert.equal(start.plants.length, 6);
  await page.keyboard.down('w');
  for (const [ground, least] of [['flat', 3], ['stairs', 2.2], ['hills', 2.5], ['blocks', 2]]) {
    await choose(page, ground);
    await step(page, 1 / 60, 480);
    const { z, drift, plantCount, plants, planned, limitViolation, legs, prints } = await probe(page);
    assert.ok(z > least, `${ground}: ${z} m in eight seconds`);
    assert.ok(plantCount > 30 && drift <= 1e-3, `${ground}: ${plantCount} plants, drift ${1e3 * drift} mm`);
    assert.ok(plants.length >= 3 && plants.length + planned.length === 6, `${plants.length} stand, ${planned.length} step`);
    assert.ok(limitViolation <= 1e-9 && legs.every(({ positionError }) => positionError <= 1e-4));
    assert.ok(prints > 20, `${prints} prints`);
    for (const { shown, position } of plants) assert.ok(apart(shown, position) <= 1e-4);
  }
  await page.keyboard.up('w');
  await step(page, 1 / 60, 120);
  assert.equal((await probe(page)).stepping, false);
}, small));

test('the spider is slower than the humanoid, has no hands and no gaits, and undo brings back who was there', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await figure(page, 'spider');
  await page.keyboard.down('w');
  await step(page, 1 / 60, 180);
  near((await probe(page)).speed, 0.45, 1e-6, 'its own speed');
  await page.keyboard.up('w');
  assert.ok(await page.getByRole('button', { name: 'Drop a ball' }).isDisabled());
  assert.ok(await page.getByRole('radio', { name: 'Half', exact: true }).isDisabled());
  await page.getByRole('radio', { name: 'Stick figure' }).check();
  await step(page, 1 / 60, 60);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).figure, 'our humanoid');
  await page.keyboard.down('w');
  await step(page, 1 / 60, 180);
  near((await probe(page)).speed, 1.3, 0.02, 'a person again');
}, small));

test('a ball that is dropped is looked at and taken, followed as it is dragged, and let go when it is gone', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await page.getByRole('button', { name: 'Drop a ball' }).click();
  await step(page, 1 / 60, 120);
  const held = await probe(page);
  assert.equal(held.looksAt, 0);
  assert.ok(held.hands[0].holds && held.hands[0].object === 0 && held.hands[0].miss < 1e-4, JSON.stringify(held.hands));
  assert.equal(held.hands[1].object, undefined);
  assert.ok(apart(held.palms[0], held.reachable[0]) < palm, 'the left hand is at it');
  assert.ok(apart(held.palms[1], held.reachable[0]) > 0.3, 'the right one hangs');
  assert.match(await sentence(page), /left hand holds ball 1/);
  // The hand goes along; by mouse and by arrow keys, which must not walk meanwhile.
  const ball = page.getByRole('button', { name: 'Move ball 1' });
  // What jumps is let go of and taken again.
  await drag(page, ball, 10, -14);
  await step(page, 1 / 60, 150);
  await ball.press('ArrowUp');
  await step(page, 1 / 60, 150);
  const moved = await probe(page);
  assert.ok(apart(moved.reachable[0], held.reachable[0]) > 0.04, 'the ball was moved');
  assert.ok(moved.hands[0].holds && moved.hands[0].miss < 1e-4, JSON.stringify(moved.hands));
  assert.ok(apart(moved.palms[0], moved.reachable[0]) < palm);
  assert.equal(moved.stepping, false);
  assert.ok(moved.drift <= 1e-3 && moved.limitViolation <= 1e-9);
  // A second one for the other hand.
  await page.getByRole('button', { name: 'Drop a ball' }).click();
  await step(page, 1 / 60, 120);
  const both = await probe(page);
  assert.deepEqual(both.hands.map(({ object, holds }) => [object, holds]), [[0, true], [1, true]]);
  await page.getByRole('button', { name: 'Take them away' }).click();
  await step(page, 1 / 60, 120);
  const free = await probe(page);
  assert.ok(free.hands.every(({ object, weight }) => object === undefined && weight === 0));
  assert.equal(free.looksAt, undefined);
  assert.equal(await page.getByRole('button', { name: /^Move ball/ }).count(), 0);
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).reachable.length, 2);
}, small));

test('a lever keeps to its arc and the hand follows it', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await page.getByRole('button', { name: 'Put up a lever' }).click();
  await step(page, 1 / 60, 120);
  const before = await probe(page);
  assert.ok(before.hands[0].holds && before.hands[0].miss < 1e-4, JSON.stringify(before.hands));
  const [{ at, angle }] = before.things;
  const pivot = [at[0], at[1] + 1, at[2]];
  near(apart(before.reachable[0], pivot), 0.28, 1e-6, 'the bar');
  const knob = page.getByRole('button', { name: 'Move lever 1' });
  for (const key of ['PageUp', 'PageUp', 'ArrowDown', 'PageUp']) {
    await knob.press(key);
    await step(page, 1 / 60, 6);
  }
  await step(page, 1 / 60, 150);
  const after = await probe(page);
  assert.ok(Math.abs(after.things[0].angle - angle) > 0.1, `turned from ${angle} to ${after.things[0].angle}`);
  near(apart(after.reachable[0], pivot), 0.28, 1e-6, 'the bar is as long as it was');
  assert.ok(after.hands[0].holds && after.hands[0].miss < 1e-4, JSON.stringify(after.hands));
  assert.ok(apart(after.palms[0], after.reachable[0]) < palm);
  assert.ok(after.drift <= 1e-3);
}, small));

test('who walks by takes a ball on the way and lets go of it behind; feet do not mind', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await page.keyboard.down('w');
  await step(page, 1 / 60, 120);
  await page.getByRole('button', { name: 'Drop a ball' }).click();
  const seen = [];
  for (let i = 0; i < 40; ++i) {
    await step(page, 1 / 60, 8);
    const { hands, looksAt } = await probe(page);
    seen.push({ hand: hands[0], looksAt });
  }
  assert.ok(seen.some(({ looksAt }) => looksAt === 0), 'it looked at it');
  assert.ok(seen.some(({ hand }) => hand.object === 0 && hand.weight > 0), 'it reached for it');
  assert.equal(seen.at(-1).hand.object, undefined, 'and went on');
  const { drift, plantCount, limitViolation, speed } = await probe(page);
  assert.ok(plantCount > 12 && drift <= 1e-3, `${1e3 * drift} mm`);
  assert.ok(limitViolation <= 1e-9);
  near(speed, 1.3, 0.05, 'as fast as before');
}, small));

test('where feet will land is drawn between two steps of time too', () => withScene('#/walk', async (page) => {
  await page.keyboard.down('w');
  await step(page, 1 / 60, 60);
  await step(page, 1 / 500, 1);
  const { stepping, planned } = await probe(page);
  assert.ok(stepping);
  assert.equal(planned.length, 1);
}, small));
