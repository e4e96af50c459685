// A stick on the screen, for a finger or a mouse: up walks, to the side turns.
import { el } from '../../shell/dom';
import { deadZone, still, type FullStick } from './stick';

/** How far the knob goes from the middle, in pixels. */
const reach = 38;

export class ScreenStick {
  readonly element = el('button', {
    type: 'button',
    class: 'screen-stick',
    'aria-label': 'Stick: drag it to walk and turn, or use the arrow keys',
    title: 'Drag to walk and turn',
  });
  stick: FullStick = still;
  #knob = el('i', { 'aria-hidden': 'true' });
  #pointer: number | undefined;
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.element.append(this.#knob);
    this.element.addEventListener('pointerdown', (event) => this.#down(event));
    this.element.addEventListener('pointermove', (event) => {
      if (event.pointerId === this.#pointer) this.#move(event);
    });
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      this.element.addEventListener(name, (event) => {
        if (event.pointerId === this.#pointer) this.#letGo();
      });
    }
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#pointer !== undefined) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.element.classList.add('held');
    this.#move(event);
  }

  #move(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const x = (event.clientX - box.left - box.width / 2) / reach;
    const y = (event.clientY - box.top - box.height / 2) / reach;
    const far = Math.max(1, Math.hypot(x, y));
    this.#show(x / far, y / far);
    const [turn, back] = deadZone(x / far, y / far, 0.12, 1);
    this.stick = { forward: 0 - back, turn: 0 - turn, side: 0 };
    this.#changed();
  }

  #letGo(): void {
    this.#pointer = undefined;
    this.element.classList.remove('held');
    this.stick = still;
    this.#show(0, 0);
    this.#changed();
  }

  #show(x: number, y: number): void {
    this.#knob.style.transform = `translate(${(x * reach).toFixed(1)}px, ${(y * reach).toFixed(1)}px)`;
  }
}
