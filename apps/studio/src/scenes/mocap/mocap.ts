// Motion capture: open a clip, play it, and drag any bone at any frame while the feet stand. The ASF/AMC homework's task.
import type { Clip, Vec3 } from 'kine';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { acceptDrops, save, type FileBytes } from '../../shell/files';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import type { Handle } from '../../shell/stage';
import { Skin } from '../../view/skin';
import { Drag, type Pulled } from './drag';
import type { Figure } from './figure';
import { heightCurves } from './heights';
import { originOf, type UpAxis } from './origin';
import { Page } from './page';
import { pickable } from './pick';
import { PlantFinder, type Stands } from './plants';
import { defaultBone, defaultPins } from './pins';
import { Playback } from './playback';
import { Puller } from './puller';
import { jointsOf, boneNames, type BoneName, type Side } from './retarget/bone_list';
import { Captions } from './retarget/captions';
import { Cast, sentenceOf } from './retarget/cast';
import { CharacterPage } from './retarget/character_page';
import { arriving } from './retarget/arrivals';
import type { Opened } from './retarget/retargeting';
import { samples } from './samples';
import { atStart, Settings, type State } from './settings';
import { timeKeys, Transport } from './transport';
import { MocapView, type Moment } from './view';
import { afterPull, boneWords, idle, isThere, mendedWords, outcomes } from './words';

export function create(context: SceneContext): Scene {
  return new Mocap(context);
}

class Mocap implements Scene {
  #context: SceneContext;
  #view: MocapView;
  #cast: Cast;
  #puller: Puller;
  #plants: PlantFinder;
  #playback = new Playback();
  #state: State;
  #chosen = 0;
  /** A bone of the map that is being looked at: the next joint that is clicked is it. */
  #bone: BoneName | undefined;
  /** The character that is the motion's own body once more. */
  #same = 0;
  #drag: Drag | undefined;
  #pulled: Pulled | undefined;
  /** What was wrong with the last file. */
  #trouble = '';
  #editCount = 0;
  #opened = 0;
  #handle: Handle;
  #transport: Transport;
  #captions = new Captions();
  #settings: Settings;
  #page: Page;
  #characterPage: CharacterPage;
  #watch = new Stopwatch();
  #microseconds: number | null = null;
  #ending = new AbortController();
  #endings: (() => void)[] = [];

