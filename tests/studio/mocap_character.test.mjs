// Mocap: a dropped motion on a dropped character. What the page shows is compared with the library called by itself here.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { apart, drag, near, phone, probe, sentence, step, studio } from './support/studio.mjs';
import { bvh, character, drop, frameCount, kine, urdf } from './support/files.mjs';

const { withScene } = studio();
const clipFile = (options) => ({ name: 'body.bvh', bytes: bvh(options) });
const heroFile = () => ({ name: 'hero.glb', bytes: character() });
const styleOf = (page) => page.getByLabel('Style', { exact: true });
const rowOf = (page, bone) => page.locator(`[data-bone="${bone}"]`);

/** Waits until the worker has done the whole clip, and gives what the scene says then. */
const whole = async (page) => {
  await page.waitForFunction(() => {
    const { target } = window.kine.probe();
    return target && (target.trouble || (!target.working && target.result));
  });
  await step(page, 0);
  return probe(page);
};
const withMotion = async (page, files = [clipFile()]) => {
  await drop(page, files);
  await page.waitForFunction(() => window.kine.probe().name === 'body');
};
const withCharacter = async (page, files = [heroFile()]) => {
  await drop(page, files, { right: true });
  await page.waitForFunction(() => window.kine.probe().target?.name === 'hero');
};
const toFrame = async (page, frame) => {
  await page.getByRole('slider', { name: 'Frame' }).fill(String(frame));
  await step(page, 0);
};
/** Where the character's joints are at all frames. */
const characterAt = (page) => page.evaluate((count) => {
  const scrub = document.querySelector('.transport input');
  return Array.from({ length: count }, (_, frame) => {
    scrub.value = String(frame);
    scrub.dispatchEvent(new Event('input'));
    return window.kine.probe().target.positions;
  });
}, frameCount);
const save = async (page, name) => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

/** The same by the library alone: the poses of the character through the clip, and the report. */
function byLibrary(settings = {}, bones = {}, file = clipFile()) {
  const source = kine.openFile([file]);
  const target = kine.openFile([heroFile()], { freeRoot: true });
  const retargeter = kine.createRetargeter(source, target, settings, bones);
  const { clip, ...report } = retargeter.clip(source.clips[0]);
  const poses = Array.from({ length: clip.frameCount }, (_, frame) => [...clip.frame(frame)]);
  for (const used of [clip, retargeter, source, target]) used.dispose();
  return { poses, report };
}
const isAsInLibrary = async (page, expected, what) => {
  const { target } = await whole(page);
  assert.equal(target.trouble, '', what);
  assert.deepEqual(target.result.report, expected.report, what);
  for (const frame of [0, 13, frameCount - 1]) {
    await toFrame(page, frame);
    assert.deepEqual((await probe(page)).target.pose, expected.poses[frame], `${what}, frame ${frame}: not the library’s bits`);
  }
};

for (const [what, order] of [['motion first', [withMotion, withCharacter]], ['character first', [withCharacter, withMotion]]]) {
  test(`a dropped motion goes on a dropped character, ${what}, and both play in step`, () => withScene('#/mocap', async (page) => {
    for (const put of order) await put(page);
    await isAsInLibrary(page, byLibrary(), what);
    await page.waitForFunction(() => window.kine.probe().target.skin !== undefined);
    await toFrame(page, 0);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await step(page, 1 / 30, 13);
    const now = await probe(page);
    near(now.time, 13 / 30, 1e-9, 'seconds');
    byLibrary().poses[13].forEach((value, i) => near(now.target.pose[i], value, 1e-9, `value ${i}`));
    // The mesh hangs on the character's joints.
    now.target.joints.forEach((name, i) => assert.ok(apart(now.target.skin.slice(3 * i, 3 * i + 3), now.target.positions[name]) < 1e-5, name));
    // Each figure is in its half of the picture.
    const { width } = await page.locator('.stage').boundingBox();
    for (const [x] of now.pixels.filter((pixel) => pixel)) assert.ok(x < width / 2, `the motion at ${x}`);
    for (const [x] of now.target.pixels.filter((pixel) => pixel)) assert.ok(x > width / 2, `the character at ${x}`);
  }));
}

