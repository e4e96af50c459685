// The other poses of an arm, pale, each with the name of its branch at its middle.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import { el } from '../../shell/dom';
import type { Stage } from '../../shell/stage';
import { barGeometry, glow, stretch } from '../../view/shapes';
import { branchColour, presentOf, shortName, type PoseSet } from './all_poses';
import type { Rig } from './rig';
import type { State } from './settings';

const opacity = 0.45;
/** Of the arm's own bones. */
const thickness = 0.45;
/** Pixels between two names, across and up. */
const apart = [64, 20] as const;

export class Ghosts {
  readonly group = new THREE.Group();
  #stage: Stage;
  #bars: THREE.Mesh<THREE.CylinderGeometry, THREE.MeshBasicMaterial>[] = [];
  #tags: HTMLElement[] = [];
  #shape = barGeometry();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Leaves the rig's frames at another pose. */
  put(poses: PoseSet, state: State, rig: Rig, toPixels: (point: Vec3) => readonly [number, number] | undefined): void {
    const present = presentOf(poses, state.pose);
    const path = pathTo(rig, state.tool);
    const placed: (readonly [number, number])[] = [];
    let bars = 0;
    let tags = 0;
    poses.solutions.forEach(({ pose, branch, name }, i) => {
      if (i === present) return;
      rig.skeleton.forward(pose, rig.frames);
      const points = path.map((joint) => rig.frames.position(joint));
      points.forEach((point, k) => {
        const from = points[k - 1];
        if (!from) return;
        const bar = this.#bar(bars++);
        bar.material.color.setStyle(branchColour(branch));
        stretch(bar, from, point, thickness * rig.kind.thickness);
      });
      const pixel = name ? toPixels(middleOf(points)) : undefined;
      if (!pixel || placed.some(([x, y]) => Math.abs(x - pixel[0]) < apart[0] && Math.abs(y - pixel[1]) < apart[1])) return;
      placed.push(pixel);
      this.#putTag(tags++, name, branchColour(branch), pixel);
    });
    this.#bars.slice(bars).forEach((bar) => void (bar.visible = false));
    this.#tags.slice(tags).forEach((tag) => void (tag.style.visibility = 'hidden'));
  }

  dispose(): void {
    this.#shape.dispose();
    for (const bar of this.#bars) bar.material.dispose();
    for (const tag of this.#tags) tag.remove();
  }

  #bar(i: number): THREE.Mesh<THREE.CylinderGeometry, THREE.MeshBasicMaterial> {
    const bar = this.#bars[i] ?? new THREE.Mesh(this.#shape, glow('#fff', opacity));
    if (!this.#bars[i]) {
      this.#bars.push(bar);
      this.group.add(bar);
    }
    return bar;
  }

  #putTag(i: number, name: string, colour: string, [x, y]: readonly [number, number]): void {
    const tag = this.#tags[i] ?? el('span', { class: 'tag ghost' });
    if (!this.#tags[i]) {
      this.#tags.push(tag);
      this.#stage.layer.append(tag);
    }
    tag.style.visibility = 'visible';
    tag.style.setProperty('--tag', colour);
    tag.textContent = shortName(name);
    tag.title = name;
    tag.style.transform = `translate(${(x + 6).toFixed(1)}px, ${(y - 10).toFixed(1)}px)`;
  }
}

/** The joints from the root to the tool. */
function pathTo({ skeleton }: Rig, tool: string): number[] {
  const path: number[] = [];
  for (let at = skeleton.joint(tool); at >= 0; at = skeleton.joints[at]?.parent ?? -1) path.unshift(at);
  return path;
}

/** The point of the arm that is farthest from the line between its ends: the elbow, where poses differ most. */
function middleOf(points: readonly Vec3[]): Vec3 {
  const [a, b] = [new THREE.Vector3(...(points[0] ?? [0, 0, 0])), new THREE.Vector3(...(points.at(-1) ?? [0, 0, 0]))];
  const line = new THREE.Line3(a, b);
  const foot = new THREE.Vector3();
  const away = (point: Vec3): number => line.closestPointToPoint(new THREE.Vector3(...point), true, foot).distanceTo(new THREE.Vector3(...point));
  return points.reduce((best, point) => (away(point) > away(best) ? point : best), points[0] ?? [0, 0, 0]);
}
