/** @import { Module } from './module.mjs' */
/** @typedef {import('./types.mjs').AimGoal} AimGoal */
/** @typedef {import('./types.mjs').AxisSettings} AxisSettings */
/** @typedef {import('./types.mjs').BallLimits} BallLimits */
/** @typedef {import('./types.mjs').Binding} Binding */
/** @typedef {import('./types.mjs').Blocker} Blocker */
/** @typedef {import('./types.mjs').BoneMap} BoneMap */
/** @typedef {import('./types.mjs').BoneOverrides} BoneOverrides */
/** @typedef {import('./types.mjs').Bones} Bones */
/** @typedef {import('./types.mjs').BonesOrNot} BonesOrNot */
/** @typedef {import('./types.mjs').CentreOfMassGoal} CentreOfMassGoal */
/** @typedef {import('./types.mjs').CoincideGoal} CoincideGoal */
/** @typedef {import('./types.mjs').Constraint} Constraint */
/** @typedef {import('./types.mjs').ConstraintOptions} ConstraintOptions */
/** @typedef {import('./types.mjs').ConstraintResult} ConstraintResult */
/** @typedef {import('./types.mjs').CrawlFrame} CrawlFrame */
/** @typedef {import('./types.mjs').CrawlSettings} CrawlSettings */
/** @typedef {import('./types.mjs').CrawlTip} CrawlTip */
/** @typedef {import('./types.mjs').CurvePoint} CurvePoint */
/** @typedef {import('./types.mjs').DhRow} DhRow */
/** @typedef {import('./types.mjs').DistanceGoal} DistanceGoal */
/** @typedef {import('./types.mjs').DualQuat} DualQuat */
/** @typedef {import('./types.mjs').ElbowRing} ElbowRing */
/** @typedef {import('./types.mjs').Ellipsoid} Ellipsoid */
/** @typedef {import('./types.mjs').Follow} Follow */
/** @typedef {import('./types.mjs').FollowPointConstraint} FollowPointConstraint */
/** @typedef {import('./types.mjs').FollowPoseConstraint} FollowPoseConstraint */
/** @typedef {import('./types.mjs').FootPlant} FootPlant */
/** @typedef {import('./types.mjs').FootPoint} FootPoint */
/** @typedef {import('./types.mjs').FreedomInfo} FreedomInfo */
/** @typedef {import('./types.mjs').FullJointDescription} FullJointDescription */
/** @typedef {import('./types.mjs').Goal} Goal */
/** @typedef {import('./types.mjs').GoalError} GoalError */
/** @typedef {import('./types.mjs').GoalOptions} GoalOptions */
/** @typedef {import('./types.mjs').HalfSpaceGoal} HalfSpaceGoal */
/** @typedef {import('./types.mjs').HandResult} HandResult */
/** @typedef {import('./types.mjs').HoldGoal} HoldGoal */
/** @typedef {import('./types.mjs').Inverse} Inverse */
/** @typedef {import('./types.mjs').JacobianOptions} JacobianOptions */
/** @typedef {import('./types.mjs').JointChange} JointChange */
/** @typedef {import('./types.mjs').JointDescription} JointDescription */
/** @typedef {import('./types.mjs').JointInfo} JointInfo */
/** @typedef {import('./types.mjs').JointKind} JointKind */
/** @typedef {import('./types.mjs').JointRef} JointRef */
/** @typedef {import('./types.mjs').LegResult} LegResult */
/** @typedef {import('./types.mjs').Limb} Limb */
/** @typedef {import('./types.mjs').Line} Line */
/** @typedef {import('./types.mjs').LinesBetween} LinesBetween */
/** @typedef {import('./types.mjs').Matrix} Matrix */
/** @typedef {import('./types.mjs').MethodName} MethodName */
/** @typedef {import('./types.mjs').NamedBytes} NamedBytes */
/** @typedef {import('./types.mjs').Numbers} Numbers */
/** @typedef {import('./types.mjs').ObjectInReach} ObjectInReach */
/** @typedef {import('./types.mjs').OpenOptions} OpenOptions */
/** @typedef {import('./types.mjs').OrientGoal} OrientGoal */
/** @typedef {import('./types.mjs').Outcome} Outcome */
/** @typedef {import('./types.mjs').PlaceGoal} PlaceGoal */
/** @typedef {import('./types.mjs').PlanarOptions} PlanarOptions */
/** @typedef {import('./types.mjs').PlanarSolution} PlanarSolution */
/** @typedef {import('./types.mjs').PlannedStep} PlannedStep */
/** @typedef {import('./types.mjs').Quat} Quat */
/** @typedef {import('./types.mjs').Range} Range */
/** @typedef {import('./types.mjs').ReachGoal} ReachGoal */
/** @typedef {import('./types.mjs').RelativeGoal} RelativeGoal */
/** @typedef {import('./types.mjs').Report} Report */
/** @typedef {import('./types.mjs').Rows} Rows */
/** @typedef {import('./types.mjs').SceneInfo} SceneInfo */
/** @typedef {import('./types.mjs').Screw} Screw */
/** @typedef {import('./types.mjs').Sole} Sole */
/** @typedef {import('./types.mjs').SolveResult} SolveResult */
/** @typedef {import('./types.mjs').SolverSettings} SolverSettings */
/** @typedef {import('./types.mjs').Source} Source */
/** @typedef {import('./types.mjs').StayInPlaneConstraint} StayInPlaneConstraint */
/** @typedef {import('./types.mjs').StepResult} StepResult */
/** @typedef {import('./types.mjs').StepperSettings} StepperSettings */
/** @typedef {import('./types.mjs').Stick} Stick */
/** @typedef {import('./types.mjs').TerrainOptions} TerrainOptions */
/** @typedef {import('./types.mjs').TimedResult} TimedResult */
/** @typedef {import('./types.mjs').Transform} Transform */
/** @typedef {import('./types.mjs').TurnAboutConstraint} TurnAboutConstraint */
/** @typedef {import('./types.mjs').Twist} Twist */
/** @typedef {import('./types.mjs').TwistRowsConstraint} TwistRowsConstraint */
/** @typedef {import('./types.mjs').TwoBoneOptions} TwoBoneOptions */
/** @typedef {import('./types.mjs').TwoBoneSolution} TwoBoneSolution */
/** @typedef {import('./types.mjs').Vec3} Vec3 */
/** @typedef {import('./types.mjs').WalkFrame} WalkFrame */
/** @typedef {import('./types.mjs').WalkSettings} WalkSettings */
/** @typedef {import('./types.mjs').WriteFormat} WriteFormat */
/** @typedef {import('./types.mjs').WriteOptions} WriteOptions */
/** The library, loaded. */
export class Kine {
    /**
     * Loads kine.wasm from its bytes, its address, or a module that is compiled already.
     * @param {Source} source
     * @returns {Promise<Kine>}
     */
    static load(source: Source): Promise<Kine>;
    /** Kine.load makes these. @param {Module} module */
    constructor(module: Module);
    /** Rigid displacements, screws, lines and twists. @readonly */
    readonly screws: Screws;
    /** Two bones in closed form, without a skeleton. @readonly */
    readonly limbs: Limbs;
    /** The version of the library, such as '0.1.0'. */
    get version(): string;
    /** How many bytes of memory the module has. It never gives any back to the system. */
    get memoryBytes(): number;
    /**
     * Makes a skeleton. A description that will not do throws a KineError whose message says why.
     * @param {Iterable<JointDescription>} joints parents before their children
     * @returns {Skeleton}
     */
    buildSkeleton(joints: Iterable<JointDescription>): Skeleton;
    /**
     * Makes a skeleton from a Denavit-Hartenberg table: hinges and sliders along z, and a fixed joint at the end. 'modified'
     * is Craig's way of writing it.
     * @param {readonly DhRow[]} rows @param {'classic' | 'modified'} convention @param {string} tip its name
     */
    buildFromDh(rows: readonly DhRow[], convention: "classic" | "modified", tip?: string): Skeleton;
    /** The methods of Skeleton.createSolver, with a line about each. */
    get methods(): {
        name: MethodName;
        description: string;
    }[];
    /** The skeletons that come with the module. @returns {SceneInfo[]} */
    get scenes(): SceneInfo[];
    /**
     * The skeleton of a scene, such as 'humanoid'. `links` is for 'ball-chain'.
     * @param {string} name @param {{ links?: number }} options
     */
    buildScene(name: string, { links }?: {
        links?: number;
    }): Skeleton;
    /**
     * A pose that belongs to a scene, for its skeleton or one changed from it: 'rest'; 'ready' of 'seven-hinge-arm';
     * 'standing', 'stride' and 'reach' of 'humanoid'; 'standing' of 'spider'.
     * @param {Skeleton} skeleton @param {string} scene @param {string} name
     */
    scenePose(skeleton: Skeleton, scene: string, name: string): Float64Array<ArrayBuffer>;
    /**
     * Reads files that make one scene together: BVH, ASF with AMC, glTF with the files it names, GLB or URDF. What cannot be
     * read throws a KineError that names the file and the line.
     * @param {readonly NamedBytes[]} files @param {OpenOptions} options
     */
    openFile(files: readonly NamedBytes[], options?: OpenOptions): SceneFile;
    /**
     * A file of a skeleton and clips of it. Of a file that was opened, a character keeps its mesh, skin and materials, and an
     * ASF its columns. BVH and AMC take one clip (none: the rest pose), ASF none.
     * @param {WriteFormat} format @param {SceneFile | Skeleton} what @param {Clip | readonly Clip[]} clips
     * @param {WriteOptions} options
     */
    write(format: WriteFormat, what: SceneFile | Skeleton, clips?: Clip | readonly Clip[], options?: WriteOptions): Uint8Array<ArrayBuffer>;
    /** The terrains that come with the module, for Kine.buildTerrain; SEED stands for a whole number. */
    get terrains(): {
        name: string;
        description: string;
    }[];
    /** Ground by its name, such as 'stairs' or 'hills:7'. @param {string} name */
    buildTerrain(name: string): Terrain;
    /**
     * Ground from a height grid: a PNG of 8 or 16 bits, an Esri ASCII grid or CSV.
     * @param {NamedBytes} file @param {TerrainOptions} options
     */
    openTerrain(file: NamedBytes, options?: TerrainOptions): Terrain;
    /**
     * A body that walks. `standing` is a pose in which it stands upright, Y up, faces +Z and has its arms hanging. A figure
     * that cannot walk throws a KineError that says why.
     * @param {Skeleton} skeleton @param {Numbers} standing @param {WalkSettings} settings
     */
    createWalker(skeleton: Skeleton, standing: Numbers, settings?: WalkSettings): Walker;
    /**
     * Any figure on two legs that walks: of a file, or a skeleton in whose world `up` points up. Overrides are by names (of a
     * file's also aliases) of joints. What cannot walk throws a KineError that says why. Takes a moment: it rehearses.
     * @param {SceneFile | Skeleton} figure @param {{ up?: Vec3, overrides?: BoneOverrides }} bones
     * @param {WalkSettings} settings
     */
    createFigureWalker(figure: SceneFile | Skeleton, { up, overrides }?: {
        up?: Vec3;
        overrides?: BoneOverrides;
    }, settings?: WalkSettings): Walker;
    /**
     * A body that crawls on three to six legs, such as the scene 'spider'. `standing` is a pose in which it stands upright, Y
     * up, and faces +Z; `tips` are the ends of its legs: those at even places in the list step together, and the others do.
     * What cannot crawl throws a KineError that says why.
     * @param {Skeleton} skeleton @param {Numbers} standing @param {readonly JointRef[]} tips @param {CrawlSettings} settings
     */
    createCrawler(skeleton: Skeleton, standing: Numbers, tips: readonly JointRef[], settings?: CrawlSettings): Crawler;
    #private;
}
export type AimGoal = import("./types.mjs").AimGoal;
export type AxisSettings = import("./types.mjs").AxisSettings;
export type BallLimits = import("./types.mjs").BallLimits;
export type Binding = import("./types.mjs").Binding;
export type Blocker = import("./types.mjs").Blocker;
export type BoneMap = import("./types.mjs").BoneMap;
export type BoneOverrides = import("./types.mjs").BoneOverrides;
export type Bones = import("./types.mjs").Bones;
export type BonesOrNot = import("./types.mjs").BonesOrNot;
export type CentreOfMassGoal = import("./types.mjs").CentreOfMassGoal;
export type CoincideGoal = import("./types.mjs").CoincideGoal;
export type Constraint = import("./types.mjs").Constraint;
export type ConstraintOptions = import("./types.mjs").ConstraintOptions;
export type ConstraintResult = import("./types.mjs").ConstraintResult;
export type CrawlFrame = import("./types.mjs").CrawlFrame;
export type CrawlSettings = import("./types.mjs").CrawlSettings;
export type CrawlTip = import("./types.mjs").CrawlTip;
export type CurvePoint = import("./types.mjs").CurvePoint;
export type DhRow = import("./types.mjs").DhRow;
export type DistanceGoal = import("./types.mjs").DistanceGoal;
export type DualQuat = import("./types.mjs").DualQuat;
export type ElbowRing = import("./types.mjs").ElbowRing;
export type Ellipsoid = import("./types.mjs").Ellipsoid;
export type Follow = import("./types.mjs").Follow;
export type FollowPointConstraint = import("./types.mjs").FollowPointConstraint;
export type FollowPoseConstraint = import("./types.mjs").FollowPoseConstraint;
export type FootPlant = import("./types.mjs").FootPlant;
export type FootPoint = import("./types.mjs").FootPoint;
export type FreedomInfo = import("./types.mjs").FreedomInfo;
export type FullJointDescription = import("./types.mjs").FullJointDescription;
export type Goal = import("./types.mjs").Goal;
export type GoalError = import("./types.mjs").GoalError;
export type GoalOptions = import("./types.mjs").GoalOptions;
export type HalfSpaceGoal = import("./types.mjs").HalfSpaceGoal;
export type HandResult = import("./types.mjs").HandResult;
export type HoldGoal = import("./types.mjs").HoldGoal;
export type Inverse = import("./types.mjs").Inverse;
export type JacobianOptions = import("./types.mjs").JacobianOptions;
export type JointChange = import("./types.mjs").JointChange;
export type JointDescription = import("./types.mjs").JointDescription;
export type JointInfo = import("./types.mjs").JointInfo;
export type JointKind = import("./types.mjs").JointKind;
export type JointRef = import("./types.mjs").JointRef;
export type LegResult = import("./types.mjs").LegResult;
export type Limb = import("./types.mjs").Limb;
export type Line = import("./types.mjs").Line;
export type LinesBetween = import("./types.mjs").LinesBetween;
export type Matrix = import("./types.mjs").Matrix;
export type MethodName = import("./types.mjs").MethodName;
export type NamedBytes = import("./types.mjs").NamedBytes;
export type Numbers = import("./types.mjs").Numbers;
export type ObjectInReach = import("./types.mjs").ObjectInReach;
export type OpenOptions = import("./types.mjs").OpenOptions;
export type OrientGoal = import("./types.mjs").OrientGoal;
export type Outcome = import("./types.mjs").Outcome;
export type PlaceGoal = import("./types.mjs").PlaceGoal;
export type PlanarOptions = import("./types.mjs").PlanarOptions;
export type PlanarSolution = import("./types.mjs").PlanarSolution;
export type PlannedStep = import("./types.mjs").PlannedStep;
export type Quat = import("./types.mjs").Quat;
export type Range = import("./types.mjs").Range;
export type ReachGoal = import("./types.mjs").ReachGoal;
export type RelativeGoal = import("./types.mjs").RelativeGoal;
export type Report = import("./types.mjs").Report;
export type Rows = import("./types.mjs").Rows;
export type SceneInfo = import("./types.mjs").SceneInfo;
export type Screw = import("./types.mjs").Screw;
export type Sole = import("./types.mjs").Sole;
export type SolveResult = import("./types.mjs").SolveResult;
export type SolverSettings = import("./types.mjs").SolverSettings;
export type Source = import("./types.mjs").Source;
export type StayInPlaneConstraint = import("./types.mjs").StayInPlaneConstraint;
export type StepResult = import("./types.mjs").StepResult;
export type StepperSettings = import("./types.mjs").StepperSettings;
export type Stick = import("./types.mjs").Stick;
export type TerrainOptions = import("./types.mjs").TerrainOptions;
export type TimedResult = import("./types.mjs").TimedResult;
export type Transform = import("./types.mjs").Transform;
export type TurnAboutConstraint = import("./types.mjs").TurnAboutConstraint;
export type Twist = import("./types.mjs").Twist;
export type TwistRowsConstraint = import("./types.mjs").TwistRowsConstraint;
export type TwoBoneOptions = import("./types.mjs").TwoBoneOptions;
export type TwoBoneSolution = import("./types.mjs").TwoBoneSolution;
export type Vec3 = import("./types.mjs").Vec3;
export type WalkFrame = import("./types.mjs").WalkFrame;
export type WalkSettings = import("./types.mjs").WalkSettings;
export type WriteFormat = import("./types.mjs").WriteFormat;
export type WriteOptions = import("./types.mjs").WriteOptions;
import { Clip } from './clip.mjs';
import { Crawler } from './crawler.mjs';
import { Frames } from './frames.mjs';
import { KineError } from './module.mjs';
import { Limbs } from './limbs.mjs';
import { SceneFile } from './file.mjs';
import { Screws } from './screws.mjs';
import { Shape } from './clip.mjs';
import { Skeleton } from './skeleton.mjs';
import { Solver } from './solver.mjs';
import { Stepper } from './stepper.mjs';
import { Terrain } from './terrain.mjs';
import { Walker } from './walker.mjs';
import type { Module } from './module.mjs';
export { Clip, Crawler, Frames, KineError, Limbs, SceneFile, Screws, Shape, Skeleton, Solver, Stepper, Terrain, Walker };
