// The built site: every link leads somewhere, nothing is asked of other hosts, and pages are fit for everybody (axe). With
// KINE_SCREENSHOTS=FOLDER pictures of the pages are left there, in both lights and at a phone's width.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../tools/serve.mjs';

const built = fileURLToPath(new URL('../../build/docs/', import.meta.url));
const axe = fileURLToPath(new URL('../../docs/site/node_modules/axe-core/axe.min.js', import.meta.url));
const browserPath = env.KINE_CHROMIUM ?? '/usr/bin/chromium';
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const kPatience = 120_000; // milliseconds, on a busy machine
const shown = ['index.html', 'start/cpp.html', 'python.html', 'concepts.html', 'solvers/index.html', 'walking.html', 'robots.html', 'clips.html', 'packages.html', 'lessons/landers_arm.html', 'lessons/jacobian.html', 'architecture.html', 'reference/solve.html'];
const desktop = { width: 1280, height: 800 }, phone = { width: 390, height: 844 };

let server, browser;
before(async () => {
  assert.ok(existsSync(join(built, 'index.html')), 'build/docs is not there: run make docs');
  server = await serve(built);
  browser = await chromium.launch({ executablePath: browserPath, args: flags });
}, { timeout: kPatience });
after(async () => {
  await browser?.close();
  await server?.close();
});

const pages = (await readdir(built, { recursive: true })).filter((name) => name.endsWith('.html') && !name.startsWith('studio/') && name !== '404.html');

test('every link leads to a page, and to a part that it has', async () => {
  const ids = new Map();
  const idsOf = async (page) => {
    if (!ids.has(page)) ids.set(page, new Set([...(await readFile(join(built, page), 'utf8')).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)));
    return ids.get(page);
  };
  const dead = [];
  for (const page of pages) {
    const html = await readFile(join(built, page), 'utf8');
    for (const [, link] of html.matchAll(/\shref="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(link)) {
        if (!link.startsWith('data:')) dead.push(`${page}: ${link} leads to another host`);
        continue;
      }
      const [address, part] = link.split('#');
      const path = address === '' ? page : normalize(address.startsWith('/') ? address.slice(1) : join(dirname(page), address));
      const file = path === '' || path.endsWith('/') || path === '.' ? join(path, 'index.html') : path;
      if (!existsSync(join(built, file))) dead.push(`${page}: ${link}`);
      else if (part && file.endsWith('.html') && !(await idsOf(file)).has(decodeURIComponent(part))) dead.push(`${page}: ${link} has no such part`);
    }
  }
  assert.deepEqual(dead, []);
});

test('the reference has every name of the Python package', async () => {
  const package_ = fileURLToPath(new URL('../../bindings/python/kine/__init__.py', import.meta.url));
  const [, list] = (await readFile(package_, 'utf8')).split('__all__ = [');
  const names = [...list.matchAll(/"(\w+)",/g)].map(([, name]) => name).filter((name) => !['__version__', 'plot'].includes(name));
  const html = await readFile(join(built, 'reference/python.html'), 'utf8');
  const told = new Set([...html.matchAll(/<h2 id="[^"]*"[^>]*>([^ <]*)/g)].map(([, name]) => name));
  assert.ok(names.length > 100);
  assert.deepEqual(names.filter((name) => !told.has(name)), []);
});

/** Opens a page and hands it over; fails on errors and on requests that leave this machine. */
async function withPage(name, { size = desktop, light = 'light' }, use) {
  const context = await browser.newContext({ viewport: size, colorScheme: light });
  context.setDefaultTimeout(kPatience / 2);
  const tab = await context.newPage();
  const faults = [];
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('request', (request) => {
    const { hostname, protocol, href } = new URL(request.url());
    if (!['localhost', '127.0.0.1'].includes(hostname) && !['blob:', 'data:'].includes(protocol)) faults.push(`a request to ${href}`);
  });
  tab.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()}: ${response.status()}`);
  });
  try {
    await tab.goto(`${server.address}${name}`, { waitUntil: 'load' });
    await use(tab);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

for (const name of shown)
  for (const light of ['light', 'dark'])
    test(`${name} has no serious fault, ${light}`, { timeout: kPatience }, () => withPage(name, { light }, async (tab) => {
      await tab.addScriptTag({ path: axe });
      const found = await tab.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`));
      assert.deepEqual(found, []);
    }));

test('no page is wider than a phone', { timeout: kPatience }, async () => {
  for (const name of shown)
    await withPage(name, { size: phone }, async (tab) => {
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= phone.width, `${name} is ${wide} pixels wide`);
    });
});

