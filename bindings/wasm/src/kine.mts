// kine in JavaScript: the functions of bindings/c/include, compiled to WebAssembly, as classes. No glue code is needed:
// the few files beside this one are all there is between the page and kine.wasm. `tools/build wasm kine_js` makes the
// package in build/wasm/js from them: kine.mjs, its types and kine.wasm.
//
//   const kine = await Kine.load();
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
// Skeletons, frames, solvers, steppers, clips, shapes, files, terrains, walkers, crawlers, motions and retargeters hold memory that
// JavaScript does not collect: call dispose() when done with them, in any order.

import { Clip, Shape } from './clip.mjs';
import { createCrawler, Crawler } from './crawler.mjs';
import { describe, describeDh } from './describe.mjs';
import { openFile, SceneFile, write } from './file.mjs';
import { Editor } from './editor.mjs';
import { Frames } from './frames.mjs';
import { Limbs } from './limbs.mjs';
import { kMessageBytes, KineError, loadModule, type Module } from './module.mjs';
import { createMotion, Motion } from './motion.mjs';
import { createRetargeter, Retargeter } from './retargeter.mjs';
import { Screws } from './screws.mjs';
import { Skeleton } from './skeleton.mjs';
import { Solver } from './solver.mjs';
import { Stepper } from './stepper.mjs';
import { buildTerrain, openTerrain, Terrain } from './terrain.mjs';
import { createFigureWalker, createWalker, Walker } from './walker.mjs';
import type {
  BoneOverrides, CrawlSettings, DhRow, JointDescription, JointRef, MethodName, MotionSettings, NamedBytes, Numbers, OpenOptions,
  RetargetSettings, SceneInfo, Source, TerrainOptions, Vec3, WalkSettings, WriteFormat, WriteOptions,
} from './types.mjs';

export {
  Clip, Crawler, Editor, Frames, KineError, Limbs, Motion, Retargeter, SceneFile, Screws, Shape, Skeleton, Solver, Stepper, Terrain,
  Walker,
};
export type * from './types.mjs';

/** The library, loaded. */
export class Kine {
  /** Rigid displacements, screws, lines and twists. */
  readonly screws: Screws;
  /** Two bones in closed form, without a skeleton. */
  readonly limbs: Limbs;
  readonly #module: Module;

  /** Kine.load makes these. */
  constructor(module: Module) {
    this.#module = module;
    this.screws = new Screws(module);
    this.limbs = new Limbs(module);
  }

  /** Loads kine.wasm, which lies beside this file: or from its bytes, its address, or a module that is compiled already. */
  static async load(source: Source = new URL('./kine.wasm', import.meta.url)): Promise<Kine> {
    return new Kine(await loadModule(source));
  }

  /** The version of the library, such as '0.1.0'. */
  get version(): string {
    return this.#module.readText(this.#module.call('kine_version'));
  }

  /** How many bytes of memory the module has. It never gives any back to the system. */
  get memoryBytes(): number {
    return this.#module.size;
  }

