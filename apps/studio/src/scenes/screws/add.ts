// Angular velocities add: that of a link is the sum of what the joints above it turn at, each about its own axis.
import * as THREE from 'three';
import type { Frames, Skeleton, Vec3 } from 'kine';
import { button, buttonRow, slider } from '../../shell/controls';
import { icon } from '../../shell/dom';
import { colours, type ColourName } from '../../shell/theme';
import { Arrow, barGeometry, mesh, paint, stretch } from '../../view/shapes';
import type { Demo, DemoContext } from './demo';
import { Readout, triad } from './readout';

const hinges = ['first', 'second', 'third'] as const;
const paints: readonly ColourName[] = ['m0', 'm3', 'm4'];
/** Where the sum is drawn: beside the arm. */
const drawn: Vec3 = [0.62, 0, 0.35];
/** Metres of arrow for one radian a second. */
const scale = 0.16;

export function createAdd(context: DemoContext): Demo {
  return new Add(context);
}

class Add implements Demo {
  #context: DemoContext;
  #skeleton: Skeleton;
  #frames: Frames;
  #later: Frames;
  #pose: Float64Array;
  #speeds: number[] = [1.2, 0.9, 1.6];
  #playing = true;
  #links: THREE.Mesh[] = [];
  #housings: THREE.Mesh[] = [];
  #parts: Arrow[] = [];
  #spins: Arrow[] = [];
  #sum: Arrow;
  #sumPaint = paint('#fff');
  #partPaints = paints.map(() => paint('#fff'));
  #linkPaint = paint('#fff', { roughness: 0.45 });
  #body: THREE.Mesh;
  #sliders;
  #play: HTMLButtonElement;
  #readout = new Readout([...hinges.map((name, i) => [`${name} axis × speed`, paints[i]] as const), ['sum, by the core', 'target'], ['measured']]);

