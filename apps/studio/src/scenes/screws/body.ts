import * as THREE from 'three';
import type { Transform } from 'kine';
import { mesh, paint } from '../../view/shapes';

/** A thing whose place and orientation can be told at a glance: a little flag on a block. */
export class Body {
  readonly group = new THREE.Group();
  readonly material: THREE.MeshStandardMaterial;

  constructor(opacity = 1, size = 1) {
    this.material = paint('#fff', { roughness: 0.4, opacity });
    const block = mesh(new THREE.BoxGeometry(0.16, 0.1, 0.06), this.material, opacity >= 1);
    const mast = mesh(new THREE.CylinderGeometry(0.008, 0.008, 0.16, 12), this.material, opacity >= 1);
    mast.rotation.x = Math.PI / 2;
    mast.position.set(0.05, 0, 0.09);
    const flag = mesh(new THREE.BoxGeometry(0.09, 0.006, 0.06), this.material, opacity >= 1);
    flag.position.set(0.0, 0, 0.14);
    this.group.add(block, mast, flag);
    this.group.scale.setScalar(size);
  }

  put({ translation, rotation }: Transform): void {
    this.group.position.set(...translation);
    this.group.quaternion.set(...rotation);
  }
}
