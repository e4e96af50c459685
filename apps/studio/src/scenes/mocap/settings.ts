// What can be set in this scene, and the controls for it.
import type { MethodName } from 'kine';
import { choice, select, slider, toggle, type Control } from '../../shell/controls';
import type { Edit, PullSettings } from './edits';
import { ownStyle, type Manner, type Wish } from './retarget/cast';
import type { Compare } from './view';

/** Everything that undo takes back. */
export interface State extends PullSettings, Wish {
  clip: number;
  /** Seconds to either side over which a drag fades. */
  blend: number;
  ghosts: number;
  /** Seconds from one ghost to the next. */
  apart: number;
  paths: boolean;
  follow: boolean;
  loop: boolean;
  speed: number;
  edits: readonly Edit[];
  /** The motion is cleaned before it is edited. */
  clean: boolean;
  compare: Compare;
}

export const atStart: Omit<State, 'pins'> = {
  clip: 0,
  method: 'full-body',
  start: '',
  step: 1,
  epsilon: 1e-4,
  iterations: 100,
  blend: 0.4,
  ghosts: 2,
  apart: 0.2,
  paths: true,
  follow: true,
  loop: true,
  speed: 1,
  edits: [],
  clean: false,
  compare: 'after',
  character: 0,
  manner: { style: '', own: null, mode: 'hybrid', rest: 'auto', plants: true, contacts: true, limits: true },
  bones: { source: {}, target: {} },
};

export interface SettingsOptions {
  methods: readonly MethodName[];
  styles: readonly string[];
  state: State;
  /** While a slider moves. */
  onChange(change: Partial<State>): void;
  onCommit(): void;
}

/** Epsilon is set by its power of ten. */
const power = (epsilon: number): number => Math.log10(epsilon);
const metres = (epsilon: number): string => (epsilon < 1e-3 ? `${Number((1e3 * epsilon).toPrecision(1))} mm` : epsilon < 0.1 ? `${Number((1e3 * epsilon).toPrecision(2))} mm` : `${Number(epsilon.toPrecision(2))} m`);

const methodNames: Record<MethodName, string> = {
  'full-body': 'Full body: feet first',
  hybrid: 'Hybrid',
  jacobian: 'Jacobian',
  ccd: 'CCD',
  fabrik: 'FABRIK',
  shake: 'SHAKE',
  'two-bone': 'Two-bone',
  global: 'Global: arms of hinges',
};

export class Settings {
  readonly pull: HTMLElement[];
  readonly trails: HTMLElement[];
  readonly playing: HTMLElement[];
  readonly blend: HTMLElement;
  readonly clean: HTMLElement;
  readonly compare: HTMLElement;
  readonly style: HTMLElement;
  readonly manner: HTMLElement[];
  #controls;
  #styles: readonly string[];
  #state: State;

