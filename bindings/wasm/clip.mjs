// @ts-check
/** @import { JointRef, Numbers, Vec3 } from './types.mjs' */
/** @import { Frames } from './frames.mjs' */
/** @import { Module } from './module.mjs' */
/** @import { Skeleton } from './skeleton.mjs' */
import { vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';

/** Floats of a local transform: translation x y z, rotation x y z w, scale x y z. */
export const kLocalSize = 10;

/** Poses in time: one every 1 / rate seconds, the first at time 0. */
export class Clip extends Handle {
  #module;

  /** Skeleton.createClip makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
  constructor(module, skeleton, pointer) {
    super(module, pointer, 'kine_clip_destroy', 'this clip was disposed of');
    this.#module = module;
    /** @readonly */
    this.skeleton = skeleton;
  }

  get name() {
    return this.#module.readText(this.#module.call('kine_clip_name', this.pointer));
  }

  get frameCount() {
    return this.#module.call('kine_clip_frame_count', this.pointer);
  }

  /** Frames a second. */
  get rate() {
    return this.#module.call('kine_clip_rate', this.pointer);
  }

  /** Seconds from the first frame to the last. */
  get duration() {
    return this.#module.call('kine_clip_duration', this.pointer);
  }

  /** The same once more, to be changed by itself and disposed of. @param {string} [name] another name */
  copy(name) {
    const [text = 0] = name === undefined ? [0] : this.#module.writeTexts(name);
    return new Clip(this.#module, this.skeleton, this.#module.call('kine_clip_copy', this.pointer, text));
  }

  /**
   * Adds a frame at the end. Joints that change their translation or scale get what the shape says.
   * @param {Numbers} pose @param {Shape} [shape]
   */
  append(pose, shape) {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_clip_append', this.pointer, q, pose.length, shape ? shape.pointer : 0);
  }

  /** The pose of one frame. @param {number} frame */
  frame(frame) {
    const count = this.skeleton.valueCount;
    const [q = 0] = this.#module.rooms(8 * count);
    this.#module.check('kine_clip_get_frame', this.pointer, frame, q, count);
    return this.#module.readDoubles(q, count);
  }

  /** @param {number} frame @param {Numbers} pose */
  setFrame(frame, pose) {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_clip_set_frame', this.pointer, frame, q, pose.length);
  }

  /** Lets a joint have a translation of its own in every frame. @param {JointRef} joint */
  addTranslations(joint) {
    this.#module.check('kine_clip_add_translations', this.pointer, this.skeleton.joint(joint));
  }

  /** Lets a joint have a scale of its own in every frame. @param {JointRef} joint */
  addScales(joint) {
    this.#module.check('kine_clip_add_scales', this.pointer, this.skeleton.joint(joint));
  }

  /** Makes neighbouring frames the nearest of those that look alike, so that sampling takes the short way. */
  makeContinuous() {
    this.#module.check('kine_clip_make_continuous', this.pointer);
  }

  /**
   * The pose at any time, seconds from the first frame; fills `shape` with the translations and scales of that time.
   * @param {number} time @param {Shape} [shape]
   */
  sample(time, shape) {
    const module = this.#module;
    const [q = 0] = module.write(this.skeleton.restPose()); // what a clip without frames leaves
    const count = this.skeleton.valueCount;
    if (shape) module.check('kine_clip_sample_shape', this.pointer, time, q, count, shape.pointer);
    else module.check('kine_clip_sample', this.pointer, time, q, count);
    return module.readDoubles(q, count);
  }

  /** The time within the clip that an endless repetition shows at `time`. @param {number} time */
  looped(time) {
    return this.#module.call('kine_clip_looped', this.pointer, time);
  }
}

/** Translations and scales of the joints at one moment, in place of the rest ones. */
export class Shape extends Handle {
  #module;

  /** Skeleton.createShape makes these. @param {Module} module @param {Skeleton} skeleton @param {number} pointer */
  constructor(module, skeleton, pointer) {
    super(module, pointer, 'kine_shape_destroy', 'this shape was disposed of');
    this.#module = module;
    /** @readonly */
    this.skeleton = skeleton;
  }

  /** In the parent's frame. @param {JointRef} joint */
  translation(joint) {
    return vec3(this.#get(joint), 0);
  }

  /** @param {JointRef} joint */
  scale(joint) {
    return vec3(this.#get(joint), 3);
  }

  /** @param {JointRef} joint @param {Vec3} translation */
  setTranslation(joint, translation) {
    this.#module.check('kine_shape_set_translation', this.pointer, this.skeleton.joint(joint), ...translation);
  }

  /** @param {JointRef} joint @param {Vec3} scale */
  setScale(joint, scale) {
    this.#module.check('kine_shape_set_scale', this.pointer, this.skeleton.joint(joint), ...scale);
  }

  /** Skeleton.forward with this shape. @param {Numbers} pose @param {Frames} frames */
  forward(pose, frames) {
    const [q = 0] = this.#module.write(pose);
    this.#module.check('kine_forward_shape', this.skeleton.pointer, q, pose.length, this.pointer, frames.pointer);
    return frames;
  }

  /** Skeleton.toLocalTransforms with this shape. @param {Numbers} pose */
  toLocalTransforms(pose) {
    const module = this.#module;
    const count = kLocalSize * this.skeleton.jointCount;
    const [q = 0, out = 0] = module.rooms(8 * pose.length, 4 * count);
    module.writeDoubles(q, pose);
    module.check('kine_to_local_transforms_shape', this.skeleton.pointer, q, pose.length, this.pointer, out, count);
    return module.readFloats(out, count);
  }

  /** @param {JointRef} joint */
  #get(joint) {
    const index = this.skeleton.joint(joint);
    const [out = 0] = this.#module.rooms(48);
    this.#module.check('kine_shape_get', this.pointer, index, out);
    return this.#module.readDoubles(out, 6);
  }
}
