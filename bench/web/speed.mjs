// Solver speed in Node and Chromium beside the native release build: node bench/web/speed.mjs NATIVE_PROGRAM KINE_WASM
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Kine } from 'kine';
import { serve } from '../../tools/serve.mjs';
import { runAll } from './problems.mjs';

const [program, wasm] = argv.slice(2);
if (!program || !wasm) {
  console.error('kine: run tools/studio bench');
  exit(2);
}

function runNative() {
  const lines = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  return Object.fromEntries(lines.map((line) => {
    const [name, microseconds, check] = line.split(' ');
    return [name, { microseconds: Number(microseconds), check: Number(check) }];
  }));
}

async function runChromium() {
  const executablePath = env.KINE_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) return undefined;
  const { chromium } = await import('playwright-core');
  const server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'] });
  try {
    const page = await browser.newPage();
    // An empty page that is on its own, which gives it a clock fine enough.
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
    await page.route('**/empty.html', (route) => route.fulfill({ body: '<!doctype html>', contentType: 'text/html', headers }));
    await page.goto(`${server.address}empty.html`);
    const bytes = [...await readFile(wasm)];
    return await page.evaluate(async ([root, numbers]) => {
      if (!crossOriginIsolated) throw new Error('the page is not on its own: its clock is too coarse');
      const { Kine: Loaded } = await import(`${root}build/wasm/js/kine.mjs`);
      const { runAll: run } = await import(`${root}bench/web/problems.mjs`);
      return run(await Loaded.load(new Uint8Array(numbers)));
    }, [server.address, bytes]);
  } finally {
    await browser.close();
    await server.close();
  }
}

const better = (a, b) => Object.fromEntries(Object.entries(a).map(([name, x]) => [name, b && b[name].microseconds < x.microseconds ? b[name] : x]));

// Other programs come and go: several rounds, taken in turn, and the best of each.
let native, inNode, inChromium;
const kine = await Kine.load(await readFile(wasm));
for (let round = 0; round < 3; ++round) {
  native = better(runNative(), native);
  inNode = better(runAll(kine), inNode);
  const chromium = await runChromium();
  if (chromium) inChromium = better(chromium, inChromium);
}
console.log('| problem | native release, µs | Node, µs | of native speed | Chromium, µs | of native speed | same bits |');
console.log('|---|---|---|---|---|---|---|');
for (const [name, { microseconds, check }] of Object.entries(native)) {
  const percent = (time) => `${((100 * microseconds) / time).toFixed(0)} %`;
  const node = inNode[name];
  const page = inChromium?.[name];
  const same = node.check === check && (!page || page.check === check);
  console.log(`| ${name} | ${microseconds.toFixed(2)} | ${node.microseconds.toFixed(2)} | ${percent(node.microseconds)} | ${
    page ? `${page.microseconds.toFixed(2)} | ${percent(page.microseconds)}` : '– | –'} | ${same ? 'yes' : 'NO'} |`);
}
if (!inChromium) console.log('Chromium was not found: left out.');
