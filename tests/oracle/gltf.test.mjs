// glTF: the matrices of every node as three's GLTFLoader and mixer have them, against ours; and Khronos' validator on all
// that we write. Files of our own, and the shared ones where they are at hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import validator from 'gltf-validator';
import { AnimationMixer, LoopOnce } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { figure } from './support/gltf_figure.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.env.KINE_ORACLE_FORMATS ?? join(root, 'build/test/bin/oracle_formats');
const shared = process.env.KINE_SHARED_DATA ?? join(root, '../shared/data');
const place = mkdtempSync(join(tmpdir(), 'kine-gltf-'));
after(() => rmSync(place, { recursive: true }));

const frameSamples = 12;
// Keys and three's tracks are 32-bit floats; of the figure's size.
const tolerance = 1e-6;

/** The JSON and the binary of a .gltf or .glb. */
function parts(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'glTF') return { json: JSON.parse(bytes.toString('utf8')), binary: null };
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  return { json, binary: bytes.subarray(28 + length) };
}

/** Without what needs a page (textures) and what moves nothing (meshes), as a .gltf with everything embedded. */
function bare(bytes) {
  const { json, binary } = parts(bytes);
  for (const key of ['images', 'textures', 'materials', 'samplers', 'meshes', 'skins', 'cameras', 'extensionsUsed',
    'extensionsRequired', 'extensions']) delete json[key];
  for (const node of json.nodes) for (const key of ['mesh', 'skin', 'weights', 'camera', 'extensions']) delete node[key];
  for (const animation of json.animations ?? [])
    animation.channels = animation.channels.filter((channel) => channel.target.path !== 'weights');
  if (binary) json.buffers[0].uri = `data:application/octet-stream;base64,${binary.toString('base64')}`;
  return JSON.stringify(json);
}

/** Rotations must be one long, but files round them. We mend that on reading; three takes what it gets. */
function normalise(track) {
  if (track.ValueTypeName !== 'quaternion' || track.values.length !== 4 * track.times.length) return; // a spline
  for (let i = 0; i < track.values.length; i += 4) {
    const length = Math.hypot(...track.values.subarray(i, i + 4));
    for (let k = i; k < i + 4; ++k) track.values[k] /= length;
  }
}

async function theirs(bytes) {
  const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(bare(bytes), '', resolve, reject));
  for (const animation of gltf.animations) animation.tracks.forEach(normalise);
  const count = parts(bytes).json.nodes.length;
  const nodes = await Promise.all(Array.from({ length: count }, (_, i) => gltf.parser.getDependency('node', i)));
  return {
    animations: gltf.animations,
    matrices(animation, time) {
      const mixer = new AnimationMixer(gltf.scene);
      const action = mixer.clipAction(animation);
      action.setLoop(LoopOnce).clampWhenFinished = true;
      action.play();
      mixer.setTime(time);
      for (const node of nodes) node.quaternion.normalize();
      gltf.scene.updateMatrixWorld(true);
      const now = nodes.map((node) => [...node.matrixWorld.elements]);
      mixer.stopAllAction(); // back to the rest
      return now;
    },
  };
}

const ours = (file) => JSON.parse(execFileSync(program, ['gltf', String(frameSamples), file], { maxBuffer: 2 ** 29 }));

/** The largest difference of any number of any matrix, of the figure's size. */
async function gap(file) {
  const other = await theirs(readFileSync(file));
  const mine = ours(file);
  let worst = 0, size = 1e-9, compared = 0;
  for (const clip of mine.clips) {
    const animation = other.animations.find(({ name }, i) => name === clip.name || `animation_${i}` === clip.name);
    assert.ok(animation, clip.name);
    for (const { time, matrices } of clip.samples) {
      // Keys are 32-bit floats: a step at frame 1 of 30 happens at 0.0333333351 s, and we take it for that frame.
      const all = other.matrices(animation, Math.fround(time));
      matrices.forEach((matrix, joint) => {
        const node = all[mine.nodes[joint]];
        matrix.forEach((value, k) => {
          size = Math.max(size, Math.abs(node[k]));
          const off = Math.abs(value - node[k]);
          if (!(off <= worst)) worst = off;
          ++compared;
        });
      });
    }
  }
  assert.ok(compared > 0);
  return { gap: worst / size, compared };
}

async function issues(file) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)));
  return { errors: report.issues.numErrors, warnings: report.issues.numWarnings,
    first: JSON.stringify(report.issues.messages.filter(({ severity }) => severity < 2).slice(0, 3)) };
}

function write(file, ending, fresh) {
  const out = join(place, `out.${ending}`);
  execFileSync(program, ['write', out, file, ...(fresh ? ['fresh'] : [])]);
  return out;
}

async function check(file, t) {
  const read = await gap(file);
  assert.ok(read.gap <= tolerance, `${file}: off by ${read.gap}`);
  const before = await issues(file);
  for (const ending of ['glb', 'gltf']) {
    const again = write(file, ending, false);
    const kept = await issues(again);
    assert.ok(kept.errors <= before.errors && kept.warnings <= before.warnings, `${file}: ${kept.first}`);
    assert.ok((await gap(again)).gap <= tolerance);
    const fresh = write(file, ending, true);
    const now = await issues(fresh);
    assert.deepEqual([now.errors, now.warnings], [0, 0], `${file}: ${now.first}`);
    assert.ok((await gap(fresh)).gap <= tolerance);
  }
  t.diagnostic(`${read.compared} numbers, off by at most ${read.gap.toExponential(1)} of the figure's size`);
}

for (const seed of [1, 2, 3]) {
  test(`a figure of our own (${seed}): three has the same matrices, and the validator nothing to say`, async (t) => {
    const file = join(place, `figure${seed}.gltf`);
    writeFileSync(file, figure(seed));
    assert.deepEqual((({ errors, warnings }) => [errors, warnings])(await issues(file)), [0, 0]);
    await check(file, t);
  });
}

const folder = join(shared, 'gltf');
if (!existsSync(folder)) console.log('left out shared glTF files: ../shared/data is not here');
for (const name of existsSync(folder) ? readdirSync(folder).sort() : [])
  test(`${name}: three has the same matrices, written again it is as good, written anew it is valid`, (t) =>
    check(join(folder, name), t));

const robots = join(shared, 'urdf');
test('robots become valid glTF', async (t) => {
  const robot = join(place, 'r.urdf');
  writeFileSync(robot, '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">' +
    '<parent link="a"/><child link="b"/><origin xyz="0 0 1"/></joint></robot>');
  const files = [robot, ...(existsSync(robots) ? readdirSync(robots).sort().map((name) => join(robots, name)) : [])];
  for (const file of files) {
    const { errors, warnings, first } = await issues(write(file, 'glb', false));
    assert.deepEqual([errors, warnings], [0, 0], `${file}: ${first}`);
  }
  t.diagnostic(`${files.length} robots`);
});
