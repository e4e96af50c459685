// The picture's place: a layer for drawing and, above it, handles that are dragged by mouse, touch and arrow keys.
import { el, freshId } from './dom';

export interface HandleOptions {
  /** What it is, for people who do not see it: 'Target'. */
  label: string;
  /** How it looks: see .handle-… in style.css. */
  look: 'target' | 'size' | 'point' | 'turn' | 'toy';
  /** A colour of its own. */
  colour?: string;
  /** Where the pointer has taken its middle, in pixels of the stage. */
  onMove(x: number, y: number): void;
  /** An arrow key: one step along the picture's right and up, or (page keys) away from the viewer. */
  onNudge(right: number, up: number, away: number): void;
  onStart?(): void;
  /** It was let go. */
  onEnd(): void;
  /** Not among what the tab key visits: another handle does the same. */
  twin?: boolean;
}

/** Something to drag. It is a button of the page, so it has a focus and a name. */
export class Handle {
  readonly element: HTMLButtonElement;
  #grab = { x: 0, y: 0 };
  #x = 0;
  #y = 0;
  #nudged = false;

  constructor(
    layer: HTMLElement,
    readonly options: HandleOptions,
  ) {
    this.element = el('button', {
      type: 'button',
      class: `handle handle-${options.look}`,
      'aria-label': options.label,
      'aria-describedby': 'handle-help',
      title: options.label,
    });
    if (options.twin) this.element.tabIndex = -1;
    if (options.colour) this.element.style.setProperty('--handle', options.colour);
    layer.append(this.element);
    this.element.addEventListener('pointerdown', (event) => this.#down(event, layer));
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('keyup', () => this.#settle());
    this.element.addEventListener('blur', () => this.#settle());
  }

  /** Puts its middle at a place of the stage, in pixels. */
  place(x: number, y: number, visible = true): void {
    this.#x = x;
    this.#y = y;
    this.element.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
    this.element.style.visibility = visible ? 'visible' : 'hidden';
  }

  rename(label: string): void {
    this.element.setAttribute('aria-label', label);
    this.element.title = label;
  }

  remove(): void {
    this.element.remove();
  }

  #down(event: PointerEvent, layer: HTMLElement): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add('held');
    const box = layer.getBoundingClientRect();
    this.#grab = { x: event.clientX - box.left - this.#x, y: event.clientY - box.top - this.#y };
    this.options.onStart?.();
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== event.pointerId) return;
      const now = layer.getBoundingClientRect();
      this.options.onMove(e.clientX - now.left - this.#grab.x, e.clientY - now.top - this.#grab.y);
    };
    const up = (e: PointerEvent): void => {
      if (e.pointerId !== event.pointerId) return;
      this.element.removeEventListener('pointermove', move);
      this.element.removeEventListener('pointerup', up);
      this.element.removeEventListener('pointercancel', up);
      this.element.classList.remove('held');
      this.options.onEnd();
    };
    this.element.addEventListener('pointermove', move);
    this.element.addEventListener('pointerup', up);
    this.element.addEventListener('pointercancel', up);
  }

  #key(event: KeyboardEvent): void {
    const way = {
      ArrowLeft: [-1, 0, 0],
      ArrowRight: [1, 0, 0],
      ArrowUp: [0, 1, 0],
      ArrowDown: [0, -1, 0],
      PageUp: [0, 0, 1],
      PageDown: [0, 0, -1],
    }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const size = event.shiftKey ? 0.1 : 1;
    const [right = 0, up = 0, away = 0] = way;
    this.options.onNudge(right * size, up * size, away * size);
    this.#nudged = true;
  }

  #settle(): void {
    if (!this.#nudged) return;
    this.#nudged = false;
    this.options.onEnd();
  }
}

export class Stage {
  readonly element: HTMLElement;
  /** Drawings go here. */
  readonly canvases = el('div', { class: 'canvases' });
  /** Handles and labels go here, above the drawings. */
  readonly layer = el('div', { class: 'layer' });
  /** Small buttons over the picture. */
  readonly corner = el('div', { class: 'corner' });
  width = 0;
  height = 0;
  #resized: () => void = () => {};
  #observer: ResizeObserver;

  constructor(verdict: HTMLElement) {
    const help = el(
      'p',
      { id: 'handle-help', class: 'hidden' },
      'Drag it, or move it with the arrow keys; page up and page down move it in depth; shift makes the steps small.',
    );
    const heading = freshId('stage');
    this.element = el(
      'section',
      { class: 'stage', 'aria-labelledby': heading },
      el('h2', { id: heading, class: 'hidden' }, 'Picture'),
      this.canvases,
      this.layer,
      this.corner,
      verdict,
      help,
    );
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this.element);
  }

  /** Empties it for another scene. */
  begin(): void {
    this.canvases.replaceChildren();
    this.layer.replaceChildren();
    this.corner.replaceChildren();
    this.element.classList.remove('crowded');
    this.#resized = () => {};
    this.#measure();
  }

  onResize(listener: () => void): void {
    this.#resized = listener;
  }

  handle(options: HandleOptions): Handle {
    return new Handle(this.layer, options);
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.#resized();
  }
}
