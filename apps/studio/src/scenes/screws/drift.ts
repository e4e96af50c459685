// Drift: speeds are right only at the instant they are solved for. Step by step the error adds up, unless it is led back.
import * as THREE from 'three';
import type { Frames, Skeleton, Stepper, Vec3 } from 'kine';
import { button, buttonRow, slider } from '../../shell/controls';
import { icon } from '../../shell/dom';
import type { Plot } from '../../shell/plot';
import { colours, type ColourName } from '../../shell/theme';
import { barGeometry, mesh, paint, stretch, Thread } from '../../view/shapes';
import type { Demo, DemoContext } from './demo';
import { Readout } from './readout';

const centre: Vec3 = [0.34, 0, 0.5];
const radius = 0.2;
const names = ['base', 'shoulder', 'elbow', 'wrist'] as const;
const keep = 600;

/** An arm that follows the target by its speeds alone, with or without a way back. */
class Follower {
  readonly group = new THREE.Group();
  readonly stepper: Stepper;
  readonly frames: Frames;
  pose: Float64Array;
  error = 0;
  trail: Vec3[] = [];
  #links: readonly THREE.Mesh[];
  #balls: readonly THREE.Mesh[];
  #thread = new Thread('#fff');

  constructor(
    readonly skeleton: Skeleton,
    readonly colour: ColourName,
    readonly paint: THREE.MeshStandardMaterial,
    start: Float64Array,
  ) {
    this.stepper = skeleton.createStepper();
    this.frames = skeleton.createFrames();
    this.pose = start.slice();
    this.#links = names.map(() => mesh(barGeometry(), paint));
    this.#balls = names.map(() => mesh(new THREE.SphereGeometry(0.024, 20, 14), paint));
    this.group.add(...this.#links, ...this.#balls, this.#thread.line);
  }

  step(target: Vec3, velocity: Vec3, h: number, beta: number): void {
    this.stepper.set({ h, beta });
    const { pose, positionError } = this.stepper.step([{ kind: 'followPoint', joint: 'hand', target, velocity, correct: beta > 0 }], this.pose);
    this.pose = pose;
    this.error = positionError;
    this.skeleton.forward(pose, this.frames);
    this.trail.push(this.frames.position('hand'));
    if (this.trail.length > 240) this.trail.shift();
  }

  draw(): void {
    this.paint.color.set(colours()[this.colour]);
    (this.#thread.line.material as THREE.LineBasicMaterial).color.set(colours()[this.colour]);
    this.skeleton.forward(this.pose, this.frames);
    const points = [...names, 'hand'].map((name) => this.frames.position(name));
    for (let i = 0; i < 4; ++i) {
      const link = this.#links[i];
      if (link) stretch(link, points[i] ?? centre, points[i + 1] ?? centre, 0.014);
      this.#balls[i]?.position.set(...(points[i] ?? centre));
    }
    if (this.trail.length > 1) this.#thread.put(this.trail);
    this.#thread.line.visible = this.trail.length > 1;
  }

  dispose(): void {
    this.stepper.dispose();
    this.frames.dispose();
  }
}

export function createDrift(context: DemoContext): Demo {
  return new Drift(context);
}

class Drift implements Demo {
  #context: DemoContext;
  #skeleton: Skeleton;
  #start: Float64Array;
  #followers: readonly [Follower, Follower];
  #state = { rate: 2, steps: 30, beta: 0.5 };
  #time = 0;
  #left = 0;
  #playing = true;
  #series: [number[], number[], number[]] = [[], [], []];
  #target = mesh(new THREE.SphereGeometry(0.026, 24, 16), paint('#fff'));
  #circle = new Thread('#fff', { dashed: 0.02 });
  #plot: Plot;
  #controls;
  #play: HTMLButtonElement;
  #readout = new Readout([['without correction', 'm3'], ['with correction', 'm0']]);

  constructor(context: DemoContext) {
    this.#context = context;
    this.#skeleton = context.kine.buildSkeleton([
      { name: 'base', kind: 'hinge', axis: [0, 0, 1], translation: [0, 0, 0.16] },
      { name: 'shoulder', parent: 'base', kind: 'hinge', axis: [0, 1, 0], translation: [0, 0, 0.12] },
      { name: 'elbow', parent: 'shoulder', kind: 'hinge', axis: [0, 1, 0], translation: [0.05, 0, 0.34] },
      { name: 'wrist', parent: 'elbow', kind: 'hinge', axis: [0, 1, 0], translation: [0.3, 0, 0] },
      { name: 'hand', parent: 'wrist', translation: [0.16, 0, 0] },
    ]);
    this.#start = this.#reachStart();
    this.#followers = [
      new Follower(this.#skeleton, 'm3', paint('#fff', { opacity: 0.75 }), this.#start),
      new Follower(this.#skeleton, 'm0', paint('#fff'), this.#start),
    ];
    const foot = mesh(new THREE.CylinderGeometry(0.09, 0.11, 0.16, 40), paint(colours().body, { roughness: 0.8 }));
    foot.rotation.x = Math.PI / 2;
    foot.position.z = 0.08;
    context.group.add(...this.#followers.map(({ group }) => group), this.#target, this.#circle.line, foot);
    this.#circle.put(Array.from({ length: 97 }, (_, i) => placeAt((i / 96) * 2 * Math.PI)));
    const commit = (): void => context.commit();
    this.#controls = {
      rate: slider({ label: 'The target circles at', min: 0.5, max: 6, step: 0.1, value: this.#state.rate, format: (v) => `${v.toFixed(1)} rad/s`, onInput: (rate) => void (this.#state.rate = rate), onCommit: commit }),
      steps: slider({ label: 'Steps a second', min: 10, max: 120, step: 5, value: this.#state.steps, onInput: (steps) => void (this.#state.steps = steps), onCommit: commit }),
      beta: slider({ label: 'Led back in each step, β', min: 0.05, max: 1, step: 0.05, value: this.#state.beta, format: (v) => `${Math.round(100 * v)} %`, onInput: (beta) => void (this.#state.beta = beta), onCommit: commit }),
    };
    this.#play = button('', () => {
      this.#playing = !this.#playing;
      this.#showPlay();
      context.redraw();
    });
    const { rate, steps, beta } = this.#controls;
    context.section('Follow a circle by speeds', rate.element, steps.element, beta.element, buttonRow('Time', this.#play, button('From the start', () => this.#restart())));
    context.section('How far the hand is off, mm', this.#readout.element);
    this.#plot = context.plot({
      title: 'Error, mm',
      xLabel: 'seconds',
      yLabel: 'mm',
      logarithmic: true,
      yRange: [1e-3, 300],
      series: [{ label: 'without', colour: 'm3' }, { label: 'with', colour: 'm0' }],
      height: 170,
    });
    this.#showPlay();
    this.themed();
  }

  state(): unknown {
    return { ...this.#state };
  }

  restore(state: unknown): void {
    this.#state = { ...(state as { rate: number; steps: number; beta: number }) };
    this.#controls.rate.set(this.#state.rate);
    this.#controls.steps.set(this.#state.steps);
    this.#controls.beta.set(this.#state.beta);
    this.#restart();
  }

  running(): boolean {
    return this.#playing;
  }

  // The page's time is cut into steps of the length that was chosen: that length is what drift depends on.
  step(dt: number): void {
    const { rate, steps, beta } = this.#state;
    const h = 1 / steps;
    for (this.#left += dt; this.#left >= h - 1e-9; this.#left -= h) {
      const angle = rate * this.#time;
      const target = placeAt(angle);
      const velocity: Vec3 = [0, -radius * rate * Math.sin(angle), radius * rate * Math.cos(angle)];
      this.#followers[0].step(target, velocity, h, 0);
      this.#followers[1].step(target, velocity, h, beta);
      this.#time += h;
      this.#record();
    }
  }

  themed(): void {
    const c = colours();
    (this.#target.material as THREE.MeshStandardMaterial).color.set(c.target);
    (this.#circle.line.material as THREE.LineDashedMaterial).color.set(c['ink-soft']);
  }

  draw(): void {
    for (const follower of this.#followers) follower.draw();
    this.#target.position.set(...placeAt(this.#state.rate * this.#time));
    const [without, corrected] = this.#errors();
    this.#readout.show('without correction', (1e3 * without).toFixed(2));
    this.#readout.show('with correction', (1e3 * corrected).toFixed(4));
    this.#plot.set(...this.#series);
    this.#context.figures({ method: 'velocity', status: 'following', iterations: null, microseconds: null, positionError: corrected });
    this.#context.say(without > 0.01 ? 'warn' : 'plain', `By speeds alone the hand is ${(1e3 * without).toFixed(1)} mm off its circle by now; led back, ${(1e3 * corrected).toFixed(2)} mm.`);
  }

  probe() {
    const [without, corrected] = this.#errors();
    return { ...this.#state, time: this.#time, without, corrected, target: placeAt(this.#state.rate * this.#time), hands: this.#hands() };
  }

  dispose(): void {
    for (const follower of this.#followers) follower.dispose();
    this.#skeleton.dispose();
  }

  #hands(): Vec3[] {
    return this.#followers.map(({ skeleton, pose, frames }) => skeleton.forward(pose, frames).position('hand'));
  }

  /** From the hands to where the target has gone meanwhile, metres. */
  #errors(): [number, number] {
    const [tx, ty, tz] = placeAt(this.#state.rate * this.#time);
    const [a = 0, b = 0] = this.#hands().map(([x, y, z]) => Math.hypot(x - tx, y - ty, z - tz));
    return [a, b];
  }

  #record(): void {
    const [without, corrected] = this.#errors();
    [this.#time, 1e3 * without, 1e3 * corrected].forEach((value, i) => {
      const series = this.#series[i];
      series?.push(i === 0 ? value : Math.min(300, Math.max(1e-3, value)));
      if (series && series.length > keep) series.shift();
    });
  }

  #restart(): void {
    this.#time = this.#left = 0;
    this.#series = [[], [], []];
    for (const follower of this.#followers) {
      follower.pose = this.#start.slice();
      follower.trail = [];
    }
    this.#context.redraw();
  }

  #reachStart(): Float64Array {
    const solver = this.#skeleton.createSolver('jacobian', { tolerance: 1e-12 });
    const { pose } = solver.solve([{ kind: 'reach', joint: 'hand', target: placeAt(0) }], [0, 0.2, 0.4, 0.3]);
    solver.dispose();
    return pose;
  }

  #showPlay(): void {
    this.#play.replaceChildren(icon(this.#playing ? 'pause' : 'play'), this.#playing ? 'Pause' : 'Play');
  }
}

/** The circle stands upright before the arm. */
const placeAt = (angle: number): Vec3 => [centre[0], centre[1] + radius * Math.cos(angle), centre[2] + radius * Math.sin(angle)];
