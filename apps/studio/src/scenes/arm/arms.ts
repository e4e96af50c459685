import type { JointDescription, Kine, Skeleton, Vec3 } from 'kine';

export interface ArmKind {
  readonly key: string;
  readonly name: string;
  /** The joint that is dragged. */
  readonly tool: string;
  /** The joint that the elbow goal pulls. */
  readonly elbow: string;
  /** Locked from the start: the tool's own motion. */
  readonly locked: readonly string[];
  /** Whether it can turn its tool every way. */
  readonly pose: boolean;
  readonly look: Vec3;
  readonly eye: Vec3;
  /** Of its bones, metres. */
  readonly thickness: number;
  /** Height of the floor that it stands on. */
  readonly floor: number;
  /** A robot of the user's own. */
  readonly fromFile?: boolean;
  build(kine: Kine): Skeleton;
  home(kine: Kine, arm: Skeleton): Float64Array;
}

const degree = Math.PI / 180;

/** Three sliders carry a wrist of three hinges whose axes meet: it locks when the middle one is turned by 90°. */
const gantry: readonly JointDescription[] = [
  { name: 'base' },
  { name: 'bridge', parent: 'base', kind: 'slider', axis: [0, 1, 0], translation: [0.45, -0.45, 0.98], axes: [{ limits: [0, 0.9], weight: 0.5 }] },
  { name: 'trolley', parent: 'bridge', kind: 'slider', axis: [-1, 0, 0], axes: [{ limits: [0, 0.9], weight: 0.7 }] },
  { name: 'mast', parent: 'trolley', kind: 'slider', axis: [0, 0, -1], translation: [0, 0, -0.06], axes: [{ limits: [0, 0.5] }] },
  { name: 'wrist_turn', parent: 'mast', kind: 'hinge', axis: [0, 0, -1], translation: [0, 0, -0.12], axes: [{ limits: [-170 * degree, 170 * degree] }] },
  { name: 'wrist_lift', parent: 'wrist_turn', kind: 'hinge', axis: [0, 1, 0], translation: [0, 0, -0.06], axes: [{ limits: [-100 * degree, 100 * degree] }] },
  { name: 'flange_turn', parent: 'wrist_lift', kind: 'hinge', axis: [0, 0, -1], axes: [{ limits: [-170 * degree, 170 * degree] }] },
  { name: 'tip', parent: 'flange_turn', translation: [0, 0, -0.16], rotation: [1, 0, 0, 0] },
];

export const arms: readonly ArmKind[] = [
  {
    key: 'seven',
    name: 'Seven hinges',
    tool: 'tip',
    elbow: 'elbow',
    locked: [],
    pose: true,
    look: [0.2, 0, 0.42],
    eye: [1.35, -1.75, 1.25],
    thickness: 0.05,
    floor: 0,
    build: (kine) => kine.buildScene('seven-hinge-arm'),
    home: (kine, arm) => kine.scenePose(arm, 'seven-hinge-arm', 'ready'),
  },
  {
    key: 'scara',
    name: 'SCARA on a rail',
    tool: 'tip',
    elbow: 'elbow',
    locked: ['left_jaw'],
    pose: false,
    look: [0.1, 0, 0.72],
    eye: [1.2, -2.0, 1.45],
    thickness: 0.05,
    floor: 0,
    build: (kine) => kine.buildScene('slider-arm'),
    home: (_, arm) => {
      const pose = arm.restPose();
      const put = (joint: string, value: number): void => {
        const info = arm.joints[arm.joint(joint)];
        if (info) pose[info.firstValue] = value;
      };
      put('rail', 0.4);
      put('shoulder', 0.7);
      put('elbow', -1.2);
      put('quill', 0.08);
      put('left_jaw', 0.02);
      return arm.tidy(pose);
    },
  },
  {
    key: 'gantry',
    name: 'Gantry and wrist',
    tool: 'tip',
    elbow: 'mast',
    locked: [],
    pose: true,
    look: [0, 0, 0.55],
    eye: [0.75, -2.55, 1.45],
    thickness: 0.05,
    floor: 0,
    build: (kine) => kine.buildSkeleton(gantry),
    home: (_, arm) => {
      const pose = arm.restPose();
      [0.45, 0.45, 0.15, 0.3, 0.5, 0].forEach((value, i) => void (pose[i] = value));
      return pose;
    },
  },
];
