import { el, millimetres } from '../../shell/dom';
import type { Way } from './methods';

export interface Row {
  status: string;
  iterations: number;
  error: number;
  microseconds: number | undefined;
}

/** All methods with their figures: the legend of the curves, and the way to a method's own view. */
export class WayTable {
  readonly element: HTMLElement;
  #rows = new Map<string, { row: HTMLTableRowElement; button: HTMLButtonElement; cells: HTMLTableCellElement[] }>();

  constructor(ways: readonly Way[], onPick: (key: string) => void) {
    const body = el('tbody', {});
    for (const way of ways) {
      const button = el('button', { type: 'button', class: 'way', 'aria-pressed': 'false' }, way.name);
      button.style.setProperty('--way', `var(--${way.colour})`);
      button.addEventListener('click', () => onPick(way.key));
      const cells = [el('td', {}), el('td', {}), el('td', {})];
      const row = el('tr', { 'data-way': way.key }, el('th', { scope: 'row' }, button), ...cells);
      body.append(row);
      this.#rows.set(way.key, { row, button, cells });
    }
    const head = el(
      'tr',
      {},
      el('th', { scope: 'col' }, 'Method'),
      el('th', { scope: 'col' }, 'Error, mm'),
      el('th', { scope: 'col' }, 'Iterations'),
      el('th', { scope: 'col' }, 'µs'),
    );
    this.element = el('table', { class: 'ways' }, el('thead', {}, head), body);
  }

  show(key: string, row: Row | undefined, picked: boolean): void {
    const entry = this.#rows.get(key);
    if (!entry) return;
    entry.row.hidden = row === undefined;
    entry.button.setAttribute('aria-pressed', String(picked));
    if (!row) return;
    entry.row.dataset['status'] = row.status;
    const time = row.microseconds;
    const [error, iterations, speed] = entry.cells;
    if (error) error.textContent = Number.isFinite(row.error) ? millimetres(row.error) : '–';
    if (iterations) iterations.textContent = String(row.iterations);
    if (speed) speed.textContent = time === undefined ? '–' : time < 10 ? time.toFixed(1) : time.toFixed(0);
  }
}
