// Who is who, above the two halves of the picture, and the line between them.
import { el } from '../../../shell/dom';

export class Captions {
  readonly element: HTMLElement;
  #source = el('span', { class: 'caption' });
  #target = el('span', { class: 'caption' });

  constructor() {
    this.element = el('div', { class: 'captions' }, this.#source, this.#target);
    this.element.hidden = true;
  }

  /** Without a character there is nothing to tell apart. */
  show(source: string, target: string | undefined, working: boolean): void {
    this.element.hidden = target === undefined;
    this.element.classList.toggle('working', working);
    this.#source.textContent = source;
    this.#target.textContent = target ?? '';
  }
}
