import type { Frames } from './frames.mjs';
import { quat, vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { Editor, newEditor } from './editor.mjs';
import { kMessageBytes, KineError, type CFunction, type Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Cycle, EditSettings, JointRef, Numbers, Transform, Vec3 } from './types.mjs';

/** Floats of a local transform: translation x y z, rotation x y z w, scale x y z. */
export const kLocalSize = 10;

/** Poses in time: one every 1 / rate seconds, the first at time 0. */
export class Clip extends Handle {
  readonly skeleton: Skeleton;
  readonly #module: Module;

  /** Skeleton.createClip makes these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_clip_destroy', 'this clip was disposed of');
    this.#module = module;
    this.skeleton = skeleton;
  }

  get name(): string {
    return this.#module.readText(this.#module.call('kine_clip_name', this.pointer));
  }

  get frameCount(): number {
    return this.#module.call('kine_clip_frame_count', this.pointer);
  }

  /** Frames a second. */
  get rate(): number {
    return this.#module.call('kine_clip_rate', this.pointer);
  }

  /** Seconds from the first frame to the last. */
  get duration(): number {
    return this.#module.call('kine_clip_duration', this.pointer);
  }

  /**
   * The same once more, to be changed by itself and disposed of.
   * @param name another name
   */
  copy(name?: string): Clip {
    const [text = 0] = name === undefined ? [0] : this.#module.writeTexts(name);
    return new Clip(this.#module, this.skeleton, this.#module.call('kine_clip_copy', this.pointer, text));
  }

  /** Adds a frame at the end. Joints that change their translation or scale get what the shape says. */
  append(pose: Numbers, shape?: Shape): void {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_clip_append', this.pointer, q, pose.length, shape ? shape.pointer : 0);
  }

  /** The pose of one frame. */
  frame(frame: number): Float64Array<ArrayBuffer> {
    const count = this.skeleton.valueCount;
    const [q = 0] = this.#module.rooms(8 * count);
    this.#module.check('kine_clip_get_frame', this.pointer, frame, q, count);
    return this.#module.readDoubles(q, count);
  }

  setFrame(frame: number, pose: Numbers): void {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_clip_set_frame', this.pointer, frame, q, pose.length);
  }

  /** Lets a joint have a translation of its own in every frame. */
  addTranslations(joint: JointRef): void {
    this.#module.check('kine_clip_add_translations', this.pointer, this.skeleton.joint(joint));
  }

  /** Lets a joint have a scale of its own in every frame. */
  addScales(joint: JointRef): void {
    this.#module.check('kine_clip_add_scales', this.pointer, this.skeleton.joint(joint));
  }

  /** Makes neighbouring frames the nearest of those that look alike, so that sampling takes the short way. */
  makeContinuous(): void {
    this.#module.check('kine_clip_make_continuous', this.pointer);
  }

  /** The pose at any time, seconds from the first frame; fills `shape` with the translations and scales of that time. */
  sample(time: number, shape?: Shape): Float64Array<ArrayBuffer> {
    const module = this.#module;
    const [q = 0] = module.write(this.skeleton.restPose()); // what a clip without frames leaves
    const count = this.skeleton.valueCount;
    if (shape) module.check('kine_clip_sample_shape', this.pointer, time, q, count, shape.pointer);
    else module.check('kine_clip_sample', this.pointer, time, q, count);
    return module.readDoubles(q, count);
  }

  /** Some frames as a new clip: from `from` on and before `to`, counted from 0. */
  cut(from: number, to: number): Clip {
    return this.#made('kine_clip_cut', this.pointer, from, to);
  }

  /** This clip and then another of the same rate, as a new one. */
  joined(next: Clip): Clip {
    return this.#made('kine_clip_joined', this.pointer, next.pointer);
  }

  /** The shortest cycle that closes well. Throws a KineError where the clip never comes back. */
  findCycle({ up = [0, 1, 0], shortest = 0.4, longest = 4 }: { up?: Vec3; shortest?: number; longest?: number } = {}): Cycle {
    const module = this.#module;
    const [direction = 0, out = 0] = module.write(up, [0, 0, 0]);
    const status = module.call('kine_clip_find_cycle', this.pointer, direction, shortest, longest, out, module.message, kMessageBytes);
    if (status !== 0) throw new KineError(module.readMessage() || 'these are no settings of a cycle');
    const [from = 0, to = 0, apart = 0] = module.readDoubles(out, 3);
    return { from, to, apart };
  }

  /** The frames of a cycle as a new clip that goes on for ever. In place the last frame is the first one. */
  loop(
    { from, to }: { from: number; to: number },
    { up = [0, 1, 0], blend = 0.3, inPlace = false }: { up?: Vec3; blend?: number; inPlace?: boolean } = {},
  ): Clip {
    const [direction = 0] = this.#module.write(up);
    return this.#made('kine_clip_loop', this.pointer, direction, from, to, blend, inPlace ? 1 : 0);
  }

  /** The way of the root over the ground: of each frame a displacement of the figure's world since the first one. */
  rootMotion({ up = [0, 1, 0], turn = true, smooth = 0 }: { up?: Vec3; turn?: boolean; smooth?: number } = {}): Transform[] {
    const module = this.#module;
    const count = this.frameCount;
    const [direction = 0, out = 0] = module.rooms(24, 56 * count);
    module.writeDoubles(direction, up);
    if (module.call('kine_clip_root_motion', this.pointer, direction, turn ? 1 : 0, smooth, out, count) < 0) {
      throw new KineError('no joint is free to move about');
    }
    const numbers = module.readDoubles(out, 7 * count);
    return Array.from({ length: count }, (_, i) => ({ translation: vec3(numbers, 7 * i), rotation: quat(numbers, 7 * i + 3) }));
  }

  /** A new clip without such a way. */
  putInPlace(way: readonly Transform[]): Clip {
    return this.#along('kine_clip_put_in_place', way);
  }

  /** A new clip with such a way again. */
  putBack(way: readonly Transform[]): Clip {
    return this.#along('kine_clip_put_back', way);
  }

  /** What pulls joints of this clip, as it is now, to places. Dispose of it. */
  editor(settings: EditSettings = {}): Editor {
    return newEditor(this.#module, this, settings);
  }

  #along(name: 'kine_clip_put_in_place' | 'kine_clip_put_back', way: readonly Transform[]): Clip {
    const [numbers = 0] = this.#module.write(way.flatMap(({ translation, rotation }) => [...translation, ...rotation]));
    return this.#made(name, this.pointer, numbers, way.length);
  }

  #made(name: CFunction, ...args: number[]): Clip {
    const pointer = this.#module.call(name, ...args, this.#module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(this.#module.readMessage());
    return new Clip(this.#module, this.skeleton, pointer);
  }

  /** The time within the clip that an endless repetition shows at `time`. */
  looped(time: number): number {
    return this.#module.call('kine_clip_looped', this.pointer, time);
  }
}

/** Translations and scales of the joints at one moment, in place of the rest ones. */
export class Shape extends Handle {
  readonly skeleton: Skeleton;
  readonly #module: Module;

  /** Skeleton.createShape makes these. */
  constructor(module: Module, skeleton: Skeleton, pointer: number) {
    super(module, pointer, 'kine_shape_destroy', 'this shape was disposed of');
    this.#module = module;
    this.skeleton = skeleton;
  }

  /** In the parent's frame. */
  translation(joint: JointRef): Vec3 {
    return vec3(this.#get(joint), 0);
  }

  scale(joint: JointRef): Vec3 {
    return vec3(this.#get(joint), 3);
  }

  setTranslation(joint: JointRef, translation: Vec3): void {
    this.#module.check('kine_shape_set_translation', this.pointer, this.skeleton.joint(joint), ...translation);
  }

  setScale(joint: JointRef, scale: Vec3): void {
    this.#module.check('kine_shape_set_scale', this.pointer, this.skeleton.joint(joint), ...scale);
  }

  /** Skeleton.forward with this shape. */
  forward(pose: Numbers, frames: Frames): Frames {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_forward_shape', this.skeleton.pointer, q, pose.length, this.pointer, frames.pointer);
    return frames;
  }

  /** Skeleton.toLocalTransforms with this shape. */
  toLocalTransforms(pose: Numbers): Float32Array<ArrayBuffer> {
    const module = this.#module;
    const count = kLocalSize * this.skeleton.jointCount;
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 4 * count);
    module.writeDoubles(q, pose);
    module.check('kine_to_local_transforms_shape', this.skeleton.pointer, q, pose.length, this.pointer, out, count);
    return module.readFloats(out, count);
  }

  #get(joint: JointRef): Float64Array {
    const index = this.skeleton.joint(joint);
    const [out = 0] = this.#module.rooms(48);
    this.#module.check('kine_shape_get', this.pointer, index, out);
    return this.#module.readDoubles(out, 6);
  }
}
