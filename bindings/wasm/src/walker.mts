import { newBones } from './bones.mjs';
import { quat, vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type CFunction, type Module } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Terrain } from './terrain.mjs';
import type {
  BoneOverrides, FootPlant, FootPoint, FootShape, HandResult, LegResult, Numbers, ObjectInReach, PlannedStep, Quat, Sole, Stick, Vec3,
  WalkFrame, WalkSettings,
} from './types.mjs';

/** The settings that are words, and the words in order. */
const kWords = { gait: ['natural', 'paper'], mode: ['half', 'full', 'hybrid'] };
const kFeet = ['left', 'right'] as const;
const kParts = ['heel', 'toe'] as const;

/**
 * A body that walks: how, and where it has come to. It walks in a world that is Y up, in which the terrain lies and all
 * places are told; poses are the figure's own, in whose world another axis may be up: see `walkFromFigure`.
 */
export class Walker extends Handle {
  readonly skeleton: Skeleton;
  /** Its feet, left and right, to draw footprints. */
  readonly footShapes: readonly [FootShape, FootShape];
  /** Turns the figure's world into the one it walks in: what draws the figure on the terrain. */
  readonly walkFromFigure: Quat;
  /** How it stands: a pose of its skeleton. */
  readonly standing: Float64Array<ArrayBuffer>;
  /** The points of its feet that come to stand on the ground. */
  readonly footPoints: readonly FootPoint[];
  readonly #module: Module;
  #pose: Float64Array;

