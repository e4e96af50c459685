// Gimbal lock: three hinges whose link may turn about one axis only, while the middle hinge is driven through 90 degrees.
// There the outer and the inner axis are parallel and a direction is lost. A ball joint beside them has no such place.
import * as THREE from 'three';
import type { Constraint, Frames, JointDescription, Kine, Skeleton, StepResult, Stepper, Vec3 } from 'kine';
import { button, buttonRow, slider } from '../../shell/controls';
import { degrees, el, icon } from '../../shell/dom';
import type { Plot } from '../../shell/plot';
import { colours, type ColourName } from '../../shell/theme';
import { Arrow, barGeometry, mesh, paint, stretch, Thread } from '../../view/shapes';
import type { Demo, DemoContext } from './demo';

type Key = 'plain' | 'byRank' | 'damped' | 'ball';

const settings: Record<Key, { name: string; colour: ColourName; x: number }> = {
  plain: { name: 'inverse', colour: 'm3', x: -0.99 },
  byRank: { name: 'pseudo-inverse', colour: 'm0', x: -0.33 },
  damped: { name: 'damped', colour: 'm4', x: 0.33 },
  ball: { name: 'ball joint', colour: 'm2', x: 0.99 },
};
const keys = Object.keys(settings) as Key[];

/** What the link may turn about: near y, so that the middle hinge does most of it. */
const axis: Vec3 = [0.28, 0.95, 0.14];
const start = 0.45;
const end = 2.6;
const keep = 400;

const hinges: readonly JointDescription[] = [
  { name: 'outer', kind: 'hinge', axis: [0, 0, 1] },
  { name: 'middle', parent: 'outer', kind: 'hinge', axis: [0, 1, 0] },
  { name: 'inner', parent: 'middle', kind: 'hinge', axis: [1, 0, 0] },
];

/** One mechanism with its own way of solving. */
class Mechanism {
  readonly skeleton: Skeleton;
  readonly stepper: Stepper;
  readonly frames: Frames;
  pose: Float64Array;
  result: StepResult | undefined;
  fastest = 0;
  lacking = 0;
  leastRank = 3;

  constructor(kine: Kine, readonly key: Key) {
    this.skeleton = kine.buildSkeleton(key === 'ball' ? [{ name: 'inner', kind: 'ball' }] : hinges);
    const inverse = key === 'ball' ? 'byRank' : key;
    this.stepper = this.skeleton.createStepper({ inverse, rankThreshold: inverse === 'byRank' ? 0.12 : 1e-9, damping: 0.15 });
    if (key !== 'ball') this.stepper.setFixed(1, true);
    this.frames = this.skeleton.createFrames();
    this.pose = this.#begin();
  }

  restart(): void {
    this.pose = this.#begin();
    this.result = undefined;
    this.fastest = this.lacking = 0;
    this.leastRank = 3;
  }

  /** The link turns about the axis only; the middle hinge (or the ball itself) is driven at so many radians per second. */
  step(rate: number, h: number): void {
    this.stepper.set({ h });
    const about: Constraint = { kind: 'turnAbout', joint: 'inner', axis };
    const constraints: Constraint[] =
      this.key === 'ball'
        ? [about, { kind: 'twistRows', joint: 'inner', rows: [{ angular: axis, linear: [0, 0, 0] }], values: [rate] }]
        : [about];
    const speeds = this.key === 'ball' ? [0, 0, 0] : [0, rate, 0];
    this.result = this.stepper.step(constraints, this.pose, speeds);
    this.pose = this.result.pose;
    this.fastest = Math.max(this.fastest, this.speed);
    this.lacking = Math.max(this.lacking, this.result.angular);
    this.leastRank = Math.min(this.leastRank, this.result.rank);
  }

  /** The fastest joint, radians per second. */
  get speed(): number {
    return Math.max(0, ...Array.from(this.result?.speeds ?? [], Math.abs));
  }

  dispose(): void {
    this.frames.dispose();
    this.stepper.dispose();
    this.skeleton.dispose();
  }

  #begin(): Float64Array {
    const pose = this.skeleton.restPose();
    if (this.key !== 'ball') pose[1] = start;
    return pose;
  }
}

/** Its drawing: a ring a hinge, and a little craft in the middle. */
class Drawing {
  readonly group = new THREE.Group();
  #rings: THREE.Group[] = [];
  #craft = new THREE.Group();
  #ringPaints = [paint('#fff'), paint('#fff'), paint('#fff')];
  #craftPaint = paint('#fff', { roughness: 0.35 });
  #post = paint('#fff', { roughness: 0.7 });
  #spin: Arrow;
  #wanted = new Thread('#fff', { dashed: 0.025 });

