// Files through the wrapper: what is read, what is refused, and that what is written reads back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { near, refuses, using } from './support/check.mjs';
import { loadKine } from './support/load_kine.mjs';

const kine = await loadKine();
const text = new TextEncoder();
const seed = (folder, name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`../fuzz/seeds/${folder}/${name}`, import.meta.url))),
});
const named = (name, content) => ({ name, bytes: text.encode(content) });

test('a BVH file becomes a skeleton and a clip', () => using(kine.openFile([seed('bvh', 'arm.bvh')]), (file) => {
  assert.equal(file.name, 'arm');
  assert.equal(file.format, 'bvh');
  assert.equal(file.up, 'y');
  assert.equal(file.metresPerUnit, 0.01);
  assert.ok(file.notes.some((note) => note.includes('unit')));
  assert.equal(file.nodes, undefined);
  assert.equal(file.glb(), undefined);
  assert.deepEqual(file.skeleton.joints.map(({ name }) => name), ['Hips', 'Mixamo:Arm Left', 'Hand', 'Hand_end', 'Leg']);
  const [clip] = file.clips;
  assert.equal(file.clips.length, 1);
  assert.equal(clip.rate, 40);
  assert.equal(clip.frameCount, 2);
  near([...clip.frame(1)].slice(-1), [(15 * Math.PI) / 180]);
}));

test('options are taken, and bad ones are refused', () => {
  using(kine.openFile([seed('bvh', 'arm.bvh')], { metresPerUnit: 1, rate: 10, up: 'z' }), (file) => {
    assert.equal(file.metresPerUnit, 1);
    assert.equal(file.up, 'z');
    assert.equal(file.clips[0].rate, 10);
  });
  using(kine.openFile([seed('urdf', 'arm.urdf')], { freeRoot: true }), (file) =>
    assert.equal(file.skeleton.joints[0].kind, 'free'));
  refuses(() => kine.openFile([seed('bvh', 'arm.bvh')], { metresPerUnit: -1 }), /metres per unit cannot be -1/);
  refuses(() => kine.openFile([seed('bvh', 'arm.bvh')], { up: 'w' }), /up cannot be/);
});

test('an ASF and its AMC go together, in any order', () => {
  const files = [seed('amc', 'leg.amc'), seed('asf', 'leg.asf')];
  using(kine.openFile(files, { rate: 60 }), (file) => {
    assert.equal(file.format, 'asf');
    assert.equal(file.clips[0].rate, 60);
    assert.ok(file.notes.some((note) => note.includes('toes')), 'a bone that the skeleton does not have is noted');
    const asf = kine.write('asf', file);
    const amc = kine.write('amc', file, file.clips[0]);
    using(kine.openFile([{ name: 'a.asf', bytes: asf.buffer }, { name: 'a.amc', bytes: amc }]), (again) => {
      assert.equal(again.metresPerUnit, file.metresPerUnit);
      for (let i = 0; i < 2; ++i) near(again.clips[0].frame(i), [...file.clips[0].frame(i)], 1e-6);
    });
  });
});

test('a URDF has links as aliases of joints', () => using(kine.openFile([seed('urdf', 'arm.urdf')]), (file) => {
  assert.equal(file.format, 'urdf');
  assert.equal(file.up, 'z');
  for (const { name, joint } of file.aliases) assert.equal(file.joint(name), joint);
  refuses(() => file.joint('trun'), /turn/);
}));

test('broken files are refused with the file and the line', () => {
  refuses(() => kine.openFile([]), /no file/);
  refuses(() => kine.openFile([named('a.bvh', 'HIERARCHY\nROOT a\n{\nOFFSET 0 0\n')]), /^a\.bvh:5: /);
  refuses(() => kine.openFile([seed('amc', 'leg.amc')]), /ASF/);
  refuses(() => kine.openFile([named('a.txt', 'hello')]), /a\.txt/);
  refuses(() => kine.openFile([seed('bvh', 'arm.bvh'), seed('urdf', 'arm.urdf')]), /does not go together/);
  refuses(() => kine.openFile([named('a.gltf', `{"asset":{"version":"2.0"},"x":${'['.repeat(300)}`)]), /a\.gltf/);
});

test('a glTF document comes back whole, with the nodes of its joints', () =>
  using(kine.openFile([seed('gltf', 'skin.gltf')]), (file) => {
    assert.equal(file.format, 'gltf');
    assert.deepEqual([...file.nodes].slice(0, 2), [0, 1]);
    const glb = file.glb();
    assert.equal(new TextDecoder().decode(glb.subarray(0, 4)), 'glTF');
    using(kine.openFile([{ name: 'again.glb', bytes: glb }]), (again) => {
      assert.deepEqual(again.nodes, file.nodes);
      assert.equal(again.clips.length, file.clips.length);
      file.clips.forEach((clip, i) => {
        for (let frame = 0; frame < clip.frameCount; ++frame)
          assert.deepEqual(again.clips[i].frame(frame), clip.frame(frame));
      });
    });
  }));

