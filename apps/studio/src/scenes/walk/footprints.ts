// Where feet will be, are and were, as in Meredith & Maddock's figure 1.8: a green pyramid where the leading foot is meant to
// land, red ones on what is planted, and the prints that are left behind.
import * as THREE from 'three';
import type { FootShape, Quat, Vec3 } from 'kine';
import { colours } from '../../shell/theme';
import type { Plant, Print } from './mover';

/** So many prints are kept. */
const kept = 48;
/** So many feet can step at once, and so many points can be planted. */
const most = { planned: 3, plants: 6 };
const above = 0.006;

/** The print of a shoe, flat in x and z, seen from the point of the sole below the ankle. */
function printGeometry({ heel, ball, tip, halfWidth }: FootShape): THREE.BufferGeometry {
  const shape = new THREE.Shape();
  const waist = 0.72 * halfWidth;
  const [back, front, middle] = [-heel[2], -tip[2], -ball[2]];
  // A shape lies in x and y; laid down, its y points to -z.
  shape.moveTo(0, back);
  shape.bezierCurveTo(waist * 1.25, back, waist * 1.25, back + 0.35 * (middle - back), waist, 0.45 * middle);
  shape.bezierCurveTo(halfWidth, middle, halfWidth, front, 0.15 * halfWidth, front);
  shape.bezierCurveTo(-halfWidth, front, -halfWidth, middle, -waist, 0.45 * middle);
  shape.bezierCurveTo(-waist * 1.25, back + 0.35 * (middle - back), -waist * 1.25, back, 0, back);
  return new THREE.ShapeGeometry(shape, 8).rotateX(-Math.PI / 2);
}

/** What a point leaves behind. */
const dotGeometry = (size: number): THREE.BufferGeometry => new THREE.CircleGeometry(0.022 * size, 20).rotateX(-Math.PI / 2);

export class Footprints {
  readonly group = new THREE.Group();
  #paints = {
    planned: new THREE.MeshStandardMaterial({ roughness: 0.4, flatShading: true }),
    planted: new THREE.MeshStandardMaterial({ roughness: 0.4, flatShading: true }),
    print: new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.42, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2 }),
    next: new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.5, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2 }),
  };
  #pyramid = new THREE.ConeGeometry(0.055, 0.13, 4).rotateX(Math.PI).translate(0, 0.065, 0);
  #planned: THREE.Group[];
  #plants: THREE.Mesh[];
  #prints: THREE.InstancedMesh;
  #size: number;
  #count = 0;
  #last = new Map<string, Vec3>();

  /** `shape`: undefined for one that stands on points; `size`: of the figure beside a person. */
  constructor(shape: FootShape | undefined, size: number) {
    this.#size = size;
    const print = shape ? printGeometry(shape) : dotGeometry(size);
    this.#planned = Array.from({ length: most.planned }, () => {
      const group = new THREE.Group();
      const cone = new THREE.Mesh(this.#pyramid, this.#paints.planned);
      cone.scale.setScalar((shape ? 1.25 : 1) * size);
      cone.position.set(0, 0.015 * size, shape ? 0.5 * (shape.heel[2] + shape.tip[2]) : 0);
      group.add(cone, new THREE.Mesh(print, this.#paints.next));
      group.matrixAutoUpdate = false;
      return group;
    });
    this.#plants = Array.from({ length: most.plants }, () => new THREE.Mesh(this.#pyramid, this.#paints.planted));
    this.#prints = new THREE.InstancedMesh(print, this.#paints.print, kept);
    this.#prints.frustumCulled = false;
    this.#prints.count = 0;
    this.group.add(...this.#planned, this.#prints, ...this.#plants);
    this.themed();
  }

  themed(): void {
    const c = colours();
    this.#paints.planned.color.set(c.good);
    this.#paints.next.color.set(c.good);
    this.#paints.planted.color.set(c.bad);
    this.#paints.print.color.set(c['ink-soft']);
  }

  /** Notes a foot that has come down somewhere else. After every step of time, so that none is missed. */
  note(soles: readonly (Print & { readonly bears: boolean })[]): void {
    for (const { foot, bears, position, rotation } of soles) {
      const last = this.#last.get(foot);
      if (!bears || (last && Math.hypot(position[0] - last[0], position[1] - last[1], position[2] - last[2]) < 0.01)) continue;
      this.#last.set(foot, position);
      this.#prints.setMatrixAt(this.#count % kept, placed(position, rotation));
      this.#prints.count = Math.min(kept, ++this.#count);
      this.#prints.instanceMatrix.needsUpdate = true;
    }
  }

  /** What holds now. */
  put(planned: readonly Print[], plants: readonly Plant[], shown: boolean): void {
    this.#planned.forEach((group, k) => {
      const next = planned[k];
      group.visible = shown && next !== undefined;
      if (!next) return;
      group.matrix.copy(placed(next.position, next.rotation));
      group.matrixWorldNeedsUpdate = true;
    });
    this.#plants.forEach((mesh, k) => {
      const plant = plants[k];
      mesh.visible = shown && plant !== undefined;
      if (!plant) return;
      mesh.position.set(...plant.position);
      // Beside the foot one would not see it: it stands on the point and leans out of the shoe.
      mesh.scale.setScalar((plant.part === 'heel' ? 0.7 : 1) * this.#size);
    });
    this.#prints.visible = shown;
  }

  /** All prints so far, for tests. */
  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = this.#prints.count = 0;
    this.#last.clear();
  }

  dispose(): void {
    this.#prints.dispose();
    this.#prints.geometry.dispose();
    this.#pyramid.dispose();
    for (const paint of Object.values(this.#paints)) paint.dispose();
  }
}

function placed(position: Vec3, rotation: Quat): THREE.Matrix4 {
  const turn = new THREE.Quaternion(...rotation);
  const lifted = new THREE.Vector3(0, above, 0).applyQuaternion(turn).add(new THREE.Vector3(...position));
  return new THREE.Matrix4().compose(lifted, turn, new THREE.Vector3(1, 1, 1));
}
