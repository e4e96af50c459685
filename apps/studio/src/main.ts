import wasm from 'kine/kine.wasm?url';
import { Kine } from 'kine';
import { Shell } from './shell/shell';
import type { Probe } from './shell/scene';
import { startTheme } from './shell/theme';
import './style.css';

/** What tests (and the curious, in the console) may ask. Every number comes from the core. */
export interface Hook {
  readonly version: string;
  scene(): string;
  /** Stops the clock and lets time go on by `count` steps of `dt` seconds. */
  step(dt: number, count?: number): void;
  hold(): void;
  probe(): Probe;
  undo(): void;
  redo(): void;
}

declare global {
  interface Window {
    kine?: Hook;
  }
}

async function start(root: HTMLElement): Promise<void> {
  startTheme();
  const kine = await Kine.load(new URL(wasm, location.href));
  const shell = new Shell(kine, root);
  await shell.open();
  window.kine = {
    version: kine.version,
    scene: () => shell.sceneId,
    step: (dt, count = 1) => shell.step(dt, count),
    hold: () => shell.hold(),
    probe: () => shell.probe(),
    undo: () => shell.undo(),
    redo: () => shell.redo(),
  };
}

const root = document.getElementById('app');
if (root) {
  start(root).catch((error: unknown) => {
    root.textContent = `The studio could not start: ${error instanceof Error ? error.message : String(error)}`;
    throw error;
  });
}
