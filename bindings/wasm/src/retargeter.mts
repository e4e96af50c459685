// A motion on another body.
import { newBones } from './bones.mjs';
import { Clip, type Shape } from './clip.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { cName } from './names.mjs';
import { plantRooms, readPlants, writePlants } from './plants.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { BoneOverrides, Numbers, Plant, RetargetReport, RetargetSettings, Style, Vec3 } from './types.mjs';

/** The settings that are words, and the words in order. */
const kWords = { mode: ['half', 'full', 'hybrid'], rest: ['auto', 'bind'] };

/** A figure, and what is known of its bones. */
interface Figure {
  readonly skeleton: Skeleton;
  readonly up: Vec3;
  readonly overrides: BoneOverrides;
}

/** Puts motions of one figure on another one, in a manner of moving. */
export class Retargeter extends Handle {
  readonly source: Skeleton;
  readonly target: Skeleton;
  readonly #module: Module;

  /** Kine.createRetargeter makes these. */
  constructor(module: Module, source: Skeleton, target: Skeleton, pointer: number) {
    super(module, pointer, 'kine_retargeter_destroy', 'this retargeter was disposed of');
    this.#module = module;
    this.source = source;
    this.target = target;
  }

  /** Changes how it is done, at any time. A style that will not do throws a KineError, and there is none then. */
  set({ sourceRest, style, ...others }: RetargetSettings): void {
    const module = this.#module;
    applySettings(module, { skeleton: this.target, pointer: this.pointer }, 'kine_retargeter', kWords, Object.entries(others));
    if (sourceRest !== undefined) {
      const [rest = 0] = module.write(sourceRest ?? []);
      module.check('kine_retargeter_set_source_rest', this.pointer, sourceRest ? rest : 0, sourceRest?.length ?? 0);
    }
    if (style !== undefined) this.#setStyle(style ?? '');
  }

  #setStyle(style: string | Style): void {
    const module = this.#module;
    const named = typeof style === 'string' ? style : '';
    if (module.call('kine_retargeter_set_style', this.pointer, module.writeTexts(named)[0] ?? 0) !== 0) {
      throw new KineError(`there is no style ${JSON.stringify(named)}`);
    }
    if (typeof style === 'string') return;
    for (const [part, { weight = 1, limits, offset }] of Object.entries(style.parts)) {
      const [between = 0, turn = 0] = module.write(limits ?? [0, 0], offset ?? [0, 0, 0]);
      const status = module.call('kine_retargeter_add_style_part', this.pointer, module.word(cName(part)), weight,
        limits ? between : 0, offset ? turn : 0, module.message, kMessageBytes);
      if (status === 0) continue;
      const sentence = module.readMessage();
      this.#setStyle('');
      throw new KineError(sentence);
    }
  }

  /** All settings as numbers. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_retargeter');
  }

  /** How large the target is against the source: by the lengths of their legs. */
  get scale(): number {
    return this.#result('scale');
  }

  /** What the target lacks, one sentence each. */
  get notes(): string[] {
    const module = this.#module;
    return Array.from({ length: module.call('kine_retargeter_note_count', this.pointer) }, (_, i) =>
      module.readText(module.call('kine_retargeter_note', this.pointer, i)));
  }

  /**
   * One frame by directions alone: each bone of the target points where the source's does.
   * @param shape the lengths of the source's bones in this frame, where its clip changes them
   */
  pose(source: Numbers, shape?: Shape): Float64Array<ArrayBuffer> {
    const module = this.#module;
    const count = this.target.valueCount;
    const [from = 0, to = 0] = module.rooms(8 * source.length, 8 * count);
    module.writeDoubles(from, source);
    module.check('kine_retarget_pose', this.pointer, from, source.length, shape ? shape.pointer : 0, to, count);
    return module.readDoubles(to, count);
  }

  /**
   * A whole clip as a new one of the target's skeleton, and how it went: feet that stand are locked, hands brought to what they touch.
   * @param plants of the source; without them they are found. Those that contradict each other throw a KineError.
   */
  clip(clip: Clip, plants?: readonly Plant[]): RetargetReport & { clip: Clip } {
    const module = this.#module;
    const [spans = 0, places = 0] = plantRooms(module, plants?.length ?? 0);
    writePlants(module, spans, places, plants ?? []);
    const pointer = module.call('kine_retarget_clip', this.pointer, clip.pointer, spans, places, plants ? plants.length : -1,
      module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    return { clip: new Clip(module, this.target, pointer), ...this.#report() };
  }

  #report(): RetargetReport {
    const module = this.#module;
    const count = module.call('kine_retargeter_stands', this.pointer, 0, 0, 0, 0);
    const [spans = 0, places = 0, drifts = 0] = plantRooms(module, count, 8 * count);
    module.call('kine_retargeter_stands', this.pointer, spans, places, drifts, count);
    const plants = readPlants(module, spans, places, count);
    const drift = module.readDoubles(drifts, count);
    return {
      stands: plants.map((plant, i) => ({ ...plant, drift: drift[i] ?? 0 })),
      floor: this.#result('floor'),
      deepest: this.#result('deepest'),
      lowered: this.#result('lowered'),
      miss: this.#result('miss'),
      beyondLimits: this.#result('beyond_limits'),
      overSpeed: this.#result('over_speed'),
      contacts: this.#result('contacts'),
    };
  }

  #result(name: string): number {
    return this.#module.call('kine_retargeter_result', this.pointer, this.#module.word(name));
  }
}

export function createRetargeter(module: Module, source: Figure, target: Figure, settings: RetargetSettings): Retargeter {
  const bones: number[] = [];
  try {
    for (const { skeleton, up, overrides } of [source, target]) {
      bones.push(newBones(module, skeleton, up, overrides));
      if (bones.at(-1) === 0) throw new KineError(module.readMessage());
    }
    const [from = 0, to = 0] = bones;
    const pointer = module.call('kine_retargeter_create', from, to, module.message, kMessageBytes);
    if (pointer === 0) throw new KineError(module.readMessage());
    const made = new Retargeter(module, source.skeleton, target.skeleton, pointer);
    try {
      made.set(settings);
    } catch (error) {
      made.dispose();
      throw error;
    }
    return made;
  } finally {
    for (const pointer of bones) module.call('kine_bones_destroy', pointer);
  }
}
