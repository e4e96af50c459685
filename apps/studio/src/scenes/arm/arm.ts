// Robot arms: drag the tool in place and orientation, lock joints, and see what stands in the way.
import * as THREE from 'three';
import type { Ellipsoid, Frames, Goal, Quat, Report, Skeleton, SolveResult, Solver, Vec3 } from '../../../../../bindings/wasm/kine.mjs';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { button, buttonRow, choice, select, toggle } from '../../shell/controls';
import { degrees, el, millimetres } from '../../shell/dom';
import type { Plot } from '../../shell/plot';
import type { Probe, Scene, SceneContext, Tone } from '../../shell/scene';
import { colours } from '../../shell/theme';
import { PoseHandle } from '../../view/pose_handle';
import { glow, mesh, Thread, vector } from '../../view/shapes';
import { Room } from '../../view/stage3d';
import { ArmView, type JointTone } from './arm_view';
import { arms, type ArmKind } from './arms';
import { GoalOrder, JointRows, rowsOf, type GoalKey, type JointRow } from './rows';

interface State {
  arm: string;
  pose: number[];
  target: Vec3;
  orientation: Quat;
  mode: 'place' | 'reach';
  locked: string[];
  order: GoalKey[];
  on: Record<GoalKey, boolean>;
  elbow: Vec3;
  ellipsoid: 'linear' | 'angular' | 'off';
  dials: boolean;
}

const handleAway = 0.17;
const kept = 160;

export function create(context: SceneContext): Scene {
  return new Arm(context);
}

class Arm implements Scene {
  #context: SceneContext;
  #kind: ArmKind;
  #state: State;
  #room: Room;
  #base: Skeleton;
  #skeleton: Skeleton;
  #solver: Solver;
  #judge: Solver;
  #frames: Frames;
  #home: Float64Array;
  #rows: readonly JointRow[] = [];
  #view: ArmView;
  #result: SolveResult | undefined;
  #report: Report | undefined;
  #gap = new Thread('#fff', { dashed: 0.012 });
  #ellipsoid = mesh(new THREE.SphereGeometry(1, 40, 28), glow('#fff', 0.24), false);
  #ellipsoidWire = new THREE.LineSegments(new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 14, 10)), new THREE.LineBasicMaterial({ transparent: true, opacity: 0.45 }));
  #handles;
  #tags: HTMLElement[] = [];
  #values: Vec3[] = [];
  #plot: Plot;
  #jointRows: JointRows;
  #goalOrder: GoalOrder;
  #watch = new Stopwatch();
  #microseconds: number | null = null;
  #controls;

