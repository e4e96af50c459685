// @ts-check
// kine in JavaScript: the functions of bindings/c/include, compiled to WebAssembly, as classes. No glue code is needed:
// the few files beside this one are all there is between the page and kine.wasm. Their types are in the .d.mts files,
// which tools/types makes from them; only types.d.mts is written by hand.
//
//   const kine = await Kine.load(new URL('kine.wasm', import.meta.url));
//   const arm = kine.buildSkeleton([
//     { name: 'upper arm', kind: 'hinge' },
//     { name: 'forearm', parent: 'upper arm', kind: 'hinge', translation: [0.3, 0, 0] },
//   ]);
//   const frames = arm.forward([0.5, 0.2]);
//   console.log(frames.position('forearm', [0.25, 0, 0]));
//   const solver = arm.createSolver('jacobian');
//   const { pose, sentence } = solver.solve([{ kind: 'reach', joint: 'forearm', target: [0, 0.3, 0] }], arm.restPose());
//   for (const used of [solver, frames, arm]) used.dispose();
//
// Right-handed, metres, radians, seconds, kilograms; quaternions x, y, z, w; Jacobian rows angular first.
// Every array that is returned is a copy of yours to keep. Arrays that are handed in are never changed.
// Skeletons, frames, solvers, steppers, clips, shapes, files, terrains, walkers and crawlers hold memory that JavaScript
// does not collect: call dispose() when done with them, in any order.

import { Clip, Shape } from './clip.mjs';
import { createCrawler, Crawler } from './crawler.mjs';
import { describe, describeDh } from './describe.mjs';
import { openFile, SceneFile, write } from './file.mjs';
import { Frames } from './frames.mjs';
import { Limbs } from './limbs.mjs';
import { kMessageBytes, KineError, loadModule } from './module.mjs';
import { Screws } from './screws.mjs';
import { Skeleton } from './skeleton.mjs';
import { Solver } from './solver.mjs';
import { Stepper } from './stepper.mjs';
import { buildTerrain, openTerrain, Terrain } from './terrain.mjs';
import { createFigureWalker, createWalker, Walker } from './walker.mjs';

export {
  Clip, Crawler, Frames, KineError, Limbs, SceneFile, Screws, Shape, Skeleton, Solver, Stepper, Terrain, Walker,
};

