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
  /** Radians or metres per second, positive: endless. */
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
  /** The first swing axis, perpendicular to twistAxis: y. The second is twistAxis x firstAxis. */
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

/** A joint of a skeleton as it was described: Kine.buildSkeleton takes these again. */
export interface FullJointDescription extends JointDescription {
  readonly kind: JointKind;
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
  readonly axes: readonly AxisSettings[];
  readonly mass: number;
  readonly centreOfMass: Vec3;
}

/** What can be changed of a joint in Skeleton.changed: the fields that are there replace what the joint has. */
export type JointChange = Partial<
  Pick<JointDescription, 'translation' | 'rotation' | 'scale' | 'axis' | 'axes' | 'ball' | 'mass' | 'centreOfMass'>
> & {
  /** Locks every axis of the joint, or frees them. */
  fixed?: boolean;
  /** How willingly every axis of the joint moves. */
  weight?: number;
};

/** How readily a point moves in each direction: see Frames.manipulability. */
export interface Ellipsoid {
  /** The singular values of the point's Jacobian, falling: half-axes of the manipulability ellipsoid. */
  readonly values: Vec3;
  /** The directions that go with them, in the world. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /** Yoshikawa's measure, the product of the three: 0 where a direction is lost. */
  readonly measure: number;
  /** The least by the largest: 1 where all directions are alike, 0 where one is lost. */
  readonly inverseCondition: number;
}

// ---- goals and solvers -----------------------------------------------------------------------------------------------

/** What every goal can be told beside what it wants. */
export interface GoalOptions {
  /** The point that is meant, in the joint's frame: its origin. */
  offset?: Vec3;
  /** Measure in this joint's frame: in the world. */
  frame?: JointRef;
  /** Against other goals of the same priority, positive: 1. */
  weight?: number;
  /** 0 comes first; a later one never costs an earlier one anything: 0. */
  priority?: number;
  /** 0 to 1, how much of the way from where it is to where it is wanted: 1. */
  fade?: number;
  /** Two-bone, hybrid: where the middle of this goal's limb points, in the world; 0: as the setting `pole` says. */
  pole?: Vec3;
  /** Within which range each row's number must lie, by rows; those left out are as the kind has them. */
  bounds?: readonly (Range | undefined)[];
}

/** The point comes to the target. */
export interface ReachGoal extends GoalOptions { kind: 'reach'; joint: JointRef; target: Vec3 }
/** The joint is turned as the orientation. */
export interface OrientGoal extends GoalOptions { kind: 'orient'; joint: JointRef; orientation: Quat }
/** Both, of the joint or of a tool that is fixed to it. */
export interface PlaceGoal extends GoalOptions {
  kind: 'place';
  joint: JointRef;
  target: Vec3;
  orientation: Quat;
  /** Where the tool is in the joint's frame; `offset` is then a point in the tool's frame. */
  tool?: Transform;
}
/** The ray from the point along the axis (in the joint's frame) goes through the target. */
export interface AimGoal extends GoalOptions { kind: 'aim'; joint: JointRef; axis: Vec3; target: Vec3 }
/** Every freedom near its value in a pose. */
export interface HoldGoal extends GoalOptions {
  kind: 'hold';
  posture: Numbers;
  /** One per freedom, positive, times `weight`: all alike, or by effort where the skeleton has masses. */
  freedomWeights?: Numbers;
}
/** The centre of all masses comes to the target. */
export interface CentreOfMassGoal extends GoalOptions { kind: 'centreOfMass'; target: Vec3 }
/** The point keeps its distance to the target within a range. */
export interface DistanceGoal extends GoalOptions { kind: 'distance'; joint: JointRef; target: Vec3; range: Range }
/** The point stays in front of a plane. */
export interface HalfSpaceGoal extends GoalOptions { kind: 'halfSpace'; joint: JointRef; point: Vec3; normal: Vec3 }
/** The point comes to a point of another joint, in whose frame the target is: a closed loop. */
export interface CoincideGoal extends GoalOptions { kind: 'coincide'; joint: JointRef; to: JointRef; target: Vec3 }
/** The joint keeps its place and orientation in the frame of another: a rigid loop. */
export interface RelativeGoal extends GoalOptions {
  kind: 'relative';
  joint: JointRef;
  to: JointRef;
  target: Vec3;
  orientation: Quat;
  /** As in PlaceGoal. */
  tool?: Transform;
}

export type Goal = ReachGoal | OrientGoal | PlaceGoal | AimGoal | HoldGoal | CentreOfMassGoal | DistanceGoal
  | HalfSpaceGoal | CoincideGoal | RelativeGoal;

