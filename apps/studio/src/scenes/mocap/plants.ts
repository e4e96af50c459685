// When heels and toes stand, on a line for each through the clip: as read, and as shown.
import type { Clip, Kine, Motion, Plant } from 'kine';
import { el } from '../../shell/dom';
import type { Figure } from './figure';

/** Finds the plants of clips of one figure; of one without legs none. What was found is not looked for again. */
export class PlantFinder {
  #motion: Motion | undefined;
  #found = new Map<Clip, readonly Plant[]>();

  constructor(kine: Kine, figure: Figure) {
    const [first] = figure.clips;
    try {
      this.#motion = kine.createMotion(figure.skeleton, { up: figure.upward });
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

  dispose(): void {
    this.#motion?.dispose();
    this.#found.clear();
  }
}

const rows = (['left', 'right'] as const).flatMap((foot) => (['heel', 'toe'] as const).map((part) => ({ foot, part })));
const kinds = [['read', 'as read'], ['shown', 'as shown']] as const;

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

  show(plants: Readonly<Record<'read' | 'shown', readonly Plant[]>>, frameCount: number): void {
    this.#frameCount = Math.max(1, frameCount);
    for (const { foot, part } of rows) {
      const line = this.#lines.get(`${foot} ${part}`);
      const own = (kind: 'read' | 'shown') => plants[kind].filter((plant) => plant.foot === foot && plant.part === part);
      const bars = kinds.flatMap(([kind, words]) =>
        own(kind).map(({ from, to }) => {
          const style = `left:${(100 * from) / this.#frameCount}%;width:${(100 * (to - from)) / this.#frameCount}%`;
          return el('div', { class: `plant-bar ${kind}`, style, title: `stands in frames ${from + 1} to ${to}, ${words}` });
        }),
      );
      line?.replaceChildren(...bars);
      line?.setAttribute('aria-label', `The ${foot} ${part} stands ${own('shown').length} times, as read ${own('read').length} times`);
    }
  }

  at(frame: number): void {
    this.element.style.setProperty('--at', `${(100 * (frame + 0.5)) / this.#frameCount}%`);
  }
}
