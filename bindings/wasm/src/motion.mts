import { Clip } from './clip.mjs';
import { newBones } from './bones.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { plantRooms, readPlants, writePlants } from './plants.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Terrain } from './terrain.mjs';
import type {
  BoneOverrides, CleanReport, GroundFeetFrame, HandGrip, HoldOnFrame, LookAtFrame, MotionSettings, Numbers, Plant, Vec3,
} from './types.mjs';

/** A figure whose animation is corrected on its own skeleton, with what its feet remember. */
export class Motion extends Handle {
  readonly skeleton: Skeleton;
  readonly #module: Module;

  /** Kine.createMotion makes these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_motion_destroy', 'this motion was disposed of');
    this.#module = module;
    this.skeleton = skeleton;
  }

  /** Changes how it is corrected, at any time. */
  set(settings: MotionSettings): void {
    applySettings(this.#module, this, 'kine_motion', {}, Object.entries(settings));
  }

  /** All settings as numbers. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_motion');
  }

  /** Measures soles and ground in a clip, once. */
  fitSoles(clip: Clip): void {
    this.#module.check('kine_motion_fit_soles', this.pointer, clip.pointer);
  }

  /** One frame: the feet of an animated pose on the ground. */
  groundFeet(terrain: Terrain, animated: Numbers, dt: number): GroundFeetFrame {
    const module = this.#module;
    const [q = 0] = module.write(animated);
    module.check('kine_ground_feet', this.pointer, terrain.pointer, dt, q, animated.length);
    const foot = (side: number) => ({
      heelDown: this.#footResult(side, 'heel_down') === 1,
      toeDown: this.#footResult(side, 'toe_down') === 1,
      miss: this.#footResult(side, 'miss'),
    });
    return {
      pose: module.readDoubles(q, animated.length),
      pelvis: this.#result('pelvis'),
      feet: [foot(0), foot(1)],
    };
  }

  /** One frame: the head of an animated pose looks at a point; spine, chest and neck help. */
  lookAt(target: Vec3, animated: Numbers, dt: number): LookAtFrame {
    const module = this.#module;
    const [q = 0] = module.write(animated);
    module.check('kine_look_at', this.pointer, ...target, dt, q, animated.length);
    return {
      pose: module.readDoubles(q, animated.length),
      off: this.#result('look_off'),
      outOfReach: this.#result('look_out_of_reach') === 1,
    };
  }

  /** One frame: hands of an animated pose stay on their grips; one that is not named lets go. */
  holdOn(grips: readonly HandGrip[], animated: Numbers, dt: number): HoldOnFrame {
    const module = this.#module;
    for (const hand of [0, 1]) this.#grip(hand, grips.find((grip) => (grip.hand === 'left' ? 0 : 1) === hand));
    const [q = 0] = module.write(animated);
    module.check('kine_hold_on', this.pointer, dt, q, animated.length);
    const miss = (hand: number) => module.call('kine_motion_hand_result', this.pointer, hand, module.word('miss'));
    return { pose: module.readDoubles(q, animated.length), miss: [miss(0), miss(1)], trunk: this.#result('hold_trunk') };
  }

  #grip(hand: number, grip: HandGrip | undefined): void {
    const module = this.#module;
    if (!grip) return module.check('kine_motion_set_grip', this.pointer, hand, 0);
    const [palm = 0, pole = 0] = module.write(grip.palm ?? [0, 0, 0], grip.pole ?? [0, 0, 0]);
    module.check('kine_motion_set_palm', this.pointer, hand, palm);
    module.check('kine_motion_set_pole', this.pointer, hand, grip.pole ? pole : 0);
    const [place = 0] = module.write([...grip.at, ...(grip.rotation ?? [0, 0, 0, 0])]);
    module.check('kine_motion_set_grip', this.pointer, hand, place);
  }

  #result(name: string): number {
    return this.#module.call('kine_motion_result', this.pointer, this.#module.word(name));
  }

  /** A clip with left and right exchanged, as a new one: it begins where the clip begins and goes the same way. */
  mirrorClip(clip: Clip): Clip {
    return this.#made(this.#module.call('kine_mirror_clip', this.pointer, clip.pointer));
  }

  /** A clip cleaned on its own ground, as a new one: without foot skate, soles in the ground and single-frame spikes. Measures the soles. */
  cleanClip(clip: Clip, { spikes = true, feet = true }: { spikes?: boolean; feet?: boolean } = {}): Clip {
    return this.#made(this.#module.call('kine_clean_clip', this.pointer, clip.pointer, spikes ? 1 : 0, feet ? 1 : 0));
  }

