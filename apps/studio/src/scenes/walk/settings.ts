// What can be set while it walks, and the controls for it.
import { button, buttonRow, choice, select, slider, toggle } from '../../shell/controls';
import { el, icon } from '../../shell/dom';
import { openButton, type OnFiles } from '../../shell/files';
import type { Panel } from '../../shell/panel';
import type { Mode } from './costs';
import { groundNames, hasSeed, heightmapEndings, type GroundName } from './grounds';
import type { Gait } from './mover';
import { mostThings, type Thing } from './objects';
import { subjectEndings } from './subject';

export type FigureLook = 'body' | 'bones';

/** Who walks: our humanoid, our spider, or what was dropped. */
export type Who = 'humanoid' | 'spider' | 'file';

export interface State {
  who: Who;
  ground: GroundName;
  seed: number;
  /** A heightmap is so many times as high as its file means. */
  steep: number;
  gait: Gait;
  mode: Mode;
  speed: number;
  look: FigureLook;
  marks: boolean;
  behind: boolean;
  /** What the figure looks at and reaches for. */
  things: readonly Thing[];
}

export const atStart = (calm: boolean): State => ({
  who: 'humanoid', ground: 'hills', seed: 1, steep: 1, gait: 'natural', mode: 'full', speed: 1.3, look: 'body', marks: true,
  // Who wants little motion gets a camera that only goes along.
  behind: !calm,
  things: [],
});

export interface SettingsActions {
  onChange(change: Partial<State>): void;
  onCommit(): void;
  onFiles: OnFiles;
  onPause(): void;
  onStep(): void;
  onRestart(): void;
  onDrop(kind: Thing['kind']): void;
  onClear(): void;
}

const titles: Record<GroundName, string> = {
  flat: 'flat', stairs: 'stairs', ramp: 'ramp', hills: 'hills', blocks: 'stepping blocks', mesh: 'mesh of 64,082 triangles', file: '',
};

const keys: readonly (readonly [string, string])[] = [
  ['W S, ↑ ↓', 'ahead, back'],
  ['A D, ← →', 'turn left, right'],
  ['Q E', 'sideways'],
  ['Shift', 'half as much'],
  ['Space', 'pause'],
  ['.', 'a sixtieth of a second'],
  ['Gamepad', 'left stick walks and turns, right one goes sideways, start pauses'],
];

export class Settings {
  #controls;
  #pause: HTMLButtonElement;
  #drops: readonly HTMLButtonElement[];
  #clear: HTMLButtonElement;
  #notes = el('ul', {});
  #reader = el('details', { class: 'reader' }, el('summary', {}, 'What was guessed of it'), this.#notes);

