// What tests read back of this scene: every number comes from the core.
import type { Probe } from '../../shell/scene';
import type { Figure } from './figure';
import type { Retargeting, Opened } from './retarget/retargeting';
import type { Moment } from './view';

/** By the names of joints, as put forward last. */
export const positionsOf = ({ skeleton, frames }: Figure): Record<string, readonly number[]> =>
  Object.fromEntries(skeleton.joints.map(({ name }, i) => [name, frames.position(i)]));

const namesOf = ({ skeleton }: Figure): string[] => skeleton.joints.map(({ name }) => name);

export function probeFigure(figure: Figure, clip: number): Probe {
  const { frameCount, rate, name } = figure.clipAt(clip);
  return {
    name: figure.name, clipName: name, clips: figure.clips.length, frameCount, rate, joints: namesOf(figure), parts: figure.parts,
    notes: figure.notes, up: figure.up, positions: positionsOf(figure),
  };
}

export function probeCharacter({ figure }: Opened, { pose, before }: NonNullable<Moment['character']>, retargeting: Retargeting | undefined, trouble: string): Probe {
  const placesOf = (of: Float64Array): Record<string, readonly number[]> => {
    figure.skeleton.forward(of, figure.frames);
    return positionsOf(figure);
  };
  const result = retargeting?.result;
  return {
    name: figure.name, joints: namesOf(figure), parts: figure.parts, positions: placesOf(pose), before: placesOf(before), pose: [...pose],
    working: retargeting?.working ?? false, trouble, notes: retargeting?.notes ?? [], size: retargeting?.scale,
    result: result ? { frameCount: result.clip.frameCount, rate: result.clip.rate, report: result.report } : undefined,
  };
}
