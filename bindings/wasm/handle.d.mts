/** Something that the C API made and that must be given back. */
export class Handle {
    /**
     * @param {Module} module @param {number} pointer
     * @param {`kine_${string}`} destroy the C function that gives it back; it takes 0 for nothing
     * @param {string} gone what to say where it is used afterwards
     */
    constructor(module: Module, pointer: number, destroy: `kine_${string}`, gone: string);
    /** Gives its memory back. A second call does nothing. */
    dispose(): void;
    /** The handle of the C API, for who calls kine.h's functions himself. */
    get pointer(): number;
    #private;
}
import type { Module } from './module.mjs';
