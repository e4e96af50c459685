// A robot arm as a room shows it: links and housings on the joints' frames, dials for the limits.
import * as THREE from 'three';
import type { Frames, FullJointDescription, Skeleton, Vec3 } from 'kine';
import type { Colours } from '../../shell/theme';
import { glow, mesh, paint, vector } from '../../view/shapes';

const up = new THREE.Vector3(0, 1, 0);

export type JointTone = 'plain' | 'near' | 'limit' | 'locked';

interface Dial {
  group: THREE.Group;
  needle: THREE.Mesh;
  axis: THREE.Vector3;
  joint: number;
  value: number;
}

export class ArmView {
  readonly group = new THREE.Group();
  #joints: THREE.Group[] = [];
  #housings = new Map<number, THREE.MeshStandardMaterial>();
  #dials: Dial[] = [];
  #link = paint('#fff', { roughness: 0.42 });
  #rail = paint('#fff', { roughness: 0.6, metalness: 0.2 });
  #sector = glow('#fff', 0.28);
  #needle = glow('#fff');
  #dialGroup = new THREE.Group();

  constructor(
    readonly skeleton: Skeleton,
    readonly thickness: number,
    /** The joint that is dragged. */
    readonly tool: string,
  ) {
    const described = skeleton.describe();
    described.forEach((_, i) => {
      const group = new THREE.Group();
      group.matrixAutoUpdate = false;
      this.#joints[i] = group;
      this.group.add(group);
    });
    described.forEach((joint, i) => this.#build(joint, i, described));
    this.group.add(this.#dialGroup);
  }

  put(frames: Frames, pose: Float64Array, colours: Colours, tone: (joint: number) => JointTone, dials: boolean): void {
    const matrices = frames.matrices();
    this.#joints.forEach((group, i) => {
      group.matrix.fromArray(matrices, 16 * i);
      group.matrixWorldNeedsUpdate = true;
    });
    this.#link.color.set(colours.joint);
    this.#rail.color.set(colours['body-dark']);
    const paints: Record<JointTone, string> = {
      plain: colours.accent, near: colours.warn, limit: colours.bad, locked: colours['body-dark'],
    };
    for (const [joint, material] of this.#housings) material.color.set(paints[tone(joint)]);
    this.#dialGroup.visible = dials;
    this.#sector.color.set(colours.accent);
    this.#needle.color.set(colours.target);
    const turn = new THREE.Quaternion();
    const unused = new THREE.Vector3();
    for (const { group, needle, axis, joint, value } of this.#dials) {
      const angle = pose[value] ?? 0;
      const frame = this.#joints[joint];
      if (!frame) continue;
      frame.matrix.decompose(group.position, group.quaternion, unused);
      group.quaternion.multiply(turn.setFromAxisAngle(axis, -angle));
      needle.rotation.z = angle;
    }
  }

  dispose(): void {
    this.group.traverse((thing) => {
      if (thing instanceof THREE.Mesh) (thing.geometry as THREE.BufferGeometry).dispose();
    });
    for (const material of [this.#link, this.#rail, this.#sector, this.#needle, ...this.#housings.values()]) material.dispose();
  }

  #build(joint: FullJointDescription, i: number, all: readonly FullJointDescription[]): void {
    const frame = this.#joints[i];
    if (!frame) return;
    const r = this.thickness;
    const info = this.skeleton.joints[i];
    if (joint.kind === 'hinge' && joint.axis) {
      const housing = new THREE.Group();
      const caps = this.#housing(i);
      housing.add(mesh(new THREE.CylinderGeometry(1.12 * r, 1.12 * r, 2.1 * r, 40), this.#link));
      for (const side of [-1, 1]) {
        const cap = mesh(new THREE.CylinderGeometry(1.15 * r, 1.15 * r, 0.42 * r, 40), caps);
        cap.position.y = 0.98 * r * side;
        housing.add(cap);
      }
      housing.quaternion.setFromUnitVectors(up, vector(joint.axis));
      frame.add(housing);
      this.#addDial(joint, i, info?.firstValue ?? 0);
    }
    if (joint.kind === 'slider' && joint.axis) this.#addSlider(joint, i);
    for (const child of all) {
      if (child.parent !== joint.name || (child.kind === 'slider' && joint.name === 'base') || !this.#matters(child.name)) continue;
      this.#addLink(frame, [0, 0, 0], child.translation, child.name.includes('jaw') || child.name === 'tip' ? 0.55 : 0.8);
    }
    if (joint.name === 'base') {
      const foot = mesh(new THREE.CylinderGeometry(2.2 * r, 2.6 * r, 0.6 * r, 48), this.#rail);
      foot.rotation.x = Math.PI / 2;
      foot.position.z = 0.3 * r;
      if (!all.some((child) => child.parent === 'base' && child.kind === 'slider')) frame.add(foot);
    }
    if (joint.name.includes('jaw')) {
      const finger = mesh(new THREE.BoxGeometry(0.5 * r, 0.22 * r, 1.1 * r), this.#link);
      finger.position.z = -0.4 * r;
      frame.add(finger);
    } else if (joint.name === 'tip' && !all.some(({ name }) => name.includes('jaw'))) this.#addGripper(frame);
  }

  /** Something moves on it, or the tool sits there: files have many frames of cameras and sensors that are no links. */
  #matters(name: string): boolean {
    return this.skeleton.isAbove(name, this.tool) || this.skeleton.joints.some(({ kind }, i) => kind !== 'fixed' && this.skeleton.isAbove(name, i));
  }

  #addGripper(frame: THREE.Group): void {
    const r = this.thickness;
    const palm = mesh(new THREE.BoxGeometry(0.5 * r, 1.8 * r, 0.4 * r), this.#link);
    palm.position.z = -1.15 * r;
    frame.add(palm);
    for (const side of [-1, 1]) {
      const finger = mesh(new THREE.BoxGeometry(0.42 * r, 0.24 * r, 1.3 * r), this.#rail);
      finger.position.set(0, 0.72 * side * r, -0.5 * r);
      frame.add(finger);
    }
  }

  #housing(joint: number): THREE.MeshStandardMaterial {
    const material = paint('#fff', { roughness: 0.35, metalness: 0.1 });
    this.#housings.set(joint, material);
    return material;
  }

  #addLink(frame: THREE.Group, from: Vec3, to: Vec3, part: number): void {
    const along = vector(to).sub(vector(from));
    const length = along.length();
    if (length < 0.3 * this.thickness) return;
    const link = mesh(new THREE.CapsuleGeometry(part * this.thickness, length, 8, 24), this.#link);
    link.quaternion.setFromUnitVectors(up, along.clone().divideScalar(length));
    link.position.copy(vector(from)).addScaledVector(along, 0.5);
    frame.add(link);
  }

  // The rail lies in the parent's frame, the carriage moves.
  #addSlider(joint: FullJointDescription, i: number): void {
    const r = this.thickness;
    const [lower, upper] = joint.axes[0]?.limits ?? [0, 0];
    const parent = this.#joints[this.skeleton.joints[i]?.parent ?? -1] ?? this.group;
    const axis = vector(joint.axis ?? [0, 0, 1]).applyQuaternion(new THREE.Quaternion(...joint.rotation));
    const jaw = joint.name.includes('jaw');
    if (!jaw && Number.isFinite(upper - lower)) {
      const rail = mesh(new THREE.BoxGeometry(0.8 * r, upper - lower + 1.6 * r, 0.8 * r), this.#rail);
      rail.quaternion.setFromUnitVectors(up, axis);
      rail.position.copy(vector(joint.translation)).addScaledVector(axis, (lower + upper) / 2);
      parent.add(rail);
      if (joint.parent === 'base') this.#addStand(parent, rail, upper - lower + 1.6 * r, axis);
    }
    const carriage = mesh(new THREE.BoxGeometry(...(jaw ? [0.4 * r, 0.3 * r, 0.4 * r] as const : [2 * r, 1.7 * r, 1.5 * r] as const)), this.#housing(i));
    if (!jaw) carriage.quaternion.setFromUnitVectors(up, vector(joint.axis ?? [0, 0, 1]));
    this.#joints[i]?.add(carriage);
  }

  // Posts under both ends of a rail that stands on the floor; a rail off the middle has a twin on the other side.
  #addStand(parent: THREE.Object3D, rail: THREE.Mesh, length: number, axis: THREE.Vector3): void {
    const r = this.thickness;
    const rails = [rail];
    if (Math.abs(rail.position.x) > 0.2) {
      const twin = rail.clone();
      twin.position.x = -rail.position.x;
      parent.add(twin);
      rails.push(twin);
    }
    for (const { position } of rails) {
      for (const side of [-0.5, 0.5]) {
        const top = position.clone().addScaledVector(axis, side * (length - 0.8 * r));
        const post = mesh(new THREE.CylinderGeometry(0.34 * r, 0.34 * r, top.z, 20), this.#rail);
        post.rotation.x = Math.PI / 2;
        post.position.set(top.x, top.y, top.z / 2);
        const foot = mesh(new THREE.CylinderGeometry(0.9 * r, 1.05 * r, 0.3 * r, 28), this.#rail);
        foot.rotation.x = Math.PI / 2;
        foot.position.set(top.x, top.y, 0.15 * r);
        parent.add(post, foot);
      }
    }
  }

  // A sector from the lower to the upper limit about the axis, in the frame before the hinge turns, and a needle.
  #addDial(joint: FullJointDescription, i: number, value: number): void {
    const r = this.thickness;
    const axis = vector(joint.axis ?? [0, 0, 1]);
    const [lower, upper] = joint.axes[0]?.limits ?? [-Infinity, Infinity];
    const endless = !Number.isFinite(upper - lower);
    const group = new THREE.Group();
    const face = new THREE.Group();
    face.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis);
    const from = endless ? 0 : lower;
    const span = endless ? 2 * Math.PI : upper - lower;
    const sector = new THREE.Mesh(new THREE.RingGeometry(1.55 * r, 2.05 * r, 64, 1, from, span), this.#sector);
    const needle = new THREE.Mesh(new THREE.RingGeometry(1.35 * r, 2.2 * r, 2, 1, -0.035, 0.07), this.#needle);
    face.add(sector, needle);
    group.add(face);
    this.#dialGroup.add(group);
    this.#dials.push({ group, needle, axis, joint: i, value });
  }
}
