// The walk itself: a figure, the ground below it, and time in steps of one length. All numbers come from the core.
import type { Frames, HandResult, ObjectInReach, Terrain, Vec3 } from 'kine';
import { quaternion, triple, vector } from '../../view/shapes';
import { Clock } from './clock';
import type { Frame, Plant, Print, WalkHow } from './mover';
import { PlantWatch } from './plant_watch';
import type { FullStick } from './stick';
import type { Subject } from './subject';

/** Seconds of one step of time. */
export const tick = 1 / 120;

export class Sim {
  readonly frames: Frames;
  readonly watch = new PlantWatch();
  /** The last whole step of time. */
  frame: Frame;
  /** What is shown: the same, moved on by what is left of the picture's time. */
  shown: Frame;
  /** With it: where feet will land, what its hands are about (none: it has none), and what it looks at. */
  planned: readonly Print[] = [];
  hands: readonly HandResult[] = [];
  looksAt: number | undefined;
  /** Simulated seconds. */
  time = 0;
  /** Since the stick was touched or a foot moved. */
  idle = 0;
  #clock = new Clock(tick);
  #terrain: Terrain;

  constructor(
    terrain: Terrain,
    readonly subject: Subject,
  ) {
    this.#terrain = terrain;
    this.frames = subject.skeleton.createFrames();
    this.frame = this.shown = this.#stand();
  }

  get terrain(): Terrain {
    return this.#terrain;
  }

  set(how: Partial<WalkHow>): void {
    this.subject.walker.set(how);
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
  advance(dt: number, stick: FullStick, each: (frame: Frame) => void): void {
    const count = this.#clock.advance(dt);
    for (let i = 0; i < count; ++i) this.step(stick, each);
    this.#look(stick);
  }

  /** One whole step of time. */
  step(stick: FullStick, each: (frame: Frame) => void): void {
    this.frame = this.#show(stick, tick);
    this.time += tick;
    const eases = this.hands.some(({ weight }) => weight > 0 && weight < 1);
    const moves = eases || this.frame.stepping || stick.forward !== 0 || stick.turn !== 0 || stick.side !== 0;
    this.idle = moves ? 0 : this.idle + tick;
    this.#measure();
    each(this.frame);
  }

  /** What it looks at and reaches for from now on. */
  reach(objects: readonly ObjectInReach[]): void {
    this.subject.walker.reach?.([...objects]);
    this.idle = 0;
  }

  /** What the ground has at a place near the figure; undefined over a gap. */
  heightAt = (x: number, z: number): number | undefined => {
    const y = this.#terrain.heights(x, z, 1, 1, 1)[0];
    return y === undefined || Number.isNaN(y) ? undefined : y;
  };

  /** Where the shown pose has a planted point. `frames` must be of that pose. */
  placeOf = ({ joint, offset, position }: Plant): Vec3 =>
    joint < 0 ? position : triple(vector(this.frames.position(joint, offset)).applyQuaternion(quaternion(this.subject.walker.walkFromFigure)));

  dispose(): void {
    this.frames.dispose();
    this.subject.dispose();
  }

  #stand(): Frame {
    this.#clock.restart();
    const { walker, skeleton } = this.subject;
    walker.place(0, 0, 0);
    const frame = this.#show({}, 0);
    this.watch.restart();
    skeleton.forward(frame.pose, this.frames);
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
    const { walker } = this.subject;
    const state = walker.state();
    this.#show(stick, left);
    walker.restore(state);
    this.#measure();
  }

  /** Goes on, and notes what there is to draw: a walker that is put back tells nothing of its last frame. */
  #show(stick: Partial<FullStick>, dt: number): Frame {
    const { walker } = this.subject;
    this.shown = walker.step(this.#terrain, stick, dt);
    this.planned = walker.plannedSteps();
    this.hands = walker.hands?.() ?? [];
    this.looksAt = walker.looksAt;
    return this.shown;
  }

  #measure(): void {
    this.subject.skeleton.forward(this.shown.pose, this.frames);
    this.watch.look(this.shown.plants, this.placeOf);
  }
}
