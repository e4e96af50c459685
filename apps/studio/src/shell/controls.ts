// Labelled controls made of the browser's own inputs, so that keyboard, touch and screen readers come for free.
import { el, freshId, icon, type Icon } from './dom';

/** A control that can be put to a value from outside (undo, reset) without telling anyone. */
export interface Control<T> {
  readonly element: HTMLElement;
  set(value: T): void;
  enable(on: boolean): void;
}

export interface SliderOptions {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  format?: (value: number) => string;
  /** While it moves. */
  onInput(value: number): void;
  /** When it is let go. */
  onCommit(): void;
}

export function slider(options: SliderOptions): Control<number> {
  const id = freshId('slider');
  const format = options.format ?? ((value: number) => String(value));
  const input = el('input', { id, type: 'range', min: options.min, max: options.max, step: options.step });
  const output = el('output', { for: id, class: 'value' });
  const show = (value: number): void => {
    output.textContent = format(value);
    input.setAttribute('aria-valuetext', format(value));
    input.style.setProperty('--part', `${(100 * (value - options.min)) / (options.max - options.min || 1)}%`);
  };
  input.addEventListener('input', () => {
    show(input.valueAsNumber);
    options.onInput(input.valueAsNumber);
  });
  input.addEventListener('change', () => options.onCommit());
  const set = (value: number): void => {
    input.value = String(value);
    show(value);
  };
  set(options.value);
  const element = el('div', { class: 'control slider' }, el('label', { for: id }, options.label), output, input);
  return { element, set, enable: (on) => void (input.disabled = !on) };
}

export interface ChoiceOptions<T extends string> {
  label: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChange(value: T): void;
  /** Names for screen readers only; the row has no room for a label of its own. */
  hideLabel?: boolean;
}

/** A few ways of which one holds: radio buttons drawn as a row. */
export function choice<T extends string>(options: ChoiceOptions<T>): Control<T> {
  const name = freshId('choice');
  const inputs = new Map<T, HTMLInputElement>();
  const row = el('div', { class: 'segments' });
  for (const [value, text] of options.options) {
    const id = freshId('option');
    const input = el('input', { type: 'radio', id, name, value });
    input.addEventListener('change', () => {
      if (input.checked) options.onChange(value);
    });
    inputs.set(value, input);
    row.append(el('div', { class: 'segment' }, input, el('label', { for: id }, text)));
  }
  const element = el(
    'fieldset',
    { class: 'control choice' },
    el('legend', { class: options.hideLabel ? 'hidden' : '' }, options.label),
    row,
  );
  const set = (value: T): void => {
    const input = inputs.get(value);
    if (input) input.checked = true;
  };
  set(options.value);
  return { element, set, enable: (on) => void (element.disabled = !on) };
}

export interface SelectOptions<T extends string> extends ChoiceOptions<T> {}

/** A control whose ways come and go. */
export interface ListControl<T extends string> extends Control<T> {
  fill(options: ChoiceOptions<T>['options'], value: T): void;
}

/** Many ways of which one holds. */
export function select<T extends string>(options: SelectOptions<T>): ListControl<T> {
  const id = freshId('select');
  const input = el('select', { id });
  input.addEventListener('change', () => options.onChange(input.value as T));
  const set = (value: T): void => void (input.value = value);
  let shown = '';
  const fill = (ways: ChoiceOptions<T>['options'], value: T): void => {
    // A list that is open just now stays open where nothing came or went.
    const all = JSON.stringify(ways);
    if (all !== shown) input.replaceChildren(...ways.map(([key, text]) => el('option', { value: key }, text)));
    shown = all;
    set(value);
  };
  fill(options.options, options.value);
  const element = el('div', { class: 'control select' }, el('label', { for: id }, options.label), input);
  return { element, set, fill, enable: (on) => void (input.disabled = !on) };
}

export interface ToggleOptions {
  label: string;
  value: boolean;
  onChange(on: boolean): void;
}

export function toggle(options: ToggleOptions): Control<boolean> {
  const id = freshId('toggle');
  const input = el('input', { type: 'checkbox', id, role: 'switch' });
  input.checked = options.value;
  input.addEventListener('change', () => options.onChange(input.checked));
  const element = el('div', { class: 'control toggle' }, input, el('label', { for: id }, options.label));
  return { element, set: (on) => void (input.checked = on), enable: (on) => void (input.disabled = !on) };
}

export function button(label: string, onClick: () => void, sign?: Icon): HTMLButtonElement {
  const element = el('button', { type: 'button', class: 'button' }, ...(sign ? [icon(sign)] : []), label);
  element.addEventListener('click', onClick);
  return element;
}

/** A button with a sign only; `label` is its name and its tip. */
export function iconButton(label: string, sign: Icon, onClick: () => void): HTMLButtonElement {
  const element = el('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label }, icon(sign));
  element.addEventListener('click', onClick);
  return element;
}

/** Buttons in a row that wraps: situations at a click. */
export function buttonRow(label: string, ...buttons: HTMLElement[]): HTMLElement {
  return el(
    'div',
    { class: 'control buttons', role: 'group', 'aria-label': label },
    el('span', { class: 'label' }, label),
    el('div', { class: 'row' }, ...buttons),
  );
}
