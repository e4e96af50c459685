#include "kine/model/internal/fit_angles.h"

#include <cmath>

#include "kine/math/trig.h"

namespace kine::detail {

namespace {

double angle_between(const Vec3& a, const Vec3& b) { return atan2(length(cross(a, b)), dot(a, b)); }

double not_negative(double x) { return x > 0 ? x : 0; }

/// How far the middle angle of three stands from where the outer axes a and c lie nearest together: 0 to pi.
///
/// The outer angles do not change the angle B between a and wanted * c, so the middle one alone must make it:
///   cos B = cos P cos Q + sin P sin Q cos(delta),   P between a and b, Q between b and c (the cosine rule on a sphere)
/// which in half angles is
///   sin^2(delta/2) = sin((B + P - Q)/2) sin((B - P + Q)/2) / (sin P sin Q)
///   cos^2(delta/2) = sin((P + Q + B)/2) sin((P + Q - B)/2) / (sin P sin Q)
/// and loses no digits at the ends. A B that cannot be made gives the nearest one that can; that is also the least
/// rotation left over, since a turn by x changes the angle between two directions by at most x.
double middle_offset(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& wanted_c) {
  constexpr double kSquare = 1e-14;  // a cosine this small is rounding
  const double outer = angle_between(a, wanted_c);
  if (std::abs(dot(a, b)) < kSquare && std::abs(dot(b, c)) < kSquare) return outer;
  const double p = angle_between(a, b), q = angle_between(b, c);
  const double sine = sin((outer + p - q) / 2) * sin((outer - p + q) / 2);
  const double cosine = sin((p + q + outer) / 2) * sin((p + q - outer) / 2);
  return 2 * atan2(std::sqrt(not_negative(sine)), std::sqrt(not_negative(cosine)));
}

double squared_distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  const double d[] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/// The parts of q for which first q last is q, and -q.
struct Planes {
  Quat same, opposite;
};

Planes split(const Quat& q, const Vec3& first, const Vec3& last) {
  const Quat image = pure(first) * q * pure(last);
  return {(q + image) * 0.5, (q - image) * 0.5};
}

/// The outer two of three angles, the middle one being given.
std::array<double, 3> with_middle(const Quat& wanted, const std::array<Vec3, 3>& axes, double middle,
                                  const std::array<double, 3>& present, double blur) {
  const auto [first, last] =
      fit_pair(wanted, axes[0], from_axis_angle(axes[1], middle), axes[2], {present[0], present[2]}, blur);
  return {first, nearest_turn(middle, present[1]), last};
}

}  // namespace

double nearest_turn(double angle, double near) {
  const double turns = std::floor((near - angle) / kTwoPi + 0.5);
  return turns == 0 ? angle : angle + turns * kTwoPi;
}

double fit_hinge(const Quat& wanted, const Vec3& axis, double present, double blur) {
  // The scalar product of the quaternions, cos(t/2) w + sin(t/2) (v . axis), is largest at this t.
  const double along = dot(wanted.vector(), axis);
  if (!(std::sqrt(along * along + wanted.w * wanted.w) > blur)) return present;
  return nearest_turn(2 * atan2(along, wanted.w), present);
}

std::array<double, 2> fit_pair(const Quat& wanted, const Vec3& first, const Quat& middle, const Vec3& last,
                               const std::array<double, 2>& present, double blur) {
  // Quaternions fall into two planes perpendicular to each other: where v -> first v last gives v, and where it gives -v. In
  // the one exp(first x) v exp(last y) = exp(first (x - y)) v, in the other exp(first (x + y)) v: each plane is only
  // turned in itself. So, with x and y half the angles, the difference of the angles is read in one plane and their sum
  // in the other, and each makes its part of the scalar product largest. Near gimbal lock both `wanted` and `middle`
  // have little in one plane. Both are brought there first: otherwise rounding in the other plane would cost digits.
  const Planes want = split(wanted, first, last), have = split(middle, first, last);
  const double e = dot(want.same, have.same), h = dot(want.same, pure(first) * have.same);
  const double f = dot(want.opposite, have.opposite), g = dot(want.opposite, pure(first) * have.opposite);
  const bool has_difference = length(want.same) > blur && length(have.same) > blur;
  const bool has_sum = length(want.opposite) > blur && length(have.opposite) > blur;
  if (!has_difference && !has_sum) return present;
  const double sum = atan2(g, f), difference = atan2(h, e);
  if (!has_difference) return {nearest_turn(2 * sum - present[1], present[0]), present[1]};
  if (!has_sum) return {nearest_turn(2 * difference + present[1], present[0]), present[1]};
  return {nearest_turn(sum + difference, present[0]), nearest_turn(sum - difference, present[1])};
}

std::array<double, 3> fit_triple(const Quat& wanted, const std::array<Vec3, 3>& axes,
                                 const std::array<double, 3>& present, double blur) {
  const auto& [a, b, c] = axes;
  // a . exp(b t) c = const + p cos t + q sin t is largest at t = atan2(q, p), and alike on both sides of it.
  const double p = dot(a, c) - dot(a, b) * dot(b, c), q = dot(a, cross(b, c));
  if (!(std::sqrt(p * p + q * q) > 1e-12)) return with_middle(wanted, axes, present[1], present, blur);
  const double centre = atan2(q, p);
  const double offset = middle_offset(a, b, c, rotate(wanted, c));
  const std::array<double, 3> above = with_middle(wanted, axes, centre + offset, present, blur);
  const std::array<double, 3> below = with_middle(wanted, axes, centre - offset, present, blur);
  return squared_distance(below, present) < squared_distance(above, present) ? below : above;
}

std::array<double, 2> fit_square_pair(const Quat& wanted, const Vec3& first, const Vec3& last) {
  // fit_pair written out in the frame of the two axes and the one perpendicular to both.
  const Vec3 v = wanted.vector();
  const double a = dot(v, first), b = dot(v, last), c = dot(v, cross(first, last));
  const double sum = atan2(a + b, wanted.w - c), difference = atan2(a - b, wanted.w + c);
  return {nearest_turn(sum + difference, 0), nearest_turn(sum - difference, 0)};
}

std::array<double, 3> fit_square_triple(const Quat& wanted, const std::array<Vec3, 3>& axes) {
  const auto& [a, b, c] = axes;
  // With s = a . (b x c), which is 1 or -1, R = exp(a x) exp(b y) exp(c z):
  //   R c = s a sin y + cos y (c cos x - s b sin x),   R^-1 a = s c sin y + cos y (a cos z - s b sin z)
  const double s = dot(a, cross(b, c)) < 0 ? -1 : 1;
  const Vec3 last = rotate(wanted, c), first = rotate(conjugate(wanted), a);
  const double across = dot(b, last), along = dot(c, last);
  return {atan2(-s * across, along), atan2(s * dot(a, last), std::sqrt(across * across + along * along)),
          atan2(-s * dot(b, first), dot(a, first))};
}

}  // namespace kine::detail
