// What is worked on: the figures, their clips, what was done to them, and the moment that is looked at. Knows nothing of the page.
import type { BoneOverrides, Clip, CleanReport, Kine } from 'kine';
import { Dragging } from './dragging';
import type { Edit } from './edits';
import type { Figure } from './figure';
import { originOf } from './origin';
import { PlantFinder, type Stands } from './plants';
import { defaultBone, defaultPins } from './pins';
import { Playback } from './playback';
import { Puller } from './puller';
import type { BoneName, Side } from './retarget/bone_list';
import { Cast } from './retarget/cast';
import type { Opened } from './retarget/retargeting';
import { samples } from './samples';
import { atStart, type State } from './settings';
import type { Moment } from './view';
import { boneWords } from './words';

export class Session {
  readonly cast: Cast;
  readonly playback = new Playback();
  readonly dragging = new Dragging();
  state: State = { ...atStart, pins: [] };
  /** The joint that is dragged, whose height and path are shown. */
  chosen = 0;
  /** A bone of the map that is being looked at: the next joint that is clicked is it. */
  bone: BoneName | undefined;
  #kine: Kine;
  #puller: Puller;
  #plants: PlantFinder;
  /** The character that is the motion's own body once more. */
  #same = 0;

  /** `onResult`: a whole clip on the character is there. */
  constructor(kine: Kine, onResult: () => void) {
    const [first] = samples;
    if (!first) throw new Error('there are no samples');
    this.#kine = kine;
    this.cast = new Cast(kine, { figure: first.open(kine), origin: originOf({ kind: 'sample', key: first.key }) }, onResult);
    this.#puller = new Puller(this.figure);
    this.#plants = new PlantFinder(kine, this.figure);
  }

  get figure(): Figure {
    return this.cast.source.figure;
  }

  get puller(): Puller {
    return this.#puller;
  }

  get hasFeet(): boolean {
    return this.#plants.hasFeet;
  }

