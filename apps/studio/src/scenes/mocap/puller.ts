// Pulls bones of a clip to places: one frame while a bone is dragged, the whole clip once it is let go. The library does it.
import type { Clip, Editor, MethodName, PullResult, SolverSettings, Vec3 } from 'kine';
import type { Edit, PullSettings } from './edits';
import type { Figure } from './figure';

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
  clip: Clip;
  editor: Editor;
}

export class Puller {
  #figure: Figure;
  #bench: Bench | undefined;

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  /** Solves one frame: `joint` comes to `target`. The pose of the clip (with the edits made so far) is where it starts. */
  pull(settings: PullSettings, clip: number, frame: number, joint: number, target: Vec3): PullResult {
    return this.#editorOf(this.#figure.clipAt(clip), settings, joint).pull(frame, [{ joint, at: target }]);
  }

  /** For Figure.setEdits: the clip with one edit more. A clip whose bones have no size stays as it is. */
  apply(clip: Clip, edit: Edit): Clip {
    const { skeleton, frames, shape } = this.#figure;
    const joint = skeleton.joint(edit.joint);
    const pose = clip.sample(edit.frame / clip.rate, shape);
    shape.forward(pose, frames);
    const [x, y, z] = frames.position(joint);
    const at: Vec3 = [x + edit.offset[0], y + edit.offset[1], z + edit.offset[2]];
    const editor = this.#editorOf(clip, edit, joint);
    return editor.apply([{ joint, frame: edit.frame, at }], { blend: edit.width / clip.rate, allReached: false });
  }

  /** The index of the start bone, -1 for the whole body; one that does not carry the dragged joint counts as none. */
  startOf(start: string, joint: number): number {
    const { skeleton } = this.#figure;
    const index = start ? skeleton.joints.findIndex((info) => info.name === start) : -1;
    return index >= 0 && skeleton.isAbove(index, joint) ? index : -1;
  }

  dispose(): void {
    this.#bench?.editor.dispose();
    this.#bench = undefined;
  }

  #editorOf(clip: Clip, settings: PullSettings, joint: number): Editor {
    const start = this.startOf(settings.start, joint);
    const key = JSON.stringify([solverSettings(settings), settings.method, start, settings.pins]);
    if (this.#bench?.key === key && this.#bench.clip === clip) return this.#bench.editor;
    this.dispose();
    const { parts, skeleton } = this.#figure;
    const method: MethodName = settings.method;
    const known = settings.pins.map((name) => skeleton.joints.findIndex((info) => info.name === name));
    const trunk = [parts['pelvis'], parts['chest']].filter((part) => part !== undefined);
    const editor = clip.editor({
      ...solverSettings(settings),
      method,
      kept: known.filter((pin) => pin >= 0),
      trunk: trunk.filter((part, i) => trunk.indexOf(part) === i),
      ...(start >= 0 ? { startAt: start } : {}),
    });
    this.#bench = { key, clip, editor };
    return editor;
  }
}