test('a motion and a character that are dropped together, or on the left half, find their places', () => withScene('#/mocap', async (page) => {
  await drop(page, [heroFile(), clipFile()]);
  assert.deepEqual([(await whole(page)).name, (await probe(page)).target.name], ['body', 'hero']);
  await page.getByLabel('Character', { exact: true }).selectOption('');
  assert.equal((await probe(page)).target, undefined);
  await page.keyboard.press('Control+z');
  assert.equal((await whole(page)).target.name, 'hero', 'undone');
  await page.keyboard.press('Control+y');
  assert.equal((await probe(page)).target, undefined, 'and done again');
  await drop(page, [heroFile()]);
  assert.equal((await whole(page)).target.name, 'hero', 'what has no motion takes the one that is there');
}));

test('a style is switched while it plays, and undo takes it back', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  const plain = (await whole(page)).target.result;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await step(page, 1 / 60, 20);
  await styleOf(page).selectOption('limp');
  await step(page, 1 / 60, 10);
  const now = await probe(page);
  assert.ok(now.playing);
  near(now.time, 0.5, 1e-9, 'time went on');
  await isAsInLibrary(page, byLibrary({ style: 'limp' }), 'limp');
  const styles = await styleOf(page).locator('option').evaluateAll((options) => options.map(({ value }) => value));
  assert.deepEqual(styles.slice(1), kine.styles);
  await page.keyboard.press('Control+z');
  assert.deepEqual((await whole(page)).target.result, plain);
}));

test('a bone is corrected by clicking the joint that it is; undo and the lists do it too', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  const before = (await whole(page)).target;
  await rowOf(page, 'rightToes').click();
  await step(page, 0);
  assert.match(await sentence(page), /Click the joint that is the right toes/);
  assert.equal(await page.getByRole('button', { name: /^Drag / }).isVisible(), false, 'a click is no drag now');
  const stage = await page.locator('.stage').boundingBox();
  const { target } = await probe(page);
  const tip = target.joints.indexOf('right_toe_tip');
  const [x, y] = target.pixels[tip];
  await page.mouse.click(stage.x + x, stage.y + y);
  await step(page, 0);
  assert.deepEqual((await probe(page)).bones.target, { rightToes: 'right_toe_tip' });
  await isAsInLibrary(page, byLibrary({}, { target: { overrides: { rightToes: 'right_toe_tip' } } }), 'corrected');
  assert.match(await rowOf(page, 'rightToes').textContent(), /right_toe_tip/);
  await page.keyboard.press('Control+z');
  assert.deepEqual((await whole(page)).target.result, before.result, 'undone');
  await page.getByLabel('In the character').selectOption({ label: 'has none' });
  await isAsInLibrary(page, byLibrary({}, { target: { overrides: { rightToes: null } } }), 'has none');
  await page.getByRole('button', { name: 'Forget corrections' }).click();
  assert.deepEqual((await whole(page)).target.result, before.result, 'forgotten');
  await page.keyboard.press('Escape');
  assert.equal((await probe(page)).bone, undefined);
}));

test('a correction that leaves no body is refused in a sentence, and all stays', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  const before = await whole(page);
  await rowOf(page, 'leftThigh').click();
  await page.getByLabel('In the character').selectOption('head');
  const now = await whole(page);
  assert.match(await sentence(page), /^Left thigh cannot be head: /);
  assert.deepEqual([now.bones, now.target.pose], [before.bones, before.target.pose]);
  assert.equal(await page.getByLabel('In the character').inputValue(), ':found');
}));