  constructor(context: SceneContext) {
    this.#context = context;
    const { kine, stage, panel } = context;
    const first = samples[0];
    if (!first) throw new Error('there are no samples');
    this.#view = new MocapView(stage, () => context.redraw());
    this.#cast = new Cast(kine, { figure: first.open(kine), origin: originOf({ kind: 'sample', key: first.key }) }, () => this.#sync());
    this.#puller = new Puller(this.#figure);
    this.#plants = new PlantFinder(kine, this.#figure);
    this.#state = { ...atStart, pins: [] };
    this.#handle = this.#makeHandle();
    this.#transport = new Transport({ onToggle: () => this.#toggle(), onSeek: (frame) => this.#seek(frame) });
    stage.layer.append(this.#captions.element, this.#transport.element);
    this.#settings = new Settings({
      // Figures of recordings have balls, which global does not move.
      methods: kine.methods.map(({ name }) => name).filter((name) => name !== 'global').sort((a, b) => Number(b === 'full-body') - Number(a === 'full-body')),
      styles: kine.styles,
      state: this.#state,
      onChange: (change) => this.#change(change),
      onCommit: () => this.#commit(),
    });
    this.#page = new Page(panel, this.#settings, {
      onFiles: (files) => this.#arrive(files, 'motion'),
      onSample: (key) => this.#takeMotion(this.#cast.open(originOf({ kind: 'sample', key }))),
      onUp: (up) => this.#standAlong(up),
      onClip: (clip) => this.#setClip(clip),
      onBone: (joint) => this.#choose(joint),
      onStart: (start) => this.#change({ start }, true),
      onPin: () => this.#togglePin(),
      onRemoveEdits: () => this.#setEdits([]),
      onSave: (format) => this.#save(this.#figure.name, format, () => this.#figure.bytes(format, this.#state.clip)),
      onSeek: (frame) => this.#seek(frame),
    });
    this.#characterPage = new CharacterPage(this.#page.character, this.#settings, {
      onFiles: (files) => this.#arrive(files, 'character'),
      onCharacter: (key) => this.#chooseCharacter(key),
      onSave: (format) => this.#saveResult(format),
      onGoOn: () => this.#editResult(),
      onBone: (bone) => this.#lookAt(bone),
      onCorrect: (side, bone, joint) => this.#correct(side, bone, joint),
      onForget: () => this.#change({ bones: { source: {}, target: {} } }, true),
    });
    this.#takeMotion(this.#cast.source);
    this.#listen();
  }

  get #figure(): Figure {
    return this.#cast.source.figure;
  }

  // ---- what the shell asks

  snapshot(): string {
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    const state = JSON.parse(snapshot) as State;
    // Reset goes back to what the first sample had; joints of another figure are not here.
    const known = (name: string): boolean => this.#figure.skeleton.joints.some((info) => info.name === name);
    const pins = state.pins.every(known) ? state.pins : this.#pinsAtStart();
    const clip = Math.min(state.clip, this.#figure.clips.length - 1);
    if (clip !== this.#state.clip) this.#playback.start(this.#figure.clipAt(clip));
    this.#state = { ...state, pins, clip, start: known(state.start) ? state.start : '' };
    this.#followState();
    this.#sync();
  }

  themed(): void {
    this.#view.room.themed();
  }

  running(): boolean {
    return this.#playback.playing;
  }

  step(dt: number): void {
    this.#playback.step(dt);
    if (!this.#playback.playing) this.#report();
  }

  picture(): HTMLCanvasElement {
    return this.#view.room.picture();
  }

  probe(): Probe {
    const figure = this.#figure;
    const { joints } = figure.skeleton;
    const { frame, time, playing } = this.#playback;
    const { clip } = this.#state;
    const pose = this.#drag?.pose ?? figure.forwardAt(clip, time);
    if (this.#drag) figure.forwardPose(clip, frame, pose);
    const { frameCount, rate, name } = figure.clipAt(clip);
    return {
      ...this.#state, name: figure.name, clipName: name, clips: figure.clips.length, frameCount, rate, frame, time, playing,
      pose: [...pose], positions: positionsOf(figure), joints: joints.map((info) => info.name), chosen: joints[this.#chosen]?.name,
      parts: figure.parts, plants: this.#feetNow(), notes: figure.notes, up: figure.up, trouble: this.#trouble, pulled: this.#pulled,
      skin: this.#view.skin?.places(), scale: this.#view.scale, pixels: this.#view.pixels(), bone: this.#bone,
      mended: this.#state.clean ? this.#plants.mended(figure.baseAt(clip)) : undefined, target: this.#probeCharacter(),
    };
  }

  #probeCharacter(): Probe | undefined {
    const { target, retargeting, trouble } = this.#cast;
    const character = this.#characterNow();
    if (!target || !character) return undefined;
    const { figure } = target;
    figure.skeleton.forward(character.before, figure.frames);
    const before = positionsOf(figure);
    figure.skeleton.forward(character.pose, figure.frames);
    const result = retargeting?.result;
    return {
      name: figure.name, joints: figure.skeleton.joints.map((info) => info.name), parts: figure.parts, positions: positionsOf(figure), before,
      pose: [...character.pose], working: retargeting?.working ?? false, trouble, notes: retargeting?.notes ?? [], size: retargeting?.scale,
      result: result ? { frameCount: result.clip.frameCount, rate: result.clip.rate, report: result.report } : undefined,
      pixels: this.#view.characterPixels(), skin: this.#view.characterSkin?.places(),
    };
  }

  dispose(): void {
    this.#ending.abort();
    for (const end of this.#endings) end();
    this.#watch.stop();
    ++this.#opened;
    this.#puller.dispose();
    this.#plants.dispose();
    this.#view.dispose();
    this.#cast.dispose();
  }

  draw(): void {
    const { clip, ghosts, apart, paths, follow, compare } = this.#state;
    const { frame, time, playing } = this.#playback;
    const { rate, frameCount } = this.#figure.clipAt(clip);
    const of = (figure: Figure | undefined): number[] => (figure && this.#bone ? jointsOf(figure, this.#bone) : []);
    this.#view.draw({
      clip, time, frame, live: this.#drag?.pose, ghosts, paths, follow, chosen: this.#chosen, pins: this.#pinned(), compare,
      apart: Math.max(1, Math.round(apart * rate)), character: this.#characterNow(),
      marked: { source: of(this.#figure), target: of(this.#cast.target?.figure) },
    });
    this.#transport.show(frame, frameCount, rate, playing);
    this.#page.plants.at(frame);
    const pixel = this.#view.toPixels(this.#drag?.target ?? this.#view.position(this.#chosen));
    this.#handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined && !playing && compare !== 'before' && !this.#bone);
  }

  /** The character now: with the motion, or at rest where it does not take it. */
  #characterNow(): Moment['character'] {
    const { target, retargeting } = this.#cast;
    if (!target) return undefined;
    const rest = target.figure.skeleton.restPose();
    if (!retargeting) return { pose: rest, before: rest };
    const { clip } = this.#state;
    const { time } = this.#playback;
    return { pose: retargeting.poseAt(clip, time, this.#drag?.pose), before: retargeting.beforeAt(clip, time) };
  }

  // ---- files

  #arrive(files: readonly FileBytes[], wanted: 'any' | 'motion' | 'character'): void {
    try {
      const { motion, character } = arriving(this.#cast, files, wanted);
      if (motion) this.#takeMotion(motion);
      if (character) this.#takeCharacter(character);
    } catch (error) {
      // The old figures stay; the reader has said what is wrong.
      this.#complain(sentenceOf(error));
    }
  }

  #complain(sentence: string): void {
    this.#trouble = sentence;
    this.#report();
  }

  #standAlong(up: UpAxis): void {
    const { origin } = this.#cast.source;
    if (origin.kind === 'files') this.#takeMotion(this.#cast.open(originOf({ ...origin, up })));
  }

  /** Another figure with its motion: everything that belongs to the old one is gone. */
  #takeMotion(source: Opened): void {
    const { figure, origin } = source;
    ++this.#opened;
    this.#watch.stop();
    this.#puller.dispose();
    this.#plants.dispose();
    this.#cast.take(source);
    this.#puller = new Puller(figure);
    this.#plants = new PlantFinder(this.#context.kine, figure);
    this.#drag = this.#bone = undefined;
    this.#microseconds = null;
    this.#same = 0;
    this.#view.show(figure);
    this.#state = {
      ...this.#state, clip: 0, start: '', edits: [], clean: false, compare: 'after', pins: this.#pinsAtStart(), bones: { ...this.#state.bones, source: {} },
    };
    this.#chosen = defaultBone(figure.skeleton, figure.parts);
    this.#playback.start(figure.clipAt(0));
    this.#page.fill(figure, this.#view.takeable, origin.kind === 'sample' ? origin.key : '');
    this.#followState();
    if (this.#cast.target) this.#showCharacter();
    this.#sync();
    this.#context.history.start(this.snapshot());
    void this.#wear(figure);
  }

  /** Another character for the motion; one that cannot take it is not shown. */
  #takeCharacter(target: Opened): void {
    const { name } = target.figure;
    const sentence = this.#cast.refuses(target, this.#state.manner);
    if (sentence) return this.#complain(`${name} cannot take this motion: ${sentence}.`);
    this.#change({ character: target.origin.id, bones: { ...this.#state.bones, target: {} } }, true);
  }

  #chooseCharacter(key: string): void {
    if (key === '') return this.#change({ character: 0 }, true);
    const origin = originOf(key === 'same' ? { ...this.#cast.source.origin } : { kind: 'character', key });
    if (key === 'same') this.#same = origin.id;
    this.#takeCharacter(this.#cast.open(origin));
  }

  #showCharacter(): void {
    const { target } = this.#cast;
    const { clip } = this.#state;
    const { frameCount, rate } = this.#figure.clipAt(clip);
    const rest = target?.figure.skeleton.restPose() ?? new Float64Array();
    this.#view.showCharacter(target?.figure, frameCount, (frame) => this.#cast.retargeting?.poseAt(clip, frame / rate) ?? rest);
    if (target) void this.#wear(target.figure);
  }

  /** Its mesh, where it has one: three takes a moment. */
  async #wear(figure: Figure): Promise<void> {
    const isHere = (): boolean => [this.#figure, this.#cast.target?.figure].includes(figure);
    try {
      const turn = this.#opened;
      const skin = await Skin.of(figure);
      if (!skin) return;
      if (!isHere() || (figure === this.#figure && turn !== this.#opened)) return skin.dispose();
      this.#view.wear(skin, figure);
      this.#context.redraw();
    } catch (error) {
      if (isHere()) this.#context.say('warn', `Shown without its mesh: ${sentenceOf(error)}`);
    }
  }

  #save(name: string, format: 'bvh' | 'glb', bytes: () => Uint8Array<ArrayBuffer>): void {
    try {
      save(`${name}.${format}`, format === 'bvh' ? 'text/plain' : 'model/gltf-binary', bytes());
    } catch (error) {
      this.#context.say('bad', sentenceOf(error));
    }
  }

  #saveResult(format: 'bvh' | 'glb'): void {
    const { target, retargeting } = this.#cast;
    const result = retargeting?.result;
    if (!target || !result) return this.#context.say('warn', 'The whole clip is not there yet.');
    this.#save(`${this.#figure.name} on ${target.figure.name}`, format, () => target.figure.bytesOf(format, [result.clip]));
  }

  /** The result becomes the motion, to be edited by itself. */
  #editResult(): void {
    const { target, retargeting } = this.#cast;
    const recording = retargeting?.recording();
    if (!target || !recording) return this.#context.say('warn', 'The whole clip is not there yet.');
    const opened = this.#cast.open(originOf({ kind: 'recorded', of: target.origin, recording }));
    this.#state = { ...this.#state, character: 0, manner: atStart.manner, bones: { source: {}, target: {} } };
    this.#takeMotion(opened);
  }

  // ---- bones

  #lookAt(bone: BoneName | undefined): void {
    if (bone) this.#playback.pause();
    this.#bone = bone;
    this.#forgetPull();
    this.#sync();
  }

  /** A joint was clicked: it is the bone that is looked at; of the character, it is looked at from now on. */
  #clicked(side: Side, joint: number): void {
    const figure = side === 'source' ? this.#figure : this.#cast.target?.figure;
    if (!figure) return;
    if (this.#bone) this.#correct(side, this.#bone, figure.skeleton.joints[joint]?.name);
    else this.#lookAt(boneNames.find((bone) => jointsOf(figure, bone).includes(joint)));
  }

  #correct(side: Side, bone: BoneName, joint: string | null | undefined): void {
    const own = { ...this.#state.bones[side] };
    if (joint === undefined) delete own[bone];
    else own[bone] = joint;
    const sentence = this.#cast.refusesBones(side, own, this.#state.manner);
    if (sentence === '') return this.#change({ bones: { ...this.#state.bones, [side]: own } }, true);
    this.#applyEdits();
    this.#sync();
    this.#complain(`${boneWords(bone)} cannot be ${joint ?? 'missing'}: ${sentence}`);
  }

  // ---- time

  #toggle(): void {
    if (this.#drag) return;
    this.#playback.toggle();
    this.#moved();
  }

  #seek(frame: number): void {
    this.#playback.playing = false;
    this.#playback.seek(frame);
    this.#moved();
  }

  #stepFrames(count: number): void {
    if (this.#drag) return;
    this.#playback.pause();
    this.#playback.stepFrames(count);
    this.#moved();
  }

  #moved(): void {
    this.#forgetPull();
    this.#report();
    this.#context.redraw();
  }

  // ---- dragging

  #makeHandle(): Handle {
    return this.#context.stage.handle({
      label: 'Bone',
      look: 'target',
      onStart: () => this.#begin(this.#chosen),
      onMove: (x, y) => this.#pull((from) => this.#view.drag(x, y, from)),
      onNudge: (right, up, away) => {
        if (!this.#drag) this.#begin(this.#chosen);
        this.#pull((from) => this.#view.nudge(from, right, up, away));
      },
      onEnd: () => this.#keep(),
    });
  }

  #begin(joint: number): void {
    this.#playback.pause();
    if (joint !== this.#chosen) this.#choose(joint);
    this.#forgetPull();
    this.#drag = new Drag(this.#figure, this.#puller, this.#state, this.#playback.frame, joint);
    this.#context.redraw();
  }

  #pull(where: (from: Vec3) => Vec3): void {
    if (!this.#drag) return;
    try {
      this.#pulled = this.#drag.pull(where(this.#drag.target));
    } catch (error) {
      // A bone of no size at this frame: that skeleton cannot be solved.
      this.#drag = this.#pulled = undefined;
      this.#trouble = sentenceOf(error);
    }
    this.#report();
    this.#context.redraw();
  }

  #keep(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    this.#context.redraw();
    const edit = drag?.edit(++this.#editCount);
    if (!drag || !edit) return;
    const pulled = this.#pulled;
    this.#setEdits([...this.#state.edits, edit]);
    this.#pulled = pulled;
    this.#report();
    this.#watch.later(() => {
      const pull = () => this.#puller.pull(this.#state, edit.clip, drag.frame, drag.joint, drag.target);
      this.#microseconds = microsecondsOf((repeats) => {
        for (let i = 0; i < repeats; ++i) pull();
      }, 2);
      this.#report();
    });
  }

  #setEdits(edits: State['edits']): void {
    this.#state.edits = edits;
    this.#applyEdits();
    this.#sync();
    this.#commit();
  }

  #applyEdits(): void {
    this.#drag = undefined;
    this.#forgetPull();
    const clean = this.#state.clean ? (clip: Clip): Clip => this.#plants.clean(clip) : undefined;
    this.#figure.setEdits(this.#state.edits, (clip, edit) => this.#puller.apply(clip, edit), clean);
    this.#view.forget();
  }

  #forgetPull(): void {
    this.#pulled = undefined;
    this.#trouble = '';
  }

  // ---- choices

  #choose(joint: number): void {
    this.#chosen = joint;
    this.#forgetPull();
    this.#sync();
  }

  #pinned(): number[] {
    const { joints } = this.#figure.skeleton;
    return this.#state.pins.map((name) => joints.findIndex((info) => info.name === name)).filter((joint) => joint >= 0);
  }

  #pinsAtStart(): string[] {
    const { skeleton, parts } = this.#figure;
    this.#figure.forward(0, 0);
    return defaultPins(skeleton, parts, skeleton.joints.map((_, i) => this.#figure.heightOf(i)));
  }

  #togglePin(): void {
    const name = this.#figure.skeleton.joints[this.#chosen]?.name ?? '';
    const { pins } = this.#state;
    this.#change({ pins: pins.includes(name) ? pins.filter((pin) => pin !== name) : [...pins, name] }, true);
  }

  #setClip(clip: number): void {
    this.#playback.start(this.#figure.clipAt(clip));
    this.#forgetPull();
    this.#change({ clip }, true);
  }

  #change(change: Partial<State>, commit = false): void {
    Object.assign(this.#state, change);
    if (['clean', 'character', 'manner', 'bones'].some((key) => key in change)) this.#followState();
    this.#sync();
    if (commit) this.#commit();
  }

  #commit(): void {
    this.#context.history.record(this.snapshot());
  }

  /** Figures, bones and clips as the state has them. */
  #followState(): void {
    const changed = this.#cast.follow(this.#state);
    if (changed.sourceBones) {
      this.#plants.dispose();
      this.#plants = new PlantFinder(this.#context.kine, this.#figure);
    }
    this.#applyEdits();
    if (changed.character) this.#showCharacter();
  }

  /** Everything beside the picture as the state has it. */
  #sync(): void {
    this.#playback.loop = this.#state.loop;
    this.#playback.speed = this.#state.speed;
    this.#settings.show(this.#state);
    const title = this.#figure.titles[this.#chosen] ?? '';
    this.#handle.rename(`Drag ${title}`);
    this.#page.show(this.#state, this.#chosen, title, this.#pinned().includes(this.#chosen));
    this.#page.plot(heightCurves(this.#figure, this.#state.clip, this.#chosen));
    this.#page.showFeet(this.#plants.hasFeet, this.#cast.retargeting !== undefined);
    this.#syncCharacter();
    this.#page.plants.show(this.#feetNow(), this.#figure.clipAt(this.#state.clip).frameCount);
    this.#report();
    this.#context.redraw();
  }

  #syncCharacter(): void {
    const { clip, clean } = this.#state;
    const { target, retargeting, source } = this.#cast;
    retargeting?.follow(clip);
    const origin = target?.origin;
    this.#characterPage.show(retargeting, target?.figure, origin?.kind === 'character' ? origin.key : origin?.id === this.#same ? 'same' : undefined);
    this.#characterPage.showBones(source.figure, target?.figure, this.#bone);
    this.#captions.show(source.figure.name, target?.figure.name, retargeting?.working ?? false);
    const mended = clean ? this.#plants.mended(this.#figure.baseAt(clip)) : undefined;
    this.#page.showMended(mended ? mendedWords(mended) : '');
  }

  #feetNow(): Stands {
    const { clip } = this.#state;
    const read = this.#figure.clips[clip];
    return {
      read: read ? this.#plants.of(read) : [],
      shown: this.#plants.of(this.#figure.clipAt(clip)),
      character: this.#cast.retargeting?.result?.report.stands ?? [],
    };
  }

  #report(): void {
    const { method, epsilon, clip, compare } = this.#state;
    const pulled = this.#pulled;
    this.#context.figures({
      method: method.replaceAll('-', ' '),
      // The rest of the body gives way to the bone: what it misses is no failure.
      status: pulled ? (isThere(pulled, epsilon) ? 'reached' : outcomes[pulled.result.outcome]) : '–',
      iterations: pulled && method !== 'two-bone' ? pulled.result.iterations : null,
      microseconds: this.#microseconds,
      positionError: pulled?.missed ?? null,
    });
    const trouble = this.#trouble || this.#cast.trouble;
    if (trouble) this.#context.say('bad', trouble);
    else if (this.#bone) this.#context.say('plain', `Click the joint that is the ${boneWords(this.#bone).toLowerCase()}, in either figure; Escape when it is right.`);
    else if (pulled) this.#context.say(...afterPull(this.#figure.titles[this.#chosen] ?? '', pulled, epsilon));
    else this.#context.say('plain', idle(this.#playback.playing, this.#figure.clipAt(clip).frameCount, compare === 'before'));
  }

  #listen(): void {
    const { stage } = this.#context;
    const shown = (): number => this.#figure.skeleton.jointCount;
    this.#endings.push(
      acceptDrops(stage.element, ['Drop a motion here', 'Drop a character here'], (files, zone) => this.#arrive(files, zone === 0 ? 'any' : 'character')),
      pickable(stage.canvases, {
        pixels: () => (this.#playback.playing || this.#state.compare === 'before' ? [] : [...this.#view.pixels(), ...this.#view.characterPixels()]),
        onStart: (joint) => {
          const own = joint < shown();
          if (own && !this.#bone) this.#begin(joint);
          else this.#clicked(own ? 'source' : 'target', own ? joint : joint - shown());
          return this.#drag !== undefined;
        },
        onMove: (x, y) => this.#pull((from) => this.#view.drag(x, y, from)),
        onEnd: () => this.#keep(),
      }),
    );
    const { signal } = this.#ending;
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#bone && this.#lookAt(undefined), { signal });
    timeKeys({ onToggle: () => this.#toggle(), onStep: (frames) => this.#stepFrames(frames) }, signal);
  }
}

const positionsOf = ({ skeleton, frames }: Figure) => Object.fromEntries(skeleton.joints.map(({ name }, i) => [name, frames.position(i)]));
