// What the page asks its worker for: a whole clip on another body. Values only.
import type { BoneOverrides, RetargetReport, RetargetSettings } from 'kine';
import type { Origin, Recording } from '../origin';

/** What is known better about the bones of both. */
export interface BothBones {
  readonly source: BoneOverrides;
  readonly target: BoneOverrides;
}

export interface Job {
  readonly id: number;
  readonly source: Origin;
  readonly target: Origin;
  /** The number of the clip among the source's, and what is shown of it: cleaned, edited. */
  readonly clip: number;
  readonly shown: Recording;
  readonly settings: RetargetSettings;
  readonly bones: BothBones;
}

export interface Done {
  readonly id: number;
  readonly poses: Float64Array<ArrayBuffer>;
  readonly report: RetargetReport;
  /** What it took, seconds. */
  readonly seconds: number;
}

export interface Refused {
  readonly id: number;
  readonly sentence: string;
}

export type Answer = Done | Refused;
