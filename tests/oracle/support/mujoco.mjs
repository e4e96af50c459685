// A model of ours in MuJoCo: its description as MJCF, and values, speeds and Jacobian columns carried over.
//
// What differs: MuJoCo's quaternions are w, x, y, z. Its free joint has the position first, in the world, and then the
// quaternion; its speeds are linear (world), then angular (own frame). Ours has the quaternion first and then the
// position, both from the rest frame; its speeds are angular (own frame), then linear (rest frame). MuJoCo's free joint
// must hang on the world; deeper down the same motion is three sliders and a ball. Equality constraints do not change
// MuJoCo's kinematics, so a follower is set along with its leader, and its column times its factor goes to the leader's.
import loadMujoco from '@mujoco/mujoco';
import { add, multiply, rotate } from './algebra.mjs';

export const mujoco = await loadMujoco();

const wxyz = ([x, y, z, w]) => [w, x, y, z];
const xyzw = ([w, x, y, z]) => [x, y, z, w];
const noShift = [0, 0, 0];
const noTurn = [0, 0, 0, 1];
const eulerAxes = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] };

/** MuJoCo's joints for one of ours, outermost first: their type and axis. */
function parts(joint) {
  switch (joint.kind) {
    case 'hinge': return [['hinge', joint.axis ?? [0, 0, 1]]];
    case 'slider': return [['slide', joint.axis ?? [0, 0, 1]]];
    case 'euler':
      return [...(joint.euler ?? 'ZYX')].map((axis) => ['hinge', typeof axis === 'string' ? eulerAxes[axis] : axis]);
    case 'ball': return [['ball']];
    case 'free':
      return joint.parent === undefined ? [['free']] : [...Object.values(eulerAxes).map((a) => ['slide', a]), ['ball']];
    default: return [];
  }
}

function toMjcf(joints, offset) {
  const children = (parent) =>
    joints.map((joint, i) => [joint, i]).filter(([joint]) => joint.parent === parent).map(([joint, i]) => {
      const moves = parts(joint).map(([type, axis], k) =>
        `<joint name="${i}:${k}" type="${type}" ${axis ? `axis="${axis.join(' ')}"` : ''}/>`);
      return `<body name="${i}" pos="${(joint.translation ?? noShift).join(' ')}"` +
        ` quat="${wxyz(joint.rotation ?? noTurn).join(' ')}">` +
        `<inertial pos="${(joint.centreOfMass ?? noShift).join(' ')}" mass="${joint.mass}" diaginertia="1 1 1"/>` +
        `${moves.join('')}<site name="${i}" pos="${offset.join(' ')}"/>${children(joint.name)}</body>`;
    }).join('\n');
  return `<mujoco><compiler angle="radian"/><worldbody>${children(undefined)}</worldbody></mujoco>`;
}

/** Runs a model in MuJoCo; arguments and results are kine's. Each joint carries a site at `offset`. */
export class MujocoModel {
  constructor(joints, skeleton, offset) {
    this.joints = joints;
    this.skeleton = skeleton;
    this.model = mujoco.MjModel.from_xml_string(toMjcf(joints, offset));
    this.data = new mujoco.MjData(this.model);
    this.linear = new mujoco.DoubleBuffer(3 * this.model.nv);
    this.angular = new mujoco.DoubleBuffer(3 * this.model.nv);
    const id = (type, name) => mujoco.mj_name2id(this.model, type.value, name);
    const { mjOBJ_BODY, mjOBJ_JOINT, mjOBJ_SITE } = mujoco.mjtObj;
    this.body = joints.map((_, i) => id(mjOBJ_BODY, `${i}`));
    this.site = joints.map((_, i) => id(mjOBJ_SITE, `${i}`));
    this.parts = joints.map((joint, i) => parts(joint).map(([type], k) => {
      const index = id(mjOBJ_JOINT, `${i}:${k}`);
      return { type, qpos: this.model.jnt_qposadr[index], dof: this.model.jnt_dofadr[index] };
    }));
  }

  delete() {
    for (const object of [this.linear, this.angular, this.data, this.model]) object.delete();
  }

  /** qpos of a pose (followers written, quaternions one long). */
  toQpos(pose) {
    const qpos = new Float64Array(this.model.nq);
    this.joints.forEach((joint, i) => {
      const { firstValue, valueCount } = this.skeleton.joints[i];
      const values = [...pose.subarray(firstValue, firstValue + valueCount)];
      const slots = this.parts[i];
      if (joint.kind === 'ball') {
        qpos.set(wxyz(values), slots[0].qpos);
      } else if (joint.kind === 'free') {
        const turn = values.slice(0, 4);
        const shift = values.slice(4);
        if (slots.length === 1) {
          const rest = joint.rotation ?? noTurn;
          qpos.set(add(joint.translation ?? noShift, rotate(rest, shift)), slots[0].qpos);
          qpos.set(wxyz(multiply(rest, turn)), slots[0].qpos + 3);
        } else {
          shift.forEach((value, k) => (qpos[slots[k].qpos] = value));
          qpos.set(wxyz(turn), slots[3].qpos);
        }
      } else {
        values.forEach((value, k) => (qpos[slots[k].qpos] = value));
      }
    });
    return qpos;
  }

