// node score.mjs SET SOLUTIONS.csv TOLERANCE: how many percent of the problems these joint values solve, from the numbers
// alone: an implementation of the formats that shares nothing with the library. Prints {"problems", "solved_percent"}.
import { readFileSync } from 'node:fs';

const [setPath, csvPath, tolerance] = process.argv.slice(2);
const lines = readFileSync(setPath, 'utf8').split('\n').map((l) => l.trim()).filter((l) => l && !l.startsWith('#'));
const words = lines.map((l) => l.split(/\s+/));
const rows = readFileSync(csvPath, 'utf8').trim().split('\n').map((l) => l.split(',').map(Number));

// Rotations as 3x3 matrices, rows first, so that nothing depends on a convention for products of quaternions.
const matrix = ([x, y, z, w]) => {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [[1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)]];
};
const times = (m, v) => m.map((r) => r[0] * v[0] + r[1] * v[1] + r[2] * v[2]);
const product = (a, b) => a.map((r) => [0, 1, 2].map((j) => r[0] * b[0][j] + r[1] * b[1][j] + r[2] * b[2][j]));
const plus = (a, b) => a.map((c, i) => c + b[i]);
const minus = (a, b) => a.map((c, i) => c - b[i]);
const size = (v) => Math.hypot(...v);
const unturned = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
// From the skew part, which has its digits at small angles.
const angle = (m) => Math.atan2(size([m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]]) / 2,
  (m[0][0] + m[1][1] + m[2][2] - 1) / 2);
const transposed = (m) => [0, 1, 2].map((i) => [m[0][i], m[1][i], m[2][i]]);
const quats = (row) => Array.from({ length: Math.floor(row.length / 4) }, (_, i) => row.slice(4 * i, 4 * i + 4));

const arm = () => {
  const n = Number(words[1][3]);
  const joints = words.slice(2, 2 + n).map((w) => ({ slides: w[2] === 'P', v: w.slice(3).map(Number) }));
  const tip = words[2 + n].slice(1).map(Number);
  return words.slice(3 + n).map((w, i) => {
    let at = [0, 0, 0], turned = unturned, inside = true;
    joints.forEach(({ slides, v }, k) => {
      const q = rows[i][k], axis = v.slice(7, 10);
      at = plus(at, times(turned, v.slice(0, 3)));
      turned = product(turned, matrix(v.slice(3, 7)));
      if (slides) at = plus(at, times(turned, axis.map((c) => c * q)));
      else turned = product(turned, matrix([...axis.map((c) => c * Math.sin(q / 2)), Math.cos(q / 2)]));
      inside = inside && q >= v[10] - 1e-6 && q <= v[11] + 1e-6;
    });
    at = plus(at, times(turned, tip.slice(0, 3)));
    turned = product(turned, matrix(tip.slice(3)));
    const target = w.slice(1, 8).map(Number);
    const off = angle(product(transposed(turned), matrix(target.slice(3))));
    return inside ? Math.max(size(minus(at, target)), off) : Infinity;
  });
};
const chainTip = (row) => {
  const links = quats(row);
  let at = [0, 0, 0], turned = unturned;
  for (const q of links) {
    turned = product(turned, matrix(q));
    at = plus(at, times(turned, [1 / links.length, 0, 0]));
  }
  return at;
};
const chain = (first) => words.slice(first).map((w, i) => size(minus(chainTip(rows[i]), w.slice(0, 3).map(Number))));
const twoBone = () => words.slice(2).map((w, i) => {
  const v = w.map(Number), root = v.slice(1, 4), [l1, l2] = v.slice(8, 10), towards = minus(v.slice(11, 14), root);
  const [a, b] = quats(rows[i]).map(matrix);
  const end = plus(plus(root, times(a, [l1, 0, 0])), times(product(a, b), [l2, 0, 0]));
  const far = size(towards), nearest = Math.min(Math.max(far, Math.abs(l1 - l2)), l1 + l2);
  return size(minus(end, plus(root, towards.map((c) => c * nearest / far)))) / (l1 + l2);
});
const body = () => {
  const n = Number(words[1][1]), segments = words.slice(2, 2 + n);
  const effectors = words[2 + n].slice(1).map((e) => segments.findIndex((s) => s[1] === e));
  return words.slice(3 + n).map((w, i) => {
    const turned = [], ends = [];
    segments.forEach((s, k) => {
      const parent = Number(s[2]), own = matrix(quats(rows[i])[k]);
      turned.push(parent < 0 ? own : product(turned[parent], own));
      ends.push(plus(parent < 0 ? [0, 0, 0] : ends[parent], times(turned[k], s.slice(3).map(Number))));
    });
    return Math.max(...effectors.map((e, k) => size(minus(ends[e], w.slice(3 * k, 3 * k + 3).map(Number)))));
  });
};
const errors = { IKSET: arm, TWOBONESET: twoBone, CHAINSET: () => chain(2), TRACKSET: () => chain(3), BODYSET: body }[words[0][0]]();
if (rows.length !== errors.length) throw new Error(`${rows.length} rows for ${errors.length} problems`);
const solved = errors.filter((e) => e <= Number(tolerance)).length;
console.log(JSON.stringify({ problems: errors.length, solved_percent: Math.round(1e5 * solved / errors.length) / 1e3 }));