  /** Kine.createWalker and Kine.createFigureWalker make these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_walker_destroy', 'this walker was disposed of');
    this.#module = module;
    const count = skeleton.valueCount;
    const [q = 0, out = 0] = module.rooms(8 * count, 80);
    module.check('kine_walker_standing', pointer, q, count);
    this.#pose = module.readDoubles(q, count);
    this.skeleton = skeleton;
    const shapeOf = (foot: number): FootShape => {
      module.check('kine_walker_foot_shape', pointer, foot, out);
      const numbers = module.readDoubles(out, 10);
      return { heel: vec3(numbers, 0), ball: vec3(numbers, 3), tip: vec3(numbers, 6), halfWidth: numbers[9] ?? 0 };
    };
    this.footShapes = [shapeOf(0), shapeOf(1)];
    module.check('kine_walker_figure_from_walk', pointer, out);
    const [x = 0, y = 0, z = 0, w = 1] = module.readDoubles(out, 4);
    this.walkFromFigure = [0 - x, 0 - y, 0 - z, w];
    this.standing = this.#pose.slice();
    this.footPoints = kFeet.flatMap((foot, i) => kParts.map((part, k) => {
      const joint = module.call('kine_walker_foot_point', pointer, i, k, out);
      return { foot, part, joint, offset: vec3(module.readDoubles(out, 3), 0) };
    }));
  }

  /** What was guessed of the figure, and what its gait had to give, one sentence each. */
  get notes(): string[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_walker_note_count', this.pointer) }, (_, i) =>
      module.readText(module.call('kine_walker_note', this.pointer, i)));
  }

  /**
   * Changes how it walks, at any time. A figure of Kine.createFigureWalker rehearses a new gait, speed or width, which takes
   * a moment (tens of milliseconds); what its joints forbid throws a KineError and changes nothing.
   */
  set({ gait, ...others }: WalkSettings): void {
    const module = this.#module;
    // The gait comes first: it changes the others.
    applySettings(module, this, 'kine_walker', kWords, Object.entries({ gait, ...others }));
    if (module.call('kine_walker_suit', this.pointer, module.message, kMessageBytes) !== 0)
      throw new KineError(module.readMessage());
  }

  /** All settings as numbers. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_walker');
  }

  /**
   * Starts again: the next step puts it on the ground there. That is the highest ground, or with a height the highest
   * that is not more than half a leg above it.
   */
  place(x: number, z: number, heading = 0, height?: number): void {
    if (height === undefined) this.#module.check('kine_walker_place', this.pointer, x, z, heading);
    else this.#module.check('kine_walker_place_at', this.pointer, x, height, z, heading);
  }

  /** One frame: moves on by `dt` seconds as the stick asks. */
  step(terrain: Terrain, { forward = 0, turn = 0, side = 0 }: Stick, dt: number): WalkFrame {
    const module = this.#module;
    const count = this.#pose.length;
    const [q = 0, out = 0] = module.rooms(8 * count, 56);
    module.writeDoubles(q, this.#pose);
    module.check('kine_walk', this.pointer, terrain.pointer, forward, turn, side, dt, q, count);
    this.#pose = module.readDoubles(q, count);
    module.check('kine_walker_hips', this.pointer, out);
    const hips = module.readDoubles(out, 7);
    return {
      pose: this.#pose.slice(),
      hips: { translation: vec3(hips, 0), rotation: quat(hips, 3) },
      x: this.#result('x'),
      z: this.#result('z'),
      heading: this.#result('heading'),
      speed: this.#result('speed'),
      stepping: this.#result('stepping') === 1,
      plants: this.plants(),
      legs: [this.#leg(0), this.#leg(1)],
      badStick: this.#result('bad_stick') === 1,
      heldBack: this.#result('held_back') === 1,
      blocked: this.#result('blocked') === 1,
      noGround: this.#result('no_ground') === 1,
    };
  }

  /**
   * What it looks at and reaches for from the next step on; each is known by its place in the list. Give them again
   * where they have moved; `undefined` for one that is gone.
   */
  reach(objects: (ObjectInReach | undefined)[]): void {
    const module = this.#module;
    const [points = 0, wishes = 0] = module.rooms(24 * objects.length, 4 * objects.length);
    module.writeDoubles(points, objects.flatMap((object) => object?.point ?? [NaN, NaN, NaN]));
    module.writeInts(wishes, objects.map((object) => (object?.look === false ? 0 : 1) + (object?.reach === false ? 0 : 2)));
    module.check('kine_walker_set_objects', this.pointer, points, 3 * objects.length, wishes);
  }

  /** What the left and the right hand are about. */
  hands(): [HandResult, HandResult] {
    return [this.#hand(0), this.#hand(1)];
  }

  /** The object that it looks at. */
  get looksAt(): number | undefined {
    const object = this.#result('looks_at');
    return object >= 0 ? object : undefined;
  }

  /** The heels and toes that are planted now. */
  plants(): FootPlant[] {
    const [out = 0] = this.#module.rooms(24);
    const plants: FootPlant[] = [];
    this.footPoints.forEach((point, i) => {
      if (this.#module.call('kine_walker_plant', this.pointer, i >> 1, i & 1, out) !== 1) return;
      plants.push({ ...point, position: vec3(this.#module.readDoubles(out, 3), 0) });
    });
    return plants;
  }

  /** Where the left and the right foot stand or stood last, flat; empty before the first step. */
  soles(): Sole[] {
    const [out = 0] = this.#module.rooms(56);
    const soles: Sole[] = [];
    kFeet.forEach((foot, i) => {
      const bears = this.#module.call('kine_walker_sole', this.pointer, i, out);
      if (bears >= 0) soles.push({ foot, bears: bears === 1, ...this.#sole(out) });
    });
    return soles;
  }

  /** Where the foot that steps will land: none or one. */
  plannedSteps(): PlannedStep[] {
    const [out = 0] = this.#module.rooms(56);
    const foot = kFeet[this.#module.call('kine_walker_landing', this.pointer, out)];
    return foot ? [{ foot, ...this.#sole(out) }] : [];
  }

  /** All that the walk remembers: see `restore`. */
  state(): Uint8Array<ArrayBuffer> {
    const size = this.#module.call('kine_walker_state_size');
    const [out = 0] = this.#module.rooms(size);
    this.#module.check('kine_walker_get_state', this.pointer, out, size);
    return this.#module.readBytes(out, size);
  }

  /** Goes back to a state; the same sticks then give the same bits. */
  restore(state: Uint8Array): void {
    const pointer = this.#module.newBytes(state);
    const status = this.#module.call('kine_walker_set_state', this.pointer, pointer, state.byteLength);
    this.#module.free(pointer);
    if (status !== 0) throw new KineError('these bytes are no state of a walk');
  }

  /** What the last frame costs: it is done again and again, and nothing changes. */
  time(terrain: Terrain, repeats = 200): {
    /** Of the whole frame. */
    frameMicroseconds: number;
    /** Of one leg's solve. */
    solveMicroseconds: number;
    /** Of one leg's solve, on the average of both. */
    iterations: number;
  } {
    const module = this.#module;
    const microseconds = (name: CFunction, ...values: number[]) => {
      const start = performance.now();
      module.check(name, this.pointer, ...values, repeats);
      return (1000 * (performance.now() - start)) / repeats;
    };
    return {
      frameMicroseconds: microseconds('kine_walk_again', terrain.pointer),
      solveMicroseconds: microseconds('kine_walk_solve_again') / 2,
      iterations: (this.#leg(0).iterations + this.#leg(1).iterations) / 2,
    };
  }

  #sole(out: number): { position: Vec3; rotation: Quat } {
    const numbers = this.#module.readDoubles(out, 7);
    return { position: vec3(numbers, 0), rotation: quat(numbers, 3) };
  }

  #result(name: string): number {
    return this.#module.call('kine_walker_result', this.pointer, this.#module.word(name));
  }

  #hand(hand: number): HandResult {
    const of = (name: string) => this.#module.call('kine_walker_hand_result', this.pointer, hand, this.#module.word(name));
    const object = of('object');
    return {
      object: object >= 0 ? object : undefined,
      holds: of('holds') === 1,
      weight: of('weight'),
      miss: of('miss'),
    };
  }

  #leg(leg: number): LegResult {
    const of = (name: string) => this.#module.call('kine_walker_leg_result', this.pointer, leg, this.#module.word(name));
    return {
      positionError: of('position_error'),
      angleError: of('angle_error'),
      iterations: of('iterations'),
      full: of('full') === 1,
    };
  }
}

export function createWalker(module: Module, skeleton: Skeleton, standing: Numbers, settings: WalkSettings): Walker {
  const [q = 0] = module.write(standing);
  const pointer = module.call('kine_walker_create', skeleton.pointer, q, standing.length, module.message, kMessageBytes);
  return withSettings(module, skeleton, pointer, settings);
}

export function createFigureWalker(
  module: Module,
  skeleton: Skeleton,
  up: Vec3,
  overrides: BoneOverrides,
  settings: WalkSettings,
): Walker {
  const bones = newBones(module, skeleton, up, overrides);
  if (bones === 0) throw new KineError(module.readMessage());
  const pointer = module.call('kine_walker_create_figure', bones, module.message, kMessageBytes);
  module.call('kine_bones_destroy', bones);
  return withSettings(module, skeleton, pointer, settings);
}

function withSettings(module: Module, skeleton: Skeleton, pointer: number, settings: WalkSettings): Walker {
  if (pointer === 0) throw new KineError(module.readMessage());
  const walker = new Walker(module, skeleton, pointer);
  try {
    walker.set(settings);
  } catch (error) {
    walker.dispose();
    throw error;
  }
  return walker;
}
