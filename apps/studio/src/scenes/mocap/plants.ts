// When heels and toes stand, on a line for each through the clip: as read, and as shown.
import type { CleanReport, Clip, Kine, Motion, Plant } from 'kine';
import { el } from '../../shell/dom';
import type { Figure } from './figure';

/** Finds the plants of clips of one figure; of one without legs none. What was found is not looked for again. */
export class PlantFinder {
  #motion: Motion | undefined;
  #found = new Map<Clip, readonly Plant[]>();
  #reports = new Map<Clip, CleanReport>();

  #create: () => Motion;

  constructor(kine: Kine, figure: Figure) {
    const [first] = figure.clips;
    this.#create = () => kine.createMotion(figure.skeleton, { up: figure.upward, overrides: figure.overrides });
    try {
      this.#motion = this.#create();
      if (first) this.#motion.fitSoles(first);
    } catch {
      this.#motion = undefined;
    }
  }

  get hasFeet(): boolean {
    return this.#motion !== undefined;
  }

  of(clip: Clip): readonly Plant[] {
    const known = this.#found.get(clip);
    if (known || !this.#motion) return known ?? [];
    const plants = this.#motion.plants(clip);
    this.#found.set(clip, plants);
    return plants;
  }

  /** The clip without slides, soles in the ground and spikes, as a new one; of a figure without legs a copy. */
  clean(clip: Clip): Clip {
    if (!this.#motion) return clip.copy();
    // Cleaning measures the soles anew: plants are told by those of the clip as read.
    const motion = this.#create();
    try {
      const cleaned = motion.cleanClip(clip);
      this.#reports.set(cleaned, motion.cleaned);
      return cleaned;
    } finally {
      motion.dispose();
    }
  }

  /** What was mended in a clip that was cleaned here. */
  mended(clip: Clip): CleanReport | undefined {
    return this.#reports.get(clip);
  }

  dispose(): void {
    this.#motion?.dispose();
    this.#found.clear();
  }
}

const rows = (['left', 'right'] as const).flatMap((foot) => (['heel', 'toe'] as const).map((part) => ({ foot, part })));
const kinds = [['read', 'as read'], ['shown', 'as shown'], ['character', 'of the character']] as const;

/** As read, as shown, and of the character, which has none where there is no character. */
export type Stands = Readonly<Record<(typeof kinds)[number][0], readonly Plant[]>>;

/** The lines. A click goes to that frame. */
export class PlantLines {
  readonly element = el('div', { class: 'plant-lines' });
  #lines = new Map<string, HTMLElement>();
  #frameCount = 1;

  constructor(onSeek: (frame: number) => void) {
    for (const { foot, part } of rows) {
      const line = el('div', { class: 'plant-line', role: 'img' });
      this.#lines.set(`${foot} ${part}`, line);
      this.element.append(el('span', { class: 'plant-name' }, `${foot} ${part}`), line);
    }
    this.element.addEventListener('click', (event) => {
      const [line] = this.#lines.values();
      const box = line?.getBoundingClientRect();
      if (!box || event.clientX < box.left) return;
      const part = Math.min(1, (event.clientX - box.left) / box.width);
      onSeek(Math.round(part * (this.#frameCount - 1)));
    });
  }

  show(plants: Stands, frameCount: number): void {
    this.#frameCount = Math.max(1, frameCount);
    for (const { foot, part } of rows) {
      const line = this.#lines.get(`${foot} ${part}`);
      const own = (kind: keyof Stands) => plants[kind].filter((plant) => plant.foot === foot && plant.part === part);
      const bars = kinds.flatMap(([kind, words]) =>
        own(kind).map(({ from, to }) => {
          const style = `left:${(100 * from) / this.#frameCount}%;width:${(100 * (to - from)) / this.#frameCount}%`;
          return el('div', { class: `plant-bar ${kind}`, style, title: `stands in frames ${from + 1} to ${to}, ${words}` });
        }),
      );
      line?.replaceChildren(...bars);
      const taken = own('character').length;
      line?.setAttribute('aria-label', `The ${foot} ${part} stands ${own('shown').length} times, as read ${own('read').length} times${taken ? `, of the character ${taken} times` : ''}`);
    }
  }

  at(frame: number): void {
    this.element.style.setProperty('--at', `${(100 * (frame + 0.5)) / this.#frameCount}%`);
  }
}
