import { KineError, type Module } from './module.mjs';
import type { AxisSettings, DhRow, JointChange, JointDescription, JointKind, Vec3 } from './types.mjs';

export const kKinds: readonly JointKind[] = ['fixed', 'hinge', 'slider', 'euler', 'ball', 'free'];

/** Hands a joint to a builder. */
export function describe(module: Module, builder: number, joint: JointDescription): void {
  const kind = kKinds.indexOf(joint.kind ?? 'fixed');
  if (kind < 0) throw new KineError(`joint "${joint.name}": ${JSON.stringify(joint.kind)} is no kind of joint`);
  const [name = 0, parent = 0] = module.writeTexts(joint.name, joint.parent ?? '');
  const index = module.call('kine_builder_add_joint', builder, name, parent, kind);
  if (joint.euler !== undefined) describeEuler(module, builder, index, joint.euler);
  describeSettings(module, builder, index, joint);
}

/** Changes a joint that a builder has. */
export function change(module: Module, builder: number, index: number, axisCount: number, joint: JointChange): void {
  for (let axis = 0; axis < axisCount; ++axis) {
    if (joint.fixed !== undefined) describeAxis(module, builder, index, axis, { fixed: joint.fixed });
    if (joint.weight !== undefined) describeAxis(module, builder, index, axis, { weight: joint.weight });
  }
  describeSettings(module, builder, index, joint);
}

/** Hands a Denavit-Hartenberg table to a builder: joints, and a tip. */
export function describeDh(
  module: Module,
  builder: number,
  rows: readonly DhRow[],
  modified: boolean,
  parent: string,
  tip: string,
): void {
  const texts = [parent, tip, ...rows.map((row, i) => row.name ?? `joint${i + 1}`)].map((text) => module.newText(text));
  const [numbers = 0, kinds = 0, names = 0] = module.rooms(32 * rows.length, 4 * rows.length, 4 * rows.length);
  module.writeDoubles(numbers, rows.flatMap(({ a = 0, alpha = 0, d = 0, theta = 0 }) => [a, alpha, d, theta]));
  module.writeInts(kinds, rows.map((row) => kKinds.indexOf(row.kind ?? 'hinge')));
  module.writeInts(names, texts.slice(2));
  const index = module.call('kine_builder_add_dh', builder, modified ? 1 : 0, numbers, kinds, names, rows.length,
    texts[0] ?? 0, texts[1] ?? 0);
  for (const text of texts) module.free(text);
  if (index < 0) return; // the build says why
  rows.forEach((row, i) => row.settings && describeAxis(module, builder, index + i, 0, row.settings));
}

function describeSettings(module: Module, builder: number, index: number, joint: JointChange | JointDescription): void {
  // A setting that fails makes the build fail with a sentence, so its status need not be looked at here.
  if (joint.translation) module.call('kine_builder_set_translation', builder, index, ...joint.translation);
  if (joint.rotation) module.call('kine_builder_set_rotation', builder, index, ...joint.rotation);
  if (joint.scale) module.call('kine_builder_set_scale', builder, index, ...joint.scale);
  if (joint.axis) module.call('kine_builder_set_axis', builder, index, ...joint.axis);
  joint.axes?.forEach((axis, i) => axis && describeAxis(module, builder, index, i, axis));
  if (joint.ball) {
    const { twistAxis = [1, 0, 0], firstAxis = [0, 1, 0], swing = [Math.PI, Math.PI], twist } = joint.ball;
    module.call('kine_builder_set_ball_axes', builder, index, ...twistAxis, ...firstAxis);
    module.call('kine_builder_set_ball_limits', builder, index, ...swing, ...(twist ?? [-Math.PI, Math.PI]));
  }
  if (joint.mass !== undefined || joint.centreOfMass)
    module.call('kine_builder_set_mass', builder, index, joint.mass ?? 0, ...(joint.centreOfMass ?? [0, 0, 0]));
}

function describeEuler(module: Module, builder: number, index: number, euler: string | readonly Vec3[]): void {
  if (typeof euler === 'string') {
    const [letters = 0] = module.writeTexts(euler);
    module.call('kine_builder_set_euler_order', builder, index, letters);
  } else {
    const numbers = euler.flat();
    const [axes = 0] = module.rooms(8 * numbers.length);
    module.writeDoubles(axes, numbers);
    module.call('kine_builder_set_euler_axes', builder, index, euler.length, axes);
  }
}

function describeAxis(module: Module, builder: number, index: number, i: number, axis: AxisSettings): void {
  if (axis.limits) module.call('kine_builder_set_limits', builder, index, i, ...axis.limits);
  if (axis.maxSpeed !== undefined) module.call('kine_builder_set_max_speed', builder, index, i, axis.maxSpeed);
  if (axis.weight !== undefined) module.call('kine_builder_set_weight', builder, index, i, axis.weight);
  if (axis.fixed !== undefined) module.call('kine_builder_set_fixed', builder, index, i, axis.fixed ? 1 : 0);
  if (axis.follows) {
    const { joint, axis: leaderAxis = 0, factor = 1, offset = 0 } = axis.follows;
    const [leader = 0] = module.writeTexts(joint);
    module.call('kine_builder_set_follow', builder, index, i, leader, leaderAxis, factor, offset);
  }
}
