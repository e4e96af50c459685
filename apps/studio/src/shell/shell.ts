// The page around the scenes: tabs, tools, the stage and the panel, the address, undo and time.
import type { Kine } from 'kine';
import { iconButton } from './controls';
import { el, icon } from './dom';
import { FigureBoard, Verdict } from './figures';
import { History } from './history';
import { Panel } from './panel';
import { scenes } from './registry';
import type { Probe, Scene, SceneContext, SceneEntry } from './scene';
import { Stage } from './stage';
import { keepTheme, setTheme, theme } from './theme';

export class Shell {
  #kine: Kine;
  #board = new FigureBoard();
  #verdict = new Verdict();
  #stage = new Stage(this.#verdict.element);
  #panel = new Panel(this.#board.element);
  #history = new History();
  #tabs = new Map<string, HTMLAnchorElement>();
  #scene: Scene | undefined;
  #entry: SceneEntry | undefined;
  #fresh = '';
  #dirty = false;
  #frame = 0;
  #before = 0;
  #held = false;
  #turn = 0;
  #undo = iconButton('Undo (Ctrl+Z)', 'undo', () => this.undo());
  #redo = iconButton('Redo (Ctrl+Y)', 'redo', () => this.redo());
  #light = iconButton('Dark or light', 'moon', () => this.#switchTheme());

  constructor(kine: Kine, root: HTMLElement) {
    this.#kine = kine;
    root.replaceChildren(this.#header(), el('main', { id: 'main' }, this.#stage.element, this.#panel.element));
    this.#history.watch(() => {
      this.#undo.disabled = !this.#history.canUndo;
      this.#redo.disabled = !this.#history.canRedo;
    });
    this.#showTheme();
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('hashchange', () => void this.open());
  }

  /** The scene that the address names; the first one where it names none. */
  async open(): Promise<void> {
    const [id = '', ...route] = location.hash.replace(/^#\/?/, '').split('/');
    const entry = scenes.find((scene) => scene.id === id) ?? scenes[0];
    if (!entry) return;
    if (entry === this.#entry && this.#scene?.routed?.(route)) return;
    const turn = ++this.#turn;
    for (const [name, tab] of this.#tabs) {
      if (name === entry.id) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    const followed = document.activeElement?.closest('.panel a')?.getAttribute('href');
    const module = await entry.load();
    if (turn !== this.#turn) return; // another tab was clicked meanwhile
    this.#scene?.dispose();
    this.#scene = undefined;
    this.#entry = entry;
    document.title = `${entry.title} – kine studio`;
    document.documentElement.dataset['scene'] = entry.id;
    this.#stage.begin();
    this.#panel.begin(entry);
    this.#verdict.say('plain', entry.summary);
    const scene = module.create(this.#context(entry, route));
    this.#scene = scene;
    this.#stage.onResize(() => this.#redrawNow());
    this.#fresh = scene.snapshot();
    this.#history.start(this.#fresh);
    this.#redrawNow();
    this.#tick();
    // Who followed a link of the panel by keyboard goes on from that link.
    if (followed) this.#panel.element.querySelector<HTMLElement>(`a[href="${followed}"]`)?.focus();
  }

  get sceneId(): string {
    return this.#entry?.id ?? '';
  }

  undo(): void {
    this.#restore(this.#history.undo());
  }

  redo(): void {
    this.#restore(this.#history.redo());
  }

  /** Everything as it was when the scene was opened; undo takes that back. */
  reset(): void {
    if (!this.#scene) return;
    this.#scene.restore(this.#fresh);
    this.#scene.reset?.();
    this.#history.record(this.#scene.snapshot());
    this.#draw();
  }

  /** Stops the clock: from now on time goes by `step` only. */
  hold(): void {
    this.#held = true;
  }

  step(dt: number, count: number): void {
    this.hold();
    for (let i = 0; i < count; ++i) this.#scene?.step?.(dt);
    this.#redrawNow();
  }

  probe(): Probe {
    return this.#scene?.probe() ?? {};
  }

  picture(): HTMLCanvasElement | undefined {
    this.#redrawNow();
    return this.#scene?.picture();
  }

  #context(entry: SceneEntry, route: readonly string[]): SceneContext {
    return {
      kine: this.#kine,
      stage: this.#stage,
      panel: this.#panel,
      history: this.#history,
      route,
      redraw: () => this.#draw(),
      figures: (figures) => this.#board.show(figures),
      say: (tone, sentence) => this.#verdict.say(tone, sentence),
      goTo: (part) => void (location.hash = `#/${entry.id}/${part}`),
    };
  }

  #header(): HTMLElement {
    const nav = el('nav', { 'aria-label': 'Scenes' });
    for (const { id, title } of scenes) {
      const tab = el('a', { href: `#/${id}`, class: 'tab' }, title);
      this.#tabs.set(id, tab);
      nav.append(tab);
    }
    const brand = el('span', { class: 'brand' }, el('b', {}, 'kine'), ' studio');
    const tools = el(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'Tools' },
      this.#undo,
      this.#redo,
      iconButton('Reset', 'reset', () => this.reset()),
      iconButton('Save a picture', 'picture', () => this.#savePicture()),
      this.#light,
    );
    const skip = el('a', { href: '#panel', class: 'skip' }, 'Skip to the settings');
    skip.addEventListener('click', (event) => {
      event.preventDefault();
      this.#panel.element.tabIndex = -1;
      this.#panel.element.focus();
    });
    return el('header', { class: 'top' }, skip, brand, nav, tools);
  }

  #key(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.redo();
    else return;
    event.preventDefault();
  }

  #restore(snapshot: string | undefined): void {
    if (snapshot === undefined) return;
    this.#scene?.restore(snapshot);
    this.#draw();
  }

  #savePicture(): void {
    this.picture()?.toBlob((blob) => {
      if (!blob) return;
      const link = el('a', { href: URL.createObjectURL(blob), download: `kine-${this.sceneId}.png` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }, 'image/png');
  }

  #switchTheme(): void {
    const next = theme() === 'dark' ? 'light' : 'dark';
    setTheme(next);
    keepTheme(next);
    this.#showTheme();
    this.#panel.themed();
    this.#scene?.themed();
    this.#draw();
  }

  #showTheme(): void {
    this.#light.replaceChildren(icon(theme() === 'dark' ? 'sun' : 'moon'));
  }

  #draw(): void {
    this.#dirty = true;
    this.#tick();
  }

  #redrawNow(): void {
    this.#dirty = false;
    this.#scene?.draw();
  }

  // One callback a picture, and none while nothing moves.
  #tick(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      const moving = !this.#held && (this.#scene?.running?.() ?? false);
      if (moving) {
        const dt = this.#before ? Math.min((now - this.#before) / 1000, 0.05) : 1 / 60;
        this.#scene?.step?.(dt);
        this.#dirty = true;
      }
      this.#before = moving ? now : 0;
      if (this.#dirty) this.#redrawNow();
      if (moving) this.#tick();
    });
  }
}
