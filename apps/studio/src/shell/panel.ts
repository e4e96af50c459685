import { el } from './dom';
import { Plot, type PlotOptions } from './plot';
import type { SceneEntry } from './scene';

/** The column beside the picture: the scene's words, figures, controls and plots. */
export class Panel {
  readonly element = el('aside', { class: 'panel', id: 'panel', 'aria-label': 'Explanation, figures and settings' });
  #plots: Plot[] = [];
  #figures: HTMLElement | undefined;

  constructor(figures: HTMLElement) {
    this.#figures = figures;
  }

  /** Empties it for another scene. */
  begin(entry: SceneEntry): void {
    for (const plot of this.#plots) plot.dispose();
    this.#plots = [];
    this.element.scrollTop = 0;
    this.element.replaceChildren(
      el(
        'header',
        { class: 'words' },
        el('h1', {}, entry.title),
        el('p', { class: 'summary' }, entry.summary),
        ...entry.explanation.map((sentence) => el('p', {}, sentence)),
      ),
    );
    if (this.#figures) this.element.append(this.#figures);
  }

  /** A part with a heading. */
  section(heading: string, ...children: HTMLElement[]): HTMLElement {
    const section = el('section', {}, el('h2', {}, heading), ...children);
    this.element.append(section);
    return section;
  }

  plot(options: PlotOptions, into: HTMLElement = this.element): Plot {
    const plot = new Plot(options);
    this.#plots.push(plot);
    into.append(plot.element);
    return plot;
  }

  themed(): void {
    for (const plot of this.#plots) plot.themed();
  }
}
