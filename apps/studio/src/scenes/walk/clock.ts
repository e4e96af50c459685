/**
 * Time in steps of one length, whatever the frame rate: the same keys held for the same time give the same walk. What is
 * left of a frame is carried over to the next.
 */
export class Clock {
  #left = 0;

  constructor(
    /** Seconds. */
    readonly tick: number,
  ) {}

  /** Seconds that have gone by since the last tick. */
  get left(): number {
    return this.#left;
  }

  /** How many ticks fall into the next `dt` seconds. */
  advance(dt: number): number {
    // Many small parts do not add up to a whole exactly.
    const slack = 1e-6 * this.tick;
    const time = this.#left + Math.max(0, dt);
    const count = Math.floor((time + slack) / this.tick);
    this.#left = Math.max(0, time - count * this.tick);
    if (this.#left < slack) this.#left = 0;
    return count;
  }

  restart(): void {
    this.#left = 0;
  }
}
