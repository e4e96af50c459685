// Chains of two to a hundred balls: every method on the same target, side by side; and a serpent that faces you.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { button, buttonRow } from '../../shell/controls';
import { el } from '../../shell/dom';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import type { Handle } from '../../shell/stage';
import { colours } from '../../shell/theme';
import { mesh, paint, Thread } from '../../view/shapes';
import { Room, type View } from '../../view/stage3d';
import { ChainView } from './chain_view';
import { Comparison, words } from './comparison';
import { Elbows } from './elbows';
import { cellOf, clearRest } from './grid';
import { Pedestal } from './pedestal';
import { Serpent } from './serpent';
import { atStart, makeControls, syncControls, type State } from './settings';
import { Solutions, type Solution } from './solutions';

/** Height of the floor; the chain's root is at the origin. */
const floor = -0.5;

export function create(context: SceneContext): Scene {
  return new Chain(context);
}

class Chain implements Scene {
  #context: SceneContext;
  #state: State = structuredClone(atStart);
  #room: Room;
  #solutions: Solutions;
  #serpent: Serpent | undefined;
  #views = new Map<string, ChainView>();
  #target = mesh(new THREE.SphereGeometry(0.026, 24, 16), paint('#fff', { roughness: 0.3 }));
  #gap = new Thread('#fff', { dashed: 0.02 });
  #elbows = new Elbows();
  #pedestal = new Pedestal(floor);
  #handles: Handle[] = [];
  #poleHandle: Handle;
  #labels: HTMLElement[] = [];
  #comparison: Comparison;
  #watch = new Stopwatch();
  #serpentTime: number | null = null;
  #controls;
  #chainOnly: HTMLElement[];
  #serpentOnly: HTMLElement[];

