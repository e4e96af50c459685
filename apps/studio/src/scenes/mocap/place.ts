// How a file's world lies in the room: its up axis up, its feet on the floor, and a figure of any size as large as a person.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import { triple, vector } from '../../view/shapes';

/** The lowest and highest corner of all that a figure does, in the file's axes. */
export interface Extent {
  readonly low: Vec3;
  readonly high: Vec3;
}

export class Place {
  readonly group = new THREE.Group();
  /** Room from file. */
  #turn = new THREE.Quaternion();
  #shift = new THREE.Vector3();
  #scale = 1;

  /** `tall`: the height of the figure as it stands, metres. `yaw`: radians that it is turned by on the floor. */
  set(up: 'x' | 'y' | 'z', tall: number, extent: Extent, yaw = 0): void {
    const toY = { x: [0, 0, 1, Math.PI / 2], y: [0, 0, 1, 0], z: [1, 0, 0, -Math.PI / 2] } as const;
    const [x, y, z, angle] = toY[up];
    this.#turn.setFromAxisAngle(new THREE.Vector3(x, y, z), angle);
    this.#turn.premultiply(new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 1, 0), yaw));
    // A person, or what is about as large, keeps its size: a square of the floor is then a metre and a bit.
    this.#scale = tall > 0.7 && tall < 3.2 ? 1 : 1.7 / Math.max(tall, 1e-6);
    const at = { x: 0, y: 1, z: 2 }[up];
    const lowest = (extent.low[at] ?? 0) * this.#scale;
    // Ankles and toes lie a little above the floor. A file whose floor is elsewhere is moved to ours.
    const floats = lowest < -0.04 || lowest > 0.2;
    this.#shift.set(0, floats ? -lowest : 0, 0);
    this.group.position.copy(this.#shift);
    this.group.quaternion.copy(this.#turn);
    this.group.scale.setScalar(this.#scale);
    this.group.updateMatrixWorld(true);
  }

  /** Metres of the room for a metre of the file. */
  get scale(): number {
    return this.#scale;
  }

  toRoom(point: Vec3): Vec3 {
    return triple(vector(point).multiplyScalar(this.#scale).applyQuaternion(this.#turn).add(this.#shift));
  }

  /** A direction of the file's world in the room. */
  directionToRoom(direction: Vec3): Vec3 {
    return triple(vector(direction).applyQuaternion(this.#turn));
  }

  toFile(point: Vec3): Vec3 {
    const back = vector(point).sub(this.#shift).applyQuaternion(this.#turn.clone().invert());
    return triple(back.divideScalar(this.#scale));
  }
}

/** Of positions (x, y, z one after another); grown from `so far`. */
export function grow(soFar: Extent | undefined, positions: ArrayLike<number>): Extent {
  const low: [number, number, number] = soFar ? [...soFar.low] : [Infinity, Infinity, Infinity];
  const high: [number, number, number] = soFar ? [...soFar.high] : [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    const k = (i % 3) as 0 | 1 | 2;
    const value = positions[i] ?? 0;
    low[k] = Math.min(low[k], value);
    high[k] = Math.max(high[k], value);
  }
  return { low, high };
}
