// What can be set of the chains and the serpent, and the controls for it.
import type { Vec3 } from 'kine';
import { choice, slider, toggle } from '../../shell/controls';

export interface State {
  kind: 'chain' | 'serpent';
  links: number;
  cone: number;
  willing: number;
  bowed: boolean;
  target: Vec3;
  poleOn: boolean;
  pole: Vec3;
  cones: boolean;
  ring: boolean;
  start: 'rest' | 'last';
  /** 'all' or the key of a way. */
  view: string;
  /** The serpent looks at the camera, not at the target. */
  facing: boolean;
  /** Where each method stands, when the next solve starts from there. */
  poses: Record<string, number[]>;
}

export const atStart: State = {
  kind: 'chain',
  links: 10,
  cone: 180,
  willing: 0,
  bowed: true,
  target: [0.45, 0.42, 0.25],
  poleOn: true,
  pole: [0.2, 0.6, 0.5],
  cones: true,
  ring: true,
  start: 'rest',
  view: 'all',
  facing: true,
  poses: {},
};

export interface SettingsActions {
  /** While a slider moves. */
  change(change: Partial<State>): void;
  /** When it is let go. */
  commit(): void;
  /** Both. */
  set(change: Partial<State>): void;
}

export type Controls = ReturnType<typeof makeControls>;

export function makeControls(state: State, { change, commit, set }: SettingsActions) {
  return {
    kind: choice<State['kind']>({
      label: 'What',
      hideLabel: true,
      options: [['chain', 'Chain'], ['serpent', 'Serpent']],
      value: state.kind,
      onChange: (kind) => set({ kind }),
    }),
    links: slider({
      label: 'Links', min: 2, max: 100, step: 1, value: state.links,
      onInput: (links) => change({ links }), onCommit: commit,
    }),
    cone: slider({
      label: 'Cone of every ball', min: 10, max: 180, step: 5, value: state.cone,
      format: (value) => (value >= 180 ? 'no limit' : `${value}°`),
      onInput: (cone) => change({ cone }), onCommit: commit,
    }),
    willing: slider({
      label: 'Who moves most willingly', min: -1, max: 1, step: 0.1, value: state.willing,
      format: (value) => (Math.abs(value) < 0.05 ? 'all alike' : value < 0 ? 'the root' : 'the tip'),
      onInput: (willing) => change({ willing }), onCommit: commit,
    }),
    bowed: choice<'arc' | 'straight'>({
      label: 'Rest pose',
      options: [['arc', 'an arc'], ['straight', 'straight: singular']],
      value: 'arc',
      onChange: (shape) => set({ bowed: shape === 'arc' }),
    }),
    start: choice<State['start']>({
      label: 'Each solve starts from',
      options: [['rest', 'the rest pose'], ['last', 'the last pose']],
      value: state.start,
      onChange: (start) => set({ start }),
    }),
    view: choice<'all' | 'one'>({
      label: 'Show',
      options: [['all', 'all methods'], ['one', 'one method']],
      value: 'all',
      onChange: (view) => set({ view: view === 'all' ? 'all' : 'damped' }),
    }),
    cones: toggle({ label: 'Draw the cones', value: state.cones, onChange: (cones) => set({ cones }) }),
    pole: toggle({ label: 'Two-bone: use the pole', value: state.poleOn, onChange: (poleOn) => set({ poleOn }) }),
    ring: toggle({ label: 'Draw the ring of possible elbows', value: state.ring, onChange: (ring) => set({ ring }) }),
    facing: toggle({ label: 'Face the camera', value: state.facing, onChange: (facing) => set({ facing }) }),
  };
}

/** Puts the controls to what the state says: after undo, or a situation at a click. */
export function syncControls(c: Controls, s: State): void {
    c.kind.set(s.kind);
  c.links.set(s.links);
  c.cone.set(s.cone);
  c.willing.set(s.willing);
  c.bowed.set(s.bowed ? 'arc' : 'straight');
  c.start.set(s.start);
  c.view.set(s.view === 'all' ? 'all' : 'one');
  c.cones.set(s.cones);
  c.pole.set(s.poleOn);
  c.ring.set(s.ring);
  c.facing.set(s.facing);
  c.pole.enable(s.links === 2);
  c.ring.enable(s.links === 2);
}