  constructor(context: SceneContext) {
    this.#context = context;
    const { stage, panel } = context;
    const { links, cone, willing, bowed, target } = this.#state;
    this.#room = new Room(stage, {
      up: 'y', look: [0.12, 0.15, 0], eye: [0.78, 0.68, 2.02], size: 1, floor, redraw: () => this.#moved(),
    });
    this.#solutions = new Solutions(context.kine, { links, cone, willing, bowed }, target);
    this.#room.scene.add(this.#target, this.#gap.line, this.#elbows.group, this.#pedestal.group);
    this.#poleHandle = stage.handle({
      label: 'Pole: where the elbow points',
      look: 'point',
      onMove: (x, y) => this.#change({ pole: this.#room.drag(x, y, this.#state.pole, this.#viewOf(0)) }),
      onNudge: (r, u, a) => this.#change({ pole: this.#room.nudge(this.#state.pole, r, u, a, 0.04) }),
      onEnd: () => this.#commit(),
    });

    this.#controls = makeControls(this.#state, {
      change: (change) => this.#change(change),
      commit: () => this.#commit(),
      set: (change) => this.#set(change),
    });
    const c = this.#controls;
    const tableSection = panel.section('Every method on the same target');
    this.#comparison = new Comparison(context, tableSection, (key) => this.#set({ view: this.#state.view === key ? 'all' : key }));
    const situations = buttonRow(
      'Situations',
      button('Singular', () => this.#set({ target: [0.55, 0, 0], bowed: false, cone: 180, start: 'rest' })),
      button('Out of reach', () => this.#set({ target: [0.95, 0.52, 0.35], start: 'rest' })),
      button('Two bones', () => this.#set({ links: 2, target: [0.5, 0.3, 0.2], bowed: true, cone: 180, view: 'two-bone' })),
      button('Tight limits', () => this.#set({ links: 8, cone: 20, bowed: true, target: [0.1, 0.6, 0.3] })),
      button('100 links', () => this.#set({ links: 100, cone: 180, bowed: true, target: [-0.35, 0.4, 0.3] })),
    );
    const chainSection = panel.section('Chain', situations, c.links.element, c.cone.element, c.willing.element, c.bowed.element, c.start.element, c.view.element, c.cones.element);
    const poleSection = panel.section('Two bones', c.pole.element, c.ring.element);
    const serpentSection = panel.section('Serpent', c.facing.element, el('p', { class: 'note' }, 'The head aims first; the posture holds with what is left. Turn the view: it turns with you. Switch it off to drag what it looks at.'));
    panel.element.insertBefore(c.kind.element, tableSection);
    c.kind.element.classList.add('spaced');
    this.#chainOnly = [tableSection, chainSection, poleSection];
    this.#serpentOnly = [serpentSection];
    this.#solve();
  }

  snapshot(): string {
    this.#state.poses =
      this.#state.start === 'last'
        ? Object.fromEntries(this.#solutions.all.map(({ way, pose }) => [way.key, [...pose]]))
        : {};
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    this.#state = JSON.parse(snapshot) as State;
    this.#rebuild();
    const { poses, start } = this.#state;
    for (const solution of this.#solutions.all) {
      const pose = poses[solution.way.key];
      if (start === 'last' && pose) solution.pose = Float64Array.from(pose);
    }
    syncControls(this.#controls, this.#state);
    this.#solve();
  }

  themed(): void {
    this.#room.themed();
    this.#pedestal.themed();
  }

  probe(): Probe {
    const { skeleton, frames, all } = this.#solutions;
    const methods = Object.fromEntries(
      all.map(({ way, result, microseconds }) => {
        skeleton.forward(result.pose, frames);
        return [way.key, {
          outcome: result.outcome,
          error: result.positionError,
          iterations: result.iterations,
          tip: frames.position('tip'),
          violation: skeleton.limitViolation(result.pose),
          microseconds,
        }];
      }),
    );
    const serpent = this.#serpent;
    const head = serpent && {
      outcome: serpent.result.outcome,
      angleError: serpent.result.goalErrors[0]?.angle,
      target: this.#aimPoint(),
    };
    return { ...this.#state, methods, serpent: head, ring: this.#ringOf() };
  }

  picture(): HTMLCanvasElement {
    return this.#room.picture();
  }

  dispose(): void {
    this.#watch.stop();
    for (const view of this.#views.values()) view.dispose();
    this.#solutions.dispose();
    this.#serpent?.dispose();
    this.#room.dispose();
  }

  draw(): void {
    this.#room.resize();
    const serpent = this.#state.kind === 'serpent';
    this.#pedestal.group.visible = !serpent;
    this.#room.controls.enabled = true;
    if (serpent) this.#drawSerpent();
    else this.#drawChains();
  }

  // ---- drawing

  #drawChains(): void {
    const c = colours();
    const { target } = this.#state;
    if (this.#serpent) this.#serpent.group.visible = false;
    const shown = this.#shown();
    this.#context.stage.element.classList.toggle('crowded', shown.length > 1);
    this.#matchHandles(shown.length);
    (this.#target.material as THREE.MeshStandardMaterial).color.set(c.target);
    this.#target.position.set(...target);
    this.#target.visible = true;
    this.#gap.line.visible = true;
    (this.#gap.line.material as THREE.LineDashedMaterial).color.set(c.bad);
    this.#elbows.put(this.#ringOf(), this.#state.ring, this.#poleShown() ? this.#state.pole : undefined);
    for (const [key, view] of this.#views) if (!shown.some(({ way }) => way.key === key)) view.group.visible = false;
    shown.forEach((solution, i) => {
      for (const view of this.#views.values()) view.group.visible = false;
      const tip = this.#drawOne(solution);
      this.#gap.put([tip, target]);
      const view = this.#viewOf(i);
      this.#room.render(view);
      this.#placeHandle(i, view, solution);
    });
    clearRest(this.#room.renderer, shown.length, this.#context.stage);
    const pole = this.#poleShown() ? this.#room.toPixels(this.#state.pole, this.#viewOf(0)) : undefined;
    this.#poleHandle.place(pole?.[0] ?? 0, pole?.[1] ?? 0, pole !== undefined);
  }

  #drawOne({ way, result }: Solution): Vec3 {
    const c = colours();
    const { skeleton, frames, shape } = this.#solutions;
    let view = this.#views.get(way.key);
    if (!view) {
      view = new ChainView(shape.links);
      this.#views.set(way.key, view);
      this.#room.scene.add(view.group);
    }
    view.group.visible = true;
    skeleton.forward(result.pose, frames);
    view.put(frames.positions(), c[way.colour], c.joint, c.bad, this.#solutions.atLimit(result.pose));
    const cones = this.#state.cones && shape.cone < 180;
    const every = Math.max(1, Math.ceil(shape.links / 24));
    const fans = cones
      ? Array.from({ length: Math.ceil(shape.links / every) }, (_, i) => {
          const joint = i * every;
          return { at: frames.position(joint), rim: frames.cone(joint, 40) };
        })
      : [];
    view.putCones(fans, Math.min(0.12, 0.85 / shape.links), c[way.colour]);
    return frames.position('tip');
  }

  #drawSerpent(): void {
    const c = colours();
    const serpent = this.#needSerpent();
    serpent.group.visible = true;
    this.#context.stage.element.classList.remove('crowded');
    for (const view of this.#views.values()) view.group.visible = false;
    this.#elbows.group.visible = this.#gap.line.visible = false;
    this.#poleHandle.place(0, 0, false);
    const target = this.#aimPoint();
    this.#target.visible = !this.#state.facing;
    (this.#target.material as THREE.MeshStandardMaterial).color.set(c.target);
    this.#target.position.set(...target);
    serpent.draw(c);
    this.#matchHandles(1);
    this.#room.render(this.#room.whole);
    const pixel = this.#state.facing ? undefined : this.#room.toPixels(target);
    this.#handles[0]?.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
    const label = this.#labels[0];
    if (label) label.style.visibility = 'hidden';
  }

  /** The methods on the screen, in order. */
  #shown(): readonly Solution[] {
    const one = this.#solutions.find(this.#state.view);
    return one ? [one] : this.#solutions.all;
  }

  #viewOf(i: number): View {
    const { width, height } = this.#context.stage;
    return cellOf(i, this.#state.kind === 'serpent' ? 1 : this.#shown().length, width, height);
  }

  #matchHandles(count: number): void {
    const { stage } = this.#context;
    while (this.#handles.length < count) {
      const i = this.#handles.length;
      this.#handles.push(
        stage.handle({
          label: 'Target',
          look: 'target',
          twin: i > 0,
          onMove: (x, y) => this.#aim(this.#room.drag(x, y, this.#state.target, this.#viewOf(i))),
          onNudge: (r, u, a) => this.#aim(this.#room.nudge(this.#state.target, r, u, a, 0.03)),
          onEnd: () => this.#commit(),
        }),
      );
      const label = el('span', { class: 'tag' });
      this.#labels.push(label);
      stage.layer.append(label);
    }
    this.#handles.forEach((handle, i) => {
      if (i >= count) handle.place(0, 0, false);
    });
    this.#labels.forEach((label, i) => void (label.style.visibility = i < count ? 'visible' : 'hidden'));
  }

  #placeHandle(i: number, view: View, { way, result }: Solution): void {
    const pixel = this.#room.toPixels(this.#state.target, view);
    this.#handles[i]?.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
    const label = this.#labels[i];
    if (!label) return;
    const roomy = view.width > 200;
    const mark = result.outcome === 'reached' ? '✓' : '✗';
    label.textContent = roomy ? `${way.name} · ${words[result.outcome]}` : `${way.short} ${mark}`;
    const alone = this.#shown().length === 1;
    label.style.transform = `translate(${view.x + 8}px, ${alone ? 10 : view.y + view.height - 30}px)`;
    label.style.maxWidth = `${view.width - 12}px`;
    label.style.setProperty('--tag', `var(--${way.colour})`);
  }

  // ---- what follows from the state

  #aimPoint(): Vec3 {
    const { facing, target } = this.#state;
    return facing ? this.#room.camera_.eye : target;
  }

  #needSerpent(): Serpent {
    if (!this.#serpent) {
      this.#serpent = new Serpent(this.#context.kine);
      this.#serpent.group.position.y = floor;
      this.#room.scene.add(this.#serpent.group);
    }
    return this.#serpent;
  }

  /** The camera moved: the serpent follows it. */
  #moved(): void {
    if (this.#state.kind === 'serpent') this.#solve();
    this.#context.redraw();
  }

  #poleShown(): boolean {
    return this.#state.kind === 'chain' && this.#state.links === 2 && this.#state.poleOn;
  }

  #poleDirection(): Vec3 | undefined {
    if (!this.#poleShown()) return undefined;
    const { pole } = this.#state;
    const centre = this.#ringOf()?.centre ?? [0, 0, 0];
    return [pole[0] - centre[0], pole[1] - centre[1], pole[2] - centre[2]];
  }

  #ringOf() {
    if (this.#state.kind !== 'chain' || this.#state.links !== 2) return undefined;
    return this.#context.kine.limbs.elbowRing(0.5, 0.5, [0, 0, 0], this.#state.target);
  }

  #aim(target: Vec3): void {
    const far = 1.7;
    const length = Math.hypot(...target);
    const scale = length > far ? far / length : 1;
    this.#change({ target: [target[0] * scale, target[1] * scale, target[2] * scale] });
  }

  #set(change: Partial<State>): void {
    this.#change(change);
    syncControls(this.#controls, this.#state);
    this.#commit();
  }

  #change(change: Partial<State>): void {
    Object.assign(this.#state, change);
    if (!this.#solutions.find(this.#state.view) && this.#state.view !== 'all') {
      // The two-bone view has gone with the second bone.
      if (this.#state.links !== 2 || this.#state.view !== 'two-bone') this.#state.view = 'all';
    }
    const { shape } = this.#solutions;
    if ((['links', 'cone', 'willing', 'bowed'] as const).some((key) => shape[key] !== this.#state[key])) this.#rebuild();
    this.#solve();
    this.#context.redraw();
  }

  #commit(): void {
    this.#context.history.record(this.snapshot());
  }

  #rebuild(): void {
    const { links, cone, willing, bowed, target } = this.#state;
    for (const view of this.#views.values()) {
      this.#room.scene.remove(view.group);
      view.dispose();
    }
    this.#views.clear();
    this.#solutions.dispose();
    this.#solutions = new Solutions(this.#context.kine, { links, cone, willing, bowed }, target);
  }

  #solve(): void {
    const serpent = this.#state.kind === 'serpent';
    for (const element of this.#chainOnly) element.hidden = serpent;
    for (const element of this.#serpentOnly) element.hidden = !serpent;
    if (serpent) {
      this.#solveSerpent();
      return;
    }
    const { target, start } = this.#state;
    this.#solutions.solve(target, start === 'rest', this.#poleDirection());
    this.#comparison.report(this.#solutions, this.#state.view);
    this.#comparison.plotCurves(this.#solutions, target);
    this.#watch.later(() => {
      for (const solution of this.#solutions.all) this.#solutions.time(solution, target);
      this.#comparison.report(this.#solutions, this.#state.view);
    });
  }

  #solveSerpent(): void {
    const serpent = this.#needSerpent();
    // The serpent stands on the floor: its frame is the world's, lowered.
    const [x, y, z] = this.#aimPoint();
    const result = serpent.solve([x, y - floor, z]);
    const angle = result.goalErrors[0]?.angle ?? 0;
    const aimed = angle < 1e-3;
    this.#context.figures({
      method: 'full body',
      status: aimed ? 'aimed' : words[result.outcome],
      iterations: result.iterations,
      microseconds: this.#serpentTime,
      positionError: null,
      angleError: angle,
    });
    this.#watch.later(() => {
      const goals = serpent.goals([x, y - floor, z]);
      this.#serpentTime = microsecondsOf((repeats) => void serpent.solver.time(goals, serpent.rest, repeats), 3);
    });
    this.#context.say(aimed ? 'good' : 'warn', aimed ? 'It faces you. Turn the view and it turns its head.' : `It cannot turn that far: ${result.sentence}`);
  }
}