  constructor(panel: Panel, state: State, actions: SettingsActions) {
    const { onChange, onCommit } = actions;
    const set = (change: Partial<State>): void => {
      onChange(change);
      onCommit();
    };
    this.#controls = {
      ground: select<GroundName>({ label: 'Ground', options: this.#grounds(undefined), value: state.ground, onChange: (ground) => set({ ground }) }),
      seed: slider({ label: 'Seed', min: 1, max: 40, step: 1, value: state.seed, onInput: (seed) => onChange({ seed }), onCommit }),
      steep: slider({
        label: 'Heights', min: 0.1, max: 4, step: 0.1, value: state.steep,
        format: (value) => `× ${value.toFixed(1)}`,
        onInput: (steep) => onChange({ steep }),
        onCommit,
      }),
      gait: choice<Gait>({ label: 'Gait', options: [['natural', 'Natural'], ['paper', 'Meredith & Maddock']], value: state.gait, onChange: (gait) => set({ gait }) }),
      mode: choice<Mode>({ label: 'Legs solved by', options: [['half', 'Half'], ['full', 'Full'], ['hybrid', 'Hybrid']], value: state.mode, onChange: (mode) => set({ mode }) }),
      speed: slider({
        label: 'Speed of a full stick', min: 0.3, max: 2.4, step: 0.05, value: state.speed,
        format: (value) => `${value.toFixed(2)} m/s`,
        onInput: (speed) => onChange({ speed }),
        onCommit,
      }),
      who: select<Who>({ label: 'Figure', options: this.#subjects(undefined), value: state.who, onChange: (who) => set({ who }) }),
      look: choice<FigureLook>({ label: 'Drawn as', options: [['body', 'Body'], ['bones', 'Stick figure']], value: state.look, onChange: (look) => set({ look }) }),
      marks: toggle({ label: 'Planned steps and plants', value: state.marks, onChange: (marks) => set({ marks }) }),
      behind: toggle({ label: 'The camera stays behind', value: state.behind, onChange: (behind) => set({ behind }) }),
    };
    const { ground, seed, steep, gait, mode, speed, who, look, marks, behind } = this.#controls;
    this.#pause = button('', actions.onPause);
    this.#drops = [button('Drop a ball', () => actions.onDrop('ball')), button('Put up a lever', () => actions.onDrop('lever'))];
    this.#clear = button('Take them away', actions.onClear);
    panel.section(
      'Ground',
      ground.element,
      seed.element,
      steep.element,
      el('div', { class: 'control row-of' }, openButton('Open a heightmap…', heightmapEndings, actions.onFiles), el('span', { class: 'note' }, 'or drop one: PNG, .asc, .csv')),
    );
    panel.section('Walk', gait.element, mode.element, speed.element, buttonRow('Time', this.#pause, button('One step', actions.onStep), button('From the start', actions.onRestart)));
    panel.section(
      'Figure',
      who.element,
      el('div', { class: 'control row-of' }, openButton('Open a character…', subjectEndings, actions.onFiles), el('span', { class: 'note' }, 'or drop one: GLB, BVH, ASF, URDF')),
      this.#reader,
      look.element,
      marks.element,
      behind.element,
    );
    panel.section(
      'Things to reach for',
      buttonRow('In front of it', ...this.#drops, this.#clear),
      el('p', { class: 'note' }, 'It looks at them and takes what is within reach, with either hand, standing or as it walks by. Drag them about; a lever keeps to its arc.'),
    );
    this.show(state, undefined, undefined);
    this.showNotes([]);
    this.showPause(false);
  }

  /** `file`: the name of the heightmap, if there is one; `figure`: of the character. */
  show(state: State, file: string | undefined, figure: string | undefined): void {
    const { ground, who, ...rest } = this.#controls;
    ground.fill(this.#grounds(file), state.ground);
    who.fill(this.#subjects(figure), state.who);
    rest.gait.set(state.gait);
    rest.seed.set(state.seed);
    rest.steep.set(state.steep);
    rest.mode.set(state.mode);
    rest.speed.set(state.speed);
    rest.look.set(state.look);
    rest.marks.set(state.marks);
    rest.behind.set(state.behind);
    const hasHands = state.who !== 'spider';
    rest.gait.enable(hasHands);
    rest.mode.enable(hasHands);
    for (const drop of this.#drops) drop.disabled = !hasHands || state.things.length >= mostThings;
    this.#clear.disabled = state.things.length === 0;
    rest.seed.enable(hasSeed(state.ground));
    rest.steep.element.hidden = state.ground !== 'file';
    rest.seed.element.hidden = state.ground === 'file';
  }

  /** What was guessed of a figure, or what its gait had to give. */
  showNotes(notes: readonly string[]): void {
    this.#notes.replaceChildren(...notes.map((note) => el('li', {}, note)));
    this.#reader.hidden = notes.length === 0;
  }

  showPause(paused: boolean): void {
    this.#pause.replaceChildren(icon(paused ? 'play' : 'pause'), paused ? 'Go on' : 'Pause');
  }

  /** The keys, to unfold. */
  static keys(): HTMLElement {
    return el('dl', { class: 'readout keys' }, ...keys.flatMap(([key, what]) => [el('dt', {}, key), el('dd', {}, what)]));
  }

  #subjects(figure: string | undefined): (readonly [Who, string])[] {
    return [['humanoid', 'our humanoid'], ['spider', 'our spider, on six legs'], ...(figure ? [['file', figure] as const] : [])];
  }

  #grounds(file: string | undefined): (readonly [GroundName, string])[] {
    const there = groundNames.filter((name) => name !== 'file' || file !== undefined);
    return there.map((name) => [name, name === 'file' ? (file ?? '') : titles[name]]);
  }
}
