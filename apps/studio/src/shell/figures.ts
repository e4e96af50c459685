import { el, degrees, millimetres } from './dom';
import type { Figures, Tone } from './scene';

function tile(name: string, wide = false): { box: HTMLElement; value: HTMLElement } {
  const value = el('dd', {}, '–');
  return { box: el('div', { class: wide ? 'tile wide' : 'tile' }, el('dt', {}, name), value), value };
}

/** The live figures: always the same places, so that nothing jumps. */
export class FigureBoard {
  readonly element: HTMLElement;
  #method = tile('Method', true);
  #status = tile('Status', true);
  #iterations = tile('Iterations');
  #time = tile('µs a solve');
  #position = tile('Error, mm');
  #angle = tile('Error, angle');

  constructor() {
    const tiles = [this.#method, this.#status, this.#iterations, this.#time, this.#position, this.#angle];
    this.element = el('dl', { class: 'figures', 'aria-label': 'Figures of the last solve' }, ...tiles.map((t) => t.box));
  }

  show(figures: Figures): void {
    const { microseconds, positionError, angleError } = figures;
    this.#method.value.textContent = figures.method;
    this.#status.value.textContent = figures.status;
    this.#iterations.value.textContent = figures.iterations === null ? 'none' : String(figures.iterations);
    this.#time.value.textContent =
      microseconds === null ? '–' : microseconds < 10 ? microseconds.toFixed(2) : microseconds.toFixed(0);
    this.#position.value.textContent = positionError === null ? '–' : millimetres(positionError);
    this.#angle.value.textContent = angleError === null || angleError === undefined ? '–' : degrees(angleError, 3);
  }
}

/** The sentence under the picture. */
export class Verdict {
  #text = el('span', {});
  readonly element = el('p', { class: 'verdict', role: 'status', 'data-tone': 'plain' }, el('i', { 'aria-hidden': 'true' }), this.#text);

  say(tone: Tone, sentence: string): void {
    if (this.element.dataset['tone'] !== tone) this.element.dataset['tone'] = tone;
    if (this.#text.textContent !== sentence) this.#text.textContent = sentence;
  }
}
