// The table of costs: a row for each ground and mode, filled in as they are walked.
import { el } from '../../shell/dom';
import { groundKinds, modes, type Costs, type GroundKind, type Mode } from './costs';

const heads = ['Ground, mode', 'µs a solve', 'iterations', 'µs each', 'frames/s'] as const;

/** A number of frames as people read it: 51 thousand is 51 k. */
export const thousands = (value: number): string => (value >= 9950 ? `${(value / 1000).toFixed(0)} k` : value.toFixed(0));

export class CostTable {
  readonly element: HTMLElement;
  #cells = new Map<string, HTMLElement[]>();
  #rows = new Map<string, HTMLElement>();

  constructor() {
    const body = el('tbody', {});
    for (const ground of groundKinds) {
      for (const mode of modes) {
        const cells = heads.slice(1).map(() => el('td', {}, '–'));
        const row = el('tr', { 'data-status': 'reached' }, el('th', { scope: 'row' }, `${ground}, ${mode}`), ...cells);
        this.#cells.set(`${ground} ${mode}`, cells);
        this.#rows.set(`${ground} ${mode}`, row);
        body.append(row);
      }
    }
    this.element = el(
      'table',
      { class: 'ways costs' },
      el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col' }, text)))),
      body,
    );
  }

  /** `ground` and `mode`: what is walked now. */
  show(costs: Costs, ground: GroundKind, mode: Mode): void {
    for (const [key, cells] of this.#cells) {
      const [rowGround, rowMode] = key.split(' ') as [GroundKind, Mode];
      const cost = costs.of(rowGround, rowMode);
      const texts = cost ? [cost.solve.toFixed(2), cost.iterations.toFixed(2), cost.iteration.toFixed(2), thousands(cost.fps)] : ['–', '–', '–', '–'];
      cells.forEach((cell, i) => {
        const text = texts[i] ?? '';
        if (cell.textContent !== text) cell.textContent = text;
      });
      this.#rows.get(key)?.classList.toggle('now', rowGround === ground && rowMode === mode);
    }
  }
}