/** @import { Module } from './module.mjs' */
/** @typedef {import('./types.mjs').AimGoal} AimGoal */
/** @typedef {import('./types.mjs').AxisSettings} AxisSettings */
/** @typedef {import('./types.mjs').BallLimits} BallLimits */
/** @typedef {import('./types.mjs').Binding} Binding */
/** @typedef {import('./types.mjs').Blocker} Blocker */
/** @typedef {import('./types.mjs').BoneMap} BoneMap */
/** @typedef {import('./types.mjs').BoneOverrides} BoneOverrides */
/** @typedef {import('./types.mjs').Bones} Bones */
/** @typedef {import('./types.mjs').BonesOrNot} BonesOrNot */
/** @typedef {import('./types.mjs').CentreOfMassGoal} CentreOfMassGoal */
/** @typedef {import('./types.mjs').CoincideGoal} CoincideGoal */
/** @typedef {import('./types.mjs').Constraint} Constraint */
/** @typedef {import('./types.mjs').ConstraintOptions} ConstraintOptions */
/** @typedef {import('./types.mjs').ConstraintResult} ConstraintResult */
/** @typedef {import('./types.mjs').CrawlFrame} CrawlFrame */
/** @typedef {import('./types.mjs').CrawlSettings} CrawlSettings */
/** @typedef {import('./types.mjs').CrawlTip} CrawlTip */
/** @typedef {import('./types.mjs').CurvePoint} CurvePoint */
/** @typedef {import('./types.mjs').DhRow} DhRow */
/** @typedef {import('./types.mjs').DistanceGoal} DistanceGoal */
/** @typedef {import('./types.mjs').DualQuat} DualQuat */
/** @typedef {import('./types.mjs').ElbowRing} ElbowRing */
/** @typedef {import('./types.mjs').Ellipsoid} Ellipsoid */
/** @typedef {import('./types.mjs').Follow} Follow */
/** @typedef {import('./types.mjs').FollowPointConstraint} FollowPointConstraint */
/** @typedef {import('./types.mjs').FollowPoseConstraint} FollowPoseConstraint */
/** @typedef {import('./types.mjs').FootPlant} FootPlant */
/** @typedef {import('./types.mjs').FootPoint} FootPoint */
/** @typedef {import('./types.mjs').FreedomInfo} FreedomInfo */
/** @typedef {import('./types.mjs').FullJointDescription} FullJointDescription */
/** @typedef {import('./types.mjs').Goal} Goal */
/** @typedef {import('./types.mjs').GoalError} GoalError */
/** @typedef {import('./types.mjs').GoalOptions} GoalOptions */
/** @typedef {import('./types.mjs').HalfSpaceGoal} HalfSpaceGoal */
/** @typedef {import('./types.mjs').HandResult} HandResult */
/** @typedef {import('./types.mjs').HoldGoal} HoldGoal */
/** @typedef {import('./types.mjs').Inverse} Inverse */
/** @typedef {import('./types.mjs').JacobianOptions} JacobianOptions */
/** @typedef {import('./types.mjs').JointChange} JointChange */
/** @typedef {import('./types.mjs').JointDescription} JointDescription */
/** @typedef {import('./types.mjs').JointInfo} JointInfo */
/** @typedef {import('./types.mjs').JointKind} JointKind */
/** @typedef {import('./types.mjs').JointRef} JointRef */
/** @typedef {import('./types.mjs').LegResult} LegResult */
/** @typedef {import('./types.mjs').Limb} Limb */
/** @typedef {import('./types.mjs').Line} Line */
/** @typedef {import('./types.mjs').LinesBetween} LinesBetween */
/** @typedef {import('./types.mjs').Matrix} Matrix */
/** @typedef {import('./types.mjs').MethodName} MethodName */
/** @typedef {import('./types.mjs').NamedBytes} NamedBytes */
/** @typedef {import('./types.mjs').Numbers} Numbers */
/** @typedef {import('./types.mjs').ObjectInReach} ObjectInReach */
/** @typedef {import('./types.mjs').OpenOptions} OpenOptions */
/** @typedef {import('./types.mjs').OrientGoal} OrientGoal */
/** @typedef {import('./types.mjs').Outcome} Outcome */
/** @typedef {import('./types.mjs').PlaceGoal} PlaceGoal */
/** @typedef {import('./types.mjs').PlanarOptions} PlanarOptions */
/** @typedef {import('./types.mjs').PlanarSolution} PlanarSolution */
/** @typedef {import('./types.mjs').PlannedStep} PlannedStep */
/** @typedef {import('./types.mjs').Quat} Quat */
/** @typedef {import('./types.mjs').Range} Range */
/** @typedef {import('./types.mjs').ReachGoal} ReachGoal */
/** @typedef {import('./types.mjs').RelativeGoal} RelativeGoal */
/** @typedef {import('./types.mjs').Report} Report */
/** @typedef {import('./types.mjs').Rows} Rows */
/** @typedef {import('./types.mjs').SceneInfo} SceneInfo */
/** @typedef {import('./types.mjs').Screw} Screw */
/** @typedef {import('./types.mjs').Sole} Sole */
/** @typedef {import('./types.mjs').SolveResult} SolveResult */
/** @typedef {import('./types.mjs').SolverSettings} SolverSettings */
/** @typedef {import('./types.mjs').Source} Source */
/** @typedef {import('./types.mjs').StayInPlaneConstraint} StayInPlaneConstraint */
/** @typedef {import('./types.mjs').StepResult} StepResult */
/** @typedef {import('./types.mjs').StepperSettings} StepperSettings */
/** @typedef {import('./types.mjs').Stick} Stick */
/** @typedef {import('./types.mjs').TerrainOptions} TerrainOptions */
/** @typedef {import('./types.mjs').TimedResult} TimedResult */
/** @typedef {import('./types.mjs').Transform} Transform */
/** @typedef {import('./types.mjs').TurnAboutConstraint} TurnAboutConstraint */
/** @typedef {import('./types.mjs').Twist} Twist */
/** @typedef {import('./types.mjs').TwistRowsConstraint} TwistRowsConstraint */
/** @typedef {import('./types.mjs').TwoBoneOptions} TwoBoneOptions */
/** @typedef {import('./types.mjs').TwoBoneSolution} TwoBoneSolution */
/** @typedef {import('./types.mjs').Vec3} Vec3 */
/** @typedef {import('./types.mjs').WalkFrame} WalkFrame */
/** @typedef {import('./types.mjs').WalkSettings} WalkSettings */
/** @typedef {import('./types.mjs').WriteFormat} WriteFormat */
/** @typedef {import('./types.mjs').WriteOptions} WriteOptions */