  constructor(readonly mechanism: Mechanism) {
    const ball = mechanism.key === 'ball';
    if (ball) {
      const socket = mesh(new THREE.SphereGeometry(0.05, 32, 20), this.#ringPaints[0] ?? this.#post);
      this.group.add(socket);
    } else {
      // Each ring holds its own axis and the next one.
      const turns: readonly [number, number, number][] = [[0, Math.PI / 2, 0], [0, 0, 0]];
      [0.25, 0.2].forEach((radius, i) => {
        const holder = new THREE.Group();
        const ring = mesh(new THREE.TorusGeometry(radius, 0.011, 14, 72), this.#ringPaints[i] ?? this.#post);
        ring.rotation.set(...(turns[i] ?? [0, 0, 0]));
        const pin = mesh(barGeometry(), this.#ringPaints[i] ?? this.#post);
        pin.scale.set(0.008, 2 * (radius + 0.035), 0.008);
        if (i === 0) pin.rotation.x = Math.PI / 2;
        holder.add(ring, pin);
        this.#rings.push(holder);
        this.group.add(holder);
      });
    }
    this.#makeCraft();
    this.#spin = new Arrow(this.#craftPaint, 0.009);
    const post = mesh(barGeometry(), this.#post);
    stretch(post, [0, 0, -0.5], [0, 0, ball ? -0.04 : -0.285], 0.014);
    const foot = mesh(new THREE.CylinderGeometry(0.09, 0.1, 0.025, 36), this.#post);
    foot.rotation.x = Math.PI / 2;
    foot.position.z = -0.488;
    this.group.add(this.#craft, this.#spin.group, this.#wanted.line, post, foot);
  }

  draw(): void {
    const c = colours();
    const { mechanism } = this;
    mechanism.skeleton.forward(mechanism.pose, mechanism.frames);
    this.#ringPaints[0]?.color.set(c[settings[mechanism.key].colour]);
    this.#ringPaints[1]?.color.set(c['body-dark']);
    this.#craftPaint.color.set(c.target);
    this.#post.color.set(c.body);
    (['outer', 'middle'] as const).forEach((name, i) => {
      if (mechanism.key !== 'ball') this.#rings[i]?.quaternion.set(...mechanism.frames.rotation(name));
    });
    this.#craft.quaternion.set(...mechanism.frames.rotation('inner'));
    (this.#wanted.line.material as THREE.LineDashedMaterial).color.set(c.ink);
    const out = (by: number): Vec3 => [axis[0] * by, axis[1] * by, axis[2] * by];
    this.#wanted.put([out(-0.36), out(0.36)]);
    const speeds = mechanism.result?.speeds;
    const [x, y, z] = speeds ? mechanism.frames.velocityOf('inner', speeds).angular : [0, 0, 0];
    // An arrow that grows without bound would leave the picture.
    const size = Math.hypot(x, y, z);
    const shown = size > 0 ? (0.3 * Math.min(size, 2)) / size : 0;
    this.#spin.put([0, 0, 0], [x * shown, y * shown, z * shown]);
  }

  #makeCraft(): void {
    const body = mesh(new THREE.CapsuleGeometry(0.024, 0.15, 8, 20), this.#craftPaint);
    body.rotation.z = Math.PI / 2;
    const wing = mesh(new THREE.BoxGeometry(0.055, 0.22, 0.01), this.#craftPaint);
    const fin = mesh(new THREE.BoxGeometry(0.045, 0.01, 0.06), this.#craftPaint);
    fin.position.set(-0.08, 0, 0.035);
    this.#craft.add(body, wing, fin);
  }
}

export function createGimbal(context: DemoContext): Demo {
  return new Gimbal(context);
}

class Gimbal implements Demo {
  #context: DemoContext;
  #mechanisms: readonly Mechanism[];
  #drawings: readonly Drawing[];
  #labels: readonly HTMLElement[];
  #rate = 0.8;
  #time = 0;
  #playing = true;
  #series: { t: number[]; speeds: Record<Key, number[]> } = { t: [], speeds: { plain: [], byRank: [], damped: [], ball: [] } };
  #plot: Plot;
  #control;
  #play: HTMLButtonElement;
  #rows = new Map<Key, HTMLElement[]>();

  constructor(context: DemoContext) {
    this.#context = context;
    this.#mechanisms = keys.map((key) => new Mechanism(context.kine, key));
    this.#drawings = this.#mechanisms.map((mechanism) => new Drawing(mechanism));
    this.#drawings.forEach((drawing, i) => {
      drawing.group.position.set(settings[keys[i] ?? 'plain'].x, 0, 0.5);
      context.group.add(drawing.group);
    });
    this.#labels = keys.map((key) => {
      const label = el('span', { class: 'tag' }, settings[key].name);
      label.style.setProperty('--tag', `var(--${settings[key].colour})`);
      context.stage.layer.append(label);
      return label;
    });
    this.#control = slider({
      label: 'The middle hinge turns at', min: 0.2, max: 2, step: 0.1, value: this.#rate,
      format: (value) => `${value.toFixed(1)} rad/s`,
      onInput: (value) => void (this.#rate = value),
      onCommit: () => context.commit(),
    });
    this.#play = button('', () => this.#switch());
    context.section('Drive', this.#control.element, buttonRow('Time', this.#play, button('From the start', () => this.#restart())));
    const body = el('tbody', {});
    for (const key of keys) {
      const cells = [el('td', {}), el('td', {}), el('td', {})];
      const name = el('span', { class: 'way' }, settings[key].name);
      name.style.setProperty('--way', `var(--${settings[key].colour})`);
      body.append(el('tr', { 'data-status': 'reached' }, el('th', { scope: 'row' }, name), ...cells));
      this.#rows.set(key, cells);
    }
    const head = el('tr', {}, ...['Joint speeds by', 'fastest, rad/s', 'off axis, rad/s', 'rank'].map((text) => el('th', { scope: 'col' }, text)));
    context.section('What each does', el('table', { class: 'ways' }, el('thead', {}, head), body));
    this.#plot = context.plot({
      title: 'Fastest joint, rad/s, while the middle hinge passes 90°',
      xLabel: 'seconds',
      yLabel: '',
      logarithmic: true,
      yRange: [0.3, 300],
      series: keys.map((key) => ({ label: settings[key].name, colour: settings[key].colour })),
      height: 170,
    });
    this.#showPlay();
  }

  state(): unknown {
    return { rate: this.#rate };
  }

  restore(state: unknown): void {
    this.#rate = (state as { rate: number }).rate;
    this.#control.set(this.#rate);
    this.#restart();
  }

  running(): boolean {
    return this.#playing;
  }

  step(dt: number): void {
    if (this.#middle() >= end) this.#restart();
    for (const mechanism of this.#mechanisms) mechanism.step(this.#rate, dt);
    this.#time += dt;
    this.#series.t.push(this.#time);
    for (const { key, speed } of this.#mechanisms) this.#series.speeds[key].push(Math.min(300, Math.max(0.3, speed)));
    if (this.#series.t.length > keep) {
      this.#series.t.shift();
      for (const key of keys) this.#series.speeds[key].shift();
    }
  }

  themed(): void {}

  draw(): void {
    for (const drawing of this.#drawings) drawing.draw();
    this.#placeLabels();
    this.#plot.set(this.#series.t, ...keys.map((key) => this.#series.speeds[key]));
    for (const mechanism of this.#mechanisms) {
      const [fastest, lacking, rank] = this.#rows.get(mechanism.key) ?? [];
      if (fastest) fastest.textContent = mechanism.fastest.toFixed(mechanism.fastest < 100 ? 2 : 0);
      if (lacking) lacking.textContent = mechanism.lacking.toFixed(3);
      if (rank) rank.textContent = mechanism.result ? String(mechanism.result.rank) : '–';
    }
    const middle = this.#middle();
    this.#context.figures({
      method: 'velocity',
      status: Math.abs(middle - Math.PI / 2) < 0.15 ? 'locked' : 'free',
      iterations: null,
      microseconds: null,
      positionError: null,
    });
    const locked = Math.abs(middle - Math.PI / 2) < 0.15;
    this.#context.say(
      locked ? 'warn' : 'plain',
      locked
        ? 'Lock: outer and inner axis are parallel. The inverse races, the pseudo-inverse gives a direction up, damping slows.'
        : `The middle hinge is at ${degrees(middle, 0)}; the link may turn about the dashed axis only.`,
    );
  }

  #placeLabels(): void {
    this.#labels.forEach((label, i) => {
      const pixel = this.#context.room.toPixels([settings[keys[i] ?? 'plain'].x, 0, -0.04]);
      if (pixel) label.style.transform = `translate(${pixel[0].toFixed(1)}px, ${pixel[1].toFixed(1)}px) translate(-50%, 0)`;
    });
  }

  probe() {
    return {
      rate: this.#rate,
      middle: this.#middle(),
      mechanisms: Object.fromEntries(
        this.#mechanisms.map(({ key, fastest, lacking, leastRank, pose, result }) => [
          key,
          { fastest, lacking, leastRank, pose: [...pose], rank: result?.rank, speeds: [...(result?.speeds ?? [])] },
        ]),
      ),
    };
  }

  dispose(): void {
    for (const mechanism of this.#mechanisms) mechanism.dispose();
  }

  /** The driven angle: the same in all three gimbals. */
  #middle(): number {
    return this.#mechanisms[1]?.pose[1] ?? 0;
  }

  #restart(): void {
    for (const mechanism of this.#mechanisms) mechanism.restart();
    this.#time = 0;
    this.#series = { t: [], speeds: { plain: [], byRank: [], damped: [], ball: [] } };
    this.#context.redraw();
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
