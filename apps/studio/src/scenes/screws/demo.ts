import type * as THREE from 'three';
import type { Kine } from 'kine';
import type { Plot, PlotOptions } from '../../shell/plot';
import type { Figures, Probe, Tone } from '../../shell/scene';
import type { Stage } from '../../shell/stage';
import type { Room } from '../../view/stage3d';

export interface DemoContext {
  readonly kine: Kine;
  readonly stage: Stage;
  readonly room: Room;
  /** What the demo draws with. */
  readonly group: THREE.Group;
  section(heading: string, ...children: HTMLElement[]): HTMLElement;
  plot(options: PlotOptions): Plot;
  /** Something changed: draw again. */
  redraw(): void;
  /** A drag or setting ended: a step to undo. */
  commit(): void;
  figures(figures: Figures): void;
  say(tone: Tone, sentence: string): void;
}

export interface Demo {
  draw(): void;
  step?(dt: number): void;
  running?(): boolean;
  /** What undo swaps: plain data. */
  state(): unknown;
  restore(state: unknown): void;
  themed(): void;
  probe(): Probe;
  dispose(): void;
}

export interface DemoEntry {
  readonly key: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly look: readonly [number, number, number];
  readonly eye: readonly [number, number, number];
  /** How much must be seen to each side, metres. */
  readonly wide?: number;
  create(context: DemoContext): Demo;
}
