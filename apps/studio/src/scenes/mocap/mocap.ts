// Motion capture: open a clip, play it, and drag any bone at any frame while the feet stand. The ASF/AMC homework's task.
import type { Vec3 } from 'kine';
import { acceptDrops } from '../../shell/files';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import type { Handle } from '../../shell/stage';
import { Skin } from '../../view/skin';
import { Doors } from './doors';
import type { Figure } from './figure';
import { heightCurves } from './heights';
import { Page } from './page';
import { pickable } from './pick';
import { probeCharacter, probeFigure } from './probe';
import { jointsOf, boneNames, type BoneName, type Side } from './retarget/bone_list';
import { Captions } from './retarget/captions';
import { sentenceOf } from './retarget/cast';
import { CharacterPage } from './retarget/character_page';
import type { Opened } from './retarget/retargeting';
import { Session } from './session';
import { Settings, type State } from './settings';
import { timeKeys, Transport } from './transport';
import { MocapView } from './view';
import { afterPull, boneWords, idle, isThere, mendedWords, outcomes } from './words';

export function create(context: SceneContext): Scene {
  return new Mocap(context);
}

class Mocap implements Scene {
  #context: SceneContext;
  #view: MocapView;
  #work: Session;
  /** What was wrong with the last file. */
  #trouble = '';
  #opened = 0;
  #handle: Handle;
  #transport: Transport;
  #captions = new Captions();
  #settings: Settings;
  #page: Page;
  #characterPage: CharacterPage;
  #ending = new AbortController();
  #endings: (() => void)[] = [];

