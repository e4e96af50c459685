// Robot arms: drag the tool in place and orientation, lock joints, and see what stands in the way.
import type * as THREE from 'three';
import type { Goal, Report, SolveResult, Vec3 } from 'kine';
import { microsecondsOf, Stopwatch } from '../../core/stopwatch';
import { button, buttonRow } from '../../shell/controls';
import { degrees, el, millimetres } from '../../shell/dom';
import { acceptDrops, openButton, type FileBytes } from '../../shell/files';
import type { Plot } from '../../shell/plot';
import type { Probe, Scene, SceneContext, Tone } from '../../shell/scene';
import { colours } from '../../shell/theme';
import { PoseHandle } from '../../view/pose_handle';
import { Thread } from '../../view/shapes';
import { Room } from '../../view/stage3d';
import { allPoses, noPoses, PoseList, poseWith, type PoseSet } from './all_poses';
import { ArmView, type JointTone } from './arm_view';
import { arms, type ArmKind } from './arms';
import { BlockerTags } from './blocker_tags';
import { EllipsoidView } from './ellipsoid';
import { Ghosts } from './ghosts';
import { goalsOf, toolGoal } from './goals';
import { Rig } from './rig';
import { robotOf } from './robot_file';
import { GoalOrder, JointRows, rowsOf, type GoalKey, type JointRow } from './rows';
import { freshState, makeControls, syncControls, type State } from './settings';
import { situationOf, type SituationName } from './situations';

const handleAway = 0.17;
const kept = 160;

export function create(context: SceneContext): Scene {
  return new Arm(context);
}

class Arm implements Scene {
  #context: SceneContext;
  /** Ours, and what was dropped here. */
  #kinds: ArmKind[] = [...arms];
  #rig: Rig;
  #state: State;
  #room: Room;
  #rows: readonly JointRow[] = [];
  #view: ArmView;
  #result: SolveResult | undefined;
  #report: Report | undefined;
  /** What was wrong with the last file. */
  #trouble = '';
  #method: 'global' | 'full body' = 'global';
  #gap = new Thread('#fff', { dashed: 0.012 });
  #ellipsoid = new EllipsoidView();
  #handles;
  #tags: BlockerTags;
  #poses: PoseSet = noPoses;
  #poseList: PoseList;
  #ghosts: Ghosts;
  #values: Vec3[] = [];
  #plot: Plot;
  #jointRows: JointRows;
  #goalOrder: GoalOrder;
  #watch = new Stopwatch();
  #microseconds: number | null = null;
  #controls;
  #endDrops: () => void;

