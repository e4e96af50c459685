// The picture of this scene: the figure, beside it the character that takes its motion, ghosts, paths, marks, and a camera
// that goes along.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import type { Stage } from '../../shell/stage';
import { colours } from '../../shell/theme';
import type { Skin } from '../../view/skin';
import { Room, type View } from '../../view/stage3d';
import { Actor } from './actor';
import type { Figure } from './figure';
import { PinRings } from './marks';
import type { Pixel } from './pick';
import { ghostFrames, Ghosts, pathFrames, Paths } from './trails';

/** What of a clip is to be seen: as it is now, as it was read, or one over the other. */
export type Compare = 'after' | 'before' | 'both';

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
  readonly compare: Compare;
  /** Joints that stand out: a bone of the map. */
  readonly marked: { readonly source: readonly number[]; readonly target: readonly number[] };
  /** The character's pose at this time, and by directions alone from what was read. */
  readonly character: { readonly pose: Float64Array; readonly before: Float64Array } | undefined;
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
  #actor: Actor | undefined;
  #character: Actor | undefined;
  #ghosts = new Ghosts();
  #paths = new Paths();
  #rings = new PinRings();
  #wayPoints = new Map<number, Float64Array>();
  #wayClip = -1;
  /** Where the camera looks beside the root of the figure: along x and z of the room. */
  #beside: readonly [number, number] = [0, 0];
  /** From what the camera looks at of the figure to the same of the character. */
  #aside: Vec3 = [0, 0, 0];
  #stage: Stage;

  constructor(stage: Stage, redraw: () => void) {
    this.#stage = stage;
    this.room = new Room(stage, { up: 'y', look, eye, size: 1.5, wide: 0.85, floor: 0, redraw });
    this.room.scene.add(this.#rings.group);
  }

  /** Another figure: in the middle of the picture, on the floor. */
  show(figure: Figure): void {
    this.#drop(this.#actor);
    this.forget();
    this.#actor = new Actor(figure, figure.clipAt(0).frameCount, (frame) => figure.forward(0, frame));
    this.#actor.place.group.add(this.#ghosts.group, this.#paths.group);
    this.room.scene.add(this.#actor.group);
    this.#look();
  }

  /** The character beside it, which goes through so many frames of the motion; none: the figure is alone again. */
  showCharacter(figure?: Figure, frameCount = 1, poseAt?: (frame: number) => Float64Array): void {
    this.#drop(this.#character);
    this.#character = undefined;
    if (figure && poseAt) {
      // Both look the same way: files of robots have other axes.
      this.#character = new Actor(figure, frameCount, (frame) => void figure.skeleton.forward(poseAt(frame), figure.frames), this.#actor?.ahead);
      this.room.scene.add(this.#character.group);
    }
    this.#look();
  }

  /** The mesh of a figure that is shown, when three has made it. */
  wear(skin: Skin, figure: Figure): void {
    const actor = [this.#actor, this.#character].find((one) => one?.figure === figure);
    if (!actor) return skin.dispose();
    actor.wear(skin);
    this.#look();
  }

  get skin(): Skin | undefined {
    return this.#actor?.skin;
  }

  get characterSkin(): Skin | undefined {
    return this.#character?.skin;
  }

  /** Metres of the room for a metre of the file. */
  get scale(): number {
    return this.#actor?.place.scale ?? 1;
  }

  /** Clips changed: what was known of their ways is not true any more. */
  forget(): void {
    this.#wayPoints.clear();
  }

  draw(moment: Moment): void {
    const actor = this.#actor;
    if (!actor) return;
    const c = colours();
    this.room.resize();
    if (moment.follow) this.#goAlong(moment);
    this.#putFigure(actor, moment);
    this.#rings.put(moment.compare === 'before' ? [] : moment.pins.map((pin) => actor.roomPoint(pin)), this.room.camera, c.good);
    this.#drawTrails(actor, moment);
    this.#putCharacter(moment);
    this.#render();
  }

  #putFigure(actor: Actor, { clip, time, frame, live, compare, chosen, marked }: Moment): void {
    const { figure } = actor;
    const c = colours();
    const read = figure.clips[clip];
    const before = (): void => {
      if (read) figure.shape.forward(read.sample(time, figure.shape), figure.frames);
    };
    before();
    actor.putBefore(compare === 'both' ? figure.frames.positions() : undefined, c);
    if (compare !== 'before') {
      if (live) figure.forwardPose(clip, frame, live);
      else figure.forwardAt(clip, time);
    }
    actor.put(c, { marked: marked.source, hidden: compare === 'before' ? -1 : chosen, width: this.#views()[0].width });
  }

  #putCharacter({ character, compare, marked, clip, time }: Moment): void {
    const actor = this.#character;
    if (!actor || !character) return;
    const c = colours();
    const { skeleton, frames } = actor.figure;
    skeleton.forward(character.before, frames);
    const middle = actor.place.toRoom(frames.position(actor.root));
    actor.putBefore(compare === 'both' ? frames.positions() : undefined, c);
    if (compare !== 'before') skeleton.forward(character.pose, frames);
    actor.put(c, { marked: marked.target, width: this.#views()[0].width });
    // As far from the middle of the picture as the figure is.
    const [x, , z] = this.#middle(clip, time);
    this.#aside = [middle[0] - x, 0, middle[2] - z];
  }

  /** The figure in its part of the picture, and the character in the other, seen from the same side. */
  #render(): void {
    const [left, right] = this.#views();
    const { target } = this.room.controls;
    const { x, y, z } = target;
    const only = (actor: Actor | undefined): void => {
      for (const one of [this.#actor, this.#character]) if (one) one.group.visible = one === actor;
      this.#rings.group.visible = actor === this.#actor;
    };
    only(this.#actor);
    this.room.render(left);
    if (!right) return;
    only(this.#character);
    this.room.follow([x + this.#aside[0], y, z + this.#aside[2]]);
    this.room.render(right);
    this.room.follow([x, y, z]);
  }

  #views(): readonly [View, View?] {
    const { whole } = this.room;
    if (!this.#character) return [whole];
    const width = whole.width / 2;
    return [{ ...whole, width }, { ...whole, x: width, width }];
  }

  /** A joint in the file's world, as drawn. */
  position(joint: number): Vec3 {
    return this.#actor?.position(joint) ?? [0, 0, 0];
  }

  /** Where the joints are on the stage. */
  pixels(): (Pixel | undefined)[] {
    const actor = this.#actor;
    return actor ? actor.takeable.map((on, i) => (on ? this.room.toPixels(actor.roomPoint(i), this.#views()[0]) : undefined)) : [];
  }

  /** Those of the character. */
  characterPixels(): (Pixel | undefined)[] {
    const actor = this.#character;
    const view = this.#views()[1];
    if (!actor || !view) return [];
    return actor.takeable.map((on, i) => {
      const [x, y, z] = actor.roomPoint(i);
      return on ? this.room.toPixels([x - this.#aside[0], y, z - this.#aside[2]], view) : undefined;
    });
  }

  toPixels(point: Vec3): Pixel | undefined {
    return this.#actor ? this.room.toPixels(this.#actor.place.toRoom(point), this.#views()[0]) : undefined;
  }

  /** Where the pointer has taken a point of the file's world. */
  drag(x: number, y: number, from: Vec3): Vec3 {
    const place = this.#actor?.place;
    return place ? place.toFile(this.room.drag(x, y, place.toRoom(from), this.#views()[0])) : from;
  }

  nudge(from: Vec3, right: number, up: number, away: number): Vec3 {
    const place = this.#actor?.place;
    return place ? place.toFile(this.room.nudge(place.toRoom(from), right, up, away, 0.02)) : from;
  }

  /** The joints that can be taken, and so listed. */
  get takeable(): readonly boolean[] {
    return this.#actor?.takeable ?? [];
  }

  get characterTakeable(): readonly boolean[] {
    return this.#character?.takeable ?? [];
  }

  dispose(): void {
    this.#drop(this.#actor);
    this.#drop(this.#character);
    this.#ghosts.dispose();
    this.#paths.dispose();
    this.room.dispose();
  }

  #drop(actor: Actor | undefined): void {
    if (!actor) return;
    this.room.scene.remove(actor.group);
    actor.dispose();
  }

  /** Looks at the figure, and the larger one where there are two, from in front and a little to its side. */
  #look(): void {
    const actor = this.#actor;
    if (!actor) return;
    actor.figure.forward(0, 0);
    const box = actor.box();
    const height = (of: THREE.Box3): number => {
      const size = of.getSize(new THREE.Vector3());
      return Math.max(size.y, 0.6 * Math.hypot(size.x, size.z), 0.3);
    };
    const boxes = [box, ...(this.#character ? [this.#character.box()] : [])];
    const tall = Math.max(...boxes.map(height));
    const { x, y, z } = box.getCenter(new THREE.Vector3());
    // The part of the picture that it is in says how wide the camera sees.
    const [view] = this.#views();
    this.room.toPixels(look, view);
    // It fills what the bar above (with names below it, where there are two) and the sentence below leave of the picture.
    const [above, below] = [this.#character ? 104 : 64, 84];
    const pixels = Math.max(this.#stage.height, 1);
    const wide = Math.max(...boxes.map((of) => Math.hypot(of.max.x - of.min.x, of.max.z - of.min.z)));
    const seen = Math.max(((this.#character ? 1.25 : 1.17) * tall) / Math.max(0.3, 1 - (above + below) / pixels), (1.1 * wide * pixels) / Math.max(view.width, 1));
    const away = seen / (2 * Math.tan((this.room.camera.fov * Math.PI) / 360));
    const middle = Math.max(y, tall / 2) + ((above - below) / 2 / pixels) * seen;
    const root = this.#middle(0, 0);
    this.#beside = [x - root[0], z - root[2]];
    this.room.follow([x, middle, z]);
    const way = away / Math.hypot(...from);
    this.room.camera.position.set(x + way * from[0], middle + way * from[1], z + way * from[2]);
    this.room.controls.update();
  }

  /** The middle of the body in the room, at a time of the clip as it was read: drags do not move the camera. */
  #middle(clip: number, time: number): Vec3 {
    const actor = this.#actor;
    const original = actor?.figure.clips[clip] ?? actor?.figure.clips[0];
    if (!actor || !original) return [0, 0, 0];
    const { shape, frames } = actor.figure;
    shape.forward(original.sample(time, shape), frames);
    return actor.place.toRoom(frames.position(actor.root));
  }

  #goAlong({ clip, time }: Moment): void {
    const [x, , z] = this.#middle(clip, time);
    this.room.follow([x + this.#beside[0], this.room.controls.target.y, z + this.#beside[1]]);
  }

  #drawTrails({ figure, bones }: Actor, { clip, frame, ghosts, apart, paths, chosen }: Moment): void {
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
    this.#ghosts.put(frame, ghostFrames(frame, ghosts, apart, frameCount), bones, at, c);
    const { parts } = figure;
    const ends = [parts['leftHand'], parts['rightHand'], parts['leftFoot'], parts['rightFoot']].filter((joint) => joint !== undefined && joint !== chosen) as number[];
    const shown = paths ? [chosen, ...ends] : [];
    const way = paths ? pathFrames(frame, Math.round(rate), Math.max(1, Math.round(rate / 30)), frameCount) : [];
    this.#paths.put(shown, way, at, [c.target, c['ink-soft'], c['ink-soft'], c['ink-soft'], c['ink-soft']]);
    // Long clips would fill the memory with ways that are out of sight.
    if (this.#wayPoints.size > 4000) this.forget();
  }
}
