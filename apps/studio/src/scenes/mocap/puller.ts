// Pulls a bone to a place at one frame of a clip: feet first, then the bone, then the clip's posture; by any method.
import type { Goal, JointChange, MethodName, Skeleton, SolveResult, Solver, SolverSettings, Vec3 } from 'kine';
import type { Edit, PullSettings, SolveFrame } from './edits';
import type { Figure } from './figure';

/** Methods that know priorities; the others weigh all goals at once. */
const ranking = ['full-body', 'hybrid'];

/** A pin as it stands at the frame. */
export interface Pin {
  readonly joint: number;
  readonly target: Vec3;
  readonly orientation: readonly [number, number, number, number];
}

/** What the clip wants of the rest of the body: that hips and chest stay, and every joint as it is. */
export interface Rest {
  readonly posture: Float64Array;
  readonly trunk: readonly Pin[];
}

/** How much more the trunk counts than single joints: limbs move first, and it follows where they cannot reach. */
const trunkWeight = 6;

/** The goals of one pull, as the method takes them. */
export function goalsOf(method: MethodName, joint: number, target: Vec3, pins: readonly Pin[], { posture, trunk }: Rest): Goal[] {
  const ranks = ranking.includes(method);
  const pull: Goal = { kind: 'reach', joint, target, ...(ranks && pins.length > 0 ? { priority: 1 } : {}) };
  // Two bones take one goal; the rest of the body does not move at all.
  if (method === 'two-bone') return [pull];
  const held = pins.map((pin): Goal =>
    method === 'shake'
      ? { kind: 'reach', joint: pin.joint, target: pin.target }
      : { kind: 'place', joint: pin.joint, target: pin.target, orientation: pin.orientation },
  );
  if (!ranks) return [...held, pull];
  const stays = trunk.map((pin): Goal => ({ kind: 'place', joint: pin.joint, target: pin.target, orientation: pin.orientation, weight: trunkWeight, priority: 2 }));
  return [...held, pull, ...stays, { kind: 'hold', posture, priority: 2 }];
}

/** What each method has of the settings. */
export function solverSettings({ method, step, epsilon, iterations }: PullSettings): SolverSettings {
  return {
    metresTolerance: epsilon,
    ...(method === 'two-bone' ? {} : { maxIterations: iterations }),
    ...(method === 'jacobian' ? { step } : {}),
  };
}

interface Bench {
  key: string;
  skeleton: Skeleton;
  solver: Solver;
}

export class Puller {
  #figure: Figure;
  #bench: Bench | undefined;
  #limits: Record<string, JointChange> | undefined;
  #limitsOf = -1;
  #moving = new Map<number, readonly number[]>();

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  /** Solves one frame: `joint` comes to `target`. The pose of the clip (with the edits made so far) is where it starts. */
  pull(settings: PullSettings, clip: number, frame: number, joint: number, target: Vec3): SolveResult {
    const { solver, goals, pose } = this.prepare(settings, clip, frame, joint, target);
    return solver.solve(goals, pose);
  }

  /** The solver, goals and pose of such a pull: for timing. They hold until the next call. */
  prepare(settings: PullSettings, clip: number, frame: number, joint: number, target: Vec3): { solver: Solver; goals: Goal[]; pose: Float64Array } {
    const figure = this.#figure;
    const pose = figure.forward(clip, frame);
    const { solver } = this.#ready(settings, clip, frame, this.startOf(settings.start, joint));
    const standing = (pin: number): Pin => ({ joint: pin, target: figure.frames.position(pin), orientation: figure.frames.rotation(pin) });
    const pins = this.pinsOf(settings, joint).map(standing);
    const rest: Rest = { posture: pose, trunk: this.#trunkOf(joint).map(standing) };
    if (settings.method === 'jacobian') solver.setPosture(pose);
    return { solver, goals: goalsOf(settings.method, joint, target, pins, rest), pose };
  }

  /** The pins that can be held while this joint is dragged: those that may move, and leave it something to move by. */
  pinsOf({ pins, start }: PullSettings, joint: number): number[] {
    const { skeleton } = this.#figure;
    const chosen = this.startOf(start, joint);
    return pins
      .map((name) => skeleton.joints.findIndex((info) => info.name === name))
      .filter((pin) => pin >= 0 && !this.#stiff(pin, joint) && (chosen < 0 || skeleton.isAbove(chosen, pin)));
  }

  /** Nothing between the two moves: who holds a foot holds its toe joint too. */
  #stiff(pin: number, joint: number): boolean {
    const { joints } = this.#figure.skeleton;
    if (pin === joint) return true;
    for (let at = joints[joint]?.parent ?? -1; at >= 0; at = joints[at]?.parent ?? -1) {
      if (at === pin) return true;
      if (joints[at]?.kind !== 'fixed') return false;
    }
    return false;
  }

  /** Hips and chest, where the dragged joint is neither of them nor carries them. */
  #trunkOf(joint: number): number[] {
    const { parts, skeleton } = this.#figure;
    const trunk = [parts['pelvis'], parts['chest']].filter((part) => part !== undefined);
    return trunk.filter((part, i) => !skeleton.isAbove(joint, part) && trunk.indexOf(part) === i);
  }

