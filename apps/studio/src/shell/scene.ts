// What a scene is to the shell. A new one (walking, motion capture) is a folder under scenes/ and a line in registry.ts.
import type { Kine } from 'kine';
import type { History } from './history';
import type { Panel } from './panel';
import type { Stage } from './stage';

/** How a solve went, as every scene shows it. */
export interface Figures {
  method: string;
  status: string;
  /** Null where the method has none: a closed form. */
  iterations: number | null;
  /** Null where it was not measured. */
  microseconds: number | null;
  /** Metres. Null where there is no such error to speak of. */
  positionError: number | null;
  /** Radians. */
  angleError?: number | null;
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** Everything a scene gets from the shell. */
export interface SceneContext {
  readonly kine: Kine;
  readonly stage: Stage;
  readonly panel: Panel;
  readonly history: History;
  /** What follows the scene's name in the address, e.g. ['gimbal'] in #/screws/gimbal. */
  readonly route: readonly string[];
  /** Has `draw` called before the next picture. */
  redraw(): void;
  figures(figures: Figures): void;
  /** The sentence under the picture: what was reached, or what stands in the way. */
  say(tone: Tone, sentence: string): void;
  /** Changes what follows the scene's name in the address, without a reload. */
  goTo(part: string): void;
}

/** A value that tests read back; every number in it comes from the core. */
export type Probe = Readonly<Record<string, unknown>>;

export interface Scene {
  /** Draws what is there now. Called once after any number of redraw(). */
  draw(): void;
  /** Time goes on by dt seconds. Only scenes that move by themselves have it. */
  step?(dt: number): void;
  /** Whether time should go on by itself. */
  running?(): boolean;
  /** The address changed below the scene's name. False: the scene must be made anew. */
  routed?(route: readonly string[]): boolean;
  /** Everything that can be dragged or set, as one text: undo and redo swap these. */
  snapshot(): string;
  restore(snapshot: string): void;
  /** What the reset button does besides restoring the first snapshot: for what snapshots do not hold. */
  reset?(): void;
  /** The colours changed. */
  themed(): void;
  probe(): Probe;
  /** The picture as it is on the screen. */
  picture(): HTMLCanvasElement;
  dispose(): void;
}

export interface SceneEntry {
  readonly id: string;
  readonly title: string;
  /** One sentence that says what there is to see. */
  readonly summary: string;
  /** A few plain sentences more. */
  readonly explanation: readonly string[];
  load(): Promise<{ create(context: SceneContext): Scene }>;
}
