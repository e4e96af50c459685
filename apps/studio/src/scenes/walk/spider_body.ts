// A spider to look at: a body of two eggs, eyes, and legs that narrow, each on its joint.
import * as THREE from 'three';
import type { Skeleton } from 'kine';
import { colours, type ColourName } from '../../shell/theme';
import { egg, limbGeometry, Parts } from './body';

type Paint = Extract<ColourName, 'hair' | 'body-dark' | 'accent' | 'paper'>;

/** Radius where a part of a leg begins and where it ends. */
const legs = [
  { joint: 'coxa', to: 'femur', radius: 0.026, end: 0.024, paint: 'hair' },
  { joint: 'femur', to: 'tibia', radius: 0.024, end: 0.017, paint: 'accent' },
  { joint: 'tibia', to: 'tip', radius: 0.018, end: 0.006, paint: 'body-dark' },
] as const;

export class SpiderBody {
  readonly group = new THREE.Group();
  #parts: Parts<Paint>;

  constructor(skeleton: Skeleton) {
    const parts = (this.#parts = new Parts<Paint>(skeleton, this.group, ['hair', 'body-dark', 'accent', 'paper']));
    parts.add('body', egg(0.1, 0.062, 0.2, [0, 0.012, 0]), 'hair');
    parts.add('head', egg(0.075, 0.06, 0.085, [0, 0, -0.02]), 'hair');
    for (const side of [-1, 1]) {
      parts.add('head', egg(0.017, 0.017, 0.017, [0.03 * side, 0.035, 0.045]), 'paper');
      parts.add('head', egg(0.01, 0.01, 0.01, [0.056 * side, 0.022, 0.022]), 'paper');
    }
    parts.add('abdomen', egg(0.135, 0.11, 0.18, [0, 0.02, -0.03]), 'hair');
    parts.add('abdomen', egg(0.06, 0.03, 0.1, [0, 0.112, -0.03]), 'accent');
    for (const { name } of skeleton.joints) {
      const leg = /^(.*)_coxa$/.exec(name)?.[1];
      if (!leg) continue;
      for (const { joint, to, radius, end, paint } of legs) {
        const [x = 0] = parts.offsetOf(`${leg}_${to}`);
        // Limbs are made along -y; a leg's bones lie along x.
        parts.add(`${leg}_${joint}`, limbGeometry(x, radius, end).rotateZ(Math.PI / 2), paint);
      }
    }
    this.themed();
  }

  themed(): void {
    this.#parts.themed(colours());
  }

  put(matrices: Float32Array): void {
    this.#parts.put(matrices);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
