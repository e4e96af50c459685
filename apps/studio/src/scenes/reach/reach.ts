// Lander's Kine: a figure in a plane whose arm reaches for where you click, in closed form.
import type { PlanarSolution } from 'kine';
import { choice, slider, toggle } from '../../shell/controls';
import { degrees, el } from '../../shell/dom';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import { colours } from '../../shell/theme';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { between, Plane, polar, type Point } from '../../view/canvas2d';
import { equationsOf } from './equations';
import { drawAngle, drawArm, drawFigure, floor, type FigurePose } from './figure';
import { Toy } from './toys';

interface State {
  target: [number, number];
  upper: number;
  lower: number;
  strategy: 'algebraic' | 'geometric';
  elbow: 'down' | 'up';
  angles: boolean;
  toys: [number, number];
}

const shoulder: Point = [0, 0];
const shortest = 0.1;
const longest = 0.5;
const atStart: State = {
  target: [0.42, 0.24],
  upper: 0.34,
  lower: 0.3,
  strategy: 'algebraic',
  elbow: 'down',
  angles: true,
  toys: [0, 0],
};

export function create(context: SceneContext): Scene {
  return new Reach(context);
}

class Reach implements Scene {
  #context: SceneContext;
  #plane: Plane;
  #state: State = structuredClone(atStart);
  #watch = new Stopwatch();
  #microseconds: number | null = null;
  #toys: readonly [Toy, Toy];
  #equations = el('ol', { class: 'equations', 'aria-label': 'Equations as they are used' });
  #profile;
  #handles;
  #controls;

