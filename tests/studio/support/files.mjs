// Small files of our own, and a hand that drops them on the page.
import { readFile } from 'node:fs/promises';
import { Kine } from 'kine';

/** The library in Node, to write files and to read those that the page saved. */
export const kine = await Kine.load(await readFile(new URL('../../../build/wasm/kine.wasm', import.meta.url)));

const bytesOf = (text) => new TextEncoder().encode(text);

/** A body: name, parent, x y z from the parent in centimetres. Arms hang, toes point along +z, left is +x. */
const bones = [
  ['Hips', '', 0, 0, 0],
  ['Spine', 'Hips', 0, 15, 0], ['Chest', 'Spine', 0, 18, 0], ['Neck', 'Chest', 0, 22, 0], ['Head', 'Neck', 0, 9, 0],
  ...[['Left', 1], ['Right', -1]].flatMap(([side, out]) => [
    [`${side}Arm`, 'Chest', 18 * out, 18, 0], [`${side}ForeArm`, `${side}Arm`, 0, -29, 0], [`${side}Hand`, `${side}ForeArm`, 0, -26, 0],
    [`${side}UpLeg`, 'Hips', 9 * out, -4, 0], [`${side}Leg`, `${side}UpLeg`, 0, -42, 0], [`${side}Foot`, `${side}Leg`, 0, -41, 0],
    [`${side}ToeBase`, `${side}Foot`, 0, -6, 13],
  ]),
];
const ends = { Head: [0, 18, 0], LeftHand: [0, -17, 0], RightHand: [0, -17, 0], LeftToeBase: [0, 0, 7], RightToeBase: [0, 0, 7] };
const hipsHeight = 93;

/** Degrees about x, y and z of a bone at a frame: arms swing, elbows and knees bend, the rest stands. */
function turns(name, frame) {
  const swing = Math.sin(frame / 6);
  if (name === 'LeftArm') return [20 * swing, 0, 8];
  if (name === 'RightArm') return [-20 * swing, 0, -8];
  if (name.endsWith('ForeArm')) return [-25 - 5 * swing, 0, 0];
  if (name.endsWith('UpLeg')) return [-8, 0, 0];
  if (name.endsWith('Leg')) return [16, 0, 0];
  if (name.endsWith('Foot')) return [-8, 0, 0];
  return [0, 0, 0];
}

export const frameCount = 41;

/** Feet that hang above the hips, as animators have them who pull them: the legs end where their ankles are. */
const loose = [
  ['Root', '', 0, 0, 0],
  ...bones.map(([name, parent, ...offset]) => (name.endsWith('Foot') ? [name, 'Root', name.startsWith('Left') ? 9 : -9, -87, 0] : [name, parent || 'Root', ...offset])),
];
const looseEnds = { ...ends, LeftLeg: [0, -41, 0], RightLeg: [0, -41, 0] };

/**
 * The body as a BVH file, 30 frames a second. `slide`: centimetres that it slides in each frame, feet and all; `looseFeet`: they do not
 * hang on the legs.
 */
export function bvh({ slide = 0, looseFeet = false } = {}) {
  const [body, tips, root] = looseFeet ? [loose, looseEnds, 'Root'] : [bones, ends, 'Hips'];
  const write = (name, depth) => {
    const pad = '\t'.repeat(depth);
    const [, , ...offset] = body.find(([bone]) => bone === name);
    const channels = depth === 0 ? '6 Xposition Yposition Zposition Zrotation Yrotation Xrotation' : '3 Zrotation Yrotation Xrotation';
    const inside = body.filter(([, parent]) => parent === name).map(([bone]) => write(bone, depth + 1)).join('');
    const end = tips[name] ? `${pad}\tEnd Site\n${pad}\t{\n${pad}\t\tOFFSET ${tips[name].join(' ')}\n${pad}\t}\n` : '';
    return `${pad}${depth === 0 ? 'ROOT' : 'JOINT'} ${name}\n${pad}{\n${pad}\tOFFSET ${offset.join(' ')}\n${pad}\tCHANNELS ${channels}\n${inside}${end}${pad}}\n`;
  };
  // In the order in which the hierarchy is written.
  const order = [];
  const visit = (name) => {
    order.push(name);
    for (const [bone, parent] of body) if (parent === name) visit(bone);
  };
  visit(root);
  const rows = Array.from({ length: frameCount }, (_, frame) => {
    const angles = order.flatMap((name) => turns(name, frame).reverse());
    return [slide * frame, hipsHeight, 0, ...angles].map((x) => x.toFixed(4)).join(' ');
  });
  return bytesOf(`HIERARCHY\n${write(root, 0)}MOTION\nFrames: ${frameCount}\nFrame Time: ${1 / 30}\n${rows.join('\n')}\n`);
}

