// What goes about over the ground, on two legs or on six: a walker of the core is one as it is, a spider is made one.
import type { Crawler, FootShape, HandResult, Kine, LegResult, ObjectInReach, Quat, Skeleton, Terrain, Vec3, WalkFrame } from 'kine';
import type { FullStick } from './stick';

export type Gait = 'natural' | 'paper';

export interface WalkHow {
  readonly gait: Gait;
  readonly mode: 'half' | 'full' | 'hybrid';
  /** m/s at a full stick. */
  readonly speed: number;
}

/** A point that stands still on the ground. */
export interface Plant {
  readonly foot: string;
  readonly part: string;
  readonly joint: number;
  readonly offset: Vec3;
  readonly position: Vec3;
}

/** Where a foot stands, stood last or will land, flat. */
export interface Print {
  readonly foot: string;
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** A walker's, for any number of legs. */
export interface Frame extends Omit<WalkFrame, 'plants' | 'legs'> {
  readonly plants: readonly Plant[];
  readonly legs: readonly LegResult[];
}

export interface Mover {
  /** Turns the figure's world into the one it goes about in. */
  readonly walkFromFigure: Quat;
  readonly notes: readonly string[];
  readonly settings: Readonly<Record<string, number>>;
  /** Its feet, to draw prints of; none: it stands on points. */
  readonly footShapes: readonly FootShape[];
  set(how: Partial<WalkHow>): void;
  place(x: number, z: number, heading: number): void;
  step(terrain: Terrain, stick: Partial<FullStick>, dt: number): Frame;
  state(): Uint8Array;
  restore(state: Uint8Array): void;
  soles(): readonly (Print & { readonly bears: boolean })[];
  plannedSteps(): readonly Print[];
  /** What the last frame costs; undefined: nothing that a table could compare. */
  time?(terrain: Terrain, repeats: number): { readonly frameMicroseconds: number; readonly solveMicroseconds: number };
  /** What it looks at and reaches for; undefined: it has no hands. */
  reach?(objects: (ObjectInReach | undefined)[]): void;
  hands?(): readonly HandResult[];
  readonly looksAt?: number | undefined;
  dispose(): void;
}

const legs = ['left front', 'left middle', 'left hind', 'right front', 'right middle', 'right hind'] as const;
const upright: Quat = [0, 0, 0, 1];

/** The spider of Meredith & Maddock: six legs on alternating tripods, each a goal of three rows. */
export class Spider implements Mover {
  readonly walkFromFigure = upright;
  readonly notes: readonly string[] = [];
  readonly footShapes: readonly FootShape[] = [];
  #crawler: Crawler;
  #frame: ReturnType<Crawler['step']> | undefined;

  constructor(kine: Kine, skeleton: Skeleton, speed: number) {
    const tips = legs.map((leg) => `${leg.replace(' ', '_')}_tip`);
    this.#crawler = kine.createCrawler(skeleton, kine.scenePose(skeleton, 'spider', 'standing'), tips, { speed });
  }

  get settings(): Readonly<Record<string, number>> {
    return this.#crawler.settings;
  }

  /** It has one gait and one way to solve its legs. */
  set({ speed }: Partial<WalkHow>): void {
    if (speed !== undefined) this.#crawler.set({ speed });
  }

  place(x: number, z: number, heading: number): void {
    this.#crawler.place(x, z, heading);
  }

  step(terrain: Terrain, stick: Partial<FullStick>, dt: number): Frame {
    const frame = (this.#frame = this.#crawler.step(terrain, stick, dt));
    const { tips, positionError, iterations } = frame;
    return {
      ...frame,
      hips: frame.body,
      plants: tips.flatMap(({ joint, position, stands }, i) =>
        stands ? [{ foot: legs[i] ?? '', part: 'tip', joint, offset: [0, 0, 0] as const, position }] : []),
      legs: [{ positionError, angleError: 0, iterations: iterations / tips.length, full: false }],
      badStick: false,
      heldBack: false,
    };
  }

  state(): Uint8Array {
    return this.#crawler.state();
  }

  restore(state: Uint8Array): void {
    this.#crawler.restore(state);
  }

  soles(): (Print & { readonly bears: boolean })[] {
    return (this.#frame?.tips ?? []).map(({ position, stands }, i) => ({ foot: legs[i] ?? '', bears: stands, position, rotation: upright }));
  }

  plannedSteps(): Print[] {
    return (this.#frame?.tips ?? []).flatMap(({ landing }, i) => (landing ? [{ foot: legs[i] ?? '', position: landing, rotation: upright }] : []));
  }

  dispose(): void {
    this.#crawler.dispose();
  }
}