export type MethodName = 'jacobian' | 'two-bone' | 'ccd' | 'fabrik' | 'shake' | 'full-body' | 'hybrid' | 'global';

/** How the Jacobian is inverted. */
export type Inverse = 'damped' | 'paper' | 'transpose' | 'selectivelyDamped';

/** Which pose `global` takes where there are several. */
export type SolutionChoice = 'quick' | 'nearest' | 'posture' | 'farFromLimits' | 'manipulable';

/** What closed form Global sees for an arm. */
export interface ArmStructure {
  /** 'three axes meet at the tip: square roots; joint7 is searched'. */
  readonly sentence: string;
  /** Of seven joints the one that is searched; -1: none is. */
  readonly searched: number;
}

/** One of all poses of an arm. */
export interface ArmSolution {
  readonly pose: Float64Array;
  /** Which roots of the closed form were taken; -1 without structure. */
  readonly branch: number;
  /** The branch as words, 'shoulder 1, elbow 2, wrist 1'; '' without structure. */
  readonly name: string;
  /** The values that the locked joint of seven may have on this branch; endless where none is locked. */
  readonly interval: readonly [number, number];
  /** To the pose that it was asked for from: the root of the sum of squares, radians and reaches. */
  readonly distance: number;
}

/** Settings of the methods. Each method has some of them; one that it does not have is refused with a sentence. */
export interface SolverSettings {
  /** All: of the reach, 1e-5. */
  tolerance?: number;
  /** All: radians, 1e-5. */
  angleTolerance?: number;
  /** All: metres, in place of `tolerance` when positive: 0. */
  metresTolerance?: number;
  /** All but two-bone and global. */
  maxIterations?: number;
  /** Jacobian: 'damped'. */
  inverse?: Inverse;
  /** Jacobian: 0 to 1, how much of each step is taken: 1. */
  step?: number;
  /** Jacobian, full-body, hybrid, global: the first joint that may move; -1: all may. */
  from?: JointRef;
  /** Jacobian: a place is solved as a reach of the last ball and a turn of it, where that can be: true. */
  penultimate?: boolean;
  /** Jacobian: the most that any joint may change in one solve, radians (a slider: reaches): endless. */
  maxChange?: number;
  /** Jacobian: 0 to 1, how much of the way to the posture of Solver.setPosture is gone in each solve: 0.3. */
  ease?: number;
  /** Jacobian, 'paper': 20. */
  innerLimit?: number;
  /** Jacobian, 'paper': of the reach, 1e-3. */
  inverseError?: number;
  /** Two-bone: the joints of the limb; -1: found. */
  root?: JointRef;
  mid?: JointRef;
  /** Two-bone, hybrid: direction in the world to which the mid joint points; 0: the shortest way. */
  pole?: Vec3;
  /** Two-bone, hybrid: in the mid joint's frame; 0: as it is bent now. */
  bendAxis?: Vec3;
  /** Two-bone, hybrid: radians about the line from root to tip: 0. */
  twist?: number;
  /** Two-bone, hybrid: 0 to 1, 0. */
  softness?: number;
  /** Two-bone, hybrid: 0 to 1, 1. */
  fade?: number;
  /** Two-bone, hybrid: a pose that misses is not taken: false. */
  keep?: boolean;
  /** Ccd: radians in one round: pi. */
  maxTurn?: number;
  /** Ccd: the books' order: false. */
  tipFirst?: boolean;
  /** Ccd, fabrik, shake: how often a pose that is stuck is shaken: 6. */
  shakes?: number;
  /** Shake: 40. */
  cycle?: number;
  /** Shake: 1e-3. */
  boneTolerance?: number;
  /** Full-body, hybrid: how many other poses to start from: 0. */
  restarts?: number;
  /** Full-body, hybrid: of those poses: 1. */
  seed?: number;
  /** Full-body, hybrid: goals of the first priority that are stuck are tried once more from elsewhere: true. */
  tryAgain?: boolean;
  /** Global: which pose is taken where there are several: 'quick'. 'posture' means that of Solver.setPosture. */
  choice?: SolutionChoice;
  /** Global: descents from other poses, at the most: 400. */
  maxStarts?: number;
  /** Global: solveAll counts poses that are whole turns apart each: false. */
  turns?: boolean;
  /** Hybrid: how far a limb may be stretched before the trunk helps: 0.98. */
  stretch?: number;
}

