#include "kine/motion/walk/sole_points.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/walk/edges.h"

namespace kine::detail {
namespace {

// Metres of a leg of Gait::kLeg.
constexpr double kBroken = 0.004;   // ground is broken where a point lies this far off the plane through the one before
constexpr double kOwnRoom = 0.012;  // around a foothold: edges there are those that the foot stands over
constexpr double kStair = 0.1;      // an edge this high counts as a stair, whose edge must be passed high
constexpr double kSideways = 0.004;  // between two moments: who moves less across does not sweep with its sides

constexpr double kFar = 1e9;  // metres: farther than any ground is from a foot

}  // namespace

SolePoints points_of(const FootShape& shape, const FootPose& pose, double spare) {
  const Vec3 left = rotate(pose.rotation, kUnitX), side = shape.half_width * left, beside = spare * left;
  const Vec3 heel = pose.ankle + rotate(pose.rotation, shape.heel);
  const Vec3 ball = pose.ankle + rotate(pose.rotation, Vec3{0, shape.heel.y, shape.ball.z});
  const Vec3 tip = pose.ankle + rotate(pose.rotation, tip_of(shape, pose.toe_bend));
  SolePoints points;
  const auto add = [&](const Vec3& row) {
    Vec3* lanes = points.at[points.rows++];
    lanes[0] = row - side;
    lanes[SolePoints::kLeft] = row + side;
    if (spare <= 0) return;
    lanes[SolePoints::kMiddle] = row;
    lanes[3] = row - side - beside;
    lanes[4] = row + side + beside;
  };
  if (spare > 0) points.lanes = 5;
  const Vec3 longer = spare > 0 ? rotate(pose.rotation, Vec3{0, 0, spare}) : Vec3{};
  if (spare > 0) add(heel - longer);
  constexpr int kQuarters = 4;  // from heel to ball; or halves
  for (int i = 0; i <= kQuarters; i += spare > 0 ? 1 : 2) add(heel + (1.0 / kQuarters) * i * (ball - heel));
  if (spare > 0) add(0.5 * (ball + tip));
  add(tip);
  if (spare > 0) add(tip + longer);
  return points;
}

namespace {

GroundHit hit_below(const Ground& ground, const Vec3& point, double scale) {
  return ground({point.x, point.y + kLookFrom * scale, point.z}, kLookDown * scale);
}

}  // namespace

Below ground_below(const SolePoints& points, const Ground& ground, double scale) {
  const double broken = kBroken * scale;
  Below below;
  GroundHit before[SolePoints::kMostLanes];
  for (int i = 0; i < points.rows; ++i)
    for (int lane = 0; lane < points.lanes; ++lane) {
      const Vec3& at = points.at[i][lane];
      const GroundHit hit = hit_below(ground, at, scale);
      if (hit.hit) below.missing = std::max<double>(below.missing, hit.point.y - at.y);
      if (i > 0 && !below.edges) below.edges = is_off(before[lane], hit, broken);
      before[lane] = hit;
    }
  return below;
}

double height_over_edges(const SolePoints& points, const FootShape& shape, const Foothold& from, const Foothold& to,
                         const Ground& ground, double scale) {
  const double room = kOwnRoom * scale;
  const auto is_own = [&](const Vec3& at) {
    for (const Foothold* sole : {&from, &to}) {
      const Vec3 on = rotate(conjugate(sole->rotation), Vec3{at.x, sole->point.y, at.z} - sole->point);
      if (std::abs(on.x) < shape.half_width + room && on.z > shape.heel.z - room && on.z < shape.tip.z + room)
        return true;
    }
    return false;
  };
  double least = kFar;
  GroundHit before;
  for (int i = 0; i < points.rows; ++i) {
    const Vec3& at = points.at[i][SolePoints::kMiddle];
    const GroundHit hit = hit_below(ground, at, scale);
    const bool edge = i > 0 && hit.hit && before.hit && std::abs(hit.point.y - before.point.y) > kStair * scale;
    const Vec3& last = points.at[std::max(i - 1, 0)][SolePoints::kMiddle];
    if (edge && !is_own(0.5 * (at + last)))
      least = std::min<double>(least, 0.5 * (at.y + last.y) - std::max<double>(hit.point.y, before.point.y));
    before = hit;
  }
  return least;
}

double missing_between(const SolePoints& a, const SolePoints& b, const Ground& ground, double share, double scale) {
  // Its sides only matter where it goes sideways.
  constexpr int kLeft = SolePoints::kLeft, kMiddle = SolePoints::kMiddle;
  const Vec3 moved = b.at[0][kMiddle] - a.at[0][kMiddle], side = a.at[0][kLeft] - a.at[0][kMiddle];
  const double across = dot(moved, side);
  const bool sideways = across * across > kSideways * kSideways * scale * scale * dot(side, side);
  double missing = -kFar;
  for (int i = 0; i < a.rows; ++i)
    for (int lane = 0; lane < a.lanes; ++lane) {
      const bool end = i == 0 || i + 1 == a.rows;
      if (!end && !(sideways && lane != kMiddle)) continue;
      const Vec3 at = a.at[i][lane] + share * (b.at[i][lane] - a.at[i][lane]);
      const GroundHit hit = hit_below(ground, at, scale);
      if (hit.hit) missing = std::max<double>(missing, hit.point.y - at.y);
    }
  return missing;
}

}  // namespace kine::detail
