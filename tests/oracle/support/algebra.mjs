// The little vector algebra that translating between two programs needs. Quaternions are x, y, z, w.

export const add = (a, b) => a.map((x, i) => x + b[i]);
export const subtract = (a, b) => a.map((x, i) => x - b[i]);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
export const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
export const rotate = (q, v) => multiply(multiply(q, [...v, 0]), conjugate(q)).slice(0, 3);

export const unit = (v) => {
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
};

/** How far two rotations are apart; q and -q are the same one. */
export const rotationGap = (a, b) =>
  Math.min(Math.hypot(...subtract(a, b)), Math.hypot(...a.map((x, i) => x + b[i])));
