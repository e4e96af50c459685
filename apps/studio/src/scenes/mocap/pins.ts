// Which joints stand still while others are dragged.
import type { Skeleton } from 'kine';
import type { Parts } from './figure';

/**
 * The feet of a body; of anything else the ends that are near its lowest point, or its root where none is. `heights`: of
 * every joint, along the file's up axis.
 */
export function defaultPins(skeleton: Skeleton, parts: Parts, heights: readonly number[]): string[] {
  const { joints } = skeleton;
  const nameOf = (joint: number): string => joints[joint]?.name ?? '';
  const feet = [parts['leftFoot'], parts['rightFoot']].filter((joint) => joint !== undefined);
  if (feet.length > 0) return feet.map(nameOf);
  const low = Math.min(...heights);
  const tall = Math.max(...heights) - low;
  const carries = new Set(joints.map(({ parent }) => parent));
  const ends = joints.map((_, i) => i).filter((i) => !carries.has(i) && (heights[i] ?? 0) - low < 0.08 * tall);
  if (ends.length > 0 && ends.length <= 8) return ends.map(nameOf);
  const root = joints.findIndex(({ kind }) => kind !== 'fixed');
  return root >= 0 ? [nameOf(root)] : [];
}

/** What to drag at first: a hand, or the end that is farthest along the tree. */
export function defaultBone(skeleton: Skeleton, parts: Parts): number {
  const hand = parts['rightHand'] ?? parts['leftHand'];
  return hand ?? skeleton.jointCount - 1;
}
