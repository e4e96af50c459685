// Random figures in glTF, made without our library: a tree of nodes with every kind of transform and an animation with
// every kind of interpolation.
import { Random } from '../../web/support/random.mjs';

class Writer {
  bytes = [];
  views = [];
  accessors = [];

  add(array, type, extra = {}) {
    while (this.bytes.length % 4) this.bytes.push(0);
    const raw = new Uint8Array(array.buffer);
    const components = { Float32Array: 5126, Int16Array: 5122 };
    this.views.push({ buffer: 0, byteOffset: this.bytes.length, byteLength: raw.length });
    this.bytes.push(...raw);
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    this.accessors.push({ bufferView: this.views.length - 1, componentType: components[array.constructor.name],
      count: array.length / size, type, ...extra });
    return this.accessors.length - 1;
  }
}

/** A .gltf text, the same for the same seed. */
export function figure(seed) {
  const random = new Random(seed);
  const writer = new Writer();
  const near = (size) => Array.from({ length: 3 }, () => random.between(-size, size));
  const scale = () => Array.from({ length: 3 }, () => random.between(0.5, 1.5));
  const count = 14;
  const nodes = Array.from({ length: count }, (_, i) => {
    const node = { name: `node ${i}` };
    if (i === 0) node.scale = [0.01, 0.01, 0.01]; // an armature in centimetres
    node.translation = near(i < 2 ? 1 : 0.5);
    if (i % 2) node.rotation = random.rotation();
    if (i % 5 === 3) node.scale = scale();
    if (i === 6) node.scale = [-1, 1, 1];
    return node;
  });
  nodes[4] = { name: 'matrix', matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0.1, 0.2, 0.3, 1] };
  for (let i = 1; i < count; ++i) (nodes[random.integer(i)].children ??= []).push(i);

  const samplers = [];
  const channels = [];
  for (let i = 1; i < count; ++i) {
    if (i === 4) continue; // a matrix cannot be animated
    for (const path of ['translation', 'rotation', 'scale']) {
      if (random.between(0, 1) < 0.3) continue;
      const interpolation = ['STEP', 'LINEAR', 'CUBICSPLINE'][random.integer(3)];
      const keys = 2 + random.integer(5);
      const times = Float32Array.from({ length: keys }, (_, k) => k * random.integer(4) / 30 + k / 15 + i / 30)
        .sort().map((time, k) => time + k / 30);
      const input = writer.add(times, 'SCALAR', { min: [times[0]], max: [times[keys - 1]] });
      const value = () => (path === 'rotation' ? random.rotation() : path === 'scale' ? scale() : near(0.4));
      const tangent = () => Array.from({ length: path === 'rotation' ? 4 : 3 }, () => random.between(-1, 1));
      const values = Array.from({ length: keys }, () =>
        (interpolation === 'CUBICSPLINE' ? [...tangent(), ...value(), ...tangent()] : value())).flat();
      const short = path === 'rotation' && interpolation !== 'CUBICSPLINE' && random.between(0, 1) < 0.3;
      const data = short ? Int16Array.from(values, (v) => Math.round(v * 32767)) : Float32Array.from(values);
      const output = writer.add(data, path === 'rotation' ? 'VEC4' : 'VEC3', short ? { normalized: true } : {});
      samplers.push({ input, output, interpolation });
      channels.push({ sampler: samplers.length - 1, target: { node: i, path } });
    }
  }
  const joints = Array.from({ length: count - 2 }, (_, i) => i + 1);
  return JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes, skins: [{ joints }],
    animations: [{ name: 'all', samplers, channels }],
    buffers: [{ byteLength: writer.bytes.length,
      uri: `data:application/octet-stream;base64,${Buffer.from(writer.bytes).toString('base64')}` }],
    bufferViews: writer.views, accessors: writer.accessors,
  });
}
