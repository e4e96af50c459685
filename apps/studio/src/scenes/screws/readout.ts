import { el, number } from '../../shell/dom';

/** Numbers by name, in rows that keep their places. */
export class Readout {
  readonly element = el('dl', { class: 'readout' });
  #cells = new Map<string, HTMLElement>();

  constructor(names: readonly (readonly [name: string, colour?: string | undefined])[]) {
    for (const [name, colour] of names) {
      const cell = el('dd', {});
      const term = el('dt', {}, name);
      if (colour) term.style.setProperty('--way', `var(--${colour})`);
      term.classList.toggle('keyed', colour !== undefined);
      this.#cells.set(name, cell);
      this.element.append(term, cell);
    }
  }

  show(name: string, value: string): void {
    const cell = this.#cells.get(name);
    if (cell) cell.textContent = value;
  }
}

/** (0.12, −0.30, 1.00) */
export const triad = (v: readonly number[], digits = 3): string => `(${v.map((x) => number(x, digits)).join(', ')})`;
