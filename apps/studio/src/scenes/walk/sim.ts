// The walk itself: a figure, the ground below it, and time in steps of one length. All numbers come from the core.
import type { FootPlant, Frames, Kine, Skeleton, Terrain, Vec3, WalkFrame, Walker } from '../../../../../bindings/wasm/kine.mjs';
import { Clock } from './clock';
import { PlantWatch } from './plant_watch';
import type { FullStick } from './stick';

export interface WalkHow {
  readonly mode: 'half' | 'full' | 'hybrid';
  /** m/s at a full stick. */
  readonly speed: number;
}

/** Seconds of one step of time. */
export const tick = 1 / 120;

export class Sim {
  readonly skeleton: Skeleton;
  readonly walker: Walker;
  readonly frames: Frames;
  readonly watch = new PlantWatch();
  /** The last whole step of time. */
  frame: WalkFrame;
  /** What is shown: the same, moved on by what is left of the picture's time. */
  shown: WalkFrame;
  /** Simulated seconds. */
  time = 0;
  /** Since the stick was touched or a foot moved. */
  idle = 0;
  #clock = new Clock(tick);
  #terrain: Terrain;
  #points: Record<string, number>;

  constructor(kine: Kine, terrain: Terrain, how: WalkHow) {
    this.#terrain = terrain;
    this.skeleton = kine.buildScene('humanoid');
    this.walker = kine.createWalker(this.skeleton, kine.scenePose(this.skeleton, 'humanoid', 'standing'), how);
    this.frames = this.skeleton.createFrames();
    const numberOf = (name: string): number => this.skeleton.joints.findIndex((joint) => joint.name === name);
    this.#points = Object.fromEntries(
      ['left', 'right'].flatMap((foot) => [[`${foot} heel`, numberOf(`${foot}_heel`)], [`${foot} toe`, numberOf(`${foot}_toe_tip`)]]),
    );
    this.frame = this.shown = this.#stand();
  }

  get terrain(): Terrain {
    return this.#terrain;
  }

  set(how: Partial<WalkHow>): void {
    this.walker.set(how);
    this.idle = 0;
  }

  /** Other ground: it begins at the middle of it, standing. */
  walkOn(terrain: Terrain): void {
    this.#terrain = terrain;
    this.restart();
  }

  restart(): void {
    this.time = this.idle = 0;
    this.frame = this.shown = this.#stand();
  }

  /** Time goes on by dt. `each`: after every whole step. */
  advance(dt: number, stick: FullStick, each: (frame: WalkFrame) => void): void {
    const count = this.#clock.advance(dt);
    for (let i = 0; i < count; ++i) this.step(stick, each);
    this.#look(stick);
  }

  /** One whole step of time. */
  step(stick: FullStick, each: (frame: WalkFrame) => void): void {
    this.frame = this.shown = this.walker.step(this.#terrain, stick, tick);
    this.time += tick;
    const moves = this.frame.stepping || stick.forward !== 0 || stick.turn !== 0 || stick.side !== 0;
    this.idle = moves ? 0 : this.idle + tick;
    this.#measure();
    each(this.frame);
  }

  /** What the ground has at a place near the figure; undefined over a gap. */
  heightAt = (x: number, z: number): number | undefined => {
    const y = this.#terrain.heights(x, z, 1, 1, 1)[0];
    return y === undefined || Number.isNaN(y) ? undefined : y;
  };

  /** Where the shown pose has a planted point. `frames` must be of that pose. */
  placeOf = ({ foot, part }: Pick<FootPlant, 'foot' | 'part'>): Vec3 => this.frames.position(this.#points[`${foot} ${part}`] ?? 0);

  dispose(): void {
    this.frames.dispose();
    this.walker.dispose();
    this.skeleton.dispose();
  }

  #stand(): WalkFrame {
    this.#clock.restart();
    this.walker.place(0, 0, 0);
    const frame = this.walker.step(this.#terrain, {}, 0);
    this.watch.restart();
    this.skeleton.forward(frame.pose, this.frames);
    this.watch.look(frame.plants, this.placeOf);
    return frame;
  }

  /**
   * A picture rarely falls on a whole step. The walk is known at any time, so it is asked for the moment of the picture and
   * then put back: nothing judders, and the walk stays the same at any frame rate.
   */
  #look(stick: FullStick): void {
    const { left } = this.#clock;
    if (left === 0) return;
    const state = this.walker.state();
    this.shown = this.walker.step(this.#terrain, stick, left);
    this.walker.restore(state);
    this.#measure();
  }

  #measure(): void {
    this.skeleton.forward(this.shown.pose, this.frames);
    this.watch.look(this.shown.plants, this.placeOf);
  }
}
