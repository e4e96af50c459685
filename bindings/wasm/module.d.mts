/** @param {Source} source @returns {Promise<Module>} */
export function loadModule(source: Source): Promise<Module>;
/** @import { Numbers, Source } from './types.mjs' */
/** How many bytes a function may write a sentence into. */
export const kMessageBytes: 1024;
/**
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   malloc(bytes: number): number,
 *   free(pointer: number): void,
 *   _initialize(): void,
 *   [name: `kine_${string}`]: (...values: number[]) => number,
 * }} Exports
 */
/** What went wrong, in one sentence. */
export class KineError extends Error {
    /** @param {string} sentence */
    constructor(sentence: string);
}
/**
 * The running module: its functions and its memory. One block of that memory serves the arguments and results of every
 * call; it grows with the largest. Views are made afresh for each use: when the memory grows, older ones become empty.
 */
export class Module {
    /** @param {Exports} exports */
    constructor(exports: Exports);
    /** Where functions that fail write their sentence. */
    message: number;
    /** How many bytes the module has. */
    get size(): number;
    /** Calls a function of kine.h. @param {`kine_${string}`} name @param {...number} values @returns {number} */
    call(name: `kine_${string}`, ...values: number[]): number;
    /**
     * Calls a function that returns a kine_status; anything but KINE_OK is thrown.
     * @param {`kine_${string}`} name @param {...number} values
     */
    check(name: `kine_${string}`, ...values: number[]): void;
    /**
     * Pointers to rooms of so many bytes each, good until the next call of this function.
     * @param {...number} bytes
     * @returns {number[]}
     */
    rooms(...bytes: number[]): number[];
    /** Room for each array and its numbers in it. @param {...Numbers} arrays */
    write(...arrays: Numbers[]): number[];
    /** @param {number} pointer @param {Numbers} numbers */
    writeDoubles(pointer: number, numbers: Numbers): void;
    /** @param {number} pointer @param {Numbers} numbers */
    writeFloats(pointer: number, numbers: Numbers): void;
    /** @param {number} pointer @param {number} count */
    readDoubles(pointer: number, count: number): Float64Array<ArrayBuffer>;
    /** @param {number} pointer @param {number} count */
    readFloats(pointer: number, count: number): Float32Array<ArrayBuffer>;
    /** @param {number} pointer */
    readInt(pointer: number): number;
    /** Room for texts and the texts in it, as UTF-8 with an ending zero. @param {...string} texts */
    writeTexts(...texts: string[]): number[];
    /** A text in memory of its own, to be given back by `free`. @param {string} text */
    newText(text: string): number;
    /** Bytes in memory of their own, to be given back by `free`. @param {Uint8Array | ArrayBuffer} bytes */
    newBytes(bytes: Uint8Array | ArrayBuffer): number;
    /** @param {number} pointer @param {number} count */
    readBytes(pointer: number, count: number): Uint8Array<ArrayBuffer>;
    /** @param {number} pointer */
    free(pointer: number): void;
    /**
     * A word that is needed again and again, such as the name of a setting: written once, and kept for ever.
     * @param {string} word
     */
    word(word: string): number;
    /** @param {number} pointer @param {readonly number[]} numbers */
    writeInts(pointer: number, numbers: readonly number[]): void;
    /** @param {number} pointer @param {number} count */
    readInts(pointer: number, count: number): Int32Array<ArrayBuffer>;
    /** @param {number} pointer */
    readText(pointer: number): string;
    /** The sentence that the last failed build or look-up wrote. */
    readMessage(): string;
    #private;
}
export type Exports = {
    memory: WebAssembly.Memory;
    malloc(bytes: number): number;
    free(pointer: number): void;
    _initialize(): void;
    [name: `kine_${string}`]: (...values: number[]) => number;
};
import type { Source } from './types.mjs';
import type { Numbers } from './types.mjs';
