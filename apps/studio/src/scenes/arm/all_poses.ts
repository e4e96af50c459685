// Every pose that puts the tool where it should be: a list, and a slider for the joint of seven that is searched, with the
// intervals in which each branch reaches.
import type { ArmSolution } from 'kine';
import { degrees, el, freshId } from '../../shell/dom';
import { toolGoal } from './goals';
import type { Rig } from './rig';
import type { State } from './settings';

const most = 48;
/** Without a closed form the poses are what descents from so many starts find. */
const starts = 60;
/** Radians: as near as that to the present pose, another one is the same. */
const same = 1e-3;

export interface PoseSet {
  readonly solutions: readonly ArmSolution[];
  readonly complete: boolean;
  /** What Global sees in the arm. */
  readonly structure: string;
  /** The joint that is searched; -1: none is. */
  readonly searched: number;
}

export const noPoses: PoseSet = { solutions: [], complete: false, structure: '', searched: -1 };

/** All of them, the nearest to the present pose first. */
export function allPoses(state: State, { global }: Rig): PoseSet {
  const { sentence: structure, searched } = global.structure(state.tool);
  global.set({ maxStarts: starts });
  const found = global.solveAll([toolGoal(state, 0)], Float64Array.from(state.pose), most);
  return { ...found, structure, searched };
}

/** The pose nearest to the present one with the searched joint at a value; nothing where no branch reaches there. */
export function poseWith(value: number, searched: number, state: State, { global, skeleton }: Rig): Float64Array | undefined {
  const pose = Float64Array.from(state.pose);
  const info = skeleton.joints[searched];
  if (!info) return undefined;
  pose[info.firstValue] = value;
  global.lock(searched);
  const { outcome, pose: found } = global.solve([toolGoal(state, 0)], pose);
  global.unlock(searched);
  return outcome === 'reached' ? found : undefined;
}

/** The one among all that the arm is in; -1: none. */
export function presentOf({ solutions }: PoseSet, pose: readonly number[]): number {
  return solutions.findIndex((solution) => solution.pose.every((value, i) => Math.abs(value - (pose[i] ?? 0)) < same));
}

const hue = (branch: number): string => `hsl(${(branch < 0 ? 0 : branch * 137.5) % 360}, 65%, 52%)`;
/** The colour of a branch, the same on the ghost, in the list and on the slider. */
export const branchColour = hue;

/** 'shoulder 1, elbow 2, wrist 1' in the little room on a picture: 's1 e2 w1'. */
export const shortName = (name: string): string => name.replaceAll(/([a-z])[a-z]* (\d+),?/g, '$1$2');

export class PoseList {
  readonly element = el('div', { class: 'poses' });
  #note = el('p', { class: 'note' });
  #list = el('ol', { class: 'pose-list' });
  #bands = el('div', { class: 'bands', 'aria-hidden': 'true' });
  #input = el('input', { id: freshId('searched'), type: 'range', min: 0, max: 1, step: 0.001 });
  #output = el('output', { for: this.#input.id, class: 'value' });
  #label = el('label', { for: this.#input.id });
  #slider = el('div', { class: 'control slider searched' }, this.#label, this.#output, this.#input, this.#bands);

  constructor(
    readonly onTake: (pose: Float64Array) => void,
    readonly onSearched: (value: number) => void,
    readonly onCommit: () => void,
  ) {
    this.#input.addEventListener('input', () => this.onSearched(this.#input.valueAsNumber));
    this.#input.addEventListener('change', () => this.onCommit());
    this.element.append(this.#slider, this.#note, this.#list);
  }

  show(poses: PoseSet, state: State, { skeleton }: Rig): void {
    this.element.hidden = !state.poses;
    if (!state.poses) return;
    const { solutions, complete, structure } = poses;
    const count = `${solutions.length} ${solutions.length === 1 ? 'pose' : 'poses'}`;
    this.#note.textContent = `${structure}. ${count}${complete ? ', and there are no others' : '; there may be more'}.`;
    this.#list.replaceChildren(...solutions.map((solution, i) => this.#row(solution, i, poses, state)));
    this.#showSlider(poses, state, skeleton.joints[poses.searched]?.name ?? '', skeleton.joints[poses.searched]?.firstValue ?? -1, this.#limits(poses.searched, skeleton));
  }

  #limits(joint: number, skeleton: Rig['skeleton']): readonly [number, number] {
    const [low, high] = skeleton.freedoms.find((freedom) => freedom.joint === joint)?.limits ?? [0, 0];
    return [Math.max(low, -Math.PI), Math.min(high, Math.PI)];
  }

  #row({ branch, name, pose, distance }: ArmSolution, i: number, poses: PoseSet, { pose: present }: State): HTMLElement {
    const take = el('button', { type: 'button', class: 'pose', 'aria-pressed': String(presentOf(poses, present) === i) }, name || `pose ${i + 1}`);
    take.style.setProperty('--branch', hue(branch));
    take.addEventListener('click', () => {
      this.onTake(pose);
      this.onCommit();
    });
    return el('li', {}, take, el('span', { class: 'value' }, `${degrees(distance)} away`));
  }

  #showSlider({ solutions }: PoseSet, { pose }: State, name: string, value: number, [low, high]: readonly [number, number]): void {
    this.#slider.hidden = value < 0;
    if (value < 0) return;
    const at = pose[value] ?? 0;
    this.#label.textContent = `${name.replaceAll('_', ' ')}: where each branch reaches`;
    [this.#input.min, this.#input.max] = [String(low), String(high)];
    this.#input.value = String(at);
    this.#input.style.setProperty('--part', `${(100 * (at - low)) / (high - low)}%`);
    this.#output.textContent = degrees(at);
    this.#input.setAttribute('aria-valuetext', degrees(at));
    const rows = new Map<number, HTMLElement>();
    for (const { branch, name: words, interval: [from, to] } of solutions) {
      const row = rows.get(branch) ?? el('div', { class: 'band-row', title: words });
      rows.set(branch, row);
      const band = el('span', { class: 'band', 'data-from': from, 'data-to': to });
      band.style.left = `${(100 * (from - low)) / (high - low)}%`;
      band.style.width = `${Math.max(0.6, (100 * (to - from)) / (high - low))}%`;
      band.style.background = hue(branch);
      row.append(band);
    }
    this.#bands.replaceChildren(...[...rows].sort(([a], [b]) => a - b).map(([, row]) => row));
  }
}
