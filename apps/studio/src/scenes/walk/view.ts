// The picture of this scene: the ground, the figure, where its feet go, and a camera that goes along.
import type { PlannedStep, Terrain, Vec3 } from '../../../../../bindings/wasm/kine.mjs';
import type { Stage } from '../../shell/stage';
import { Room } from '../../view/stage3d';
import { Body } from './body';
import { Bones } from './bones';
import { FollowCamera } from './camera';
import { Footprints } from './footprints';
import type { Look } from './grounds';
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
  readonly footprints: Footprints;
  #sim: Sim;
  #ground = new TerrainView();
  #camera: FollowCamera;
  #body: Body;
  #bones: Bones;
  #drawn = 0;

  constructor(stage: Stage, sim: Sim, redraw: () => void) {
    this.#sim = sim;
    this.room = new Room(stage, { up: 'y', look, eye, size: 1.5, wide: 1.05, sun, redraw });
    this.#camera = new FollowCamera(this.room);
    this.footprints = new Footprints(sim.walker.footShape);
    this.#body = new Body(sim.skeleton);
    this.#bones = new Bones(sim.skeleton, 0.016);
    this.room.scene.add(this.#ground.group, this.footprints.group, this.#body.group, this.#bones.group);
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
    this.#body.themed();
    this.#bones.themed();
  }

  draw(state: State, planned: readonly PlannedStep[], time: number): void {
    const { shown, frames } = this.#sim;
    this.room.resize();
    this.#ground.follow(shown.x, shown.z, chunksAPicture);
    this.#body.group.visible = state.look === 'body';
    this.#bones.group.visible = state.look === 'bones';
    if (state.look === 'body') this.#body.put(frames.matrices());
    else this.#bones.put(frames.positions());
    this.footprints.put(planned, shown.plants, state.marks);
    const dt = Math.max(0, time - this.#drawn);
    this.#drawn = time;
    this.#camera.follow(this.#target(), shown.heading, this.#sim.heightAt, state.behind, dt);
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
    this.#bones.dispose();
    this.room.dispose();
  }

  /** A little below the middle of the body, without its bobbing: the camera's own delay takes that out. */
  #target(): Vec3 {
    const [x, y, z] = this.#sim.shown.hips.translation;
    return [x, y - 0.05, z];
  }
}
