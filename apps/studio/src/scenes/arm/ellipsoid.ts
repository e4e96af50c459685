// The ellipsoid of speeds at the tool: how readily it moves, or turns, each way.
import * as THREE from 'three';
import type { Ellipsoid, Vec3 } from 'kine';
import { colours } from '../../shell/theme';
import { glow, mesh, vector } from '../../view/shapes';

export class EllipsoidView {
  readonly group = new THREE.Group();
  #skin = glow('#fff', 0.24);
  #wire = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.45 });

  constructor() {
    this.group.add(
      mesh(new THREE.SphereGeometry(1, 40, 28), this.#skin, false),
      new THREE.LineSegments(new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 14, 10)), this.#wire),
    );
    this.group.matrixAutoUpdate = false;
  }

  /** Nothing: it is not shown. `size`: metres of picture for a singular value of one. */
  put(shape: Ellipsoid | undefined, at: Vec3, size: number): void {
    this.group.visible = shape !== undefined;
    const [a, b, c] = shape?.directions.map(vector) ?? [];
    if (!shape || !a || !b || !c) return;
    // Left singular vectors may be left-handed: a mirrored ellipsoid is the same ellipsoid.
    const least = 0.004;
    const [first, second, third] = shape.values;
    this.group.matrix.makeBasis(
      a.multiplyScalar(Math.max(least, size * first)),
      b.multiplyScalar(Math.max(least, size * second)),
      c.multiplyScalar(Math.max(least, size * third)),
    );
    this.group.matrix.setPosition(vector(at));
    this.group.matrixWorldNeedsUpdate = true;
    this.#skin.color.set(colourOf(shape));
    this.#wire.color.copy(this.#skin.color);
  }
}

/** Red where a direction is as good as lost, green where all are served. */
function colourOf({ values }: Ellipsoid): string {
  const c = colours();
  const part = values[0] > 0 ? values[2] / values[0] : 0;
  return part < 0.06 ? c.bad : part < 0.15 ? c.warn : c.good;
}
