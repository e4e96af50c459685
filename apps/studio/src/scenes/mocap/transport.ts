// The bar above the picture: play, scrub, where we are.
import { iconButton } from '../../shell/controls';
import { el, icon, number } from '../../shell/dom';

export interface TransportOptions {
  onToggle(): void;
  onSeek(frame: number): void;
}

export class Transport {
  readonly element: HTMLElement;
  #play: HTMLButtonElement;
  #scrub = el('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Frame', 'aria-keyshortcuts': ', .' });
  #words = el('output', { class: 'value' });
  #playing: boolean | undefined;

  constructor({ onToggle, onSeek }: TransportOptions) {
    this.#play = iconButton('Play', 'play', onToggle);
    this.#play.setAttribute('aria-keyshortcuts', 'Space');
    this.#scrub.addEventListener('input', () => onSeek(this.#scrub.valueAsNumber));
    this.element = el('div', { class: 'transport', role: 'group', 'aria-label': 'Time' }, this.#play, this.#scrub, this.#words);
  }

  show(frame: number, frameCount: number, rate: number, playing: boolean): void {
    const last = Math.max(1, frameCount - 1);
    this.#scrub.max = String(last);
    this.#scrub.disabled = this.#play.disabled = frameCount < 2;
    this.#scrub.value = String(frame);
    this.#scrub.style.setProperty('--part', `${(100 * frame) / last}%`);
    const seconds = `${number(frame / rate, 2)} s`;
    this.#words.textContent = `${frame + 1} / ${frameCount} · ${seconds}`;
    this.#scrub.setAttribute('aria-valuetext', `frame ${frame + 1} of ${frameCount}, ${seconds}`);
    if (this.#playing === playing) return;
    this.#playing = playing;
    const name = playing ? 'Pause' : 'Play';
    this.#play.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.#play.setAttribute('aria-label', name);
    this.#play.title = name;
  }
}

/** Space plays and pauses; comma and full stop go frame by frame, anywhere on the page. */
export function timeKeys({ onToggle, onStep }: { onToggle(): void; onStep(frames: number): void }, signal: AbortSignal): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A button that has the focus takes the space bar itself.
      const control = event.target instanceof Element && event.target.closest('button, input, select, summary, a');
      if (event.key === ' ' && !control) onToggle();
      else if (event.key === ',') onStep(-1);
      else if (event.key === '.') onStep(1);
      else return;
      event.preventDefault();
    },
    { signal },
  );
}
