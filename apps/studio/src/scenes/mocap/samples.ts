// Motions of our own: made here by the library, and where a file is wanted, written and read again by it.
import type { Clip, Goal, Kine, Skeleton, Vec3 } from 'kine';
import { Figure, type Made } from './figure';

export interface Sample {
  readonly key: string;
  readonly name: string;
  open(kine: Kine): Figure;
}

const rate = 30;

/** A warm-up on the spot: knees bend, arms circle; three seconds that repeat. Feet first, then hips and hands. */
function warmUp(kine: Kine): Made {
  const skeleton = kine.buildScene('humanoid');
  const standing = kine.scenePose(skeleton, 'humanoid', 'standing');
  const frames = skeleton.forward(standing);
  const feet = ['left_foot', 'right_foot'].map((joint): Goal => ({
    kind: 'place', joint, target: frames.position(joint), orientation: frames.rotation(joint),
  }));
  const hips = frames.position('pelvis');
  const shoulders = { left: frames.position('left_upper_arm'), right: frames.position('right_upper_arm') };
  frames.dispose();
  const solver = skeleton.createSolver('full-body');
  const clip = skeleton.createClip('warm-up', rate);
  const count = 3 * rate;
  for (let i = 0; i <= count; ++i) {
    const turn = (2 * Math.PI * i) / count;
    const bend = 0.5 - 0.5 * Math.cos(2 * turn);
    const low = 0.17 * bend;
    const hand = (side: 'left' | 'right', phase: number): Goal => {
      const [x, y, z] = shoulders[side];
      const out = Math.sign(x);
      const angle = turn + phase;
      const target: Vec3 = [x + out * (0.24 + 0.1 * Math.sin(angle)), y - low + 0.05 - 0.4 * Math.cos(angle), z + 0.28 + 0.14 * Math.sin(angle)];
      return { kind: 'reach', joint: `${side}_hand`, target, priority: 1 };
    };
    const goals: Goal[] = [
      ...feet,
      { kind: 'reach', joint: 'pelvis', target: [hips[0] + 0.05 * Math.sin(turn), hips[1] - 0.02 - low, hips[2] - 0.05 * bend], priority: 1 },
      hand('left', 0),
      hand('right', Math.PI),
      { kind: 'hold', posture: standing, priority: 2 },
    ];
    // From the same pose each time: the last frame is the first one again.
    clip.append(solver.solve(goals, standing).pose);
  }
  solver.dispose();
  clip.makeContinuous();
  return { name: 'warm-up', skeleton, clips: [clip], up: 'y' };
}

/** Our walk on the flat, from when it is under way: some strides. */
function walk(kine: Kine): Made {
  const skeleton = kine.buildScene('humanoid');
  const walker = kine.createWalker(skeleton, kine.scenePose(skeleton, 'humanoid', 'standing'));
  const ground = kine.buildTerrain('flat');
  const clip = skeleton.createClip('walk', rate);
  const [away, kept] = [1.5 * rate, 4 * rate];
  for (let i = 0; i < away + kept; ++i) {
    const { pose } = walker.step(ground, { forward: 1, turn: 0, side: 0 }, 1 / rate);
    if (i >= away) clip.append(pose);
  }
  ground.dispose();
  walker.dispose();
  return { name: 'walk', skeleton, clips: [clip], up: 'y' };
}

/** Writes what was made in some formats and reads that again: what is then shown went through the files. */
function throughFiles(kine: Kine, made: Made, formats: readonly ('bvh' | 'asf' | 'amc' | 'glb')[]): Figure {
  const clips: Clip[] = [...made.clips];
  const files = formats.map((format) => ({
    name: `${made.name}.${format}`,
    bytes: kine.write(format, made.skeleton, format === 'asf' ? [] : clips, { up: made.up, name: made.name }),
  }));
  release(made.skeleton, clips);
  return new Figure(kine, kine.openFile(files));
}

function release(skeleton: Skeleton, clips: readonly Clip[]): void {
  for (const clip of clips) clip.dispose();
  skeleton.dispose();
}

export const samples: readonly Sample[] = [
  { key: 'walk', name: 'Walk', open: (kine) => new Figure(kine, walk(kine)) },
  { key: 'warm-up', name: 'Warm-up', open: (kine) => new Figure(kine, warmUp(kine)) },
  { key: 'asf', name: 'Warm-up, through ASF + AMC', open: (kine) => throughFiles(kine, warmUp(kine), ['asf', 'amc']) },
  { key: 'bvh', name: 'Warm-up, through BVH', open: (kine) => throughFiles(kine, warmUp(kine), ['bvh']) },
  { key: 'glb', name: 'Walk, through GLB, with a skin', open: (kine) => throughFiles(kine, walk(kine), ['glb']) },
];
