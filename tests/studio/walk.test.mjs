// Walk: held keys, a gamepad and the stick on the screen drive the figure over every ground, and its feet stand still. Time is
// simulated; feet are measured by forward kinematics of the pose that is shown.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Kine } from 'kine';
import { apart, near, phone, probe, step, studio } from './support/studio.mjs';

const { withScene } = studio();
// A small picture is drawn in no time by software GL.
const small = { size: { width: 560, height: 560 } };
const choose = (page, ground) => page.getByLabel('Ground', { exact: true }).selectOption(ground);

/** Everything that must hold however it was driven. */
async function feetStand(page, leastPlants) {
  const { drift, plantCount, limitViolation, legs, pose } = await probe(page);
  assert.ok(plantCount >= leastPlants, `${plantCount} plants`);
  assert.ok(drift <= 1e-3, `planted feet drifted ${1e3 * drift} mm`);
  assert.ok(limitViolation <= 1e-9, `${limitViolation} rad outside of the limits`);
  assert.ok(pose.every(Number.isFinite));
  for (const { positionError } of legs) assert.ok(positionError <= 1e-4, `a leg is ${positionError} m off`);
  // The same again from outside: frame by frame, where the pose has what is said to be planted.
  const frames = await page.evaluate(() => Array.from({ length: 12 }, () => {
    window.kine.step(1 / 60, 1);
    return window.kine.probe().plants;
  }));
  const since = new Map();
  for (const plants of frames) {
    assert.ok(plants.length > 0, 'one foot at the least is planted');
    for (const name of since.keys()) if (!plants.some(({ foot, part }) => `${foot} ${part}` === name)) since.delete(name);
    for (const { foot, part, shown } of plants) {
      const name = `${foot} ${part}`;
      if (!since.has(name)) since.set(name, shown);
      assert.ok(apart(shown, since.get(name)) <= 1e-3, `${name} slid by ${apart(shown, since.get(name))} m`);
    }
  }
}

for (const [ground, least] of [['stairs', 6], ['hills', 12]]) {
  test(`held keys walk 20 seconds over ${ground}, and planted feet drift at most 1 mm`, () => withScene('#/walk', async (page) => {
    await choose(page, ground);
    await page.getByRole('button', { name: 'From the start' }).click();
    await page.keyboard.down('w');
    await step(page, 1 / 60, 600);
    const half = await probe(page);
    // A turn on the way, then the rest.
    await page.keyboard.down('ArrowLeft');
    await step(page, 1 / 60, 30);
    await page.keyboard.up('ArrowLeft');
    await step(page, 1 / 60, 570);
    const { time, x, z, heading, hips, ground: below } = await probe(page);
    near(time, 20, 1e-9, 'seconds');
    assert.ok(half.z > least / 2, `${half.z} m in ten seconds`);
    assert.ok(Math.hypot(x, z) > least, `${x}, ${z} in twenty`);
    assert.ok(heading > 0.2, `it turned left: ${heading}`);
    assert.ok(hips[1] - below > 0.6 && hips[1] - below < 1.2, `the hips are ${hips[1] - below} m above the ground`);
    await feetStand(page, 40);
    await page.keyboard.up('w');
    await step(page, 1 / 60, 300);
    const rest = await probe(page);
    near(rest.speed, 0, 1e-9, 'speed when the key is let go');
    assert.equal(rest.stepping, false, 'it stands');
  }, small));

  test(`a gamepad walks 20 seconds over ${ground}, and planted feet drift at most 1 mm`, () => withScene('#/walk', async (page) => {
    await choose(page, ground);
    await page.getByRole('button', { name: 'From the start' }).click();
    const push = (...axes) => page.evaluate((values) => {
      const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
      const pad = { id: 'a test', index: 1, connected: true, mapping: 'standard', axes: values, buttons, timestamp: 0 };
      Object.defineProperty(navigator, 'getGamepads', { value: () => [null, pad], configurable: true });
    }, axes);
    // A stick that was let go is never quite still: it must not walk off.
    await push(0.05, -0.08, 0.03, 0);
    await step(page, 1 / 60, 60);
    assert.deepEqual((await probe(page)).stick, { forward: 0, turn: 0, side: 0 });
    assert.equal((await probe(page)).stepping, false);
    await push(0, -1, 0, 0);
    await step(page, 1 / 60, 600);
    await push(0.35, -0.7, 0, 0);
    await step(page, 1 / 60, 120);
    const { stick } = await probe(page);
    assert.ok(stick.forward > 0.5 && stick.forward < 1 && stick.turn < -0.2, JSON.stringify(stick));
    await push(0, -0.8, -0.4, 0);
    await step(page, 1 / 60, 420);
    const { time, x, z, heading } = await probe(page);
    near(time, 20, 1e-9, 'seconds');
    assert.ok(Math.hypot(x, z) > 0.7 * least, `${x}, ${z}`);
    assert.ok(heading < -0.2, `it turned right: ${heading}`);
    await feetStand(page, 40);
  }, small));
}

