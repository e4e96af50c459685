// Things in the world that the figure looks at and reaches for: balls, and levers whose handle goes along its arc.
import type { Kine, ObjectInReach, Skeleton, Solver, Vec3 } from 'kine';

export type Thing =
  /** Where its middle is. */
  | { readonly kind: 'ball'; readonly at: Vec3 }
  /** Where its post stands, which way it faces (from +z to +x), and how far it is turned, towards who faces it below 0. */
  | { readonly kind: 'lever'; readonly at: Vec3; readonly heading: number; readonly angle: number; readonly size: number };

/** So many are enough for two hands. */
export const mostThings = 4;

/** Of a lever beside a person, metres and radians. */
export const lever = { height: 1, arm: 0.28, angles: [-0.9, 0.9] } as const;

/** Where and how large the figure is. */
export interface Place {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
  readonly speed: number;
  /** Beside a person. */
  readonly size: number;
  heightAt(x: number, z: number): number | undefined;
}

/** Places in front of the figure, to the left and right in turn; farther ahead the faster it goes. */
const spots = { ball: { ahead: 0.46, aside: 0.26, up: 1.15 }, lever: { ahead: 0.42, aside: 0.28, up: 0 } } as const;
const seconds = 1.4;

/** A thing where the figure can take it, or will be able to when it comes by. */
export function dropped(kind: Thing['kind'], count: number, place: Place): Thing {
  const { x, z, heading, speed, size } = place;
  const { ahead, aside, up } = spots[kind];
  const far = size * (ahead + 0.1 * Math.floor(count / 2)) + seconds * Math.max(0, speed);
  // Who walks by wants room for the shoulders.
  const wide = size * (aside + (speed > 0 ? 0.2 : 0)) * (count % 2 === 0 ? 1 : -1);
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  const [atX, atZ] = [x + sin * far + cos * wide, z + cos * far - sin * wide];
  const ground = place.heightAt(atX, atZ) ?? place.heightAt(x, z) ?? 0;
  const at: Vec3 = [atX, ground + size * up, atZ];
  return kind === 'ball' ? { kind, at } : { kind, at, heading, angle: 0, size };
}

/** The one freedom of a lever, as a skeleton of the core; one does for all levers, whatever their size. */
export class LeverArm {
  #skeleton: Skeleton;
  #solver: Solver;

  constructor(kine: Kine) {
    this.#skeleton = kine.buildSkeleton([
      { name: 'bar', kind: 'hinge', axis: [1, 0, 0], translation: [0, lever.height, 0], axes: [{ limits: [...lever.angles] }] },
      { name: 'knob', parent: 'bar', translation: [0, lever.arm, 0] },
    ]);
    this.#solver = this.#skeleton.createSolver('jacobian');
  }

  /** Where the knob of a lever is. */
  knob(thing: Extract<Thing, { kind: 'lever' }>): Vec3 {
    const frames = this.#skeleton.forward([thing.angle]);
    const at = frames.position('knob');
    frames.dispose();
    return placed(thing, at);
  }

  /** The lever as its knob goes as near to a point as it can. */
  pulled(thing: Extract<Thing, { kind: 'lever' }>, point: Vec3): Thing {
    const { pose } = this.#solver.solve([{ kind: 'reach', joint: 'knob', target: seen(thing, point) }], [thing.angle]);
    return { ...thing, angle: pose[0] ?? thing.angle };
  }

  dispose(): void {
    this.#solver.dispose();
    this.#skeleton.dispose();
  }
}

type Placed = Pick<Extract<Thing, { kind: 'lever' }>, 'at' | 'heading' | 'size'>;

/** A point of a lever of a person's size, in the world. */
export function placed({ at, heading, size }: Placed, [x, y, z]: Vec3): Vec3 {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  return [at[0] + size * (cos * x + sin * z), at[1] + size * y, at[2] + size * (cos * z - sin * x)];
}

/** And back. */
export function seen({ at, heading, size }: Placed, point: Vec3): Vec3 {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  const [x, y, z] = [0, 1, 2].map((i) => ((point[i] ?? 0) - (at[i] ?? 0)) / size) as [number, number, number];
  return [cos * x - sin * z, y, sin * x + cos * z];
}

/** What a hand takes hold of. */
export const gripOf = (thing: Thing, arm: LeverArm): Vec3 => (thing.kind === 'ball' ? thing.at : arm.knob(thing));

export const inReach = (things: readonly Thing[], arm: LeverArm): ObjectInReach[] => things.map((thing) => ({ point: gripOf(thing, arm) }));

export const nameOf = (things: readonly Thing[], i: number): string => `${things[i]?.kind ?? 'thing'} ${i + 1}`;
