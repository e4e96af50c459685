// A figure to look at: the body of the humanoid with clothes on, out of capsules and rounded shapes, each on its joint.
import * as THREE from 'three';
import type { Skeleton, Vec3 } from 'kine';
import { colours, type ColourName, type Colours } from '../../shell/theme';

type Cloth = Extract<ColourName, 'skin' | 'shirt' | 'trousers' | 'shoes' | 'hair'>;

/** A limb from its joint to the next one: radius at the joint, and how it narrows. */
interface LimbPart {
  readonly joint: string;
  readonly to: string;
  readonly radius: number;
  readonly end: number;
  readonly cloth: Cloth;
}

const limbs: readonly LimbPart[] = [
  { joint: 'upper_arm', to: 'forearm', radius: 0.05, end: 0.04, cloth: 'shirt' },
  { joint: 'forearm', to: 'hand', radius: 0.038, end: 0.027, cloth: 'skin' },
  { joint: 'thigh', to: 'shank', radius: 0.08, end: 0.055, cloth: 'trousers' },
  { joint: 'shank', to: 'foot', radius: 0.054, end: 0.038, cloth: 'trousers' },
];

/** A bone of two different ends along -y, with round ends. */
export function limbGeometry(length: number, radius: number, end: number): THREE.BufferGeometry {
  const points: THREE.Vector2[] = [];
  const around = 8;
  for (let i = 0; i <= around; ++i) {
    const angle = (Math.PI / 2) * (i / around);
    points.push(new THREE.Vector2(end * Math.sin(angle), -length - end * Math.cos(angle)));
  }
  for (let i = 0; i <= around; ++i) {
    const angle = (Math.PI / 2) * (i / around);
    points.push(new THREE.Vector2(radius * Math.cos(angle), radius * Math.sin(angle)));
  }
  return new THREE.LatheGeometry(points, 20);
}

export const egg = (x: number, y: number, z: number, at: Vec3): THREE.BufferGeometry =>
  new THREE.SphereGeometry(1, 28, 20).scale(x, y, z).translate(...at);

/** Round about y, by its half width at some heights; flatter from front to back. */
const trunkGeometry = (outline: readonly (readonly [y: number, wide: number])[], flat: number): THREE.BufferGeometry =>
  new THREE.LatheGeometry(new THREE.SplineCurve(outline.map(([y, wide]) => new THREE.Vector2(wide, y))).getPoints(40), 32).scale(1, 1, flat);

const belly = [[-0.1, 0.0], [-0.085, 0.09], [-0.03, 0.138], [0.06, 0.132], [0.14, 0.136], [0.19, 0.1], [0.2, 0]] as const;
const ribs = [[-0.06, 0], [-0.05, 0.08], [0, 0.13], [0.08, 0.15], [0.17, 0.172], [0.235, 0.182], [0.28, 0.155], [0.305, 0.09], [0.315, 0]] as const;

/** A side view (z ahead, y up) made wide: shoes. */
function wideGeometry(outline: readonly (readonly [z: number, y: number])[], width: number): THREE.BufferGeometry {
  const bevel = 0.012;
  const shape = new THREE.Shape(outline.map(([z, y]) => new THREE.Vector2(z, y)));
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: width - 2 * bevel, bevelThickness: bevel, bevelSize: bevel, bevelOffset: -bevel, bevelSegments: 4 });
  // Drawn in x and y, deep in z: turned so that it looks ahead.
  return geometry.translate(0, 0, -(width - 2 * bevel) / 2).rotateY(-Math.PI / 2);
}

const heelAndMiddle = [[-0.072, -0.07], [-0.076, -0.03], [-0.05, 0.025], [0.035, 0.03], [0.09, -0.005], [0.137, -0.03], [0.137, -0.07]] as const;
const front = [[-0.004, -0.02], [-0.004, 0.024], [0.045, 0.016], [0.072, 0.0], [0.079, -0.012], [0.076, -0.02]] as const;

