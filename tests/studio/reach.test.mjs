// Reach: the hand goes where one clicks, or the page says why not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, drag, near, probe, sentence, step, studio } from './support/studio.mjs';

const { withScene } = studio();

/** Clicks on a place of the world, metres from the shoulder. */
async function click(page, x, y) {
  await step(page, 1 / 60); // draws: a handle that is still where it was a picture ago would be in the way
  const { pixels, scale } = await probe(page);
  const stage = await page.locator('.stage').boundingBox();
  await page.mouse.click(stage.x + pixels[0] + scale * x, stage.y + pixels[1] - scale * y);
}

test('a click moves the hand to the point, in every solution and with both elbows', () => withScene('#/reach', async (page) => {
  for (const strategy of ['Algebraic', 'Geometric']) {
    await page.getByRole('radio', { name: strategy }).check();
    for (const elbow of ['Up', 'Down']) {
      await page.getByRole('radio', { name: elbow, exact: true }).check();
      for (const [x, y] of [[0.3, 0.35], [-0.4, 0.1], [0.2, -0.45]]) {
        await click(page, x, y);
        const now = await probe(page);
        near(now.target[0], x, 0.01, 'the target is where the click was');
        near(now.target[1], y, 0.01, 'the target is where the click was');
        assert.ok(apart(now.hand, now.target) < 1e-12, `the hand is ${apart(now.hand, now.target)} off`);
        assert.equal(now.reachability, 'reachable');
        assert.equal(Math.sign(now.bend), elbow === 'Up' ? -1 : 1);
        // The bones are as long as they say, measured on the points themselves.
        near(Math.hypot(...now.elbowAt), now.upper, 1e-12, 'upper bone');
        near(apart(now.elbowAt, now.hand), now.lower, 1e-12, 'lower bone');
      }
    }
  }
  assert.match(await sentence(page), /^Reached/);
}));

test('a click too far away says so, and the arm points there', () => withScene('#/reach', async (page) => {
  await click(page, 0.9, 0.1);
  const now = await probe(page);
  assert.equal(now.reachability, 'tooFar');
  assert.match(await sentence(page), /^Out of reach: 2\d\d mm too far/);
  near(Math.hypot(...now.hand), now.upper + now.lower, 1e-12, 'stretched');
  near(Math.atan2(now.hand[1], now.hand[0]), Math.atan2(now.target[1], now.target[0]), 1e-9, 'towards the target');
}));

test('a point too near is out of reach when the bones differ', () => withScene('#/reach', async (page) => {
  await page.getByLabel('Upper bone, L₁').fill('0.5');
  await page.getByLabel('Lower bone, L₂').fill('0.1');
  await click(page, 0.1, 0.1);
  assert.equal((await probe(page)).reachability, 'tooNear');
  assert.match(await sentence(page), /too near\. The bones differ by 400 mm/);
}));

test('the bones can be dragged longer', () => withScene('#/reach', async (page) => {
  const before = await probe(page);
  const way = Math.atan2(before.elbowAt[1], before.elbowAt[0]);
  await drag(page, page.getByRole('button', { name: 'Length of the upper bone' }), 30 * Math.cos(way), -30 * Math.sin(way));
  const after = await probe(page);
  assert.ok(after.upper > before.upper + 0.05, `${before.upper} became ${after.upper}`);
  assert.equal(after.lower, before.lower);
}));

test('the toys move along their one freedom only, within their limits', () => withScene('#/reach', async (page) => {
  const slider = page.getByRole('button', { name: 'Slider: pull it' });
  await slider.scrollIntoViewIfNeeded();
  await drag(page, slider, 25, -30);
  let now = await probe(page);
  assert.ok(now.toys[0] > 0.03 && now.toys[0] < 0.2, `${now.toys[0]}`);
  near(now.toyEnds[0][1], 0, 1e-12, 'a slider does not leave its line');
  await drag(page, slider, 400, 0);
  now = await probe(page);
  near(now.toys[0], 0.2, 1e-9, 'it stops at its limit');
  await drag(page, page.getByRole('button', { name: 'Hinge: pull it' }), -40, -30);
  now = await probe(page);
  assert.ok(now.toys[1] > 1, 'the hinge turned');
  near(Math.hypot(...now.toyEnds[1]), 0.22, 1e-12, 'a hinge keeps its distance');
}));

test('undo restores the pose and redo brings it back', () => withScene('#/reach', async (page) => {
  const poses = [await probe(page)];
  await click(page, -0.3, 0.4);
  poses.push(await probe(page));
  await click(page, 0.2, 0.5);
  poses.push(await probe(page));
  await page.keyboard.press('Control+z');
  assert.deepEqual(await probe(page), poses[1]);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await probe(page), poses[0]);
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
  await page.keyboard.press('Control+y');
  assert.deepEqual(await probe(page), poses[1]);
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.deepEqual(await probe(page), poses[2]);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.deepEqual(await probe(page), poses[0]);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual(await probe(page), poses[2]);
}));

test('arrow keys move the target', () => withScene('#/reach', async (page) => {
  const before = await probe(page);
  await page.getByRole('button', { name: 'Target' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  const after = await probe(page);
  near(after.target[0], before.target[0] - 0.02, 1e-12, 'left');
  near(after.target[1], before.target[1] + 0.022, 1e-12, 'up');
  assert.ok(apart(after.hand, after.target) < 1e-12);
}));
