// @ts-check
// The running module: calls of its functions, its memory, and how it is loaded.
/** @import { Numbers, Source } from './types.mjs' */

/** How many bytes a function may write a sentence into. */
export const kMessageBytes = 1024;

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
  constructor(sentence) {
    super(sentence);
    this.name = 'KineError';
  }
}

/**
 * The running module: its functions and its memory. One block of that memory serves the arguments and results of every
 * call; it grows with the largest. Views are made afresh for each use: when the memory grows, older ones become empty.
 */
export class Module {
  /** @type {Exports} */ #exports;
  #block = 0;
  #capacity = 0;
  /** @type {Map<string, number>} */ #words = new Map();
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @param {Exports} exports */
  constructor(exports) {
    this.#exports = exports;
    /** Where functions that fail write their sentence. */
    this.message = exports.malloc(kMessageBytes) >>> 0;
  }

  /** @returns {ArrayBuffer} */
  get #buffer() {
    return this.#exports.memory.buffer;
  }

  /** How many bytes the module has. */
  get size() {
    return this.#buffer.byteLength;
  }

  /** Calls a function of kine.h. @param {`kine_${string}`} name @param {...number} values @returns {number} */
  call(name, ...values) {
    const f = this.#exports[name];
    if (!f) throw new KineError(`kine.wasm has no function ${name}: it is not of the same version as kine.mjs`);
    return f(...values);
  }

  /**
   * Calls a function that returns a kine_status; anything but KINE_OK is thrown.
   * @param {`kine_${string}`} name @param {...number} values
   */
  check(name, ...values) {
    const status = this.call(name, ...values);
    if (status !== 0) throw new KineError(`${name}: ${this.readText(this.call('kine_status_text', status))}`);
  }

  /**
   * Pointers to rooms of so many bytes each, good until the next call of this function.
   * @param {...number} bytes
   * @returns {number[]}
   */
  rooms(...bytes) {
    const rounded = bytes.map((count) => Math.ceil(count / 16) * 16);
    const total = rounded.reduce((sum, count) => sum + count, 0);
    if (total > this.#capacity || this.#block === 0) {
      this.#exports.free(this.#block);
      this.#capacity = Math.max(total, 4096);
      this.#block = this.#exports.malloc(this.#capacity) >>> 0;
      if (this.#block === 0) {
        this.#capacity = 0;
        throw new KineError(`there is no memory left for ${total} bytes`);
      }
    }
    let at = this.#block;
    return rounded.map((count) => {
      at += count;
      return at - count;
    });
  }

  /** Room for each array and its numbers in it. @param {...Numbers} arrays */
  write(...arrays) {
    const pointers = this.rooms(...arrays.map((array) => 8 * array.length));
    arrays.forEach((array, i) => this.writeDoubles(/** @type {number} */ (pointers[i]), array));
    return pointers;
  }

  /** @param {number} pointer @param {Numbers} numbers */
  writeDoubles(pointer, numbers) {
    new Float64Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  /** @param {number} pointer @param {Numbers} numbers */
  writeFloats(pointer, numbers) {
    new Float32Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  /** @param {number} pointer @param {number} count */
  readDoubles(pointer, count) {
    return new Float64Array(this.#buffer, pointer, count).slice();
  }

  /** @param {number} pointer @param {number} count */
  readFloats(pointer, count) {
    return new Float32Array(this.#buffer, pointer, count).slice();
  }

  /** @param {number} pointer */
  readInt(pointer) {
    return new DataView(this.#buffer).getInt32(pointer, true);
  }

  /** Room for texts and the texts in it, as UTF-8 with an ending zero. @param {...string} texts */
  writeTexts(...texts) {
    const encoded = texts.map((text) => this.#encode(text));
    const pointers = this.rooms(...encoded.map((bytes) => bytes.length + 1));
    const memory = new Uint8Array(this.#buffer);
    encoded.forEach((bytes, i) => {
      const pointer = /** @type {number} */ (pointers[i]);
      memory.set(bytes, pointer);
      memory[pointer + bytes.length] = 0;
    });
    return pointers;
  }

  /** A text in memory of its own, to be given back by `free`. @param {string} text */
  newText(text) {
    const bytes = this.#encode(text);
    const pointer = this.#exports.malloc(bytes.length + 1) >>> 0;
    if (pointer === 0) throw new KineError(`there is no memory left for ${bytes.length} bytes`);
    const memory = new Uint8Array(this.#buffer, pointer, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    return pointer;
  }

  /** Bytes in memory of their own, to be given back by `free`. @param {Uint8Array | ArrayBuffer} bytes */
  newBytes(bytes) {
    const pointer = this.#exports.malloc(Math.max(1, bytes.byteLength)) >>> 0;
    if (pointer === 0) throw new KineError(`there is no memory left for ${bytes.byteLength} bytes`);
    new Uint8Array(this.#buffer, pointer, bytes.byteLength).set(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    return pointer;
  }

  /** @param {number} pointer @param {number} count */
  readBytes(pointer, count) {
    return new Uint8Array(this.#buffer, pointer >>> 0, count >>> 0).slice();
  }

  /** @param {number} pointer */
  free(pointer) {
    this.#exports.free(pointer);
  }

  /** @param {string} text */
  #encode(text) {
    // C ends a text at its first zero: what follows would vanish without a word.
    if (text.includes('\0')) throw new KineError(`the name ${JSON.stringify(text)} contains a zero character`);
    return this.#encoder.encode(text);
  }

  /**
   * A word that is needed again and again, such as the name of a setting: written once, and kept for ever.
   * @param {string} word
   */
  word(word) {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const pointer = this.newText(word);
    this.#words.set(word, pointer);
    return pointer;
  }

  /** @param {number} pointer @param {readonly number[]} numbers */
  writeInts(pointer, numbers) {
    new Int32Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  /** @param {number} pointer @param {number} count */
  readInts(pointer, count) {
    return new Int32Array(this.#buffer, pointer, count).slice();
  }

  /** @param {number} pointer */
  readText(pointer) {
    const memory = new Uint8Array(this.#buffer);
    return this.#decoder.decode(memory.subarray(pointer, memory.indexOf(0, pointer)));
  }

  /** The sentence that the last failed build or look-up wrote. */
  readMessage() {
    return this.readText(this.message);
  }
}

/**
 * What the module asks of its surroundings: the three calls by which C libraries write to a terminal. The library
 * writes nothing; only a failed assertion of a debug build does, and its text goes to the console.
 * @param {() => WebAssembly.Memory} memory
 */
function wasiStubs(memory) {
  const kBadFile = 8;
  return {
    fd_close: () => kBadFile,
    fd_seek: () => kBadFile,
    /** @param {number} file @param {number} pieces @param {number} count @param {number} written */
    fd_write: (file, pieces, count, written) => {
      const view = new DataView(memory().buffer);
      let total = 0;
      let text = '';
      for (let i = 0; i < count; ++i) {
        const pointer = view.getUint32(pieces + 8 * i, true);
        const length = view.getUint32(pieces + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, pointer, length));
        total += length;
      }
      if (text.trim() !== '') (file === 2 ? console.error : console.log)(text.trimEnd());
      view.setUint32(written, total, true);
      return 0;
    },
  };
}

/** @param {Source} source @returns {Promise<WebAssembly.Module>} */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string' || source instanceof URL) return compile(await fetch(source));
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new KineError(`${source.url} could not be loaded: ${source.status} ${source.statusText}`);
    return WebAssembly.compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(/** @type {BufferSource} */ (source));
}

/** @param {Source} source @returns {Promise<Module>} */
export async function loadModule(source) {
  const compiled = await compile(source);
  /** @type {Exports | undefined} */
  let exports;
  const memory = () => /** @type {Exports} */ (exports).memory;
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasiStubs(memory) });
  exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  exports._initialize();
  return new Module(exports);
}
