// Where in a clip we are: time that goes on, stops, repeats. Knows nothing of poses.

/** A clip as far as its time goes. */
export interface Timeline {
  readonly frameCount: number;
  /** Frames a second. */
  readonly rate: number;
}

export class Playback {
  playing = false;
  loop = true;
  /** 1: as it was recorded. */
  speed = 1;
  /** Seconds from the first frame. */
  time = 0;
  #timeline: Timeline = { frameCount: 1, rate: 30 };

  /** Another clip: from its beginning, and at rest. */
  start(timeline: Timeline): void {
    this.#timeline = timeline;
    this.time = 0;
    this.playing = false;
  }

  get duration(): number {
    return Math.max(0, this.#timeline.frameCount - 1) / this.#timeline.rate;
  }

  /** The nearest frame. */
  get frame(): number {
    return Math.min(this.#timeline.frameCount - 1, Math.max(0, Math.round(this.time * this.#timeline.rate)));
  }

  /** To the beginning of a frame. One outside of the clip is its nearest end. */
  seek(frame: number): void {
    const last = this.#timeline.frameCount - 1;
    this.time = Math.min(last, Math.max(0, Math.round(frame))) / this.#timeline.rate;
  }

  /** Frames on, or back, from the nearest one; round the ends where it loops. */
  stepFrames(count: number): void {
    const { frameCount } = this.#timeline;
    const next = this.frame + count;
    this.seek(this.loop ? ((next % frameCount) + frameCount) % frameCount : next);
  }

  /** Starts, from the beginning where it stood at the end; or stops, at a frame: what stands still can be dragged. */
  toggle(): void {
    if (this.playing) this.pause();
    else if (this.#timeline.frameCount > 1) {
      if (!this.loop && this.time >= this.duration) this.time = 0;
      this.playing = true;
    }
  }

  pause(): void {
    this.playing = false;
    this.seek(this.frame);
  }

  /** Time goes on by dt seconds of the viewer's. */
  step(dt: number): void {
    if (!this.playing) return;
    const { duration } = this;
    this.time += dt * this.speed;
    if (this.time <= duration) return;
    if (this.loop && duration > 0) this.time %= duration;
    else {
      this.time = duration;
      this.playing = false;
    }
  }
}
