// Motion capture: open a clip, play it, and drag any bone at any frame while the feet stand. The ASF/AMC homework's task.
import type { Vec3 } from 'kine';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { acceptDrops, save, type FileBytes } from '../../shell/files';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import type { Handle } from '../../shell/stage';
import { Skin } from '../../view/skin';
import { Drag, type Pulled } from './drag';
import { Figure } from './figure';
import { heightCurves } from './heights';
import { Page } from './page';
import { pickable } from './pick';
import { PlantFinder } from './plants';
import { defaultBone, defaultPins } from './pins';
import { Playback } from './playback';
import { Puller } from './puller';
import { samples } from './samples';
import { atStart, Settings, type State } from './settings';
import { timeKeys, Transport } from './transport';
import { MocapView } from './view';
import { afterPull, idle, isThere, outcomes } from './words';

export function create(context: SceneContext): Scene {
  return new Mocap(context);
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class Mocap implements Scene {
  #context: SceneContext;
  #view: MocapView;
  #figure: Figure;
  #puller: Puller;
  #plants: PlantFinder;
  #playback = new Playback();
  #state: State;
  #chosen = 0;
  #drag: Drag | undefined;
  #pulled: Pulled | undefined;
  /** What was wrong with the last file. */
  #trouble = '';
  #editCount = 0;
  #opened = 0;
  #handle: Handle;
  #transport: Transport;
  #settings: Settings;
  #page: Page;
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
    this.#figure = first.open(kine);
    this.#puller = new Puller(this.#figure);
    this.#plants = new PlantFinder(kine, this.#figure);
    this.#state = { ...atStart, pins: [] };
    this.#handle = this.#makeHandle();
    this.#transport = new Transport({ onToggle: () => this.#toggle(), onSeek: (frame) => this.#seek(frame) });
    stage.layer.append(this.#transport.element);
    this.#settings = new Settings({
      // Figures of recordings have balls, which global does not move.
      methods: kine.methods.map(({ name }) => name).filter((name) => name !== 'global').sort((a, b) => Number(b === 'full-body') - Number(a === 'full-body')),
      state: this.#state,
      onChange: (change) => this.#change(change),
      onCommit: () => this.#commit(),
    });
    this.#page = new Page(panel, this.#settings, {
      onFiles: (files) => this.#openFiles(files),
      onSample: (key) => this.#openSample(key),
      onClip: (clip) => this.#setClip(clip),
      onBone: (joint) => this.#choose(joint),
      onStart: (start) => this.#change({ start }, true),
      onPin: () => this.#togglePin(),
      onRemoveEdits: () => this.#setEdits([]),
      onSave: (format) => this.#save(format),
      onSeek: (frame) => this.#seek(frame),
    });
    this.#show(this.#figure, first.key);
    this.#listen();
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
    this.#applyEdits();
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
    const positions = Object.fromEntries(joints.map(({ name }, i) => [name, figure.frames.position(i)]));
    const { frameCount, rate, name } = figure.clipAt(clip);
    return {
      ...this.#state, name: figure.name, clipName: name, clips: figure.clips.length, frameCount, rate, frame, time, playing,
      pose: [...pose], positions, joints: joints.map((info) => info.name), chosen: joints[this.#chosen]?.name,
      parts: figure.parts, plants: this.#feetNow(), notes: figure.notes, up: figure.up, trouble: this.#trouble, pulled: this.#pulled,
      skin: this.#view.skin?.places(), scale: this.#view.place.scale, pixels: this.#view.pixels(),
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
    this.#figure.dispose();
  }

  draw(): void {
    const { clip, ghosts, apart, paths, follow } = this.#state;
    const { frame, time, playing } = this.#playback;
    const { rate, frameCount } = this.#figure.clipAt(clip);
    this.#view.draw({
      clip, time, frame, live: this.#drag?.pose, ghosts, paths, follow, chosen: this.#chosen, pins: this.#pinned(),
      apart: Math.max(1, Math.round(apart * rate)),
    });
    this.#transport.show(frame, frameCount, rate, playing);
    this.#page.plants.at(frame);
    const pixel = this.#view.toPixels(this.#drag?.target ?? this.#view.position(this.#chosen));
    this.#handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined && !playing);
  }

  // ---- files

  #openFiles(files: readonly FileBytes[]): void {
    try {
      this.#show(new Figure(this.#context.kine, this.#context.kine.openFile(files)), '');
    } catch (error) {
      // The old figure stays; the reader has said what is wrong.
      this.#trouble = sentenceOf(error);
      this.#report();
    }
  }

  #openSample(key: string): void {
    const sample = samples.find((s) => s.key === key);
    if (sample) this.#show(sample.open(this.#context.kine), key);
  }

  /** Another figure: everything that belongs to the old one is gone. */
  #show(figure: Figure, sample: string): void {
    ++this.#opened;
    this.#watch.stop();
    if (figure !== this.#figure) {
      this.#puller.dispose();
      this.#plants.dispose();
      this.#figure.dispose();
      this.#figure = figure;
      this.#puller = new Puller(figure);
      this.#plants = new PlantFinder(this.#context.kine, figure);
    }
    this.#drag = undefined;
    this.#microseconds = null;
    this.#view.show(figure);
    this.#state = { ...this.#state, clip: 0, start: '', edits: [], pins: this.#pinsAtStart() };
    this.#chosen = defaultBone(figure.skeleton, figure.parts);
    this.#playback.start(figure.clipAt(0));
    this.#page.fill(figure, this.#view.takeable, sample);
    this.#forgetPull();
    this.#sync();
    this.#context.history.start(this.snapshot());
    void this.#wear(figure, this.#opened);
  }

  /** Its mesh, where it has one: three takes a moment. */
  async #wear(figure: Figure, turn: number): Promise<void> {
    try {
      const skin = await Skin.of(figure);
      if (!skin) return;
      if (turn !== this.#opened) return skin.dispose();
      this.#view.wear(skin);
      this.#context.redraw();
    } catch (error) {
      if (turn === this.#opened) this.#context.say('warn', `Shown without its mesh: ${sentenceOf(error)}`);
    }
  }

  #save(format: 'bvh' | 'glb'): void {
    try {
      const type = format === 'bvh' ? 'text/plain' : 'model/gltf-binary';
      save(`${this.#figure.name}.${format}`, type, this.#figure.bytes(format, this.#state.clip));
    } catch (error) {
      this.#context.say('bad', sentenceOf(error));
    }
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
    this.#figure.setEdits(this.#state.edits, (clip, edit) => this.#puller.apply(clip, edit));
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
    this.#sync();
    if (commit) this.#commit();
  }

  #commit(): void {
    this.#context.history.record(this.snapshot());
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
    this.#page.showFeet(this.#plants.hasFeet);
    this.#page.plants.show(this.#feetNow(), this.#figure.clipAt(this.#state.clip).frameCount);
    this.#report();
    this.#context.redraw();
  }

  #feetNow() {
    const read = this.#figure.clips[this.#state.clip];
    return { read: read ? this.#plants.of(read) : [], shown: this.#plants.of(this.#figure.clipAt(this.#state.clip)) };
  }

  #report(): void {
    const { method, epsilon, clip } = this.#state;
    const pulled = this.#pulled;
    this.#context.figures({
      method: method.replaceAll('-', ' '),
      // The rest of the body gives way to the bone: what it misses is no failure.
      status: pulled ? (isThere(pulled, epsilon) ? 'reached' : outcomes[pulled.result.outcome]) : '–',
      iterations: pulled && method !== 'two-bone' ? pulled.result.iterations : null,
      microseconds: this.#microseconds,
      positionError: pulled?.missed ?? null,
    });
    if (this.#trouble) this.#context.say('bad', this.#trouble);
    else if (pulled) this.#context.say(...afterPull(this.#figure.titles[this.#chosen] ?? '', pulled, epsilon));
    else this.#context.say('plain', idle(this.#playback.playing, this.#figure.clipAt(clip).frameCount));
  }

  #listen(): void {
    const { stage } = this.#context;
    this.#endings.push(
      acceptDrops(stage.element, 'Drop a motion here', (files) => this.#openFiles(files)),
      pickable(stage.canvases, {
        pixels: () => (this.#playback.playing ? [] : this.#view.pixels()),
        onStart: (joint) => this.#begin(joint),
        onMove: (x, y) => this.#pull((from) => this.#view.drag(x, y, from)),
        onEnd: () => this.#keep(),
      }),
    );
    timeKeys({ onToggle: () => this.#toggle(), onStep: (frames) => this.#stepFrames(frames) }, this.#ending.signal);
  }
}