  /** The speeds of MuJoCo's freedoms when axis `axis` of joint `i` moves at speed one. */
  axisSpeeds(i, axis) {
    const joint = this.joints[i];
    const slots = this.parts[i];
    if (joint.kind === 'ball') return [[slots[0].dof + axis, 1]];
    if (joint.kind !== 'free') return [[slots[axis].dof, 1]];
    if (slots.length === 4) return [[axis < 3 ? slots[3].dof + axis : slots[axis - 3].dof, 1]];
    if (axis < 3) return [[slots[0].dof + 3 + axis, 1]];
    const direction = rotate(joint.rotation ?? noTurn, [0, 1, 2].map((k) => (k === axis - 3 ? 1 : 0)));
    return direction.map((part, k) => [slots[0].dof + k, part]);
  }

  /** Every axis of the model: the freedom that moves it, how much, and MuJoCo's speeds for it. */
  *axes() {
    for (let i = 0; i < this.joints.length; ++i) {
      for (let axis = 0; axis < this.skeleton.joints[i].axisCount; ++axis) {
        const factor = this.joints[i].axes?.[axis]?.follows?.factor ?? 1;
        yield { freedom: this.skeleton.freedomOf(i, axis), factor, speeds: this.axisSpeeds(i, axis) };
      }
    }
  }

  /** qvel of our speeds. */
  toQvel(speeds) {
    const qvel = new Float64Array(this.model.nv);
    for (const axis of this.axes())
      for (const [dof, part] of axis.speeds) qvel[dof] += axis.factor * part * speeds[axis.freedom];
    return qvel;
  }

  forward(pose) {
    this.data.qpos.set(this.toQpos(pose));
    mujoco.mj_kinematics(this.model, this.data);
    mujoco.mj_comPos(this.model, this.data);
  }

  position(i) { return [...this.data.xpos.slice(3 * this.body[i], 3 * this.body[i] + 3)]; }
  rotation(i) { return xyzw([...this.data.xquat.slice(4 * this.body[i], 4 * this.body[i] + 4)]); }
  sitePosition(i) { return [...this.data.site_xpos.slice(3 * this.site[i], 3 * this.site[i] + 3)]; }
  centreOfMass() { return [...this.data.subtree_com.slice(0, 3)]; }

  /** Columns of kine's freedoms out of MuJoCo's row-major matrices, one after the other. */
  columns(...matrices) {
    const nv = this.model.nv;
    const rows = matrices.flatMap((matrix) => [0, 1, 2].map((r) => matrix.slice(r * nv, (r + 1) * nv)));
    const out = Array.from({ length: this.skeleton.freedomCount }, () => new Array(rows.length).fill(0));
    for (const axis of this.axes())
      for (const [dof, part] of axis.speeds)
        rows.forEach((row, r) => (out[axis.freedom][r] += axis.factor * part * row[dof]));
    return out;
  }

  /** Of the site of a joint: columns of six, angular first. */
  siteJacobian(i) {
    mujoco.mj_jacSite(this.model, this.data, this.linear, this.angular, this.site[i]);
    return this.columns(this.angular.GetView(), this.linear.GetView());
  }

  /** Of a point given in the world. */
  pointJacobian(i, point) {
    mujoco.mj_jac(this.model, this.data, this.linear, this.angular, point, this.body[i]);
    return this.columns(this.angular.GetView(), this.linear.GetView());
  }

  /** Of a joint's origin. */
  bodyJacobian(i) {
    mujoco.mj_jacBody(this.model, this.data, this.linear, this.angular, this.body[i]);
    return this.columns(this.angular.GetView(), this.linear.GetView());
  }

  centreOfMassJacobian() {
    mujoco.mj_jacSubtreeCom(this.model, this.data, this.linear, 0);
    return this.columns(this.linear.GetView());
  }

  /** qpos moved along qvel for dt. */
  integrate(qpos, qvel, dt) {
    const out = mujoco.DoubleBuffer.FromArray([...qpos]);
    mujoco.mj_integratePos(this.model, out, [...qvel], dt);
    const moved = Float64Array.from(out.GetView());
    out.delete();
    return moved;
  }

  /** The qvel that leads from one qpos to the other in one second. */
  difference(from, to) {
    const out = new mujoco.DoubleBuffer(this.model.nv);
    mujoco.mj_differentiatePos(this.model, out, 1, [...from], [...to]);
    const speeds = Float64Array.from(out.GetView());
    out.delete();
    return speeds;
  }
}
