// A chain in a room: bones and balls as two instanced meshes, cones as fans. One for each method, shown in turn.
import * as THREE from 'three';
import { glow, paint } from '../../view/shapes';

const bent = new THREE.Color();

export class ChainView {
  readonly group = new THREE.Group();
  #bones: THREE.InstancedMesh;
  #balls: THREE.InstancedMesh;
  #cones: THREE.Mesh;
  #rims: THREE.LineSegments;
  #paint = paint('#fff', { roughness: 0.45 });
  #ballPaint = paint('#fff', { roughness: 0.35 });
  #conePaint = glow('#fff', 0.13);
  #rimPaint = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.55 });

  constructor(readonly links: number) {
    this.#bones = new THREE.InstancedMesh(new THREE.CylinderGeometry(0.62, 1, 1, 18), this.#paint, links);
    this.#balls = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 20, 14), this.#ballPaint, links + 1);
    this.#cones = new THREE.Mesh(new THREE.BufferGeometry(), this.#conePaint);
    this.#rims = new THREE.LineSegments(new THREE.BufferGeometry(), this.#rimPaint);
    for (const thing of [this.#bones, this.#balls]) {
      thing.castShadow = true;
      thing.receiveShadow = true;
    }
    for (const thing of [this.#bones, this.#balls, this.#cones, this.#rims]) {
      thing.frustumCulled = false;
      this.group.add(thing);
    }
  }

  /** Thickness of the bones, metres: thin for many links. */
  get radius(): number {
    return Math.min(0.032, Math.max(0.013, 0.068 / Math.sqrt(this.links)));
  }

  /** x, y, z of every joint; which of them are at a limit. */
  put(positions: Float64Array, colour: string, ballColour: string, limitColour: string, atLimit: (joint: number) => boolean): void {
    const { links, radius } = this;
    const a = new THREE.Vector3();
    const b = new THREE.Vector3();
    const middle = new THREE.Vector3();
    const along = new THREE.Vector3();
    const up = new THREE.Vector3(0, 1, 0);
    const turn = new THREE.Quaternion();
    const size = new THREE.Vector3();
    const matrix = new THREE.Matrix4();
    this.#paint.color.set(colour);
    for (let i = 0; i <= links; ++i) {
      a.fromArray(positions, 3 * i);
      const ball = i < links ? 1.18 * radius : 0.75 * radius;
      this.#balls.setMatrixAt(i, matrix.makeScale(ball, ball, ball).setPosition(a));
      this.#balls.setColorAt(i, bent.set(i < links && atLimit(i) ? limitColour : ballColour));
      if (i === links) break;
      b.fromArray(positions, 3 * i + 3);
      along.copy(b).sub(a);
      const length = along.length() || 1e-9;
      turn.setFromUnitVectors(up, along.divideScalar(length));
      middle.copy(a).add(b).multiplyScalar(0.5);
      this.#bones.setMatrixAt(i, matrix.compose(middle, turn, size.set(radius, length, radius)));
    }
    this.#bones.instanceMatrix.needsUpdate = true;
    this.#balls.instanceMatrix.needsUpdate = true;
    if (this.#balls.instanceColor) this.#balls.instanceColor.needsUpdate = true;
    this.#bones.computeBoundingSphere();
    this.#balls.computeBoundingSphere();
  }

  /** Fans of directions from the joints' origins; none: no cones. */
  putCones(fans: readonly { at: ArrayLike<number>; rim: Float64Array }[], length: number, colour: string): void {
    this.#cones.visible = this.#rims.visible = fans.length > 0;
    if (fans.length === 0) return;
    const points: number[] = [];
    const edge: number[] = [];
    for (const { at, rim } of fans) {
      const count = rim.length / 3;
      const origin = [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0];
      const end = (i: number): number[] => origin.map((o, k) => o + length * (rim[3 * (i % count) + k] ?? 0));
      for (let i = 0; i < count; ++i) {
        points.push(...origin, ...end(i), ...end(i + 1));
        edge.push(...end(i), ...end(i + 1));
      }
    }
    this.#cones.geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
    this.#rims.geometry.setAttribute('position', new THREE.Float32BufferAttribute(edge, 3));
    this.#conePaint.color.set(colour);
    this.#rimPaint.color.set(colour);
  }

  dispose(): void {
    for (const thing of [this.#bones, this.#balls, this.#cones, this.#rims]) thing.geometry.dispose();
    for (const material of [this.#paint, this.#ballPaint, this.#conePaint, this.#rimPaint]) material.dispose();
    this.#bones.dispose();
    this.#balls.dispose();
  }
}
