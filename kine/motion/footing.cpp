#include "kine/motion/footing.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine::walking {
namespace {

constexpr int kAlong = 4, kAcross = 3, kPoints = kAlong * kAcross;

/// The plane height = level + ahead * z + left * x that lies nearest to the points, by the normal equations about their
/// middle. The points of a sole stand in a grid, so x and z do not mix.
struct Plane {
  double level = 0, ahead = 0, left = 0;
};

Plane fit(const double (&x)[kPoints], const double (&z)[kPoints], const double (&y)[kPoints], double z_middle) {
  double sum = 0, xx = 0, zz = 0, xy = 0, zy = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double ahead = z[i] - z_middle;
    sum += y[i];
    xx += x[i] * x[i];
    zz += ahead * ahead;
    xy += x[i] * y[i];
    zy += ahead * y[i];
  }
  Plane plane{sum / kPoints, zz > 0 ? zy / zz : 0, xx > 0 ? xy / xx : 0};
  plane.level -= plane.ahead * z_middle;
  return plane;
}

}  // namespace

Footing footing_at(const FootShape& shape, const Ground& ground, const FootingLimits& limits, double x, double z,
                   double yaw, double height, double above, double below) {
  const SinCos turn = sin_cos(yaw);
  const double along[kAlong] = {shape.heel.z, 0.5 * (shape.heel.z + shape.ball.z), shape.ball.z, shape.tip.z};
  double sole_x[kPoints], sole_z[kPoints], heights[kPoints];
  int count = 0;
  double z_middle = 0;
  for (const double ahead : along) {
    z_middle += ahead / kAlong;
    for (int across = -1; across <= 1; ++across) {
      const double left = across * shape.half_width;
      const Vec3 from{x + left * turn.cos + ahead * turn.sin, height + above, z - left * turn.sin + ahead * turn.cos};
      const GroundHit hit = ground(from, above + below);
      if (!hit.hit || !std::isfinite(hit.point.y)) return {};
      sole_x[count] = left;
      sole_z[count] = ahead;
      heights[count++] = hit.point.y;
    }
  }
  const Plane plane = fit(sole_x, sole_z, heights, z_middle);
  double highest = -1e300, lowest = 1e300;
  for (int i = 0; i < kPoints; ++i) {
    const double off = heights[i] - (plane.level + plane.ahead * sole_z[i] + plane.left * sole_x[i]);
    highest = std::max<double>(highest, off);
    lowest = std::min<double>(lowest, off);
  }
  Footing footing;
  const Vec3 normal = normalised(Vec3{-plane.left, 1, -plane.ahead});  // in the frame turned by yaw
  footing.sole.point = {x, plane.level, z};
  footing.sole.rotation = from_axis_angle(kUnitY, yaw) * shortest_arc(kUnitY, normal);
  footing.good = highest - lowest <= limits.unevenness && normal.y >= cos(limits.slope);
  // The tilted sole reaches less far than the level one, so what sticks through is looked for where it really lies.
  double sticks_out = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 on_sole = footing.sole.point + rotate(footing.sole.rotation, {sole_x[i], 0, sole_z[i]});
    const GroundHit hit = ground({on_sole.x, height + above, on_sole.z}, above + below);
    if (!hit.hit) return {};
    sticks_out = std::max<double>(sticks_out, hit.point.y - on_sole.y);
  }
  footing.sole.point.y += sticks_out;
  return footing;
}

}  // namespace kine::walking
