// Joints of a clip pulled to places.
import { Clip } from './clip.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { kOutcomes } from './solver.mjs';
import type { EditPin, EditSettings, JointRef, PullResult } from './types.mjs';

/** Pulls joints of a clip to places, one frame or all of it. Clip.editor makes these; it keeps the clip as it was then. */
export class Editor extends Handle {
  readonly clip: Clip;
  readonly #module: Module;

  constructor(module: Module, clip: Clip, pointer: number) {
    super(module, pointer, 'kine_editor_destroy', 'this editor was disposed of');
    this.#module = module;
    this.clip = clip;
  }

  /** One frame; the pins' own frames are not looked at. */
  pull(frame: number, pins: readonly Omit<EditPin, 'frame'>[]): PullResult {
    const module = this.#module;
    const { skeleton } = this.clip;
    const size = skeleton.valueCount;
    const [joints = 0, places = 0, pose = 0] = module.rooms(4 * pins.length, 24 * pins.length, 8 * size);
    module.writeInts(joints, pins.map(({ joint }) => skeleton.joint(joint)));
    module.writeDoubles(places, pins.flatMap(({ at }) => [...at]));
    module.check('kine_editor_pull', this.pointer, frame, joints, places, pins.length, pose, size);
    const values = module.readDoubles(pose, size);
    const result = (name: string) => module.call('kine_editor_result', this.pointer, module.word(name));
    module.check('kine_editor_sentence', this.pointer, module.message, kMessageBytes);
    return {
      outcome: kOutcomes[result('outcome')] ?? 'badInput',
      sentence: module.readMessage(),
      pose: values,
      iterations: result('iterations'),
      missed: result('missed'),
      slipped: result('kept') > 0 ? result('slipped') : undefined,
    };
  }

  /**
   * The whole clip with its pins, as a new one. Pins that contradict each other throw a KineError, and those that cannot be reached
   * too, unless `allReached` is false.
   * @param blend seconds to either side over which a pin fades
   */
  apply(pins: readonly EditPin[], { blend = 0.4, allReached = true }: { blend?: number; allReached?: boolean } = {}): Clip {
    const module = this.#module;
    const { skeleton } = this.clip;
    const [whole = 0, places = 0] = module.rooms(8 * pins.length, 24 * pins.length);
    module.writeInts(whole, pins.flatMap(({ joint, frame }) => [skeleton.joint(joint), frame]));
    module.writeDoubles(places, pins.flatMap(({ at }) => [...at]));
    const pointer = module.call('kine_editor_apply', this.pointer, whole, places, pins.length, blend, allReached ? 1 : 0,
      module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return new Clip(module, skeleton, pointer);
  }
}

export function newEditor(module: Module, clip: Clip, settings: EditSettings): Editor {
  const { method = 'full-body', kept = [], trunk = [], startAt, ...rest } = settings;
  const { skeleton } = clip;
  const solver = skeleton.createSolver(method, rest);
  const pointer = module.call('kine_editor_create', clip.pointer, solver.pointer, module.message, kMessageBytes);
  solver.dispose();
  if (pointer === 0) throw new KineError(module.readMessage());
  const editor = new Editor(module, clip, pointer);
  const list = (name: 'kine_editor_set_kept' | 'kine_editor_set_trunk', joints: readonly JointRef[]): void => {
    const [room = 0] = module.rooms(4 * joints.length);
    module.writeInts(room, joints.map((joint) => skeleton.joint(joint)));
    module.check(name, pointer, room, joints.length);
  };
  try {
    list('kine_editor_set_kept', kept);
    list('kine_editor_set_trunk', trunk);
    if (startAt !== undefined) module.check('kine_editor_set_from', pointer, skeleton.joint(startAt));
  } catch (error) {
    editor.dispose();
    throw error;
  }
  return editor;
}
