// What files that arrive are for: a motion, a character that takes it, or both at once.
import type { FileBytes } from '../../../shell/files';
import { originOf } from '../origin';
import type { Cast } from './cast';
import { groupsOf } from './groups';
import type { Opened } from './retargeting';

export interface Arrivals {
  readonly motion?: Opened;
  readonly character?: Opened;
}

/**
 * `wanted` 'any': a body without a motion of its own takes the one that is there. Throws the sentence of what is wrong with the
 * files.
 */
export function arriving(cast: Cast, files: readonly FileBytes[], wanted: 'any' | 'motion' | 'character'): Arrivals {
  const groups = groupsOf(files);
  if (groups.length > 2) throw new Error(`These are ${groups.length} figures: drop a motion, a character, or one of each.`);
  // A robot's root must float where it takes a motion, or it cannot go anywhere.
  const open = (group: readonly FileBytes[], freeRoot = false): Opened => cast.open(originOf({ kind: 'files', files: group, freeRoot }));
  const [first = [], second] = groups;
  if (second) return both([open(first), open(second)], (opened) => again(cast, opened));
  if (wanted === 'character') return { character: open(first, true) };
  const opened = open(first);
  const { figure } = opened;
  return wanted === 'any' && !figure.moves && figure.bones.found && cast.source.figure.moves ? { character: again(cast, opened) } : { motion: opened };
}

/** The one that moves has the motion; where both do, the first. */
function both([a, b]: readonly [Opened, Opened], asCharacter: (opened: Opened) => Opened): Arrivals {
  return a.figure.moves || !b.figure.moves ? { motion: a, character: asCharacter(b) } : { motion: b, character: asCharacter(a) };
}

/** The same files as a character. */
function again(cast: Cast, { figure, origin }: Opened): Opened {
  figure.dispose();
  return cast.open(originOf(origin.kind === 'files' ? { ...origin, freeRoot: true } : origin));
}
