// Walking by keys: by their place on the keyboard, so that W A S D lie together on every layout.
import { combine, still, type FullStick } from './stick';

const ways: Readonly<Record<string, Partial<FullStick>>> = {
  KeyW: { forward: 1 },
  ArrowUp: { forward: 1 },
  KeyS: { forward: -1 },
  ArrowDown: { forward: -1 },
  KeyA: { turn: 1 },
  ArrowLeft: { turn: 1 },
  KeyD: { turn: -1 },
  ArrowRight: { turn: -1 },
  KeyQ: { side: 1 },
  KeyE: { side: -1 },
};

export const isWalkingKey = (code: string): boolean => code in ways;

/** What held keys ask for; a slow one, with shift, half of it. Two keys for the same are not faster than one. */
export function keyStick(held: ReadonlySet<string>, slow: boolean): FullStick {
  const { forward, turn, side } = combine(...Array.from(held, (code) => ({ ...still, ...ways[code] })));
  const by = slow ? 0.5 : 1;
  return { forward: forward * by, turn: turn * by, side: side * by };
}

/** Whether the element with the focus wants that key for itself. */
export function isTaken(code: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement || target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range' || target.type === 'radio') return code.startsWith('Arrow');
    return code === 'Space' || target.type === 'text' || target.type === 'number';
  }
  // What can be dragged can be moved by arrow keys too.
  if (code.startsWith('Arrow') && target.classList.contains('handle')) return true;
  return code === 'Space' && (target instanceof HTMLButtonElement || target.tagName === 'SUMMARY');
}

export interface KeyActions {
  /** The keys that are held have changed. */
  onChange(): void;
  onPause(): void;
  onStep(): void;
}

/** Listens to the whole page until it ends. */
export class Keys {
  #held = new Set<string>();
  #slow = false;
  #ending = new AbortController();

  constructor(actions: KeyActions) {
    const { signal } = this.#ending;
    const letGo = (): void => {
      if (this.#held.size === 0) return;
      this.#held.clear();
      actions.onChange();
    };
    addEventListener('keydown', (event) => this.#down(event, actions), { signal });
    addEventListener(
      'keyup',
      (event) => {
        this.#slow = event.shiftKey;
        if (this.#held.delete(event.code)) actions.onChange();
      },
      { signal },
    );
    // A key that is let go while another window is in front is never heard of.
    addEventListener('blur', letGo, { signal });
    document.addEventListener('visibilitychange', letGo, { signal });
  }

  get stick(): FullStick {
    return keyStick(this.#held, this.#slow);
  }

  dispose(): void {
    this.#ending.abort();
  }

  #down(event: KeyboardEvent, actions: KeyActions): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.code, event.target)) return;
    this.#slow = event.shiftKey;
    if (isWalkingKey(event.code)) {
      event.preventDefault();
      if (event.repeat) return;
      this.#held.add(event.code);
      actions.onChange();
    } else if (event.code === 'Space' && !event.repeat) {
      event.preventDefault();
      actions.onPause();
    } else if (event.code === 'Period') actions.onStep();
  }
}
