// The built studio in Debian's Chromium, served below a path of its own. Time is stepped by the tests; what they check is
// read back from the core through window.kine.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { env } from 'node:process';
import { chromium } from 'playwright-core';
import { serve } from '../../../tools/serve.mjs';

const built = fileURLToPath(new URL('../../../build/studio/', import.meta.url));
const browserPath = env.KINE_CHROMIUM ?? '/usr/bin/chromium';
// Software GL: the same pictures with or without a graphics card.
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const desktop = { width: 1280, height: 720 };
export const phone = { width: 390, height: 844 };
// A quarter of the pixels: without a graphics card painting them is most of the time, and what is checked are numbers.
const coarse = 0.5;
// The machine may be busy and has no graphics card: waiting long costs nothing when all is well.
const patience = 60_000;

/** The browser and the server of a test file: started before its tests, ended after them. */
export function studio() {
  const shared = {};
  before(async () => {
    assert.ok(existsSync(`${built}index.html`), 'build/studio is not there: run tools/studio build');
    shared.server = await serve(built, { under: '/some/where/' });
    shared.browser = await chromium.launch({ executablePath: browserPath, args: flags });
  }, { timeout: patience });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.close();
  });

  /** Opens a scene and hands over the page; fails on any message of error and any request that leaves this machine. */
  const withScene = async (route, use, { size = desktop, theme = 'light', touch = false } = {}) => {
    const context = await shared.browser.newContext({ viewport: size, deviceScaleFactor: coarse, colorScheme: theme, hasTouch: touch, acceptDownloads: true });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const faults = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['localhost', '127.0.0.1'].includes(url.hostname) && !['blob:', 'data:'].includes(url.protocol)) {
        faults.push(`a request to ${url.href}`);
      }
    });
    try {
      await page.goto(`${shared.server.address}${route}`);
      await page.waitForFunction(() => window.kine !== undefined);
      await page.evaluate(() => window.kine.hold());
      await use(page);
      assert.deepEqual(faults.filter(isFault), []);
    } finally {
      await context.close();
    }
  };
  return { withScene };
}

// Software GL says that it is slow, each time a picture is read back. It is.
const isFault = (text) => !/GPU stall due to ReadPixels/.test(text);

export const probe = (page) => page.evaluate(() => window.kine.probe());
export const step = (page, dt, count = 1) => page.evaluate(([a, b]) => window.kine.step(a, b), [dt, count]);
export const sentence = (page) => page.locator('.verdict span').textContent();

/** Drags a handle by so many pixels, in a few moves, as a hand does. */
export async function drag(page, handle, dx, dy) {
  const box = await handle.boundingBox();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 3; ++i) await page.mouse.move(x + (dx * i) / 3, y + (dy * i) / 3);
  await page.mouse.up();
}

export const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
export const near = (actual, expected, tolerance, what = '') =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);