  /** The index of the start bone, -1 for the whole body; one that does not carry the dragged joint counts as none. */
  startOf(start: string, joint: number): number {
    const { skeleton } = this.#figure;
    const index = start ? skeleton.joints.findIndex((info) => info.name === start) : -1;
    return index >= 0 && skeleton.isAbove(index, joint) ? index : -1;
  }

  /** For Figure.setEdits. */
  solveFrame(edit: Edit): SolveFrame {
    const joint = this.#figure.skeleton.joint(edit.joint);
    return (frame, offset) => {
      const base = this.#figure.forward(edit.clip, frame);
      if (Math.hypot(...offset) === 0) return base;
      const [x, y, z] = this.#figure.frames.position(joint);
      try {
        const result = this.pull(edit, edit.clip, frame, joint, [x + offset[0], y + offset[1], z + offset[2]]);
        return result.outcome === 'badInput' ? base : result.pose;
      } catch {
        // A frame whose bones have no size cannot be solved, and stays.
        return base;
      }
    };
  }

  dispose(): void {
    this.#drop();
  }

  #drop(): void {
    this.#bench?.solver.dispose();
    this.#bench?.skeleton.dispose();
    this.#bench = undefined;
  }

  /** The skeleton as it is at that frame, with what may not move locked, and a solver for it. */
  #ready(settings: PullSettings, clip: number, frame: number, start: number): Bench {
    const { skeleton, shape } = this.#figure;
    const moving = this.#movingJoints(clip);
    const key = JSON.stringify([solverSettings(settings), settings.method, start, clip, moving.length > 0 ? frame : -1]);
    if (this.#bench?.key === key) return this.#bench;
    this.#drop();
    const changes: Record<string, JointChange> = structuredClone(this.#widened(clip));
    const change = (joint: number): JointChange => (changes[skeleton.joints[joint]?.name ?? ''] ??= {});
    for (const joint of moving) {
      change(joint).translation = shape.translation(joint);
      change(joint).scale = shape.scale(joint);
    }
    if (start >= 0) skeleton.joints.forEach((_, i) => void (skeleton.isAbove(start, i) || (change(i).fixed = true)));
    const changed = skeleton.changed(changes);
    this.#bench = { key, skeleton: changed, solver: changed.createSolver(settings.method, solverSettings(settings)) };
    return this.#bench;
  }

  /** Joints whose translation or scale the clip changes: the solver must see them as they are at the frame. */
  #movingJoints(clip: number): readonly number[] {
    const known = this.#moving.get(clip);
    if (known) return known;
    const { skeleton } = this.#figure;
    const { frameCount, rate } = this.#figure.clipAt(clip);
    const { joints } = skeleton;
    const shape = skeleton.createShape();
    const found = new Set<number>();
    const apart = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const every = Math.max(1, Math.floor(frameCount / 64));
    for (let frame = 0; frame < frameCount; frame += every) {
      this.#figure.clipAt(clip).sample(frame / rate, shape);
      joints.forEach((info, i) => {
        if (apart(shape.translation(i), info.translation) > 1e-9 || apart(shape.scale(i), info.scale) > 1e-9) found.add(i);
      });
    }
    shape.dispose();
    const list = [...found];
    this.#moving.set(clip, list);
    return list;
  }

  /** Limits that hold what the clip itself does: a recording may leave the limits that its file states. */
  #widened(clip: number): Record<string, JointChange> {
    if (this.#limits && this.#limitsOf === clip) return this.#limits;
    const { skeleton } = this.#figure;
    const shown = this.#figure.clips[clip] ?? this.#figure.clipAt(clip);
    const free = skeleton.freedoms.filter(({ value, limits }) => value >= 0 && limits.some(Number.isFinite));
    const ranges = free.map(({ limits }): [number, number] => [...limits]);
    let outside = 0;
    for (let frame = 0; frame < shown.frameCount; ++frame) {
      const pose = shown.frame(frame);
      outside = Math.max(outside, skeleton.limitViolation(pose));
      free.forEach(({ value }, i) => {
        const range = ranges[i];
        if (range) ranges[i] = [Math.min(range[0], pose[value] ?? 0), Math.max(range[1], pose[value] ?? 0)];
      });
    }
    const changes: Record<string, JointChange> = {};
    if (outside > 0) {
      const described = skeleton.describe();
      free.forEach(({ joint, axis }, i) => {
        const info = described[joint];
        const range = ranges[i];
        if (!info || !range) return;
        const axes = (changes[info.name]?.axes ?? info.axes).map((settings, a) => (a === axis ? { ...settings, limits: range } : settings));
        changes[info.name] = { axes };
      });
      for (const info of described) if (info.ball) changes[info.name] = { ...changes[info.name], ball: { ...info.ball, swing: [Math.PI, Math.PI], twist: [-Math.PI, Math.PI] } };
    }
    this.#limits = changes;
    this.#limitsOf = clip;
    return changes;
  }
}