  constructor(context: DemoContext) {
    this.#context = context;
    this.#skeleton = context.kine.buildSkeleton([
      { name: 'first', kind: 'hinge', axis: [0, 0, 1], translation: [0, 0, 0.12] },
      { name: 'second', parent: 'first', kind: 'hinge', axis: [0, 1, 0], translation: [0, 0, 0.22] },
      { name: 'third', parent: 'second', kind: 'hinge', axis: [1, 0, 0], translation: [0.24, 0, 0] },
    ]);
    this.#frames = this.#skeleton.createFrames();
    this.#later = this.#skeleton.createFrames();
    this.#pose = Float64Array.of(0.3, -0.4, 0.2);
    const { group } = context;
    for (let i = 0; i < 3; ++i) {
      const link = mesh(barGeometry(), this.#linkPaint);
      const housing = mesh(new THREE.CylinderGeometry(0.04, 0.04, 0.09, 32), this.#partPaints[i] ?? this.#linkPaint);
      const part = new Arrow(this.#partPaints[i] ?? this.#linkPaint, 0.01);
      const spin = new Arrow(this.#partPaints[i] ?? this.#linkPaint, 0.008);
      this.#links.push(link);
      this.#housings.push(housing);
      this.#parts.push(part);
      this.#spins.push(spin);
      group.add(link, housing, part.group, spin.group);
    }
    this.#sum = new Arrow(this.#sumPaint, 0.016);
    this.#body = mesh(new THREE.BoxGeometry(0.2, 0.14, 0.05), this.#linkPaint);
    group.add(this.#sum.group, this.#body);
    const foot = mesh(new THREE.CylinderGeometry(0.1, 0.12, 0.04, 40), this.#linkPaint);
    foot.rotation.x = Math.PI / 2;
    foot.position.z = 0.02;
    group.add(foot);
    this.#sliders = hinges.map((name, i) =>
      slider({
        label: `Speed of the ${name} hinge`, min: -3, max: 3, step: 0.1, value: this.#speeds[i] ?? 0,
        format: (value) => `${value.toFixed(1)} rad/s`,
        onInput: (value) => {
          this.#speeds[i] = value;
          context.redraw();
        },
        onCommit: () => context.commit(),
      }),
    );
    this.#play = button('', () => this.#switch());
    context.section('Speeds', ...this.#sliders.map(({ element }) => element), buttonRow('Time', this.#play));
    context.section('Angular velocity of the last link, rad/s', this.#readout.element);
    this.#showPlay();
    this.themed();
  }

  state(): unknown {
    return { speeds: [...this.#speeds], pose: [...this.#pose] };
  }

  restore(state: unknown): void {
    const { speeds, pose } = state as { speeds: number[]; pose: number[] };
    this.#speeds = [...speeds];
    this.#pose = Float64Array.from(pose);
    this.#sliders.forEach((control, i) => control.set(speeds[i] ?? 0));
  }

  running(): boolean {
    return this.#playing;
  }

  step(dt: number): void {
    this.#pose = this.#skeleton.integrate(this.#pose, this.#speeds, dt);
  }

  themed(): void {
    const c = colours();
    paints.forEach((name, i) => this.#partPaints[i]?.color.set(c[name]));
    this.#sumPaint.color.set(c.target);
    this.#linkPaint.color.set(c.joint);
  }

  draw(): void {
    const { parts, sum, measured } = this.#measure();
    const points: Vec3[] = [[0, 0, 0.02], ...hinges.map((name) => this.#frames.position(name))];
    for (let i = 0; i < 3; ++i) {
      const at = points[i + 1] ?? [0, 0, 0];
      const link = this.#links[i];
      const housing = this.#housings[i];
      if (link) stretch(link, points[i] ?? at, at, 0.026);
      const axis = new THREE.Vector3().fromArray(this.#frames.axes(), 3 * i);
      housing?.position.set(...at);
      housing?.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
      const part = parts[i] ?? [0, 0, 0];
      this.#spins[i]?.put(at, plus(at, part, 0.5 * scale));
    }
    let from = drawn;
    parts.forEach((part, i) => {
      const to = plus(from, part, scale);
      this.#parts[i]?.put(from, to);
      from = to;
    });
    this.#sum.put(drawn, plus(drawn, sum, scale));
    this.#body.position.set(...this.#frames.position('third', [0.16, 0, 0]));
    this.#body.quaternion.set(...this.#frames.rotation('third'));
    hinges.forEach((name, i) => this.#readout.show(`${name} axis × speed`, triad(parts[i] ?? [])));
    this.#readout.show('sum, by the core', triad(sum));
    this.#readout.show('measured', triad(measured));
    this.#context.figures({ method: 'forward', status: 'moving', iterations: null, microseconds: null, positionError: null });
    this.#context.say('good', 'Head to tail, the three arrows end where the last link’s own angular velocity does.');
  }

  probe() {
    const { parts, sum, measured } = this.#measure();
    return { speeds: [...this.#speeds], pose: [...this.#pose], parts, sum, measured };
  }

  dispose(): void {
    this.#frames.dispose();
    this.#later.dispose();
    this.#skeleton.dispose();
  }

  /** The parts, the sum as the core has it, and the turn of a short time divided by that time. */
  #measure(): { parts: Vec3[]; sum: Vec3; measured: Vec3 } {
    const { screws } = this.#context.kine;
    const h = 1e-5;
    this.#skeleton.forward(this.#pose, this.#frames);
    this.#skeleton.forward(this.#skeleton.integrate(this.#pose, this.#speeds, h), this.#later);
    const axes = this.#frames.axes();
    const parts = this.#speeds.map((speed, i): Vec3 => [speed * (axes[3 * i] ?? 0), speed * (axes[3 * i + 1] ?? 0), speed * (axes[3 * i + 2] ?? 0)]);
    const sum = this.#frames.velocityOf('third', this.#speeds).angular;
    const now = { translation: [0, 0, 0] as Vec3, rotation: this.#frames.rotation('third') };
    const then = { translation: [0, 0, 0] as Vec3, rotation: this.#later.rotation('third') };
    const [x, y, z] = screws.log(screws.multiply(then, screws.inverse(now))).angular;
    return { parts, sum, measured: [x / h, y / h, z / h] };
  }

  #switch(): void {
    this.#playing = !this.#playing;
    this.#showPlay();
    this.#context.redraw();
  }

  #showPlay(): void {
    this.#play.replaceChildren(icon(this.#playing ? 'pause' : 'play'), this.#playing ? 'Pause' : 'Play');
  }
}

const plus = (a: Vec3, b: Vec3, by: number): Vec3 => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
