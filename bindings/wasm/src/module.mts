// The running module: calls of its functions, its memory, and how it is loaded.
import type { Numbers, Source } from './types.mjs';

/** How many bytes a function may write a sentence into. */
export const kMessageBytes = 1024;

/** The name of a function of the C headers. */
export type CFunction = `kine_${string}`;

/** What kine.wasm exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  _initialize(): void;
  [name: CFunction]: (...values: number[]) => number;
}

/** What went wrong, in one sentence. */
export class KineError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'KineError';
  }
}

/**
 * The running module: its functions and its memory. One block of that memory serves the arguments and results of every
 * call; it grows with the largest. Views are made afresh for each use: when the memory grows, older ones become empty.
 */
export class Module {
  /** Where functions that fail write their sentence. */
  readonly message: number;
  readonly #exports: Exports;
  #block = 0;
  #capacity = 0;
  readonly #words = new Map<string, number>();
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(exports: Exports) {
    this.#exports = exports;
    this.message = exports.malloc(kMessageBytes) >>> 0;
  }

  get #buffer(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  /** How many bytes the module has. */
  get size(): number {
    return this.#buffer.byteLength;
  }

  /** Calls a function of kine.h. */
  call(name: CFunction, ...values: number[]): number {
    const f = this.#exports[name];
    if (!f) throw new KineError(`kine.wasm has no function ${name}: it is not of the same version as kine.mjs`);
    return f(...values);
  }

  /** Calls a function that returns a kine_status; anything but KINE_OK is thrown. */
  check(name: CFunction, ...values: number[]): void {
    const status = this.call(name, ...values);
    if (status !== 0) throw new KineError(`${name}: ${this.readText(this.call('kine_status_text', status))}`);
  }

  /** Pointers to rooms of so many bytes each, good until the next call of this function. */
  rooms(...bytes: number[]): number[] {
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

  /** Room for each array and its numbers in it. */
  write(...arrays: Numbers[]): number[] {
    const pointers = this.rooms(...arrays.map((array) => 8 * array.length));
    arrays.forEach((array, i) => this.writeDoubles(pointers[i] ?? 0, array));
    return pointers;
  }

  writeDoubles(pointer: number, numbers: Numbers): void {
    new Float64Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  writeFloats(pointer: number, numbers: Numbers): void {
    new Float32Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  readDoubles(pointer: number, count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#buffer, pointer, count).slice();
  }

  readFloats(pointer: number, count: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#buffer, pointer, count).slice();
  }

  readInt(pointer: number): number {
    return new DataView(this.#buffer).getInt32(pointer, true);
  }

  /** Room for texts and the texts in it, as UTF-8 with an ending zero. */
  writeTexts(...texts: string[]): number[] {
    const encoded = texts.map((text) => this.#encode(text));
    const pointers = this.rooms(...encoded.map((bytes) => bytes.length + 1));
    const memory = new Uint8Array(this.#buffer);
    encoded.forEach((bytes, i) => {
      const pointer = pointers[i] ?? 0;
      memory.set(bytes, pointer);
      memory[pointer + bytes.length] = 0;
    });
    return pointers;
  }

  /** A text in memory of its own, to be given back by `free`. */
  newText(text: string): number {
    const bytes = this.#encode(text);
    const pointer = this.#exports.malloc(bytes.length + 1) >>> 0;
    if (pointer === 0) throw new KineError(`there is no memory left for ${bytes.length} bytes`);
    const memory = new Uint8Array(this.#buffer, pointer, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    return pointer;
  }

  /** Bytes in memory of their own, to be given back by `free`. */
  newBytes(bytes: Uint8Array | ArrayBuffer): number {
    const pointer = this.#exports.malloc(Math.max(1, bytes.byteLength)) >>> 0;
    if (pointer === 0) throw new KineError(`there is no memory left for ${bytes.byteLength} bytes`);
    new Uint8Array(this.#buffer, pointer, bytes.byteLength).set(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    return pointer;
  }

  readBytes(pointer: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, pointer >>> 0, count >>> 0).slice();
  }

  free(pointer: number): void {
    this.#exports.free(pointer);
  }

  #encode(text: string): Uint8Array<ArrayBuffer> {
    // C ends a text at its first zero: what follows would vanish without a word.
    if (text.includes('\0')) throw new KineError(`the name ${JSON.stringify(text)} contains a zero character`);
    return this.#encoder.encode(text);
  }

  /** A word that is needed again and again, such as the name of a setting: written once, and kept for ever. */
  word(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const pointer = this.newText(word);
    this.#words.set(word, pointer);
    return pointer;
  }

  writeInts(pointer: number, numbers: readonly number[]): void {
    new Int32Array(this.#buffer, pointer, numbers.length).set(numbers);
  }

  readInts(pointer: number, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#buffer, pointer, count).slice();
  }

  readText(pointer: number): string {
    const memory = new Uint8Array(this.#buffer);
    return this.#decoder.decode(memory.subarray(pointer, memory.indexOf(0, pointer)));
  }

  /** The sentence that the last failed build or look-up wrote. */
  readMessage(): string {
    return this.readText(this.message);
  }
}

/**
 * What the module asks of its surroundings: the three calls by which C libraries write to a terminal. The library
 * writes nothing; only a failed assertion of a debug build does, and its text goes to the console.
 */
function wasiStubs(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const kBadFile = 8;
  return {
    fd_close: () => kBadFile,
    fd_seek: () => kBadFile,
    fd_write: (file: number, pieces: number, count: number, written: number): number => {
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

/** What there is in Node and nowhere else: a module without an import, which bundlers for pages would stumble over. */
interface NodeProcess {
  getBuiltinModule?(name: 'node:fs'): { readFileSync(path: URL): Uint8Array<ArrayBuffer> };
}

/** The bytes of a file: address, which Node's fetch does not take. */
function readFile(address: URL): Uint8Array<ArrayBuffer> | undefined {
  if (address.protocol !== 'file:') return undefined;
  return (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.('node:fs').readFileSync(address);
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const bytes = source instanceof URL ? readFile(source) : undefined;
  if (bytes) return WebAssembly.compile(bytes);
  if (typeof source === 'string' || source instanceof URL) return compile(await fetch(source));
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new KineError(`${source.url} could not be loaded: ${source.status} ${source.statusText}`);
    return WebAssembly.compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(source as BufferSource);
}

export async function loadModule(source: Source): Promise<Module> {
  const compiled = await compile(source);
  let exports: Exports | undefined;
  const memory = () => (exports as Exports).memory;
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasiStubs(memory) });
  exports = instance.exports as unknown as Exports;
  exports._initialize();
  return new Module(exports);
}