  constructor(context: SceneContext) {
    this.#context = context;
    const { stage, panel, kine } = context;
    this.#plane = new Plane(stage.canvases);
    this.#plane.canvas.addEventListener('pointerdown', (event) => this.#click(event));

    const settle = (): void => this.#commit();
    this.#controls = {
      strategy: choice<State['strategy']>({
        label: 'Solution',
        options: [['algebraic', 'Algebraic'], ['geometric', 'Geometric']],
        value: this.#state.strategy,
        onChange: (strategy) => this.#set({ strategy }),
      }),
      elbow: choice<State['elbow']>({
        label: 'Elbow',
        options: [['down', 'Down'], ['up', 'Up']],
        value: this.#state.elbow,
        onChange: (elbow) => this.#set({ elbow }),
      }),
      upper: this.#lengthSlider('Upper bone, L₁', 'upper'),
      lower: this.#lengthSlider('Lower bone, L₂', 'lower'),
      angles: toggle({ label: 'Draw the angles', value: true, onChange: (angles) => this.#set({ angles }) }),
    };
    const { strategy, elbow, upper, lower, angles } = this.#controls;
    panel.section('Arm', strategy.element, elbow.element, upper.element, lower.element, angles.element);
    panel.section('The equations, as used', this.#equations);
    this.#toys = [new Toy(kine, 'slider', settle), new Toy(kine, 'hinge', settle)];
    this.#state.toys = [this.#toys[0].value, this.#toys[1].value];
    panel.section('One freedom each: pull them', el('div', { class: 'toys' }, ...this.#toys.map((toy) => toy.element)));
    this.#profile = panel.plot({
      title: 'Elbow angle against distance: none is wanted beyond the ring',
      xLabel: 'distance, m',
      yLabel: 'degrees',
      series: [
        { label: 'elbow', colour: 'accent' },
        { label: 'now', colour: 'target', points: true },
      ],
      yRange: [-190, 190],
    });

    this.#handles = {
      upper: this.#lengthHandle('Length of the upper bone', 'upper'),
      lower: this.#lengthHandle('Length of the lower bone', 'lower'),
      target: stage.handle({
        label: 'Target',
        look: 'target',
        onMove: (x, y) => this.#aim(this.#plane.toWorld(x, y)),
        onNudge: (right, up) => this.#aim([this.#state.target[0] + 0.02 * right, this.#state.target[1] + 0.02 * up]),
        onEnd: settle,
      }),
    };
    this.#solved();
  }

  snapshot(): string {
    this.#state.toys = [this.#toys[0].value, this.#toys[1].value];
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    this.#state = JSON.parse(snapshot) as State;
    const { strategy, elbow, upper, lower, angles } = this.#controls;
    strategy.set(this.#state.strategy);
    elbow.set(this.#state.elbow);
    upper.set(this.#state.upper);
    lower.set(this.#state.lower);
    angles.set(this.#state.angles);
    this.#toys[0].value = this.#state.toys[0];
    this.#toys[1].value = this.#state.toys[1];
    this.#solved();
  }

  themed(): void {
    for (const toy of this.#toys) toy.draw();
  }

  probe(): Probe {
    const solution = this.#solve();
    const { tip, elbow } = this.#points(solution);
    return {
      ...this.#state,
      hand: tip,
      elbowAt: elbow,
      root: solution.root,
      bend: solution.elbow,
      reachability: solution.reachability,
      toys: this.#toys.map((toy) => toy.value),
      toyEnds: this.#toys.map((toy) => toy.end()),
      pixels: this.#plane.toPixels([0, 0]),
      scale: this.#plane.scale,
    };
  }

  picture(): HTMLCanvasElement {
    return this.#plane.canvas;
  }

  dispose(): void {
    this.#watch.stop();
    for (const toy of this.#toys) toy.dispose();
  }

  draw(): void {
    const { stage } = this.#context;
    const plane = this.#plane;
    const c = colours();
    // The sentence has the lowest 64 pixels.
    const below = (2 * 64) / Math.max(1, stage.height - 64);
    plane.fit(stage.width, stage.height, [-0.98, -1.1 - below], [0.98, 0.84]);
    const solution = this.#solve();
    const { elbow, tip } = this.#points(solution);
    const { target, upper, lower } = this.#state;
    const pose: FigurePose = {
      shoulder,
      elbow,
      hand: tip,
      look: target,
      happy: solution.reachability === 'reachable',
    };
    plane.clear(c.sky);
    this.#drawGround();
    this.#drawRing();
    drawFigure(plane, c, pose);
    if (!pose.happy) plane.line(tip, target, c.bad, 2, [3, 6]);
    drawArm(plane, c, pose);
    if (this.#state.angles) this.#drawAngles(solution, elbow);
    plane.circle(target, 11 / plane.scale, c.target, 3);
    plane.disc(target, 2.5 / plane.scale, c.target);
    this.#handles.upper.place(...plane.toPixels(between(shoulder, elbow, 0.56)), upper > 0);
    this.#handles.lower.place(...plane.toPixels(between(elbow, tip, 0.5)), lower > 0);
    this.#handles.target.place(...plane.toPixels(target));
  }

  #drawGround(): void {
    const plane = this.#plane;
    const c = colours();
    const [, y] = plane.toPixels([0, floor]);
    plane.pen.fillStyle = c.ground;
    plane.pen.fillRect(0, y, plane.width, plane.height - y);
    const [left, top] = plane.toWorld(0, 0);
    const [right] = plane.toWorld(plane.width, 0);
    for (let x = Math.ceil(left / 0.2) * 0.2; x < right; x += 0.2) plane.line([x, floor], [x, top], c.grid, 0.5);
    for (let h = Math.ceil(floor / 0.2) * 0.2; h < top; h += 0.2) plane.line([left, h], [right, h], c.grid, 0.5);
    plane.line([left, floor], [right, floor], c['body-dark'], 1.5);
  }

  #drawRing(): void {
    const plane = this.#plane;
    const c = colours();
    const { upper, lower } = this.#state;
    const { pen } = plane;
    const [x, y] = plane.toPixels(shoulder);
    pen.beginPath();
    pen.arc(x, y, (upper + lower) * plane.scale, 0, 2 * Math.PI);
    pen.arc(x, y, Math.abs(upper - lower) * plane.scale, 0, 2 * Math.PI, true);
    pen.fillStyle = c['accent-soft'];
    pen.globalAlpha = 0.45;
    pen.fill();
    pen.globalAlpha = 1;
    plane.circle(shoulder, upper + lower, c.accent, 1.5, [6, 6]);
    plane.circle(shoulder, Math.abs(upper - lower), c.accent, 1.5, [6, 6]);
    const far = polar(shoulder, upper + lower, 2.2);
    plane.text('L₁ + L₂', far, c.accent, { weight: 600, shift: [-12, -12], align: 'right', ground: c.sky });
  }

  #drawAngles(solution: PlanarSolution, elbow: Point): void {
    const plane = this.#plane;
    const c = colours();
    const { root, elbow: bend, direction } = solution;
    if (this.#state.strategy === 'geometric') {
      plane.line(shoulder, this.#state.target, c['ink-soft'], 1.2, [2, 4]);
      drawAngle(plane, c, shoulder, 0, direction, 0.2, `θ₃ ${degrees(direction)}`, polar(shoulder, 0.3, direction + (bend < 0 ? -0.24 : 0.24)));
    } else drawAngle(plane, c, shoulder, 0, root, 0.2, `θ₁ ${degrees(root)}`);
    drawAngle(plane, c, elbow, root, root + bend, 0.13, `θ₂ ${degrees(bend)}`);
  }

  #lengthSlider(label: string, which: 'upper' | 'lower') {
    return slider({
      label,
      min: shortest,
      max: longest,
      step: 0.005,
      value: this.#state[which],
      format: (metres) => `${(1e3 * metres).toFixed(0)} mm`,
      onInput: (value) => this.#change({ [which]: value }),
      onCommit: () => this.#commit(),
    });
  }

  // Along the bone: pulled twice as far from its start, it becomes twice as long.
  #lengthHandle(label: string, which: 'upper' | 'lower') {
    let scale = 1;
    const along = (x: number, y: number): number => {
      const solution = this.#solve();
      const { elbow } = this.#points(solution);
      const from = which === 'upper' ? shoulder : elbow;
      const angle = which === 'upper' ? solution.root : solution.root + solution.elbow;
      const [px, py] = this.#plane.toWorld(x, y);
      return (px - from[0]) * Math.cos(angle) + (py - from[1]) * Math.sin(angle);
    };
    const put = (length: number): void => {
      const rounded = Math.round(Math.min(longest, Math.max(shortest, length)) / 0.005) * 0.005;
      this.#controls[which].set(rounded);
      this.#change({ [which]: rounded });
    };
    const handle = this.#context.stage.handle({
      label,
      look: 'size',
      onStart: () => void (scale = which === 'upper' ? 1 / 0.56 : 1 / 0.5),
      onMove: (x, y) => put(along(x, y) * scale),
      onNudge: (right, up) => put(this.#state[which] + 0.01 * (right + up)),
      onEnd: () => this.#commit(),
    });
    return handle;
  }

  #click(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { canvas } = this.#plane;
    const box = canvas.getBoundingClientRect();
    const go = (e: PointerEvent): void => this.#aim(this.#plane.toWorld(e.clientX - box.left, e.clientY - box.top));
    canvas.setPointerCapture(event.pointerId);
    go(event);
    const done = (): void => {
      canvas.removeEventListener('pointermove', go);
      canvas.removeEventListener('pointerup', done);
      canvas.removeEventListener('pointercancel', done);
      this.#commit();
    };
    canvas.addEventListener('pointermove', go);
    canvas.addEventListener('pointerup', done);
    canvas.addEventListener('pointercancel', done);
  }

  #aim(target: Point): void {
    const low = this.#plane.toWorld(0, this.#plane.height);
    const high = this.#plane.toWorld(this.#plane.width, 0);
    const inside = (value: number, a: number, b: number): number => Math.min(b, Math.max(a, value));
    this.#change({ target: [inside(target[0], low[0], high[0]), inside(target[1], low[1], high[1])] });
  }

  #set(change: Partial<State>): void {
    this.#change(change);
    this.#commit();
  }

  #change(change: Partial<State>): void {
    Object.assign(this.#state, change);
    this.#solved();
    this.#context.redraw();
  }

  #commit(): void {
    this.#context.history.record(this.snapshot());
  }