  /** What the last cleanClip mended. */
  get cleaned(): CleanReport {
    const module = this.#module;
    const spikes = module.call('kine_motion_spikes', this.pointer, 0, 0, 0);
    const [where = 0, jumps = 0] = module.rooms(8 * spikes, 16 * spikes);
    module.call('kine_motion_spikes', this.pointer, where, jumps, spikes);
    const at = module.readInts(where, 2 * spikes);
    const jumped = module.readDoubles(jumps, 2 * spikes);
    const count = module.call('kine_motion_skates', this.pointer, 0, 0, 0, 0);
    const [spans = 0, places = 0, slides = 0] = plantRooms(module, count, 16 * count);
    module.call('kine_motion_skates', this.pointer, spans, places, slides, count);
    const plants = readPlants(module, spans, places, count);
    const slid = module.readDoubles(slides, 2 * count);
    return {
      spikes: Array.from({ length: spikes }, (_, i) => ({
        joint: at[2 * i] ?? -1,
        frame: at[2 * i + 1] ?? 0,
        angle: jumped[2 * i] ?? 0,
        distance: jumped[2 * i + 1] ?? 0,
      })),
      skates: plants.map((plant, i) => ({ ...plant, before: slid[2 * i] ?? 0, after: slid[2 * i + 1] ?? 0 })),
      deepestBefore: this.#result('deepest_before'),
      deepestAfter: this.#result('deepest_after'),
    };
  }

  #made(pointer: number): Clip {
    if (pointer === 0) throw new KineError('this clip is of another skeleton');
    return new Clip(this.#module, this.skeleton, pointer);
  }

  /** After a teleport: nothing is blended. */
  reset(): void {
    this.#module.call('kine_motion_reset', this.pointer);
  }

  /** The plants of a clip, in the order of frames. */
  plants(clip: Clip): Plant[] {
    const module = this.#module;
    const count = module.call('kine_find_plants', this.pointer, clip.pointer, 0, 0, 0);
    if (count < 0) throw new KineError('this clip is of another skeleton');
    const [spans = 0, places = 0] = plantRooms(module, count);
    module.call('kine_find_plants', this.pointer, clip.pointer, spans, places, count);
    return readPlants(module, spans, places, count);
  }

  /** A whole clip on the ground, as a new one. Without plants they are found. */
  groundClip(clip: Clip, terrain: Terrain, plants?: readonly Plant[]): Clip {
    const module = this.#module;
    const [spans = 0, places = 0] = plantRooms(module, plants?.length ?? 0);
    writePlants(module, spans, places, plants ?? []);
    const pointer = module.call('kine_ground_clip', this.pointer, clip.pointer, terrain.pointer, spans, places,
      plants ? plants.length : -1, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return new Clip(module, this.skeleton, pointer);
  }

  /** All that feet, gaze and hands remember: see `restore`. */
  state(): Uint8Array<ArrayBuffer> {
    const size = this.#module.call('kine_motion_state_size');
    const [out = 0] = this.#module.rooms(size);
    this.#module.check('kine_motion_get_state', this.pointer, out, size);
    return this.#module.readBytes(out, size);
  }

  /** Goes back to a state; the same poses then give the same bits. */
  restore(state: Uint8Array): void {
    const pointer = this.#module.newBytes(state);
    const status = this.#module.call('kine_motion_set_state', this.pointer, pointer, state.byteLength);
    this.#module.free(pointer);
    if (status !== 0) throw new KineError('these bytes are no state of a motion');
  }

  #footResult(foot: number, name: string): number {
    return this.#module.call('kine_motion_foot_result', this.pointer, foot, this.#module.word(name));
  }
}

export function createMotion(
  module: Module,
  skeleton: Skeleton,
  up: Vec3,
  overrides: BoneOverrides,
  settings: MotionSettings,
): Motion {
  const bones = newBones(module, skeleton, up, overrides);
  if (bones === 0) throw new KineError(module.readMessage());
  const pointer = module.call('kine_motion_create', bones, module.message, kMessageBytes);
  module.call('kine_bones_destroy', bones);
  if (pointer === 0) throw new KineError(module.readMessage());
  const motion = new Motion(module, skeleton, pointer);
  try {
    motion.set(settings);
  } catch (error) {
    motion.dispose();
    throw error;
  }
  return motion;
}
