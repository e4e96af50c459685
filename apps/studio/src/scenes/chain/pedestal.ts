// What the chain's root stands on.
import * as THREE from 'three';
import { colours } from '../../shell/theme';
import { barGeometry, mesh, paint, stretch } from '../../view/shapes';

export class Pedestal {
  readonly group = new THREE.Group();
  #stone = paint('#fff', { roughness: 0.8 });

  constructor(floor: number) {
    const column = mesh(barGeometry(), this.#stone);
    stretch(column, [0, floor, 0], [0, -0.05, 0], 0.03);
    const foot = mesh(new THREE.CylinderGeometry(0.14, 0.16, 0.04, 40), this.#stone);
    foot.position.set(0, floor + 0.02, 0);
    const cup = mesh(new THREE.CylinderGeometry(0.06, 0.035, 0.05, 32), this.#stone);
    cup.position.set(0, -0.04, 0);
    this.group.add(column, foot, cup);
    this.themed();
  }

  themed(): void {
    this.#stone.color.set(colours().body);
  }
}