test('held keys give the same walk at any frame rate', () => withScene('#/walk', async (page) => {
  await page.keyboard.down('w');
  await page.keyboard.down('a');
  const walks = [];
  for (const rate of [30, 60, 144]) {
    await page.getByRole('button', { name: 'From the start' }).click();
    await step(page, 1 / rate, 5 * rate);
    const { pose, time, heading } = await probe(page);
    near(time, 5, 1e-9, 'seconds');
    assert.ok(heading > 1, `it went round to the left: ${heading}`);
    walks.push(pose);
  }
  assert.deepEqual(walks[1], walks[0]);
  assert.deepEqual(walks[2], walks[0]);
  // Between two steps of time the picture goes on too.
  await step(page, 1 / 500, 1);
  const between = (await probe(page)).pose;
  assert.ok(between.some((value, i) => value !== walks[2][i]), 'it is shown where it is at that moment');
}, small));

test('keys: sideways, backwards, slowly; not while a control wants them', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await page.keyboard.down('q');
  await step(page, 1 / 60, 240);
  assert.ok((await probe(page)).x > 0.3, 'to the left');
  await page.keyboard.up('q');
  await page.keyboard.down('ArrowDown');
  await step(page, 1 / 60, 240);
  assert.ok((await probe(page)).z < -0.5, 'backwards');
  await page.keyboard.up('ArrowDown');
  await page.keyboard.down('Shift');
  await page.keyboard.down('w');
  await step(page, 1 / 60, 300);
  near((await probe(page)).speed, 0.65, 0.02, 'half of 1.3 m/s');
  await page.keyboard.up('w');
  await page.keyboard.up('Shift');
  await page.getByLabel('Speed of a full stick').focus();
  await page.keyboard.press('ArrowRight');
  near((await probe(page)).speed, 0.65, 0.02, 'nothing has moved');
  assert.deepEqual((await probe(page)).stick, { forward: 0, turn: 0, side: 0 });
}, small));

test('ground and mode change while it walks, and the table of costs fills in', () => withScene('#/walk', async (page) => {
  await page.keyboard.down('w');
  for (const ground of ['flat', 'stairs', 'ramp', 'hills', 'blocks', 'mesh']) {
    await choose(page, ground);
    for (const [mode, full] of [['Half', 0], ['Hybrid', 1], ['Full', 2]]) {
      await page.getByRole('radio', { name: mode, exact: true }).check();
      await step(page, 1 / 60, 80);
      const { legs, stepping, mode: set } = await probe(page);
      assert.equal(set, mode.toLowerCase());
      if (stepping && mode !== 'Hybrid') assert.deepEqual(legs.map((leg) => leg.full), Array(2).fill(full === 2), `${ground}, ${mode}`);
    }
    const { z, drift, plantCount, groundName, limitViolation } = await probe(page);
    assert.equal(groundName, ground);
    assert.ok(z > 0.8, `${ground}: it walks on, ${z} m`);
    assert.ok(plantCount > 6 && drift <= 1e-3, `${ground}: ${plantCount} plants, drift ${1e3 * drift} mm`);
    assert.ok(limitViolation <= 1e-9);
  }
  const rows = await page.locator('.costs tbody tr').allTextContents();
  assert.equal(rows.length, 6);
  for (const row of rows) assert.doesNotMatch(row, /–/, 'all six were walked');
  assert.match(await page.locator('.costs tr.now th').textContent(), /uneven, full/);
}, small));

test('the camera stays behind the figure and out of the hills; ground comes and goes', () => withScene('#/walk', async (page) => {
  await page.keyboard.down('w');
  for (let i = 0; i < 6; ++i) {
    await step(page, 1 / 60, 180);
    const { eyeAboveGround, chunks, eye, look, hips } = await probe(page);
    assert.ok(eyeAboveGround > 0.15, `${eyeAboveGround} m above the ground`);
    assert.ok(chunks > 80 && chunks < 240, `${chunks} chunks`);
    assert.ok(apart(look, hips) < 0.6, 'it looks at the figure');
    assert.ok(apart(eye, hips) < 7, 'from near by');
  }
  // Orbiting by hand goes on while it follows.
  const before = await probe(page);
  await page.mouse.move(300, 180);
  await page.mouse.down();
  await page.mouse.move(420, 180, { steps: 3 });
  await page.mouse.up();
  await step(page, 1 / 60, 2);
  const after = await probe(page);
  const side = ({ eye, look }) => Math.atan2(eye[0] - look[0], eye[2] - look[2]);
  assert.ok(Math.abs(Math.sin((side(after) - side(before)) / 2)) > 0.2, `${side(before)}, ${side(after)}`);
}, small));

