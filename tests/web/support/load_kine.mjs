// Loads the kine.wasm that the preset `wasm` builds; KINE_WASM names another one.
import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Kine } from 'kine';

export const wasmPath = env.KINE_WASM ?? fileURLToPath(new URL('../../../build/wasm/kine.wasm', import.meta.url));
export const wasmBytes = await readFile(wasmPath);

export const loadKine = () => Kine.load(wasmBytes);
