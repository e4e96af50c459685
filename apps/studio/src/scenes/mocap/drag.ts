// One bone is taken, pulled and let go: while that lasts its pose is shown, and then it is an edit of the clip.
import type { PullResult, Vec3 } from 'kine';
import type { Edit } from './edits';
import type { Figure } from './figure';
import type { Puller } from './puller';
import type { State } from './settings';
import { isThere } from './words';

export interface Pulled {
  readonly result: PullResult;
  /** How far the dragged bone is from where it was taken, metres. */
  readonly missed: number;
  /** How far the worst held joint is from where the clip has it, metres; nothing where none is held. */
  readonly slipped: number | undefined;
}

export class Drag {
  readonly joint: number;
  readonly frame: number;
  /** Where it was when it was taken, and where it is wanted: in the file's world. */
  readonly from: Vec3;
  target: Vec3;
  pulled: Pulled | undefined;
  #figure: Figure;
  #puller: Puller;
  #state: State;

  constructor(figure: Figure, puller: Puller, state: State, frame: number, joint: number) {
    this.#figure = figure;
    this.#puller = puller;
    this.#state = state;
    this.frame = frame;
    this.joint = joint;
    figure.forward(state.clip, frame);
    this.from = figure.frames.position(joint);
    this.target = this.from;
  }

  /** The pose to show; the clip's until there is one. */
  get pose(): Float64Array | undefined {
    return this.pulled && this.pulled.result.outcome !== 'badInput' ? this.pulled.result.pose : undefined;
  }

  pull(target: Vec3): Pulled {
    this.target = target;
    const { clip } = this.#state;
    const result = this.#puller.pull(this.#state, clip, this.frame, this.joint, target);
    this.pulled = { result, slipped: result.outcome === 'badInput' ? undefined : result.slipped, missed: result.missed };
    return this.pulled;
  }

  /** What is left of it in the clip; nothing where it moved nothing. */
  edit(id: number): Edit | undefined {
    const { pose } = this;
    if (!pose) return undefined;
    const { clip, blend, method, start, pins, step, epsilon, iterations } = this.#state;
    // Where it could not go, what it reached is wanted from now on: the frames beside it fade from there.
    const to = this.pulled && isThere(this.pulled, epsilon) ? this.target : this.#placeOf(pose);
    const offset: Vec3 = [to[0] - this.from[0], to[1] - this.from[1], to[2] - this.from[2]];
    if (Math.hypot(...offset) < 1e-12) return undefined;
    const width = Math.round(blend * this.#figure.clipAt(clip).rate);
    const joint = this.#figure.skeleton.joints[this.joint]?.name ?? '';
    return { id, clip, frame: this.frame, width, joint, offset, method, start, pins, step, epsilon, iterations };
  }

  #placeOf(pose: Float64Array): Vec3 {
    this.#figure.forwardPose(this.#state.clip, this.frame, pose);
    return this.#figure.frames.position(this.joint);
  }
}
