// Arm: drag the tool, lock joints, read what stands in the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bvh, drop, urdf } from './support/files.mjs';
import { apart, drag, near, probe, sentence, step, studio } from './support/studio.mjs';

const { withScene } = studio();
const tool = (page) => page.getByRole('button', { name: 'Tool target' });
const situation = (page, name) => page.getByRole('button', { name, exact: true }).click();
const turnBetween = (a, b) => 2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, x, i) => sum + x * b[i], 0))));

test('the tool follows in place and orientation, inside the limits', () => withScene('#/arm', async (page) => {
  const before = await probe(page);
  await drag(page, tool(page), -40, 30);
  let now = await probe(page);
  assert.ok(apart(before.target, now.target) > 0.05, 'the target moved');
  assert.ok(apart(now.tip, now.target) < 1e-4);
  assert.ok(turnBetween(now.tipRotation, before.orientation) < 1e-3, 'the orientation is kept');
  await drag(page, page.getByRole('button', { name: 'Turn the tool by its x axis' }), 12, 40);
  now = await probe(page);
  assert.ok(turnBetween(now.orientation, before.orientation) > 0.15, 'the wanted orientation turned');
  assert.ok(turnBetween(now.tipRotation, now.orientation) < 1e-3, 'the tool turned with it');
  assert.ok(now.violation <= 1e-9);
}));

test('a locked joint stays still while the tool moves, and undo restores the pose', () => withScene('#/arm', async (page) => {
  const before = await probe(page);
  for (const joint of ['elbow', 'shoulder_lift']) await page.getByRole('button', { name: `Lock ${joint}`, exact: true }).click();
  await page.getByRole('radio', { name: 'be at the place' }).check();
  await drag(page, tool(page), -30, -12);
  const after = await probe(page);
  assert.deepEqual(after.locked, ['elbow', 'shoulder_lift']);
  assert.ok(apart(before.tip, after.tip) > 0.03, 'the tool moved');
  assert.equal(after.joints.elbow, before.joints.elbow);
  assert.equal(after.joints.shoulder_lift, before.joints.shoulder_lift);
  assert.notEqual(after.joints.shoulder_turn, before.joints.shoulder_turn);
  await page.keyboard.press('Control+z');
  const back = await probe(page);
  assert.deepEqual(back.pose, before.pose);
  assert.deepEqual(back.target, before.target);
  // Unlocked again, it moves.
  await page.getByRole('button', { name: 'Lock elbow', exact: true }).click();
  await drag(page, tool(page), -30, -12);
  assert.notEqual((await probe(page)).joints.elbow, before.joints.elbow);
}));

test('the slider of a joint turns that joint alone, and the tool goes along', () => withScene('#/arm', async (page) => {
  const before = await probe(page);
  await page.getByLabel('wrist lift', { exact: true }).fill('1');
  const now = await probe(page);
  near(now.joints.wrist_lift, 1, 0.01, 'the joint');
  assert.equal(now.joints.elbow, before.joints.elbow);
  assert.ok(apart(now.tip, now.target) < 1e-9);
}));

test('what stands in the way is said and is true', () => withScene('#/arm', async (page) => {
  await situation(page, 'At a limit');
  const now = await probe(page);
  const [blocker] = now.report.blockers;
  assert.match(await sentence(page), /elbow at its 172\.0° limit; .*° more reaches/);
  near(now.joints.elbow, blocker.at, 1e-6, 'the elbow is at that limit');
  near(apart(now.tip, now.target), now.report.positionError, 1e-3, 'so much is lacking');
  await page.locator('.tag.blocker').first().waitFor({ state: 'visible' });  // with the next picture
}));

test('far away is out of reach, and stretched is near singular', () => withScene('#/arm', async (page) => {
  await situation(page, 'Out of reach');
  let now = await probe(page);
  assert.ok(apart(now.tip, now.target) > 0.1);
  assert.match(await sentence(page), /short|reach/);
  const home = (await (await situation(page, 'Home'), probe(page))).ellipsoid;
  await situation(page, 'Stretched: singular');
  now = await probe(page);
  const flatness = ({ values }) => values[2] / values[0];
  assert.ok(flatness(now.ellipsoid) < 0.5 * flatness(home), `${flatness(now.ellipsoid)} against ${flatness(home)}`);
}));

test('priorities: the first goal is served, the second as far as the first lets it', () => withScene('#/arm', async (page) => {
  await page.getByRole('switch', { name: 'Elbow', exact: true }).check();
  await drag(page, page.getByRole('button', { name: 'Elbow target' }), -60, -40);
  const toolFirst = await probe(page);
  assert.ok(apart(toolFirst.tip, toolFirst.target) < 1e-4, 'the tool stays');
  const missed = apart(toolFirst.elbowAt, toolFirst.elbow);
  await page.getByRole('button', { name: 'Elbow: more important' }).click();
  const elbowFirst = await probe(page);
  assert.ok(apart(elbowFirst.elbowAt, elbowFirst.elbow) < missed - 1e-3, 'now the elbow comes nearer');
  assert.ok(apart(elbowFirst.tip, elbowFirst.target) > 1e-3, 'at the cost of the tool');
}));

