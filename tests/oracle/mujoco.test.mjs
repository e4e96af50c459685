// Forward kinematics, Jacobians, centre of mass, integrate and difference of our models against MuJoCo's, through the C
// API and WebAssembly. Lengths are of the order of a metre (in the deep tree ten), so differences are taken absolute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKine } from '../web/support/load_kine.mjs';
import { Random } from '../web/support/random.mjs';
import { conjugate, cross, rotate, rotationGap, subtract } from './support/algebra.mjs';
import { models } from './support/models.mjs';
import { MujocoModel } from './support/mujoco.mjs';

const kine = await loadKine();
const poseCount = 60;
const offset = [0.11, -0.23, 0.17];
// Both programs round differently, and a deep tree adds the roundings up: measured maxima are printed below.
const tolerance = 1e-12;

class Maxima {
  #found = new Map();

  see(what, gap) {
    if (!(gap <= this.#found.get(what))) this.#found.set(what, gap); // the first, a larger one, or NaN
    assert.ok(gap <= tolerance, `${what} differs by ${gap}`);
  }

  seeAll(what, ours, theirs) {
    assert.equal(ours.length, theirs.length, what);
    theirs.forEach((value, k) => this.see(what, Math.abs(ours[k] - value)));
  }

  get count() { return this.#found.size; }
  toString() { return [...this.#found].map(([what, gap]) => `${what} ${gap.toExponential(1)}`).join(', '); }
}

function randomPose(skeleton, random) {
  const pose = new Float64Array(skeleton.valueCount);
  for (const { kind, firstValue, valueCount } of skeleton.joints) {
    const turning = kind === 'ball' || kind === 'free';
    if (turning) pose.set(random.rotation(), firstValue);
    for (let k = turning ? 4 : 0; k < valueCount; ++k)
      pose[firstValue + k] = kind === 'hinge' || kind === 'euler' ? random.between(-4, 4) : random.between(-1, 1);
  }
  return skeleton.tidy(pose); // writes the followers
}

/** What MuJoCo says of the motion of joint i's site as seen from joint k, from its two Jacobians in the world. */
function relativeJacobian(theirs, i, k) {
  const point = theirs.siteJacobian(i);
  const base = theirs.bodyJacobian(k);
  const arm = subtract(theirs.sitePosition(i), theirs.position(k));
  const back = conjugate(theirs.rotation(k));
  return point.map((column, f) => {
    const angular = subtract(column.slice(0, 3), base[f].slice(0, 3));
    const carried = cross(base[f].slice(0, 3), arm);
    const linear = subtract(subtract(column.slice(3), base[f].slice(3)), carried);
    return [...rotate(back, angular), ...rotate(back, linear)];
  });
}

const withoutFixed = (skeleton, columns) =>
  columns.map((column, f) => (skeleton.freedoms[f].fixed ? column.map(() => 0) : column));

function compareFrames(joints, frames, theirs, maxima) {
  joints.forEach((_, i) => {
    maxima.seeAll('position', frames.position(i), theirs.position(i));
    maxima.see('rotation', rotationGap(frames.rotation(i), theirs.rotation(i)));
    maxima.seeAll('point', frames.position(i, offset), theirs.sitePosition(i));
  });
}

function compareJacobians(skeleton, frames, theirs, random, maxima) {
  // Of a big model a few joints a pose are enough; the small ones are compared whole.
  const some = skeleton.jointCount <= 20 ? [...skeleton.joints.keys()]
    : Array.from({ length: 8 }, () => random.integer(skeleton.jointCount));
  for (const i of some) {
    const site = theirs.siteJacobian(i);
    const full = frames.jacobian(i, { offset, withFixed: true }).values;
    maxima.seeAll('Jacobian', full, site.flat());
    const free = withoutFixed(skeleton, site);
    maxima.seeAll('half Jacobian', frames.jacobian(i, { offset, rows: 'linear' }).values,
      free.flatMap((column) => column.slice(3)));
    maxima.seeAll('angular Jacobian', frames.jacobian(i, { offset, rows: 'angular' }).values,
      free.flatMap((column) => column.slice(0, 3)));
    maxima.seeAll('Jacobian of a far point', frames.jacobian(i, { offset: [2, 1, -3], withFixed: true }).values,
      theirs.pointJacobian(i, [...frames.position(i, [2, 1, -3])]).flat());
    const k = random.integer(skeleton.jointCount);
    maxima.seeAll('relative Jacobian', frames.jacobian(i, { offset, relativeTo: k, withFixed: true }).values,
      relativeJacobian(theirs, i, k).flat());
  }
}

function compareCentreOfMass(skeleton, frames, theirs, maxima) {
  maxima.seeAll('centre of mass', frames.centreOfMass(), theirs.centreOfMass());
  const columns = theirs.centreOfMassJacobian();
  maxima.seeAll('its Jacobian', frames.centreOfMassJacobian({ withFixed: true }).values, columns.flat());
  maxima.seeAll('its Jacobian', frames.centreOfMassJacobian().values, withoutFixed(skeleton, columns).flat());
}

/** Both programs multiply the turn onto the quaternion that is there, so that even its sign agrees. */
function compareMotion(skeleton, theirs, pose, random, maxima) {
  const speeds = Float64Array.from({ length: skeleton.freedomCount }, () => random.between(-1, 1));
  const moved = skeleton.integrate(pose, speeds, 0.7);
  const qpos = theirs.toQpos(pose);
  const theirMoved = theirs.integrate(qpos, theirs.toQvel(speeds), 0.7);
  maxima.seeAll('integrate', theirs.toQpos(moved), theirMoved);
  const back = theirs.toQvel(skeleton.difference(pose, moved));
  maxima.seeAll('difference', back, theirs.difference(qpos, theirs.toQpos(moved)));
}

for (const [name, joints] of Object.entries(models)) {
  test(`${name}: the same as MuJoCo in ${poseCount} poses`, (t) => {
    const skeleton = kine.buildSkeleton(joints);
    const theirs = new MujocoModel(joints, skeleton, offset);
    const frames = skeleton.createFrames();
    const random = new Random(1 + joints.length);
    const maxima = new Maxima();
    try {
      for (let n = 0; n < poseCount; ++n) {
        const pose = randomPose(skeleton, random);
        skeleton.forward(pose, frames);
        theirs.forward(pose);
        compareFrames(joints, frames, theirs, maxima);
        compareJacobians(skeleton, frames, theirs, random, maxima);
        compareCentreOfMass(skeleton, frames, theirs, maxima);
        compareMotion(skeleton, theirs, pose, random, maxima);
      }
      assert.equal(maxima.count, 12); // nothing was left out
    } finally {
      t.diagnostic(`${name}, ${skeleton.jointCount} joints, ${skeleton.freedomCount} freedoms: ${maxima}`);
      frames.dispose();
      skeleton.dispose();
      theirs.delete();
    }
  });
}

test('the models have what they are meant to show', () => {
  const all = Object.values(models).flat();
  for (const kind of ['fixed', 'hinge', 'slider', 'euler', 'ball', 'free'])
    assert.ok(all.some((joint) => joint.kind === kind), kind);
  assert.ok(all.some((joint) => joint.axes?.some((axis) => axis?.follows)));
  assert.ok(all.some((joint) => joint.axes?.some((axis) => axis?.fixed)));
  const depth = (joints, joint) => (joint ? 1 + depth(joints, joints.find((j) => j.name === joint.parent)) : 0);
  assert.ok(Math.max(...models['deep tree'].map((joint) => depth(models['deep tree'], joint))) >= 20);
});
