// What can be set while it walks, and the controls for it.
import { button, buttonRow, choice, select, slider, toggle } from '../../shell/controls';
import { el, icon } from '../../shell/dom';
import { openButton, type OnFiles } from '../../shell/files';
import type { Panel } from '../../shell/panel';
import type { Mode } from './costs';
import { groundNames, hasSeed, heightmapEndings, type GroundName } from './grounds';

export type FigureLook = 'body' | 'bones';

export interface State {
  ground: GroundName;
  seed: number;
  /** A heightmap is so many times as high as its file means. */
  steep: number;
  mode: Mode;
  speed: number;
  look: FigureLook;
  marks: boolean;
  behind: boolean;
}

export const atStart = (calm: boolean): State => ({
  ground: 'hills', seed: 1, steep: 1, mode: 'full', speed: 1.3, look: 'body', marks: true,
  // Who wants little motion gets a camera that only goes along.
  behind: !calm,
});

export interface SettingsActions {
  onChange(change: Partial<State>): void;
  onCommit(): void;
  onFiles: OnFiles;
  onPause(): void;
  onStep(): void;
  onRestart(): void;
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
      mode: choice<Mode>({ label: 'Legs solved by', options: [['half', 'Half'], ['full', 'Full'], ['hybrid', 'Hybrid']], value: state.mode, onChange: (mode) => set({ mode }) }),
      speed: slider({
        label: 'Speed of a full stick', min: 0.3, max: 2.4, step: 0.05, value: state.speed,
        format: (value) => `${value.toFixed(2)} m/s`,
        onInput: (speed) => onChange({ speed }),
        onCommit,
      }),
      look: choice<FigureLook>({ label: 'Figure', options: [['body', 'Body'], ['bones', 'Stick figure']], value: state.look, onChange: (look) => set({ look }) }),
      marks: toggle({ label: 'Planned steps and plants', value: state.marks, onChange: (marks) => set({ marks }) }),
      behind: toggle({ label: 'The camera stays behind', value: state.behind, onChange: (behind) => set({ behind }) }),
    };
    const { ground, seed, steep, mode, speed, look, marks, behind } = this.#controls;
    this.#pause = button('', actions.onPause);
    panel.section(
      'Ground',
      ground.element,
      seed.element,
      steep.element,
      el('div', { class: 'control row-of' }, openButton('Open a heightmap…', heightmapEndings, actions.onFiles), el('span', { class: 'note' }, 'or drop one: PNG, .asc, .csv')),
    );
    panel.section('Walk', mode.element, speed.element, buttonRow('Time', this.#pause, button('One step', actions.onStep), button('From the start', actions.onRestart)));
    panel.section('See', look.element, marks.element, behind.element);
    this.show(state, undefined);
    this.showPause(false);
  }

  /** `file`: the name of the heightmap, if there is one. */
  show(state: State, file: string | undefined): void {
    const { ground, ...rest } = this.#controls;
    ground.fill(this.#grounds(file), state.ground);
    rest.seed.set(state.seed);
    rest.steep.set(state.steep);
    rest.mode.set(state.mode);
    rest.speed.set(state.speed);
    rest.look.set(state.look);
    rest.marks.set(state.marks);
    rest.behind.set(state.behind);
    rest.seed.enable(hasSeed(state.ground));
    rest.steep.element.hidden = state.ground !== 'file';
    rest.seed.element.hidden = state.ground === 'file';
  }

  showPause(paused: boolean): void {
    this.#pause.replaceChildren(icon(paused ? 'play' : 'pause'), paused ? 'Go on' : 'Pause');
  }

  /** The keys, to unfold. */
  static keys(): HTMLElement {
    return el('dl', { class: 'readout keys' }, ...keys.flatMap(([key, what]) => [el('dt', {}, key), el('dd', {}, what)]));
  }

  #grounds(file: string | undefined): (readonly [GroundName, string])[] {
    const there = groundNames.filter((name) => name !== 'file' || file !== undefined);
    return there.map((name) => [name, name === 'file' ? (file ?? '') : titles[name]]);
  }
}
