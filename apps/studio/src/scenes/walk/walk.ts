// A character that walks anywhere by inverse kinematics alone, driven by keys, a gamepad or a stick: Meredith & Maddock's
// MovingIK.
import type { Terrain, Vec3 } from 'kine';
import { el } from '../../shell/dom';
import { acceptDrops, type FileBytes } from '../../shell/files';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import { Costs } from './costs';
import { Gamepads } from './gamepad';
import { heightmapOf, isHeightmap, kindOf, lookOf, openGround, type Heightmap } from './grounds';
import { Keys } from './keys';
import type { Frame } from './mover';
import { dropped, inReach, LeverArm, mostThings, nameOf, type Thing } from './objects';
import { ScreenStick } from './screen_stick';
import { atStart, Settings, type State } from './settings';
import { Sim, tick } from './sim';
import { combine, isStill, type FullStick } from './stick';
import { areFigure, fromFiles, humanoid, spider, type Subject } from './subject';
import { CostTable } from './table';
import { WalkView } from './view';
import { handsOf, sentenceOf, statusOf } from './words';
import './walk.css';

export function create(context: SceneContext): Scene {
  return new Walk(context);
}

/** Simulated seconds from one measuring of costs to the next, and how often a frame is done again for it. */
const measuring = { every: 0.5, repeats: 150 };
/** Seconds that it goes on after everything stands still. */
const patience = 1;
/** m/s */
const spiderSpeed = 0.45;
const personSpeed = 1.3;
const sentenceOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class Walk implements Scene {
  #context: SceneContext;
  #state: State;
  #file: Heightmap | undefined;
  /** The character that was dropped: its files, to be opened again. */
  #figure: { readonly name: string; readonly files: readonly FileBytes[] } | undefined;
  #terrain: Terrain;
  #arm: LeverArm;
  #sim: Sim;
  #view: WalkView;
  #keys: Keys;
  #pads = new Gamepads();
  #screen: ScreenStick;
  #settings: Settings;
  #costs = new Costs();
  #table = new CostTable();
  #paused = false;
  /** The speed of the settings is not yet that of the walk. */
  #late = false;
  #walked = false;
  #trouble = '';
  #measured = 0;
  #microseconds: number | null = null;
  /** Seconds of the page, simulated ones or not: the camera moves by them. */
  #time = 0;
  #endings: (() => void)[] = [];

  constructor(context: SceneContext) {
    this.#context = context;
    const { kine, stage, panel } = context;
    this.#state = atStart(matchMedia('(prefers-reduced-motion: reduce)').matches);
    const { ground, seed, steep } = this.#state;
    this.#terrain = openGround(kine, ground, seed, undefined, steep);
    this.#sim = new Sim(this.#terrain, humanoid(kine, this.#state));
    this.#arm = new LeverArm(kine);
    const things = { onMove: (i: number, point: Vec3) => this.#move(i, point), onEnd: () => this.#commit() };
    this.#view = new WalkView(stage, this.#sim, this.#arm, things, () => context.redraw());
    this.#screen = new ScreenStick(() => this.#wake());
    stage.layer.append(this.#screen.element);
    this.#keys = new Keys({ onChange: () => this.#wake(), onPause: () => this.#pause(), onStep: () => this.#single() });
    this.#settings = new Settings(panel, this.#state, {
      onChange: (change) => this.#change(change),
      onCommit: () => this.#commit(),
      onFiles: (files) => this.#open(files),
      onPause: () => this.#pause(),
      onStep: () => this.#single(),
      onRestart: () => this.reset(),
      onDrop: (kind) => this.#drop(kind),
      onClear: () => this.#keep([]),
    });
    panel.section('What solves cost, as walked so far', this.#table.element, el('p', { class: 'note' }, 'Means of one leg’s solve, and frames a second of one whole character, as in table 1.4 of Meredith & Maddock. Walk each ground in each mode to fill it in.'));
    panel.section('Keys', Settings.keys());
    this.#endings.push(acceptDrops(stage.element, ['Drop a heightmap to walk on, or a character that walks'], (files) => this.#open(files)));
    const padListener = (): void => this.#wake();
    addEventListener('gamepadconnected', padListener);
    this.#endings.push(() => removeEventListener('gamepadconnected', padListener));
    this.#begin();
  }

  // ---- what the shell asks

  snapshot(): string {
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    const state = JSON.parse(snapshot) as State;
    const { ground, who } = this.#state;
    this.#late = false;
    this.#change({ ...state, ground: state.ground === 'file' && !this.#file ? ground : state.ground, who: state.who === 'file' && !this.#figure ? who : state.who });
    if (this.#late) this.#commit();
  }

  /** Back to the start; also what undo does not know of. */
  reset(): void {
    this.#sim.restart();
    this.#begin();
    this.#context.redraw();
  }

  running(): boolean {
    if (this.#paused) return false;
    return this.#pads.connected || !isStill(this.#stick()) || this.#sim.idle < patience || !this.#view.settled;
  }

  step(dt: number): void {
    if (this.#pads.startPressed()) this.#pause();
    if (this.#paused) return;
    this.#time += dt;
    this.#sim.advance(dt, this.#stick(), (frame) => this.#afterTick(frame));
  }

  themed(): void {
    this.#view.themed();
    this.#context.redraw();
  }

  draw(): void {
    const { shown, watch } = this.#sim;
    this.#view.draw(this.#state, this.#sim.planned, this.#time);
    this.#table.show(this.#costs, kindOf(this.#state.ground), this.#state.mode);
    const { legs } = shown;
    const isSpider = this.#sim.subject.kind === 'spider';
    this.#context.figures({
      method: `${isSpider ? 'half' : this.#state.mode} Jacobian`,
      status: this.#paused ? 'paused' : statusOf(shown),
      iterations: Math.max(...legs.map(({ iterations }) => iterations)),
      microseconds: this.#microseconds,
      positionError: Math.max(...legs.map(({ positionError }) => positionError)),
      angleError: isSpider ? null : Math.max(...legs.map(({ angleError }) => angleError)),
    });
    if (this.#trouble) this.#context.say('bad', this.#trouble);
    else this.#context.say(...sentenceOf(shown, this.#paused, this.#walked, watch.worst, this.#doing()));
  }

  probe(): Probe {
    const { shown, watch, time, subject } = this.#sim;
    return {
      ...this.#state, time, paused: this.#paused, trouble: this.#trouble, stick: this.#stick(),
      x: shown.x, z: shown.z, heading: shown.heading, speed: shown.speed, hips: shown.hips.translation,
      stepping: shown.stepping, blocked: shown.blocked, heldBack: shown.heldBack, legs: shown.legs,
      pose: [...shown.pose],
      limitViolation: subject.skeleton.limitViolation(shown.pose),
      plants: shown.plants.map((plant) => ({ ...plant, shown: this.#sim.placeOf(plant) })),
      figure: subject.name, hasSkin: this.#view.hasSkin, notes: subject.walker.notes,
      planned: this.#sim.planned,
      ground: this.#sim.heightAt(shown.x, shown.z),
      drift: watch.worst, plantCount: watch.count, prints: this.#view.footprints.count,
      groundName: this.#state.ground, file: this.#file?.name,
      costs: { flat: this.#costs.of('flat', this.#state.mode), uneven: this.#costs.of('uneven', this.#state.mode) },
      hands: this.#sim.hands, looksAt: this.#sim.looksAt, reachable: inReach(this.#state.things, this.#arm).map(({ point }) => point),
      palms: this.#palms(),
      ...this.#view.measure(),
    };
  }

  picture(): HTMLCanvasElement {
    return this.#view.room.picture();
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.#keys.dispose();
    this.#view.dispose();
    this.#sim.dispose();
    this.#terrain.dispose();
    this.#arm.dispose();
  }

  // ---- driving

  #stick(): FullStick {
    return combine(this.#keys.stick, this.#pads.stick, this.#screen.stick);
  }

  #afterTick(frame: Frame): void {
    const { time } = this.#sim;
    const { walker } = this.#sim.subject;
    this.#view.footprints.note(walker.soles());
    if (!frame.stepping) return;
    this.#walked = true;
    const { mode, ground } = this.#state;
    const kind = kindOf(ground);
    // The table is about figures on two legs.
    if (!walker.time) return;
    this.#costs.addIterations(kind, mode, frame.legs.reduce((sum, { iterations }) => sum + iterations, 0) / frame.legs.length);
    if (time - this.#measured < measuring.every) return;
    this.#measured = time;
    // Other programs want the processor too: the better of two rounds counts.
    const rounds = [walker.time(this.#terrain, measuring.repeats), walker.time(this.#terrain, measuring.repeats)];
    this.#microseconds = Math.min(...rounds.map(({ solveMicroseconds }) => solveMicroseconds));
    this.#costs.addTimes(kind, mode, this.#microseconds, Math.min(...rounds.map(({ frameMicroseconds }) => frameMicroseconds)));
  }

  #wake(): void {
    this.#trouble = '';
    this.#context.redraw();
  }

  #pause(): void {
    this.#paused = !this.#paused;
    this.#settings.showPause(this.#paused);
    this.#context.redraw();
  }

  /** A sixtieth of a second, and then it stands still. */
  #single(): void {
    if (!this.#paused) this.#pause();
    for (let i = 0; i < Math.round(1 / 60 / tick); ++i) this.#sim.step(this.#stick(), (frame) => this.#afterTick(frame));
    this.#time += 1 / 60;
    this.#context.redraw();
  }

  // ---- what it reaches for

  /** The figure is shown what there is. */
  #offer(): void {
    this.#sim.reach(inReach(this.#state.things, this.#arm));
  }

  #drop(kind: Thing['kind']): void {
    const { things } = this.#state;
    if (things.length >= mostThings) return;
    const { shown, subject, heightAt } = this.#sim;
    const { x, z, heading, speed } = shown;
    this.#keep([...things, dropped(kind, things.length, { x, z, heading, speed, size: subject.height / 1.75, heightAt })]);
  }

  #keep(things: readonly Thing[]): void {
    this.#change({ things });
    this.#commit();
  }

  #move(i: number, point: Vec3): void {
    const things = this.#state.things.map((thing, k): Thing => (k !== i ? thing : thing.kind === 'ball' ? { ...thing, at: point } : this.#arm.pulled(thing, point)));
    this.#change({ things });
  }

  /** What its hands and eyes are about, in words; empty: nothing. */
  #doing(): string {
    const { things } = this.#state;
    return handsOf(this.#sim.hands, this.#sim.looksAt, (i) => nameOf(things, i));
  }

  /** Where the joints of our humanoid's hands are, by forward kinematics: for tests. */
  #palms(): readonly Vec3[] {
    const { subject, frames } = this.#sim;
    return subject.name === 'our humanoid' ? [frames.position('left_hand'), frames.position('right_hand')] : [];
  }

  // ---- changing things

  #change(change: Partial<State>): void {
    const before = this.#state;
    const after = { ...before, ...change };
    const otherGround = after.ground !== before.ground || after.seed !== before.seed || after.steep !== before.steep;
    const otherFigure = after.who !== before.who;
    this.#trouble = '';
    try {
      if (otherGround) this.#walkOn(openGround(this.#context.kine, after.ground, after.seed, this.#file, after.steep));
      // A spider is slower than people: it has a speed of its own unless one is asked for.
      if (change.speed === undefined && (after.who === 'spider') !== (before.who === 'spider')) after.speed = after.who === 'spider' ? spiderSpeed : personSpeed;
      if (otherFigure) this.#become(this.#subject(after));
      else this.#walkAs(before, after, change.speed !== undefined);
      this.#state = after;
      if (otherFigure || change.things) this.#offer();
    } catch (error) {
      // What will not do leaves all as it was.
      this.#trouble = sentenceOfError(error);
      if (otherGround) this.#walkOn(openGround(this.#context.kine, before.ground, before.seed, this.#file, before.steep));
    }
    this.#show();
    if (otherGround || otherFigure) this.#begin();
    this.#context.redraw();
  }

  /** Another gait, mode or speed. A gait has a speed of its own unless one is asked for. */
  #walkAs(before: State, after: State, speedAsked: boolean): void {
    const { gait, mode, speed } = after;
    if (gait !== before.gait) {
      this.#sim.set({ gait });
      if (!speedAsked) after.speed = this.#sim.subject.walker.settings['speed'] ?? speed;
    }
    if (mode !== before.mode) this.#sim.set({ mode });
    if (after.speed === before.speed && (gait === before.gait || !speedAsked)) return;
    // A gait is suited anew to a figure from a file, which takes a moment: when the slider is let go, not while it moves.
    if (this.#sim.subject.file) this.#late = true;
    else this.#sim.set({ speed: after.speed });
  }

  /** A setting is let go. */
  #commit(): void {
    if (this.#late) {
      this.#late = false;
      try {
        this.#sim.set({ speed: this.#state.speed });
      } catch (error) {
        this.#trouble = sentenceOfError(error);
      }
    }
    this.#context.history.record(this.snapshot());
  }

  #subject(how: State): Subject {
    const { kine } = this.#context;
    if (how.who === 'spider') return spider(kine, how);
    return how.who === 'file' && this.#figure ? fromFiles(kine, this.#figure.files, how) : humanoid(kine, how);
  }

  /** Another figure walks, from the start. */
  #become(subject: Subject): void {
    const old = this.#sim;
    this.#sim = new Sim(this.#terrain, subject);
    this.#view.setFigure(this.#sim, (trouble) => {
      this.#trouble = trouble;
      this.#context.redraw();
    });
    old.dispose();
  }

  #show(): void {
    this.#settings.show(this.#state, this.#file?.name, this.#figure?.name);
    this.#settings.showNotes(this.#sim.subject.walker.notes);
  }

  #walkOn(terrain: Terrain): void {
    const old = this.#terrain;
    this.#terrain = terrain;
    this.#sim.walkOn(terrain);
    old.dispose();
  }

  #begin(): void {
    this.#measured = this.#sim.time;
    this.#walked = false;
    this.#view.begin(this.#terrain, lookOf(this.#state.ground));
    this.#view.footprints.note(this.#sim.subject.walker.soles());
  }

  #open(files: readonly FileBytes[]): void {
    this.#trouble = '';
    try {
      if (areFigure(files.map(({ name }) => name))) this.#openFigure(files);
      else this.#openHeights(files);
    } catch (error) {
      this.#trouble = sentenceOfError(error);
      this.#context.redraw();
      return;
    }
    this.#show();
    this.#begin();
    this.#context.history.record(this.snapshot());
    this.#context.redraw();
  }

  #openFigure(files: readonly FileBytes[]): void {
    const subject = fromFiles(this.#context.kine, files, this.#state);
    this.#figure = { name: subject.name, files };
    this.#state = { ...this.#state, who: 'file' };
    this.#become(subject);
    this.#offer();
  }

  #openHeights(files: readonly FileBytes[]): void {
    const first = files.find(({ name }) => isHeightmap(name)) ?? files[0];
    if (!first) return;
    const file = heightmapOf(first);
    this.#walkOn(openGround(this.#context.kine, 'file', 1, file, 1));
    this.#file = file;
    this.#state = { ...this.#state, ground: 'file', steep: 1 };
  }
}