  constructor({ methods, styles, state, onChange, onCommit }: SettingsOptions) {
    this.#state = state;
    const set = (change: Partial<State>): void => {
      onChange(change);
      onCommit();
    };
    const setManner = (change: Partial<Manner>): void => set({ manner: { ...this.#state.manner, ...change } });
    const c = {
      method: select<MethodName>({
        label: 'Method',
        options: methods.map((method) => [method, methodNames[method]] as const),
        value: state.method,
        onChange: (method) => set({ method }),
      }),
      step: slider({
        label: 'step: of each Jacobian step', min: 0.05, max: 1, step: 0.05, value: state.step, format: (x) => x.toFixed(2),
        onInput: (step) => onChange({ step }), onCommit,
      }),
      epsilon: slider({
        label: 'distance_epsilon: near enough', min: -6, max: -0.5, step: 0.25, value: power(state.epsilon), format: (x) => metres(10 ** x),
        onInput: (x) => onChange({ epsilon: 10 ** x }), onCommit,
      }),
      iterations: slider({
        label: 'At most so many iterations', min: 1, max: 300, step: 1, value: state.iterations,
        onInput: (iterations) => onChange({ iterations }), onCommit,
      }),
      blend: slider({
        label: 'Blend in and out over', min: 0, max: 1.5, step: 0.05, value: state.blend,
        format: (x) => (x === 0 ? 'this frame only' : `± ${x.toFixed(2)} s`),
        onInput: (blend) => onChange({ blend }), onCommit,
      }),
      ghosts: slider({
        label: 'Ghosts before and after', min: 0, max: 6, step: 1, value: state.ghosts,
        onInput: (ghosts) => onChange({ ghosts }), onCommit,
      }),
      apart: slider({
        label: 'From ghost to ghost', min: 0.05, max: 1, step: 0.05, value: state.apart, format: (x) => `${x.toFixed(2)} s`,
        onInput: (apart) => onChange({ apart }), onCommit,
      }),
      paths: toggle({ label: 'Paths of hands, feet and the chosen bone', value: state.paths, onChange: (paths) => set({ paths }) }),
      follow: toggle({ label: 'The camera goes along', value: state.follow, onChange: (follow) => set({ follow }) }),
      loop: toggle({ label: 'Again and again', value: state.loop, onChange: (loop) => set({ loop }) }),
      speed: choice<'0.25' | '0.5' | '1' | '2'>({
        label: 'Speed',
        options: [['0.25', '¼'], ['0.5', '½'], ['1', '1'], ['2', '2']],
        value: '1',
        onChange: (speed) => set({ speed: Number(speed) }),
      }),
      clean: toggle({ label: 'Clean it: no slides, no spikes', value: state.clean, onChange: (clean) => set({ clean }) }),
      compare: choice<Compare>({
        label: 'Shown',
        options: [['before', 'Before'], ['after', 'After'], ['both', 'Both']],
        value: state.compare,
        onChange: (compare) => set({ compare }),
      }),
      style: select<string>({
        label: 'Style',
        options: [],
        value: state.manner.style,
        onChange: (style) => setManner({ style }),
      }),
      mode: choice<Manner['mode']>({
        label: 'Legs and arms by', options: [['half', 'Half'], ['full', 'Full'], ['hybrid', 'Hybrid']], value: state.manner.mode,
        onChange: (mode) => setManner({ mode }),
      }),
      rest: choice<Manner['rest']>({
        label: 'At rest both show', options: [['auto', 'the same bones'], ['bind', 'the same pose']], value: state.manner.rest,
        onChange: (rest) => setManner({ rest }),
      }),
      plants: toggle({ label: 'Feet that stand stay where they are', value: state.manner.plants, onChange: (plants) => setManner({ plants }) }),
      contacts: toggle({ label: 'Hands that touch still do', value: state.manner.contacts, onChange: (contacts) => setManner({ contacts }) }),
      limits: toggle({ label: 'Limits of the character hold', value: state.manner.limits, onChange: (limits) => setManner({ limits }) }),
    };
    this.#controls = c;
    this.#styles = styles;
    this.pull = [c.method, c.step, c.epsilon, c.iterations].map(elementOf);
    this.blend = c.blend.element;
    this.trails = [c.ghosts, c.apart, c.paths, c.follow].map(elementOf);
    this.playing = [c.speed, c.loop].map(elementOf);
    this.clean = c.clean.element;
    this.compare = c.compare.element;
    this.style = c.style.element;
    this.manner = [c.mode, c.rest, c.plants, c.contacts, c.limits].map(elementOf);
    this.show(state);
  }

  show(state: State): void {
    const c = this.#controls;
    this.#state = state;
    c.clean.set(state.clean);
    c.compare.set(state.compare);
    const { style, own } = state.manner;
    c.style.fill([['', 'none'], ...this.#styles.map((name) => [name, name] as const), ...(own ? [[ownStyle, own.name] as const] : [])], style);
    c.mode.set(state.manner.mode);
    c.rest.set(state.manner.rest);
    c.plants.set(state.manner.plants);
    c.contacts.set(state.manner.contacts);
    c.limits.set(state.manner.limits);
    c.method.set(state.method);
    c.step.set(state.step);
    c.epsilon.set(power(state.epsilon));
    c.iterations.set(state.iterations);
    c.blend.set(state.blend);
    c.ghosts.set(state.ghosts);
    c.apart.set(state.apart);
    c.paths.set(state.paths);
    c.follow.set(state.follow);
    c.loop.set(state.loop);
    c.speed.set(String(state.speed) as '1');
    c.step.enable(state.method === 'jacobian');
    c.iterations.enable(state.method !== 'two-bone');
  }
}

const elementOf = ({ element }: Pick<Control<never>, 'element'>): HTMLElement => element;
