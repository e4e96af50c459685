#include "kine/motion/leg_angles.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ankle_room.h"

namespace kine::walking {
namespace {

double corner(double a, double b, double opposite) {
  return acos(std::clamp<double>((a * a + b * b - opposite * opposite) / (2 * a * b), -1, 1));
}

}  // namespace

LegAngles leg_angles(const Build& build, const Transform& hips, const FootPose& pose, int foot) {
  const double out = foot == 0 ? 1 : -1;
  const Vec3 away = hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle;
  const double far = std::max<double>(length(away), 1e-6);
  const Vec3 up = (1 / far) * away;
  const Vec3 toes = rotate(pose.rotation, kUnitZ), side = rotate(pose.rotation, kUnitX);
  const Vec3 across = cross(up, toes);
  const double square = length(across);
  const Vec3 axis = square > 1e-9 ? (1 / square) * across : side;
  const Vec3 ahead = cross(axis, up);
  const SinCos at_ankle = sin_cos(corner(build.shank, far, build.thigh));
  const SinCos at_hip = sin_cos(corner(build.thigh, far, build.shank));
  const Vec3 shank = at_ankle.cos * up + at_ankle.sin * ahead;
  const Vec3 thigh = at_hip.cos * up - at_hip.sin * ahead;
  LegAngles angles;
  angles.knee = kPi - corner(build.thigh, build.shank, far);
  const Vec3 sole_up = cross(toes, axis);
  angles.ankle_tip = -out * atan2(dot(side, sole_up), dot(side, axis));
  angles.ankle_up = atan2(-dot(sole_up, cross(axis, shank)), dot(sole_up, shank));
  const Quat hips_from_world = conjugate(hips.rotation);
  const Vec3 x = rotate(hips_from_world, axis), y = rotate(hips_from_world, thigh), z = cross(x, y);
  angles.hip_bend = -atan2(y.z, y.y);
  angles.hip_open = -out * asin(std::clamp<double>(y.x, -1, 1));
  angles.hip_turn = -out * atan2(z.x, x.x);
  angles.knee_off = acos(std::clamp<double>(x.x, -1, 1));
  return angles;
}

namespace {

constexpr double kMostKneeOff = 0.59;  // of 35 degrees

/// What is too much of an angle that should stay within a limit either way.
double excess(double angle, double limit, double blend) {
  const double kept = soft_min(std::abs(angle), limit, blend);
  return angle < 0 ? angle + kept : angle - kept;
}

}  // namespace

FootPose within_leg(const Build& build, const Transform& hips, FootPose pose, int foot, double blend) {
  constexpr double kMargin = 0.015;
  const double out = foot == 0 ? 1 : -1;
  LegAngles angles = leg_angles(build, hips, pose, foot);
  // cos(knee off) = cos(open) cos(turn).
  const double most_off = acos(std::min<double>(1, cos(kMostKneeOff) / std::max<double>(0.1, cos(angles.hip_open))));
  const double turned = excess(angles.hip_turn, std::min<double>(build.hip_turn, most_off) - kMargin, blend);
  if (turned != 0) {
    const Vec3 up = normalised(hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle);
    pose.rotation = from_axis_angle(up, out * turned) * pose.rotation;
    angles = leg_angles(build, hips, pose, foot);
  }
  const double bent = angles.ankle_up > 0 ? excess(angles.ankle_up, build.ankle_up - kMargin, blend)
                                          : excess(angles.ankle_up, build.ankle_down - kMargin, blend);
  if (bent != 0) {
    const Vec3 up = hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle;
    pose.rotation = from_axis_angle(normalised(cross(up, rotate(pose.rotation, kUnitZ))), bent) * pose.rotation;
  }
  const double tipped = excess(angles.ankle_tip, build.ankle_side - kMargin, blend);
  if (tipped != 0) pose.rotation = pose.rotation * from_axis_angle(kUnitZ, out * tipped);
  return pose;
}

double leg_room(const Build& build, const Transform& hips, const FootPose& pose, int foot) {
  const LegAngles angles = leg_angles(build, hips, pose, foot);
  return std::min<double>({angles.hip_open + build.hip_in, build.hip_out - angles.hip_open,
                           build.hip_turn - std::abs(angles.hip_turn), build.ankle_side - std::abs(angles.ankle_tip),
                           kMostKneeOff - angles.knee_off});
}

}  // namespace kine::walking
