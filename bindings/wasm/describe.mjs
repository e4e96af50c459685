// @ts-check
/** @import { AxisSettings, JointDescription, Vec3 } from './types.mjs' */
/** @import { Module } from './module.mjs' */
import { KineError } from './module.mjs';
import { kKinds } from './skeleton.mjs';

/** Hands a joint to a builder. @param {Module} module @param {number} builder @param {JointDescription} joint */
export function describe(module, builder, joint) {
  const kind = kKinds.indexOf(joint.kind ?? 'fixed');
  if (kind < 0) throw new KineError(`joint "${joint.name}": ${JSON.stringify(joint.kind)} is no kind of joint`);
  const [name = 0, parent = 0] = module.writeTexts(joint.name, joint.parent ?? '');
  const index = module.call('kine_builder_add_joint', builder, name, parent, kind);
  // A setting that fails makes the build fail with a sentence, so its status need not be looked at here.
  if (joint.translation) module.call('kine_builder_set_translation', builder, index, ...joint.translation);
  if (joint.rotation) module.call('kine_builder_set_rotation', builder, index, ...joint.rotation);
  if (joint.scale) module.call('kine_builder_set_scale', builder, index, ...joint.scale);
  if (joint.axis) module.call('kine_builder_set_axis', builder, index, ...joint.axis);
  if (joint.euler !== undefined) describeEuler(module, builder, index, joint.euler);
  joint.axes?.forEach((axis, i) => axis && describeAxis(module, builder, index, i, axis));
  if (joint.ball) {
    const { twistAxis = [1, 0, 0], firstAxis = [0, 1, 0], swing = [Math.PI, Math.PI], twist } = joint.ball;
    module.call('kine_builder_set_ball_axes', builder, index, ...twistAxis, ...firstAxis);
    module.call('kine_builder_set_ball_limits', builder, index, ...swing, ...(twist ?? [-Math.PI, Math.PI]));
  }
  if (joint.mass !== undefined || joint.centreOfMass)
    module.call('kine_builder_set_mass', builder, index, joint.mass ?? 0, ...(joint.centreOfMass ?? [0, 0, 0]));
}

/** @param {Module} module @param {number} builder @param {number} index @param {string | readonly Vec3[]} euler */
function describeEuler(module, builder, index, euler) {
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

/**
 * @param {Module} module
 * @param {number} builder @param {number} index @param {number} i @param {AxisSettings} axis
 */
function describeAxis(module, builder, index, i, axis) {
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