  /**
   * Makes a skeleton. A description that will not do throws a KineError whose message says why.
   * @param joints parents before their children
   */
  buildSkeleton(joints: Iterable<JointDescription>): Skeleton {
    return this.#build((builder) => {
      for (const joint of joints) describe(this.#module, builder, joint);
    });
  }

  /**
   * Makes a skeleton from a Denavit-Hartenberg table: hinges and sliders along z, and a fixed joint at the end. 'modified'
   * is Craig's way of writing it.
   * @param tip its name
   */
  buildFromDh(rows: readonly DhRow[], convention: 'classic' | 'modified', tip = 'tip'): Skeleton {
    return this.#build((builder) => describeDh(this.#module, builder, rows, convention === 'modified', '', tip));
  }

  /** The methods of Skeleton.createSolver, with a line about each. */
  get methods(): { name: MethodName; description: string }[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_method_count') }, (_, i) => ({
      name: module.readText(module.call('kine_method_name', i)) as MethodName,
      description: module.readText(module.call('kine_method_description', i)),
    }));
  }

  /** The skeletons that come with the module. */
  get scenes(): SceneInfo[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_scene_count') }, (_, i) => ({
      name: module.readText(module.call('kine_scene_name', i)),
      description: module.readText(module.call('kine_scene_description', i)),
      up: String.fromCharCode(module.call('kine_scene_up', i)) as 'x' | 'y' | 'z',
    }));
  }

  /** The skeleton of a scene, such as 'humanoid'. `links` is for 'ball-chain'. */
  buildScene(name: string, { links = 0 }: { links?: number } = {}): Skeleton {
    const module = this.#module;
    const [text = 0] = module.writeTexts(name);
    const pointer = module.call('kine_scene_build', text, links, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return new Skeleton(module, pointer);
  }

  /**
   * A pose that belongs to a scene, for its skeleton or one changed from it: 'rest'; 'ready' of 'seven-hinge-arm';
   * 'standing', 'stride' and 'reach' of 'humanoid'; 'standing' of 'spider'.
   */
  scenePose(skeleton: Skeleton, scene: string, name: string): Float64Array<ArrayBuffer> {
    const module = this.#module;
    const out = module.rooms(8 * skeleton.valueCount)[0] ?? 0;
    module.check('kine_scene_pose', skeleton.pointer, module.word(scene), module.word(name), out, skeleton.valueCount);
    return module.readDoubles(out, skeleton.valueCount);
  }

  /**
   * Reads files that make one scene together: BVH, ASF with AMC, glTF with the files it names, GLB or URDF. What cannot be
   * read throws a KineError that names the file and the line.
   */
  openFile(files: readonly NamedBytes[], options: OpenOptions = {}): SceneFile {
    return openFile(this.#module, files, options);
  }

  /**
   * A file of a skeleton and clips of it. Of a file that was opened, a character keeps its mesh, skin and materials, and an
   * ASF its columns. BVH and AMC take one clip (none: the rest pose), ASF none.
   */
  write(
    format: WriteFormat,
    what: SceneFile | Skeleton,
    clips: Clip | readonly Clip[] = [],
    options: WriteOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return write(this.#module, format, what, clips instanceof Clip ? [clips] : clips, options);
  }

  /** The terrains that come with the module, for Kine.buildTerrain; SEED stands for a whole number. */
  get terrains(): { name: string; description: string }[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_scene_terrain_count') }, (_, i) => ({
      name: module.readText(module.call('kine_scene_terrain_name', i)),
      description: module.readText(module.call('kine_scene_terrain_description', i)),
    }));
  }

  /** Ground by its name, such as 'stairs' or 'hills:7'. */
  buildTerrain(name: string): Terrain {
    return buildTerrain(this.#module, name);
  }

  /** Ground from a height grid: a PNG of 8 or 16 bits, an Esri ASCII grid or CSV. */
  openTerrain(file: NamedBytes, options: TerrainOptions = {}): Terrain {
    return openTerrain(this.#module, file, options);
  }

  /**
   * A body that walks. `standing` is a pose in which it stands upright, Y up, faces +Z and has its arms hanging. A figure
   * that cannot walk throws a KineError that says why.
   */
  createWalker(skeleton: Skeleton, standing: Numbers, settings: WalkSettings = {}): Walker {
    return createWalker(this.#module, skeleton, standing, settings);
  }

  /**
   * Any figure on two legs that walks: of a file, or a skeleton in whose world `up` points up. Overrides are by names (of a
   * file's also aliases) of joints. What cannot walk throws a KineError that says why. Takes a moment: it rehearses.
   */
  createFigureWalker(
    figure: SceneFile | Skeleton,
    { up, overrides = {} }: { up?: Vec3; overrides?: BoneOverrides } = {},
    settings: WalkSettings = {},
  ): Walker {
    return figure instanceof SceneFile
      ? createFigureWalker(this.#module, figure.skeleton, up ?? figure.upward, figure.namedJoints(overrides), settings)
      : createFigureWalker(this.#module, figure, up ?? [0, 1, 0], overrides, settings);
  }

  /**
   * A body that crawls on three to six legs, such as the scene 'spider'. `standing` is a pose in which it stands upright, Y
   * up, and faces +Z; `tips` are the ends of its legs: those at even places in the list step together, and the others do.
   * What cannot crawl throws a KineError that says why.
   */
  createCrawler(skeleton: Skeleton, standing: Numbers, tips: readonly JointRef[], settings: CrawlSettings = {}): Crawler {
    return createCrawler(this.#module, skeleton, standing, tips, settings);
  }

  /**
   * A figure whose animation is corrected: of a file, or a skeleton in whose world `up` points up. What has no legs with
   * knees and feet throws a KineError that says why.
   */
  createMotion(
    figure: SceneFile | Skeleton,
    { up, overrides = {} }: { up?: Vec3; overrides?: BoneOverrides } = {},
    settings: MotionSettings = {},
  ): Motion {
    return figure instanceof SceneFile
      ? createMotion(this.#module, figure.skeleton, up ?? figure.upward, figure.namedJoints(overrides), settings)
      : createMotion(this.#module, figure, up ?? [0, 1, 0], overrides, settings);
  }

  /** The styles that come along, for RetargetSettings.style: 'limp', 'old' … */
  get styles(): string[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_style_count') }, (_, i) => module.readText(module.call('kine_style_name', i)));
  }

  /**
   * Puts motions of one figure on another one, each of a file or a skeleton in whose world `up` points up. What has no legs with knees
   * and feet throws a KineError that says why.
   */
  createRetargeter(
    source: SceneFile | Skeleton,
    target: SceneFile | Skeleton,
    settings: RetargetSettings = {},
    bones: { source?: { up?: Vec3; overrides?: BoneOverrides }; target?: { up?: Vec3; overrides?: BoneOverrides } } = {},
  ): Retargeter {
    const figure = (of: SceneFile | Skeleton, { up, overrides = {} }: { up?: Vec3; overrides?: BoneOverrides } = {}) =>
      of instanceof SceneFile
        ? { skeleton: of.skeleton, up: up ?? of.upward, overrides: of.namedJoints(overrides) }
        : { skeleton: of, up: up ?? ([0, 1, 0] as const), overrides };
    return createRetargeter(this.#module, figure(source, bones.source), figure(target, bones.target), settings);
  }

  #build(fill: (builder: number) => void): Skeleton {
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