/** How a solve ended; 'notFound': there may be a pose; 'unreachable': there is none. */
export type Outcome = 'reached' | 'notFound' | 'unreachable' | 'badInput';

/** Something that stood in the way: a joint's limit, or a goal that comes first. */
export interface Blocker {
  /** The joint whose limit it is; -1: it is a goal. */
  readonly joint: number;
  readonly axis: number;
  /** Of a ball: which of its limits. */
  readonly ballPart: 'none' | 'swing' | 'twist';
  /** The goal that comes first; -1: it is a limit. */
  readonly goal: number;
  /** The limit, radians or metres. */
  readonly at: number;
  /** Metres of error gone for each radian or metre that it gives way. */
  readonly gain: number;
  /** How far it must give way, by itself, for the goals to be reached; 0: not known (see Solver.explain). */
  readonly relax: number;
}

/** How far a goal is missed; 0 within bounds. */
export interface GoalError {
  /** Metres. */
  readonly position: number;
  /** Radians. */
  readonly angle: number;
}

/** How a solve went. */
export interface Report {
  readonly outcome: Outcome;
  /** The largest of any goal, metres. */
  readonly positionError: number;
  /** The largest of any goal, radians. */
  readonly angleError: number;
  /** The goal that is farthest off; -1: none. */
  readonly worstGoal: number;
  readonly iterations: number;
  /** For a person: 'reached', or how much is lacking and what stands in the way. */
  readonly sentence: string;
  readonly blockers: readonly Blocker[];
}

export interface SolveResult extends Report {
  readonly pose: Float64Array;
  /** One a goal; empty for bad input. */
  readonly goalErrors: readonly GoalError[];
}

/** One point of a curve of error against iterations. */
export interface CurvePoint {
  /** How many were allowed. */
  readonly limit: number;
  /** How many it took. */
  readonly iterations: number;
  readonly positionError: number;
  readonly angleError: number;
  readonly outcome: Outcome;
}

export interface TimedResult {
  /** Of one solve. */
  readonly microseconds: number;
  readonly repeats: number;
}

// ---- velocities ------------------------------------------------------------------------------------------------------

/** How a body moves at an instant: linear belongs to the point of the body that is at the origin. */
export interface Twist {
  readonly angular: Vec3;
  readonly linear: Vec3;
}

export interface ConstraintOptions {
  /** The point that is meant, in the joint's frame: its origin. */
  offset?: Vec3;
  /** Against others where not all can be met, positive: 1. */
  weight?: number;
  /** Also lead back to the target's place (StepperSettings.beta): true. */
  correct?: boolean;
}

/** The link turns about an axis of the world only; its own direction `axisInJoint`, if given, is kept along it. */
export interface TurnAboutConstraint extends ConstraintOptions {
  kind: 'turnAbout';
  joint: JointRef;
  axis: Vec3;
  axisInJoint?: Vec3;
  /** The angular velocity at which the axis itself is carried about: 0. */
  axisVelocity?: Vec3;
}
/** The link moves as its target, a unit quaternion and a point. */
export interface FollowPoseConstraint extends ConstraintOptions {
  kind: 'followPose';
  joint: JointRef;
  target: Vec3;
  orientation: Quat;
  velocity?: Twist;
}
/** A point does; `velocity` is the target point's own. */
export interface FollowPointConstraint extends ConstraintOptions {
  kind: 'followPoint';
  joint: JointRef;
  target: Vec3;
  velocity?: Vec3;
}
/** A point stays in a plane, which may move. */
export interface StayInPlaneConstraint extends ConstraintOptions {
  kind: 'stayInPlane';
  joint: JointRef;
  point: Vec3;
  normal: Vec3;
  velocity?: Twist;
}
/** One to six rows: the product of each with the link's twist has a value. */
export interface TwistRowsConstraint extends ConstraintOptions {
  kind: 'twistRows';
  joint: JointRef;
  rows: readonly Twist[];
  values: readonly number[];
}

export type Constraint = TurnAboutConstraint | FollowPoseConstraint | FollowPointConstraint | StayInPlaneConstraint
  | TwistRowsConstraint;

export interface StepperSettings {
  /** Seconds a step: 1/60. */
  h?: number;
  /** 0 to 1, how much of the error in place a step takes back: 0.5. */
  beta?: number;
  /** The way back as the slides print it, not by the logarithm: false. */
  printedDrift?: boolean;
  /** Where the joints can hardly serve a direction: speeds grow, it is given up, or slowed: 'byRank'. */
  inverse?: 'plain' | 'byRank' | 'damped';
  /** 1e-4 */
  rankThreshold?: number;
  /** 0.05 */
  damping?: number;
  /** Solve parts that do not touch each other by themselves: true. */
  separate?: boolean;
  /** Metres that count as much as a radian; 0: the size of the figure. */
  length?: number;
  /** 1e-6 */
  tolerance?: number;
}

