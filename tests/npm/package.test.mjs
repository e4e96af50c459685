// The npm package as a stranger gets it: the tarball in an empty project, in Node, in a plain page and in a bundle of Vite.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../tools/serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'packaging/npm/package.json'), 'utf8'));
const tarball = join('build/dist', `kine-${version}.tgz`);
const kMostWasmBytes = 1_400_000;
const kMostTarballBytes = 800_000;
const kPatience = 120_000; // milliseconds, on a busy machine
const browserPath = env.KINE_CHROMIUM ?? '/usr/bin/chromium';
const noBrowser = existsSync(browserPath) ? false : 'Chromium was not found';

let project;
before(async () => {
  assert.ok(existsSync(join(root, tarball)), 'build/dist/kine-….tgz is not there: run make npm');
  project = await mkdtemp(join(tmpdir(), 'kine-npm-'));
  await writeFile(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(root, tarball)], { cwd: project, stdio: 'pipe' });
  // three is the user's own.
  for (const part of ['package.json', 'build'])
    await cp(join(root, 'node_modules/three', part), join(project, 'node_modules/three', part), { recursive: true });
});
after(async () => { await rm(project, { recursive: true, force: true }); });

const sample = async (name) => readFile(join(root, 'samples/js', name), 'utf8');
const run = (...command) => execFileSync(execPath, ['--no-warnings', ...command], { cwd: project, encoding: 'utf8', stdio: 'pipe' });

test('it is small, and all that is in it is ours', async () => {
  const bytes = (await stat(join(root, tarball))).size;
  const wasm = (await stat(join(project, 'node_modules/kine/kine.wasm'))).size;
  console.log(`# kine.wasm ${wasm} bytes, tarball ${bytes} bytes`);
  assert.ok(wasm <= kMostWasmBytes && bytes <= kMostTarballBytes, `kine.wasm ${wasm}, tarball ${bytes} bytes`);
  const names = await readdir(join(project, 'node_modules/kine'));
  assert.deepEqual(names.filter((name) => !/\.d\.mts$|\.mjs$/.test(name)).sort(), ['LICENSE', 'README.md', 'kine.wasm', 'package.json']);
});

test('its version is that of the library', async () => {
  await writeFile(join(project, 'version.mjs'), "import { Kine } from 'kine'; console.log((await Kine.load()).version);");
  assert.equal(run('version.mjs').trim(), version);
});

for (const name of ['in_a_page.mjs', 'three_bones.mjs', 'first_solve.mjs', 'files.mjs', 'walk.mjs'])
  test(`samples/js/${name} in Node`, async () => {
    await writeFile(join(project, name), await sample(name));
    run(name);
  });

test('its types compile strictly', async () => {
  await writeFile(join(project, 'typed.mts'), `import { Kine, type Skeleton } from 'kine';
import { skeletonToBones, bonesToPose } from 'kine/three';
const kine: Kine = await Kine.load();
const arm: Skeleton = kine.buildSkeleton([{ name: 'a', kind: 'ball' }]);
export const pose: Float64Array = bonesToPose(arm, skeletonToBones(arm)).pose;
// @ts-expect-error: bones are no numbers
bonesToPose(arm, [1]);
`);
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  await symlink(join(root, 'node_modules/@types/three'), join(project, 'node_modules/@types/three'));
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', '--preserveSymlinks'];
  run(join(root, 'node_modules/typescript/bin/tsc'), ...options, 'typed.mts');
});

/** Opens a page of a folder in Chromium and gives back what it writes into window.answer. */
async function answerOf(folder, page) {
  const { chromium } = await import('playwright-core');
  const server = await serve(`${folder}/`);
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  try {
    const tab = await browser.newPage();
    const faults = [];
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('response', (response) => {
      if (!response.ok()) faults.push(`${response.url()}: ${response.status()}`);
    });
    tab.on('request', (request) => {
      const { hostname, href } = new URL(request.url());
      if (!['localhost', '127.0.0.1'].includes(hostname)) faults.push(`a request to ${href}`);
    });
    await tab.goto(`${server.address}${page}`);
    await tab.waitForFunction(() => window.answer !== undefined, undefined, { timeout: kPatience / 2 }).catch((error) => faults.push(error.message));
    assert.deepEqual(faults, []);
    return await tab.evaluate(() => window.answer);
  } finally {
    await browser.close();
    await server.close();
  }
}

const ending = `
import { skeletonToBones } from 'kine/three';
const leg = kine.buildSkeleton([{ name: 'hip', kind: 'ball' }, { name: 'knee', parent: 'hip', kind: 'hinge' }]);
window.answer = { sentence, bones: skeletonToBones(leg).map((bone) => bone.type + ' ' + bone.name) };
`;
const expected = { sentence: 'reached', bones: ['Bone hip', 'Bone knee'] };

test('in a plain page', { skip: noBrowser, timeout: kPatience }, async () => {
  await writeFile(join(project, 'plain.html'), `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "kine": "./node_modules/kine/kine.mjs", "kine/three": "./node_modules/kine/three.mjs",
  "three": "./node_modules/three/build/three.module.js" } }</script>
<script type="module">${(await sample('in_a_page.mjs')).replace(/for \(const thing.*/, '')}${ending}</script>`);
  assert.deepEqual(await answerOf(project, 'plain.html'), expected);
});

test('in a bundle of Vite', { skip: noBrowser, timeout: kPatience }, async () => {
  await writeFile(join(project, 'index.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/main.mjs"></script>');
  await writeFile(join(project, 'main.mjs'), `${(await sample('in_a_page.mjs')).replace(/for \(const thing.*/, '')}${ending}`);
  run(join(root, 'node_modules/vite/bin/vite.js'), 'build', '--base', './', '--logLevel', 'warn', '--target', 'es2022');
  const assets = await readdir(join(project, 'dist/assets'));
  assert.equal(assets.filter((name) => name.endsWith('.wasm')).length, 1);
  assert.deepEqual(await answerOf(join(project, 'dist'), 'index.html'), expected);
});
