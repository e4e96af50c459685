// Mocap: files dropped, clips played, bones dragged at a frame while the feet stand, and what is saved read back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { apart, drag, near, probe, sentence, step, studio } from './support/studio.mjs';
import { amc, asf, bvh, drop, frameCount, glb, gltf, kine, urdf } from './support/files.mjs';

const { withScene } = studio();
const text = (words) => new TextEncoder().encode(words);
const files = {
  bvh: () => [{ name: 'body.bvh', bytes: bvh() }],
  pair: () => [{ name: 'body.amc', bytes: amc() }, { name: 'Body.ASF', bytes: asf() }],
  glb: () => [{ name: 'body.glb', bytes: glb() }],
  gltf: () => {
    const parts = gltf();
    return [{ name: 'body data.bin', bytes: parts.bin }, { name: 'body.gltf', bytes: parts.gltf }];
  },
};
const handle = (page) => page.getByRole('button', { name: /^Drag / });
// The picture follows with the next frame of the screen; `step` does not wait for that.
const toFrame = async (page, frame) => {
  await page.getByRole('slider', { name: 'Frame' }).fill(String(frame));
  await step(page, 0);
};
const pull = async (page, dx, dy) => {
  await step(page, 0);
  await drag(page, handle(page), dx, dy);
  await step(page, 0);
};
const opened = async (page, list, name = 'body') => {
  await drop(page, list);
  await page.waitForFunction((wanted) => window.kine.probe().name.toLowerCase() === wanted, name);
};
/** The positions of all joints, by name, at these frames; without a picture of each. */
const positionsAt = (page, frames) => page.evaluate((list) => {
  const scrub = document.querySelector('.transport input');
  return list.map((frame) => {
    scrub.value = String(frame);
    scrub.dispatchEvent(new Event('input'));
    return window.kine.probe().positions;
  });
}, frames);
const allFrames = Array.from({ length: frameCount }, (_, frame) => frame);
const save = async (page, name) => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

test('a BVH, an ASF and AMC pair, a GLB and a .gltf with its .bin that are dropped are shown, and are the same body', () => withScene('#/mocap', async (page) => {
  const shown = {};
  for (const [key, make] of Object.entries(files)) {
    await opened(page, make());
    const now = await probe(page);
    assert.equal(now.frameCount, frameCount, key);
    assert.ok(now.parts.leftFoot !== undefined && now.parts.rightHand !== undefined, `${key}: its parts are found`);
    assert.match(now.chosen, /RightHand/, key);
    assert.deepEqual(now.pins.map((pin) => /Foot/.test(pin)), [true, true], key);
    [shown[key]] = await positionsAt(page, [17]);
  }
  // By hand: hips at their height, the right ankle below the hip by two bones, each bent as the file says.
  const [, thigh, shank] = [0, 42, 41];
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const ankle = [-9, 93 - 4 - thigh * Math.cos(radians(8)) - shank * Math.cos(radians(8)), thigh * Math.sin(radians(8)) - shank * Math.sin(radians(8))];
  assert.ok(apart(shown.bvh.RightFoot, ankle.map((x) => x / 100)) < 1e-6, `${shown.bvh.RightFoot} is not ${ankle}`);
  const scale = shown.pair.root[1] / shown.bvh.Hips[1];
  for (const name of ['RightFoot', 'LeftForeArm', 'RightHand', 'LeftToeBase', 'Head']) {
    assert.ok(apart(shown.glb[name], shown.bvh[name]) < 1e-5, `GLB, ${name}`);
    assert.deepEqual(shown.gltf[name], shown.glb[name], `glTF, ${name}`);
    assert.ok(apart(shown.pair[name].map((x) => x / scale), shown.bvh[name]) < 1e-5, `ASF, ${name}: ${shown.pair[name]}`);
  }
}));

test('a skinned character is drawn with its mesh, which our joints move', () => withScene('#/mocap', async (page) => {
  await opened(page, files.glb());
  await page.waitForFunction(() => window.kine.probe().skin !== undefined);
  await toFrame(page, 10);
  const mesh = async () => {
    await step(page, 0);
    const { skin, positions, joints } = await probe(page);
    joints.forEach((name, i) => assert.ok(apart(skin.slice(3 * i, 3 * i + 3), positions[name]) < 1e-5, `${name}: ${skin.slice(3 * i, 3 * i + 3)} is not ${positions[name]}`));
    return positions.RightHand;
  };
  const before = await mesh();
  await pull(page, -30, -60);
  assert.ok(apart(before, await mesh()) > 0.1, 'it moved with the drag');
}));

