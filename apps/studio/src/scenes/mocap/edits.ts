// What was dragged where, and how far to either side of its frame a drag is felt.
import type { MethodName, Vec3 } from 'kine';

/** How a pull is solved: chosen once, kept with each edit. */
export interface PullSettings {
  method: MethodName;
  /** The first joint that may move (003's start bone); '': all may. */
  start: string;
  /** Joints that stay where the clip has them. */
  pins: readonly string[];
  /** 003's step: how much of each Jacobian step is taken. */
  step: number;
  /** 003's distance_epsilon, metres: near enough. */
  epsilon: number;
  iterations: number;
}

/** One bone was dragged at one frame. */
export interface Edit extends PullSettings {
  /** No two edits have the same one. */
  readonly id: number;
  readonly clip: number;
  readonly frame: number;
  /** Frames to either side over which it fades. */
  readonly width: number;
  readonly joint: string;
  /** From where the bone was at that frame to where it went, in the file's world. */
  readonly offset: Vec3;
}

/** How much of an edit is felt so many frames away: 1 there, 0 beyond its width, with speeds and accelerations of 0 at both. */
export function weight(away: number, width: number): number {
  const x = 1 - Math.abs(away) / (width + 1);
  return x <= 0 ? 0 : x * x * x * (x * (6 * x - 15) + 10);
}

/** The frames that feel an edit: first to last, both included. */
export function span({ frame, width }: Pick<Edit, 'frame' | 'width'>, frameCount: number): [first: number, last: number] {
  return [Math.max(0, frame - width), Math.min(frameCount - 1, frame + width)];
}

/** Poses by frame that an edit puts in place of the clip's. */
export interface Baked {
  readonly first: number;
  readonly poses: readonly Float64Array[];
}

/** What solves one frame: the bone by `offset` from where it is, everything else as the edit says. */
export type SolveFrame = (frame: number, offset: Vec3) => Float64Array;

export function bake(edit: Edit, frameCount: number, solve: SolveFrame): Baked {
  const [first, last] = span(edit, frameCount);
  const poses: Float64Array[] = [];
  for (let frame = first; frame <= last; ++frame) {
    const w = weight(frame - edit.frame, edit.width);
    poses.push(solve(frame, [w * edit.offset[0], w * edit.offset[1], w * edit.offset[2]]));
  }
  return { first, poses };
}
