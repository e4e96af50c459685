#include "kine/motion/walk/edges.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

// Metres of a leg of Gait::kLeg.
constexpr double kRoom = 0.08;    // before and behind a sole within which edges count as close; half of it at its sides
constexpr double kHigher = 0.02;  // what is higher than the sole by more is an edge that a foot could meet,
constexpr double kLower = 0.04;   // and what is lower by more one that it could slip off
constexpr double kStep = 0.07;    // between looks along the way of a swing,
constexpr double kBroken = 0.006;  // and how far one may lie off the plane through the last

}  // namespace

Beside beside_of(const BipedMeasures& build, const Ground& ground, const Foothold& sole, int foot) {
  const FootShape& shape = build.legs[foot].foot;
  const double scale = build.scale(), room = kRoom * scale, side = shape.half_width + 0.5 * room;
  const double middle = 0.5 * (shape.heel.z + shape.tip.z);
  const Vec3 points[] = {{0, 0, shape.heel.z - room}, {0, 0, shape.tip.z + room}, {side, 0, middle},
                         {-side, 0, middle},          {side, 0, shape.heel.z},    {-side, 0, shape.heel.z},
                         {side, 0, shape.tip.z},      {-side, 0, shape.tip.z}};
  Beside beside;
  for (const Vec3& point : points) {
    const Vec3 at = sole.point + rotate(sole.rotation, point);
    const GroundHit hit = ground({at.x, at.y + kLookFrom * scale, at.z}, kLookDown * scale);
    const double higher = hit.hit ? hit.point.y - at.y : -scale;
    if (higher > kHigher * scale || higher < -kLower * scale) beside.edges = true;
    if (higher <= kHigher * scale) continue;
    const Vec3 out = rotate(sole.rotation, point - Vec3{0, 0, middle});
    beside.away = beside.away - normalised(Vec3{out.x, 0, out.z});
  }
  return beside;
}

namespace {

/// How far a sole reaches along a direction and back, metres from its point.
struct Reach {
  double back = 0, ahead = 0;

  void add(const FootShape& shape, const Quat& rotation, const Vec3& direction) {
    for (const double z : {shape.heel.z, shape.tip.z})
      for (const double x : {-shape.half_width, shape.half_width}) {
        const double at = dot(rotate(rotation, {x, 0, z}), direction);
        back = std::min<double>(back, at), ahead = std::max<double>(ahead, at);
      }
  }
};

/// True if the ground is broken somewhere along the way of a swing, wherever the sole passes that is turned to it.
bool is_broken(const BipedMeasures& build, const Ground& ground, const Foothold& from, const Foothold& to, int foot) {
  const FootShape& shape = build.legs[foot].foot;
  const double scale = build.scale(), step = kStep * scale, most = kBroken * scale;
  const Vec3 there = to.point - from.point;
  const double far = std::sqrt(there.x * there.x + there.z * there.z);
  const Vec3 along = far > 0 ? (1 / far) * Vec3{there.x, 0, there.z} : rotate(from.rotation, kUnitZ);
  const Vec3 left{along.z, 0, -along.x};
  Reach length, width;
  for (const Foothold* sole : {&from, &to})
    length.add(shape, sole->rotation, along), width.add(shape, sole->rotation, left);
  const int count = static_cast<int>((length.ahead - length.back + far) / step);
  const int lanes = 2 + static_cast<int>((width.ahead - width.back) / step);
  for (int lane = 0; lane < lanes; ++lane) {
    const double aside = width.back + (width.ahead - width.back) * lane / (lanes - 1);
    GroundHit last;
    for (int i = 0; i <= count; ++i) {
      const double way = i * step + length.back;
      const double share = far > 0 ? std::clamp<double>(way / far, 0, 1) : 0;
      const Vec3 at = from.point + way * along + aside * left;
      const GroundHit hit = ground({at.x, from.point.y + share * there.y + kLookFrom * scale, at.z}, kLookDown * scale);
      if (i > 0 && is_off(last, hit, most)) return true;
      last = hit;
    }
  }
  return false;
}

}  // namespace

bool is_over_edges(const BipedMeasures& build, const Ground& ground, const Foothold& from, const Foothold& to,
                   int foot) {
  return beside_of(build, ground, from, foot).edges || beside_of(build, ground, to, foot).edges ||
         is_broken(build, ground, from, to, foot);
}

}  // namespace kine::detail
