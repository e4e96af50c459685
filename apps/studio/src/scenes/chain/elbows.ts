// Two bones leave the elbow a ring of places (the paper's figure 1.3); the pole chooses one.
import * as THREE from 'three';
import type { ElbowRing, Vec3 } from 'kine';
import { colours } from '../../shell/theme';
import { glow, mesh, Thread } from '../../view/shapes';

export class Elbows {
  readonly group = new THREE.Group();
  #paint = glow('#fff', 0.85);
  #ring = mesh(new THREE.TorusGeometry(1, 0.012, 10, 96), this.#paint, false);
  #pole = new Thread('#fff', { dashed: 0.03 });

  constructor() {
    this.group.add(this.#ring, this.#pole.line);
  }

  /** Nothing where there are not two bones, or no pole is used. */
  put(ring: ElbowRing | undefined, ringOn: boolean, pole: Vec3 | undefined): void {
    this.group.visible = ring !== undefined;
    if (!ring) return;
    const c = colours();
    this.#ring.visible = ringOn;
    this.#paint.color.set(c.m2);
    this.#ring.position.set(...ring.centre);
    this.#ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...ring.normal));
    this.#ring.scale.setScalar(Math.max(ring.radius, 1e-4));
    this.#pole.line.visible = pole !== undefined;
    (this.#pole.line.material as THREE.LineDashedMaterial).color.set(c.accent);
    if (pole) this.#pole.put([ring.centre, pole]);
  }
}
