// The picture of this scene: the ground, the figure, where its feet go, and a camera that goes along.
import type { Terrain, Vec3 } from 'kine';
import type { Stage } from '../../shell/stage';
import { Room } from '../../view/stage3d';
import { FollowCamera } from './camera';
import { FigureView, type SkinNews } from './figure_view';
import { Footprints } from './footprints';
import type { Look } from './grounds';
import type { Print } from './mover';
import type { LeverArm } from './objects';
import { ObjectsView, type ThingActions } from './objects_view';
import type { State } from './settings';
import type { Sim } from './sim';
import { TerrainView } from './terrain_view';

/** Seen first from behind and a little to the side. */
const look: Vec3 = [0, 0.85, 0];
const eye: Vec3 = [-1.9, 1.9, -3.9];
/** Low and to the side, so that slopes show. */
const sun: Vec3 = [-2.1, 1.7, -0.9];
/** Chunks of ground that are made for one picture. */
const chunksAPicture = 3;

export class WalkView {
  readonly room: Room;
  footprints: Footprints;
  #sim: Sim;
  #figure: FigureView;
  #ground = new TerrainView();
  #things: ObjectsView;
  #camera: FollowCamera;
  #drawn = 0;
  #tall = 1.75;

  constructor(stage: Stage, sim: Sim, arm: LeverArm, actions: ThingActions, redraw: () => void) {
    this.#sim = sim;
    this.room = new Room(stage, { up: 'y', look, eye, size: 1.5, wide: 1.05, sun, redraw });
    this.#camera = new FollowCamera(this.room);
    this.#figure = new FigureView(sim, redraw);
    this.#things = new ObjectsView(stage, this.room, arm, actions);
    this.footprints = new Footprints(sim.subject.walker.footShapes[0], sim.subject.height / 1.75);
    this.room.scene.add(this.#ground.group, this.footprints.group, this.#figure.group, this.#things.group);
  }

  /** Another figure. `came`: its skin is there, or a sentence says why not. */
  setFigure(sim: Sim, came: (trouble: string) => void): void {
    this.#size(sim.subject.height);
    this.#sim = sim;
    this.#figure.dispose();
    this.footprints.dispose();
    this.room.scene.remove(this.footprints.group, this.#figure.group);
    this.#figure = new FigureView(sim, (news: SkinNews) => {
      // Bones end below the top of the head.
      if ('tall' in news) this.#size(Math.max(news.tall, sim.subject.height));
      came('trouble' in news ? news.trouble : '');
    });
    this.footprints = new Footprints(sim.subject.walker.footShapes[0], sim.subject.height / 1.75);
    this.room.scene.add(this.footprints.group, this.#figure.group);
  }

  get hasSkin(): boolean {
    return this.#figure.hasSkin;
  }

  get settled(): boolean {
    return this.#camera.settled;
  }

  /** Other ground, or the start again. */
  begin(terrain: Terrain, kind: Look): void {
    this.#ground.show(terrain, kind);
    this.footprints.clear();
    this.#camera.jump(this.#target(), this.#sim.shown.heading);
  }

  themed(): void {
    this.room.themed();
    this.#ground.themed();
    this.footprints.themed();
    this.#things.themed();
    this.#figure.themed();
  }

  draw(state: State, planned: readonly Print[], time: number): void {
    const { shown } = this.#sim;
    this.room.resize();
    this.#ground.follow(shown.x, shown.z, chunksAPicture);
    this.#figure.draw(state.look === 'bones');
    this.#things.put(state.things, this.#sim.subject.height / 1.75, this.#sim.heightAt);
    this.footprints.put(planned, shown.plants, state.marks);
    const dt = Math.max(0, time - this.#drawn);
    this.#drawn = time;
    this.#camera.follow(this.#target(), shown.heading, this.#sim.heightAt, state.behind, dt);
    this.#things.putHandles();
    this.room.render();
  }

  /** For tests: how far the eye is above the ground, metres; how much ground is drawn. */
  measure(): { eyeAboveGround: number | undefined; chunks: number; eye: Vec3; look: Vec3 } {
    const { x, y, z } = this.room.camera.position;
    const ground = this.#sim.heightAt(x, z);
    const { target } = this.room.controls;
    return {
      eyeAboveGround: ground === undefined ? undefined : y - ground,
      chunks: this.#ground.chunkCount,
      eye: [x, y, z],
      look: [target.x, target.y, target.z],
    };
  }

  dispose(): void {
    this.#ground.dispose();
    this.footprints.dispose();
    this.#figure.dispose();
    this.#things.dispose();
    this.room.dispose();
  }

  /** The camera is as far away as suits a figure that is so tall. */
  #size(tall: number): void {
    this.#camera.resize(tall / this.#tall);
    this.#tall = tall;
  }

  /** A little below the middle of the body, without its bobbing: the camera's own delay takes that out. */
  #target(): Vec3 {
    const [x, y, z] = this.#sim.shown.hips.translation;
    return [x, y - 0.03 * this.#tall, z];
  }
}
