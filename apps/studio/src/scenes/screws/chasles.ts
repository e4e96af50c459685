// Chasles: every rigid displacement is a turn about a line and a travel along it. Drag the two poses.
import * as THREE from 'three';
import type { Screw, Transform, Vec3 } from 'kine';
import { button, buttonRow, slider } from '../../shell/controls';
import { degrees, icon, number } from '../../shell/dom';
import { colours } from '../../shell/theme';
import { PoseHandle } from '../../view/pose_handle';
import { Arrow, paint, Thread, turned, vector } from '../../view/shapes';
import { Body } from './body';
import type { Demo, DemoContext } from './demo';
import { Readout, triad } from './readout';

interface State {
  from: Transform;
  to: Transform;
  part: number;
}

const ghosts = 7;
const helixPoints = 72;

export function createChasles(context: DemoContext): Demo {
  return new Chasles(context);
}

class Chasles implements Demo {
  #context: DemoContext;
  #state: State = {
    from: { translation: [-0.35, -0.25, 0.25], rotation: [0, 0, 0, 1] },
    to: { translation: [0.35, 0.2, 0.7], rotation: turned(0.18, 0.22, 0.62, 0.73) },
    part: 0.5,
  };
  #playing = false;
  #bodies = { from: new Body(), to: new Body(), now: new Body() };
  #ghosts = Array.from({ length: ghosts }, () => new Body(0.16));
  #axisPaint = paint('#fff');
  #axis: Arrow;
  #helix = new Thread('#fff');
  #handles: readonly PoseHandle[];
  #slider;
  #play: HTMLButtonElement;
  #readout = new Readout([['turn'], ['travel'], ['pitch'], ['axis direction'], ['axis moment'], ['gap at the end']]);

  constructor(context: DemoContext) {
    this.#context = context;
    this.#axis = new Arrow(this.#axisPaint, 0.01);
    const { from, to, now } = this.#bodies;
    context.group.add(from.group, to.group, now.group, this.#axis.group, this.#helix.line, ...this.#ghosts.map(({ group }) => group));
    this.#handles = (['from', 'to'] as const).map(
      (key) =>
        new PoseHandle(context.stage, context.room, {
          label: key === 'from' ? 'First pose' : 'Second pose',
          thing: key === 'from' ? 'the first pose' : 'the second pose',
          away: 0.2,
          nudge: 0.03,
          colour: `var(--${key === 'from' ? 'm0' : 'm4'})`,
          get: () => this.#state[key],
          set: (pose) => {
            this.#state[key] = pose;
            context.redraw();
          },
          onEnd: () => context.commit(),
        }),
    );
    context.group.add(...this.#handles.map(({ group }) => group));
    this.#slider = slider({
      label: 'Along the screw', min: 0, max: 1, step: 0.01, value: this.#state.part,
      format: (value) => `${Math.round(100 * value)} %`,
      onInput: (part) => {
        this.#state.part = part;
        context.redraw();
      },
      onCommit: () => context.commit(),
    });
    this.#play = button('', () => {
      this.#playing = !this.#playing;
      this.#showPlay();
      context.redraw();
    });
    context.section('The screw between the poses', this.#slider.element, buttonRow('Time', this.#play), this.#readout.element);
    this.#showPlay();
    this.themed();
  }

  state(): unknown {
    return structuredClone(this.#state);
  }

  restore(state: unknown): void {
    this.#state = structuredClone(state as State);
    this.#slider.set(this.#state.part);
  }

  running(): boolean {
    return this.#playing;
  }

  step(dt: number): void {
    if (!this.#playing) return;
    this.#state.part = (this.#state.part + 0.35 * dt) % 1;
    this.#slider.set(this.#state.part);
  }

  themed(): void {
    const c = colours();
    this.#bodies.from.material.color.set(c.m0);
    this.#bodies.to.material.color.set(c.m4);
    this.#bodies.now.material.color.set(c.target);
    for (const ghost of this.#ghosts) ghost.material.color.set(c['ink-soft']);
    this.#axisPaint.color.set(c.m2);
    (this.#helix.line.material as THREE.LineBasicMaterial).color.set(c.m2);
    for (const handle of this.#handles) handle.themed();
  }

  draw(): void {
    const { from, to, part } = this.#state;
    const screw = this.#screw();
    this.#bodies.from.put(from);
    this.#bodies.to.put(to);
    this.#bodies.now.put(this.#along(screw, part));
    this.#ghosts.forEach((ghost, i) => ghost.put(this.#along(screw, (i + 1) / (ghosts + 1))));
    this.#drawAxis(screw);
    this.#helix.put(Array.from({ length: helixPoints + 1 }, (_, i) => this.#along(screw, i / helixPoints).translation));
    for (const handle of this.#handles) handle.draw();
    this.#readout.show('turn', degrees(screw.angle, 2));
    this.#readout.show('travel', `${number(1e3 * screw.distance, 1)} mm`);
    this.#readout.show('pitch', screw.angle > 1e-6 ? `${number((2e3 * Math.PI * screw.distance) / screw.angle, 1)} mm a turn` : 'no turn');
    this.#readout.show('axis direction', triad(screw.axis.direction));
    this.#readout.show('axis moment', triad(screw.axis.moment));
    const gap = this.#gap(screw);
    this.#readout.show('gap at the end', `${(1e3 * gap).toExponential(1)} mm`);
    this.#context.figures({ method: 'screw (logarithm)', status: 'exact', iterations: null, microseconds: null, positionError: gap });
    this.#context.say('good', `One turn of ${degrees(screw.angle)} about the violet line and ${number(1e3 * screw.distance, 0)} mm along it lead from blue to green.`);
  }

  probe() {
    const screw = this.#screw();
    return { ...structuredClone(this.#state), screw, end: this.#along(screw, 1), now: this.#along(screw, this.#state.part), gap: this.#gap(screw) };
  }

  dispose(): void {}

  #screw(): Screw {
    return this.#context.kine.screws.screwBetween(this.#state.from, this.#state.to);
  }

  #along(screw: Screw, part: number): Transform {
    const { screws } = this.#context.kine;
    return screws.multiply(screws.alongScrew(screw, part), this.#state.from);
  }

  /** How far the end of the screw is from the second pose. */
  #gap(screw: Screw): number {
    return vector(this.#along(screw, 1).translation).distanceTo(vector(this.#state.to.translation));
  }

  #drawAxis(screw: Screw): void {
    const { screws } = this.#context.kine;
    const { from, to } = this.#state;
    const foot = vector(screws.closestPoint(screw.axis, from.translation));
    const head = vector(screws.closestPoint(screw.axis, to.translation));
    const way = vector(screw.axis.direction);
    const out = (p: THREE.Vector3, by: number): Vec3 => p.clone().addScaledVector(way, by).toArray();
    const forward = head.clone().sub(foot).dot(way) >= 0;
    this.#axis.put(out(foot, forward ? -0.35 : 0.35), out(head, forward ? 0.35 : -0.35));
  }

  #showPlay(): void {
    this.#play.replaceChildren(icon(this.#playing ? 'pause' : 'play'), this.#playing ? 'Pause' : 'Play');
  }
}
