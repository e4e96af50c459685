// Runs a WASI command under Node: node tools/run_wasi.mjs PROGRAM.wasm [ARGUMENT…]
//
// The system calls are our own few: Node 20's node:wasi ends some runs in a segmentation fault after the program is done.
// The program has standard output and error, its arguments, clocks and random numbers; it has no files and no environment.
import { randomFillSync } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { argv } from 'node:process';

const kSuccess = 0;
const kBadDescriptor = 8;
const kNotSupported = 58;
const kCharacterDevice = 2;

class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Writes all of the bytes; a full pipe is waited for. */
function writeAll(descriptor, bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** The system calls of WASI preview 1 for a program with these arguments. `memory()` is its memory as it is now. */
function systemCalls(args, memory) {
  const view = () => new DataView(memory().buffer);
  const words = args.map((word) => new TextEncoder().encode(`${word}\0`));
  const isOutput = (descriptor) => descriptor === 1 || descriptor === 2;

  return {
    args_sizes_get(count, bytes) {
      view().setUint32(count, words.length, true);
      view().setUint32(bytes, words.reduce((sum, word) => sum + word.length, 0), true);
      return kSuccess;
    },
    args_get(pointers, text) {
      for (const [i, word] of words.entries()) {
        view().setUint32(pointers + 4 * i, text, true);
        new Uint8Array(memory().buffer, text, word.length).set(word);
        text += word.length;
      }
      return kSuccess;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return kSuccess;
    },
    environ_get: () => kSuccess,
    clock_res_get(clock, result) {
      view().setBigUint64(result, 1000n, true);
      return kSuccess;
    },
    clock_time_get(clock, _precision, result) {
      const realtime = clock === 0;
      view().setBigUint64(result, realtime ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint(), true);
      return kSuccess;
    },
    random_get(pointer, count) {
      randomFillSync(new Uint8Array(memory().buffer, pointer, count));
      return kSuccess;
    },
    fd_fdstat_get(descriptor, result) {
      if (!isOutput(descriptor)) return kBadDescriptor;
      new Uint8Array(memory().buffer, result, 24).fill(0);
      view().setUint8(result, kCharacterDevice);
      return kSuccess;
    },
    fd_write(descriptor, pieces, count, written) {
      if (!isOutput(descriptor)) return kBadDescriptor;
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const pointer = view().getUint32(pieces + 8 * i, true);
        const length = view().getUint32(pieces + 8 * i + 4, true);
        writeAll(descriptor, new Uint8Array(memory().buffer, pointer, length));
        total += length;
      }
      view().setUint32(written, total, true);
      return kSuccess;
    },
    fd_close: () => kSuccess,
    fd_prestat_get: () => kBadDescriptor,
    sched_yield: () => kSuccess,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
}

/** Runs the program and gives its exit code. */
function run(path, args) {
  const module = new WebAssembly.Module(readFileSync(path));
  let instance;
  const calls = systemCalls(args, () => instance.exports.memory);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = calls[name] ?? (() => kNotSupported);
  instance = new WebAssembly.Instance(module, imports);
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

process.exitCode = run(argv[2], argv.slice(2));
