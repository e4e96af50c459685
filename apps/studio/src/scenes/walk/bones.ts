// The stick figure: a bar for each bone, a ball on each joint, by side.
import * as THREE from 'three';
import type { Skeleton } from '../../../../../bindings/wasm/kine.mjs';
import { colours, type ColourName } from '../../shell/theme';

type Side = 'left' | 'right' | 'middle';
const tint: Record<Side, ColourName> = { left: 'm0', right: 'm3', middle: 'ink-soft' };
const up = new THREE.Vector3(0, 1, 0);

export class Bones {
  readonly group = new THREE.Group();
  #skeleton: Skeleton;
  #bars: THREE.InstancedMesh;
  #balls: THREE.InstancedMesh;
  #sides: Side[];

  constructor(skeleton: Skeleton, thickness: number) {
    this.#skeleton = skeleton;
    const { joints } = skeleton;
    this.#sides = joints.map(({ name }) => (name.startsWith('left') ? 'left' : name.startsWith('right') ? 'right' : 'middle'));
    const material = new THREE.MeshStandardMaterial({ roughness: 0.5 });
    this.#bars = new THREE.InstancedMesh(new THREE.CylinderGeometry(thickness, thickness, 1, 12), material, joints.length);
    this.#balls = new THREE.InstancedMesh(new THREE.SphereGeometry(1.7 * thickness, 16, 12), material, joints.length);
    for (const mesh of [this.#bars, this.#balls]) {
      mesh.castShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
    this.themed();
  }

  themed(): void {
    const c = colours();
    this.#sides.forEach((side, i) => {
      const colour = new THREE.Color(c[tint[side]]);
      this.#bars.setColorAt(i, colour);
      this.#balls.setColorAt(i, colour);
    });
    for (const mesh of [this.#bars, this.#balls]) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  /** `positions`: x, y, z of all joints. */
  put(positions: ArrayLike<number>): void {
    const at = (joint: number): THREE.Vector3 => new THREE.Vector3(positions[3 * joint], positions[3 * joint + 1], positions[3 * joint + 2]);
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    this.#skeleton.joints.forEach(({ parent }, i) => {
      const here = at(i);
      this.#balls.setMatrixAt(i, matrix.makeTranslation(here));
      const along = parent < 0 ? new THREE.Vector3() : here.clone().sub(at(parent));
      const length = along.length();
      if (length > 1e-9) turn.setFromUnitVectors(up, along.divideScalar(length));
      const middle = here.clone().addScaledVector(along, -0.5 * length);
      this.#bars.setMatrixAt(i, matrix.compose(middle, turn, new THREE.Vector3(1, length, 1)));
    });
    for (const mesh of [this.#bars, this.#balls]) mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#bars.dispose();
    this.#balls.dispose();
  }
}
