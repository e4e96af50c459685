#include "kine/model/internal/aligned_axes.h"

namespace kine::detail {
namespace {

constexpr double kParallel = 1e-12;  // sine of an angle below which two axes have no common normal to speak of
constexpr double kSkew = 1e-3;       // sine of an angle above which frames are put on the common normal
constexpr double kSteep = 0.05;      // likewise above which a cross product divided by it is upright but for rounding

/// Any direction perpendicular to a unit vector.
Vec3 perpendicular_to(const Vec3& v) {
  const Vec3 other = std::abs(v.x) < 0.5 ? kUnitX : kUnitY;
  return normalised(other - v * dot(v, other));
}

/// Along the common normal of two axes; of parallel ones, from one to the other; and as before where both are one line.
Vec3 normal_of(const AxisLine& line, const AxisLine& next, const Vec3& common, double sine, const Vec3& before) {
  if (sine > kSteep) return common / sine;
  const auto upright = [&](const Vec3& v) { return normalised(v - line.direction * dot(v, line.direction), before); };
  if (sine > kParallel) return upright(common / sine);
  const Vec3 between = next.point - line.point;
  const Vec3 apart = between - line.direction * dot(between, line.direction);
  const double distance = length(apart);
  return distance > kParallel * (1 + length(between)) ? upright(apart / distance) : before;
}

}  // namespace

AlignedAxis first_aligned(const AxisLine& line) { return {.line = line, .x = perpendicular_to(line.direction)}; }

AlignedAxis next_aligned(const AlignedAxis& before, const AxisLine& line) {
  const Vec3 z = before.line.direction;
  const Vec3 common = cross(z, line.direction);
  const double cosine = dot(z, line.direction), sine = length(common);
  AlignedAxis next{.line = line};
  next.x = normal_of(before.line, line, common, sine, before.x);
  // To the point that is nearest to the line before; of parallel lines, to the point before.
  const Vec3 back = before.line.point - line.point;
  const double along = dot(back, line.direction);
  const double far = sine < kSkew ? along : (along - cosine * dot(back, z)) / (sine * sine);
  next.line.point = line.point + line.direction * far;
  const Vec3 y = cross(z, next.x), shift = next.line.point - before.line.point;
  next.link = {.rest_cos = dot(before.x, next.x),
               .rest_sin = dot(cross(z, before.x), next.x),
               .a = dot(shift, next.x),
               .b = dot(shift, y),
               .d = dot(shift, z),
               .twist_cos = cosine,
               .twist_sin = -dot(y, line.direction)};
  return next;
}

}  // namespace kine::detail
