// What was dragged where. The library (Clip.editor) lets it fade to either side of its frame.
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