/** Drops a file on the page as a hand does: text, or bytes; a PNG is made on the way. */
const drop = (page, name, content) => page.evaluate(async ([fileName, text, binary]) => {
  let part = binary ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text;
  if (fileName.endsWith('.png')) {
    // A slope from black to white along x.
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 65;
    const pen = canvas.getContext('2d');
    for (let x = 0; x < 65; ++x) {
      pen.fillStyle = `rgb(${3 * x} ${3 * x} ${3 * x})`;
      pen.fillRect(x, 0, 1, 65);
    }
    part = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  }
  const data = new DataTransfer();
  data.items.add(new File([part], fileName));
  for (const kind of ['dragover', 'drop']) {
    document.querySelector('.stage').dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
  }
}, typeof content === 'string' ? [name, content, false] : [name, Buffer.from(content).toString('base64'), true]);

test('a dropped heightmap is walked on: CSV, Esri grid and PNG', () => withScene('#/walk', async (page) => {
  const rows = (height) => Array.from({ length: 41 }, (_, row) => Array.from({ length: 41 }, (_, column) => height(column - 20, row - 20)));
  const text = (height) => rows(height).map((row) => row.map((value) => value.toFixed(4)).join(' ')).join('\n');
  const files = [
    ['gentle.csv', text((x, z) => 0.05 * x + 0.1 * z).replaceAll(' ', ','), (x, z) => 0.05 * x + 0.1 * z],
    ['waves.asc', `ncols 41\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n${text((x, z) => 0.1 * Math.sin(z / 3))}`, (_, z) => 0.1 * Math.sin(z / 0.5 / 3)],
    // A quarter of a metre a pixel, white two metres high.
    ['slope.PNG'.toLowerCase(), '', (x) => (3 * (x / 0.25 + 32) * 2) / 255],
  ];
  await page.keyboard.down('w');
  for (const [name, content, height] of files) {
    await drop(page, name, content);
    await page.waitForFunction((wanted) => window.kine.probe().file === wanted, name);
    await step(page, 1 / 60, 240);
    const { x, z, ground, groundName, drift, plantCount, trouble } = await probe(page);
    assert.equal(trouble, '');
    assert.equal(groundName, 'file');
    assert.ok(z > 2, `${name}: ${z} m`);
    near(ground, height(x, z), 0.01, `${name}: the height at ${x}, ${z}`);
    assert.ok(plantCount > 6 && drift <= 1e-3, `${name}: ${1e3 * drift} mm`);
  }
  await page.keyboard.up('w');
  // What is no heightmap is refused with a sentence, and the ground stays.
  await drop(page, 'bad.csv', '1,2,3\n4,5\n');
  await page.waitForFunction(() => window.kine.probe().trouble !== '');
  await page.waitForFunction(() => /bad/.test(document.querySelector('.verdict span').textContent));
  assert.equal((await probe(page)).file, 'slope.png');
}, small));

test('a dropped character walks in its own skin, one without a skin as bones, and what has no legs is refused', () => withScene('#/walk', async (page) => {
  const kine = await Kine.load(await readFile(new URL('../../build/wasm/kine.wasm', import.meta.url)));
  const person = kine.buildScene('humanoid');
  await page.keyboard.down('w');
  for (const format of ['glb', 'bvh']) {
    await drop(page, `person_${format}.${format}`, kine.write(format, person, []));
    await page.waitForFunction((name) => window.kine.probe().figure === name, `person_${format}`);
    if (format === 'glb') await page.waitForFunction(() => window.kine.probe().hasSkin);
    await step(page, 1 / 60, 300);
    const { z, drift, plantCount, hasSkin, who } = await probe(page);
    assert.equal(who, 'file');
    assert.equal(hasSkin, format === 'glb');
    assert.ok(z > 3, `${format}: ${z} m`);
    assert.ok(plantCount > 12 && drift <= 1e-3, `${format}: ${1e3 * drift} mm`);
  }
  const before = (await probe(page)).time;
  await drop(page, 'arm.bvh', kine.write('bvh', kine.buildScene('planar-arm'), []));
  await page.waitForFunction(() => window.kine.probe().trouble !== '');
  assert.equal((await probe(page)).figure, 'person_bvh');
  await step(page, 1 / 60, 6);
  assert.ok((await probe(page)).time > before, 'the one that was there walks on');
  await page.getByLabel('Figure', { exact: true }).selectOption('humanoid');
  assert.equal((await probe(page)).figure, 'our humanoid');
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).figure, 'person_bvh');
}, small));