/** What kept a freedom from going faster. */
export interface Binding {
  readonly freedom: number;
  readonly limit: 'lower' | 'upper' | 'speed' | 'ballSwing' | 'ballTwist';
}

/** How one constraint fared. */
export interface ConstraintResult {
  /** Speed lacking, radians per second. */
  readonly angular: number;
  /** Speed lacking, metres per second. */
  readonly linear: number;
  /** Speed lacking of rows of your own. */
  readonly general: number;
  /** After the step, radians. */
  readonly angleError: number;
  /** After the step, metres. */
  readonly positionError: number;
  /** How much of its speed the limits leave. */
  readonly scale: number;
  /** -1: no free joint moves it. */
  readonly part: number;
}

export interface StepResult {
  readonly pose: Float64Array;
  /** One a freedom. */
  readonly speeds: Float64Array;
  /** 'reached': every constraint has its velocity; 'notFound': best fit, or slowed. */
  readonly outcome: Outcome;
  /** Of bad input: what was wrong. */
  readonly fault: string;
  readonly scale: number;
  readonly compensated: boolean;
  readonly angular: number;
  readonly linear: number;
  readonly general: number;
  readonly angleError: number;
  readonly positionError: number;
  readonly worstConstraint: number;
  readonly rows: number;
  readonly columns: number;
  /** How many independent directions were served. */
  readonly rank: number;
  readonly parts: number;
  readonly clamped: number;
  readonly constraints: readonly ConstraintResult[];
  readonly bindings: readonly Binding[];
}

// ---- screws and limbs ------------------------------------------------------------------------------------------------

/** A rigid displacement: a unit quaternion, then a shift. */
export interface Transform {
  readonly translation: Vec3;
  readonly rotation: Quat;
}

/** A line in Pluecker coordinates: a unit direction, and the moment point x direction. */
export interface Line {
  readonly direction: Vec3;
  readonly moment: Vec3;
}

/** A turn about a line and a travel along it. */
export interface Screw {
  readonly axis: Line;
  /** Radians. */
  readonly angle: number;
  /** Metres. */
  readonly distance: number;
}

export interface DualQuat {
  readonly real: Quat;
  readonly dual: Quat;
}

/** How two lines lie to each other. */
export interface LinesBetween {
  readonly angle: number;
  readonly distance: number;
  readonly onFirst: Vec3;
  readonly onSecond: Vec3;
}

export interface PlanarOptions {
  /** 'algebraic' */
  strategy?: 'algebraic' | 'geometric';
  /** 'down' */
  elbow?: 'down' | 'up';
}

/** Lander's arm: the angles and what they come from. */
export interface PlanarSolution {
  readonly reachability: 'reachable' | 'tooFar' | 'tooNear';
  /** Radians from the x axis. */
  readonly root: number;
  /** Radians from the first bone. */
  readonly elbow: number;
  /** To the target, metres. */
  readonly distance: number;
  readonly cosElbow: number;
  /** Theta 3: the direction of the target. */
  readonly direction: number;
  /** Theta 4: the triangle's angle at the root, not negative. */
  readonly inner: number;
}

export interface TwoBoneOptions {
  /** Direction in the world to which the mid joint points: none. */
  pole?: Vec3;
  /** Radians about the line from root to tip: 0. */
  twist?: number;
  /** 0 to 1: 0. */
  softness?: number;
}

export interface TwoBoneSolution {
  readonly reached: boolean;
  /** Of the root in the world. */
  readonly rootRotation: Quat;
  /** Of the mid joint, relative to the root. */
  readonly midRotation: Quat;
  readonly mid: Vec3;
  readonly tip: Vec3;
}

/** The circle on which the mid joint may lie. */
export interface ElbowRing {
  readonly reached: boolean;
  readonly centre: Vec3;
  /** From root to target; zero where both are one point. */
  readonly normal: Vec3;
  readonly radius: number;
}

/** The joints of a two-bone limb; `end` takes an orientation, -1: none can. */
export interface Limb {
  readonly root: number;
  readonly mid: number;
  readonly end: number;
}

// ---- scenes and tables -----------------------------------------------------------------------------------------------

