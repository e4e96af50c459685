// Situations at a click: home, stretched out, against a limit, too far.
import type { Vec3 } from 'kine';
import type { Rig } from './rig';
import type { JointRow } from './rows';
import { freshState, type State } from './settings';

export type SituationName = 'home' | 'stretched' | 'limit' | 'far';

/** What was switched on and locked stays so. */
export function situationOf(name: SituationName, rig: Rig, rows: readonly JointRow[], { locked, on, order, ellipsoid, dials, tool, poses, by }: State): State {
  const state: State = { ...freshState(rig), locked, on, order, ellipsoid, dials, tool, poses, by };
  if (name === 'stretched') stretch(rig, rows, state);
  rig.skeleton.forward(state.pose, rig.frames);
  state.target = rig.frames.position(tool);
  state.orientation = rig.frames.rotation(tool);
  const [x, y, z] = state.target;
  // As large as the arm: ours have bones of 5 cm.
  const size = rig.kind.thickness / 0.05;
  const beside = (dx: number, dy: number, dz: number): Vec3 => [x + size * dx, y + size * dy, z + size * dz];
  // Towards the base and down: the elbow has to fold farther than it can. Far: beyond all bones.
  if (name === 'limit') state.target = rig.kind.key === 'seven' ? [0.05, 0, 0.2] : beside(0, 0, -0.35);
  if (name === 'far') state.target = beside(0.75, 0.5, 0.2);
  return state;
}

function stretch(rig: Rig, rows: readonly JointRow[], state: State): void {
  const seven = rig.kind.key === 'seven';
  const ours: Readonly<Record<string, number>> = {
    shoulder_lift: 0.9, upper_arm_turn: 0, elbow: seven ? 0.07 : 0, forearm_turn: 0, wrist_lift: seven ? 0.35 : 1.5708, shoulder: 0.5,
  };
  for (const row of rows) {
    // A robot from a file is straight, or as straight as it can be, where its joints are at 0.
    const value = rig.kind.fromFile ? Math.min(Math.max(0, row.low), row.high) : ours[row.joint];
    if (value !== undefined) state.pose[row.value] = value;
  }
  state.pose = [...rig.skeleton.tidy(state.pose)];
}
