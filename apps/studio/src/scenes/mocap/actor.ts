// A figure in the room: its mesh or its bones, the joints that can be taken, and where it stands.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import type { Colours } from '../../shell/theme';
import { vector } from '../../view/shapes';
import type { Skin } from '../../view/skin';
import { bonesOf, lengthOf, StickFigure, type Bone } from '../../view/stick_figure';
import type { Figure } from './figure';
import { Dots } from './marks';
import { grow, Place, type Extent } from './place';
import { Ghosts } from './trails';

/** Puts a figure's joints where they are at a frame. */
export type Forward = (frame: number) => void;

/** Where figures have so little room, pixels, their dots are small: half a phone. */
const narrow = 300;

export class Actor {
  /** All of it: what is in the file's world, and marks in the room's. */
  readonly group = new THREE.Group();
  readonly place = new Place();
  readonly figure: Figure;
  readonly bones: readonly Bone[];
  /** The joints that can be taken, and so listed. */
  readonly takeable: readonly boolean[];
  #dotted: readonly boolean[];
  #stick: StickFigure;
  #skin: Skin | undefined;
  #dots = new Dots(9);
  #marked = new Dots(15);
  #before = new Ghosts(true);
  #positions: Float64Array = new Float64Array();

  /**
   * `forward` puts the figure through its motion of so many frames: how large it is shows there. `ahead`: where it looks at rest, in the
   * room; as in its file.
   */
  constructor(figure: Figure, frameCount: number, forward: Forward, ahead?: Vec3) {
    this.figure = figure;
    this.bones = bonesOf(figure.skeleton, figure.parts);
    const seen = new Set(this.bones.flatMap(({ from, to }) => [from, to]));
    this.takeable = figure.skeleton.joints.map((_, i) => seen.size === 0 || seen.has(i));
    const { tall, extent } = this.#measure(frameCount, forward);
    this.place.set(figure.up, tall, extent);
    const own = this.ahead;
    if (own && ahead) this.place.set(figure.up, tall, extent, Math.atan2(ahead[0], ahead[2]) - Math.atan2(own[0], own[2]));
    // A face of a hundred joints would be all dots: there the parts of the body and the long bones have them.
    const parts = new Set(Object.values(figure.parts));
    const many = seen.size > 60;
    this.#dotted = this.takeable.map((on, i) => on && (!many || parts.has(i) || lengthOf(figure.skeleton, i) > 0.035 * tall));
    this.#stick = new StickFigure(this.bones, tall);
    this.place.group.add(this.#stick.group, this.#before.group);
    this.group.add(this.place.group, this.#dots.points, this.#marked.points);
  }

  /** Draws it as its figure has been put forward last; `marked` joints stand out, `hidden` has a handle on it. `width`: pixels that it is seen in. */
  put(c: Colours, { marked, hidden = -1, width }: { marked: readonly number[]; hidden?: number; width: number }): void {
    const { frames } = this.figure;
    this.#dots.size = width < narrow ? 6 : 9;
    this.#positions = frames.positions();
    if (this.#skin) this.#skin.put(frames.matrices());
    else this.#stick.put(this.#positions, c);
    const free = this.#dotted.flatMap((on, i) => (on && i !== hidden && !marked.includes(i) ? [this.roomPoint(i)] : []));
    this.#dots.put(free, c.panel, c['ink-soft']);
    this.#marked.put(marked.map((joint) => this.roomPoint(joint)), c.accent, c.panel);
  }

  /** Another pose of it as lines: how it was before. */
  putBefore(positions: ArrayLike<number> | undefined, c: Colours): void {
    this.#before.put(0, positions ? [-1] : [], this.bones, () => positions ?? [], c, 0);
  }

  /** The mesh of the same figure, when three has made it. */
  wear(skin: Skin): void {
    this.#skin?.group.removeFromParent();
    this.#skin?.dispose();
    this.#skin = skin;
    this.place.group.add(skin.group);
    this.#stick.group.visible = false;
    skin.put(this.figure.frames.matrices());
  }

  get skin(): Skin | undefined {
    return this.#skin;
  }

  /** A joint in the file's world, as drawn. */
  position(joint: number): Vec3 {
    const at = 3 * joint;
    return [this.#positions[at] ?? 0, this.#positions[at + 1] ?? 0, this.#positions[at + 2] ?? 0];
  }

  /** The same in the room. */
  roomPoint(joint: number): Vec3 {
    return this.place.toRoom(this.position(joint));
  }

  /** Where a body looks at rest, in the room. */
  get ahead(): Vec3 | undefined {
    const { bones } = this.figure;
    return bones.found ? this.place.directionToRoom(bones.forward) : undefined;
  }

  /** The joint in the middle of the body. */
  get root(): number {
    return Math.max(0, this.figure.parts['pelvis'] ?? this.figure.skeleton.joints.findIndex(({ kind }) => kind !== 'fixed'));
  }

  /** What its joints fill as put forward last, in the room; and its mesh, which has a head above its joint, and hair. */
  box(): THREE.Box3 {
    const joints = new THREE.Box3();
    const positions = this.figure.frames.positions();
    this.takeable.forEach((on, i) => {
      if (on) joints.expandByPoint(vector(this.place.toRoom([positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0])));
    });
    return this.#skin ? this.#skin.box().union(joints) : joints;
  }

  dispose(): void {
    this.#stick.dispose();
    this.#skin?.dispose();
    this.#before.dispose();
    for (const { points } of [this.#dots, this.#marked]) {
      points.geometry.dispose();
      points.material.dispose();
    }
  }

  #measure(frameCount: number, forward: Forward): { tall: number; extent: Extent } {
    const { figure } = this;
    const at = { x: 0, y: 1, z: 2 }[figure.up];
    let extent: Extent | undefined;
    let tall = 0;
    const every = Math.max(1, Math.floor(frameCount / 60));
    for (let frame = 0; frame < frameCount; frame += every) {
      forward(frame);
      const seen = figure.frames.positions().filter((_, i) => this.takeable[Math.floor(i / 3)]);
      const here = grow(undefined, seen);
      tall = Math.max(tall, (here.high[at] ?? 0) - (here.low[at] ?? 0));
      extent = grow(extent, [...here.low, ...here.high]);
    }
    const all = extent ?? { low: [0, 0, 0], high: [0, 0, 0] };
    // Something flat, or a single joint, has a size too.
    const size = Math.max(tall, 0.4 * Math.hypot(all.high[0] - all.low[0], all.high[1] - all.low[1], all.high[2] - all.low[2]));
    return { tall: tall > 0.25 * size ? tall : size || 1, extent: all };
  }
}
