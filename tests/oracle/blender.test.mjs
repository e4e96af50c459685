// Blender opens the BVH and GLB files that we write, and puts every joint where we do. Left out where it is not installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.env.KINE_ORACLE_MOTION ?? join(root, 'build/test/bin/oracle_motion');
const kine = process.env.KINE_PROGRAM ?? join(root, 'build/test/kine');
const script = fileURLToPath(new URL('support/blender_positions.py', import.meta.url));
const shared = process.env.KINE_SHARED_DATA ?? join(root, '../shared/data');
const place = mkdtempSync(join(tmpdir(), 'kine-blender-'));
after(() => rmSync(place, { recursive: true }));

// Blender's poses are 32-bit floats, and it keeps Euler angles and matrices in turn.
const tolerance = 1e-4;

function isInstalled() {
  try {
    execFileSync('blender', ['--background', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function blender(path, rate, frames) {
  const args = ['--background', '--factory-startup', '--python-exit-code', '1', '--python', script, '--', path,
    String(rate), ...frames.map(String)];
  const out = execFileSync('blender', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] });
  return JSON.parse(out.split('\n').find((line) => line.startsWith('PLACES ')).slice(7));
}

/** The largest distance between a joint of ours and Blender's of that name, as a part of the figure's height. */
function gap(path, turned) {
  const mine = JSON.parse(execFileSync(program, ['positions', '1', path], { maxBuffer: 2 ** 28 }));
  const frames = [0, Math.floor(mine.frames / 2), mine.frames - 1];
  const theirs = blender(path, mine.rate, frames);
  let largest = 0;
  let compared = 0;
  for (const frame of frames) {
    const points = mine.positions[frame];
    const heights = points.filter((_, i) => i % 3 === 1);
    const height = Math.max(...heights) - Math.min(...heights);
    mine.joints.forEach((name, i) => {
      const there = theirs[frame][name];
      if (!there) return; // an end site
      const [x, y, z] = turned ? [there[0], there[2], -there[1]] : there;
      const d = Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z);
      largest = Math.max(largest, d / height);
      ++compared;
    });
  }
  return { largest, compared, joints: mine.joints.length };
}

function opens(t, path, turned) {
  const { largest, compared, joints } = gap(path, turned);
  t.diagnostic(`${compared} places of ${joints} joints, gap ${largest.toExponential(1)}`);
  assert.ok(compared >= 3 * 0.6 * joints, `only ${compared / 3} of ${joints} joints have their names`);
  assert.ok(largest <= tolerance, `${path} differs by ${largest} of the figure's height`);
}

if (!isInstalled()) {
  console.log('left out Blender: it is not installed');
} else {
  const bvh = join(place, 'walk.bvh');
  const glb = join(place, 'walk.glb');
  execFileSync(kine, ['walk', '--seconds', '2', '--rate', '30', '--out', bvh]);
  execFileSync(kine, ['walk', '--seconds', '2', '--rate', '30', '--out', glb]);
  test('Blender opens a walk written as BVH', (t) => opens(t, bvh, false));
  test('Blender opens a walk written as GLB', (t) => opens(t, glb, true));
  const man = join(shared, 'gltf/CesiumMan.glb');
  if (existsSync(man)) {
    test('Blender opens a character written again', (t) => {
      const again = join(place, 'man.glb');
      execFileSync(kine, ['convert', man, again]);
      opens(t, again, true);
    });
  } else {
    console.log('left out a character for Blender: ../shared/data is not here');
  }
}
