#include "kine/motion/leg_angles.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ankle_room.h"

namespace kine::walking {
namespace {

/// The cosine of the angle between two sides of a triangle, and its sine.
SinCos corner(double a, double b, double opposite) {
  const double cosine = std::clamp<double>((a * a + b * b - opposite * opposite) / (2 * a * b), -1, 1);
  return {std::sqrt((1 - cosine) * (1 + cosine)), cosine};
}

/// A leg laid out in space. Angles are read off it one by one: few ask for all.
struct LegLines {
  double out, far;
  Vec3 axis, shank, side, sole_up;
  Vec3 x, y;  ///< the knee's axis and the thigh, seen from the hips

  LegLines(const Build& build, const Transform& hips, const FootPose& pose, int foot) : out(foot == 0 ? 1 : -1) {
    const Vec3 away = hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle;
    far = std::max<double>(length(away), 1e-6);
    const Vec3 up = (1 / far) * away;
    const Vec3 toes = rotate(pose.rotation, kUnitZ);
    side = rotate(pose.rotation, kUnitX);
    const Vec3 across = cross(up, toes);
    const double square = length(across);
    axis = square > 1e-9 ? (1 / square) * across : side;
    const Vec3 ahead = cross(axis, up);
    const SinCos at_ankle = corner(build.shank, far, build.thigh), at_hip = corner(build.thigh, far, build.shank);
    shank = at_ankle.cos * up + at_ankle.sin * ahead;
    sole_up = cross(toes, axis);
    const Quat hips_from_world = conjugate(hips.rotation);
    x = rotate(hips_from_world, axis);
    y = rotate(hips_from_world, at_hip.cos * up - at_hip.sin * ahead);
  }

  double knee(const Build& build) const { return kPi - acos(corner(build.thigh, build.shank, far).cos); }
  double ankle_tip() const { return -out * atan2(dot(side, sole_up), dot(side, axis)); }
  double ankle_up() const { return atan2(raised(), dot(sole_up, shank)); }
  double raised() const { return -dot(sole_up, cross(axis, shank)); }
  double hip_bend() const { return -atan2(y.z, y.y); }
  double hip_open() const { return -out * asin(std::clamp<double>(y.x, -1, 1)); }
  double hip_turn() const { return -out * atan2(cross(x, y).x, x.x); }
  double knee_off() const { return acos(std::clamp<double>(x.x, -1, 1)); }
};

}  // namespace

LegAngles leg_angles(const Build& build, const Transform& hips, const FootPose& pose, int foot) {
  const LegLines leg(build, hips, pose, foot);
  return {leg.hip_bend(), leg.hip_open(),  leg.hip_turn(), leg.knee(build),
          leg.ankle_up(), leg.ankle_tip(), leg.knee_off()};
}

namespace {

constexpr double kMostKneeOff = 0.59;  // of 35 degrees

/// What is too much of the angle of (x, y) that should stay within a limit either way.
double excess(double y, double x, double limit, double blend) {
  if (is_surely_below(std::abs(y), x, limit - blend)) return 0;
  const double angle = atan2(y, x), kept = soft_min(std::abs(angle), limit, blend);
  return angle < 0 ? angle + kept : angle - kept;
}

}  // namespace

FootPose within_leg(const Build& build, const Transform& hips, FootPose pose, int foot, double blend) {
  constexpr double kMargin = 0.015;
  const double out = foot == 0 ? 1 : -1;
  LegLines leg(build, hips, pose, foot);
  const double inwards = std::max<double>(
      0, excess(out * leg.y.x, std::sqrt(std::max<double>(0, 1 - leg.y.x * leg.y.x)), build.hip_in - kMargin, blend));
  if (inwards > 0) {
    // The whole leg turns outwards, as far as its thigh must.
    const Vec3 hip = hips * Vec3{out * build.hip_half, 0, 0};
    const Quat outwards = from_axis_angle(rotate(hips.rotation, normalised(cross(leg.y, kUnitX))), -out * inwards);
    pose.ankle = hip + rotate(outwards, pose.ankle - hip);
    leg = LegLines(build, hips, pose, foot);
  }
  // cos(knee off) = cos(open) cos(turn).
  constexpr double kCosMost = cos(kMostKneeOff);
  const double cos_open = std::sqrt(std::max<double>(0, 1 - leg.y.x * leg.y.x));
  const double cos_off = std::min<double>(1, kCosMost / std::max<double>(0.1, cos_open));
  const double turn_y = -out * cross(leg.x, leg.y).x, turn_x = leg.x.x;
  // acos c >= sqrt(2 (1 - c)): mostly that says enough.
  const double least_off = std::sqrt(2 * (1 - cos_off));
  double turned = 0;
  if (!is_surely_below(std::abs(turn_y), turn_x, std::min<double>(build.hip_turn, least_off) - kMargin - blend))
    turned = excess(turn_y, turn_x, std::min<double>(build.hip_turn, acos(cos_off)) - kMargin, blend);
  if (turned != 0) {
    const Vec3 up = normalised(hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle);
    pose.rotation = from_axis_angle(up, out * turned) * pose.rotation;
    leg = LegLines(build, hips, pose, foot);
  }
  const double raised = leg.raised();
  const double bent =
      excess(raised, dot(leg.sole_up, leg.shank), (raised > 0 ? build.ankle_up : build.ankle_down) - kMargin, blend);
  if (bent != 0) {
    const Vec3 up = hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle;
    pose.rotation = from_axis_angle(normalised(cross(up, rotate(pose.rotation, kUnitZ))), bent) * pose.rotation;
  }
  const double tipped =
      excess(-out * dot(leg.side, leg.sole_up), dot(leg.side, leg.axis), build.ankle_side - kMargin, blend);
  if (tipped != 0) pose.rotation = pose.rotation * from_axis_angle(kUnitZ, out * tipped);
  return pose;
}

double leg_room(const Build& build, const Transform& hips, const FootPose& pose, int foot) {
  const LegLines leg(build, hips, pose, foot);
  const double open = leg.hip_open();
  constexpr double kFar = 0.4;  // more than anybody asks for
  const double raised = leg.raised();
  const bool far = raised >= 0 || is_surely_below(-raised, dot(leg.sole_up, leg.shank), build.ankle_down - kFar);
  const double down = far ? kFar : build.ankle_down + leg.ankle_up();
  return std::min<double>({open + build.hip_in, build.hip_out - open, build.hip_turn - std::abs(leg.hip_turn()), down,
                           build.ankle_side - std::abs(leg.ankle_tip()), kMostKneeOff - leg.knee_off(),
                           (leg.far - build.least_leg) / build.leg});
}

}  // namespace kine::walking