test('a body whose bones are wrong is shown with the sentence of it, and takes the motion once they are corrected', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await drop(page, [{ name: 'loose.bvh', bytes: bvh({ looseFeet: true }) }], { right: true });
  const { target } = await whole(page);
  assert.equal(target.name, 'loose');
  assert.match(await sentence(page), /^body does not go on loose: loose is no humanoid: it stands on 4 limbs/);
  for (const side of ['left', 'right']) {
    await rowOf(page, `${side}Foot`).click();
    await page.getByLabel('In the character').selectOption(side === 'left' ? 'LeftLeg_end' : 'RightLeg_end');
  }
  await page.keyboard.press('Escape');
  const now = await whole(page);
  assert.deepEqual([now.target.trouble, now.target.result?.frameCount], ['', frameCount]);
  await page.keyboard.press('Control+z');
  assert.match((await whole(page)).target.trouble, /is no humanoid/);
  await page.keyboard.press('Control+y');
  assert.deepEqual((await whole(page)).target.result, now.target.result);
}));

test('what cannot take a motion stands at rest with a sentence, and undo brings back who was there', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  const before = await whole(page);
  await drop(page, [{ name: 'picker.urdf', bytes: urdf() }], { right: true });
  await page.waitForFunction(() => window.kine.probe().target?.name === 'picker');
  assert.match(await sentence(page), /^body does not go on picker: picker is no humanoid: legs/);
  assert.equal((await probe(page)).target.result, undefined);
  assert.equal(await page.getByRole('button', { name: 'Save its BVH' }).isVisible(), false, 'there is nothing to save');
  await page.keyboard.press('Control+z');
  assert.deepEqual((await whole(page)).target.pose, before.target.pose);
  await drop(page, [{ name: 'half.glb', bytes: character().slice(0, 300) }], { right: true });
  await page.waitForFunction(() => window.kine.probe().trouble.startsWith('half'));
  const now = await probe(page);
  assert.deepEqual([now.name, now.target.name, now.target.pose], [before.name, before.target.name, before.target.pose]);
  // The arm as the motion: then the character has none to take, which is said.
  await drop(page, [{ name: 'picker.urdf', bytes: urdf() }]);
  await page.waitForFunction(() => window.kine.probe().name === 'picker');
  assert.match((await probe(page)).target.trouble, /^picker does not go on hero: picker is no humanoid/);
}));

test('bone maps and styles of the command line are dropped, and corrections are saved as such a map', () => withScene('#/mocap', async (page) => {
  const text = (value) => new TextEncoder().encode(JSON.stringify(value));
  await withMotion(page);
  // Without a character a style is for the motion's own body.
  const style = { parts: { left_shank: { limits: [0, 0.1] }, spine: { offset: [0.3, 0, 0], weight: 2 } } };
  await drop(page, [{ name: 'stiff.json', bytes: text(style) }]);
  assert.equal((await whole(page)).target.name, 'body');
  await withCharacter(page);
  const own = { leftShank: style.parts.left_shank, spine: style.parts.spine };
  await isAsInLibrary(page, byLibrary({ style: { parts: own } }), 'stiff');
  await styleOf(page).selectOption('');
  await drop(page, [{ name: 'map.json', bytes: text({ right_toes: 'right_toe_tip', left_toes: null }) }], { right: true });
  await page.waitForFunction(() => 'rightToes' in window.kine.probe().bones.target);
  await isAsInLibrary(page, byLibrary({}, { target: { overrides: { rightToes: 'right_toe_tip', leftToes: null } } }), 'map');
  const saved = await save(page, 'Save them');
  assert.equal(saved.name, 'hero bones.json');
  assert.deepEqual(JSON.parse(Buffer.from(saved.bytes).toString()), { right_toes: 'right_toe_tip', left_toes: null });
  for (const [name, value, words] of [
    ['a.json', { tail: 'x' }, /a\.json: there is no bone "tail"/], ['b.json', { neck: 3 }, /b\.json: "neck" is the name of a joint/],
    ['c.json', { left_thigh: 'nobody' }, /c\.json: .*nobody/], ['d.json', { parts: { tail: {} } }, /d\.json: .*tail/],
    ['e.json', { parts: { neck: { limits: 2 } } }, /e\.json: "neck" has/], ['f.json', [1], /f\.json: neither/],
  ]) {
    await drop(page, [{ name, bytes: text(value) }], { right: true });
    await page.waitForFunction((file) => window.kine.probe().trouble.startsWith(file), name);
    assert.match(await sentence(page), words);
  }
  assert.deepEqual((await probe(page)).bones.target, { rightToes: 'right_toe_tip', leftToes: null });
}));

