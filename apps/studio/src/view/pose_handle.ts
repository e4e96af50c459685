// A place and an orientation to drag: one handle for the place, one at the end of each axis to turn it.
import * as THREE from 'three';
import type { Quat, Transform, Vec3 } from 'kine';
import type { Handle, Stage } from '../shell/stage';
import { colours } from '../shell/theme';
import { Axes, quaternion, triple, vector } from './shapes';
import type { Room } from './stage3d';

export interface PoseHandleOptions {
  /** What it is: 'Tool target'. */
  label: string;
  /** What turning it turns: 'the tool'. */
  thing: string;
  /** From the place to the handles that turn, metres. */
  readonly away: number;
  /** How far an arrow key moves it, metres. */
  readonly nudge: number;
  colour?: string;
  get(): Transform;
  set(pose: Transform): void;
  onEnd(): void;
}

const axisColours = ['x-axis', 'y-axis', 'z-axis'] as const;

export class PoseHandle {
  /** The three axes, drawn: for the room. */
  readonly group = new THREE.Group();
  #room: Room;
  #options: PoseHandleOptions;
  #place: Handle;
  #turns: readonly Handle[];

  constructor(stage: Stage, room: Room, options: PoseHandleOptions) {
    this.#room = room;
    this.#options = options;
    const move = (translation: Vec3): void => options.set({ ...options.get(), translation });
    this.#place = stage.handle({
      label: options.label,
      look: 'target',
      ...(options.colour ? { colour: options.colour } : {}),
      onMove: (x, y) => move(room.drag(x, y, options.get().translation)),
      onNudge: (r, u, a) => move(room.nudge(options.get().translation, r, u, a, options.nudge)),
      onEnd: () => options.onEnd(),
    });
    this.#turns = (['x', 'y', 'z'] as const).map((name, i) => this.#turnHandle(stage, name, i));
    this.themed();
  }

  /** Puts the handles where they belong. */
  draw(visible = true, turning = true): void {
    const put = (handle: Handle, at: Vec3, shown: boolean): void => {
      const pixel = shown ? this.#room.toPixels(at) : undefined;
      handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
    };
    const { translation, rotation } = this.#options.get();
    this.group.position.set(...translation);
    this.group.quaternion.set(...rotation);
    this.group.visible = visible;
    put(this.#place, translation, visible);
    this.#turns.forEach((handle, i) => put(handle, this.#axisEnd(i), visible && turning));
  }

  themed(): void {
    const c = colours();
    this.group.clear();
    this.group.add(new Axes(this.#options.away, Math.min(0.005, 0.03 * this.#options.away), c['x-axis'], c['y-axis'], c['z-axis']).group);
    this.#turns.forEach((handle, i) => handle.element.style.setProperty('--handle', c[axisColours[i] ?? 'accent']));
  }

  #axisEnd(i: number): Vec3 {
    const { translation, rotation } = this.#options.get();
    const axis = new THREE.Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0).applyQuaternion(quaternion(rotation));
    return triple(axis.multiplyScalar(this.#options.away).add(vector(translation)));
  }

  #turnHandle(stage: Stage, name: string, i: number): Handle {
    const { thing } = this.#options;
    const place = (): Vec3 => this.#options.get().translation;
    let far = false;
    return stage.handle({
      label: `Turn ${thing} by its ${name} axis`,
      look: 'turn',
      onStart: () => {
        const eye = vector(this.#room.camera_.eye);
        far = eye.distanceTo(vector(this.#axisEnd(i))) > eye.distanceTo(vector(place()));
      },
      onMove: (x, y) => {
        const way = this.#room.dragOnSphere(x, y, place(), this.#options.away, far);
        const now = vector(this.#axisEnd(i)).sub(vector(place())).normalize();
        this.#turn(new THREE.Quaternion().setFromUnitVectors(now, vector(way)));
      },
      onNudge: (right, up) => {
        const axis = new THREE.Vector3(-up, right, 0).applyQuaternion(this.#room.camera.quaternion);
        const size = axis.length();
        if (size > 0) this.#turn(new THREE.Quaternion().setFromAxisAngle(axis.divideScalar(size), 0.06 * size));
      },
      onEnd: () => this.#options.onEnd(),
    });
  }

  #turn(by: THREE.Quaternion): void {
    const pose = this.#options.get();
    const q = by.multiply(quaternion(pose.rotation)).normalize();
    const rotation: Quat = [q.x, q.y, q.z, q.w];
    this.#options.set({ ...pose, rotation });
  }
}
