// What is being dragged, how the last pull went, and what a pull costs.
import type { Vec3 } from 'kine';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { Drag, type Pulled } from './drag';
import type { Edit } from './edits';
import type { Figure } from './figure';
import type { Puller } from './puller';
import type { State } from './settings';

export class Dragging {
  #drag: Drag | undefined;
  #pulled: Pulled | undefined;
  #editCount = 0;
  #watch = new Stopwatch();
  #microseconds: number | null = null;

  /** While it lasts. */
  get drag(): Drag | undefined {
    return this.#drag;
  }

  /** How the last one went. */
  get pulled(): Pulled | undefined {
    return this.#pulled;
  }

  get microseconds(): number | null {
    return this.#microseconds;
  }

  begin(figure: Figure, puller: Puller, state: State, frame: number, joint: number): void {
    this.#pulled = undefined;
    this.#drag = new Drag(figure, puller, state, frame, joint);
  }

  /** Throws where a bone has no size at this frame: that skeleton cannot be solved. */
  pull(where: (from: Vec3) => Vec3): void {
    if (!this.#drag) return;
    try {
      this.#pulled = this.#drag.pull(where(this.#drag.target));
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Lets go. What it leaves in the clip is handed to `keep`; what such a pull costs is measured when there is time. */
  end(puller: Puller, state: State, keep: (edit: Edit) => void, measured: () => void): void {
    const [drag, pulled] = [this.#drag, this.#pulled];
    this.#drag = undefined;
    const edit = drag?.edit(++this.#editCount);
    if (!drag || !edit) return;
    keep(edit);
    this.#pulled = pulled;
    this.#watch.later(() => {
      this.#microseconds = microsecondsOf((repeats) => {
        for (let i = 0; i < repeats; ++i) puller.pull(state, edit.clip, drag.frame, drag.joint, drag.target);
      }, 2);
      measured();
    });
  }

  forget(): void {
    this.#drag = this.#pulled = undefined;
  }

  /** Another figure. */
  reset(): void {
    this.#watch.stop();
    this.#microseconds = null;
    this.forget();
  }
}