  constructor(context: SceneContext) {
    this.#context = context;
    const { kine, stage, panel } = context;
    const kind = arms[0];
    if (!kind) throw new Error('there are no arms');
    this.#kind = kind;
    this.#room = new Room(stage, { up: 'z', look: kind.look, eye: kind.eye, size: 0.9, floor: 0, redraw: () => context.redraw() });
    this.#base = kind.build(kine);
    this.#home = kind.home(kine, this.#base);
    this.#skeleton = this.#base.changed({});
    this.#solver = this.#skeleton.createSolver('full-body');
    this.#judge = this.#skeleton.createSolver('full-body');
    this.#frames = this.#skeleton.createFrames();
    this.#view = new ArmView(this.#base, 0.05);
    this.#state = this.#fresh(kind);
    this.#room.scene.add(this.#view.group, this.#gap.line, this.#ellipsoid, this.#ellipsoidWire);
    this.#handles = this.#makeHandles();
    this.#room.scene.add(this.#handles.tool.group);

    this.#jointRows = new JointRows(
      (row, value) => this.#setJoint(row, value),
      () => this.#commit(),
      (joint) => this.#toggleLock(joint),
    );
    this.#goalOrder = new GoalOrder(
      (key, on) => this.#set({ on: { ...this.#state.on, [key]: on } }),
      (key) => this.#raise(key),
    );
    this.#controls = this.#makeControls();
    const c = this.#controls;
    panel.section(
      'Arm',
      c.arm.element,
      c.mode.element,
      buttonRow(
        'Situations',
        button('Home', () => this.#situation('home')),
        button('Stretched: singular', () => this.#situation('stretched')),
        button('At a limit', () => this.#situation('limit')),
        button('Out of reach', () => this.#situation('far')),
      ),
    );
    panel.section('Joints: drag the value, or lock it', this.#jointRows.element);
    panel.section('Priorities: what comes first is never given up for what follows', this.#goalOrder.element);
    const seeing = panel.section('How readily the tool moves', c.ellipsoid.element, c.dials.element);
    this.#plot = panel.plot(
      {
        title: 'Singular values of the tool’s Jacobian, solve by solve: one that vanishes is a direction lost',
        xLabel: 'solves ago',
        yLabel: '',
        series: [{ label: 's1', colour: 'm0' }, { label: 's2', colour: 'm1' }, { label: 's3', colour: 'm3' }],
        xRange: [-kept, 0],
      },
      seeing,
    );
    this.#jointRows.build((this.#rows = rowsOf(this.#base)));
    this.#solve();
  }

  snapshot(): string {
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    const state = JSON.parse(snapshot) as State;
    this.#state = state;
    if (state.arm !== this.#kind.key) this.#changeArm(state.arm);
    this.#state = state;
    this.#rebuild();
    this.#syncControls();
    this.#measure();
  }

  themed(): void {
    this.#room.themed();
    this.#handles.tool.themed();
  }

  probe(): Probe {
    this.#skeleton.forward(this.#state.pose, this.#frames);
    return {
      ...this.#state,
      joints: Object.fromEntries(this.#rows.map(({ joint, value }) => [joint, this.#state.pose[value]])),
      tip: this.#frames.position('tip'),
      tipRotation: this.#frames.rotation('tip'),
      elbowAt: this.#frames.position(this.#kind.elbow),
      violation: this.#skeleton.limitViolation(this.#state.pose),
      goalErrors: this.#result?.goalErrors ?? [],
      report: this.#report,
      ellipsoid: this.#frames.manipulability('tip', { rows: 'linear' }),
    };
  }

  picture(): HTMLCanvasElement {
    return this.#room.picture();
  }

  dispose(): void {
    this.#watch.stop();
    this.#view.dispose();
    for (const thing of [this.#solver, this.#judge, this.#frames, this.#skeleton, this.#base]) thing.dispose();
    this.#room.dispose();
  }

  draw(): void {
    this.#room.resize();
    const c = colours();
    const pose = Float64Array.from(this.#state.pose);
    this.#skeleton.forward(pose, this.#frames);
    this.#view.put(this.#frames, pose, c, (joint) => this.#toneOf(this.#base.joints[joint]?.name ?? ''), this.#state.dials);
    const { target } = this.#state;
    (this.#gap.line.material as THREE.LineDashedMaterial).color.set(c.bad);
    this.#gap.put([this.#frames.position('tip'), target]);
    this.#drawEllipsoid();
    this.#placeHandles();
    this.#room.render();
    this.#placeTags();
  }

  // ---- drawing

  #drawEllipsoid(): void {
    const { ellipsoid } = this.#state;
    this.#ellipsoid.visible = this.#ellipsoidWire.visible = ellipsoid !== 'off';
    if (ellipsoid === 'off') return;
    const shape = this.#frames.manipulability('tip', { rows: ellipsoid });
    const colour = new THREE.Color(this.#singularColour(shape));
    const size = ellipsoid === 'linear' ? 0.18 : 0.09;
    const [a, b, c] = shape.directions.map(vector);
    if (!a || !b || !c) return;
    // Left singular vectors may be left-handed: a mirrored ellipsoid is the same ellipsoid.
    const least = 0.004;
    const matrix = new THREE.Matrix4().makeBasis(
      a.multiplyScalar(Math.max(least, size * shape.values[0])),
      b.multiplyScalar(Math.max(least, size * shape.values[1])),
      c.multiplyScalar(Math.max(least, size * shape.values[2])),
    );
    matrix.setPosition(vector(this.#frames.position('tip')));
    for (const thing of [this.#ellipsoid, this.#ellipsoidWire]) {
      thing.matrixAutoUpdate = false;
      thing.matrix.copy(matrix);
      thing.matrixWorldNeedsUpdate = true;
      (thing.material as THREE.MeshBasicMaterial | THREE.LineBasicMaterial).color.copy(colour);
    }
  }

  /** Red where a direction is as good as lost, green where all are served. */
  #singularColour({ values }: Ellipsoid): string {
    const c = colours();
    const part = values[0] > 0 ? values[2] / values[0] : 0;
    return part < 0.06 ? c.bad : part < 0.15 ? c.warn : c.good;
  }

  #toneOf(joint: string): JointTone {
    if (this.#report?.blockers.some((b) => this.#skeleton.joints[b.joint]?.name === joint)) return 'limit';
    if (this.#state.locked.includes(joint)) return 'locked';
    const row = this.#rows.find((r) => r.joint === joint);
    if (!row) return 'plain';
    const value = this.#state.pose[row.value] ?? 0;
    const span = row.high - row.low;
    return Math.min(value - row.low, row.high - value) < 0.03 * span ? 'near' : 'plain';
  }

  #placeHandles(): void {
    const { tool, elbow } = this.#handles;
    tool.draw(true, this.#state.mode === 'place');
    const pixel = this.#state.on.elbow ? this.#room.toPixels(this.#state.elbow) : undefined;
    elbow.place(pixel?.[0] ?? 0, pixel?.[1] ?? 0, pixel !== undefined);
  }

  /** Words at the joints that stand in the way. */
  #placeTags(): void {
    const blockers = this.#report?.blockers ?? [];
    const seen = blockers.filter(({ joint }) => joint >= 0).slice(0, 4);
    while (this.#tags.length < seen.length) {
      const tag = el('span', { class: 'tag blocker' });
      this.#tags.push(tag);
      this.#context.stage.layer.append(tag);
    }
    this.#tags.forEach((tag, i) => {
      const blocker = seen[i];
      const pixel = blocker && this.#room.toPixels(this.#frames.position(blocker.joint));
      tag.style.visibility = pixel ? 'visible' : 'hidden';
      if (!blocker || !pixel) return;
      const info = this.#skeleton.joints[blocker.joint];
      const amount = (x: number): string => (info?.kind === 'slider' ? `${(1e3 * x).toFixed(0)} mm` : degrees(x));
      const more = blocker.relax > 0 ? `, ${amount(blocker.relax)} more would reach` : '';
      tag.textContent = `${info?.name.replaceAll('_', ' ') ?? ''} at ${amount(blocker.at)}${more}`;
      // Beside the joint, but inside the picture and off the buttons of a narrow one.
      const { width } = this.#context.stage;
      const room = width - tag.offsetWidth - (width < 500 ? 56 : 8);
      tag.style.transform = `translate(${Math.max(6, Math.min(pixel[0] + 16, room)).toFixed(1)}px, ${(pixel[1] - 12).toFixed(1)}px)`;
    });
  }

  // ---- handles

  #makeHandles() {
    const { stage } = this.#context;
    const onEnd = (): void => this.#commit();
    const tool = new PoseHandle(stage, this.#room, {
      label: 'Tool target',
      thing: 'the tool',
      away: handleAway,
      nudge: 0.02,
      get: () => ({ translation: this.#state.target, rotation: this.#state.orientation }),
      set: ({ translation, rotation }) => this.#change({ target: translation, orientation: rotation }),
      onEnd,
    });
    const elbow = stage.handle({
      label: 'Elbow target',
      look: 'point',
      onMove: (x, y) => this.#change({ elbow: this.#room.drag(x, y, this.#state.elbow) }),
      onNudge: (r, u, a) => this.#change({ elbow: this.#room.nudge(this.#state.elbow, r, u, a, 0.02) }),
      onEnd,
    });
    return { tool, elbow };
  }

  // ---- what follows from the state

  #fresh(kind: ArmKind): State {
    this.#skeleton.forward(this.#home, this.#frames);
    return {
      arm: kind.key,
      pose: [...this.#home],
      target: this.#frames.position('tip'),
      orientation: this.#frames.rotation('tip'),
      mode: kind.pose ? 'place' : 'reach',
      locked: [...kind.locked],
      order: ['tool', 'elbow', 'posture'],
      on: { tool: true, elbow: false, posture: false },
      elbow: this.#frames.position(kind.elbow),
      ellipsoid: 'linear',
      dials: true,
    };
  }

  #changeArm(key: string): void {
    const kind = arms.find((arm) => arm.key === key);
    if (!kind) return;
    this.#kind = kind;
    this.#room.scene.remove(this.#view.group);
    this.#view.dispose();
    for (const thing of [this.#solver, this.#judge, this.#frames, this.#skeleton, this.#base]) thing.dispose();
    this.#base = kind.build(this.#context.kine);
    this.#home = kind.home(this.#context.kine, this.#base);
    this.#skeleton = this.#base.changed({});
    this.#solver = this.#skeleton.createSolver('full-body');
    this.#judge = this.#skeleton.createSolver('full-body');
    this.#frames = this.#skeleton.createFrames();
    this.#view = new ArmView(this.#base, 0.05);
    this.#room.scene.add(this.#view.group);
    this.#room.camera.position.set(...kind.eye);
    this.#room.controls.target.set(...kind.look);
    this.#room.controls.update();
    this.#state = this.#fresh(kind);
    this.#values = [];
    this.#jointRows.build((this.#rows = rowsOf(this.#base)));
    this.#rebuild();
  }

  // The skeleton with the present locks: the same joints, so poses carry over.
  #rebuild(): void {
    for (const thing of [this.#solver, this.#judge, this.#frames, this.#skeleton]) thing.dispose();
    this.#skeleton = this.#base.changed(Object.fromEntries(this.#state.locked.map((joint) => [joint, { fixed: true }])));
    this.#solver = this.#skeleton.createSolver('full-body');
    this.#judge = this.#skeleton.createSolver('full-body');
    this.#frames = this.#skeleton.createFrames();
  }

  #toggleLock(joint: string): void {
    const { locked } = this.#state;
    this.#state.locked = locked.includes(joint) ? locked.filter((name) => name !== joint) : [...locked, joint];
    this.#rebuild();
    this.#set({});
  }

  #raise(key: GoalKey): void {
    const order = [...this.#state.order];
    const at = order.indexOf(key);
    if (at < 1) return;
    order.splice(at, 1);
    order.splice(at - 1, 0, key);
    this.#set({ order });
  }

  /** A joint is set by hand: the tool goes along. */
  #setJoint(row: JointRow, value: number): void {
    this.#state.pose[row.value] = value;
    this.#state.pose = [...this.#skeleton.tidy(this.#state.pose)];
    this.#skeleton.forward(this.#state.pose, this.#frames);
    this.#state.target = this.#frames.position('tip');
    this.#state.orientation = this.#frames.rotation('tip');
    this.#measure();
    this.#context.redraw();
  }

  #situation(name: 'home' | 'stretched' | 'limit' | 'far'): void {
    const fresh = this.#fresh(this.#kind);
    const { locked, on, order, ellipsoid, dials } = this.#state;
    this.#state = { ...fresh, locked, on, order, ellipsoid, dials };
    if (name === 'stretched') this.#put({ shoulder_lift: 0.9, upper_arm_turn: 0, elbow: this.#kind.key === 'seven' ? 0.07 : 0, forearm_turn: 0, wrist_lift: this.#kind.key === 'seven' ? 0.35 : 1.5708, shoulder: 0.5 });
    const [x, y, z] = this.#state.target;
    // Towards the base and down: the elbow has to fold farther than it can. Far: beyond all bones.
    if (name === 'limit') this.#state.target = this.#kind.key === 'seven' ? [0.05, 0, 0.2] : [x, y, z - 0.35];
    if (name === 'far') this.#state.target = [x + 0.75, y + 0.5, z + 0.2];
    this.#set({});
  }

  #put(values: Readonly<Record<string, number>>): void {
    for (const row of this.#rows) {
      const value = values[row.joint];
      if (value !== undefined) this.#state.pose[row.value] = value;
    }
    this.#skeleton.forward(this.#state.pose, this.#frames);
    this.#state.target = this.#frames.position('tip');
    this.#state.orientation = this.#frames.rotation('tip');
  }

  #set(change: Partial<State>): void {
    this.#change(change);
    this.#syncControls();
    this.#commit();
  }

  #change(change: Partial<State>): void {
    Object.assign(this.#state, change);
    this.#solve();
    this.#context.redraw();
  }

  #commit(): void {
    this.#context.history.record(this.snapshot());
  }

  #toolGoal(priority: number): Goal {
    const { mode, target, orientation } = this.#state;
    return mode === 'place'
      ? { kind: 'place', joint: 'tip', target, orientation, priority }
      : { kind: 'reach', joint: 'tip', target, priority };
  }

  /** The goals that are on, in their order, and which is which. */
  #goals(): { keys: GoalKey[]; goals: Goal[] } {
    const keys = this.#state.order.filter((key) => this.#state.on[key]);
    const goals = keys.map((key, priority): Goal => {
      if (key === 'tool') return this.#toolGoal(priority);
      if (key === 'elbow') return { kind: 'reach', joint: this.#kind.elbow, target: this.#state.elbow, priority };
      return { kind: 'hold', posture: this.#home, priority };
    });
    return { keys, goals };
  }

  #solve(): void {
    const { goals } = this.#goals();
    if (goals.length > 0) {
      const start = Float64Array.from(this.#state.pose);
      this.#result = this.#solver.solve(goals, start);
      if (this.#result.outcome !== 'badInput') this.#state.pose = [...this.#result.pose];
      this.#watch.later(() => {
        this.#microseconds = microsecondsOf((repeats) => void this.#solver.time(goals, start, repeats));
        this.#show();
      });
    } else this.#result = undefined;
    this.#measure();
  }

  /** Errors, what stands in the way, and how readily the tool moves, of the pose as it is. */
  #measure(): void {
    const pose = Float64Array.from(this.#state.pose);
    this.#report = undefined;
    if (this.#state.on.tool) {
      const goals = [this.#toolGoal(0)];
      const judged = this.#judge.solve(goals, pose);
      // What the tool alone could reach shows whether limits or other goals are in its way.
      if (judged.outcome !== 'reached') this.#report = this.#judge.explain(goals, judged.pose);
    }
    this.#skeleton.forward(pose, this.#frames);
    this.#values.push(this.#frames.manipulability('tip', { rows: 'linear' }).values);
    if (this.#values.length > kept) this.#values.shift();
    this.#show();
  }

  #show(): void {
    const pose = Float64Array.from(this.#state.pose);
    const { keys, goals } = this.#goals();
    const errors = goals.length > 0 ? this.#errors(goals, pose) : [];
    const tool = errors[keys.indexOf('tool')];
    const met = tool !== undefined && tool.position < 1e-4 && tool.angle < 1e-3;
    this.#jointRows.show(pose, this.#state.locked, (joint) => this.#toneOf(joint));
    const words: Partial<Record<GoalKey, string>> = {};
    keys.forEach((key, i) => {
      const error = errors[i];
      if (error) words[key] = key === 'posture' ? `${degrees(error.angle)} off` : `${millimetres(error.position)} mm off`;
    });
    this.#goalOrder.show(this.#state.order, this.#state.on, words);
    this.#context.figures({
      method: 'full body',
      status: met ? 'reached' : this.#report?.outcome === 'unreachable' ? 'unreachable' : 'not reached',
      iterations: this.#result?.iterations ?? 0,
      microseconds: this.#microseconds,
      positionError: tool?.position ?? null,
      angleError: this.#state.mode === 'place' ? (tool?.angle ?? null) : null,
    });
    this.#say(met, keys);
    const count = this.#values.length;
    this.#plot.set(
      this.#values.map((_, i) => i - count + 1),
      ...([0, 1, 2] as const).map((k) => this.#values.map((values) => values[k])),
    );
  }

  #errors(goals: readonly Goal[], pose: Float64Array): readonly { position: number; angle: number }[] {
    // No iterations: only the errors of the pose as it stands.
    this.#judge.set({ maxIterations: 0 });
    const { goalErrors } = this.#judge.solve(goals, pose);
    this.#judge.set({ maxIterations: 100 });
    return goalErrors;
  }

  #say(met: boolean, keys: readonly GoalKey[]): void {
    this.#skeleton.forward(this.#state.pose, this.#frames);
    const { values } = this.#frames.manipulability('tip', { rows: 'linear' });
    const lost = values[2] < 0.06 * values[0];
    let tone: Tone = 'good';
    let sentence = 'The tool is where it should be. Drag it, turn it by its axes, lock joints.';
    if (!keys.includes('tool')) [tone, sentence] = ['plain', 'The tool goal is off: only the other goals count.'];
    else if (met && lost) [tone, sentence] = ['warn', 'Reached, and near singular: the tool can hardly move along the thin side of the ellipsoid.'];
    else if (!met && this.#report) [tone, sentence] = ['bad', `${capital(this.#report.sentence)}.`];
    else if (!met) {
      const first = keys[0] ?? 'tool';
      [tone, sentence] = ['warn', `The tool could get there, but the ${first} comes first.`];
    }
    this.#context.say(tone, sentence);
  }

  #makeControls() {
    return {
      arm: select({
        label: 'Robot',
        options: arms.map(({ key, name }) => [key, name] as const),
        value: this.#state.arm,
        onChange: (key) => {
          this.#changeArm(key);
          this.#set({});
        },
      }),
      mode: choice<State['mode']>({
        label: 'The tool should',
        options: [['reach', 'be at the place'], ['place', 'and be turned so']],
        value: this.#state.mode,
        onChange: (mode) => this.#set({ mode }),
      }),
      ellipsoid: choice<State['ellipsoid']>({
        label: 'Ellipsoid of speeds',
        options: [['linear', 'moving'], ['angular', 'turning'], ['off', 'none']],
        value: this.#state.ellipsoid,
        onChange: (ellipsoid) => this.#set({ ellipsoid }),
      }),
      dials: toggle({ label: 'Draw the limits of the hinges', value: this.#state.dials, onChange: (dials) => this.#set({ dials }) }),
    };
  }

  #syncControls(): void {
    const c = this.#controls;
    c.arm.set(this.#state.arm);
    c.mode.set(this.#state.mode);
    c.ellipsoid.set(this.#state.ellipsoid);
    c.dials.set(this.#state.dials);
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
