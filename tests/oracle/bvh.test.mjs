// Joint positions of BVH files as three's BVHLoader has them, against ours: files of our own, the shared ones where they
// are at hand, and everything we write.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.env.KINE_ORACLE_MOTION ?? join(root, 'build/test/bin/oracle_motion');
const shared = process.env.KINE_SHARED_DATA ?? join(root, '../shared/data');
const place = mkdtempSync(join(tmpdir(), 'kine-bvh-'));
after(() => rmSync(place, { recursive: true }));

// three keeps its tracks as 32-bit floats.
const tolerance = 1e-4;
const frameSamples = 40;

const ours = (step, files) =>
  JSON.parse(execFileSync(program, ['positions', String(step), ...files], { maxBuffer: 2 ** 28 }));

/** Positions of all bones, frame by frame, as three places them. */
class Theirs {
  #bones;
  #tracks;

  constructor(text) {
    const { skeleton, clip } = new BVHLoader().parse(text);
    this.#bones = skeleton.bones;
    this.#tracks = clip.tracks;
    this.frameCount = clip.tracks[0].times.length;
  }

  get boneCount() { return this.#bones.length; }

  positions(frame) {
    let track = 0;
    for (const bone of this.#bones) {
      if (bone.name === 'ENDSITE') continue; // has no tracks
      bone.position.fromArray(this.#tracks[track++].values, 3 * frame);
      bone.quaternion.fromArray(this.#tracks[track++].values, 4 * frame);
    }
    assert.equal(track, this.#tracks.length);
    this.#bones[0].updateMatrixWorld(true);
    return this.#bones.flatMap((bone) => bone.matrixWorld.elements.slice(12, 15));
  }
}

function largestExtent(points) {
  let largest = 0;
  for (let k = 0; k < 3; ++k) {
    const along = points.filter((_, i) => i % 3 === k);
    largest = Math.max(largest, Math.max(...along) - Math.min(...along));
  }
  return largest;
}

/** The largest distance between joints, as a part of the figure's size. */
function gap(theirs, mine) {
  assert.equal(mine.joints.length, theirs.boneCount, 'as many joints as bones');
  assert.equal(mine.frames, theirs.frameCount, 'as many frames');
  let largest = 0;
  for (const [frame, points] of Object.entries(mine.positions)) {
    const expected = theirs.positions(Number(frame));
    const size = largestExtent(points);
    for (let i = 0; i < expected.length; i += 3) {
      const d = Math.hypot(points[i] - expected[i], points[i + 1] - expected[i + 1], points[i + 2] - expected[i + 2]);
      largest = Math.max(largest, d / size);
    }
  }
  return largest;
}

function compare(t, path) {
  const text = readFileSync(path, 'utf8');
  const theirs = new Theirs(text);
  const found = gap(theirs, ours(Math.max(1, Math.floor(theirs.frameCount / frameSamples)), [path]));
  t.diagnostic(`${basename(path)}: ${theirs.boneCount} joints, ${theirs.frameCount} frames, gap ${found.toExponential(1)}`);
  assert.ok(found <= tolerance, `${path} differs by ${found} of the figure's size`);
}

/** What we write of these files is read by three as we read it ourselves. */
function compareWritten(t, files) {
  const out = join(place, `${basename(files.at(-1)).replace(/\.\w+$/, '')}.bvh`);
  execFileSync(program, ['bvh', out, ...files]);
  compare(t, out);
}

const below = (folder, ending) =>
  !existsSync(join(shared, folder)) ? []
    : readdirSync(join(shared, folder), { recursive: true }).filter((name) => name.toLowerCase().endsWith(ending))
      .map((name) => join(shared, folder, name)).sort();
const skeletonBeside = (amc) =>
  join(dirname(amc), readdirSync(dirname(amc)).find((name) => name.toLowerCase().endsWith('.asf')));

const own = join(root, 'tests/oracle/data/mixed_orders.bvh');
test('three agrees on a file of every order', (t) => compare(t, own));
test('three agrees on what we write of it', (t) => compareWritten(t, [own]));
if (existsSync(shared)) {
  for (const path of below('bvh', '.bvh')) {
    test(`three agrees on ${basename(path)}`, (t) => compare(t, path));
    test(`three agrees on what we write of ${basename(path)}`, (t) => compareWritten(t, [path]));
  }
  for (const path of below('asf_amc', '.amc'))
    test(`three agrees on ${basename(path)} written as BVH`, (t) => compareWritten(t, [skeletonBeside(path), path]));
} else {
  console.log('left out BVH files against three: there is no folder shared/data beside the repository');
}