/** A skeleton that comes with the module: Kine.buildScene makes it. */
export interface SceneInfo {
  readonly name: string;
  readonly description: string;
  readonly up: 'x' | 'y' | 'z';
}

/** A row of a Denavit-Hartenberg table. */
export interface DhRow {
  name?: string;
  /** Metres along x: 0. */
  a?: number;
  /** Radians about x: 0. */
  alpha?: number;
  /** Metres along z: 0. */
  d?: number;
  /** Radians about z: 0. */
  theta?: number;
  /** 'hinge' */
  kind?: 'hinge' | 'slider' | 'fixed';
  /** Limits, speed, weight. */
  settings?: AxisSettings;
}

// ---- files -----------------------------------------------------------------------------------------------------------

/** A file in memory; its name's ending tells what it is, or else its first bytes do. */
export interface NamedBytes {
  name: string;
  bytes: Uint8Array | ArrayBuffer;
}

/** What you know better than the files. */
export interface OpenOptions {
  /** As the file says, or guessed from the size of the figure. */
  metresPerUnit?: number;
  /** As the file says, or guessed. */
  up?: 'x' | 'y' | 'z';
  /** Frames a second: as the file says. */
  rate?: number;
  /** ASF: every bone has three dofs: false. */
  threeDofs?: boolean;
  /** URDF: the root link floats: false. */
  freeRoot?: boolean;
}

export type WriteFormat = 'bvh' | 'asf' | 'amc' | 'glb' | 'gltf';

export interface WriteOptions {
  /** What the figure is called: as the file that it came from. */
  name?: string;
  /** BVH, ASF, AMC: centimetres in BVH; CMU's unit, or that of the file, in ASF and AMC. */
  metresPerUnit?: number;
  /** BVH: the order of rotation channels, such as 'ZXY': each joint's own. */
  order?: string;
  /** BVH: 6 to 12, 6. */
  decimals?: number;
  /** glTF: the axis that points up: as the file, else 'y'. */
  up?: 'x' | 'y' | 'z';
  /** glTF without a mesh: adds slim bones to look at: true. */
  stickMesh?: boolean;
}

// ---- bones -----------------------------------------------------------------------------------------------------------

type SidedBone = 'Collar' | 'UpperArm' | 'Forearm' | 'Hand' | 'Thigh' | 'Shank' | 'Foot' | 'Toes' | 'ToeTip' | 'Heel';

/** The joints that are parts of a human body; a part that the figure does not have is missing. */
export type Bones = Partial<Record<'pelvis' | 'chest' | 'neck' | 'head' | `left${SidedBone}` | `right${SidedBone}`, number>>;

/** What you know better than the names and the shape: the joint that is a part; null: the figure has no such part. */
export type BoneOverrides = Readonly<Partial<Record<keyof Bones, string | null>>>;

export interface BoneMap {
  readonly found: true;
  /** The joint that carries each part. */
  readonly bones: Bones;
  /** The topmost joint that turns each part: a robot's hip has several joints; else the same. */
  readonly firstBones: Bones;
  /** From above the pelvis to the chest. */
  readonly spine: readonly number[];
  /** To the figure's left, level and of unit length. */
  readonly left: Vec3;
  /** Where it looks. */
  readonly forward: Vec3;
  /** What was guessed or is missing. */
  readonly notes: readonly string[];
}

/** The parts of a body, or a sentence that says why this is none. */
export type BonesOrNot = BoneMap | { readonly found: false; readonly sentence: string };

// ---- terrain and walking ---------------------------------------------------------------------------------------------

export interface TerrainOptions {
  /** Metres from sample to sample: as the file says, else 1. */
  cellSize?: number;
  /** Metres a unit of height: 1. */
  heightScale?: number;
  /** Where the first sample lies when its number is 0: such that the grid is centred on the world's origin. */
  origin?: Vec3;
}

/** What the player asks for: each -1 to 1, times the speeds of the settings: 0. */
export interface Stick {
  /** + ahead. */
  forward?: number;
  /** + to the left. */
  turn?: number;
  /** + to the left. */
  side?: number;
}

/** How a body walks. Lengths and times are those of a leg of 0.87 m; others walk in proportion. */
export interface WalkSettings {
  /** As people walk, or as Meredith & Maddock describe it; all settings but the mode become the gait's: 'natural'. */
  gait?: 'natural' | 'paper';
  /** How the legs are solved; 'hybrid': in full for the foot that steps: 'full'. */
  mode?: 'half' | 'full' | 'hybrid';
  /** At a full stick, m/s. */
  speed?: number;
  /** m/s */
  backSpeed?: number;
  /** m/s */
  sideSpeed?: number;
  /** rad/s */
  turnSpeed?: number;
  /** Metres between the ankles. */
  stepWidth?: number;
  /** Radians. */
  toeOut?: number;
  /** Radians. */
  armSwing?: number;
  /** The head looks to where the body will face so many seconds later. */
  headLead?: number;
}

