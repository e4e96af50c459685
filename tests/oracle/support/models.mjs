// Skeletons of our own for the comparison with other programs, as Kine.buildSkeleton takes them. Together they have every
// kind of joint, skewed axes, turned offsets, values that follow others, fixed freedoms, several roots and deep trees.
import { Random } from '../../web/support/random.mjs';
import { unit } from './algebra.mjs';

const turn = (axis, angle) => [...unit(axis).map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)];

/** A seven-hinge arm on a rail with no two axes alike, and a gripper whose second finger mirrors the first. */
function robotArm() {
  const joints = [
    { name: 'mount', kind: 'fixed', translation: [0.1, -0.2, 0.7], rotation: turn([1, 2, 3], 0.4), mass: 10 },
    { name: 'rail', parent: 'mount', kind: 'slider', axis: [1, 0.2, -0.1], mass: 4, centreOfMass: [0, 0.1, 0] },
  ];
  for (let i = 0; i < 7; ++i) {
    joints.push({
      name: `hinge ${i}`,
      parent: joints.at(-1).name,
      kind: 'hinge',
      translation: [0.05 * i, 0.3 - 0.02 * i, 0.11],
      rotation: turn([i % 3, (i + 1) % 2, 1], 0.3 * i - 1),
      axis: [Math.cos(i), Math.sin(2 * i), 0.5 + 0.1 * i],
      axes: [{ fixed: i === 3 }],
      mass: 3 - 0.3 * i,
      centreOfMass: [0.02, 0.1, -0.03 * i],
    });
  }
  joints.push(
    { name: 'finger', parent: 'hinge 6', kind: 'slider', translation: [0, 0.1, 0.02], axis: [0, 0, 1], mass: 0.1 },
    {
      name: 'other finger', parent: 'hinge 6', kind: 'slider', translation: [0, 0.1, -0.02], axis: [0, 0, -1], mass: 0.1,
      axes: [{ follows: { joint: 'finger', factor: 0.75, offset: 0.004 } }],
    },
  );
  return joints;
}

/** A body: a free pelvis in a turned frame, a spine of Euler joints that share one bend, ball shoulders and hips. */
function body() {
  const joints = [
    { name: 'pelvis', kind: 'free', translation: [0.3, 1, -0.2], rotation: turn([1, -1, 2], 0.9), mass: 12,
      centreOfMass: [0, 0.03, 0.01] },
  ];
  for (let i = 0; i < 4; ++i) {
    joints.push({
      name: `spine ${i}`, parent: joints.at(-1).name, kind: 'euler', euler: i === 2 ? 'XZ' : 'ZXY', mass: 4 + i,
      translation: [0.01, 0.12, 0.02 * i], rotation: turn([0, 1, i], 0.2), centreOfMass: [0, 0.06, 0.02],
      axes: i === 0 ? undefined : [{ follows: { joint: 'spine 0', axis: i === 2 ? 1 : 0, factor: 0.9 - 0.3 * i,
        offset: 0.02 * i } }],
    });
  }
  for (const [side, sign] of [['left', 1], ['right', -1]]) {
    joints.push(
      { name: `${side} shoulder`, parent: 'spine 3', kind: 'ball', translation: [0.02, 0.1, 0.18 * sign],
        rotation: turn([1, sign, 0], 1.2), mass: 2, centreOfMass: [0.15, 0, 0] },
      { name: `${side} elbow`, parent: `${side} shoulder`, kind: 'hinge', translation: [0.3, 0, 0.01],
        axis: [0.1, 1, 0.2 * sign], mass: 1.2, centreOfMass: [0.12, 0, 0] },
      { name: `${side} wrist`, parent: `${side} elbow`, kind: 'euler', translation: [0.25, 0, 0], mass: 0.4,
        euler: [[1, 0.1, 0], [0.3, 1, 0.2 * sign], [0, 0.4, 1]] },
      { name: `${side} hip`, parent: 'pelvis', kind: 'ball', translation: [0, -0.05, 0.1 * sign], mass: 7,
        rotation: turn([0, 0, 1], -1.5), centreOfMass: [0.2, 0, 0] },
      { name: `${side} knee`, parent: `${side} hip`, kind: 'hinge', translation: [0.42, 0, 0], axis: [0, 0, 1],
        mass: 3, axes: [sign > 0 ? {} : { follows: { joint: 'left knee', factor: -1.5, offset: 0.3 } }] },
      { name: `${side} ankle`, parent: `${side} knee`, kind: 'euler', euler: 'YX', translation: [0.4, 0, 0], mass: 0.9,
        axes: [{}, { fixed: sign > 0 }] },
    );
  }
  return joints;
}

