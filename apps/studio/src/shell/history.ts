/**
 * Undo and redo over snapshots: texts that hold all that a scene's user can change. A step is recorded when a drag or a
 * setting ends; one that changed nothing is not a step.
 */
export class History {
  #past: string[] = [];
  #future: string[] = [];
  #present = '';
  #listeners: (() => void)[] = [];

  /** At most so many steps are kept. */
  static readonly kept = 200;

  start(snapshot: string): void {
    this.#past = [];
    this.#future = [];
    this.#present = snapshot;
    this.#tell();
  }

  record(snapshot: string): void {
    if (snapshot === this.#present) return;
    this.#past.push(this.#present);
    if (this.#past.length > History.kept) this.#past.shift();
    this.#future = [];
    this.#present = snapshot;
    this.#tell();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The snapshot to go back to; undefined at the beginning. */
  undo(): string | undefined {
    return this.#swap(this.#past, this.#future);
  }

  /** The snapshot to go forward to; undefined at the end. */
  redo(): string | undefined {
    return this.#swap(this.#future, this.#past);
  }

  /** Calls back after every change. */
  watch(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #swap(from: string[], to: string[]): string | undefined {
    const snapshot = from.pop();
    if (snapshot === undefined) return undefined;
    to.push(this.#present);
    this.#present = snapshot;
    this.#tell();
    return snapshot;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
