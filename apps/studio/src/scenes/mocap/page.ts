// The column beside the picture: files, lists of bones, settings, the plot of the chosen bone.
import { button, buttonRow, select, type ListControl } from '../../shell/controls';
import { el } from '../../shell/dom';
import { openButton, type OnFiles } from '../../shell/files';
import type { Panel } from '../../shell/panel';
import type { Plot } from '../../shell/plot';
import type { Figure } from './figure';
import type { HeightCurves } from './heights';
import type { UpAxis } from './origin';
import { PlantLines, type Stands } from './plants';
import { samples } from './samples';
import type { Settings, State } from './settings';

export interface PageActions {
  onFiles: OnFiles;
  onSample(key: string): void;
  /** The axis that points up, which the user knows better than the reader. */
  onUp(up: UpAxis): void;
  onClip(clip: number): void;
  onBone(joint: number): void;
  onStart(start: string): void;
  onPin(): void;
  onRemoveEdits(): void;
  onSave(format: 'bvh' | 'glb'): void;
  onSeek(frame: number): void;
}

export const endings = ['.bvh', '.asf', '.amc', '.glb', '.gltf', '.bin', '.urdf', '.png', '.jpg', '.jpeg', '.json'];

/** What a bar of that kind means. */
const sign = (kind: keyof Stands, words: string): HTMLElement => el('span', {}, el('i', { class: `plant-bar ${kind}` }), words);

export class Page {
  #lists;
  #pin: HTMLButtonElement;
  #notes = el('ul', {});
  #reader = el('details', { class: 'reader' }, el('summary', {}, 'What the reader noted'), this.#notes);
  #plot: Plot;
  #feet: HTMLElement;
  #mended = el('p', { class: 'note' });
  #ofCharacter = sign('character', 'of the character');
  #character: HTMLElement;
  readonly plants: PlantLines;

  constructor(panel: Panel, settings: Settings, actions: PageActions) {
    // What there is to choose from comes with the figure.
    const list = (label: string, onChange: (value: string) => void): ListControl<string> => select({ label, options: [], value: '', onChange });
    this.#lists = {
      sample: list('Sample', (key) => actions.onSample(key)),
      up: list('Stands along', (up) => actions.onUp(up as UpAxis)),
      clip: list('Motion', (clip) => actions.onClip(Number(clip))),
      bone: list('Bone', (joint) => actions.onBone(Number(joint))),
      start: list('Moves from', (start) => actions.onStart(start)),
    };
    const { sample, up, clip, bone, start } = this.#lists;
    this.#pin = button('', () => actions.onPin());
    panel.section(
      'Motion',
      sample.element,
      el('div', { class: 'control row-of' }, openButton('Open files…', endings, actions.onFiles), el('span', { class: 'note' }, 'or drop them on the page')),
      up.element,
      clip.element,
      ...settings.playing,
      settings.clean,
      this.#mended,
      settings.compare,
      this.#reader,
    );
    this.#character = el('div', {});
    panel.element.append(this.#character);
    const pulling = panel.section(
      'Drag a bone',
      bone.element,
      start.element,
      settings.blend,
      el('div', { class: 'control row-of' }, this.#pin, button('Remove all edits', () => actions.onRemoveEdits())),
      ...settings.pull,
    );
    this.#plot = panel.plot(
      {
        title: 'Height of the chosen bone, cm',
        xLabel: 'seconds',
        yLabel: 'cm',
        series: [{ label: 'as shown', colour: 'target' }, { label: 'as read', colour: 'ink-soft', dash: [4, 4] }],
      },
      pulling,
    );
    this.plants = new PlantLines((frame) => actions.onSeek(frame));
    this.#feet = panel.section(
      'When feet stand',
      this.plants.element,
      el(
        'p',
        { class: 'note plant-legend' },
        sign('read', 'as read'),
        sign('shown', 'as shown'),
        this.#ofCharacter,
        'A click goes there.',
      ),
    );
    panel.section('Ghosts and paths', ...settings.trails);
    panel.section('Save', buttonRow('What is shown, with all edits', button('Save BVH', () => actions.onSave('bvh')), button('Save GLB', () => actions.onSave('glb'))));
  }

  /** Another figure. `sample`: the key of the sample that it is, if it is one. */
  fill({ skeleton, titles, clips, notes, up }: Figure, takeable: readonly boolean[], sample: string): void {
    const shown = titles.flatMap((title, i) => (takeable[i] ? [[String(i), title] as const] : []));
    const starts = shown.map(([i, title]) => [skeleton.joints[Number(i)]?.name ?? '', title] as const);
    this.#lists.sample.fill([...(sample ? [] : [['', 'your file'] as const]), ...samples.map(({ key, name }) => [key, name] as const)], sample);
    this.#lists.up.fill([['x', 'X'], ['y', 'Y'], ['z', 'Z']], up);
    this.#lists.up.element.hidden = sample !== '';
    this.#lists.clip.fill(clips.map(({ name }, i) => [String(i), name || `motion ${i + 1}`]), '0');
    this.#lists.clip.element.hidden = clips.length < 2;
    this.#lists.bone.fill(shown, '');
    this.#lists.start.fill([['', 'the whole body'], ...starts], '');
    this.#notes.replaceChildren(...notes.map((note) => el('li', {}, note)));
    this.#reader.hidden = notes.length === 0;
  }

  /** `held`: the chosen bone is among the pins. */
  show({ start, clip }: State, chosen: number, title: string, held: boolean): void {
    this.#lists.bone.set(String(chosen));
    this.#lists.start.set(start);
    this.#lists.clip.set(String(clip));
    this.#pin.textContent = held ? `Let go of ${title}` : `Hold ${title} in place`;
  }

  /** Where parts of the page go that are about the character. */
  get character(): HTMLElement {
    return this.#character;
  }

  /** What cleaning has mended, or nothing. */
  showMended(sentence: string): void {
    this.#mended.textContent = sentence;
    this.#mended.hidden = sentence === '';
  }

  /** Figures without legs have no plants. */
  showFeet(there: boolean, character: boolean): void {
    this.#feet.hidden = !there;
    this.#ofCharacter.hidden = !character;
  }

  plot({ times, shown, read }: HeightCurves): void {
    this.#plot.set(times, shown, read);
  }
}
