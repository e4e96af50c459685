// The second, third and fourth axis are parallel, along h. Turning about them changes neither how far a point lies along h
// nor how a direction leans to it. Of the point in which the sixth axis has its frame, and of that axis, this makes two
// equations for t1 and t5 (w: the twists, k: 1 or -1 as the fourth axis points along h or against it):
//   height of the point:  H(t1) = d2 + ... + k (sin(w4) (a5 sin t5 + b5 cos t5) + cos(w4) d5)
//   lean of the axis:     L(t1) = k (cos(w4) cos(w5) - sin(w4) sin(w5) cos t5)
// Then t6 follows from how h must lie in the last frame, and t2, t3, t4 are an arm in the plane.
#include <cmath>

#include "kine/solve/global/six_solver.h"

namespace kine::detail {
namespace {

double sign_of_cosine(const SixJoint& joint) { return joint.twist_cos > 0 ? 1 : -1; }

}  // namespace

void SixSolver::solve_parallel(const ArmFrame& target) {
  const SixJoint &j1 = joint(0), &j2 = joint(1), &j3 = joint(2), &j4 = joint(3), &j5 = joint(4);
  const Vec3 p = target.at - target.z * joint(5).d, t = target.z;
  const double k2 = sign_of_cosine(j2), k = k2 * sign_of_cosine(j3);
  const double heights = j2.d + k2 * j3.d + k * (j4.d + j4.twist_cos * j5.d);
  const Wave height{-j1.twist_sin * p.y, j1.twist_sin * p.x,
                    j1.twist_sin * j1.b + j1.twist_cos * (p.z - j1.d) - heights};
  const Wave lean{-j1.twist_sin * t.y, j1.twist_sin * t.x, j1.twist_cos * t.z - k * j4.twist_cos * j5.twist_cos};
  const double across = k * j4.twist_sin;  // height = across (a5 sin t5 + b5 cos t5), lean = -across sin(w5) cos t5
  const auto go_on = [&](Unit first, int branch) {
    if (!set(0, first, 4 * branch, 4)) return;
    const Wave fifth = is_parallel_to_next(j5) ? Wave{across * j5.b, across * j5.a, -height.at(first)}
                                               : Wave{-across * j5.twist_sin, 0, -lean.at(first)};
    const WaveZeros zeros = zeros_at(4, fifth);
    note_short(zeros, 4 * branch, 4);
    for (int i = 0; i < zeros.count && !full(); ++i) {
      const Unit t5 = zeros.at[static_cast<std::size_t>(i)];
      if (set(4, t5, 4 * branch + 2 * i, 2)) turn_parallel(target, first, t5, 4 * branch + 2 * i);
    }
  };
  const bool meets = meets_next(j5);
  if (meets || is_parallel_to_next(j5)) {
    const WaveZeros zeros = zeros_at(0, meets ? height : lean);
    short_by_ = zeros.short_by;
    note_short(zeros, 0, SixPoses::kMost);
    for (int i = 0; i < zeros.count && !full(); ++i) go_on(zeros.at[static_cast<std::size_t>(i)], i);
    return;
  }
  // cos t5 from the lean, sin t5 from the height; their squares are one together.
  const double over_cos = -1 / (across * j5.twist_sin), over_sin = 1 / (across * j5.a);
  const Wave cosine{lean.x * over_cos, lean.y * over_cos, lean.one * over_cos};
  const Wave sine{height.x * over_sin, height.y * over_sin, height.one * over_sin};
  const QuarticZeros zeros = zeros_of_squares(cosine, sine, {0, 0, 0}, {0, 0, 1});
  left_open_ |= zeros.unknown;
  for (int i = 0; i < zeros.count && !full(); ++i) {
    const Unit first = zeros.at[static_cast<std::size_t>(i)];
    const Unit fifth = turn_of(cosine.at(first), sine.at(first), 4);
    if (set(0, first, 4 * i, 2) && set(4, fifth, 4 * i, 2)) turn_parallel(target, first, fifth, 4 * i);
  }
}

void SixSolver::turn_parallel(const ArmFrame& target, Unit first, Unit fifth, int branch) {
  const SixJoint &j1 = joint(0), &j2 = joint(1), &j3 = joint(2), &j4 = joint(3), &j5 = joint(4);
  ArmFrame second;  // before the second hinge; its z is h
  second.turn(first.sin, first.cos);
  second.shift(j1.a, j1.b, j1.d);
  second.twist(j1.twist_sin, j1.twist_cos);
  const double k = sign_of_cosine(j2) * sign_of_cosine(j3);
  const double rx = k * j4.twist_sin * fifth.sin;
  const double ry = k * (j4.twist_sin * fifth.cos * j5.twist_cos + j4.twist_cos * j5.twist_sin);
  const double vx = dot(target.x, second.z), vy = dot(target.y, second.z);
  const Unit sixth = turn_of(rx * vx + ry * vy, ry * vx - rx * vy, 5);
  if (!set(5, sixth, branch, 2)) return;
  // Back from the target to the frame after the fourth hinge's turn, seen from before the second.
  ArmFrame back = target;
  back.shift(0, 0, -joint(5).d);
  back.turn(-sixth.sin, sixth.cos);
  back.twist(-j5.twist_sin, j5.twist_cos);
  back.shift(-j5.a, -j5.b, -j5.d);
  back.turn(-fifth.sin, fifth.cos);
  back.twist(-j4.twist_sin, j4.twist_cos);
  back.shift(-j4.a, -j4.b, -j4.d);
  const Vec3 between = back.at - second.at;
  const ArmFrame fourth{
      {dot(second.x, back.x), dot(second.y, back.x), 0}, {}, {}, {dot(second.x, between), dot(second.y, between), 0}};
  bend_parallel(fourth, branch);
}

void SixSolver::bend_parallel(const ArmFrame& fourth, int branch) {
  const SixJoint &j2 = joint(1), &j3 = joint(2);
  const double k2 = sign_of_cosine(j2), k = k2 * sign_of_cosine(j3);
  const double bx = j3.a, by = k2 * j3.b;  // the second bone, as the third hinge turns it seen along h
  const Vec3& c = fourth.at;
  WaveZeros zeros = zeros_at(2, {2 * (j2.a * bx + j2.b * by), 2 * (j2.b * bx - j2.a * by),
                                 j2.a * j2.a + j2.b * j2.b + bx * bx + by * by - c.x * c.x - c.y * c.y});
  if (zeros.any) zeros.at[0].sin *= k2;  // the angle of a hinge, which turns the other way
  note_short(zeros, branch, 2);
  for (int i = 0; i < zeros.count && !full(); ++i) {
    const Unit bend = zeros.at[static_cast<std::size_t>(i)];
    if (!set(2, {bend.cos, k2 * bend.sin}, branch + i, 1)) continue;
    const double ex = j2.a + bend.cos * bx - bend.sin * by, ey = j2.b + bend.sin * bx + bend.cos * by;
    const Unit t2 = turn_of(c.x * ex + c.y * ey, c.y * ex - c.x * ey, 1);
    if (!set(1, t2, branch + i, 1)) continue;
    const Unit both{t2.cos * bend.cos - t2.sin * bend.sin, t2.sin * bend.cos + t2.cos * bend.sin};
    const double cosine = fourth.x.x * both.cos + fourth.x.y * both.sin;
    const double sine = fourth.x.y * both.cos - fourth.x.x * both.sin;
    if (set(3, {cosine, k * sine}, branch + i, 1)) keep(branch + i);
  }
}

}  // namespace kine::detail
