// @ts-check
/** @import { BoneOverrides, FootPlant, FootPoint, HandResult, LegResult, Numbers, ObjectInReach, PlannedStep, Quat, Sole, Stick,
 *    Vec3, WalkFrame, WalkSettings } from './types.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
/** @import { Terrain } from './terrain.mjs' */
import { newBones } from './bones.mjs';
import { quat, vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';

/** The settings that are words, and the words in order. */
const kWords = { gait: ['natural', 'paper'], mode: ['half', 'full', 'hybrid'] };
const kFeet = /** @type {const} */ (['left', 'right']);
const kParts = /** @type {const} */ (['heel', 'toe']);

/**
 * A body that walks: how, and where it has come to. It walks in a world that is Y up, in which the terrain lies and all
 * places are told; poses are the figure's own, in whose world another axis may be up: see `walkFromFigure`.
 */
export class Walker extends Handle {
  #module;
  /** @type {Float64Array} */ #pose;

  /**
   * Kine.createWalker and Kine.createFigureWalker make these.
   * @param {Module} module @param {Skeleton} skeleton @param {number} pointer
   */
  constructor(module, skeleton, pointer) {
    super(module, pointer, 'kine_walker_destroy', 'this walker was disposed of');
    this.#module = module;
    const count = skeleton.valueCount;
    const [q = 0, out = 0] = module.rooms(8 * count, 80);
    module.check('kine_walker_standing', pointer, q, count);
    this.#pose = module.readDoubles(q, count);
    /** @readonly */
    this.skeleton = skeleton;
    module.check('kine_walker_foot_shape', pointer, out);
    const numbers = module.readDoubles(out, 10);
    /** A foot seen from its ankle, X to the left, Y up, Z ahead, to draw footprints. @readonly */
    this.footShape = {
      heel: vec3(numbers, 0),
      ball: vec3(numbers, 3),
      tip: vec3(numbers, 6),
      halfWidth: numbers[9] ?? 0,
    };
    module.check('kine_walker_figure_from_walk', pointer, out);
    const [x = 0, y = 0, z = 0, w = 1] = module.readDoubles(out, 4);
    /** Turns the figure's world into the one it walks in: what draws the figure on the terrain. @type {Quat} @readonly */
    this.walkFromFigure = [0 - x, 0 - y, 0 - z, w];
    /** How it stands: a pose of its skeleton. @readonly */
    this.standing = this.#pose.slice();
    /** The points of its feet that come to stand on the ground. @type {readonly FootPoint[]} @readonly */
    this.footPoints = kFeet.flatMap((foot, i) => kParts.map((part, k) => {
      const joint = module.call('kine_walker_foot_point', pointer, i, k, out);
      return { foot, part, joint, offset: vec3(module.readDoubles(out, 3), 0) };
    }));
  }

  /** What was guessed of the figure, and what its gait had to give, a sentence each. */
  get notes() {
    const module = this.#module;
    return Array.from({ length: module.call('kine_walker_note_count', this.pointer) }, (_, i) =>
      module.readText(module.call('kine_walker_note', this.pointer, i)));
  }

  /**
   * Changes how it walks, at any time. A figure of Kine.createFigureWalker rehearses a new gait, speed or width, which takes
   * a moment (tens of milliseconds); what its joints forbid throws a KineError and changes nothing.
   * @param {WalkSettings} settings
   */
  set({ gait, ...others }) {
    const module = this.#module;
    // The gait comes first: it changes the others.
    applySettings(module, this, 'kine_walker', kWords, Object.entries({ gait, ...others }));
    if (module.call('kine_walker_suit', this.pointer, module.message, kMessageBytes) !== 0)
      throw new KineError(module.readMessage());
  }

  /** All settings as numbers. */
  get settings() {
    return readSettings(this.#module, this.pointer, 'kine_walker');
  }

  /** Starts again: the next step puts it on the ground there. @param {number} x @param {number} z @param {number} heading */
  place(x, z, heading = 0) {
    this.#module.check('kine_walker_place', this.pointer, x, z, heading);
  }

  /**
   * One frame: moves on by `dt` seconds as the stick asks.
   * @param {Terrain} terrain @param {Stick} stick @param {number} dt
   * @returns {WalkFrame}
   */
  step(terrain, { forward = 0, turn = 0, side = 0 }, dt) {
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
    };
  }

  /**
   * What it looks at and reaches for from the next step on; each is known by its place in the list. Give them again
   * where they have moved; `undefined` for one that is gone.
   * @param {(ObjectInReach | undefined)[]} objects
   */
  reach(objects) {
    const module = this.#module;
    const [points = 0, wishes = 0] = module.rooms(24 * objects.length, 4 * objects.length);
    module.writeDoubles(points, objects.flatMap((object) => object?.point ?? [NaN, NaN, NaN]));
    module.writeInts(wishes, objects.map((object) => (object?.look === false ? 0 : 1) + (object?.reach === false ? 0 : 2)));
    module.check('kine_walker_set_objects', this.pointer, points, 3 * objects.length, wishes);
  }

  /** What the left and the right hand are about. @returns {[HandResult, HandResult]} */
  hands() {
    return [this.#hand(0), this.#hand(1)];
  }

  /** The object that it looks at. */
  get looksAt() {
    const object = this.#result('looks_at');
    return object >= 0 ? object : undefined;
  }

  /** The heels and toes that are planted now. @returns {FootPlant[]} */
  plants() {
    const [out = 0] = this.#module.rooms(24);
    /** @type {FootPlant[]} */
    const plants = [];
    this.footPoints.forEach((point, i) => {
      if (this.#module.call('kine_walker_plant', this.pointer, i >> 1, i & 1, out) !== 1) return;
      plants.push({ ...point, position: vec3(this.#module.readDoubles(out, 3), 0) });
    });
    return plants;
  }

  /** Where the left and the right foot stand or stood last, flat; empty before the first step. @returns {Sole[]} */
  soles() {
    const [out = 0] = this.#module.rooms(56);
    /** @type {Sole[]} */
    const soles = [];
    kFeet.forEach((foot, i) => {
      const bears = this.#module.call('kine_walker_sole', this.pointer, i, out);
      if (bears >= 0) soles.push({ foot, bears: bears === 1, ...this.#sole(out) });
    });
    return soles;
  }

  /** Where the foot that steps will land. @returns {PlannedStep[]} none or one */
  plannedSteps() {
    const [out = 0] = this.#module.rooms(56);
    const foot = kFeet[this.#module.call('kine_walker_landing', this.pointer, out)];
    return foot ? [{ foot, ...this.#sole(out) }] : [];
  }

  /** All that the walk remembers: see `restore`. */
  state() {
    const size = this.#module.call('kine_walker_state_size');
    const [out = 0] = this.#module.rooms(size);
    this.#module.check('kine_walker_get_state', this.pointer, out, size);
    return this.#module.readBytes(out, size);
  }

  /** Goes back to a state; the same sticks then give the same bits. @param {Uint8Array} state */
  restore(state) {
    const pointer = this.#module.newBytes(state);
    const status = this.#module.call('kine_walker_set_state', this.pointer, pointer, state.byteLength);
    this.#module.free(pointer);
    if (status !== 0) throw new KineError('these bytes are no state of a walk');
  }

  /**
   * What the last frame costs: it is done again and again, and nothing changes.
   * @param {Terrain} terrain @param {number} repeats
   */
  time(terrain, repeats = 200) {
    const module = this.#module;
    /** @param {`kine_${string}`} name @param {...number} values */
    const microseconds = (name, ...values) => {
      const start = performance.now();
      module.check(name, this.pointer, ...values, repeats);
      return (1000 * (performance.now() - start)) / repeats;
    };
    return {
      /** Of the whole frame. */
      frameMicroseconds: microseconds('kine_walk_again', terrain.pointer),
      /** Of one leg's solve. */
      solveMicroseconds: microseconds('kine_walk_solve_again') / 2,
      /** Of one leg's solve, on the average of both. */
      iterations: (this.#leg(0).iterations + this.#leg(1).iterations) / 2,
    };
  }

  /** @param {number} out */
  #sole(out) {
    const numbers = this.#module.readDoubles(out, 7);
    return { position: vec3(numbers, 0), rotation: quat(numbers, 3) };
  }

  /** @param {string} name */
  #result(name) {
    return this.#module.call('kine_walker_result', this.pointer, this.#module.word(name));
  }

  /** @param {number} hand @returns {HandResult} */
  #hand(hand) {
    /** @param {string} name */
    const of = (name) => this.#module.call('kine_walker_hand_result', this.pointer, hand, this.#module.word(name));
    const object = of('object');
    return {
      object: object >= 0 ? object : undefined,
      holds: of('holds') === 1,
      weight: of('weight'),
      miss: of('miss'),
    };
  }

  /** @param {number} leg @returns {LegResult} */
  #leg(leg) {
    /** @param {string} name */
    const of = (name) => this.#module.call('kine_walker_leg_result', this.pointer, leg, this.#module.word(name));
    return {
      positionError: of('position_error'),
      angleError: of('angle_error'),
      iterations: of('iterations'),
      full: of('full') === 1,
    };
  }
}

/** @param {Module} module @param {Skeleton} skeleton @param {Numbers} standing @param {WalkSettings} settings */
export function createWalker(module, skeleton, standing, settings) {
  const [q = 0] = module.write(standing);
  const pointer = module.call('kine_walker_create', skeleton.pointer, q, standing.length, module.message, kMessageBytes);
  return withSettings(module, skeleton, pointer, settings);
}

/**
 * @param {Module} module @param {Skeleton} skeleton @param {Vec3} up @param {BoneOverrides} overrides
 * @param {WalkSettings} settings
 */
export function createFigureWalker(module, skeleton, up, overrides, settings) {
  const bones = newBones(module, skeleton, up, overrides);
  if (bones === 0) throw new KineError(module.readMessage());
  const pointer = module.call('kine_walker_create_figure', bones, module.message, kMessageBytes);
  module.call('kine_bones_destroy', bones);
  return withSettings(module, skeleton, pointer, settings);
}

/** @param {Module} module @param {Skeleton} skeleton @param {number} pointer @param {WalkSettings} settings */
function withSettings(module, skeleton, pointer, settings) {
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