test('an edit of the motion goes to the character too, and undo takes both back', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  const before = await whole(page);
  await toFrame(page, 20);
  const start = (await probe(page)).target.positions;
  await step(page, 0);
  await drag(page, page.getByRole('button', { name: /^Drag / }), -35, -70);
  await step(page, 0);
  const now = await whole(page);
  assert.equal(now.edits.length, 1);
  const raised = now.target.positions.right_hand[1] - start.right_hand[1];
  assert.ok(raised > 0.1, `the character's hand is raised by ${raised}`);
  assert.ok(apart(now.target.positions.left_foot, start.left_foot) < 0.02, 'its feet stand');
  await page.keyboard.press('Control+z');
  const after = await whole(page);
  assert.deepEqual(after.target.result, before.target.result);
}));

test('a motion is cleaned, and before and after are compared', () => withScene('#/mocap', async (page) => {
  await withMotion(page, [clipFile({ slide: 0.2 })]);
  await withCharacter(page);
  await whole(page);
  const at = async () => {
    const { positions, target, plants } = await probe(page);
    return { foot: positions.LeftToeBase, hero: target.before.left_toes, plants };
  };
  await toFrame(page, 0);
  const first = await at();
  await toFrame(page, 20);
  const slid = await at();
  near(slid.foot[0] - first.foot[0], 0.04, 1e-6, 'the foot slides');
  await page.getByRole('switch', { name: /^Clean it/ }).check();
  const { mended } = await whole(page);
  const worst = (of) => Math.max(...mended.skates.map((skate) => skate[of]));
  assert.ok(worst('before') > 0.05 && worst('after') < 0.002, `${worst('before')} became ${worst('after')}`);
  assert.match(await page.locator('.panel').textContent(), /stands of heels and toes slid by up to/);
  const cleaned = await at();
  await toFrame(page, 0);
  const start = await at();
  assert.ok(apart(cleaned.foot, start.foot) < 2e-3, `it slides by ${apart(cleaned.foot, start.foot)} still`);
  assert.deepEqual(start.plants.read, first.plants.read);
  // As it was read can still be looked at; it is not dragged then.
  await page.getByRole('radio', { name: 'Before' }).check();
  await step(page, 0);
  assert.equal(await page.getByRole('button', { name: /^Drag / }).isVisible(), false);
  assert.match(await sentence(page), /As it was read/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal((await probe(page)).clean, false);
  await toFrame(page, 20);
  assert.deepEqual((await at()).foot, slid.foot);
}));

test('the motion on the character, saved and read back, is what was shown; it can be the motion from then on', () => withScene('#/mocap', async (page) => {
  await withMotion(page);
  await withCharacter(page);
  await styleOf(page).selectOption('old');
  await whole(page);
  const shown = await characterAt(page);
  for (const [button, ending, tolerance] of [['Save its BVH', 'bvh', 1e-6], ['Save its GLB', 'glb', 1e-5]]) {
    const saved = await save(page, button);
    assert.equal(saved.name, `body on hero.${ending}`);
    const file = kine.openFile([saved]);
    const [clip] = file.clips;
    assert.equal(clip.frameCount, frameCount);
    const frames = file.skeleton.createFrames();
    for (const [frame, positions] of shown.entries()) {
      file.skeleton.forward(clip.frame(frame), frames);
      for (const [name, place] of Object.entries(positions)) {
        const joint = file.skeleton.joints.findIndex((info) => info.name === name);
        if (joint >= 0) assert.ok(apart(frames.position(joint), place) < tolerance, `${ending}, frame ${frame}, ${name}: ${frames.position(joint)} is not ${place}`);
      }
    }
    frames.dispose();
    file.dispose();
  }
  await page.getByRole('button', { name: 'Edit this one' }).click();
  const now = await probe(page);
  assert.deepEqual([now.name, now.target, now.manner.style], ['hero', undefined, '']);
  await toFrame(page, 13);
  const { positions } = await probe(page);
  for (const [name, place] of Object.entries(shown[13])) assert.ok(apart(positions[name], place) < 1e-9, name);
}));

test('when feet stand: the lines have the character’s plants too', () => withScene('#/mocap', async (page) => {
  await page.getByLabel('Character', { exact: true }).selectOption('child');
  const now = await whole(page);
  assert.ok(now.plants.character.length > 4);
  assert.deepEqual(now.plants.character, now.target.result.report.stands);
  assert.equal(await page.locator('.plant-line .plant-bar.character').count(), now.plants.character.length);
}));

test('every character of ours takes every sample', () => withScene('#/mocap', async (page) => {
  const keysOf = (label) => page.getByLabel(label, { exact: true }).locator('option').evaluateAll((options) => options.map(({ value }) => value));
  const [samples, characters] = [await keysOf('Sample'), (await keysOf('Character')).slice(1)];
  for (const sample of samples) {
    await page.getByLabel('Sample').selectOption(sample);
    for (const one of characters) {
      await page.getByLabel('Character', { exact: true }).selectOption(one);
      const { target } = await whole(page);
      assert.equal(target.trouble, '', `${sample} on ${one}`);
      assert.ok(target.result.report.miss < 0.02 && target.result.report.deepest < 0.02, `${sample} on ${one}: ${JSON.stringify({ ...target.result.report, stands: 0 })}`);
    }
  }
}));

test('a finger corrects bones and drags them on a phone', () => withScene('#/mocap', async (page) => {
  await page.getByLabel('Character', { exact: true }).selectOption('giant');
  await whole(page);
  await rowOf(page, 'leftHand').tap();
  await step(page, 0);
  assert.equal((await probe(page)).bone, 'leftHand');
  const stage = await page.locator('.stage').boundingBox();
  const { target } = await probe(page);
  const [x, y] = target.pixels[target.joints.indexOf('LeftHand')];
  await page.touchscreen.tap(stage.x + x, stage.y + y);
  const corrected = (await probe(page)).bones.target.leftHand;
  assert.ok(['LeftHand', 'LeftFingers', 'LeftForeArm'].includes(corrected) || /cannot be/.test(await sentence(page)), corrected);
  await rowOf(page, 'leftHand').tap();
  await step(page, 0);
  // A finger on a bone of the motion drags it.
  const before = await probe(page);
  const [hx, hy] = before.pixels[before.joints.indexOf('left_hand')];
  const finger = (type, at) => page.dispatchEvent('.canvases canvas', type, {
    bubbles: true, cancelable: true, pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0, buttons: 1, clientX: stage.x + at[0], clientY: stage.y + at[1],
  });
  await page.evaluate(() => { Element.prototype.setPointerCapture = () => undefined; }); // a made-up finger cannot be captured
  await finger('pointerdown', [hx, hy]);
  await finger('pointermove', [hx, hy - 20]);
  await finger('pointerup', [hx, hy - 20]);
  const now = await whole(page);
  assert.equal(now.edits.length, 1);
}, { size: phone, touch: true }));
