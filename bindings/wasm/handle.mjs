// @ts-check
/** @import { Module } from './module.mjs' */
import { KineError } from './module.mjs';

/** Something that the C API made and that must be given back. */
export class Handle {
  #module;
  #pointer;
  #destroy;
  #gone;

  /**
   * @param {Module} module @param {number} pointer
   * @param {`kine_${string}`} destroy the C function that gives it back; it takes 0 for nothing
   * @param {string} gone what to say where it is used afterwards
   */
  constructor(module, pointer, destroy, gone) {
    this.#module = module;
    this.#pointer = pointer;
    this.#destroy = destroy;
    this.#gone = gone;
  }

  /** Gives its memory back. A second call does nothing. */
  dispose() {
    this.#module.call(this.#destroy, this.#pointer);
    this.#pointer = 0;
  }

  /** The handle of the C API, for who calls kine.h's functions himself. */
  get pointer() {
    if (this.#pointer === 0) throw new KineError(this.#gone);
    return this.#pointer;
  }
}
