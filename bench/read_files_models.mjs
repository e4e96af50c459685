// node bench/read_files_models.mjs PROGRAM: megabytes a second of our readers (PROGRAM is bench_read_files_models) and,
// on the same bytes, of three's GLTFLoader, of zlib's inflate alone on the picture's data, and of JavaScript's split and
// Number on the grid. The best of several passes each; the files are in memory.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 as zlibCrc32, deflateSync, inflateSync } from 'node:zlib';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};

const passes = 7;
const program = process.argv[2];
if (program === undefined) {
  console.error('node bench/read_files_models.mjs PROGRAM');
  process.exit(2);
}

// Node before 22 has no crc32.
const table = Uint32Array.from({ length: 256 }, (_, i) => {
  for (let bit = 0; bit < 8; ++bit) i = i & 1 ? 0xedb88320 ^ (i >>> 1) : i >>> 1;
  return i;
});
const crc32 = zlibCrc32 ?? ((bytes) => ~bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), ~0) >>> 0);

function chunk(kind, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(kind, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** Hills of 1024 by 1024 in 16 bits; every row is filtered with the one above it. */
function terrain() {
  const size = 1024;
  const rows = Buffer.alloc(size * (1 + 2 * size));
  const height = (x, y) => Math.floor(20000 + 9000 * Math.sin(x / 90) * Math.cos(y / 70) + 40 * Math.sin(x * y));
  for (let y = 0; y < size; ++y) {
    const at = y * (1 + 2 * size);
    rows[at] = y === 0 ? 0 : 2;
    for (let x = 0; x < size; ++x) {
      const now = height(x, y);
      const above = y === 0 ? 0 : height(x, y - 1);
      rows[at + 1 + 2 * x] = (now >> 8) - (above >> 8);
      rows[at + 2 + 2 * x] = (now & 255) - (above & 255);
    }
  }
  const header = Buffer.from([0, 0, size >> 8, 0, 0, 0, size >> 8, 0, 16, 0, 0, 0, 0]);
  const data = deflateSync(rows, { level: 6 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return { data, png: Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]) };
}

async function fastest(run) {
  let best = Infinity;
  for (let pass = 0; pass < passes; ++pass) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'kine-bench-'));
try {
  const { data, png } = terrain();
  writeFileSync(join(folder, 'terrain.png'), png);
  const json = execFileSync(program, ['--benchmark_format=json', `--benchmark_repetitions=${passes}`], {
    env: { ...process.env, KINE_BENCH_SAVE: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const best = new Map();
  for (const { run_name: name, run_type: type, bytes_per_second: speed } of JSON.parse(json).benchmarks)
    if (type === 'iteration') best.set(name, Math.max(best.get(name) ?? 0, speed));

  const glb = readFileSync(join(folder, 'person.glb'));
  const bytes = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length);
  const parse = () => new Promise((resolve, reject) => new GLTFLoader().parse(bytes, '', resolve, reject));
  best.set("read_glb, three's GLTFLoader", bytes.byteLength / (await fastest(parse)));
  best.set("read_png, zlib's inflate alone", png.length / (await fastest(() => inflateSync(data))));
  const text = readFileSync(join(folder, 'heights.asc'), 'latin1');
  best.set('read_esri, split and Number', text.length / (await fastest(() => text.split(/\s+/).map(Number))));

  console.log(`\nmodels and grids, MB/s of the file, best of ${passes}`);
  for (const [name, speed] of best) console.log(`${name.padEnd(32)} ${(speed / 1e6).toFixed(1).padStart(7)}`);
} finally {
  rmSync(folder, { recursive: true });
}
