// A figure with its motions, from a file or made here: what the scene shows, drags and saves.
import type { BoneOverrides, BonesOrNot, Clip, Frames, Kine, SceneFile, Shape, Skeleton, Vec3 } from 'kine';
import type { Edit } from './edits';
import { titlesOf } from './titles';

/** The parts of a body that the scene asks for, by their joints; what is not there is missing. */
export type Parts = Readonly<Record<string, number | undefined>>;

/** A figure that was made here, not read. */
export interface Made {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly clips: readonly Clip[];
  readonly up: 'x' | 'y' | 'z';
}

const upAxes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const satisfies Record<string, Vec3>;

export class Figure {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly up: 'x' | 'y' | 'z';
  readonly notes: readonly string[];
  /** What each joint is called on the page. */
  readonly titles: readonly string[];
  /** Whether it came with motions of its own. */
  readonly moves: boolean;
  readonly frames: Frames;
  readonly shape: Shape;
  /** The whole document, for three: skinned characters. */
  readonly glb: Uint8Array<ArrayBuffer> | undefined;
  readonly nodes: Int32Array | undefined;
  readonly metresPerUnit: number;
  #kine: Kine;
  #file: SceneFile | undefined;
  #clips: readonly Clip[];
  #bones: BonesOrNot;
  #overrides: BoneOverrides = {};
  /** The clip that each edit has led to, by `keyOf`: those before it are in. */
  #edits: readonly Edit[] = [];
  #clean: ((clip: Clip) => Clip) | undefined;
  #after = new Map<string, Clip>();
  #made: Clip[] = [];

  constructor(kine: Kine, source: SceneFile | Made) {
    this.#kine = kine;
    this.name = source.name;
    this.skeleton = source.skeleton;
    this.up = source.up;
    const file = 'format' in source ? source : undefined;
    this.#file = file;
    this.notes = file?.notes ?? [];
    this.nodes = file?.nodes;
    this.glb = file?.glb();
    this.metresPerUnit = file?.metresPerUnit ?? 1;
    this.#clips = source.clips.filter(({ frameCount }) => frameCount > 0);
    this.moves = this.#clips.some(({ frameCount }) => frameCount > 1);
    if (this.#clips.length === 0) this.#clips = [this.#restClip()];
    if (!file) this.#made.push(...this.#clips.filter((clip) => !this.#made.includes(clip)));
    this.#bones = this.skeleton.boneMap({ up: this.upward });
    this.titles = titlesOf(this.skeleton.joints.map(({ name }) => name), this.parts);
    this.frames = this.skeleton.createFrames();
    this.shape = this.skeleton.createShape();
  }

  /** As read. */
  get clips(): readonly Clip[] {
    return this.#clips;
  }

  /** Which joints are which parts of a body, or why it is none. */
  get bones(): BonesOrNot {
    return this.#bones;
  }

  /** Why it is no body; '' where it is one. */
  get why(): string {
    return this.#bones.found ? '' : this.#bones.sentence;
  }

  get parts(): Parts {
    return this.#bones.found ? { ...this.#bones.bones } : {};
  }

  get overrides(): BoneOverrides {
    return this.#overrides;
  }

  /** Takes what the user knows better about its bones; `bones` says whether that is a body. */
  correct(overrides: BoneOverrides): void {
    this.#bones = this.skeleton.boneMap({ up: this.upward, overrides });
    this.#overrides = overrides;
    // What was cleaned or pulled knew the bones as they were.
    for (const clip of this.#after.values()) clip.dispose();
    this.#after.clear();
  }

  /** Another motion in place of its own ones. */
  record(clip: Clip): void {
    this.#made.push(clip);
    this.#clips = [clip];
  }

  /** The edited pose of a frame, and every joint's place in `frames`. */
  forward(clip: number, frame: number): Float64Array {
    const { rate } = this.clipAt(clip);
    return this.forwardAt(clip, frame / rate);
  }

  /** The same at any time. */
  forwardAt(clip: number, time: number): Float64Array {
    const pose = this.clipAt(clip).sample(time, this.shape);
    this.shape.forward(pose, this.frames);
    return pose;
  }

  /** Another pose at that time: the joints' own translations and scales are the clip's. */
  forwardPose(clip: number, frame: number, pose: Float64Array): void {
    const shown = this.clipAt(clip);
    shown.sample(frame / shown.rate, this.shape);
    this.shape.forward(pose, this.frames);
  }

  /** The file's up axis in its own world. */
  get upward(): Vec3 {
    return upAxes[this.up];
  }

  /** Of a joint along the file's up axis, as put forward last; metres. */
  heightOf(joint: number): number {
    return this.frames.position(joint)[{ x: 0, y: 1, z: 2 }[this.up]] ?? 0;
  }

  /** With what was cleaned and dragged. */
  clipAt(index: number): Clip {
    const clip = this.#clips[index] ? index : 0;
    const last = this.#edits.filter((edit) => edit.clip === clip).at(-1);
    const shown = (last && this.#after.get(this.#keyOf(last.id))) ?? this.#base(clip);
    if (!shown) throw new Error('a figure has at least one clip');
    return shown;
  }

  /** As read, or cleaned: what edits begin with. */
  baseAt(index: number): Clip {
    return this.#base(index) ?? this.clipAt(index);
  }

  get edits(): readonly Edit[] {
    return this.#edits;
  }

  /** Puts the clips as read, cleaned first if `clean` is there, with these edits, in order. What was made is not made again. */
  setEdits(edits: readonly Edit[], apply: (clip: Clip, edit: Edit) => Clip, clean?: (clip: Clip) => Clip): void {
    this.#clean = clean;
    this.#edits = [];
    for (const edit of edits) {
      const key = this.#keyOf(edit.id);
      if (!this.#after.has(key)) this.#after.set(key, apply(this.clipAt(edit.clip), edit));
      this.#edits = [...this.#edits, edit];
    }
  }

  /** Edit numbers begin with 1; what is only cleaned has a clip's number below 0. */
  #keyOf(id: number): string {
    return `${this.#clean ? 'cleaned' : 'read'} ${id}`;
  }

  #base(clip: number): Clip | undefined {
    const read = this.#clips[clip];
    if (!this.#clean || !read) return read;
    const key = this.#keyOf(-1 - clip);
    const cleaned = this.#after.get(key) ?? this.#clean(read);
    this.#after.set(key, cleaned);
    return cleaned;
  }

  /** What is shown, as a file. */
  bytes(format: 'bvh' | 'glb', clip: number): Uint8Array<ArrayBuffer> {
    return this.bytesOf(format, format === 'glb' ? this.#clips.map((_, i) => this.clipAt(i)) : [this.clipAt(clip)]);
  }

  /** Other clips of its skeleton, as a file. */
  bytesOf(format: 'bvh' | 'glb', clips: readonly Clip[]): Uint8Array<ArrayBuffer> {
    const options = this.#file ? {} : { up: this.up, name: this.name };
    return this.#kine.write(format, this.#file ?? this.skeleton, clips, options);
  }

  dispose(): void {
    this.frames.dispose();
    this.shape.dispose();
    for (const clip of [...this.#after.values(), ...this.#made]) clip.dispose();
    if (this.#file) this.#file.dispose();
    else this.skeleton.dispose();
  }

  #restClip(): Clip {
    const clip = this.skeleton.createClip('rest', 30);
    clip.append(this.skeleton.restPose());
    this.#made.push(clip);
    return clip;
  }
}
