// Balls on thin stalks and levers on posts, and handles to drag them by.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import type { Handle, Stage } from '../../shell/stage';
import { colours } from '../../shell/theme';
import { barGeometry, mesh, stretch } from '../../view/shapes';
import type { Room } from '../../view/stage3d';
import { gripOf, lever, mostThings, nameOf, placed, type LeverArm, type Thing } from './objects';

export interface ThingActions {
  /** A thing is dragged so that what a hand takes would be there. */
  onMove(thing: number, point: Vec3): void;
  onEnd(): void;
}

const radius = { ball: 0.05, knob: 0.032 };

/** One thing's shapes: a round grip, what it is on, and for a lever its bar. */
interface Shapes {
  readonly grip: THREE.Mesh;
  readonly bar: THREE.Mesh;
  readonly post: THREE.Mesh;
  readonly foot: THREE.Mesh;
}

export class ObjectsView {
  readonly group = new THREE.Group();
  #room: Room;
  #stage: Stage;
  #arm: LeverArm;
  #actions: ThingActions;
  #paints = { grip: new THREE.MeshStandardMaterial({ roughness: 0.35 }), bar: new THREE.MeshStandardMaterial({ roughness: 0.5 }), post: new THREE.MeshStandardMaterial({ roughness: 0.7 }) };
  #geometries = { round: new THREE.SphereGeometry(1, 28, 20), bar: barGeometry(), foot: new THREE.CylinderGeometry(0.06, 0.075, 0.03, 28).translate(0, 0.015, 0) };
  #shapes: readonly Shapes[];
  #handles: Handle[] = [];
  /** What is shown now, for the handles. */
  #things: readonly Thing[] = [];

  constructor(stage: Stage, room: Room, arm: LeverArm, actions: ThingActions) {
    this.#room = room;
    this.#stage = stage;
    this.#arm = arm;
    this.#actions = actions;
    const { round, bar, foot } = this.#geometries;
    this.#shapes = Array.from({ length: mostThings }, () => {
      const shapes = { grip: mesh(round, this.#paints.grip), bar: mesh(bar, this.#paints.bar), post: mesh(bar, this.#paints.post), foot: mesh(foot, this.#paints.post) };
      this.group.add(...Object.values(shapes));
      return shapes;
    });
    this.themed();
  }

  themed(): void {
    const c = colours();
    this.#paints.grip.color.set(c.target);
    this.#paints.bar.color.set(c.accent);
    this.#paints.post.color.set(c['body-dark']);
  }

  /** `size`: of balls, beside those of a person. */
  put(things: readonly Thing[], size: number, heightAt: (x: number, z: number) => number | undefined): void {
    this.#things = things;
    this.#shapes.forEach((shapes, i) => {
      const thing = things[i];
      for (const shape of Object.values(shapes)) shape.visible = thing !== undefined;
      if (thing) this.#shape(shapes, thing, size, heightAt);
    });
  }

  /** The handles, once the camera is where it will be. */
  putHandles(): void {
    while (this.#handles.length < this.#things.length) this.#handles.push(this.#handle(this.#handles.length));
    while (this.#handles.length > this.#things.length) this.#handles.pop()?.remove();
    this.#handles.forEach((handle, i) => {
      const thing = this.#things[i];
      const pixel = thing && this.#room.toPixels(gripOf(thing, this.#arm));
      handle.rename(`Move ${nameOf(this.#things, i)}`);
      handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
    });
  }

  dispose(): void {
    for (const handle of this.#handles) handle.remove();
    for (const geometry of Object.values(this.#geometries)) geometry.dispose();
    for (const paint of Object.values(this.#paints)) paint.dispose();
  }

  #shape({ grip, bar, post, foot }: Shapes, thing: Thing, size: number, heightAt: (x: number, z: number) => number | undefined): void {
    const at = gripOf(thing, this.#arm);
    grip.position.set(...at);
    if (thing.kind === 'ball') {
      grip.scale.setScalar(radius.ball * size);
      bar.visible = false;
      const ground = heightAt(at[0], at[2]);
      post.visible = foot.visible = ground !== undefined && ground < at[1];
      if (ground === undefined) return;
      stretch(post, [at[0], ground, at[2]], [at[0], Math.max(ground, at[1] - 0.5 * radius.ball * size), at[2]], 0.008 * size);
      foot.position.set(at[0], ground, at[2]);
      foot.scale.setScalar(size);
      return;
    }
    const pivot = placed(thing, [0, lever.height, 0]);
    grip.scale.setScalar(radius.knob * thing.size);
    stretch(bar, pivot, at, 0.014 * thing.size);
    stretch(post, thing.at, placed(thing, [0, lever.height + 0.03, 0]), 0.026 * thing.size);
    foot.position.set(...thing.at);
    foot.scale.setScalar(1.4 * thing.size);
  }

  #handle(i: number): Handle {
    const grip = (): Vec3 => {
      const thing = this.#things[i];
      return thing ? gripOf(thing, this.#arm) : [0, 0, 0];
    };
    return this.#stage.handle({
      label: `Move ${nameOf(this.#things, i)}`,
      look: 'target',
      onMove: (x, y) => this.#actions.onMove(i, this.#room.drag(x, y, grip())),
      onNudge: (right, up, away) => this.#actions.onMove(i, this.#room.nudge(grip(), right, up, away, 0.03)),
      onEnd: () => this.#actions.onEnd(),
    });
  }
}