/** A deep tree of 240 joints of every kind, seeded: branches at random, followers led from anywhere. */
function deepTree() {
  const random = new Random(7);
  const kinds = ['hinge', 'hinge', 'slider', 'euler', 'ball', 'fixed', 'free'];
  const joints = [];
  const leaders = []; // [name, axis] of the values that may be followed
  for (let i = 0; i < 240; ++i) {
    // Mostly the joint before, so that the tree is deep; every fortieth is a root.
    const parent = i % 40 === 0 ? undefined : joints[random.unit() < 0.8 ? i - 1 : random.integer(i)].name;
    const joint = {
      name: `joint ${i}`, kind: i === 0 ? 'free' : kinds[random.integer(kinds.length)],
      translation: random.vec3(0.3), rotation: random.rotation(), mass: random.between(0.1, 3),
      centreOfMass: random.vec3(0.2),
    };
    if (parent !== undefined) joint.parent = parent;
    const count = { hinge: 1, slider: 1, euler: 2 + random.integer(2) }[joint.kind] ?? 0;
    if (joint.kind === 'hinge' || joint.kind === 'slider') joint.axis = random.vec3(2);
    if (joint.kind === 'euler') joint.euler = Array.from({ length: count }, () => random.direction());
    joint.axes = Array.from({ length: count }, (_, axis) => {
      if (leaders.length > 0 && random.unit() < 0.2) {
        const [leader, leaderAxis] = leaders[random.integer(leaders.length)];
        return { follows: { joint: leader, axis: leaderAxis, factor: random.between(-2, 2), offset: random.unit() } };
      }
      leaders.push([joint.name, axis]);
      return { fixed: random.unit() < 0.1 };
    });
    joints.push(joint);
  }
  return joints;
}

/** A machine: sliders that drive hinges and hinges that drive sliders, and a second, loose body beside it. */
function machine() {
  return [
    { name: 'crank', kind: 'hinge', axis: [1, 1, 0], translation: [0, 0, 0.5], mass: 2, centreOfMass: [0.1, 0, 0] },
    { name: 'rod', parent: 'crank', kind: 'slider', axis: [0, 1, 1], rotation: turn([1, 0, 0], 2), mass: 1,
      axes: [{ follows: { joint: 'crank', factor: 0.2, offset: 0.1 } }] },
    { name: 'lift', kind: 'slider', axis: [0, 0, 1], translation: [1, 0, 0], mass: 5 },
    { name: 'wheel', parent: 'lift', kind: 'hinge', axis: [0, 1, 0], translation: [0, 0.2, 0], mass: 1,
      centreOfMass: [0.3, 0, 0.1], axes: [{ follows: { joint: 'lift', factor: -4 } }] },
    { name: 'swivel', parent: 'wheel', kind: 'euler', euler: 'XYX', translation: [0.2, 0, 0], mass: 1,
      axes: [{}, { follows: { joint: 'crank', factor: 2 } }, { follows: { joint: 'swivel', axis: 0, factor: -1 } }] },
    { name: 'load', parent: 'swivel', kind: 'fixed', translation: [0, 0, -0.4], rotation: turn([1, 1, 1], 1), mass: 3 },
    { name: 'loose', kind: 'free', mass: 2, centreOfMass: [0.05, 0.06, 0.07] },
    { name: 'tail', parent: 'loose', kind: 'ball', translation: [-0.5, 0, 0], mass: 0.5, centreOfMass: [-0.2, 0, 0] },
    { name: 'drone', parent: 'tail', kind: 'free', translation: [0, 0.3, 0], rotation: turn([0, 1, 0], 1), mass: 0.7 },
  ];
}

export const models = { 'robot arm': robotArm(), body: body(), 'deep tree': deepTree(), machine: machine() };
