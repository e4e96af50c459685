import type { Frames } from './frames.mjs';
import { vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import type { Module } from './module.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { JointRef, Numbers, Vec3 } from './types.mjs';

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