  constructor(context: SceneContext) {
    this.#context = context;
    const { kine, stage, panel } = context;
    const kind = arms[0];
    if (!kind) throw new Error('there are no arms');
    this.#room = new Room(stage, { up: 'z', look: kind.look, eye: kind.eye, size: 0.9, floor: 0, redraw: () => context.redraw() });
    this.#rig = new Rig(kine, kind);
    this.#view = new ArmView(this.#rig.base, kind.thickness, kind.tool);
    this.#state = freshState(this.#rig);
    this.#room.scene.add(this.#view.group, this.#gap.line, this.#ellipsoid.group);
    this.#tags = new BlockerTags(stage);
    this.#ghosts = new Ghosts(stage);
    this.#room.scene.add(this.#ghosts.group);
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
    this.#poseList = new PoseList(
      (pose) => this.#takePose(pose),
      (value) => this.#takePose(poseWith(value, this.#poses.searched, this.#state, this.#rig)),
      () => this.#commit(),
    );
    this.#controls = makeControls(this.#state, {
      set: (change) => this.#set(change),
      changeArm: (key) => {
        this.#changeArm(key);
        this.#set({});
      },
      takeTool: (joint) => this.#takeTool(joint),
    });
    const c = this.#controls;
    panel.section(
      'Arm',
      c.arm.element,
      el('div', { class: 'control row-of' }, openButton('Open a robot…', ['.urdf', '.xml'], (files) => this.#open(files)), el('span', { class: 'note' }, 'or drop a URDF on the page')),
      c.tool.element,
      c.mode.element,
      buttonRow(
        'Situations',
        button('Home', () => this.#situation('home')),
        button('Stretched: singular', () => this.#situation('stretched')),
        button('At a limit', () => this.#situation('limit')),
        button('Out of reach', () => this.#situation('far')),
      ),
    );
    panel.section('All poses', c.by.element, c.poses.element, this.#poseList.element);
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
    this.#jointRows.build((this.#rows = rowsOf(this.#rig.base)));
    this.#endDrops = acceptDrops(stage.element, ['Drop a robot here'], (files) => this.#open(files));
    syncControls(this.#controls, this.#state, this.#kinds, this.#rig);
    this.#solve();
  }

  snapshot(): string {
    return JSON.stringify(this.#state);
  }

  restore(snapshot: string): void {
    const state = JSON.parse(snapshot) as State;
    this.#state = state;
    if (state.arm !== this.#rig.kind.key) this.#changeArm(state.arm);
    this.#state = state;
    this.#rig.lock(this.#state.locked);
    syncControls(this.#controls, this.#state, this.#kinds, this.#rig);
    this.#measure();
  }

  themed(): void {
    this.#room.themed();
    this.#handles.tool.themed();
  }

  probe(): Probe {
    this.#rig.skeleton.forward(this.#state.pose, this.#rig.frames);
    return {
      ...this.#state,
      joints: Object.fromEntries(this.#rows.map(({ joint, value }) => [joint, this.#state.pose[value]])),
      tip: this.#rig.frames.position(this.#state.tool),
      tipRotation: this.#rig.frames.rotation(this.#state.tool),
      elbowAt: this.#rig.frames.position(this.#rig.kind.elbow),
      violation: this.#rig.skeleton.limitViolation(this.#state.pose),
      goalErrors: this.#result?.goalErrors ?? [],
      report: this.#report,
      ellipsoid: this.#rig.frames.manipulability(this.#state.tool, { rows: 'linear' }),
      allPoses: {
        ...this.#poses,
        solutions: this.#poses.solutions.map((solution) => ({ ...solution, pose: [...solution.pose] })),
        shown: this.#ghosts.group.children.filter(({ visible }) => visible).length,
      },
    };
  }

  picture(): HTMLCanvasElement {
    return this.#room.picture();
  }

  dispose(): void {
    this.#watch.stop();
    this.#view.dispose();
    this.#ghosts.dispose();
    this.#endDrops();
    this.#rig.dispose();
    this.#room.dispose();
  }

  draw(): void {
    this.#room.resize();
    const c = colours();
    const pose = Float64Array.from(this.#state.pose);
    this.#ghosts.put(this.#poses, this.#state, this.#rig, (point) => this.#room.toPixels(point));
    this.#rig.skeleton.forward(pose, this.#rig.frames);
    this.#view.put(this.#rig.frames, pose, c, (joint) => this.#toneOf(this.#rig.base.joints[joint]?.name ?? ''), this.#state.dials);
    const { target } = this.#state;
    (this.#gap.line.material as THREE.LineDashedMaterial).color.set(c.bad);
    this.#gap.put([this.#rig.frames.position(this.#state.tool), target]);
    this.#drawEllipsoid();
    this.#placeHandles();
    this.#room.render();
    this.#tags.put(this.#report?.blockers ?? [], this.#rig.skeleton, (joint) => this.#room.toPixels(this.#rig.frames.position(joint)));
  }

  // ---- drawing

  #drawEllipsoid(): void {
    const { ellipsoid, tool } = this.#state;
    const shape = ellipsoid === 'off' ? undefined : this.#rig.frames.manipulability(tool, { rows: ellipsoid });
    const size = (ellipsoid === 'linear' ? 0.18 : 0.09) * (this.#rig.kind.thickness / 0.05);
    this.#ellipsoid.put(shape, this.#rig.frames.position(tool), size);
  }

  #toneOf(joint: string): JointTone {
    if (this.#report?.blockers.some((b) => this.#rig.skeleton.joints[b.joint]?.name === joint)) return 'limit';
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

  // ---- handles

  #makeHandles() {
    const { stage } = this.#context;
    const onEnd = (): void => this.#commit();
    // As large as the arm: ours have bones of 5 cm.
    const size = (): number => this.#rig.kind.thickness / 0.05;
    const tool = new PoseHandle(stage, this.#room, {
      label: 'Tool target',
      thing: 'the tool',
      get away() {
        return handleAway * size();
      },
      get nudge() {
        return 0.02 * size();
      },
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

  #changeArm(key: string): void {
    const kind = this.#kinds.find((arm) => arm.key === key);
    if (!kind) return;
    this.#watch.stop();
    this.#room.scene.remove(this.#view.group);
    this.#view.dispose();
    this.#rig.dispose();
    this.#rig = new Rig(this.#context.kine, kind);
    this.#view = new ArmView(this.#rig.base, kind.thickness, kind.tool);
    this.#room.scene.add(this.#view.group);
    this.#room.camera.position.set(...kind.eye);
    this.#room.controls.target.set(...kind.look);
    this.#room.controls.update();
    this.#room.setFloor(kind.floor);
    this.#state = freshState(this.#rig);
    this.#values = [];
    this.#trouble = '';
    this.#jointRows.build((this.#rows = rowsOf(this.#rig.base)));
    this.#rig.lock(this.#state.locked);
    this.#handles.tool.themed();
  }

  /** A robot of the user's own joins the others. */
  #open(files: readonly FileBytes[]): void {
    try {
      const kind = robotOf(this.#context.kine, files, `file-${this.#kinds.length}`);
      this.#kinds.push(kind);
      this.#changeArm(kind.key);
      this.#set({});
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      this.#show();
    }
  }

  #toggleLock(joint: string): void {
    const { locked } = this.#state;
    this.#state.locked = locked.includes(joint) ? locked.filter((name) => name !== joint) : [...locked, joint];
    this.#rig.lock(this.#state.locked);
    this.#set({});
  }

  /** Another joint is dragged from now on, from where it is. */
  #takeTool(tool: string): void {
    const { skeleton, frames } = this.#rig;
    skeleton.forward(this.#state.pose, frames);
    this.#set({ tool, target: frames.position(tool), orientation: frames.rotation(tool) });
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
    this.#state.pose = [...this.#rig.skeleton.tidy(this.#state.pose)];
    this.#rig.skeleton.forward(this.#state.pose, this.#rig.frames);
    this.#state.target = this.#rig.frames.position(this.#state.tool);
    this.#state.orientation = this.#rig.frames.rotation(this.#state.tool);
    this.#measure();
    this.#context.redraw();
  }

  /** Another pose of the same target; none: it stays. */
  #takePose(pose: Float64Array | undefined): void {
    if (pose) this.#state.pose = [...pose];
    this.#measure();
    this.#context.redraw();
  }

  #situation(name: SituationName): void {
    this.#state = situationOf(name, this.#rig, this.#rows, this.#state);
    this.#set({});
  }

  #set(change: Partial<State>): void {
    this.#change(change);
    syncControls(this.#controls, this.#state, this.#kinds, this.#rig);
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

  #solve(): void {
    this.#trouble = '';
    const { goals } = goalsOf(this.#state, this.#rig);
    if (goals.length > 0) {
      const start = Float64Array.from(this.#state.pose);
      const nearest = this.#nearest(start);
      this.#method = nearest ? 'global' : 'full body';
      this.#result = nearest ?? this.#rig.solver.solve(goals, start);
      if (this.#result.outcome !== 'badInput') this.#state.pose = [...this.#result.pose];
      this.#watch.later(() => {
        const solver = nearest ? this.#rig.global : this.#rig.solver;
        this.#microseconds = microsecondsOf((repeats) => void solver.time(goals, start, repeats));
        this.#show();
      });
    } else this.#result = undefined;
    this.#measure();
  }

  /** The pose of the tool that is nearest to where the arm is; none where there are other goals, or no such pose: full body takes
      them all, and comes as near as it can. */
  #nearest(start: Float64Array): SolveResult | undefined {
    const { by, on } = this.#state;
    if (by !== 'nearest' || !on.tool || on.elbow || on.posture) return undefined;
    const result = this.#rig.global.solve([toolGoal(this.#state, 0)], start);
    return result.outcome === 'reached' ? result : undefined;
  }

  /** Errors, what stands in the way, and how readily the tool moves, of the pose as it is. */
  #measure(): void {
    const pose = Float64Array.from(this.#state.pose);
    this.#report = undefined;
    if (this.#state.on.tool) {
      const goals = [toolGoal(this.#state, 0)];
      const judged = this.#rig.judge.solve(goals, pose);
      // What the tool alone could reach shows whether limits or other goals are in its way.
      if (judged.outcome !== 'reached') this.#report = this.#rig.judge.explain(goals, judged.pose);
    }
    this.#poses = this.#state.poses && this.#state.on.tool ? allPoses(this.#state, this.#rig) : noPoses;
    this.#rig.skeleton.forward(pose, this.#rig.frames);
    this.#values.push(this.#rig.frames.manipulability(this.#state.tool, { rows: 'linear' }).values);
    if (this.#values.length > kept) this.#values.shift();
    this.#show();
  }

  #show(): void {
    const pose = Float64Array.from(this.#state.pose);
    const { keys, goals } = goalsOf(this.#state, this.#rig);
    const errors = goals.length > 0 ? this.#errors(goals, pose) : [];
    const tool = errors[keys.indexOf('tool')];
    const met = tool !== undefined && tool.position < 1e-4 && tool.angle < 1e-3;
    this.#poseList.show(this.#poses, this.#state, this.#rig);
    this.#jointRows.show(pose, this.#state.locked, (joint) => this.#toneOf(joint));
    const words: Partial<Record<GoalKey, string>> = {};
    keys.forEach((key, i) => {
      const error = errors[i];
      if (error) words[key] = key === 'posture' ? `${degrees(error.angle)} off` : `${millimetres(error.position)} mm off`;
    });
    this.#goalOrder.show(this.#state.order, this.#state.on, words);
    this.#context.figures({
      method: this.#method,
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
    this.#rig.judge.set({ maxIterations: 0 });
    const { goalErrors } = this.#rig.judge.solve(goals, pose);
    this.#rig.judge.set({ maxIterations: 100 });
    return goalErrors;
  }

  #say(met: boolean, keys: readonly GoalKey[]): void {
    this.#rig.skeleton.forward(this.#state.pose, this.#rig.frames);
    const { values } = this.#rig.frames.manipulability(this.#state.tool, { rows: 'linear' });
    const lost = values[2] < 0.06 * values[0];
    if (this.#trouble) return this.#context.say('bad', this.#trouble);
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
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
