// The shell: every scene, at every size, in both lights; no request leaves this machine; the folder is small.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { desktop, phone, probe, step, studio } from './support/studio.mjs';

const { withScene } = studio();
const built = new URL('../../build/studio/', import.meta.url);
const scenes = (await readFile(new URL('../../apps/studio/src/shell/registry.ts', import.meta.url), 'utf8'))
  .match(/id: '([a-z]+)'/g).map((match) => match.slice(5, -1));

/** Elements that stick out of the window or of the box they scroll in, to the side. */
const cutOff = () => {
  const out = [];
  const wide = document.documentElement.clientWidth;
  for (const element of document.querySelectorAll('header *, .panel *, .verdict, .corner *')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(element).visibility === 'hidden' || element.closest('.hidden, .skip, .layer')) continue;
    if (box.right > wide + 0.5 || box.left < -0.5) out.push(`${element.tagName}.${element.className}: ${box.left} to ${box.right}`);
  }
  // Handles and labels over the picture, where they are shown.
  const picture = document.querySelector('.stage').getBoundingClientRect();
  for (const element of document.querySelectorAll('.layer .tag, .stage .handle')) {
    const box = element.getBoundingClientRect();
    if (getComputedStyle(element).visibility === 'hidden') continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const slack = element.matches('.tag') ? box.width / 2 : 8;
    if (x - slack < picture.left - 0.5 || x + slack > picture.right + 0.5 || y < picture.top || y > picture.bottom) {
      out.push(`${element.textContent || element.getAttribute('aria-label')} is outside of the picture`);
    }
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) out.push('the page is higher than the window');
  const verdict = document.querySelector('.verdict').getBoundingClientRect();
  const stage = document.querySelector('.stage').getBoundingClientRect();
  if (verdict.top < stage.top || verdict.bottom > stage.bottom) out.push('the sentence sticks out of the picture');
  return out;
};

const routes = [...scenes, 'screws/gimbal', 'screws/chasles', 'screws/lines', 'screws/drift'];
for (const scene of routes) {
  for (const [size, theme] of [[desktop, 'light'], [{ width: 1920, height: 1080 }, 'dark'], [phone, 'dark']]) {
    test(`${scene} loads without an error and nothing is cut off at ${size.width} x ${size.height}, ${theme}`, () =>
      withScene(`#/${scene}`, async (page) => {
        assert.equal(await page.evaluate(() => window.kine.scene()), scene.split('/')[0]);
        await step(page, 1 / 60, 3);
        assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
        assert.deepEqual(await page.evaluate(cutOff), []);
        const words = await page.locator('.panel .words').textContent();
        assert.ok(words.length > 60, 'the scene explains itself');
      }, { size, theme }));
  }
}

test('the light is switched and remembered', () => withScene('#/reach', async (page) => {
  await page.getByRole('button', { name: 'Dark or light' }).click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.reload();
  await page.waitForFunction(() => window.kine !== undefined);
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
}));

test('tabs and addresses lead to the scenes, an unknown one to the first', () => withScene('#/nowhere', async (page) => {
  assert.equal(await page.evaluate(() => window.kine.scene()), scenes[0]);
  for (const scene of scenes) {
    await page.locator(`.top nav a[href="#/${scene}"]`).click();
    await page.waitForFunction((id) => window.kine.scene() === id, scene);
    assert.equal(await page.locator('.top nav a[aria-current]').count(), 1);
  }
}));

test('everything can be reached by the keyboard and shows that it is focused', () => withScene('#/reach', async (page) => {
  const visited = new Set();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return undefined;
      const ring = (element) => getComputedStyle(element).outlineStyle !== 'none';
      const label = e.nextElementSibling;
      return { name: e.getAttribute('aria-label') ?? e.textContent ?? e.id, seen: ring(e) || (label !== null && ring(label)) };
    });
    if (!here) break;
    assert.ok(here.seen, `${here.name} shows no focus`);
    visited.add(here.name);
  }
  for (const name of ['Target', 'Reset', 'Save a picture', 'Dark or light', 'Slider: pull it']) assert.ok(visited.has(name), name);
}));

test('the picture button saves a PNG', () => withScene('#/reach', async (page) => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a picture' }).click();
  const download = await waiting;
  assert.equal(download.suggestedFilename(), 'kine-reach.png');
  const bytes = await readFile(await download.path());
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  assert.ok(bytes.length > 10_000);
}));

test('the figures keep their place while one drags', () => withScene('#/reach', async (page) => {
  const places = () => page.evaluate(() => [...document.querySelectorAll('.tile, .panel section > h2')].map((e) => {
    const { x, y, width } = e.getBoundingClientRect();
    return [x, y, width];
  }));
  const before = await places();
  await page.mouse.click(700, 200);
  await page.mouse.click(60, 500);
  assert.deepEqual(await places(), before);
  assert.ok((await probe(page)).reachability !== 'reachable');
}));

test('text stands out from its ground, in both lights', () => withScene('#/reach', async (page) => {
  for (const light of ['light', 'dark']) {
    const pairs = await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      const style = getComputedStyle(document.documentElement);
      const shine = (colour) => {
        const full = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
        const [r, g, b] = full.match(/[0-9a-f]{2}/gi).map((hex) => {
          const c = parseInt(hex, 16) / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const value = (v) => style.getPropertyValue(`--${v}`).trim();
      const out = [];
      for (const ink of ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad']) {
        for (const ground of ['paper', 'panel', 'raised']) {
          const [a, b] = [shine(value(ink)), shine(value(ground))].sort((x, y) => y - x);
          out.push([`${ink} on ${ground}`, (a + 0.05) / (b + 0.05)]);
        }
      }
      return out;
    }, light);
    for (const [name, contrast] of pairs) assert.ok(contrast >= 4.5, `${light}: ${name} has ${contrast.toFixed(2)} : 1`);
  }
}));

test('the wasm file is below 1.4 MB, and the page below 1 MB, gzipped, with three and all', async () => {
  let total = 0;
  for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(`${entry.parentPath}/${entry.name}`);
    total += gzipSync(bytes).length;
    if (entry.name.endsWith('.wasm')) assert.ok(bytes.length < 1_400_000, `${entry.name} has ${bytes.length} bytes`);
  }
  console.log(`the page has ${total} bytes gzipped`);
  assert.ok(total < 1_000_000, `${total} bytes gzipped`);
});