test('the gait changes while it walks: it stops first, and then goes on as Meredith & Maddock have it', () => withScene('#/walk', async (page) => {
  await choose(page, 'flat');
  await page.keyboard.down('w');
  await step(page, 1 / 60, 180);
  near((await probe(page)).speed, 1.3, 0.02, 'natural');
  await page.getByRole('radio', { name: 'Meredith & Maddock' }).check();
  await step(page, 1 / 60, 480);
  const paper = await probe(page);
  near(paper.speed, 0.65, 0.02, 'its own speed');
  assert.ok(paper.drift <= 1e-3 && paper.limitViolation <= 1e-9, `${1e3 * paper.drift} mm`);
  await page.getByLabel('Speed of a full stick').fill('0.4');
  await step(page, 1 / 60, 180);
  near((await probe(page)).speed, 0.4, 0.02, 'the slider');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  const { gait, speed } = await probe(page);
  assert.equal(gait, 'natural');
  assert.ok(speed <= 0.4 + 1e-9);
  await step(page, 1 / 60, 360);
  near((await probe(page)).speed, 1.3, 0.02, 'natural again');
}, small));

test('the stick on the screen walks by touch and by mouse, and lets go', () => withScene('#/walk', async (page) => {
  const stick = page.getByRole('button', { name: /^Stick/ });
  const box = await stick.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const client = await page.context().newCDPSession(page);
  const touch = async (type, ...points) => {
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([a, b]) => ({ x: a, y: b })) });
    // Moves reach the page with its next picture.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  await touch('touchStart', [x, y]);
  await touch('touchMove', [x, y - 20]);
  await step(page, 1 / 60, 1);
  const half = (await probe(page)).stick;
  assert.ok(half.forward > 0.3 && half.forward < 0.7, `analogue: ${half.forward}`);
  await touch('touchMove', [x - 30, y - 60]);
  await step(page, 1 / 60, 180);
  const walking = await probe(page);
  assert.ok(walking.stick.forward > 0.8 && walking.stick.turn > 0.3, JSON.stringify(walking.stick));
  assert.ok(walking.stepping && walking.heading > 0.3 && walking.drift <= 1e-3);
  await touch('touchEnd');
  await step(page, 1 / 60, 150);
  assert.equal((await probe(page)).stepping, false);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 60);
  await step(page, 1 / 60, 120);
  assert.ok((await probe(page)).speed < -0.2, 'backwards');
  await page.mouse.up();
  assert.deepEqual((await probe(page)).stick, { forward: 0, turn: 0, side: 0 });
}, { size: phone, touch: true }));

test('pause, single steps, from the start; undo takes settings back, reset everything', () => withScene('#/walk', async (page) => {
  const first = await probe(page);
  await page.keyboard.down('w');
  await step(page, 1 / 60, 90);
  await page.keyboard.press(' ');
  const before = await probe(page);
  assert.ok(before.paused);
  await step(page, 1 / 60, 30);
  assert.deepEqual((await probe(page)).pose, before.pose);
  await page.keyboard.press('.');
  const after = await probe(page);
  near(after.time - before.time, 1 / 60, 1e-9, 'one step');
  assert.ok(after.z > before.z);
  await page.getByRole('button', { name: 'Go on' }).click();
  assert.equal((await probe(page)).paused, false);
  await page.keyboard.up('w');
  await page.getByRole('radio', { name: 'Half', exact: true }).check();
  await choose(page, 'blocks');
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).groundName, 'hills');
  assert.equal((await probe(page)).mode, 'half');
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).mode, 'full');
  await page.keyboard.down('s');
  await step(page, 1 / 60, 90);
  await page.keyboard.up('s');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  const again = await probe(page);
  assert.deepEqual(again.pose, first.pose);
  assert.equal(again.mode, 'full');
}, small));

test('who wants little motion gets a camera that only goes along', () => withScene('#/walk', async (page) => {
  assert.equal((await probe(page)).behind, true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await page.waitForFunction(() => window.kine !== undefined);
  await page.evaluate(() => window.kine.hold());
  assert.equal((await probe(page)).behind, false);
  await choose(page, 'flat');
  const before = await probe(page);
  await page.keyboard.down('a');
  await step(page, 1 / 60, 300);
  const after = await probe(page);
  assert.ok(after.heading > 1, `it turned on the spot: ${after.heading}`);
  const side = ({ eye, look }) => Math.atan2(eye[0] - look[0], eye[2] - look[2]);
  near(side(after), side(before), 0.02, 'the view did not');
}, small));
