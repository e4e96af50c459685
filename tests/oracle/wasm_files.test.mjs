// Files read and written through WebAssembly against the native library: every bit of what is read, every byte of what is
// written, every sentence of a refusal. Small files of our own, and the shared ones where they are at hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { KineError } from 'kine';
import { loadKine } from '../web/support/load_kine.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.env.KINE_ORACLE_FILE_HASH ?? join(root, 'build/test/bin/oracle_file_hash');
const shared = process.env.KINE_SHARED_DATA ?? join(root, '../shared/data');
const kine = await loadKine();
const encoder = new TextEncoder();
const kinds = ['fixed', 'hinge', 'slider', 'euler', 'ball', 'free'];

/** As in file_hash.cpp. */
class Hash {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  word(w) {
    this.#a = Math.imul(this.#a ^ w, 0x01000193);
    this.#b = Math.imul(this.#b ^ w, 0x85ebca6b);
    this.#b ^= this.#b >>> 15;
  }
  numbers(list) {
    for (const w of new Int32Array(Float64Array.from(list).buffer)) this.word(w);
  }
  bytes(list) {
    this.word(list.length);
    for (const byte of list) this.word(byte);
  }
  text(text) { this.bytes(encoder.encode(text)); }
  hex() { return [this.#a, this.#b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''); }
}

function mixSkeleton(hash, skeleton) {
  hash.word(skeleton.jointCount);
  for (const { name, kind, parent, translation, rotation, scale } of skeleton.joints) {
    hash.text(name);
    hash.word(kinds.indexOf(kind));
    hash.word(parent);
    hash.numbers([...translation, ...rotation, ...scale]);
  }
  hash.word(skeleton.freedomCount);
  for (const { limits, maxSpeed, weight } of skeleton.freedoms) hash.numbers([...limits, maxSpeed, weight]);
}

function mixClip(hash, skeleton, clip) {
  hash.text(clip.name);
  hash.numbers([clip.rate]);
  hash.word(clip.frameCount);
  for (let i = 0; i < clip.frameCount; ++i) hash.numbers(clip.frame(i));
  const shape = skeleton.createShape();
  for (const part of [0, 0.5, 1]) {
    hash.numbers(clip.sample(part * clip.duration, shape));
    for (let i = 0; i < skeleton.jointCount; ++i) hash.numbers([...shape.translation(i), ...shape.scale(i)]);
  }
  shape.dispose();
}

/** What the library writes, or the sentence of its refusal. */
function mixWritten(hash, ...what) {
  try {
    hash.bytes(kine.write(...what));
  } catch (error) {
    if (!(error instanceof KineError)) throw error;
    hash.text(error.message);
  }
}

function mixFile(hash, file) {
  hash.text(file.name);
  hash.numbers([file.metresPerUnit]);
  hash.word(file.up.charCodeAt(0));
  for (const note of file.notes) hash.text(note);
  for (const { name, joint } of file.aliases) {
    hash.text(name);
    hash.word(joint);
  }
  mixSkeleton(hash, file.skeleton);
  for (const clip of file.clips) mixClip(hash, file.skeleton, clip);
  mixWritten(hash, 'glb', file, file.clips);
  mixWritten(hash, 'asf', file);
  if (file.clips.length === 0) return;
  mixWritten(hash, 'bvh', file, file.clips[0]);
  mixWritten(hash, 'amc', file, file.clips[0]);
}

function mixTerrain(hash, terrain) {
  const { x, z, columns, rows } = terrain.area;
  hash.numbers([...x, ...z]);
  hash.word(columns);
  hash.word(rows);
  for (const note of terrain.notes) hash.text(note);
  const along = 40;
  const wide = x[1] - x[0];
  const deep = z[1] - z[0];
  for (let i = 0; i <= along; ++i)
    for (let k = 0; k <= along; ++k) {
      const { hit, point, normal } = terrain.cast([x[0] + (wide * i) / along, 1e5, z[0] + (deep * k) / along], 2e5);
      hash.word(hit ? 1 : 0);
      if (hit) hash.numbers([point[1], ...normal]);
    }
}

const isTerrain = (path) => ['.png', '.asc', '.csv'].includes(extname(path).toLowerCase());

/** Ours of files that belong together. */
function hashOf(paths) {
  const files = paths.map((name) => ({ name, bytes: new Uint8Array(readFileSync(name)) }));
  const hash = new Hash();
  let opened;
  try {
    opened = isTerrain(paths[0]) ? kine.openTerrain(files[0]) : kine.openFile(files);
  } catch (error) {
    if (!(error instanceof KineError)) throw error;
    hash.text(error.message);
    return { hash: hash.hex(), refused: true };
  }
  if (isTerrain(paths[0])) mixTerrain(hash, opened);
  else mixFile(hash, opened);
  opened.dispose();
  return { hash: hash.hex(), refused: false };
}

/** Those of a folder that are read by themselves or, motions, with the skeleton that lies beside them. */
function groupsOf(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).sort();
  const groups = [];
  for (const path of paths) {
    const ending = extname(path).toLowerCase();
    if (['.bvh', '.asf', '.glb', '.gltf', '.urdf', '.png', '.asc', '.csv'].includes(ending)) groups.push([path]);
    if (ending !== '.amc') continue;
    const asf = paths.filter((other) => dirname(other) === dirname(path) && extname(other).toLowerCase() === '.asf');
    groups.push(asf.length > 0 ? [asf[0], path] : [path]);
  }
  return groups;
}

function compare(groups) {
  assert.ok(existsSync(program), `${program} is not there: build it first`);
  const input = groups.map((group) => `${group.join('\t')}\n`).join('');
  const theirs = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim().split('\n');
  assert.equal(theirs.length, groups.length);
  const ours = groups.map(hashOf);
  groups.forEach((group, i) => assert.equal(ours[i].hash, theirs[i], `${group.join(' and ')} differ`));
  return ours.filter(({ refused }) => !refused).length;
}

test('files of our own give the same bits as natively', () => {
  const seeds = join(root, 'tests/fuzz/seeds');
  const leg = ['leg', 'radians'].map((name) => [join(seeds, `asf/${name}.asf`), join(seeds, `amc/${name}.amc`)]);
  const groups = [...groupsOf(seeds).filter(([path]) => extname(path) !== '.amc'), ...leg,
    ...groupsOf(join(root, 'tests/oracle/data'))];
  assert.ok(compare(groups) >= 15);
});

test('the shared files give the same bits as natively', { skip: existsSync(shared) ? false : `${shared} is not there` },
  () => {
    const groups = groupsOf(shared);
    const read = compare(groups);
    console.log(`${read} of ${groups.length} were read, the others refused alike`);
    assert.ok(read > 60);
  });
