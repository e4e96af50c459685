import { KineError, type CFunction, type Module } from './module.mjs';

/** Something that the C API made and that must be given back. */
export class Handle {
  readonly #module: Module;
  #pointer: number;
  readonly #destroy: CFunction;
  readonly #gone: string;

  /**
   * @param destroy the C function that gives it back; it takes 0 for nothing
   * @param gone what to say where it is used afterwards
   */
  constructor(module: Module, pointer: number, destroy: CFunction, gone: string) {
    this.#module = module;
    this.#pointer = pointer;
    this.#destroy = destroy;
    this.#gone = gone;
  }

  /** Gives its memory back. A second call does nothing. */
  dispose(): void {
    this.#module.call(this.#destroy, this.#pointer);
    this.#pointer = 0;
  }

  /** The handle of the C API, for those who call the functions of kine.h themselves. */
  get pointer(): number {
    if (this.#pointer === 0) throw new KineError(this.#gone);
    return this.#pointer;
  }
}