/** How a leg's solve went. */
export interface LegResult {
  /** Of the ankle, metres. */
  readonly positionError: number;
  /** Of the foot, radians. */
  readonly angleError: number;
  readonly iterations: number;
  /** Six rows; else three. */
  readonly full: boolean;
}

/** Something to look at and to reach for. */
export interface ObjectInReach {
  /** In the world. */
  readonly point: Vec3;
  /** The head turns to it: yes unless false. */
  readonly look?: boolean;
  /** A hand takes it: yes unless false. */
  readonly reach?: boolean;
}

/** What a hand is about. */
export interface HandResult {
  /** What it reaches for, holds or has just let go of, by its place in the list. */
  readonly object: number | undefined;
  /** It is on it. */
  readonly holds: boolean;
  /** 0: the arm swings as it walks, 1: it is all with the object. */
  readonly weight: number;
  /** Metres from the object once it is there. */
  readonly miss: number;
}

/** A point of a foot that comes to stand on the ground, on the joint that carries it. */
export interface FootPoint {
  readonly foot: 'left' | 'right';
  readonly part: 'heel' | 'toe';
  /** -1: the figure shows none. */
  readonly joint: number;
  /** In the joint's frame. */
  readonly offset: Vec3;
}

/** A point of a foot that stands still. */
export interface FootPlant extends FootPoint {
  /** Where, in the world it walks in. */
  readonly position: Vec3;
}

/** Where a foot will land: the point of the flat sole below the ankle, and world_from_foot. */
export interface PlannedStep {
  readonly foot: 'left' | 'right';
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** Where a foot stands, or stood last. */
export interface Sole extends PlannedStep {
  /** False: it is in the air. */
  readonly bears: boolean;
}

/** A foot seen from its ankle, X to the left, Y up, Z ahead: metres. */
export interface FootShape {
  readonly heel: Vec3;
  readonly ball: Vec3;
  readonly tip: Vec3;
  readonly halfWidth: number;
}

export interface WalkFrame {
  readonly pose: Float64Array;
  /** Midway between the hips, turned as the pelvis: as they were asked to be. */
  readonly hips: Transform;
  /** The point on the map that the figure goes by. */
  readonly x: number;
  readonly z: number;
  /** From +z to +x, radians. */
  readonly heading: number;
  /** Ahead, m/s. */
  readonly speed: number;
  /** A foot is on its way; else it stands. */
  readonly stepping: boolean;
  readonly plants: readonly FootPlant[];
  /** Left and right. */
  readonly legs: readonly [LegResult, LegResult];
  /** The stick or the time was no number: it stands. */
  readonly badStick: boolean;
  /** Faster than walking can be: held at Froude number 0.5. */
  readonly heldBack: boolean;
  /** No foothold ahead: it stops. */
  readonly blocked: boolean;
  /** No ground where it should start: the pose is as it was. */
  readonly noGround: boolean;
}

/** How a figure crawls on three to six legs. Metres and seconds. */
export interface CrawlSettings {
  /** At a full stick, m/s: 0.45. */
  speed?: number;
  /** m/s: 0.3. */
  backSpeed?: number;
  /** m/s: 0.25. */
  sideSpeed?: number;
  /** rad/s: 0.8. */
  turnSpeed?: number;
  acceleration?: number;
  braking?: number;
  turnAcceleration?: number;
  /** The way in one step, which lasts as long as that takes within the two times: 0.18. */
  step?: number;
  leastTime?: number;
  mostTime?: number;
  /** How high a tip goes: 0.06. */
  lift?: number;
  /** Over what is on its way. */
  clearance?: number;
  /** Up or down from the other legs: 0.35. */
  mostRise?: number;
  /** How much of the slope below its legs the body takes on: 0.8. */
  lean?: number;
}

/** The end of a leg. */
export interface CrawlTip {
  readonly joint: number;
  /** Where it was asked to be, in the world. */
  readonly position: Vec3;
  /** It bears; else it is in the air. */
  readonly stands: boolean;
  /** Where it will come down, if it is in the air. */
  readonly landing: Vec3 | undefined;
}

export interface CrawlFrame {
  readonly pose: Float64Array;
  /** Where the body was put. */
  readonly body: Transform;
  readonly x: number;
  readonly z: number;
  /** From +z to +x, radians. */
  readonly heading: number;
  /** Ahead, m/s. */
  readonly speed: number;
  /** Legs are on their way; else it stands. */
  readonly stepping: boolean;
  readonly tips: readonly CrawlTip[];
  /** Of the worst leg, metres. */
  readonly positionError: number;
  /** Of all legs together. */
  readonly iterations: number;
  /** No foothold ahead: it stops. */
  readonly blocked: boolean;
  /** No ground where it should start: the pose is as it was. */
  readonly noGround: boolean;
}

/** How an animation is put on the ground. Metres and seconds. */
export interface MotionSettings {
  /** 0: as animated, 1: all of the correction: 1. */
  weight?: number;
  /** The height of the animation's own ground: 0, or as Motion.fitSoles finds it. */
  floor?: number;
  /** No leg becomes straighter, hip to ankle as a share of its length: 0.995, or as in the clip of Motion.fitSoles. */
  straightest?: number;
  /** In which a foot that has landed comes to rest: 0.06. */
  settle?: number;
  /** In which one that leaves comes back to its animation: 0.25. */
  release?: number;
  /** Over what is in the way of a foot: 0.02. */
  clearance?: number;
  /** That a swing is taken to last until one has been seen: 0.4. */
  swingTime?: number;
  /** A heel or toe that is slower (m/s) and lower stands, and goes on standing until it is faster or higher. */
  startSpeed?: number;
  endSpeed?: number;
  startHeight?: number;
  endHeight?: number;
  /** What lasts less long is no plant of a clip: 0.05. */
  shortest?: number;

