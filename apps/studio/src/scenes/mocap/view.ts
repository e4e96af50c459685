// The picture of this scene: the figure with its skin or its bones, ghosts, paths, marks, and a camera that goes along.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import type { Stage } from '../../shell/stage';
import { colours } from '../../shell/theme';
import { vector } from '../../view/shapes';
import { Skin } from '../../view/skin';
import { Room } from '../../view/stage3d';
import { bonesOf, lengthOf, StickFigure, type Bone } from '../../view/stick_figure';
import type { Figure } from './figure';
import { Dots, PinRings } from './marks';
import type { Pixel } from './pick';
import { grow, Place, type Extent } from './place';
import { ghostFrames, Ghosts, pathFrames, Paths } from './trails';

/** What is to be seen. */
export interface Moment {
  readonly clip: number;
  /** Seconds. */
  readonly time: number;
  readonly frame: number;
  /** A pose that is being dragged, in place of the clip's. */
  readonly live: Float64Array | undefined;
  readonly chosen: number;
  readonly pins: readonly number[];
  /** So many to either side, so many frames apart. */
  readonly ghosts: number;
  readonly apart: number;
  readonly paths: boolean;
  readonly follow: boolean;
}

/** The side from which a figure is seen first. */
const from: Vec3 = [1.75, 0.67, 3.35];
const look: Vec3 = [0, 0.88, 0];
const eye: Vec3 = [look[0] + from[0], look[1] + from[1], look[2] + from[2]];

export class MocapView {
  readonly room: Room;
  readonly place = new Place();
  #figure: Figure | undefined;
  #bones: readonly Bone[] = [];
  #takeable: readonly boolean[] = [];
  #dotted: readonly boolean[] = [];
  #stick: StickFigure | undefined;
  #skin: Skin | undefined;
  #ghosts = new Ghosts();
  #paths = new Paths();
  #dots = new Dots(9);
  #rings = new PinRings();
  #positions: Float64Array = new Float64Array();
  #wayPoints = new Map<number, Float64Array>();
  #wayClip = -1;
  /** Where the camera looks beside the root of the figure: along x and z of the room. */
  #beside: readonly [number, number] = [0, 0];

  #stage: Stage;