  constructor(context: SceneContext) {
    this.#context = context;
    const { kine, stage, panel } = context;
    this.#view = new MocapView(stage, () => context.redraw());
    this.#work = new Session(kine, () => this.#sync());
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
    const doors = new Doors(this.#work, {
      takeMotion: (opened) => this.#takeMotion(opened),
      change: (change) => this.#change(change, true),
      refuse: (sentence) => this.#refuse(sentence),
      say: (tone, sentence) => context.say(tone, sentence),
    });
    this.#page = new Page(panel, this.#settings, {
      onFiles: (files) => doors.arrive(files, 'motion'),
      onSample: (key) => doors.openSample(key),
      onUp: (up) => doors.standAlong(up),
      onClip: (clip) => this.#setClip(clip),
      onBone: (joint) => this.#choose(joint),
      onStart: (start) => this.#change({ start }, true),
      onPin: () => this.#change({ pins: this.#work.pinsToggled() }, true),
      onRemoveEdits: () => this.#setEdits([]),
      onSave: (format) => doors.saveMotion(format),
      onSeek: (frame) => this.#seek(frame),
    });
    this.#characterPage = new CharacterPage(this.#page.character, this.#settings, {
      onFiles: (files) => doors.arrive(files, 'character'),
      onCharacter: (key) => doors.openCharacter(key),
      onSave: (format) => doors.saveResult(format),
      onGoOn: () => doors.editResult(),
      onBone: (bone) => this.#lookAt(bone),
      onCorrect: (side, bone, joint) => this.#correct(side, bone, joint),
      onForget: () => this.#change({ bones: { source: {}, target: {} } }, true),
      onSaveBones: () => doors.saveBones(),
    });
    this.#takeMotion(this.#work.cast.source);
    this.#listen(doors);
  }

  get #figure(): Figure {
    return this.#work.figure;
  }

  get #state(): State {
    return this.#work.state;
  }

  // ---- what the shell asks

  snapshot(): string {
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    this.#work.restore(JSON.parse(snapshot) as State);
    this.#followState();
    this.#sync();
  }

  themed(): void {
    this.#view.room.themed();
  }

  running(): boolean {
    return this.#work.playback.playing;
  }

  step(dt: number): void {
    this.#work.playback.step(dt);
    if (!this.#work.playback.playing) this.#report();
  }

  picture(): HTMLCanvasElement {
    return this.#view.room.picture();
  }

  probe(): Probe {
    const figure = this.#figure;
    const { frame, time, playing } = this.#work.playback;
    const { drag, pulled } = this.#work.dragging;
    const { clip } = this.#state;
    const pose = drag?.pose ?? figure.forwardAt(clip, time);
    if (drag) figure.forwardPose(clip, frame, pose);
    const shown = probeFigure(figure, clip);
    const { target, retargeting, trouble } = this.#work.cast;
    const character = this.#work.characterNow();
    return {
      ...this.#state, ...shown, frame, time, playing, pose: [...pose], chosen: figure.skeleton.joints[this.#work.chosen]?.name, bone: this.#work.bone,
      plants: this.#work.plants(), trouble: this.#trouble, pulled, mended: this.#work.mended,
      skin: this.#view.skin?.places(), scale: this.#view.scale, pixels: this.#view.pixels(),
      target: target && character && {
        ...probeCharacter(target, character, retargeting, trouble), pixels: this.#view.characterPixels(), skin: this.#view.characterSkin?.places(),
      },
    };
  }

  dispose(): void {
    this.#ending.abort();
    for (const end of this.#endings) end();
    ++this.#opened;
    this.#view.dispose();
    this.#work.dispose();
  }

  draw(): void {
    const { clip, ghosts, apart, paths, follow, compare } = this.#state;
    const { playback, dragging, chosen, bone, cast } = this.#work;
    const { frame, time, playing } = playback;
    const { rate, frameCount } = this.#figure.clipAt(clip);
    const of = (figure: Figure | undefined): number[] => (figure && bone ? jointsOf(figure, bone) : []);
    this.#view.draw({
      clip, time, frame, live: dragging.drag?.pose, ghosts, paths, follow, chosen, pins: this.#work.pinned(), compare,
      apart: Math.max(1, Math.round(apart * rate)), character: this.#work.characterNow(),
      marked: { source: of(this.#figure), target: of(cast.target?.figure) },
    });
    this.#transport.show(frame, frameCount, rate, playing);
    this.#page.plants.at(frame);
    const pixel = this.#view.toPixels(dragging.drag?.target ?? this.#view.position(chosen));
    this.#handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined && !playing && compare !== 'before' && !bone);
  }

  // ---- figures

  /** Says what is wrong; what was tried has changed nothing. */
  #refuse(sentence: string): void {
    this.#applyEdits();
    this.#sync();
    this.#trouble = sentence;
    this.#report();
  }

  /** Another figure with its motion. */
  #takeMotion(source: Opened): void {
    const { figure, origin } = source;
    ++this.#opened;
    this.#work.take(source);
    this.#view.show(figure);
    this.#page.fill(figure, this.#view.takeable, origin.kind === 'sample' ? origin.key : '');
    this.#followState();
    if (this.#work.cast.target) this.#showCharacter();
    this.#sync();
    this.#context.history.start(this.snapshot());
    void this.#wear(figure);
  }

  #showCharacter(): void {
    const figure = this.#work.cast.target?.figure;
    this.#view.showCharacter(figure, this.#figure.clipAt(this.#state.clip).frameCount, (frame) => this.#work.characterAt(frame));
    if (figure) void this.#wear(figure);
  }

  /** Its mesh, where it has one: three takes a moment. */
  async #wear(figure: Figure): Promise<void> {
    const isHere = (): boolean => [this.#figure, this.#work.cast.target?.figure].includes(figure);
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

  // ---- bones

  #lookAt(bone: BoneName | undefined): void {
    if (bone) this.#work.playback.pause();
    this.#work.bone = bone;
    this.#forgetPull();
    this.#sync();
  }

  /** A joint was clicked: it is the bone that is looked at; of the character, it is looked at from now on. */
  #clicked(side: Side, joint: number): void {
    const figure = side === 'source' ? this.#figure : this.#work.cast.target?.figure;
    if (!figure) return;
    if (this.#work.bone) this.#correct(side, this.#work.bone, figure.skeleton.joints[joint]?.name);
    else this.#lookAt(boneNames.find((bone) => jointsOf(figure, bone).includes(joint)));
  }

  #correct(side: Side, bone: BoneName, joint: string | null | undefined): void {
    const bones = this.#work.corrected(side, bone, joint);
    if (typeof bones === 'string') this.#refuse(bones);
    else this.#change({ bones }, true);
  }

  // ---- time

  #toggle(): void {
    if (this.#work.dragging.drag) return;
    this.#work.playback.toggle();
    this.#moved();
  }

  #seek(frame: number): void {
    this.#work.playback.playing = false;
    this.#work.playback.seek(frame);
    this.#moved();
  }

  #stepFrames(count: number): void {
    if (this.#work.dragging.drag) return;
    this.#work.playback.pause();
    this.#work.playback.stepFrames(count);
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
      onStart: () => this.#begin(this.#work.chosen),
      onMove: (x, y) => this.#pull((from) => this.#view.drag(x, y, from)),
      onNudge: (right, up, away) => {
        if (!this.#work.dragging.drag) this.#begin(this.#work.chosen);
        this.#pull((from) => this.#view.nudge(from, right, up, away));
      },
      onEnd: () => this.#keep(),
    });
  }

  #begin(joint: number): void {
    this.#work.playback.pause();
    if (joint !== this.#work.chosen) this.#choose(joint);
    this.#forgetPull();
    this.#work.dragging.begin(this.#figure, this.#work.puller, this.#state, this.#work.playback.frame, joint);
    this.#context.redraw();
  }

  #pull(where: (from: Vec3) => Vec3): void {
    try {
      this.#work.dragging.pull(where);
    } catch (error) {
      this.#trouble = sentenceOf(error);
    }
    this.#report();
    this.#context.redraw();
  }

  #keep(): void {
    this.#work.dragging.end(this.#work.puller, this.#state, (edit) => this.#setEdits([...this.#state.edits, edit]), () => this.#report());
    this.#report();
    this.#context.redraw();
  }

  #setEdits(edits: State['edits']): void {
    this.#state.edits = edits;
    this.#applyEdits();
    this.#sync();
    this.#commit();
  }

  #applyEdits(): void {
    this.#forgetPull();
    this.#work.applyEdits();
    this.#view.forget();
  }

  #forgetPull(): void {
    this.#work.dragging.forget();
    this.#trouble = '';
  }

  // ---- choices

  #choose(joint: number): void {
    this.#work.chosen = joint;
    this.#forgetPull();
    this.#sync();
  }

  #setClip(clip: number): void {
    this.#work.playback.start(this.#figure.clipAt(clip));
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

  #followState(): void {
    this.#trouble = '';
    const another = this.#work.follow();
    this.#view.forget();
    if (another) this.#showCharacter();
  }

  /** Everything beside the picture as the state has it. */
  #sync(): void {
    this.#work.playback.loop = this.#state.loop;
    this.#work.playback.speed = this.#state.speed;
    this.#settings.show(this.#state);
    const title = this.#figure.titles[this.#work.chosen] ?? '';
    this.#handle.rename(`Drag ${title}`);
    this.#page.show(this.#state, this.#work.chosen, title, this.#work.pinned().includes(this.#work.chosen));
    this.#page.plot(heightCurves(this.#figure, this.#state.clip, this.#work.chosen));
    this.#page.showFeet(this.#work.hasFeet, this.#work.cast.retargeting !== undefined);
    this.#syncCharacter();
    this.#page.plants.show(this.#work.plants(), this.#figure.clipAt(this.#state.clip).frameCount);
    this.#report();
    this.#context.redraw();
  }

  #syncCharacter(): void {
    const { cast, bone, mended } = this.#work;
    const { target, retargeting, source } = cast;
    retargeting?.follow(this.#state.clip);
    this.#characterPage.show(retargeting, target?.figure, this.#work.characterKey);
    this.#characterPage.showBones(source.figure, target?.figure, bone);
    this.#captions.show(source.figure.name, target?.figure.name, retargeting?.working ?? false);
    this.#page.showMended(mended ? mendedWords(mended) : '');
  }

  #report(): void {
    const { method, epsilon, clip, compare } = this.#state;
    const { pulled } = this.#work.dragging;
    this.#context.figures({
      method: method.replaceAll('-', ' '),
      // The rest of the body gives way to the bone: what it misses is no failure.
      status: pulled ? (isThere(pulled, epsilon) ? 'reached' : outcomes[pulled.result.outcome]) : '–',
      iterations: pulled && method !== 'two-bone' ? pulled.result.iterations : null,
      microseconds: this.#work.dragging.microseconds,
      positionError: pulled?.missed ?? null,
    });
    const trouble = this.#trouble || this.#work.cast.trouble;
    if (trouble) this.#context.say('bad', trouble);
    else if (this.#work.bone) this.#context.say('plain', `Click the joint that is the ${boneWords(this.#work.bone).toLowerCase()}, in either figure; Escape when it is right.`);
    else if (pulled) this.#context.say(...afterPull(this.#figure.titles[this.#work.chosen] ?? '', pulled, epsilon));
    else this.#context.say('plain', idle(this.#work.playback.playing, this.#figure.clipAt(clip).frameCount, compare === 'before'));
  }

  #listen(doors: Doors): void {
    const { stage } = this.#context;
    const shown = (): number => this.#figure.skeleton.jointCount;
    this.#endings.push(
      acceptDrops(stage.element, ['Drop a motion here', 'Drop a character here'], (files, zone) => doors.arrive(files, zone === 0 ? 'any' : 'character')),
      pickable(stage.canvases, {
        pixels: () => (this.#work.playback.playing || this.#state.compare === 'before' ? [] : [...this.#view.pixels(), ...this.#view.characterPixels()]),
        onStart: (joint) => {
          const own = joint < shown();
          if (own && !this.#work.bone) this.#begin(joint);
          else this.#clicked(own ? 'source' : 'target', own ? joint : joint - shown());
          return this.#work.dragging.drag !== undefined;
        },
        onMove: (x, y) => this.#pull((from) => this.#view.drag(x, y, from)),
        onEnd: () => this.#keep(),
      }),
    );
    const { signal } = this.#ending;
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#work.bone && this.#lookAt(undefined), { signal });
    timeKeys({ onToggle: () => this.#toggle(), onStep: (frames) => this.#stepFrames(frames) }, signal);
  }
}