test('the search finds words without a network', { timeout: kPatience }, () => withPage('index.html', {}, async (tab) => {
  await tab.keyboard.press('Control+k');
  await tab.locator('#localsearch-input').fill('manipulability');
  await tab.locator('#localsearch-list a').first().waitFor();
  assert.ok(await tab.locator('#localsearch-list a').count() > 0);
}));

test('pages read well without JavaScript', async () => {
  const html = await readFile(join(built, 'python.html'), 'utf8');
  assert.match(html, /solve_many/);
  assert.match(html, /<h1[^>]*>kine for Python/);
});

test('lessons read well without JavaScript', { timeout: kPatience }, async () => {
  const context = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  try {
    for (const [lesson, words] of [['landers_arm', ['law of cosines', 'One way to the answer']], ['jacobian', ['Half against full', 'One way to the answer']]]) {
      const tab = await context.newPage();
      await tab.goto(`${server.address}lessons/${lesson}.html`);
      const text = await tab.locator('main').innerText();
      for (const word of words) assert.ok(text.includes(word), `${lesson} lacks "${word}"`);
      assert.ok(await tab.locator('.studio-scene img').isVisible());
      assert.equal(await tab.locator('.exercise button').count(), 0, 'a button that does nothing');
      assert.ok((await tab.locator('.exercise').innerText()).includes('0.25 m'));
    }
  } finally {
    await context.close();
  }
});

for (const [lesson, right, other, wrong] of [
  ['landers_arm', ['47.7', '66.4'], ['107.3', '-66,4'], ['66.4', '47.7']],
  ['jacobian', ['-0.40', '-0.25', '0.26', '0'], ['−0.4', '−0.25', '0.26', '0.0'], ['0.40', '-0.25', '0.26', '0']],
])
  test(`the exercise of ${lesson} is checked`, { timeout: kPatience }, () => withPage(`lessons/${lesson}.html`, {}, async (tab) => {
    const answer = async (numbers) => {
      for (const [i, number] of numbers.entries()) await tab.locator('.exercise input').nth(i).fill(number);
      await tab.locator('.exercise button').click();
      return tab.locator('.exercise [role=status]').innerText();
    };
    await tab.locator('.exercise button').waitFor();
    assert.match(await answer(right), /[Rr]ight/);
    assert.match(await answer(other), /[Rr]ight/);
    assert.doesNotMatch(await answer(wrong), /[Rr]ight/);
    assert.match(await answer(wrong.map(() => 'x')), /A number is missing/);
    await tab.locator('.studio-scene button').click();
    if (existsSync(join(built, 'studio/index.html'))) {
      const scene = await (await tab.locator('.studio-scene iframe').elementHandle()).contentFrame();
      await scene.waitForFunction(() => window.kine !== undefined);
    }
  }));

const noStudio = existsSync(join(built, 'studio/index.html')) ? false : 'build/studio was not there';
test('the first scene of the home page is live as soon as it is seen, the others when asked for', { timeout: kPatience, skip: noStudio },
  () => withPage('index.html', {}, async (tab) => {
    const scenes = tab.locator('.studio-scene');
    await scenes.nth(0).scrollIntoViewIfNeeded();
    const scene = await (await scenes.nth(0).locator('iframe').elementHandle()).contentFrame();
    await scene.waitForFunction(() => window.kine !== undefined);
    assert.equal(await tab.locator('.studio-scene iframe').count(), 1);
    await scenes.nth(2).locator('button').click();
    const other = await (await scenes.nth(2).locator('iframe').elementHandle()).contentFrame();
    await other.waitForFunction(() => window.kine !== undefined);
  }));

test('on a phone no scene starts by itself', { timeout: kPatience }, () => withPage('index.html', { size: phone }, async (tab) => {
  await tab.locator('.studio-scene').nth(0).scrollIntoViewIfNeeded();
  await tab.waitForTimeout(500);
  assert.equal(await tab.locator('.studio-scene iframe').count(), 0);
}));

test('pictures of the pages', { timeout: 4 * kPatience, skip: env.KINE_SCREENSHOTS ? false : 'KINE_SCREENSHOTS names no folder' }, async () => {
  await mkdir(env.KINE_SCREENSHOTS, { recursive: true });
  for (const name of shown)
    for (const [kind, size, light] of [['light', desktop, 'light'], ['dark', desktop, 'dark'], ['phone', phone, 'light']])
      await withPage(name, { size, light }, (tab) => tab.screenshot({ path: join(env.KINE_SCREENSHOTS, `${relative('.', name).replace(/[/.]/g, '-')}-${kind}.png`) }));
});