/** The same body as an ASF skeleton. Bones reach from their joint to the next one, so each is called by where it begins. */
export function asf() {
  const of = (name) => bones.find(([bone]) => bone === name)?.slice(2);
  // From a joint to its first child, or its end: the bone that an ASF file means.
  const reach = (name) => of(bones.find(([, parent]) => parent === name)?.[0]) ?? ends[name];
  const limbs = bones.filter(([name]) => name !== 'Hips' && name !== 'Chest');
  const bone = (name, [x, y, z], dofs) => {
    const length = Math.hypot(x, y, z);
    const lines = [`  name ${name}`, `  direction ${x / length} ${y / length} ${z / length}`, `  length ${length}`, '  axis 0 0 0 XYZ'];
    if (dofs) lines.push('  dof rx ry rz', '  limits (-180 180)', '         (-180 180)', '         (-180 180)');
    return `  begin\n${lines.join('\n')}\n  end\n`;
  };
  const parts = limbs.map(([name]) => bone(name, reach(name), true));
  // Stiff bones from the hips to the legs and from the chest to the arms carry what hangs beside the spine.
  const stiff = [['LeftHip', of('LeftUpLeg')], ['RightHip', of('RightUpLeg')], ['Waist', of('Spine')], ['LeftShoulder', of('LeftArm')], ['RightShoulder', of('RightArm')], ['Collar', of('Neck')]];
  for (const [name, along] of stiff) parts.push(bone(name, along, false));
  const tree = [
    'root LeftHip RightHip Waist', 'LeftHip LeftUpLeg', 'RightHip RightUpLeg', 'Waist Spine', 'Spine LeftShoulder RightShoulder Collar', 'Collar Neck', 'Neck Head',
    ...['Left', 'Right'].flatMap((side) => [`${side}UpLeg ${side}Leg`, `${side}Leg ${side}Foot`, `${side}Foot ${side}ToeBase`, `${side}Shoulder ${side}Arm`, `${side}Arm ${side}ForeArm`, `${side}ForeArm ${side}Hand`]),
  ];
  return bytesOf(`# made by our tests\n:version 1.10\n:name body\n:units\n  mass 1.0\n  length 1.0\n  angle deg\n:documentation\n  a body\n:root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n${parts.join('')}:hierarchy\n  begin\n${tree.map((line) => `    ${line}\n`).join('')}  end\n`);
}

/** Its motion: the same angles. */
export function amc() {
  const limbs = bones.filter(([name]) => name !== 'Hips' && name !== 'Chest').map(([name]) => name);
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    [frame + 1, `root 0 ${hipsHeight} 0 0 0 0`, ...limbs.map((name) => `${name} ${turns(name, frame).map((x) => x.toFixed(4)).join(' ')}`)].join('\n'));
  return bytesOf(`:FULLY-SPECIFIED\n:DEGREES\n${frames.join('\n')}\n`);
}

/** The same body as a GLB with a mesh and a skin. */
export function glb() {
  const file = kine.openFile([{ name: 'body.bvh', bytes: bvh() }]);
  const bytes = kine.write('glb', file, file.clips);
  file.dispose();
  return bytes;
}

/** The same as a .gltf and the .bin beside it: a GLB's two chunks, each a file. */
export function gltf() {
  const bytes = Buffer.from(glb());
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  json.buffers[0].uri = 'body%20data.bin';
  return { gltf: bytesOf(JSON.stringify(json)), bin: bytes.subarray(20 + length + 8) };
}

/** A robot: three hinges, a slider, and a tool. */
export function urdf() {
  const joint = (name, type, parent, child, xyz, axis, low, high) =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="${xyz}"/>${axis ? `<axis xyz="${axis}"/><limit lower="${low}" upper="${high}" effort="10" velocity="2"/>` : ''}</joint>`;
  return bytesOf(`<?xml version="1.0"?>
<robot name="picker">
  ${['floor', 'tower', 'boom', 'forearm', 'ram', 'gripper'].map((name) => `<link name="${name}"/>`).join('')}
  ${joint('turn', 'revolute', 'floor', 'tower', '0 0 0.1', '0 0 1', -3, 3)}
  ${joint('lift', 'revolute', 'tower', 'boom', '0 0 0.4', '0 1 0', -1.5, 1.5)}
  ${joint('bend', 'revolute', 'boom', 'forearm', '0.4 0 0', '0 1 0', -2.5, 2.5)}
  ${joint('push', 'prismatic', 'forearm', 'ram', '0.3 0 0', '1 0 0', 0, 0.2)}
  ${joint('grip', 'fixed', 'ram', 'gripper', '0.1 0 0')}
</robot>`);
}

/** Our humanoid with a skin, at rest: a character that has no motion. */
export function character() {
  const skeleton = kine.buildScene('humanoid');
  const bytes = kine.write('glb', skeleton, [], { up: 'y', name: 'hero' });
  skeleton.dispose();
  return bytes;
}

/** Drops files on the picture, as a hand does: over it first, which shows where they would go. */
export async function drop(page, files, { right = false } = {}) {
  const list = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, base64 } of all) data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return data;
  }, list);
  const stage = await page.locator('.stage').boundingBox();
  const over = { dataTransfer, clientX: stage.x + (right ? 0.75 : 0.25) * stage.width, clientY: stage.y + stage.height / 2 };
  await page.dispatchEvent('.stage', 'dragover', over);
  await page.locator('.drop-sign').waitFor();
  await page.dispatchEvent('.stage', 'drop', over);
  await page.locator('.drop-sign').waitFor({ state: 'detached' });
}
