// The last three axes meet in a point, the wrist. With the frames on the common normals it is, seen from the frame after the
// third hinge's turn,
//   h = (a3, b3 - sin(w3) d4, d3 + cos(w3) d4),   w: the twists
// and the first three hinges must bring it to p. Going up: g = Rz(t3) h, f = (a2, b2, d2) + Rx(w2) g, and with
// (u, v) = Rz(t2) (fx, fy)
//   p - (0, 0, d1) = Rz(t1) (a1 + u, b1 + cos(w1) v - sin(w1) fz, sin(w1) v + cos(w1) fz)
// Turning about the first axis changes neither height nor distance, which makes two equations for t2 and t3.
#include <algorithm>
#include <cmath>

#include "kine/solve/global/six_solver.h"

namespace kine::detail {
namespace {

constexpr double kTouch = 1e-6;  // of a square: as in waves.cpp
/// Of a vector that has a length.
Unit in_direction(double x, double y) {
  const double over = 1 / std::sqrt(x * x + y * y);
  return {x * over, y * over};
}

constexpr double kNoSine = 1e-7;  // of the middle angle of the wrist: below it the outer two turn about one line

}  // namespace

void SixSolver::solve_wrist(const ArmFrame& target) {
  const SixJoint &j1 = joint(0), &j2 = joint(1), &j3 = joint(2), &j4 = joint(3);
  const Vec3 p = target.at - target.z * joint(5).d - Vec3{0, 0, j1.d};
  const double hx = j3.a, hy = j3.b - j3.twist_sin * j4.d, hz = j3.d + j3.twist_cos * j4.d;
  const double my = j2.b * j2.twist_cos + j2.d * j2.twist_sin, mz = j2.d * j2.twist_cos - j2.b * j2.twist_sin;
  // Of t3: the height of f, and the square of its length.
  const Wave fz{j2.twist_sin * hy, j2.twist_sin * hx, j2.d + j2.twist_cos * hz};
  const Wave ff{2 * (j2.a * hx + my * hy), 2 * (my * hx - j2.a * hy),
                j2.a * j2.a + j2.b * j2.b + j2.d * j2.d + hx * hx + hy * hy + hz * hz + 2 * mz * hz};
  const double pp = dot(p, p);
  const bool parallel = is_parallel_to_next(j1);
  if (parallel || meets_next(j1)) {
    const double cosine = j1.twist_cos > 0 ? 1 : -1;
    const Wave wave = parallel ? Wave{fz.x, fz.y, fz.one - p.z * cosine} : Wave{ff.x, ff.y, ff.one - pp};
    const WaveZeros zeros = zeros_at(2, wave);
    short_by_ = zeros.short_by;
    note_short(zeros, 0, SixPoses::kMost);
    for (int i = 0; i < zeros.count && !full(); ++i) place_wrist(target, p, zeros.at[static_cast<std::size_t>(i)], i);
    return;
  }
  if (is_parallel_to_next(j2)) {
    // An elbow: fz and with it v do not depend on t3. How far out of the first axis' plane p lies is then known, u follows
    // with either sign, and t3 from u^2 + v^2 = fx^2 + fy^2.
    const double v = (p.z - j1.twist_cos * fz.one) / j1.twist_sin;
    const double ey = j1.b + j1.twist_cos * v - j1.twist_sin * fz.one;
    const double flat = p.x * p.x + p.y * p.y;
    const double rest = flat - ey * ey;
    short_by_ = rest < -kTouch * flat ? std::abs(ey) - std::sqrt(flat) : 0;
    if (short_by_ > 0) return note_short({.at = {}, .short_by = short_by_}, 0, SixPoses::kMost);
    const double ex = rest > 0 ? std::sqrt(rest) : 0;
    for (const double side : {1.0, -1.0}) {
      const double u = side * ex - j1.a;
      const WaveZeros zeros = zeros_at(2, {ff.x, ff.y, ff.one - fz.one * fz.one - u * u - v * v});
      const int branch = side > 0 ? 0 : 2;
      note_short(zeros, 4 * branch, 8);
      for (int i = 0; i < zeros.count && !full(); ++i)
        place_wrist(target, p, zeros.at[static_cast<std::size_t>(i)], branch + i);
    }
    return;
  }
  // u^2 + v^2 = fx^2 + fy^2, with u from the distance and v from the height.
  const double over_a = 0.5 / j1.a, over_sine = 1 / j1.twist_sin;
  const Wave u{-ff.x * over_a, -ff.y * over_a, (pp - j1.a * j1.a - ff.one) * over_a};
  const Wave v{-j1.twist_cos * fz.x * over_sine, -j1.twist_cos * fz.y * over_sine,
               (p.z - j1.twist_cos * fz.one) * over_sine};
  const QuarticZeros zeros = zeros_of_squares(u, v, fz, ff);
  left_open_ |= zeros.unknown;
  for (int i = 0; i < zeros.count && !full(); ++i) place_wrist(target, p, zeros.at[static_cast<std::size_t>(i)], i);
}

void SixSolver::place_wrist(const ArmFrame& target, const Vec3& p, Unit third, int branch) {
  if (!set(2, third, 4 * branch, 4)) return;
  const SixJoint &j1 = joint(0), &j2 = joint(1), &j3 = joint(2), &j4 = joint(3);
  const double hx = j3.a, hy = j3.b - j3.twist_sin * j4.d, hz = j3.d + j3.twist_cos * j4.d;
  const double gx = third.cos * hx - third.sin * hy, gy = third.sin * hx + third.cos * hy;
  const double fx = j2.a + gx, fy = j2.b + j2.twist_cos * gy - j2.twist_sin * hz;
  const double fz = j2.d + j2.twist_sin * gy + j2.twist_cos * hz;
  const double b = j1.b * j1.twist_cos, size = j1.a * j1.a + j1.b * j1.b;
  WaveZeros second;
  if (is_parallel_to_next(j1)) {
    const double one = p.x * p.x + p.y * p.y - size - fx * fx - fy * fy;
    second = zeros_at(1, {2 * (j1.a * fx + b * fy), 2 * (b * fx - j1.a * fy), -one});
  } else if (meets_next(j1)) {
    second = zeros_at(1, {j1.twist_sin * fy, j1.twist_sin * fx, j1.twist_cos * fz - p.z});
  } else {
    const double u = (dot(p, p) - size - fx * fx - fy * fy - fz * fz) * 0.5 / j1.a;
    const double v = (p.z - j1.twist_cos * fz) / j1.twist_sin;
    second.at[0] = turn_of(u * fx + v * fy, v * fx - u * fy, 1);
    second.count = 1;
  }
  note_short(second, 4 * branch, 4);
  for (int i = 0; i < second.count && !full(); ++i) {
    const Unit t2 = second.at[static_cast<std::size_t>(i)];
    if (!set(1, t2, 4 * branch + 2 * i, 2)) continue;
    const double u = t2.cos * fx - t2.sin * fy, v = t2.sin * fx + t2.cos * fy;
    const double ex = j1.a + u, ey = j1.b + j1.twist_cos * v - j1.twist_sin * fz;
    const Unit t1 = turn_of(p.x * ex + p.y * ey, p.y * ex - p.x * ey, 0);
    if (set(0, t1, 4 * branch + 2 * i, 2)) turn_wrist(target, t1, t2, third, 4 * branch + 2 * i);
  }
}

void SixSolver::turn_wrist(const ArmFrame& target, Unit first, Unit second, Unit third, int branch) {
  const SixJoint &j4 = joint(3), &j5 = joint(4);
  ArmFrame above;
  const Unit turns[] = {first, second, third};
  for (int k = 0; k < 3; ++k) {
    above.turn(turns[k].sin, turns[k].cos);
    above.twist(joint(k).twist_sin, joint(k).twist_cos);
  }
  const double zx = dot(above.x, target.z), zy = dot(above.y, target.z), zz = dot(above.z, target.z);
  const double xz = dot(above.z, target.x), yz = dot(above.z, target.y);
  const double cosine = (j4.twist_cos * j5.twist_cos - zz) / (j4.twist_sin * j5.twist_sin);
  const WaveZeros fifth = zeros_of({1, 0, -cosine});
  note_short(fifth, branch, 2);
  for (int i = 0; i < fifth.count && !full(); ++i) {
    const Unit t5 = fifth.at[static_cast<std::size_t>(i)];
    if (!set(4, t5, branch + i, 1)) continue;
    const double wx = t5.sin * j5.twist_sin;
    const double wy = -j4.twist_cos * t5.cos * j5.twist_sin - j4.twist_sin * j5.twist_cos;
    if (wx * wx + wy * wy < kNoSine * kNoSine) {
      const Unit t4 = any_angle(3);
      ArmFrame last = above;
      last.turn(t4.sin, t4.cos);
      last.twist(j4.twist_sin, j4.twist_cos);
      last.turn(t5.sin, t5.cos);
      last.twist(j5.twist_sin, j5.twist_cos);
      if (set(3, t4, branch + i, 1) && set(5, {dot(last.x, target.x), dot(last.y, target.x)}, branch + i, 1))
        keep(branch + i);
      continue;
    }
    const double rx = j4.twist_sin * t5.sin, ry = j4.twist_sin * t5.cos * j5.twist_cos + j4.twist_cos * j5.twist_sin;
    if (set(3, in_direction(zx * wx + zy * wy, zy * wx - zx * wy), branch + i, 1) &&
        set(5, in_direction(rx * xz + ry * yz, ry * xz - rx * yz), branch + i, 1))
      keep(branch + i);
  }
}

}  // namespace kine::detail
