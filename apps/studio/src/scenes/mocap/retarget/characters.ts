// Bodies of our own that take any motion: other builds, rest poses and axes than our humanoid's.
import type { JointDescription, Kine, Vec3 } from 'kine';
import { Figure } from '../figure';
import type { Sample } from '../samples';

/** Lengths in metres of a body with a T pose, and how many bones its spine has. */
interface Build {
  readonly leg: readonly [thigh: number, shank: number, ankle: number];
  readonly foot: number;
  readonly hips: number;
  readonly trunk: number;
  readonly spine: number;
  readonly shoulders: number;
  readonly arm: readonly [upper: number, lower: number, hand: number];
  readonly neck: number;
  readonly head: number;
}

// By eye: a child of four and a thin giant.
const builds = {
  child: { leg: [0.2, 0.19, 0.05], foot: 0.11, hips: 0.12, trunk: 0.32, spine: 2, shoulders: 0.2, arm: [0.15, 0.13, 0.08], neck: 0.06, head: 0.21 },
  giant: { leg: [0.62, 0.6, 0.09], foot: 0.2, hips: 0.2, trunk: 0.62, spine: 4, shoulders: 0.42, arm: [0.44, 0.42, 0.16], neck: 0.12, head: 0.24 },
} as const satisfies Record<string, Build>;

/** The joints of such a body, its arms out to the sides, Y up, looking along +Z. */
function bodyOf({ leg, foot, hips, trunk, spine, shoulders, arm, neck, head }: Build): JointDescription[] {
  const [thigh, shank, ankle] = leg;
  const joints: JointDescription[] = [{ name: 'Hips', kind: 'free', translation: [0, thigh + shank + ankle, 0] }];
  const add = (name: string, parent: string, translation: Vec3): void => void joints.push({ name, parent, kind: 'ball', translation });
  const end = (name: string, parent: string, translation: Vec3): void => void joints.push({ name, parent, kind: 'fixed', translation });
  let top = 'Hips';
  for (let i = 1; i <= spine; ++i) {
    add(`Spine${i}`, top, [0, trunk / (spine + 1), 0]);
    top = `Spine${i}`;
  }
  add('Neck', top, [0, trunk / (spine + 1), 0]);
  add('Head', 'Neck', [0, neck, 0]);
  end('HeadTop', 'Head', [0, head, 0]);
  for (const [side, out] of [['Left', 1], ['Right', -1]] as const) {
    const [upper, lower, hand] = arm;
    add(`${side}Arm`, top, [(out * shoulders) / 2, 0.8 * (trunk / (spine + 1)), 0]);
    add(`${side}ForeArm`, `${side}Arm`, [out * upper, 0, 0]);
    add(`${side}Hand`, `${side}ForeArm`, [out * lower, 0, 0]);
    end(`${side}Fingers`, `${side}Hand`, [out * hand, 0, 0]);
    add(`${side}UpLeg`, 'Hips', [(out * hips) / 2, 0, 0]);
    add(`${side}Leg`, `${side}UpLeg`, [0, -thigh, 0]);
    add(`${side}Foot`, `${side}Leg`, [0, -shank, 0]);
    add(`${side}Toes`, `${side}Foot`, [0, -0.8 * ankle, 0.7 * foot]);
    end(`${side}ToeTip`, `${side}Toes`, [0, -0.2 * ankle, 0.3 * foot]);
  }
  return joints;
}

const built = (name: string, build: Build) => (kine: Kine): Figure =>
  new Figure(kine, { name, skeleton: kine.buildSkeleton(bodyOf(build)), clips: [], up: 'y' });

/** Our humanoid through a file, so that it has a skin. */
function skinned(kine: Kine): Figure {
  const skeleton = kine.buildScene('humanoid');
  const bytes = kine.write('glb', skeleton, [], { up: 'y', name: 'humanoid' });
  skeleton.dispose();
  return new Figure(kine, kine.openFile([{ name: 'humanoid.glb', bytes }]));
}

export const characters: readonly Sample[] = [
  { key: 'child', name: 'A child', open: built('child', builds.child) },
  { key: 'giant', name: 'A giant', open: built('giant', builds.giant) },
  { key: 'humanoid', name: 'Our humanoid, through GLB', open: skinned },
];
