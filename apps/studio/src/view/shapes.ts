// Things to put into a room.
import * as THREE from 'three';
import type { Quat, Vec3 } from 'kine';

export const vector = (v: Vec3): THREE.Vector3 => new THREE.Vector3(...v);
export const triple = (v: THREE.Vector3): Vec3 => [v.x, v.y, v.z];
/** A rotation given by four numbers of any length. */
export const turned = (x: number, y: number, z: number, w: number): Quat => {
  const q = new THREE.Quaternion(x, y, z, w).normalize();
  return [q.x, q.y, q.z, q.w];
};
export const quaternion = (q: Quat): THREE.Quaternion => new THREE.Quaternion(...q);

export function paint(colour: string, options: { roughness?: number; metalness?: number; opacity?: number } = {}): THREE.MeshStandardMaterial {
  const { roughness = 0.5, metalness = 0.05, opacity = 1 } = options;
  return new THREE.MeshStandardMaterial({
    color: colour,
    roughness,
    metalness,
    opacity,
    transparent: opacity < 1,
    depthWrite: opacity >= 1,
    side: opacity < 1 ? THREE.DoubleSide : THREE.FrontSide,
  });
}

/** Without light: lines, glows. */
export function glow(colour: string, opacity = 1): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: colour, opacity, transparent: opacity < 1, depthWrite: opacity >= 1, side: THREE.DoubleSide });
}

export function mesh(geometry: THREE.BufferGeometry, material: THREE.Material, shadows = true): THREE.Mesh {
  const m = new THREE.Mesh(geometry, material);
  m.castShadow = shadows;
  m.receiveShadow = shadows;
  return m;
}

/** Puts a thing whose y axis is its length between two points. */
export function stretch(thing: THREE.Object3D, from: Vec3, to: Vec3, thickness: number): void {
  const a = vector(from);
  const along = vector(to).sub(a);
  const length = along.length();
  thing.visible = length > 1e-9;
  if (!thing.visible) return;
  thing.position.copy(a).addScaledVector(along, 0.5);
  thing.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.divideScalar(length));
  thing.scale.set(thickness, length, thickness);
}

/** A bar of length 1 along y and radius 1. */
export const barGeometry = (): THREE.CylinderGeometry => new THREE.CylinderGeometry(1, 1, 1, 20);

/** An arrow along y, of unit length: to be stretched. */
export class Arrow {
  readonly group = new THREE.Group();
  #shaft: THREE.Mesh;
  #head: THREE.Mesh;

  constructor(material: THREE.Material, readonly radius: number) {
    this.#shaft = mesh(barGeometry(), material);
    this.#head = mesh(new THREE.ConeGeometry(1, 1, 20), material);
    this.group.add(this.#shaft, this.#head);
  }

  put(from: Vec3, to: Vec3): void {
    const a = vector(from);
    const along = vector(to).sub(a);
    const length = along.length();
    this.group.visible = length > 1e-4;
    if (!this.group.visible) return;
    const headLength = Math.min(0.6 * length, 5 * this.radius);
    this.group.position.copy(a);
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.divideScalar(length));
    this.#shaft.scale.set(this.radius, length - headLength, this.radius);
    this.#shaft.position.y = (length - headLength) / 2;
    this.#head.scale.set(2.3 * this.radius, headLength, 2.3 * this.radius);
    this.#head.position.y = length - headLength / 2;
  }
}

/** A line through points, thin whatever the distance. */
export class Thread {
  readonly line: THREE.Line;
  #geometry = new THREE.BufferGeometry();

  constructor(colour: string, options: { dashed?: number; opacity?: number } = {}) {
    const { dashed, opacity = 1 } = options;
    const settings = { color: colour, opacity, transparent: opacity < 1 };
    this.line = new THREE.Line(
      this.#geometry,
      dashed ? new THREE.LineDashedMaterial({ ...settings, dashSize: dashed, gapSize: dashed }) : new THREE.LineBasicMaterial(settings),
    );
    this.line.frustumCulled = false;
  }

  put(points: readonly Vec3[]): void {
    this.#geometry.setAttribute('position', new THREE.Float32BufferAttribute(points.flat(), 3));
    if (this.line.material instanceof THREE.LineDashedMaterial) this.line.computeLineDistances();
  }
}

/** Three coloured axes. */
export class Axes {
  readonly group = new THREE.Group();

  constructor(length: number, radius: number, x: string, y: string, z: string) {
    const ends: readonly [Vec3, string][] = [[[length, 0, 0], x], [[0, length, 0], y], [[0, 0, length], z]];
    for (const [end, colour] of ends) {
      const arrow = new Arrow(paint(colour), radius);
      arrow.put([0, 0, 0], end);
      this.group.add(arrow.group);
    }
  }

  put(position: Vec3, rotation: Quat): void {
    this.group.position.set(...position);
    this.group.quaternion.set(...rotation);
  }
}

/**
 * The cone in which a bone may swing: an ellipse of two half-angles about two axes perpendicular to the bone, as the core
 * measures it (the swing's rotation vector lies in the ellipse). In the joint's rest frame.
 */
export function coneGeometry(twistAxis: Vec3, firstAxis: Vec3, swing: readonly [number, number], length: number): THREE.BufferGeometry {
  const bone = vector(twistAxis).normalize();
  const first = vector(firstAxis).normalize();
  const second = bone.clone().cross(first);
  const around = 64;
  const along = 6;
  const points: number[] = [0, 0, 0];
  const turn = new THREE.Quaternion();
  for (let i = 0; i < around; ++i) {
    const angle = (2 * Math.PI * i) / around;
    const axis = first.clone().multiplyScalar(swing[0] * Math.cos(angle)).addScaledVector(second, swing[1] * Math.sin(angle));
    const amount = axis.length();
    turn.setFromAxisAngle(axis.divideScalar(amount || 1), amount);
    const way = bone.clone().applyQuaternion(turn);
    for (let j = 1; j <= along; ++j) points.push(way.x * length * (j / along), way.y * length * (j / along), way.z * length * (j / along));
  }
  const index: number[] = [];
  for (let i = 0; i < around; ++i) {
    const a = 1 + i * along;
    const b = 1 + ((i + 1) % around) * along;
    index.push(0, a, b);
    for (let j = 0; j + 1 < along; ++j) index.push(a + j, a + j + 1, b + j, b + j, a + j + 1, b + j + 1);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
