// The parts of the page about the character: who it is, how it takes the motion, how that went, and its bones.
import { button, buttonRow, select, type ListControl } from '../../../shell/controls';
import { degrees, el, millimetres, number } from '../../../shell/dom';
import { openButton, type OnFiles } from '../../../shell/files';
import type { Figure } from '../figure';
import { endings } from '../page';
import type { Settings } from '../settings';
import { BoneList, type BoneListActions, type BoneName } from './bone_list';
import { characters } from './characters';
import type { Result, Retargeting } from './retargeting';

export interface CharacterActions extends BoneListActions {
  onFiles: OnFiles;
  /** One of ours; 'same': the body of the motion once more; '': none. */
  onCharacter(key: string): void;
  onSave(format: 'bvh' | 'glb'): void;
  /** The result becomes the motion. */
  onGoOn(): void;
}

export class CharacterPage {
  readonly bones: BoneList;
  #who: ListControl<string>;
  #with: HTMLElement;
  #readout = el('dl', { class: 'readout', 'aria-label': 'The whole clip on the character' });
  #notes = el('ul', {});
  #lacks = el('details', { class: 'reader' }, el('summary', {}, 'What it does not have'), this.#notes);

  constructor(into: HTMLElement, settings: Settings, actions: CharacterActions) {
    this.#who = select<string>({ label: 'Character', options: [], value: '', onChange: (key) => actions.onCharacter(key) });
    this.bones = new BoneList(actions);
    this.#with = el(
      'div',
      {},
      settings.style,
      this.#readout,
      this.#lacks,
      buttonRow('The motion on the character', button('Save its BVH', () => actions.onSave('bvh')), button('Save its GLB', () => actions.onSave('glb')), button('Edit this one', () => actions.onGoOn())),
      el('details', { class: 'reader more' }, el('summary', {}, 'How it is done'), ...settings.manner),
    );
    const section = (heading: string, ...children: HTMLElement[]): HTMLElement => el('section', {}, el('h2', {}, heading), ...children);
    into.append(
      section(
        'On another body',
        this.#who.element,
        el('div', { class: 'control row-of' }, openButton('Open a character…', endings, actions.onFiles), el('span', { class: 'note' }, 'or drop it on the right half')),
        this.#with,
      ),
      section('Which joint is which bone', el('p', { class: 'note' }, 'Choose a bone, then click the joint that it is, in either figure.'), this.bones.element),
    );
  }

  /** `key`: of the character among ours; undefined: the user's own. */
  show(retargeting: Retargeting | undefined, character: Figure | undefined, key: string | undefined): void {
    const own = character && key === undefined ? [[':file', character.name] as const] : [];
    const ways = [['', 'none'] as const, ...own, ['same', 'the same body'] as const, ...characters.map((one) => [one.key, one.name] as const)];
    this.#who.fill(ways, character ? (key ?? ':file') : '');
    this.#with.hidden = !retargeting;
    if (!retargeting) return;
    const { notes, result, working, scale } = retargeting;
    this.#lacks.hidden = notes.length === 0;
    this.#notes.replaceChildren(...notes.map((note) => el('li', {}, note)));
    this.#readout.setAttribute('aria-busy', String(working));
    this.#readout.replaceChildren(
      ...[['Size against the motion’s', `× ${number(scale, 2)}`] as const, ...(result ? told(result) : [['Whole clip', working ? 'working on it …' : '–'] as const])].flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
    );
  }

  showBones(source: Figure, target: Figure | undefined, chosen: BoneName | undefined): void {
    this.bones.show(source, target, chosen);
  }
}

/** How a whole clip went. */
function told({ clip, report, seconds }: Result): (readonly [string, string])[] {
  const length = (metres: number): string => (Math.abs(metres) < 5e-6 ? '0 mm' : `${millimetres(metres)} mm`);
  return [
    ['Standing feet drift', length(Math.max(0, ...report.stands.map((stand) => stand.drift)))],
    ['Soles in the ground', length(report.deepest)],
    ['Hips lowered', length(report.lowered)],
    ['Feet miss', length(report.miss)],
    ['Joints beyond limits', degrees(report.beyondLimits, 2)],
    ['Whole clip', `${clip.frameCount} frames in ${number(1e3 * seconds, 0)} ms`],
  ];
}
