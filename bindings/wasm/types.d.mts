// What goes into kine's functions and comes out of them. A default stands last in the comment of an optional field.

/** Three numbers: a point, a direction or a scale. */
export type Vec3 = readonly [number, number, number];

/** A quaternion x, y, z, w. */
export type Quat = readonly [number, number, number, number];

/** From and to, ends included; infinities are no limit. */
export type Range = readonly [number, number];

/** Numbers in a row: a plain array or any typed array. */
export type Numbers = ArrayLike<number>;

/** A joint by its index or its name. */
export type JointRef = number | string;

export type JointKind = 'fixed' | 'hinge' | 'slider' | 'euler' | 'ball' | 'free';

/** Which rows a Jacobian has; 'full' is angular, then linear. */
export type Rows = 'linear' | 'angular' | 'full';

/** What kine.wasm can be loaded from: its bytes, a compiled module, or where it is to be fetched. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

/** A value bound to another one: factor * other + offset. */
export interface Follow {
  /** The name of the joint that leads. */
  joint: string;
  /** Which of its axes: 0. */
  axis?: number;
  /** 1 */
  factor?: number;
  /** Radians or metres: 0. */
  offset?: number;
}

/** One axis of a joint: how far, how fast and how willingly it moves. */
export interface AxisSettings {
  /** Radians or metres: endless. */
  limits?: Range;
  /** Radians or metres a second, positive: endless. */
  maxSpeed?: number;
  /** How willingly it moves beside the others, positive: 1. */
  weight?: number;
  /** No solver moves it: false. */
  fixed?: boolean;
  /** It follows another value and has no freedom of its own: it does not. */
  follows?: Follow;
}

/** Limits of a ball joint: the bone swings within an ellipse and twists about itself within a range. */
export interface BallLimits {
  /** Along the bone, in the joint's frame: x. */
  twistAxis?: Vec3;
  /** The first swing axis, square to twistAxis: y. The second is twistAxis x firstAxis. */
  firstAxis?: Vec3;
  /** The half-angles about the first and the second axis, radians: pi and pi, no limit. */
  swing?: readonly [number, number];
  /** Radians: -pi to pi, no limit. */
  twist?: Range;
}

/** A joint as Kine.buildSkeleton takes it. */
export interface JointDescription {
  /** Unique. */
  name: string;
  /** The name of the joint it hangs on, which stands before it: none, a root in the world. */
  parent?: string;
  /** 'fixed' */
  kind?: JointKind;
  /** Of the rest transform parent_from_joint, metres: 0. */
  translation?: Vec3;
  /** Of the rest transform: none. */
  rotation?: Quat;
  /** Of the rest transform; it acts on all that hangs below: 1. */
  scale?: Vec3;
  /** Hinge, slider: in the joint's frame: z. */
  axis?: Vec3;
  /** Euler: two or three letters or axes, outermost first: 'ZYX'. */
  euler?: string | readonly Vec3[];
  /** One each, as many as the kind has. */
  axes?: readonly (AxisSettings | undefined)[];
  /** Ball only. */
  ball?: BallLimits;
  /** Of the bone that moves with the joint, kilograms: 0. */
  mass?: number;
  /** Of the bone, in the joint's frame: its origin. */
  centreOfMass?: Vec3;
}

/** A joint of a skeleton. */
export interface JointInfo {
  readonly name: string;
  readonly kind: JointKind;
  /** Its index; -1 for a root. */
  readonly parent: number;
  /** Where its values start in a pose. */
  readonly firstValue: number;
  readonly valueCount: number;
  readonly firstAxis: number;
  readonly axisCount: number;
  /** The rest transform parent_from_joint. */
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
}

/** One independent motion of a skeleton: a column of its Jacobians. */
export interface FreedomInfo {
  /** The index of the joint whose axis it is. */
  readonly joint: number;
  /** Which of that joint's axes. */
  readonly axis: number;
  /** The place of its value in a pose; -1 for the turns of balls and free joints, which have none of their own. */
  readonly value: number;
  readonly limits: Range;
  readonly maxSpeed: number;
  readonly weight: number;
  readonly fixed: boolean;
}

/** Numbers column by column: row r of column c is values[c * rows + r]. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export interface JacobianOptions {
  /** The point, in the joint's frame: the joint's origin. */
  offset?: Vec3;
  /** 'full' */
  rows?: Rows;
  /** Measure the motion as seen from this joint, along its axes: from the world. */
  relativeTo?: JointRef;
  /** Give the columns of fixed freedoms too, which are zero otherwise: false. */
  withFixed?: boolean;
}
