// A robot of the user's own: what a URDF file says, as an arm of this scene.
import type { Kine, Skeleton, Vec3 } from 'kine';
import type { FileBytes } from '../../shell/files';
import type { ArmKind } from './arms';

/** How many freedoms move each joint, itself included. */
function freedomsAbove({ joints, freedoms }: Skeleton): number[] {
  const own = joints.map(() => 0);
  for (const { joint } of freedoms) own[joint] = (own[joint] ?? 0) + 1;
  joints.forEach(({ parent }, i) => void (parent >= 0 && (own[i] = (own[i] ?? 0) + (own[parent] ?? 0))));
  return own;
}

/**
 * The joint to drag: the end of the branch with the most freedoms; but where that ends in fingers (it parts into branches
 * that move, after four freedoms or more) the joint that carries them.
 */
export function toolOf(skeleton: Skeleton): number {
  const { joints } = skeleton;
  const above = freedomsAbove(skeleton);
  let end = 0;
  above.forEach((count, i) => void (count > (above[end] ?? 0) && (end = i)));
  const path: number[] = [];
  for (let at = end; at >= 0; at = joints[at]?.parent ?? -1) path.unshift(at);
  const moves = (joint: number): boolean => joints.some(({ kind }, i) => kind !== 'fixed' && skeleton.isAbove(joint, i));
  const palm = path.find((joint) => (above[joint] ?? 0) >= 4 && joints.filter(({ parent }, i) => parent === joint && moves(i)).length > 1);
  if (palm !== undefined) return palm;
  // The frame at the very end, where the file has one: a tool, or a flange.
  let last = end;
  for (let i = end + 1; i < joints.length; ++i) if (joints[i]?.parent === last && joints[i]?.kind === 'fixed') last = i;
  return last;
}

/** A pose inside the limits with the tool's hinges bent this way and that, as straight arms are singular. */
function bentPose(skeleton: Skeleton, tool: number, bend: number): Float64Array {
  const pose = skeleton.restPose();
  let next = bend;
  for (const { joint, value, limits: [low, high] } of skeleton.freedoms) {
    if (value < 0) continue;
    const slides = skeleton.joints[joint]?.kind === 'slider';
    const bounded = Number.isFinite(high - low);
    const margin = bounded ? 0.1 * (high - low) : 0;
    let wanted = 0;
    if (skeleton.isAbove(joint, tool)) {
      if (low + margin > 0 || high - margin < 0) wanted = (low + high) / 2;
      else if (!slides) {
        wanted = next;
        next = -next;
      }
    }
    pose[value] = Math.min(Math.max(wanted, low), high);
  }
  return skeleton.clampToLimits(skeleton.tidy(pose)).pose;
}

/** Of some ways to bend, the one in which the tool moves most alike in all directions; above its base if it can be. */
function readyPose(skeleton: Skeleton, tool: number): Float64Array {
  const frames = skeleton.createFrames();
  let best: { pose: Float64Array; score: number } = { pose: skeleton.restPose(), score: -1 };
  for (const bend of [0.5, -0.5, 0.8, -0.8, 1.1, -1.1]) {
    const pose = bentPose(skeleton, tool, bend);
    skeleton.forward(pose, frames);
    const { inverseCondition } = frames.manipulability(tool, { rows: 'linear' });
    const score = inverseCondition * (frames.position(tool)[2] > 0 ? 1 : 0.3);
    if (score > best.score) best = { pose, score };
  }
  frames.dispose();
  return best.pose;
}

/** Reads a robot. Throws the reader's sentence, or says where other files belong. */
export function robotOf(kine: Kine, files: readonly FileBytes[], key: string): ArmKind {
  const file = kine.openFile(files);
  try {
    if (file.format !== 'urdf') throw new Error(`${file.name} is no robot: Arm shows URDF files; characters and motions belong to Mocap`);
    const { skeleton } = file;
    if (skeleton.freedomCount === 0) throw new Error(`${file.name} has no joint that moves`);
    const tool = toolOf(skeleton);
    const home = readyPose(skeleton, tool);
    const frames = skeleton.forward(home);
    const low: [number, number, number] = [0, 0, 0];
    const high: [number, number, number] = [0, 0, 0];
    frames.positions().forEach((value, i) => {
      const k = (i % 3) as 0 | 1 | 2;
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    });
    const reach = reachOf(skeleton, tool);
    frames.dispose();
    const look: Vec3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    const size = Math.max(reach, Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
    const moving = skeleton.joints.map((_, i) => i).filter((i) => skeleton.isAbove(i, tool) && skeleton.joints[i]?.kind !== 'fixed');
    const nameOf = (joint: number | undefined): string => skeleton.joints[joint ?? tool]?.name ?? '';
    return {
      key,
      name: file.name,
      tool: nameOf(tool),
      elbow: nameOf(moving[Math.floor(moving.length / 2)]),
      locked: [],
      pose: moving.length >= 6,
      look,
      eye: [look[0] + 1.3 * size, look[1] - 1.7 * size, look[2] + 0.75 * size],
      thickness: 0.036 * Math.max(reach, 0.35 * size),
      floor: low[2],
      fromFile: true,
      build: () => rebuilt(kine, files),
      home: () => home,
    };
  } finally {
    file.dispose();
  }
}

/** The length of the bones down to a joint, metres. */
function reachOf({ joints }: Skeleton, tool: number): number {
  let length = 0;
  for (let at = tool; at >= 0; at = joints[at]?.parent ?? -1) length += Math.hypot(...(joints[at]?.translation ?? [0, 0, 0]));
  return length || 1;
}

/** A skeleton that outlives the file. */
function rebuilt(kine: Kine, files: readonly FileBytes[]): Skeleton {
  const file = kine.openFile(files);
  const skeleton = file.skeleton.changed({});
  file.dispose();
  return skeleton;
}
