// A serpent that lies coiled and turns its head to face you: aim first, its rest posture second.
import * as THREE from 'three';
import type { Frames, Kine, Skeleton, SolveResult, Solver, Vec3 } from 'kine';
import type { Colours } from '../../shell/theme';
import { mesh, paint } from '../../view/shapes';
import { serpentJoints } from './skeletons';

export class Serpent {
  readonly group = new THREE.Group();
  readonly skeleton: Skeleton;
  readonly solver: Solver;
  readonly frames: Frames;
  readonly rest: Float64Array;
  result: SolveResult;
  #body: THREE.Mesh;
  #head = new THREE.Group();
  #skin = paint('#fff', { roughness: 0.42 });
  #eye = paint('#fff', { roughness: 0.2 });
  #pupil = paint('#111', { roughness: 0.2 });

  constructor(kine: Kine) {
    this.skeleton = kine.buildSkeleton(serpentJoints());
    this.solver = this.skeleton.createSolver('full-body', { angleTolerance: 1e-4 });
    this.frames = this.skeleton.createFrames();
    this.rest = this.skeleton.restPose();
    this.result = this.solve([1, 0.5, 1]);
    this.#body = mesh(new THREE.BufferGeometry(), this.#skin);
    this.#body.frustumCulled = false;
    this.group.add(this.#body, this.#head);
    this.#makeHead();
  }

  /** The goals: the head's x axis points at the target; everything else stays near the rest posture. */
  goals(target: Vec3) {
    return [
      { kind: 'aim', joint: 'head', axis: [1, 0, 0], target, priority: 0 },
      { kind: 'hold', posture: this.rest, priority: 1, weight: 0.1 },
    ] as const;
  }

  solve(target: Vec3): SolveResult {
    this.result = this.solver.solve(this.goals(target), this.rest);
    return this.result;
  }

  draw(colours: Colours): void {
    this.skeleton.forward(this.result.pose, this.frames);
    const positions = this.frames.positions();
    const points: THREE.Vector3[] = [];
    for (let i = 0; i < positions.length; i += 3) points.push(new THREE.Vector3().fromArray(positions, i));
    this.#skin.color.set(colours.m4);
    this.#body.geometry.dispose();
    this.#body.geometry = tube(points);
    const at = this.frames.position('head');
    this.#head.position.set(...at);
    this.#head.quaternion.set(...this.frames.rotation('head'));
  }

  dispose(): void {
    this.#body.geometry.dispose();
    this.solver.dispose();
    this.frames.dispose();
    this.skeleton.dispose();
  }

  #makeHead(): void {
    const skull = mesh(new THREE.SphereGeometry(0.08, 28, 18), this.#skin);
    skull.scale.set(1.25, 0.78, 1);
    const snout = mesh(new THREE.SphereGeometry(0.058, 24, 16), this.#skin);
    snout.scale.set(1.3, 0.7, 0.95);
    snout.position.set(0.078, -0.008, 0);
    this.#head.add(skull, snout);
    for (const side of [-1, 1]) {
      const eye = mesh(new THREE.SphereGeometry(0.025, 18, 14), this.#eye);
      eye.position.set(0.054, 0.042, 0.044 * side);
      const pupil = mesh(new THREE.SphereGeometry(0.0145, 14, 10), this.#pupil);
      pupil.position.set(0.072, 0.047, 0.047 * side);
      this.#head.add(eye, pupil);
    }
  }
}

/** Thin at the tail, thick in the middle, a slim neck. */
function tube(points: readonly THREE.Vector3[]): THREE.BufferGeometry {
  const curve = new THREE.CatmullRomCurve3([...points]);
  const segments = 160;
  const sides = 16;
  const geometry = new THREE.TubeGeometry(curve, segments, 1, sides);
  const position = geometry.getAttribute('position') as THREE.BufferAttribute;
  const centre = new THREE.Vector3();
  const p = new THREE.Vector3();
  for (let i = 0; i <= segments; ++i) {
    const t = i / segments;
    curve.getPointAt(t, centre);
    const neck = Math.max(0, (t - 0.62) / 0.38);
    const radius = 0.07 * Math.min(1, (t / 0.4) ** 0.75) * (1 - 0.36 * neck) + 0.002;
    for (let j = 0; j <= sides; ++j) {
      const k = i * (sides + 1) + j;
      p.fromBufferAttribute(position, k).sub(centre).multiplyScalar(radius).add(centre);
      position.setXYZ(k, p.x, p.y, p.z);
    }
  }
  geometry.computeVertexNormals();
  return geometry;
}