  constructor(stage: Stage, redraw: () => void) {
    this.#stage = stage;
    this.room = new Room(stage, { up: 'y', look, eye, size: 1.5, wide: 0.85, floor: 0, redraw });
    this.place.group.add(this.#ghosts.group, this.#paths.group);
    this.room.scene.add(this.place.group, this.#dots.points, this.#rings.group);
  }

  /** Another figure: in the middle of the picture, on the floor. */
  show(figure: Figure): void {
    this.#drop();
    this.#figure = figure;
    this.#bones = bonesOf(figure.skeleton, figure.parts);
    const seen = new Set(this.#bones.flatMap(({ from, to }) => [from, to]));
    this.#takeable = figure.skeleton.joints.map((_, i) => seen.size === 0 || seen.has(i));
    const { tall, extent } = this.#measure(figure);
    this.place.set(figure.up, tall, extent);
    // A face of a hundred joints would be all dots: there the parts of the body and the long bones have them.
    const parts = new Set(Object.values(figure.parts));
    const many = seen.size > 60;
    this.#dotted = this.#takeable.map((on, i) => on && (!many || parts.has(i) || lengthOf(figure.skeleton, i) > 0.035 * tall));
    this.#stick = new StickFigure(this.#bones, tall);
    this.place.group.add(this.#stick.group);
    this.#frame(this.#box());
  }

  /** Looks at what fills this box of the room, from in front and a little to its side. */
  #frame(box: THREE.Box3): void {
    const size = box.getSize(new THREE.Vector3());
    const height = Math.max(size.y, 0.6 * Math.hypot(size.x, size.z), 0.3);
    const { x, y, z } = box.getCenter(new THREE.Vector3());
    // It fills what the bar above and the sentence below leave of the picture.
    const [above, below] = [64, 84];
    const pixels = Math.max(this.#stage.height, 1);
    const seen = (1.1 * height) / Math.max(0.3, 1 - (above + below) / pixels);
    const away = seen / (2 * Math.tan((this.room.camera.fov * Math.PI) / 360));
    const middle = y + ((above - below) / 2 / pixels) * seen;
    const root = this.place.toRoom(this.#middle(0, 0));
    this.#beside = [x - root[0], z - root[2]];
    this.room.follow([x, middle, z]);
    const way = away / Math.hypot(...from);
    this.room.camera.position.set(x + way * from[0], middle + way * from[1], z + way * from[2]);
    this.room.controls.update();
  }

  /** What the joints fill at the first frame, in the room. */
  #box(): THREE.Box3 {
    const box = new THREE.Box3();
    this.#figure?.forward(0, 0);
    const positions = this.#figure?.frames.positions() ?? [];
    this.#takeable.forEach((on, i) => {
      if (on) box.expandByPoint(vector(this.place.toRoom([positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0])));
    });
    return box;
  }

  /** The mesh of the same figure, when three has made it. */
  wear(skin: Skin): void {
    this.#skin = skin;
    this.place.group.add(skin.group);
    if (this.#stick) this.#stick.group.visible = false;
    // A mesh has a head above its joint, and hair.
    const joints = this.#box();
    if (this.#figure) skin.put(this.#figure.frames.matrices());
    const all = skin.box().union(joints);
    if (all.getSize(new THREE.Vector3()).y > 1.05 * joints.getSize(new THREE.Vector3()).y) this.#frame(all);
  }

  get skin(): Skin | undefined {
    return this.#skin;
  }

  /** Clips changed: what was known of their ways is not true any more. */
  forget(): void {
    this.#wayPoints.clear();
  }

  draw(moment: Moment): void {
    const figure = this.#figure;
    if (!figure) return;
    const c = colours();
    this.room.resize();
    if (moment.follow) this.#goAlong(moment);
    if (moment.live) figure.forwardPose(moment.clip, moment.frame, moment.live);
    else figure.forwardAt(moment.clip, moment.time);
    this.#positions = figure.frames.positions();
    if (this.#skin) this.#skin.put(figure.frames.matrices());
    else this.#stick?.put(this.#positions, c);
    const dots = this.#dotted.flatMap((on, i) => (on && i !== moment.chosen ? [this.#roomPoint(i)] : []));
    this.#dots.put(dots, c.panel, c['ink-soft']);
    this.#rings.put(moment.pins.map((pin) => this.#roomPoint(pin)), this.room.camera, c.good);
    this.#drawTrails(moment);
    this.room.render();
  }

  /** A joint in the room, as drawn. */
  #roomPoint(joint: number): Vec3 {
    return this.place.toRoom(this.position(joint));
  }

  /** A joint in the file's world, as drawn. */
  position(joint: number): Vec3 {
    const at = 3 * joint;
    return [this.#positions[at] ?? 0, this.#positions[at + 1] ?? 0, this.#positions[at + 2] ?? 0];
  }

  /** Where the joints are on the stage. */
  pixels(): (Pixel | undefined)[] {
    return this.#takeable.map((on, i) => (on ? this.room.toPixels(this.#roomPoint(i)) : undefined));
  }

  toPixels(point: Vec3): Pixel | undefined {
    return this.room.toPixels(this.place.toRoom(point));
  }

  /** Where the pointer has taken a point of the file's world. */
  drag(x: number, y: number, from: Vec3): Vec3 {
    return this.place.toFile(this.room.drag(x, y, this.place.toRoom(from)));
  }

  nudge(from: Vec3, right: number, up: number, away: number): Vec3 {
    return this.place.toFile(this.room.nudge(this.place.toRoom(from), right, up, away, 0.02));
  }

  /** The joints that can be taken, and so listed. */
  get takeable(): readonly boolean[] {
    return this.#takeable;
  }

  dispose(): void {
    this.#drop();
    this.#ghosts.dispose();
    this.#paths.dispose();
    this.room.dispose();
  }

  #drop(): void {
    for (const thing of [this.#stick, this.#skin]) {
      if (!thing) continue;
      this.place.group.remove(thing.group);
      thing.dispose();
    }
    this.#stick = this.#skin = undefined;
    this.forget();
  }

  #measure(figure: Figure): { tall: number; extent: Extent } {
    const { frameCount } = figure.clipAt(0);
    const at = { x: 0, y: 1, z: 2 }[figure.up];
    let extent: Extent | undefined;
    let tall = 0;
    const every = Math.max(1, Math.floor(frameCount / 60));
    for (let frame = 0; frame < frameCount; frame += every) {
      figure.forward(0, frame);
      const seen = figure.frames.positions().filter((_, i) => this.#takeable[Math.floor(i / 3)]);
      const here = grow(undefined, seen);
      tall = Math.max(tall, (here.high[at] ?? 0) - (here.low[at] ?? 0));
      extent = grow(extent, [...here.low, ...here.high]);
    }
    const all = extent ?? { low: [0, 0, 0], high: [0, 0, 0] };
    // Something flat, or a single joint, has a size too.
    const size = Math.max(tall, 0.4 * Math.hypot(all.high[0] - all.low[0], all.high[1] - all.low[1], all.high[2] - all.low[2]));
    return { tall: tall > 0.25 * size ? tall : size || 1, extent: all };
  }

  /** The middle of the body at a time of the clip as it was read: drags do not move the camera. */
  #middle(clip: number, time: number): Vec3 {
    const figure = this.#figure;
    const original = figure?.clips[clip] ?? figure?.clips[0];
    if (!figure || !original) return [0, 0, 0];
    figure.shape.forward(original.sample(time, figure.shape), figure.frames);
    const root = figure.parts['pelvis'] ?? figure.skeleton.joints.findIndex(({ kind }) => kind !== 'fixed');
    return figure.frames.position(Math.max(0, root));
  }

  #goAlong({ clip, time }: Moment): void {
    const [x, , z] = this.place.toRoom(this.#middle(clip, time));
    this.room.follow([x + this.#beside[0], this.room.controls.target.y, z + this.#beside[1]]);
  }

  #drawTrails({ clip, frame, ghosts, apart, paths, chosen }: Moment): void {
    const figure = this.#figure;
    if (!figure) return;
    const c = colours();
    const { frameCount, rate } = figure.clipAt(clip);
    if (this.#wayClip !== clip) this.forget();
    this.#wayClip = clip;
    const at = (f: number): Float64Array => {
      let known = this.#wayPoints.get(f);
      if (!known) {
        figure.forward(clip, f);
        known = figure.frames.positions();
        this.#wayPoints.set(f, known);
      }
      return known;
    };
    this.#ghosts.put(frame, ghostFrames(frame, ghosts, apart, frameCount), this.#bones, at, c);
    const { parts } = figure;
    const ends = [parts['leftHand'], parts['rightHand'], parts['leftFoot'], parts['rightFoot']].filter((joint) => joint !== undefined && joint !== chosen) as number[];
    const shown = paths ? [chosen, ...ends] : [];
    const way = paths ? pathFrames(frame, Math.round(rate), Math.max(1, Math.round(rate / 30)), frameCount) : [];
    this.#paths.put(shown, way, at, [c.target, c['ink-soft'], c['ink-soft'], c['ink-soft'], c['ink-soft']]);
    // Long clips would fill the memory with ways that are out of sight.
    if (this.#wayPoints.size > 4000) this.forget();
  }
}
