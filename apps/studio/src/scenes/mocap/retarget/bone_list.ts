// Which joint is which bone, of the motion and of the character, as a list; a row that is chosen can be corrected.
import type { BoneOverrides, Bones } from 'kine';
import { button, select, type ListControl } from '../../../shell/controls';
import { el } from '../../../shell/dom';
import type { Figure } from '../figure';
import { spoken } from '../titles';

export type BoneName = keyof Bones;
export type Side = 'source' | 'target';

const sided = ['Collar', 'UpperArm', 'Forearm', 'Hand', 'Thigh', 'Shank', 'Foot', 'Toes', 'ToeTip', 'Heel'] as const;
/** From the top down, the left side first. */
export const boneNames: readonly BoneName[] = ['head', 'neck', 'chest', 'pelvis', ...sided.map((part) => `left${part}` as const), ...sided.map((part) => `right${part}` as const)];

/** The joints that turn a bone, from the topmost to the one that carries it. */
export function jointsOf({ bones, skeleton }: Figure, bone: BoneName): number[] {
  if (!bones.found) return [];
  const first = bones.firstBones[bone] ?? -1;
  const joints: number[] = [];
  for (let joint = bones.bones[bone] ?? -1; joint >= 0; joint = skeleton.joints[joint]?.parent ?? -1) {
    joints.unshift(joint);
    if (joint === first) break;
  }
  return joints;
}

export interface BoneListActions {
  /** A row was chosen, or, without a name, none is any more. */
  onBone(bone: BoneName | undefined): void;
  /** A bone is that joint; null: there is none; undefined: as found. */
  onCorrect(side: Side, bone: BoneName, joint: string | null | undefined): void;
  onForget(): void;
  /** As files for `kine retarget --map`. */
  onSaveBones(): void;
}

/** A bone, and what it is in each figure; `known`: by the user. */
interface Row {
  readonly bone: BoneName;
  readonly cells: readonly { readonly name: string; readonly known: boolean }[];
}

/** Values of the lists beside names of joints. */
const [asFound, none] = [':found', ':none'];

export class BoneList {
  readonly element: HTMLElement;
  #rows = el('div', { class: 'bone-rows', role: 'group', 'aria-label': 'Bones' });
  #head = el('div', { class: 'bone-head', 'aria-hidden': 'true' });
  #lists: Record<Side, ListControl<string>>;
  #correct: HTMLElement;
  #forget: HTMLElement;
  #actions: BoneListActions;
  #chosen: BoneName | undefined;
  #shown = '';

  constructor(actions: BoneListActions) {
    this.#actions = actions;
    const list = (side: Side, label: string): ListControl<string> =>
      select({
        label, options: [], value: '',
        onChange: (joint) => this.#chosen && actions.onCorrect(side, this.#chosen, joint === asFound ? undefined : joint === none ? null : joint),
      });
    this.#lists = { source: list('source', 'In the motion'), target: list('target', 'In the character') };
    this.#forget = el('div', { class: 'control row-of' }, button('Forget corrections', () => actions.onForget()), button('Save them', () => actions.onSaveBones()));
    this.#correct = el('div', { class: 'bone-correct' }, this.#lists.source.element, this.#lists.target.element);
    this.element = el(
      'div',
      { class: 'bone-list' },
      this.#head,
      this.#rows,
      this.#correct,
      this.#forget,
    );
  }

  show(source: Figure, target: Figure | undefined, chosen: BoneName | undefined): void {
    this.#chosen = chosen;
    const figures = { source, target };
    const nameOf = (side: Side, bone: BoneName): string => {
      const figure = figures[side];
      if (figure && !figure.bones.found) return figure.overrides[bone] ?? '–';
      const joint = figure?.bones.found ? figure.bones.bones[bone] : undefined;
      return joint === undefined ? '–' : (figure?.skeleton.joints[joint]?.name ?? '–');
    };
    // Of what is no body yet all bones can be told.
    const isBody = [source, target].every((figure) => figure?.bones.found ?? true);
    const listed = boneNames.filter((bone) => !isBody || bone === chosen || (['source', 'target'] as const).some((side) => nameOf(side, bone) !== '–' || bone in (figures[side]?.overrides ?? {})));
    const sides = target ? (['source', 'target'] as const) : (['source'] as const);
    this.element.dataset['columns'] = String(sides.length);
    this.#head.replaceChildren(...['bone', 'in the motion', ...(target ? ['in the character'] : [])].map((word) => el('span', {}, word)));
    this.#showRows(listed.map((bone) => ({ bone, cells: sides.map((side) => ({ name: nameOf(side, bone), known: bone in (figures[side]?.overrides ?? {}) })) })));
    this.#correct.hidden = chosen === undefined;
    this.#forget.hidden = sides.every((side) => Object.keys(figures[side]?.overrides ?? {}).length === 0);
    for (const side of ['source', 'target'] as const) this.#fill(side, figures[side], chosen);
  }

  /** Rows that are as they were stay: a click may be under way. */
  #showRows(rows: readonly Row[]): void {
    const all = JSON.stringify(rows);
    if (all !== this.#shown) {
      const focused = this.#rows.contains(document.activeElement) ? document.activeElement?.getAttribute('data-bone') : undefined;
      const { scrollTop } = this.#rows;
      this.#rows.replaceChildren(...rows.map((row) => this.#row(row)));
      this.#rows.scrollTop = scrollTop;
      if (focused) this.#rows.querySelector<HTMLElement>(`[data-bone="${focused}"]`)?.focus({ preventScroll: true });
      this.#shown = all;
    }
    for (const row of this.#rows.children) row.setAttribute('aria-pressed', String(row.getAttribute('data-bone') === this.#chosen));
  }

  #row({ bone, cells }: Row): HTMLElement {
    const row = el(
      'button',
      { type: 'button', class: 'bone-row', 'data-bone': bone },
      el('span', {}, spoken(bone)),
      ...cells.map(({ name, known }) => el('span', { class: known ? 'known' : '', title: known ? `${name}, as you said` : name }, name)),
    );
    row.addEventListener('click', () => this.#actions.onBone(bone === this.#chosen ? undefined : bone));
    return row;
  }

  #fill(side: Side, figure: Figure | undefined, bone: BoneName | undefined): void {
    const list = this.#lists[side];
    list.element.hidden = !figure;
    if (!figure || !bone) return;
    const said: BoneOverrides = figure.overrides;
    const value = bone in said ? (said[bone] ?? none) : asFound;
    list.fill([[asFound, 'as found'], [none, 'has none'], ...figure.skeleton.joints.map(({ name }) => [name, name] as const)], value);
  }
}