for (const key of ['bvh', 'pair', 'glb']) {
  test(`${key}: a dragged hand goes there, the feet stand, the frames beside it fade, and undo takes it back`, () => withScene('#/mocap', async (page) => {
    await opened(page, files[key]());
    // Twelve frames to either side: an AMC file has 120 a second.
    await page.getByLabel('Blend in and out over').fill(key === 'pair' ? '0.1' : '0.4');
    const frame = 20;
    const before = await positionsAt(page, allFrames);
    await toFrame(page, frame);
    const pose = (await probe(page)).pose;
    const box = await handle(page).boundingBox();
    const [dx, dy] = [-35, -70];
    await pull(page, dx, dy);
    const now = await probe(page);
    const [x, y] = now.pixels[now.joints.indexOf(now.chosen)];
    const stage = await page.locator('.stage').boundingBox();
    near(stage.x + x, box.x + box.width / 2 + dx, 0.5, 'the hand is under the pointer, across');
    near(stage.y + y, box.y + box.height / 2 + dy, 0.5, 'and up');
    assert.ok(apart(now.positions[now.chosen], before[frame][now.chosen]) > 0.1, 'it moved');
    assert.match(await sentence(page), /is there, and what is held stands/);
    const [edit] = now.edits;
    assert.equal(edit.width, 12);
    const feet = ['LeftFoot', 'RightFoot', 'LeftToeBase', 'RightToeBase'];
    const moved = [];
    for (const [f, after] of (await positionsAt(page, allFrames)).entries()) {
      for (const foot of feet) assert.ok(apart(after[foot], before[f][foot]) < 1e-3, `frame ${f}: ${foot} slips by ${apart(after[foot], before[f][foot])}`);
      moved.push(apart(after[now.chosen], before[f][now.chosen]));
      if (Math.abs(f - frame) > edit.width) for (const name of now.joints) assert.deepEqual(after[name], before[f][name], `frame ${f}: ${name} is as it was`);
    }
    // Up to the drag and down again, without a jump: no step is more than a smooth way of that length takes.
    const most = moved[frame];
    for (let f = 1; f < frameCount; ++f) {
      assert.ok(Math.abs(moved[f] - moved[f - 1]) < (2 * most) / (edit.width + 1) + 2e-4, `a jump of ${moved[f] - moved[f - 1]} at ${f}`);
      if (f <= frame) assert.ok(moved[f] >= moved[f - 1] - 2e-4);
      else assert.ok(moved[f] <= moved[f - 1] + 2e-4);
    }
    await toFrame(page, frame);
    const edited = (await probe(page)).pose;
    await page.keyboard.press('Control+z');
    assert.deepEqual((await probe(page)).pose, pose, 'undone, to the bit');
    await page.keyboard.press('Control+y');
    assert.deepEqual((await probe(page)).pose, edited, 'and done again');
  }));
}

test('what is saved, read back, is what was shown, edits included', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await toFrame(page, 20);
  await pull(page, -30, -50);
  await page.getByLabel('Bone', { exact: true }).selectOption({ label: 'pelvis (Hips)' });
  await pull(page, 10, 35);
  const shown = [...(await positionsAt(page, allFrames)).entries()];
  for (const [button, ending, tolerance] of [['Save BVH', 'bvh', 1e-6], ['Save GLB', 'glb', 1e-5]]) {
    const saved = await save(page, button);
    assert.equal(saved.name, `body.${ending}`);
    const file = kine.openFile([saved]);
    const [clip] = file.clips;
    assert.equal(clip.frameCount, frameCount);
    near(clip.rate, 30, 1e-3, 'frames a second');
    const frames = file.skeleton.createFrames();
    for (const [frame, positions] of shown) {
      file.skeleton.forward(clip.frame(frame), frames);
      for (const [name, place] of Object.entries(positions)) {
        const joint = file.skeleton.joints.findIndex((info) => info.name === name);
        if (joint < 0) continue;
        assert.ok(apart(frames.position(joint), place) < tolerance, `${ending}, frame ${frame}, ${name}: ${frames.position(joint)} is not ${place}`);
      }
    }
    frames.dispose();
    file.dispose();
  }
}));