/** The library, loaded. */
export class Kine {
  #module;

  /** Kine.load makes these. @param {Module} module */
  constructor(module) {
    this.#module = module;
    /** Rigid displacements, screws, lines and twists. @readonly */
    this.screws = new Screws(module);
    /** Two bones in closed form, without a skeleton. @readonly */
    this.limbs = new Limbs(module);
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
    return this.#build((builder) => {
      for (const joint of joints) describe(this.#module, builder, joint);
    });
  }

  /**
   * Makes a skeleton from a Denavit-Hartenberg table: hinges and sliders along z, and a fixed joint at the end. 'modified'
   * is Craig's way of writing it.
   * @param {readonly DhRow[]} rows @param {'classic' | 'modified'} convention @param {string} tip its name
   */
  buildFromDh(rows, convention, tip = 'tip') {
    return this.#build((builder) => describeDh(this.#module, builder, rows, convention === 'modified', '', tip));
  }

  /** The methods of Skeleton.createSolver, with a line about each. */
  get methods() {
    const module = this.#module;
    return Array.from({ length: module.call('kine_method_count') }, (_, i) => ({
      name: /** @type {MethodName} */ (module.readText(module.call('kine_method_name', i))),
      description: module.readText(module.call('kine_method_description', i)),
    }));
  }

  /** The skeletons that come with the module. @returns {SceneInfo[]} */
  get scenes() {
    const module = this.#module;
    return Array.from({ length: module.call('kine_scene_count') }, (_, i) => ({
      name: module.readText(module.call('kine_scene_name', i)),
      description: module.readText(module.call('kine_scene_description', i)),
      up: /** @type {'x' | 'y' | 'z'} */ (String.fromCharCode(module.call('kine_scene_up', i))),
    }));
  }

  /**
   * The skeleton of a scene, such as 'humanoid'. `links` is for 'ball-chain'.
   * @param {string} name @param {{ links?: number }} options
   */
  buildScene(name, { links = 0 } = {}) {
    const module = this.#module;
    const [text = 0] = module.writeTexts(name);
    const pointer = module.call('kine_scene_build', text, links, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return new Skeleton(module, pointer);
  }

  /**
   * A pose that belongs to a scene, for its skeleton or one changed from it: 'rest'; 'ready' of 'seven-hinge-arm';
   * 'standing', 'stride' and 'reach' of 'humanoid'; 'standing' of 'spider'.
   * @param {Skeleton} skeleton @param {string} scene @param {string} name
   */
  scenePose(skeleton, scene, name) {
    const module = this.#module;
    const out = module.rooms(8 * skeleton.valueCount)[0] ?? 0;
    module.check('kine_scene_pose', skeleton.pointer, module.word(scene), module.word(name), out, skeleton.valueCount);
    return module.readDoubles(out, skeleton.valueCount);
  }

  /**
   * Reads files that make one scene together: BVH, ASF with AMC, glTF with the files it names, GLB or URDF. What cannot be
   * read throws a KineError that names the file and the line.
   * @param {readonly NamedBytes[]} files @param {OpenOptions} options
   */
  openFile(files, options = {}) {
    return openFile(this.#module, files, options);
  }

  /**
   * A file of a skeleton and clips of it. Of a file that was opened, a character keeps its mesh, skin and materials, and an
   * ASF its columns. BVH and AMC take one clip (none: the rest pose), ASF none.
   * @param {WriteFormat} format @param {SceneFile | Skeleton} what @param {Clip | readonly Clip[]} clips
   * @param {WriteOptions} options
   */
  write(format, what, clips = [], options = {}) {
    return write(this.#module, format, what, clips instanceof Clip ? [clips] : clips, options);
  }

  /** The terrains that come with the module, for Kine.buildTerrain; SEED stands for a whole number. */
  get terrains() {
    const module = this.#module;
    return Array.from({ length: module.call('kine_scene_terrain_count') }, (_, i) => ({
      name: module.readText(module.call('kine_scene_terrain_name', i)),
      description: module.readText(module.call('kine_scene_terrain_description', i)),
    }));
  }

  /** Ground by its name, such as 'stairs' or 'hills:7'. @param {string} name */
  buildTerrain(name) {
    return buildTerrain(this.#module, name);
  }

  /**
   * Ground from a height grid: a PNG of 8 or 16 bits, an Esri ASCII grid or CSV.
   * @param {NamedBytes} file @param {TerrainOptions} options
   */
  openTerrain(file, options = {}) {
    return openTerrain(this.#module, file, options);
  }

  /**
   * A body that walks. `standing` is a pose in which it stands upright, Y up, faces +Z and has its arms hanging. A figure
   * that cannot walk throws a KineError that says why.
   * @param {Skeleton} skeleton @param {Numbers} standing @param {WalkSettings} settings
   */
  createWalker(skeleton, standing, settings = {}) {
    return createWalker(this.#module, skeleton, standing, settings);
  }

  /**
   * Any figure on two legs that walks: of a file, or a skeleton in whose world `up` points up. Overrides are by names (of a
   * file's also aliases) of joints. What cannot walk throws a KineError that says why. Takes a moment: it rehearses.
   * @param {SceneFile | Skeleton} figure @param {{ up?: Vec3, overrides?: BoneOverrides }} bones
   * @param {WalkSettings} settings
   */
  createFigureWalker(figure, { up, overrides = {} } = {}, settings = {}) {
    return figure instanceof SceneFile
      ? createFigureWalker(this.#module, figure.skeleton, up ?? figure.upward, figure.namedJoints(overrides), settings)
      : createFigureWalker(this.#module, figure, up ?? [0, 1, 0], overrides, settings);
  }

  /**
   * A body that crawls on three to six legs, such as the scene 'spider'. `standing` is a pose in which it stands upright, Y
   * up, and faces +Z; `tips` are the ends of its legs: those at even places in the list step together, and the others do.
   * What cannot crawl throws a KineError that says why.
   * @param {Skeleton} skeleton @param {Numbers} standing @param {readonly JointRef[]} tips @param {CrawlSettings} settings
   */
  createCrawler(skeleton, standing, tips, settings = {}) {
    return createCrawler(this.#module, skeleton, standing, tips, settings);
  }

  /** @param {(builder: number) => void} fill */
  #build(fill) {
    const module = this.#module;
    const builder = module.call('kine_builder_create');
    try {
      fill(builder);
      const pointer = module.call('kine_builder_build', builder, module.message, kMessageBytes);
      if (pointer === 0) throw new KineError(module.readMessage());
      return new Skeleton(module, pointer);
    } finally {
      module.call('kine_builder_destroy', builder);
    }
  }
}