  #solve(): PlanarSolution {
    const { strategy, elbow, upper, lower, target } = this.#state;
    return this.#context.kine.limbs.planar(upper, lower, ...target, { strategy, elbow });
  }

  #points(solution: PlanarSolution): { elbow: Point; tip: Point } {
    const { upper, lower } = this.#state;
    const { x, y, elbowX, elbowY } = this.#context.kine.limbs.planarTip(upper, lower, solution.root, solution.elbow);
    return { elbow: [elbowX, elbowY], tip: [x, y] };
  }

  // Everything that follows from the state beside the picture.
  #solved(): void {
    const solution = this.#solve();
    const { upper, lower, target, strategy } = this.#state;
    const { tip } = this.#points(solution);
    const miss = Math.hypot(tip[0] - target[0], tip[1] - target[1]);
    this.#equations.replaceChildren(...equationsOf(strategy, upper, lower, target, solution));
    this.#say(solution, miss);
    const show = (): void =>
      this.#context.figures({
        method: strategy,
        status: solution.reachability === 'reachable' ? 'reached' : 'unreachable',
        iterations: null,
        microseconds: this.#microseconds,
        positionError: miss,
      });
    show();
    this.#watch.later(() => {
      this.#microseconds = microsecondsOf((repeats) => {
        for (let i = 0; i < repeats; ++i) this.#solve();
      });
      show();
    });
    this.#plotProfile(solution);
  }

  #say(solution: PlanarSolution, miss: number): void {
    const { upper, lower } = this.#state;
    const mm = (metres: number): string => `${(1e3 * metres).toFixed(0)} mm`;
    switch (solution.reachability) {
      case 'reachable':
        this.#context.say('good', 'Reached. Click anywhere, or drag the target, the bones and the toys.');
        break;
      case 'tooFar':
        this.#context.say('bad', `Out of reach: ${mm(miss)} too far. The bones are ${mm(upper + lower)} long together.`);
        break;
      case 'tooNear':
        this.#context.say('bad', `Out of reach: ${mm(miss)} too near. The bones differ by ${mm(Math.abs(upper - lower))}.`);
        break;
    }
  }

  #plotProfile(solution: PlanarSolution): void {
    const { strategy, elbow, upper, lower } = this.#state;
    const near = Math.abs(upper - lower);
    const far = upper + lower;
    const count = 48;
    const rows: [number, number | null, number | null][] = [];
    for (let i = 0; i <= count; ++i) {
      const d = near + ((far - near) * i) / count;
      const bend = this.#context.kine.limbs.planar(upper, lower, d, 0, { strategy, elbow }).elbow;
      rows.push([d, (bend * 180) / Math.PI, null]);
    }
    rows.push([solution.distance, null, (solution.elbow * 180) / Math.PI]);
    rows.sort((a, b) => a[0] - b[0]);
    // The point must not cut the line in two.
    const at = rows.findIndex((row) => row[2] !== null);
    const here = rows[at];
    if (here && solution.reachability === 'reachable') here[1] = here[2];
    this.#profile.set(rows.map((r) => r[0]), rows.map((r) => r[1]), rows.map((r) => r[2]));
  }
}