test('a line for each heel and toe shows when it stands, before and after an edit, undo and save', () => withScene('#/mocap', async (page) => {
  await page.getByLabel('Sample').selectOption('walk');
  await step(page, 0);
  const lines = page.locator('.plant-line');
  assert.equal(await lines.count(), 4);
  const before = await probe(page);
  assert.ok(before.plants.read.length > 4, 'the walk has plants');
  assert.deepEqual(before.plants.shown, before.plants.read);
  assert.equal(await page.locator('.plant-line .plant-bar.read').count(), before.plants.read.length);
  assert.equal(await page.locator('.plant-line .plant-bar.shown').count(), before.plants.shown.length);
  // A foot is raised in the middle of a plant: then it does not stand there any more.
  const plant = before.plants.read.find(({ foot, part, from, to }) => foot === 'left' && part === 'toe' && to - from > 8 && from > 5);
  await toFrame(page, Math.round((plant.from + plant.to) / 2));
  const title = await page.getByLabel('Bone', { exact: true }).locator('option').evaluateAll((all) => all.map(({ label }) => label).find((label) => /left foot/i.test(label)));
  await page.getByLabel('Bone', { exact: true }).selectOption({ label: title });
  await pull(page, 0, -60);
  const after = await probe(page);
  assert.notDeepEqual(after.plants.shown, after.plants.read);
  assert.deepEqual(after.plants.read, before.plants.read);
  assert.equal(await page.locator('.plant-line .plant-bar.shown').count(), after.plants.shown.length);
  const saved = await save(page, 'Save BVH');
  const file = kine.openFile([saved]);
  const motion = kine.createMotion(file);
  motion.fitSoles(file.clips[0]);
  const spans = (plants) => plants.map(({ foot, part, from, to }) => `${foot} ${part} ${from} ${to}`);
  assert.ok(spans(motion.plants(file.clips[0])).length > 0);
  motion.dispose();
  file.dispose();
  await page.keyboard.press('Control+z');
  assert.deepEqual((await probe(page)).plants.shown, before.plants.read);
  // A click goes to that frame.
  const box = await lines.first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const there = await probe(page);
  near(there.frame, (there.frameCount - 1) / 2, 2, 'the middle');
}));

test('any bone is taken where it is seen, and a foot that is dragged is not held', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await toFrame(page, 5);
  const before = await probe(page);
  const index = before.joints.indexOf('LeftFoot');
  const stage = await page.locator('.stage').boundingBox();
  const [x, y] = before.pixels[index];
  await page.mouse.move(stage.x + x + 3, stage.y + y - 2);
  await page.mouse.down();
  await page.mouse.move(stage.x + x + 20, stage.y + y - 30, { steps: 3 });
  await page.mouse.up();
  const now = await probe(page);
  assert.equal(now.chosen, 'LeftFoot');
  assert.ok(apart(now.positions.LeftFoot, before.positions.LeftFoot) > 0.03, 'it moved');
  assert.ok(apart(now.positions.RightFoot, before.positions.RightFoot) < 1e-3, 'the other one stands');
}));

test('every method drags from a chosen start bone, and nothing below another bone moves', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await toFrame(page, 10);
  await page.getByLabel('Moves from').selectOption('RightArm');
  const before = await probe(page);
  const methods = await page.getByLabel('Method').locator('option').evaluateAll((options) => options.map(({ value }) => value));
  // Global moves hinges and sliders, and this figure has balls.
  assert.deepEqual([...methods].sort(), kine.methods.map(({ name }) => name).filter((name) => name !== 'global').sort());
  for (const method of methods) {
    await page.getByLabel('Method').selectOption(method);
    await pull(page, -12, -18);
    const now = await probe(page);
    assert.notEqual(now.pulled.result.outcome, 'badInput', `${method}: ${now.pulled.result.sentence}`);
    assert.ok(now.pulled.missed < 1e-3, `${method} misses by ${now.pulled.missed}`);
    for (const still of ['LeftFoot', 'RightFoot', 'Hips', 'Head', 'LeftHand', 'RightArm']) {
      assert.ok(apart(now.positions[still], before.positions[still]) < 1e-9, `${method}: ${still} moved`);
    }
    assert.ok(apart(now.positions.RightHand, before.positions.RightHand) > 0.01, method);
    await page.keyboard.press('Control+z');
  }
}));

test('step and distance_epsilon do what the homework says', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await toFrame(page, 10);
  await page.getByLabel('Method').selectOption('jacobian');
  await page.getByLabel('Moves from').selectOption('RightArm');
  const pulled = async () => {
    await pull(page, -12, -18);
    const now = await probe(page);
    await page.keyboard.press('Control+z');
    return now.pulled;
  };
  const whole = await pulled();
  await page.getByLabel(/^step/).fill('0.1');
  const small = await pulled();
  assert.ok(small.result.iterations > 3 * whole.result.iterations, `${small.result.iterations} against ${whole.result.iterations} iterations`);
  await page.getByLabel(/^distance_epsilon/).fill('-2');
  const rough = await pulled();
  assert.ok(rough.missed <= 0.01 && rough.missed > 10 * small.missed, `${rough.missed} against ${small.missed}`);
  assert.ok(rough.result.iterations < small.result.iterations);
}));