/** Shapes on the joints of a skeleton, in a few paints. */
export class Parts<Paint extends ColourName> {
  #group: THREE.Group;
  #skeleton: Skeleton;
  #joints = new Map<number, THREE.Group>();
  #paints: ReadonlyMap<Paint, THREE.MeshStandardMaterial>;

  constructor(skeleton: Skeleton, group: THREE.Group, paints: readonly Paint[]) {
    this.#skeleton = skeleton;
    this.#group = group;
    this.#paints = new Map(paints.map((name) => [name, new THREE.MeshStandardMaterial({ roughness: 0.75 })]));
  }

  /** A joint seen from the one that it hangs on, at rest; nothing for one that is not there. */
  offsetOf(joint: string): readonly number[] {
    return this.#skeleton.joints[this.#numberOf(joint)]?.translation ?? [];
  }

  /** A shape in the frame of a joint; a joint that is not there gets none. */
  add(joint: string, geometry: THREE.BufferGeometry, name: Paint): void {
    const number = this.#numberOf(joint);
    if (number < 0) return;
    let group = this.#joints.get(number);
    if (!group) {
      group = new THREE.Group();
      group.matrixAutoUpdate = false;
      this.#joints.set(number, group);
      this.#group.add(group);
    }
    const part = new THREE.Mesh(geometry, this.#paints.get(name));
    part.castShadow = part.receiveShadow = true;
    group.add(part);
  }

  themed(c: Colours): void {
    for (const [name, material] of this.#paints) material.color.set(c[name]);
  }

  /** `matrices`: world_from_joint of all joints. */
  put(matrices: Float32Array): void {
    for (const [joint, group] of this.#joints) {
      group.matrix.fromArray(matrices, 16 * joint);
      group.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const group of this.#joints.values()) for (const part of group.children) (part as THREE.Mesh).geometry.dispose();
    for (const material of this.#paints.values()) material.dispose();
  }

  #numberOf(name: string): number {
    return this.#skeleton.joints.findIndex((joint) => joint.name === name);
  }
}

export class Body {
  readonly group = new THREE.Group();
  #parts: Parts<Cloth>;

  /** `skeleton`: the humanoid, by the names of its joints. */
  constructor(skeleton: Skeleton) {
    const parts = (this.#parts = new Parts<Cloth>(skeleton, this.group, ['skin', 'shirt', 'trousers', 'shoes', 'hair']));
    for (const side of ['left_', 'right_']) {
      for (const { joint, to, radius, end, cloth } of limbs) {
        const [, y = 0] = parts.offsetOf(side + to);
        parts.add(side + joint, limbGeometry(-y, radius, end), cloth);
      }
      parts.add(`${side}hand`, egg(0.02, 0.085, 0.038, [0, -0.085, 0.005]), 'skin');
      parts.add(`${side}foot`, wideGeometry(heelAndMiddle, 0.088), 'shoes');
      parts.add(`${side}toes`, wideGeometry(front, 0.088), 'shoes');
    }
    parts.add('pelvis', egg(0.158, 0.105, 0.108, [0, 0.02, -0.005]), 'trousers');
    parts.add('abdomen', trunkGeometry(belly, 0.74), 'shirt');
    parts.add('chest', trunkGeometry(ribs, 0.64), 'shirt');
    parts.add('chest', limbGeometry(0.1, 0.05, 0.055).translate(0, 0.36, 0), 'skin');
    parts.add('head', egg(0.076, 0.118, 0.096, [0, 0.115, 0.022]), 'skin');
    parts.add('head', egg(0.012, 0.022, 0.018, [0, 0.105, 0.117]), 'skin');
    parts.add('head', egg(0.083, 0.105, 0.096, [0, 0.143, 0.002]), 'hair');
    this.themed();
  }

  themed(): void {
    this.#parts.themed(colours());
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** `matrices`: world_from_joint of all joints. */
  put(matrices: Float32Array): void {
    this.#parts.put(matrices);
  }
}