test('a changed clip is written onto the character', () => using(kine.openFile([seed('gltf', 'skin.gltf')]), (file) => {
  const copy = file.clips[0].copy('changed');
  const pose = copy.frame(0);
  const { firstValue } = file.skeleton.joints[0];
  pose.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], firstValue);
  for (let i = 0; i < copy.frameCount; ++i) copy.setFrame(i, pose);
  const bytes = kine.write('glb', file, [...file.clips, copy]);
  using(copy, kine.openFile([{ name: 'b.glb', bytes }]), (_, again) => {
    assert.deepEqual(again.clips.map(({ name }) => name), [...file.clips.map(({ name }) => name), 'changed']);
    near([...again.clips.at(-1).frame(0).subarray(firstValue, firstValue + 4)], [0, Math.SQRT1_2, 0, Math.SQRT1_2], 1e-7);
  });
}));

test('a skeleton without a file is written too', () => using(kine.buildScene('humanoid'), (skeleton) => {
  const clip = skeleton.createClip('stand', 30);
  clip.append(kine.scenePose(skeleton, 'humanoid', 'stride'));
  const bytes = kine.write('bvh', skeleton, clip, { metresPerUnit: 0.01, order: 'ZXY', decimals: 8 });
  using(clip, kine.openFile([{ name: 'stand.bvh', bytes }], { metresPerUnit: 0.01 }), (_, file) => {
    const there = file.skeleton.forward(file.clips[0].frame(0));
    const here = skeleton.forward(clip.frame(0));
    for (const { name } of skeleton.joints)
      if (!name.endsWith('_end')) near(there.position(name), here.position(name), 1e-6);
    there.dispose();
    here.dispose();
  });
  assert.equal(new TextDecoder().decode(kine.write('glb', skeleton).subarray(0, 4)), 'glTF');
  assert.match(new TextDecoder().decode(kine.write('gltf', skeleton, [], { name: 'us', up: 'z' })), /^\{/);
  refuses(() => kine.write('bvh', skeleton, [clip, clip]), /disposed/);
  refuses(() => kine.write('bvh', skeleton, [], { order: 'XXZ' }), /XXZ/);
  refuses(() => kine.write('bvh', skeleton, [], { decimals: 2 }), /decimals/);
  refuses(() => kine.write('fbx', skeleton), /fbx/);
}));

test('poses with their own bone lengths drive local transforms', () =>
  using(kine.openFile([seed('bvh', 'arm.bvh')]), (file) => {
    const shape = file.skeleton.createShape();
    const pose = file.clips[0].sample(1 / 40, shape);
    const locals = shape.toLocalTransforms(pose);
    const hand = file.skeleton.joint('Hand');
    near(locals.subarray(10 * hand, 10 * hand + 3), [0.25, 0, 0.005], 1e-7);
    shape.dispose();
  }));

test('bone maps say what is what, or why not', () => {
  using(kine.buildScene('humanoid'), kine.buildScene('hand'), (person, hand) => {
    const map = person.boneMap();
    assert.ok(map.found);
    assert.equal(map.bones.leftHand, person.joint('left_hand'));
    assert.equal(map.firstBones.rightFoot, person.joint('right_foot'));
    near(map.forward, [0, 0, 1]);
    assert.ok(map.spine.includes(person.joint('abdomen')));
    const headless = person.boneMap({ overrides: { head: null } });
    assert.ok(headless.found && headless.bones.head === undefined);
    assert.match(person.boneMap({ overrides: { leftHand: 'nobody' } }).sentence, /nobody/);
    const not = hand.boneMap();
    assert.ok(!not.found && not.sentence.length > 10);
    const bytes = kine.write('bvh', person);
    using(kine.openFile([{ name: 'p.bvh', bytes }]), (file) => {
      const found = file.boneMap({ leftHand: 'left_hand' });
      assert.ok(found.found);
      assert.equal(file.skeleton.joints[found.bones.rightHand].name, 'right_hand');
      assert.match(file.boneMap({ leftHand: 'nobody' }).sentence, /nobody/);
    });
  });
});

test('a file that was disposed of gives everything back', () => {
  const before = [];
  for (let i = 0; i < 60; ++i) {
    kine.openFile([seed('gltf', 'skin.gltf')]).dispose();
    before.push(kine.memoryBytes);
  }
  assert.equal(before.at(-1), before[10], 'memory does not grow');
  const file = kine.openFile([seed('bvh', 'arm.bvh')]);
  file.dispose();
  file.dispose();
  refuses(() => file.joint('Hips'), /disposed/);
  refuses(() => file.skeleton.restPose(), /disposed/);
});