  /** Another figure with its motion: everything that belongs to the old one is gone. */
  take(source: Opened): void {
    const { figure } = source;
    this.dragging.reset();
    this.#puller.dispose();
    this.#plants.dispose();
    this.cast.take(source);
    this.#puller = new Puller(figure);
    this.#plants = new PlantFinder(this.#kine, figure);
    this.bone = undefined;
    this.#same = 0;
    const bones = { ...this.state.bones, source: {} };
    this.state = { ...this.state, clip: 0, start: '', edits: [], clean: false, compare: 'after', pins: this.#pinsAtStart(), bones };
    this.chosen = defaultBone(figure.skeleton, figure.parts);
    this.playback.start(figure.clipAt(0));
  }

  /** Goes back to a state, as far as it belongs to the figure that is here. */
  restore(state: State): void {
    // Reset goes back to what the first sample had; joints of another figure are not here.
    const known = (name: string): boolean => this.figure.skeleton.joints.some((info) => info.name === name);
    const pins = state.pins.every(known) ? state.pins : this.#pinsAtStart();
    const clip = Math.min(state.clip, this.figure.clips.length - 1);
    if (clip !== this.state.clip) this.playback.start(this.figure.clipAt(clip));
    this.state = { ...state, pins, clip, start: known(state.start) ? state.start : '' };
  }

  /** Figures, bones and clips as the state has them. True: another character is there, or none. */
  follow(): boolean {
    const changed = this.cast.follow(this.state);
    if (changed.sourceBones) {
      this.#plants.dispose();
      this.#plants = new PlantFinder(this.#kine, this.figure);
    }
    this.applyEdits();
    return changed.character;
  }

  applyEdits(): void {
    this.dragging.forget();
    const clean = this.state.clean ? (clip: Clip): Clip => this.#plants.clean(clip) : undefined;
    this.figure.setEdits(this.state.edits, (clip: Clip, edit: Edit) => this.#puller.apply(clip, edit), clean);
  }

  // ---- joints that are held

  pinned(): number[] {
    const { joints } = this.figure.skeleton;
    return this.state.pins.map((name) => joints.findIndex((info) => info.name === name)).filter((joint) => joint >= 0);
  }

  /** The pins with the chosen joint, or without it. */
  pinsToggled(): string[] {
    const name = this.figure.skeleton.joints[this.chosen]?.name ?? '';
    const { pins } = this.state;
    return pins.includes(name) ? pins.filter((pin) => pin !== name) : [...pins, name];
  }

  #pinsAtStart(): string[] {
    const { skeleton, parts } = this.figure;
    this.figure.forward(0, 0);
    return defaultPins(skeleton, parts, skeleton.joints.map((_, i) => this.figure.heightOf(i)));
  }

  // ---- the character

  /** One of ours, or ('same') the motion's own body once more. */
  openCharacter(key: string): Opened {
    const origin = originOf(key === 'same' ? { ...this.cast.source.origin } : { kind: 'character', key });
    if (key === 'same') this.#same = origin.id;
    return this.cast.open(origin);
  }

  /** The key of the character that is there; undefined: the user's own, or none. */
  get characterKey(): string | undefined {
    const origin = this.cast.target?.origin;
    return origin?.kind === 'character' ? origin.key : origin && origin.id === this.#same ? 'same' : undefined;
  }

  /** The character now: with the motion, or at rest where it does not take it. */
  characterNow(): Moment['character'] {
    const { target, retargeting } = this.cast;
    if (!target) return undefined;
    const rest = target.figure.skeleton.restPose();
    if (!retargeting) return { pose: rest, before: rest };
    const { clip } = this.state;
    const { time } = this.playback;
    return { pose: retargeting.poseAt(clip, time, this.dragging.drag?.pose), before: retargeting.beforeAt(clip, time) };
  }

  /** Its pose at a frame of the clip that is shown. */
  characterAt(frame: number): Float64Array {
    const { target, retargeting } = this.cast;
    const { clip } = this.state;
    return retargeting?.poseAt(clip, frame / this.figure.clipAt(clip).rate) ?? target?.figure.skeleton.restPose() ?? new Float64Array();
  }

  /** The result as a figure with a motion, to be edited by itself; undefined until it is there. */
  openResult(): Opened | undefined {
    const { target, retargeting } = this.cast;
    const recording = retargeting?.recording();
    if (!target || !recording) return undefined;
    const opened = this.cast.open(originOf({ kind: 'recorded', of: target.origin, recording }));
    this.state = { ...this.state, character: 0, manner: atStart.manner, bones: { source: {}, target: {} } };
    return opened;
  }

  /** A bone is that joint (null: there is none; undefined: as found): the bones then, or a sentence of why it cannot be. */
  corrected(side: Side, bone: BoneName, joint: string | null | undefined): State['bones'] | string {
    const own = { ...this.state.bones[side] };
    if (joint === undefined) delete own[bone];
    else own[bone] = joint;
    const bones = this.withBones(side, own);
    return typeof bones === 'string' ? `${boneWords(bone)} cannot be ${joint ?? 'missing'}: ${bones}` : bones;
  }

  /** The bones of both figures with other ones of one of them, or a sentence of why they cannot be so. */
  withBones(side: Side, own: BoneOverrides): State['bones'] | string {
    return this.cast.refusesBones(side, own, this.state.manner) || { ...this.state.bones, [side]: own };
  }

  // ---- what is known of the clip

  plants(): Stands {
    const { clip } = this.state;
    const read = this.figure.clips[clip];
    return {
      read: read ? this.#plants.of(read) : [],
      shown: this.#plants.of(this.figure.clipAt(clip)),
      character: this.cast.retargeting?.result?.report.stands ?? [],
    };
  }

  /** What cleaning has mended. */
  get mended(): CleanReport | undefined {
    const { clean, clip } = this.state;
    return clean ? this.#plants.mended(this.figure.baseAt(clip)) : undefined;
  }

  dispose(): void {
    this.dragging.reset();
    this.#puller.dispose();
    this.#plants.dispose();
    this.cast.dispose();
  }
}
