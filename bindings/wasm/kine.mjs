// @ts-check
// kine in JavaScript: the functions of bindings/c/kine.h, compiled to WebAssembly, as classes. No glue code is needed:
// the few files beside this one are all there is between the page and kine.wasm. Their types are in the .d.mts files,
// which `tsc -p bindings/wasm` makes from them; only types.d.mts is written by hand.
//
//   const kine = await Kine.load(new URL('kine.wasm', import.meta.url));
//   const arm = kine.buildSkeleton([
//     { name: 'upper arm', kind: 'hinge' },
//     { name: 'forearm', parent: 'upper arm', kind: 'hinge', translation: [0.3, 0, 0] },
//   ]);
//   const frames = arm.forward([0.5, 0.2]);
//   console.log(frames.position('forearm', [0.25, 0, 0]));
//   frames.dispose();
//   arm.dispose();
//
// Right-handed, metres, radians, seconds, kilograms; quaternions x, y, z, w; Jacobian rows angular first.
// Every array that is returned is a copy of yours to keep. Arrays that are handed in are never changed.
// Skeletons and frames hold memory that JavaScript does not collect: call dispose() when done with them, in any order.

import { describe } from './describe.mjs';
import { Frames } from './frames.mjs';
import { kMessageBytes, KineError, loadModule } from './module.mjs';
import { Skeleton } from './skeleton.mjs';

export { Frames, KineError, Skeleton };

/** @import { Module } from './module.mjs' */
/** @typedef {import('./types.mjs').AxisSettings} AxisSettings */
/** @typedef {import('./types.mjs').BallLimits} BallLimits */
/** @typedef {import('./types.mjs').FreedomInfo} FreedomInfo */
/** @typedef {import('./types.mjs').Follow} Follow */
/** @typedef {import('./types.mjs').JacobianOptions} JacobianOptions */
/** @typedef {import('./types.mjs').JointDescription} JointDescription */
/** @typedef {import('./types.mjs').JointInfo} JointInfo */
/** @typedef {import('./types.mjs').JointKind} JointKind */
/** @typedef {import('./types.mjs').JointRef} JointRef */
/** @typedef {import('./types.mjs').Matrix} Matrix */
/** @typedef {import('./types.mjs').Numbers} Numbers */
/** @typedef {import('./types.mjs').Quat} Quat */
/** @typedef {import('./types.mjs').Range} Range */
/** @typedef {import('./types.mjs').Rows} Rows */
/** @typedef {import('./types.mjs').Source} Source */
/** @typedef {import('./types.mjs').Vec3} Vec3 */

/** The library, loaded. */
export class Kine {
  #module;

  /** Kine.load makes these. @param {Module} module */
  constructor(module) {
    this.#module = module;
  }

  /**
   * Loads kine.wasm from its bytes, its address, or a module that is compiled already.
   * @param {Source} source
   * @returns {Promise<Kine>}
   */
  static async load(source) {
    return new Kine(await loadModule(source));
  }

  /** The version of the library, such as '0.1.0'. */
  get version() {
    return this.#module.readText(this.#module.call('kine_version'));
  }

  /** How many bytes of memory the module has. It never gives any back to the system. */
  get memoryBytes() {
    return this.#module.size;
  }

  /**
   * Makes a skeleton. A description that will not do throws a KineError whose message says why.
   * @param {Iterable<JointDescription>} joints parents before their children
   * @returns {Skeleton}
   */
  buildSkeleton(joints) {
    const module = this.#module;
    const builder = module.call('kine_builder_create');
    try {
      for (const joint of joints) describe(module, builder, joint);
      const pointer = module.call('kine_builder_build', builder, module.message, kMessageBytes);
      if (pointer === 0) throw new KineError(module.readMessage());
      return new Skeleton(module, pointer);
    } finally {
      module.call('kine_builder_destroy', builder);
    }
  }
}
