// Ghosts of the poses before and after, and the ways that some bones take through the room.
import * as THREE from 'three';
import type { Colours } from '../../shell/theme';
import type { Bone } from '../../view/stick_figure';

/** The frames that ghosts stand at: so many to each side, `apart` frames from one to the next, none outside of the clip. */
export function ghostFrames(frame: number, count: number, apart: number, frameCount: number): number[] {
  const frames: number[] = [];
  for (let i = -count; i <= count; ++i) {
    const at = frame + i * apart;
    if (i !== 0 && at >= 0 && at < frameCount) frames.push(at);
  }
  return frames;
}

/** Frames from `frame - reach` to `frame + reach` inside the clip, `apart` from one to the next; `frame` is among them. */
export function pathFrames(frame: number, reach: number, apart: number, frameCount: number): number[] {
  const frames: number[] = [];
  const back = Math.floor(Math.min(frame, reach) / apart);
  for (let at = frame - back * apart; at <= Math.min(frameCount - 1, frame + reach); at += apart) frames.push(at);
  return frames;
}

/** Gives x, y, z of every joint at a frame. */
export type PositionsAt = (frame: number) => ArrayLike<number>;

export class Ghosts {
  readonly group = new THREE.Group();
  #lines: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>[] = [];
  #through: boolean;

  /** `through`: seen through the figure. */
  constructor(through = false) {
    this.#through = through;
  }

  put(frame: number, frames: readonly number[], bones: readonly Bone[], at: PositionsAt, colours: Colours, fading = 0.5): void {
    while (this.#lines.length < frames.length) {
      const line = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ transparent: true, depthWrite: false, depthTest: !this.#through }));
      line.frustumCulled = false;
      line.renderOrder = this.#through ? 3 : 0;
      this.#lines.push(line);
      this.group.add(line);
    }
    const farthest = Math.max(1, ...frames.map((f) => Math.abs(f - frame)));
    this.#lines.forEach((line, i) => {
      const ghost = frames[i];
      line.visible = ghost !== undefined;
      if (ghost === undefined) return;
      const positions = at(ghost);
      const points = new Float32Array(6 * bones.length);
      bones.forEach(({ from, to }, b) => {
        for (let k = 0; k < 3; ++k) {
          points[6 * b + k] = positions[3 * from + k] ?? 0;
          points[6 * b + 3 + k] = positions[3 * to + k] ?? 0;
        }
      });
      setPoints(line.geometry, points);
      // What was is cool, what comes is warm; the farther, the fainter.
      line.material.color.set(ghost < frame ? colours.accent : colours.target);
      line.material.opacity = 0.75 - fading * (Math.abs(ghost - frame) / farthest);
    });
  }

  dispose(): void {
    for (const line of this.#lines) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}

export class Paths {
  readonly group = new THREE.Group();
  #lines: THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>[] = [];
  #dots: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>[] = [];

  /** One path a joint, with a dot for each of the frames, so that speed is seen. */
  put(joints: readonly number[], frames: readonly number[], at: PositionsAt, paint: readonly string[]): void {
    while (this.#lines.length < joints.length) {
      const line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ transparent: true, opacity: 0.8 }));
      const dots = new THREE.Points(line.geometry, new THREE.PointsMaterial({ size: 3.5, sizeAttenuation: false }));
      line.frustumCulled = dots.frustumCulled = false;
      this.#lines.push(line);
      this.#dots.push(dots);
      this.group.add(line, dots);
    }
    const all = frames.map(at);
    this.#lines.forEach((line, i) => {
      const joint = joints[i];
      const dots = this.#dots[i];
      line.visible = joint !== undefined;
      if (dots) dots.visible = line.visible;
      if (joint === undefined || !dots) return;
      const points = new Float32Array(3 * frames.length);
      all.forEach((positions, f) => {
        for (let k = 0; k < 3; ++k) points[3 * f + k] = positions[3 * joint + k] ?? 0;
      });
      setPoints(line.geometry, points);
      line.material.color.set(paint[i % paint.length] ?? '#888');
      dots.material.color.copy(line.material.color);
    });
  }

  dispose(): void {
    for (const { geometry, material } of [...this.#lines, ...this.#dots]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

/** Replaces the points of a line, in the same buffer where they fit. */
function setPoints(geometry: THREE.BufferGeometry, points: Float32Array): void {
  const attribute = geometry.getAttribute('position') as THREE.BufferAttribute | undefined;
  if (attribute && attribute.array.length === points.length) {
    (attribute.array as Float32Array).set(points);
    attribute.needsUpdate = true;
  } else {
    geometry.dispose();
    geometry.setAttribute('position', new THREE.BufferAttribute(points, 3));
  }
}
