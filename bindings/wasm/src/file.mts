// Scene files: motion capture, characters and robots, from bytes and to bytes.
import { findBones } from './bones.mjs';
import { Clip } from './clip.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { Skeleton } from './skeleton.mjs';
import type { BoneOverrides, Bones, BonesOrNot, NamedBytes, OpenOptions, Vec3, WriteFormat, WriteOptions } from './types.mjs';

/** What files hold: a skeleton, the clips made for it, and what had to be guessed. Its skeleton and clips go with it. */
export class SceneFile extends Handle {
  /** The file's name without folder and ending. */
  readonly name: string;
  readonly format: 'bvh' | 'asf' | 'gltf' | 'urdf';
  /** In metres and in the file's own axes, with the limits of the file. */
  readonly skeleton: Skeleton;
  readonly clips: readonly Clip[];
  /** What one unit of the file is, as stated or guessed. */
  readonly metresPerUnit: number;
  /** The axis that points up, as stated or guessed. */
  readonly up: 'x' | 'y' | 'z';
  /** How high the figure stands at rest, metres. */
  readonly height: number;
  /** What was guessed, mended or dropped, one sentence each. */
  readonly notes: readonly string[];
  /** Other names of joints: a URDF's links. */
  readonly aliases: { name: string; joint: number }[];
  /** glTF: the node that each joint is. */
  readonly nodes: Int32Array<ArrayBuffer> | undefined;
  readonly #module: Module;

  /** Kine.openFile makes these. */
  constructor(module: Module, pointer: number) {
    super(module, pointer, 'kine_file_destroy', 'this file was disposed of');
    this.#module = module;
    this.name = module.readText(module.call('kine_file_name', pointer));
    this.format = module.readText(module.call('kine_file_format', pointer)) as SceneFile['format'];
    this.skeleton = new Skeleton(module, module.call('kine_file_skeleton', pointer));
    this.clips = list(module.call('kine_file_clip_count', pointer), (i) =>
      new Clip(module, this.skeleton, module.call('kine_file_clip', pointer, i)));
    this.metresPerUnit = module.call('kine_file_metres_per_unit', pointer);
    this.up = String.fromCharCode(module.call('kine_file_up', pointer)) as SceneFile['up'];
    this.height = module.call('kine_file_height', pointer);
    this.notes = list(module.call('kine_file_note_count', pointer), (i) =>
      module.readText(module.call('kine_file_note', pointer, i)));
    this.aliases = list(module.call('kine_file_alias_count', pointer), (i) => ({
      name: module.readText(module.call('kine_file_alias_name', pointer, i)),
      joint: module.call('kine_file_alias_joint', pointer, i),
    }));
    this.nodes = this.format === 'gltf'
      ? Int32Array.from({ length: this.skeleton.jointCount }, (_, i) => module.call('kine_file_node', pointer, i))
      : undefined;
  }

  /** Gives its memory back, and that of its skeleton and clips. A second call does nothing. */
  override dispose(): void {
    for (const part of [...this.clips, this.skeleton]) part.dispose();
    super.dispose();
  }

  /** The joint of that name or alias. An unknown one throws a KineError that names the nearest. */
  joint(name: string): number {
    const module = this.#module;
    const [text = 0] = module.writeTexts(name);
    const index = module.call('kine_file_find', this.pointer, text, module.message, kMessageBytes);
    if (index < 0) throw new KineError(module.readMessage());
    return index;
  }

  /**
   * The glTF document as one GLB, with its side files in it and its nodes numbered as they were, to draw its mesh;
   * undefined for other formats.
   */
  glb(): Uint8Array<ArrayBuffer> | undefined {
    if (this.format !== 'gltf') return undefined;
    return withWriter(this.#module, 'glb', this.skeleton, (writer) => {
      this.#module.check('kine_writer_set_file', writer, this.pointer);
      return this.#module.call('kine_writer_write_document', writer, this.#module.message, kMessageBytes);
    });
  }

  /**
   * Which joints are which parts of a human body.
   * @param overrides what you know better, by names or aliases of joints; null: the figure has no such part
   */
  boneMap(overrides: BoneOverrides = {}): BonesOrNot {
    try {
      return findBones(this.#module, this.skeleton, this.upward, this.namedJoints(overrides));
    } catch (error) {
      if (error instanceof KineError) return { found: false, sentence: error.message };
      throw error;
    }
  }

  /** The direction that points up. */
  get upward(): Vec3 {
    return { x: kUnits[0], y: kUnits[1], z: kUnits[2] }[this.up];
  }

  /** Overrides in which aliases of joints have become their names. */
  namedJoints(overrides: BoneOverrides): BoneOverrides {
    const named: Partial<Record<keyof Bones, string | null>> = {};
    for (const [part, name] of Object.entries(overrides) as [keyof Bones, string | null][])
      named[part] = name ? this.skeleton.joints[this.joint(name)]?.name ?? name : null;
    return named;
  }
}

