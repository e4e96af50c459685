// Forward kinematics of robots in URDF: where every link is in random poses, by MuJoCo and by us, mimic joints included.
// A robot of our own with every joint type that MuJoCo has in the middle of a tree, and the shared ones where they are at
// hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rotationGap } from './support/algebra.mjs';
import { mujoco } from './support/mujoco.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.env.KINE_ORACLE_FORMATS ?? join(root, 'build/test/bin/oracle_formats');
const shared = process.env.KINE_SHARED_DATA ?? join(root, '../shared/data');
const place = mkdtempSync(join(tmpdir(), 'kine-urdf-'));
after(() => rmSync(place, { recursive: true }));

const poseCount = 20;
const tolerance = 1e-6;

const attribute = (text, name) => text?.match(new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`))?.[1];

/** Links and joints by plain patterns: not our XML reader. */
function outline(text) {
  const clean = text.replace(/<!--[^]*?-->/g, '').replace(/\$\(optenv \w+ ([^)]*)\)/g, '$1')
    .replace(/<(gazebo|transmission)\b[^]*?(<\/\1>)/g, '').replace(/<gazebo[^>]*\/>/g, '');
  const links = [...clean.matchAll(/<link\b[^>]*?\bname\s*=\s*"([^"]+)"/g)].map((match) => match[1]);
  const joints = [...clean.matchAll(/<joint\b([^>]*)>([^]*?)<\/joint>/g)]
    .filter(([, head]) => attribute(head, 'type'))
    .map(([, head, body]) => {
      const tag = (name) => body.match(new RegExp(`<${name}\\b[^>]*>`))?.[0];
      const mimic = tag('mimic');
      return {
        name: attribute(head, 'name'), type: attribute(head, 'type'),
        parent: attribute(tag('parent'), 'link'), child: attribute(tag('child'), 'link'),
        xyz: attribute(tag('origin'), 'xyz') ?? '0 0 0', rpy: attribute(tag('origin'), 'rpy') ?? '0 0 0',
        axis: attribute(tag('axis'), 'xyz') ?? '1 0 0',
        mimic: mimic && { joint: attribute(mimic, 'joint'), factor: Number(attribute(mimic, 'multiplier') ?? 1),
          offset: Number(attribute(mimic, 'offset') ?? 0) },
      };
    });
  const mass = [...clean.matchAll(/<mass\b[^>]*>/g)].reduce((sum, [tag]) => sum + Number(attribute(tag, 'value')), 0);
  return { links, joints, mass };
}

/** The kinematics alone, for MuJoCo, which insists on inertia and knows no meshes here. Names become numbers. */
function forMujoco({ links, joints }) {
  const inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>';
  const link = (name) => `l${links.indexOf(name)}`;
  return `<robot name="r"><mujoco><compiler fusestatic="false" discardvisual="false"/></mujoco>
    <link name="top"/><joint name="top" type="fixed"><parent link="top"/><child link="${
      link(links.find((name) => !joints.some(({ child }) => child === name)))}"/></joint>
    ${links.map((name) => `<link name="${link(name)}">${inertial}</link>`).join('')}
    ${joints.map((joint, i) => `<joint name="j${i}" type="${joint.type}">
      <origin xyz="${joint.xyz}" rpy="${joint.rpy}"/><axis xyz="${joint.axis}"/>
      <parent link="${link(joint.parent)}"/><child link="${link(joint.child)}"/>
      ${joint.type === 'continuous' ? '' : '<limit lower="-9" upper="9" effort="1" velocity="1"/>'}</joint>`).join('')}
    </robot>`;
}

/** What a joint's value must be by URDF's own rule, from the leaders' values. */
function due(joints, joint, values) {
  if (!joint.mimic) return values[joint.name];
  const leader = joints.find(({ name }) => name === joint.mimic.joint);
  return joint.mimic.factor * due(joints, leader, values) + joint.mimic.offset;
}

function compare(file, t) {
  const robot = outline(readFileSync(file, 'utf8'));
  const ours = JSON.parse(execFileSync(program, ['urdf', String(poseCount), '7', file], { maxBuffer: 2 ** 28 }));
  const model = mujoco.MjModel.from_xml_string(forMujoco(robot));
  const data = new mujoco.MjData(model);
  const id = (type, name) => mujoco.mj_name2id(model, type.value, name);
  let position = 0, rotation = 0, followers = 0;
  try {
    assert.equal(ours.poses.length, poseCount);
    for (const { values, links } of ours.poses) {
      data.qpos.fill(0);
      robot.joints.forEach((joint, i) => {
        if (!['revolute', 'continuous', 'prismatic'].includes(joint.type)) return;
        const value = due(robot.joints, joint, values);
        if (joint.mimic) ++followers;
        assert.ok(Math.abs(value - values[joint.name]) < 1e-12, joint.name);
        data.qpos[model.jnt_qposadr[id(mujoco.mjtObj.mjOBJ_JOINT, `j${i}`)]] = value;
      });
      mujoco.mj_kinematics(model, data);
      assert.deepEqual(Object.keys(links).sort(), [...robot.links].sort());
      robot.links.forEach((name, i) => {
        const body = id(mujoco.mjtObj.mjOBJ_BODY, `l${i}`);
        assert.ok(body > 0, name);
        const at = links[name];
        const there = data.xpos.slice(3 * body, 3 * body + 3);
        const [w, x, y, z] = data.xquat.slice(4 * body, 4 * body + 4);
        position = Math.max(position, Math.hypot(...at.slice(0, 3).map((v, k) => v - there[k])));
        rotation = Math.max(rotation, rotationGap(at.slice(3), [x, y, z, w]));
      });
    }
  } finally {
    data.delete();
    model.delete();
  }
  assert.ok(position <= tolerance && rotation <= tolerance, `off by ${position} m, ${rotation} rad`);
  assert.ok(Math.abs(ours.mass - robot.mass) <= 1e-9 * (1 + robot.mass), `mass ${ours.mass}, not ${robot.mass}`);
  t.diagnostic(`${robot.links.length} links, ${robot.joints.filter(({ mimic }) => mimic).length} mimic joints: ` +
    `off by at most ${position.toExponential(1)} m, ${rotation.toExponential(1)} rad`);
  return followers;
}

test('a robot of our own: MuJoCo has the same links in 20 poses', (t) => {
  const joint = (name, type, parent, child, inside) =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
  const file = join(place, 'own.urdf');
  writeFileSync(file, `<robot name="own">${[...'abcdefg'].map((name) =>
    `<link name="${name}"><inertial><mass value="1.5"/></inertial></link>`).join('')}
    ${joint('first', 'revolute', 'a', 'b', '<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><axis xyz="1 2 -3"/>' +
      '<limit lower="-3" upper="3"/>')}
    ${joint('second', 'continuous', 'b', 'c', '<origin xyz="0 0.2 0"/><mimic joint="first" multiplier="-2" offset="0.3"/>')}
    ${joint('third', 'prismatic', 'c', 'd', '<axis xyz="0 0.6 0.8"/><limit lower="-3" upper="3"/>' +
      '<mimic joint="second" multiplier="0.5" offset="-0.1"/>')}
    ${joint('stiff', 'fixed', 'd', 'e', '<origin rpy="3 -1.5 0.2" xyz="1 0 0"/>')}
    ${joint('slide', 'prismatic', 'a', 'f', '<limit lower="-3" upper="3"/>')}
    ${joint('last', 'revolute', 'f', 'g', '<origin rpy="0 1.5707963267948966 1"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/>')}
    </robot>`);
  assert.ok(compare(file, t) > 0);
});

const folder = join(shared, 'urdf');
if (!existsSync(folder)) console.log('left out shared URDF files: ../shared/data is not here');
for (const name of existsSync(folder) ? readdirSync(folder).sort() : [])
  test(`${name}: MuJoCo has the same links in 20 poses`, (t) => void compare(join(folder, name), t));
