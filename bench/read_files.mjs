// node bench/read_files.mjs PROGRAM: megabytes a second of our readers (PROGRAM is bench_read_files) and, on the same
// BVH file, of three's BVHLoader. The best of several passes each; the file is in memory.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';

const passes = 7;
const program = process.argv[2];
if (program === undefined) {
  console.error('node bench/read_files.mjs PROGRAM');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'kine-bench-'));
try {
  const json = execFileSync(program, ['--benchmark_format=json', `--benchmark_repetitions=${passes}`], {
    env: { ...process.env, KINE_BENCH_SAVE: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const best = new Map();
  for (const { run_name: name, run_type: type, bytes_per_second: speed } of JSON.parse(json).benchmarks)
    if (type === 'iteration') best.set(name, Math.max(best.get(name) ?? 0, speed));

  const text = readFileSync(join(folder, 'moving.bvh'), 'utf8');
  let fastest = Infinity;
  for (let pass = 0; pass < passes; ++pass) {
    const start = performance.now();
    new BVHLoader().parse(text);
    fastest = Math.min(fastest, performance.now() - start);
  }
  best.set("read_bvh, three's BVHLoader", text.length / (fastest / 1000));

  console.log(`\nmotion files, MB/s, best of ${passes}`);
  for (const [name, speed] of best) console.log(`${name.padEnd(28)} ${(speed / 1e6).toFixed(1).padStart(7)}`);
} finally {
  rmSync(folder, { recursive: true });
}