const kUnits: readonly [Vec3, Vec3, Vec3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

function list<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

export function openFile(module: Module, files: readonly NamedBytes[], options: OpenOptions): SceneFile {
  const reader = module.call('kine_reader_create');
  try {
    for (const { name, bytes } of files) {
      const text = module.newText(name);
      const pointer = module.newBytes(bytes);
      module.call('kine_reader_add', reader, text, pointer, bytes.byteLength);
      module.free(pointer);
      module.free(text);
    }
    for (const [name, number] of Object.entries({
      metres_per_unit: options.metresPerUnit,
      up: options.up?.charCodeAt(0),
      rate: options.rate,
      three_dofs: options.threeDofs === undefined ? undefined : Number(options.threeDofs),
      free_root: options.freeRoot === undefined ? undefined : Number(options.freeRoot),
    })) {
      if (number === undefined) continue;
      if (module.call('kine_reader_set', reader, module.word(name), number) !== 0)
        throw new KineError(`the option ${name.replaceAll('_', ' ')} cannot be ${number}`);
    }
    const pointer = module.call('kine_reader_read', reader, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return new SceneFile(module, pointer);
  } finally {
    module.call('kine_reader_destroy', reader);
  }
}

export function write(
  module: Module,
  format: WriteFormat,
  what: SceneFile | Skeleton,
  clips: readonly Clip[],
  options: WriteOptions,
): Uint8Array<ArrayBuffer> {
  const skeleton = what instanceof SceneFile ? what.skeleton : what;
  return withWriter(module, format, skeleton, (writer) => {
    if (what instanceof SceneFile) module.check('kine_writer_set_file', writer, what.pointer);
    setOptions(module, writer, options);
    for (const clip of clips) module.check('kine_writer_add_clip', writer, clip.pointer);
    return module.call('kine_writer_write', writer, module.message, kMessageBytes);
  });
}

function setOptions(module: Module, writer: number, options: WriteOptions): void {
  const { name, order, metresPerUnit, decimals, up, stickMesh } = options;
  if (name !== undefined) module.check('kine_writer_set_name', writer, ...module.writeTexts(name));
  if (order !== undefined) module.check('kine_writer_set_order', writer, ...module.writeTexts(order));
  for (const [setting, number] of Object.entries({
    metres_per_unit: metresPerUnit,
    decimals,
    up: up?.charCodeAt(0),
    stick_mesh: stickMesh === undefined ? undefined : Number(stickMesh),
  })) {
    if (number === undefined) continue;
    if (module.call('kine_writer_set', writer, module.word(setting), number) !== 0)
      throw new KineError(`the option ${setting.replaceAll('_', ' ')} cannot be ${number}`);
  }
}

/**
 * The bytes that a writer writes.
 * @param use gives 1 where it wrote
 */
function withWriter(
  module: Module,
  format: WriteFormat,
  skeleton: Skeleton,
  use: (writer: number) => number,
): Uint8Array<ArrayBuffer> {
  const [text = 0] = module.writeTexts(format);
  const writer = module.call('kine_writer_create', skeleton.pointer, text, module.message, kMessageBytes);
  if (writer === 0) throw new KineError(module.readMessage());
  try {
    if (use(writer) === 0) throw new KineError(module.readMessage());
    return module.readBytes(module.call('kine_writer_bytes', writer), module.call('kine_writer_size', writer));
  } finally {
    module.call('kine_writer_destroy', writer);
  }
}