test('a file that is broken shows its sentence, and the old figure stays', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  const before = await probe(page);
  const half = new TextDecoder().decode(bvh()).slice(0, 400);
  for (const [list, words] of [
    [[{ name: 'half.bvh', bytes: text(half) }], /^half\.bvh:\d+: /],
    [[{ name: 'walk.amc', bytes: amc() }], /walk\.amc|skeleton|ASF/i],
    [[{ name: 'notes.txt', bytes: text('hello') }], /notes\.txt/],
    [[{ name: 'empty.glb', bytes: new Uint8Array() }], /empty\.glb/],
  ]) {
    await drop(page, list);
    await page.waitForFunction(() => window.kine.probe().trouble !== '');
    assert.match(await sentence(page), words);
    assert.equal(await page.locator('.verdict').getAttribute('data-tone'), 'bad');
    const now = await probe(page);
    assert.deepEqual([now.name, now.joints, now.pose], [before.name, before.joints, before.pose]);
    await toFrame(page, 3);
    await toFrame(page, 0);
    assert.equal((await probe(page)).trouble, '', 'it is forgotten when one goes on');
  }
}));

test('plays, loops, pauses at a frame and steps, by mouse and keyboard', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await step(page, 1 / 60, 31);
  let now = await probe(page);
  assert.ok(now.playing);
  near(now.time, 31 / 60, 1e-9, 'seconds');
  assert.equal(await handle(page).isVisible(), false, 'nothing to drag while it plays');
  await step(page, 1 / 60, 60);
  now = await probe(page);
  near(now.time, 91 / 60 - 40 / 30, 1e-9, 'begun again');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('Space');
  now = await probe(page);
  assert.equal(now.playing, false);
  assert.equal(now.time * 30, now.frame);
  const { frame } = now;
  await page.keyboard.press('.');
  assert.equal((await probe(page)).frame, frame + 1);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  assert.equal((await probe(page)).frame, frame - 1);
  await page.getByRole('switch', { name: 'Again and again' }).uncheck();
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await step(page, 1 / 60, 90);
  now = await probe(page);
  assert.deepEqual([now.playing, now.frame], [false, frameCount - 1], 'stopped at the end');
}));

test('the arrow keys drag too, and held bones can be chosen', () => withScene('#/mocap', async (page) => {
  await opened(page, files.bvh());
  await page.getByLabel('Bone', { exact: true }).selectOption({ label: 'LeftHand' });
  await page.getByRole('button', { name: 'Hold LeftHand in place' }).click();
  await page.getByLabel('Bone', { exact: true }).selectOption({ label: 'RightHand' });
  const before = await probe(page);
  assert.deepEqual(before.pins.length, 3);
  await handle(page).focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowUp');
  const now = await probe(page);
  near(now.positions.RightHand[1] - before.positions.RightHand[1], 0.1, 0.02, 'five steps of 2 cm, seen from a little above');
  for (const pin of before.pins) assert.ok(apart(now.positions[pin], before.positions[pin]) < 1e-3, pin);
}));

test('every sample opens, plays and is a body with feet', () => withScene('#/mocap', async (page) => {
  const keys = await page.getByLabel('Sample').locator('option').evaluateAll((options) => options.map(({ value }) => value));
  for (const key of keys) {
    await page.getByLabel('Sample').selectOption(key);
    const now = await probe(page);
    assert.ok(now.frameCount > 30, key);
    assert.equal(now.pins.length, 2, key);
    await step(page, 0);
  }
}));

test('a robot is no body, but can be played with here too', () => withScene('#/mocap', async (page) => {
  await opened(page, [{ name: 'picker.urdf', bytes: urdf() }], 'picker');
  const now = await probe(page);
  assert.equal(now.up, 'z');
  assert.equal(now.frameCount, 1);
}));

test('which axis points up can be told where the reader was wrong', () => withScene('#/mocap', async (page) => {
  assert.equal(await page.getByLabel('Stands along').isVisible(), false, 'of samples it is known');
  await opened(page, files.bvh());
  const before = await probe(page);
  assert.equal(await page.getByLabel('Stands along').inputValue(), 'y');
  await page.getByLabel('Stands along').selectOption('z');
  const lying = await probe(page);
  assert.deepEqual([lying.up, lying.name, lying.pose], ['z', before.name, before.pose]);
  // What was along z is up now: the toes are above the ankles in the picture.
  await step(page, 0);
  const height = (now, name) => -now.pixels[now.joints.indexOf(name)][1];
  assert.ok(height(await probe(page), 'LeftToeBase') > height(await probe(page), 'LeftFoot'));
  await page.getByLabel('Stands along').selectOption('y');
  await step(page, 0);
  const again = await probe(page);
  assert.deepEqual(again.parts, before.parts);
  assert.ok(height(again, 'LeftToeBase') < height(again, 'LeftFoot'));
}));
