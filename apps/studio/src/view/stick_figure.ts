// A figure without a skin: a capsule for each bone, coloured by side.
import * as THREE from 'three';
import type { Skeleton } from 'kine';
import type { Colours } from '../shell/theme';
import { paint } from './shapes';

/** The joints that are parts of a body, by name; what is not there is missing. */
export type Parts = Readonly<Record<string, number | undefined>>;

export interface Bone {
  readonly from: number;
  readonly to: number;
  readonly side: 'left' | 'right' | 'middle';
  /** How stout it is beside the others. */
  readonly stout: number;
}

/** The bones worth drawing: from each joint to those on it, but none from the world to where the body begins. */
export function bonesOf(skeleton: Skeleton, parts: Parts): Bone[] {
  const { joints } = skeleton;
  const moves = joints.map(() => false);
  const sides = joints.map((): Bone['side'] => 'middle');
  const top: Partial<Record<number, Bone['side']>> = {};
  for (const side of ['left', 'right'] as const) {
    for (const part of ['Collar', 'UpperArm', 'Thigh']) {
      const joint = parts[side + part];
      if (joint !== undefined) top[joint] = side;
    }
  }
  const bones: Bone[] = [];
  joints.forEach(({ parent, kind, name }, i) => {
    const above = parent >= 0 && (moves[parent] ?? false);
    moves[i] = above || kind !== 'fixed';
    const said = /(^|[^a-z])l(eft)?([^a-z]|$)/i.test(name) || /left/i.test(name) ? 'left' : /(^|[^a-z])r(ight)?([^a-z]|$)/i.test(name) || /right/i.test(name) ? 'right' : 'middle';
    const inherited = parent >= 0 ? (sides[parent] ?? 'middle') : 'middle';
    sides[i] = top[i] ?? (inherited !== 'middle' ? inherited : Object.keys(top).length > 0 ? 'middle' : said);
    if (above) bones.push({ from: parent, to: i, side: sides[i] ?? 'middle', stout: 1 });
  });
  // A head is more than a stick: the longest bone on its joint.
  const skull = bones.filter(({ from }) => from === parts['head']).sort((a, b) => lengthOf(skeleton, b.to) - lengthOf(skeleton, a.to))[0];
  if (skull) bones[bones.indexOf(skull)] = { ...skull, stout: 2.4 };
  // What is above the pelvis in the tree is scaffolding: a long way from the origin of the file to the body is no bone.
  const { pelvis } = parts;
  if (pelvis === undefined) return bones;
  const longest = Math.max(...bones.map(({ to }) => (skeleton.isAbove(to, pelvis) ? 0 : lengthOf(skeleton, to))));
  return bones.filter(({ from, to }) => skeleton.isAbove(pelvis, from) || (!skeleton.isAbove(to, pelvis) && lengthOf(skeleton, to) < 0.8 * longest));
}

/** From a joint to the one that it hangs on, at rest. */
export const lengthOf = ({ joints }: Skeleton, joint: number): number => Math.hypot(...(joints[joint]?.translation ?? [0, 0, 0]));

const up = new THREE.Vector3(0, 1, 0);

export class StickFigure {
  readonly group = new THREE.Group();
  readonly #bones: readonly Bone[];
  #materials = { left: paint('#fff'), right: paint('#fff'), middle: paint('#fff') };
  #bars: Record<Bone['side'], THREE.InstancedMesh>;
  #balls: Record<Bone['side'], THREE.InstancedMesh>;
  #thickness: number;

  /** `tall`: the height of the figure, which decides how stout its bones are. */
  constructor(bones: readonly Bone[], tall: number) {
    this.#bones = bones;
    this.#thickness = 0.017 * tall;
    const many = (side: Bone['side'], geometry: THREE.BufferGeometry, each: number): THREE.InstancedMesh => {
      const count = Math.max(1, each * bones.filter((bone) => bone.side === side).length);
      const instances = new THREE.InstancedMesh(geometry, this.#materials[side], count);
      instances.castShadow = instances.receiveShadow = true;
      instances.frustumCulled = false;
      this.group.add(instances);
      return instances;
    };
    const bar = new THREE.CylinderGeometry(1, 1, 1, 16, 1, true);
    const ball = new THREE.SphereGeometry(1, 16, 12);
    this.#bars = { left: many('left', bar, 1), right: many('right', bar, 1), middle: many('middle', bar, 1) };
    this.#balls = { left: many('left', ball, 2), right: many('right', ball, 2), middle: many('middle', ball, 2) };
  }

  put(positions: ArrayLike<number>, colours: Colours): void {
    this.#materials.left.color.set(colours.m1);
    this.#materials.right.color.set(colours.m3);
    this.#materials.middle.color.set(colours.body);
    const used = { left: 0, right: 0, middle: 0 };
    const from = new THREE.Vector3();
    const to = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    const size = new THREE.Vector3();
    const matrix = new THREE.Matrix4();
    for (const bone of this.#bones) {
      from.fromArray(positions, 3 * bone.from);
      to.fromArray(positions, 3 * bone.to);
      const along = to.clone().sub(from);
      const length = along.length();
      const radius = Math.min(bone.stout * this.#thickness, Math.max(0.3 * this.#thickness, 0.22 * bone.stout * length));
      const slot = used[bone.side]++;
      turn.setFromUnitVectors(up, length > 1e-9 ? along.divideScalar(length) : up);
      const middle = from.clone().lerp(to, 0.5);
      this.#bars[bone.side].setMatrixAt(slot, matrix.compose(middle, turn, size.set(radius, Math.max(length, 1e-9), radius)));
      size.setScalar(radius);
      this.#balls[bone.side].setMatrixAt(2 * slot, matrix.compose(from, turn, size));
      this.#balls[bone.side].setMatrixAt(2 * slot + 1, matrix.compose(to, turn, size));
    }
    for (const side of ['left', 'right', 'middle'] as const) {
      this.#bars[side].count = used[side];
      this.#balls[side].count = 2 * used[side];
      this.#bars[side].instanceMatrix.needsUpdate = true;
      this.#balls[side].instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const side of ['left', 'right', 'middle'] as const) {
      this.#bars[side].geometry.dispose();
      this.#balls[side].geometry.dispose();
      this.#bars[side].dispose();
      this.#balls[side].dispose();
      this.#materials[side].dispose();
    }
  }
}
