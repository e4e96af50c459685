// The column beside the picture: files, lists of bones, settings, the plot of the chosen bone.
import { button, buttonRow, select, type ListControl } from '../../shell/controls';
import { el } from '../../shell/dom';
import { openButton, type OnFiles } from '../../shell/files';
import type { Panel } from '../../shell/panel';
import type { Plot } from '../../shell/plot';
import type { Figure } from './figure';
import type { HeightCurves } from './heights';
import { PlantLines } from './plants';
import { samples } from './samples';
import type { Settings, State } from './settings';

export interface PageActions {
  onFiles: OnFiles;
  onSample(key: string): void;
  onClip(clip: number): void;
  onBone(joint: number): void;
  onStart(start: string): void;
  onPin(): void;
  onRemoveEdits(): void;
  onSave(format: 'bvh' | 'glb'): void;
  onSeek(frame: number): void;
}

const endings = ['.bvh', '.asf', '.amc', '.glb', '.gltf', '.bin', '.urdf', '.png', '.jpg', '.jpeg'];

export class Page {
  #lists;
  #pin: HTMLButtonElement;
  #notes = el('ul', {});
  #reader = el('details', { class: 'reader' }, el('summary', {}, 'What the reader noted'), this.#notes);
  #plot: Plot;
  #feet: HTMLElement;
  readonly plants: PlantLines;

  constructor(panel: Panel, settings: Settings, actions: PageActions) {
    // What there is to choose from comes with the figure.
    const list = (label: string, onChange: (value: string) => void): ListControl<string> => select({ label, options: [], value: '', onChange });
    this.#lists = {
      sample: list('Sample', (key) => actions.onSample(key)),
      clip: list('Motion', (clip) => actions.onClip(Number(clip))),
      bone: list('Bone', (joint) => actions.onBone(Number(joint))),
      start: list('Moves from', (start) => actions.onStart(start)),
    };
    const { sample, clip, bone, start } = this.#lists;
    this.#pin = button('', () => actions.onPin());
    panel.section(
      'Motion',
      sample.element,
      el('div', { class: 'control row-of' }, openButton('Open files…', endings, actions.onFiles), el('span', { class: 'note' }, 'or drop them on the page')),
      clip.element,
      ...settings.playing,
      this.#reader,
    );
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
    this.#feet = panel.section('When feet stand', this.plants.element, el('p', { class: 'note' }, 'Outlined as read, filled as shown; a click goes there.'));
    panel.section('Ghosts and paths', ...settings.trails);
    panel.section('Save', buttonRow('What is shown, with all edits', button('Save BVH', () => actions.onSave('bvh')), button('Save GLB', () => actions.onSave('glb'))));
  }

  /** Another figure. `sample`: the key of the sample that it is, if it is one. */
  fill({ skeleton, titles, clips, notes }: Figure, takeable: readonly boolean[], sample: string): void {
    const shown = titles.flatMap((title, i) => (takeable[i] ? [[String(i), title] as const] : []));
    const starts = shown.map(([i, title]) => [skeleton.joints[Number(i)]?.name ?? '', title] as const);
    this.#lists.sample.fill([...(sample ? [] : [['', 'your file'] as const]), ...samples.map(({ key, name }) => [key, name] as const)], sample);
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

  /** Figures without legs have no plants. */
  showFeet(there: boolean): void {
    this.#feet.hidden = !there;
  }

  plot({ times, shown, read }: HeightCurves): void {
    this.#plot.set(times, shown, read);
  }
}
