// Lines in Plücker coordinates, carried by a dual quaternion in the sandwich q l q*.
import * as THREE from 'three';
import type { Line, Transform, Vec3 } from 'kine';
import type { Handle } from '../../shell/stage';
import { colours } from '../../shell/theme';
import { PoseHandle } from '../../view/pose_handle';
import { Axes, barGeometry, mesh, paint, stretch, Thread, turned, vector } from '../../view/shapes';
import { Body } from './body';
import type { Demo, DemoContext } from './demo';
import { Readout, triad } from './readout';

interface State {
  /** Two points that the line goes through. */
  a: Vec3;
  b: Vec3;
  /** The displacement: where the frame at the origin goes. */
  pose: Transform;
}

const origin: Transform = { translation: [0, 0, 0], rotation: [0, 0, 0, 1] };
const steps = 14;
const half = 0.55;

export function createLines(context: DemoContext): Demo {
  return new Lines(context);
}

class Lines implements Demo {
  #context: DemoContext;
  #state: State = {
    a: [-0.3, -0.35, 0.2],
    b: [-0.1, 0.3, 0.45],
    pose: { translation: [0.45, 0.15, 0.35], rotation: turned(0.25, -0.15, 0.48, 0.83) },
  };
  #bars: readonly [THREE.Mesh, THREE.Mesh];
  #barPaints = [paint('#fff'), paint('#fff')] as const;
  #between = Array.from({ length: steps - 1 }, () => new Thread('#fff', { opacity: 0.5 }));
  #dots = [0, 1, 2, 3].map(() => mesh(new THREE.SphereGeometry(0.018, 20, 14), paint('#fff')));
  #body = new Body(1, 0.7);
  #start = new Body(0.35, 0.7);
  #axes = new THREE.Group();
  #ends: readonly Handle[];
  #handle: PoseHandle;
  #before = new Readout([['direction'], ['moment']]);
  #after = new Readout([['direction'], ['moment'], ['off the carried points']]);
  #dual = new Readout([['real'], ['dual']]);

  constructor(context: DemoContext) {
    this.#context = context;
    this.#bars = [mesh(barGeometry(), this.#barPaints[0]), mesh(barGeometry(), this.#barPaints[1])];
    context.group.add(...this.#bars, ...this.#between.map(({ line }) => line), ...this.#dots, this.#body.group, this.#start.group, this.#axes);
    this.#ends = (['a', 'b'] as const).map((key) =>
      context.stage.handle({
        label: key === 'a' ? 'First point of the line' : 'Second point of the line',
        look: 'point',
        onMove: (x, y) => this.#move(key, context.room.drag(x, y, this.#state[key])),
        onNudge: (r, u, a) => this.#move(key, context.room.nudge(this.#state[key], r, u, a, 0.03)),
        onEnd: () => context.commit(),
      }),
    );
    this.#handle = new PoseHandle(context.stage, context.room, {
      label: 'Displacement',
      thing: 'the displacement',
      away: 0.2,
      nudge: 0.03,
      get: () => this.#state.pose,
      set: (pose) => {
        this.#state.pose = pose;
        context.redraw();
      },
      onEnd: () => context.commit(),
    });
    context.group.add(this.#handle.group);
    context.section('The line', this.#before.element);
    context.section('The dual quaternion', this.#dual.element);
    context.section('The line, carried', this.#after.element);
    this.themed();
  }

  state(): unknown {
    return structuredClone(this.#state);
  }

  restore(state: unknown): void {
    this.#state = structuredClone(state as State);
  }

  themed(): void {
    const c = colours();
    this.#barPaints[0].color.set(c.m0);
    this.#barPaints[1].color.set(c.m4);
    for (const { line } of this.#between) (line.material as THREE.LineBasicMaterial).color.set(c['ink-soft']);
    this.#dots.forEach((dot, i) => (dot.material as THREE.MeshStandardMaterial).color.set(i < 2 ? c.m0 : c.m4));
    this.#body.material.color.set(c.target);
    this.#start.material.color.set(c['ink-soft']);
    this.#axes.clear();
    this.#axes.add(new Axes(0.14, 0.005, c['x-axis'], c['y-axis'], c['z-axis']).group);
    this.#handle.themed();
  }

  draw(): void {
    const { screws } = this.#context.kine;
    const { a, b, pose } = this.#state;
    const { line, carried, off } = this.#carry();
    this.#putBar(0, line, a, b);
    const points = [a, b, screws.apply(pose, a), screws.apply(pose, b)];
    points.forEach((p, i) => this.#dots[i]?.position.set(...p));
    this.#putBar(1, carried, points[2] ?? a, points[3] ?? b);
    this.#between.forEach((thread, i) => {
      const part = screws.blend(origin, pose, (i + 1) / steps);
      const q = screws.dualQuat(part);
      const moved = screws.carryLine(q, line);
      const middle = vector(screws.closestPoint(moved, screws.apply(part, mid(a, b))));
      const way = vector(moved.direction);
      thread.put([-half, half].map((by): Vec3 => middle.clone().addScaledVector(way, by).toArray()));
    });
    this.#start.put(origin);
    this.#body.put(pose);
    this.#ends.forEach((handle, i) => {
      const pixel = this.#context.room.toPixels(i === 0 ? a : b);
      handle.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
    });
    this.#handle.draw();
    const q = screws.dualQuat(pose);
    this.#before.show('direction', triad(line.direction));
    this.#before.show('moment', triad(line.moment));
    this.#dual.show('real', triad(q.real));
    this.#dual.show('dual', triad(q.dual));
    this.#after.show('direction', triad(carried.direction));
    this.#after.show('moment', triad(carried.moment));
    this.#after.show('off the carried points', `${(1e3 * off).toExponential(1)} mm`);
    this.#context.figures({ method: 'sandwich q l q*', status: 'exact', iterations: null, microseconds: null, positionError: off });
    this.#context.say('good', `The green line is the blue one, carried: it goes through both carried points (${(1e3 * off).toExponential(0)} mm off).`);
  }

  probe() {
    const { screws } = this.#context.kine;
    const { a, b, pose } = this.#state;
    return { ...structuredClone(this.#state), ...this.#carry(), dualQuat: screws.dualQuat(pose), carriedPoints: [screws.apply(pose, a), screws.apply(pose, b)] };
  }

  dispose(): void {}

  /** The line, the line carried, and how far that is from the points carried one by one. */
  #carry(): { line: Line; carried: Line; off: number } {
    const { screws } = this.#context.kine;
    const { a, b, pose } = this.#state;
    const line = screws.lineThrough(a, vector(b).sub(vector(a)).toArray());
    const carried = screws.carryLine(screws.dualQuat(pose), line);
    const off = Math.max(
      ...[a, b].map((p) => {
        const moved = screws.apply(pose, p);
        return vector(moved).distanceTo(vector(screws.closestPoint(carried, moved)));
      }),
    );
    return { line, carried, off };
  }

  #putBar(i: 0 | 1, line: Line, a: Vec3, b: Vec3): void {
    const { screws } = this.#context.kine;
    const middle = vector(screws.closestPoint(line, mid(a, b)));
    const way = vector(line.direction);
    stretch(this.#bars[i], middle.clone().addScaledVector(way, -half).toArray(), middle.clone().addScaledVector(way, half).toArray(), 0.008);
  }

  #move(key: 'a' | 'b', point: Vec3): void {
    const other = this.#state[key === 'a' ? 'b' : 'a'];
    // Two points that coincide are no line.
    if (vector(point).distanceTo(vector(other)) < 0.05) return;
    this.#state[key] = point;
    this.#context.redraw();
  }
}

const mid = (a: Vec3, b: Vec3): Vec3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
