// What the arm is asked to do: the goals that are on, first things first.
import type { Goal } from 'kine';
import type { Rig } from './rig';
import type { GoalKey } from './rows';
import type { State } from './settings';

export function toolGoal({ mode, tool, target, orientation }: State, priority: number): Goal {
  return mode === 'place'
    ? { kind: 'place', joint: tool, target, orientation, priority }
    : { kind: 'reach', joint: tool, target, priority };
}

/** In their order, and which is which. */
export function goalsOf(state: State, { kind, home }: Rig): { keys: GoalKey[]; goals: Goal[] } {
  const keys = state.order.filter((key) => state.on[key]);
  const goals = keys.map((key, priority): Goal => {
    if (key === 'tool') return toolGoal(state, priority);
    if (key === 'elbow') return { kind: 'reach', joint: kind.elbow, target: state.elbow, priority };
    return { kind: 'hold', posture: home, priority };
  });
  return { keys, goals };
}