for (const [key, name] of [['scara', 'rail'], ['gantry', 'bridge']]) {
  test(`the ${key} arm with sliders reaches, and its ${name} can be locked`, () => withScene('#/arm', async (page) => {
    await page.getByLabel('Robot').selectOption(key);
    await drag(page, tool(page), -50, 10);
    const now = await probe(page);
    assert.ok(apart(now.tip, now.target) < 1e-4);
    assert.ok(now.violation <= 1e-9);
    await page.getByRole('button', { name: `Lock ${name}`, exact: true }).click();
    await drag(page, tool(page), 20, 10);
    assert.equal((await probe(page)).joints[name], now.joints[name]);
    if (key === 'scara') near(now.joints.left_jaw, 0.02, 1e-12, 'the gripper is the tool’s own');
  }));
}

test('a URDF that is dropped appears with its own joints and is dragged; undo brings the old arm back', () => withScene('#/arm', async (page) => {
  const before = await probe(page);
  await drop(page, [{ name: 'picker.urdf', bytes: urdf() }]);
  await page.waitForFunction(() => window.kine.probe().arm.startsWith('file'));
  let now = await probe(page);
  assert.deepEqual(Object.keys(now.joints), ['turn', 'lift', 'bend', 'push']);
  assert.equal(now.tool, 'grip');
  assert.deepEqual(await page.locator('.joint label').allTextContents(), ['turn', 'lift', 'bend', 'push']);
  // By hand: a tower of 0.5 m, then the arm in its plane.
  const { turn, lift, bend, push } = now.joints;
  const out = 0.4 * Math.cos(lift) + (0.4 + push) * Math.cos(lift + bend);
  const expected = [out * Math.cos(turn), out * Math.sin(turn), 0.5 - 0.4 * Math.sin(lift) - (0.4 + push) * Math.sin(lift + bend)];
  assert.ok(apart(now.tip, expected) < 1e-9, `${now.tip} is not ${expected}`);
  const { target } = now;
  await step(page, 0);  // the handle is where the picture has it
  await drag(page, tool(page), -25, -20);
  now = await probe(page);
  assert.ok(apart(now.target, target) > 0.03, 'the target moved');
  assert.ok(apart(now.tip, now.target) < 1e-4, 'the tool with it');
  assert.ok(now.violation <= 1e-9);
  await page.getByRole('button', { name: 'Lock turn', exact: true }).click();
  assert.deepEqual((await probe(page)).locked, ['turn']);
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Control+z');
  assert.deepEqual((await probe(page)).pose, before.pose);
}));

test('a broken URDF shows its sentence and the arm stays; so does a file that is no robot', () => withScene('#/arm', async (page) => {
  const before = await probe(page);
  for (const [name, bytes, words] of [
    ['broken.urdf', urdf().slice(0, 400), /broken\.urdf/],
    ['body.bvh', bvh(), /body is no robot/],
  ]) {
    await drop(page, [{ name, bytes }]);
    await page.locator('.verdict span', { hasText: words }).waitFor();
    assert.equal(await page.locator('.verdict').getAttribute('data-tone'), 'bad');
    assert.deepEqual((await probe(page)).pose, before.pose);
  }
}));

test('every pose of the tool: ghosts with the names of their branches, a list, and the intervals of the searched joint', () => withScene('#/arm', async (page) => {
  await page.getByRole('switch', { name: 'Show every pose of the tool' }).check();
  await step(page, 0);
  let now = await probe(page);
  const { solutions, searched, complete } = now.allPoses;
  assert.ok(complete && solutions.length > 2 && searched >= 0);
  assert.ok(now.allPoses.shown >= solutions.length, 'each is drawn in several bars');
  assert.ok(await page.locator('.tag.ghost').count() > 0);
  assert.match(await page.locator('.tag.ghost').first().textContent(), /^s\d e\d w\d$/);
  assert.equal(await page.locator('.pose-list .pose').count(), solutions.length);
  // Each of them is where the tool should be: by a click.
  const buttons = page.locator('.pose-list .pose');
  const last = await buttons.last().textContent();
  await buttons.last().click();
  now = await probe(page);
  assert.ok(apart(now.tip, now.target) < 1e-4 && now.violation <= 1e-9);
  assert.equal(await page.locator('.pose[aria-pressed=true]').textContent(), last);
  // The slider turns the searched joint, the tool stays; where no branch reaches the arm stays as it is.
  const bands = await page.locator('.band').evaluateAll((all) => all.map(({ dataset }) => [Number(dataset.from), Number(dataset.to)]));
  assert.equal(bands.length, solutions.length);
  const [from, to] = bands.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a));
  const slider = page.locator('.searched input');
  for (const part of [0.25, 0.75]) {
    await slider.fill(String(from + part * (to - from)));
    now = await probe(page);
    assert.ok(apart(now.tip, now.target) < 1e-4 && now.violation <= 1e-9, `at ${part}`);
    near(Number(await slider.inputValue()), from + part * (to - from), 2e-3, 'the slider');
  }
}));

test('dragging by the nearest pose goes without jumps', () => withScene('#/arm', async (page) => {
  await page.getByRole('radio', { name: 'the nearest pose (global)' }).check();
  const box = await tool(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let before = await probe(page);
  const began = before.target;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 10; ++i) {
    await page.mouse.move(x - 6 * i, y + 3 * i);
    const now = await probe(page);
    assert.ok(apart(now.tip, now.target) < 1e-4 && now.violation <= 1e-9);
    const most = Math.max(...now.pose.map((value, k) => Math.abs(value - before.pose[k])));
    assert.ok(most < 0.3, `a joint jumped by ${most} rad in step ${i}`);
    before = now;
  }
  await page.mouse.up();
  assert.ok(apart(before.target, began) > 0.08, 'the target moved');
}));
