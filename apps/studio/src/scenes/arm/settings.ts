// What can be set of an arm, and the controls for it.
import type { Quat, Vec3 } from 'kine';
import { choice, select, toggle } from '../../shell/controls';
import type { ArmKind } from './arms';
import type { Rig } from './rig';
import type { GoalKey } from './rows';

export interface State {
  arm: string;
  pose: number[];
  /** The joint that is dragged. */
  tool: string;
  target: Vec3;
  orientation: Quat;
  mode: 'place' | 'reach';
  locked: string[];
  order: GoalKey[];
  on: Record<GoalKey, boolean>;
  elbow: Vec3;
  ellipsoid: 'linear' | 'angular' | 'off';
  dials: boolean;
  /** Show every pose of the tool. */
  poses: boolean;
  /** Full body takes all goals from where the arm is; nearest looks at every pose of the tool and takes the nearest, where the
      tool is the only goal. */
  by: 'body' | 'nearest';
}

/** An arm at home. */
export function freshState({ kind, skeleton, frames, home }: Rig): State {
  skeleton.forward(home, frames);
  return {
    arm: kind.key,
    pose: [...home],
    tool: kind.tool,
    target: frames.position(kind.tool),
    orientation: frames.rotation(kind.tool),
    mode: kind.pose ? 'place' : 'reach',
    locked: [...kind.locked],
    order: ['tool', 'elbow', 'posture'],
    on: { tool: true, elbow: false, posture: false },
    elbow: frames.position(kind.elbow),
    ellipsoid: 'linear',
    dials: true,
    poses: false,
    by: 'nearest',
  };
}

export interface SettingsActions {
  set(change: Partial<State>): void;
  changeArm(key: string): void;
  takeTool(joint: string): void;
}

export type Controls = ReturnType<typeof makeControls>;

export function makeControls(state: State, { set, changeArm, takeTool }: SettingsActions) {
  return {
    // Filled by syncControls: robots may be added, and each has its own joints.
    arm: select<string>({ label: 'Robot', options: [], value: '', onChange: changeArm }),
    tool: select<string>({ label: 'Tool', options: [], value: '', onChange: takeTool }),
    mode: choice<State['mode']>({
      label: 'The tool should',
      options: [['reach', 'be at the place'], ['place', 'and be turned so']],
      value: state.mode,
      onChange: (mode) => set({ mode }),
    }),
    ellipsoid: choice<State['ellipsoid']>({
      label: 'Ellipsoid of speeds',
      options: [['linear', 'moving'], ['angular', 'turning'], ['off', 'none']],
      value: state.ellipsoid,
      onChange: (ellipsoid) => set({ ellipsoid }),
    }),
    poses: toggle({ label: 'Show every pose of the tool', value: state.poses, onChange: (poses) => set({ poses }) }),
    by: choice<State['by']>({
      label: 'Dragging takes',
      options: [['body', 'all goals (full body)'], ['nearest', 'the nearest pose (global)']],
      value: state.by,
      onChange: (by) => set({ by }),
    }),
    dials: toggle({ label: 'Draw the limits of the hinges', value: state.dials, onChange: (dials) => set({ dials }) }),
  };
}

export function syncControls(c: Controls, state: State, kinds: readonly ArmKind[], { base }: Rig): void {
  c.arm.fill(kinds.map(({ key, name }) => [key, name] as const), state.arm);
  c.tool.fill(base.joints.map(({ name }) => [name, name.replaceAll('_', ' ')] as const), state.tool);
  c.mode.set(state.mode);
  c.ellipsoid.set(state.ellipsoid);
  c.dials.set(state.dials);
  c.poses.set(state.poses);
  c.by.set(state.by);
}