  /** Motion.lookAt. 0: as animated, 1: the head looks there: 1. */
  lookWeight?: number;
  /** What a part does of the turn against the others (0.4, 0.3, 0.2, 0.1), and how far it goes to a side and up or down at the most, radians. */
  lookHeadShare?: number;
  lookHeadYaw?: number;
  lookHeadPitch?: number;
  lookNeckShare?: number;
  lookNeckYaw?: number;
  lookNeckPitch?: number;
  lookChestShare?: number;
  lookChestYaw?: number;
  lookChestPitch?: number;
  lookSpineShare?: number;
  lookSpineYaw?: number;
  lookSpinePitch?: number;
  /** Where it looks from, in the frame of the head's joint: its origin. */
  lookEyes?: Vec3;
  /** Radians that the target may move before the gaze follows: 0.03. */
  lookDeadZone?: number;
  /** Seconds in which the gaze goes most of its way: 0.25. */
  lookEase?: number;
  /** Radians a second: 6. */
  lookFastest?: number;
  /** Seconds in which looking begins and ends: 0.4. */
  lookBlend?: number;

  /** Motion.holdOn. 0: as animated, 1: hands are on their grips: 1. */
  holdWeight?: number;
  /** Seconds in which a hand comes to its grip and leaves it: 0.3. */
  holdBlend?: number;
  /** No arm becomes straighter, as a share of its length: 0.99. */
  holdStraightest?: number;
  /** Radians that spine and chest bend to help an arm: 0.5. */
  holdTrunk?: number;
}

/** How a frame of Motion.lookAt went. */
export interface LookAtFrame {
  pose: Float64Array<ArrayBuffer>;
  /** From where the head looks to the target, radians. */
  off: number;
  /** It is too far behind: the head goes back to its animation. */
  outOfReach: boolean;
}

/** Something that a hand holds, in the figure's world. */
export interface HandGrip {
  hand: 'left' | 'right';
  at: Vec3;
  /** How the hand is turned there; without it, it keeps its animated rotation. */
  rotation?: Quat;
  /** What of the hand is on the grip, in the frame of the hand's joint: its origin. */
  palm?: Vec3;
  /** Where the elbow points; else it is where the animation has it. */
  pole?: Vec3;
}

/** How a frame of Motion.holdOn went. */
export interface HoldOnFrame {
  pose: Float64Array<ArrayBuffer>;
  /** Left and right: from the palm to its grip, metres. */
  miss: [number, number];
  /** How far spine and chest were bent, radians. */
  trunk: number;
}

/** Where a clip does the same again. */
export interface Cycle {
  from: number;
  /** The frame that shows the pose of `from` again. */
  to: number;
  /** How far joints are from where they were, metres. */
  apart: number;
}

/** A joint is wanted somewhere at one frame. */
export interface EditPin {
  joint: JointRef;
  frame: number;
  /** Metres, in the figure's world. */
  at: Vec3;
}

/** How a clip is edited: the settings of the method besides. */
export interface EditSettings extends SolverSettings {
  /** Any but 'global': 'full-body'. */
  method?: MethodName;
  /** Joints that stay where the clip has them, as feet do. */
  kept?: readonly JointRef[];
  /** Hips and chest: they give way where limbs cannot reach. */
  trunk?: readonly JointRef[];
  /** The first joint that may move, with all below it: all may. */
  startAt?: JointRef;
}

/** How a frame of Editor.pull went. */
export interface PullResult {
  outcome: Outcome;
  sentence: string;
  pose: Float64Array<ArrayBuffer>;
  iterations: number;
  /** From the farthest pin to its joint, metres. */
  missed: number;
  /** Of what is kept, the farthest from where the clip has it, metres; nothing where nothing is kept. */
  slipped: number | undefined;
}

/** A heel or toe stands in a clip: frames from 0, the last one excluded. */
export interface Plant {
  foot: 'left' | 'right';
  part: 'heel' | 'toe';
  from: number;
  to: number;
  /** Metres, in the figure's world. */
  at: Vec3;
}

/** What Motion.cleanClip mended. Metres and radians. */
export interface CleanReport {
  /** Joints that jumped away for a frame and back: how far, the root by a distance and others by an angle. */
  spikes: { joint: number; frame: number; angle: number; distance: number }[];
  /** Plants, and how far the foot slid before and after. */
  skates: (Plant & { before: number; after: number })[];
  /** Of a sole in the ground. */
  deepestBefore: number;
  deepestAfter: number;
}

/** How a frame of Motion.groundFeet went. */
export interface GroundFeetFrame {
  pose: Float64Array<ArrayBuffer>;
  /** How far the figure was raised, metres. */
  pelvis: number;
  /** Left and right: what stands, and how far the leg is short of its place, metres. */
  feet: { heelDown: boolean; toeDown: boolean; miss: number }[];
}

// ---- a motion on another body ----------------------------------------------------------------------------------------

/** What is particular about a part of a body. Axes are those of a figure that stands upright: X to the left, Y up, Z ahead. */
export interface StylePart {
  /** Above 0: 2 turns half as far, and what hangs on it makes up for that: 1. */
  weight?: number;
  /** Radians that it bends forwards (a knee: backwards) at the least and the most: none. */
  limits?: Range;
  /** A turn that is added, a rotation vector in radians: none. */
  offset?: Vec3;
}

/** A manner of moving. */
export interface Style {
  parts: Readonly<Partial<Record<keyof Bones | 'spine', StylePart>>>;
}

/** How a motion is put on another body. */
export interface RetargetSettings {
  /** How limbs are solved: by three rows of a Jacobian, by six, or in closed form where that can be: 'hybrid'. */
  mode?: 'half' | 'full' | 'hybrid';
  /** What both figures show at rest: limbs are compared by where their bones point, or it is the same pose: 'auto'. */
  rest?: 'auto' | 'bind';
  /** A pose of the source that is taken as its rest: its own; null: its own again. */
  sourceRest?: Numbers | null;
  /** Feet that stand are locked to the ground: yes. */
  plants?: boolean;
  /** Hands that touch each other or the body still do: yes. */
  contacts?: boolean;
  /** Limits of the target hold: yes. */
  limits?: boolean;
  /** Joints of the target with a speed limit keep to it: yes. */
  speedLimits?: boolean;
  /** One of Kine.styles, or your own: none; null: none again. */
  style?: string | Style | null;
}

/** A plant in a clip on another body. */
export interface Stand extends Plant {
  /** How far it goes from there while it stands, at the most, metres. */
  drift: number;
}

/** How a clip went on another body. Metres. */
export interface RetargetReport {
  /** Where the target's feet stand. */
  stands: Stand[];
  /** The height of the ground in the result, along the target's up axis. */
  floor: number;
  /** Of a sole in the ground. */
  deepest: number;
  /** How far the pelvis was lowered for legs that are too short, at the most. */
  lowered: number;
  /** How far a foot is from where it should be because its leg cannot do it. */
  miss: number;
  /** The most that a joint is outside its limits, radians or metres. */
  beyondLimits: number;
  /** The most that a joint is faster than it may be, as a share of that. */
  overSpeed: number;
  /** Frames in which a hand touches the other one or the body. */
  contacts: number;
}
