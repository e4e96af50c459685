// The joints as rows: a slider with the limits as its ends, the value, and a lock. And the goals in their order.
import type { Skeleton } from 'kine';
import { degrees, el, freshId, icon, number } from '../../shell/dom';

export interface JointRow {
  readonly joint: string;
  readonly value: number;
  readonly slides: boolean;
  readonly low: number;
  readonly high: number;
}

/** The joints with one freedom of their own, in order. */
export function rowsOf(arm: Skeleton): JointRow[] {
  return arm.freedoms.flatMap(({ joint, value, limits: [low, high] }) => {
    const info = arm.joints[joint];
    if (!info || value < 0) return [];
    const slides = info.kind === 'slider';
    return [{ joint: info.name, value, slides, low: Number.isFinite(low) ? low : -Math.PI, high: Number.isFinite(high) ? high : Math.PI }];
  });
}

export class JointRows {
  readonly element = el('div', { class: 'joints' });
  #entries: { row: JointRow; box: HTMLElement; input: HTMLInputElement; output: HTMLElement; lock: HTMLButtonElement }[] = [];

  constructor(
    readonly onInput: (row: JointRow, value: number) => void,
    readonly onCommit: () => void,
    readonly onLock: (joint: string) => void,
  ) {}

  build(rows: readonly JointRow[]): void {
    this.#entries = rows.map((row) => {
      const id = freshId('joint');
      const input = el('input', { id, type: 'range', min: row.low, max: row.high, step: (row.high - row.low) / 400 });
      input.addEventListener('input', () => this.onInput(row, input.valueAsNumber));
      input.addEventListener('change', () => this.onCommit());
      const output = el('output', { for: id, class: 'value' });
      const lock = el('button', { type: 'button', class: 'lock', 'aria-label': `Lock ${row.joint}`, 'aria-pressed': 'false' }, icon('unlock'));
      lock.addEventListener('click', () => this.onLock(row.joint));
      const box = el('div', { class: 'joint', 'data-joint': row.joint }, el('label', { for: id }, row.joint.replaceAll('_', ' ')), input, output, lock);
      return { row, box, input, output, lock };
    });
    this.element.replaceChildren(...this.#entries.map(({ box }) => box));
  }

  show(pose: Float64Array, locked: readonly string[], tone: (joint: string) => string): void {
    for (const { row, box, input, output, lock } of this.#entries) {
      const value = pose[row.value] ?? 0;
      input.value = String(value);
      input.style.setProperty('--part', `${(100 * (value - row.low)) / (row.high - row.low)}%`);
      const text = row.slides ? `${number(1e3 * value, 0)} mm` : degrees(value);
      output.textContent = text;
      input.setAttribute('aria-valuetext', text);
      box.dataset['tone'] = tone(row.joint);
      const on = locked.includes(row.joint);
      if (lock.getAttribute('aria-pressed') !== String(on)) {
        lock.setAttribute('aria-pressed', String(on));
        lock.replaceChildren(icon(on ? 'lock' : 'unlock'));
      }
    }
  }
}

export type GoalKey = 'tool' | 'elbow' | 'posture';
export const goalNames: Record<GoalKey, string> = { tool: 'Tool', elbow: 'Elbow', posture: 'Posture' };

/** The goals, first things first: each can be switched on and moved up. */
export class GoalOrder {
  readonly element = el('ol', { class: 'order' });

  constructor(
    readonly onToggle: (key: GoalKey, on: boolean) => void,
    readonly onUp: (key: GoalKey) => void,
  ) {}

  show(order: readonly GoalKey[], on: Readonly<Record<GoalKey, boolean>>, errors: Readonly<Partial<Record<GoalKey, string>>>): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['keep'] : undefined;
    this.element.replaceChildren(
      ...order.map((key, i) => {
        const id = freshId('goal');
        const box = el('input', { type: 'checkbox', role: 'switch', id, 'data-keep': `${key}-on` });
        box.checked = on[key];
        box.addEventListener('change', () => this.onToggle(key, box.checked));
        const up = el('button', { type: 'button', class: 'lock', 'aria-label': `${goalNames[key]}: more important`, 'data-keep': `${key}-up` }, icon('up'));
        up.disabled = i === 0;
        up.addEventListener('click', () => this.onUp(key));
        return el('li', { 'data-goal': key }, box, el('label', { for: id }, goalNames[key]), el('span', { class: 'value' }, on[key] ? (errors[key] ?? '') : 'off'), up);
      }),
    );
    if (focused) this.element.querySelector<HTMLElement>(`[data-keep="${focused}"]`)?.focus();
  }
}
