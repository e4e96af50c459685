#include "kine/motion/body/leg_angles.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/ankle_room.h"

namespace kine::detail {
namespace {

constexpr double kLeastLeg = 1e-6;    // metres from hip to ankle, so that there is a direction
constexpr double kLeastSine = 1e-9;   // of foot against leg: below it the foot points along the leg
constexpr double kLeastSquare = 0.1;  // of a cosine squared, kept from 0 where the leg lies across

/// The cosine of the angle between two sides of a triangle, and its sine.
SinCos corner(double a, double b, double opposite) {
  const double cosine = std::clamp<double>((a * a + b * b - opposite * opposite) / (2 * a * b), -1, 1);
  return {std::sqrt((1 - cosine) * (1 + cosine)), cosine};
}

/// A leg laid out in space. Angles are read off it one by one: few ask for all.
struct LegLines {
  double out, far;
  Vec3 up, axis, shank, side, sole_up;
  Vec3 x, y;  ///< the knee's axis and the thigh, seen from the hips

  LegLines(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot)
      : out(foot == 0 ? 1 : -1) {
    const LegMeasures& leg = build.legs[foot];
    const Vec3 away = hips * Vec3{out * build.hip_half, 0, 0} - pose.ankle;
    far = std::max<double>(length(away), kLeastLeg);
    up = (1 / far) * away;
    const Vec3 toes = rotate(pose.rotation, kUnitZ);
    side = rotate(pose.rotation, kUnitX);
    const Vec3 across = cross(up, toes);
    const double square = length(across);
    axis = square > kLeastSine ? (1 / square) * across : side;
    const Vec3 ahead = cross(axis, up);
    const SinCos at_ankle = corner(leg.shank, far, leg.thigh), at_hip = corner(leg.thigh, far, leg.shank);
    shank = at_ankle.cos * up + at_ankle.sin * ahead;
    sole_up = cross(toes, axis);
    const Quat hips_from_world = conjugate(hips.rotation);
    x = rotate(hips_from_world, axis);
    y = rotate(hips_from_world, at_hip.cos * up - at_hip.sin * ahead);
  }

  double knee(const LegMeasures& leg) const { return kPi - acos(corner(leg.thigh, leg.shank, far).cos); }
  double ankle_tip() const { return -out * atan2(dot(side, sole_up), dot(side, axis)); }
  double ankle_up() const { return atan2(raised(), dot(sole_up, shank)); }
  double raised() const { return -dot(sole_up, cross(axis, shank)); }
  double hip_bend() const { return -atan2(y.z, y.y); }
  double hip_open() const { return -out * asin(std::clamp<double>(y.x, -1, 1)); }
  double hip_turn() const { return -out * atan2(cross(x, y).x, x.x); }
  double knee_off() const { return acos(std::clamp<double>(x.x, -1, 1)); }
};

}  // namespace

LegAngles leg_angles(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot) {
  const LegLines leg(build, hips, pose, foot);
  return {leg.hip_bend(), leg.hip_open(),  leg.hip_turn(), leg.knee(build.legs[foot]),
          leg.ankle_up(), leg.ankle_tip(), leg.knee_off()};
}

double hip_bend(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot) {
  return LegLines(build, hips, pose, foot).hip_bend();
}

namespace {

constexpr double kMostKneeOff = 0.59;  // of 35 degrees; by plan a little less
constexpr double kPlannedKneeOff = 0.575;

/// What is too much of the angle of (x, y) that should stay within a limit either way.
double excess(double y, double x, double limit, double blend) {
  if (is_surely_below(std::abs(y), x, limit - blend)) return 0;
  const double angle = atan2(y, x), kept = soft_min(std::abs(angle), limit, blend);
  return angle < 0 ? angle + kept : angle - kept;
}

}  // namespace

namespace {

/// A leg whose foot may be moved to keep within limits.
struct LimitedLeg {
  const BipedMeasures& build;
  const Transform& hips;
  FootPose pose;
  int foot;
  double blend;
  const LegMeasures& leg = build.legs[foot];
  double out = foot == 0 ? 1 : -1;
  Vec3 left = rotate(hips.rotation, kUnitX);
  LegLines lines{build, hips, pose, foot};

  static constexpr double kMargin = 0.015;

  /// Where the thigh goes too far in or out, or the line from hip to ankle so far that no turn of the foot would bring
  /// the knee's axis near square, the whole leg turns back as far as it must. Returns true if it does.
  bool close() {
    const double inwards = out * lines.y.x;
    const double most = inwards > 0 ? leg.hip_in : std::min<double>(leg.hip_out, kMostKneeOff);
    const bool thigh = is_far(lines.y.x, most) && turn_back(rotate(hips.rotation, lines.y), most);
    const bool line = is_far(dot(lines.up, left), kMostKneeOff) && turn_back(lines.up, kMostKneeOff);
    return thigh || line;
  }

  /// False only if a direction lies less than `most` to the side, without any doubt: sin a >= a - a^3 / 6.
  bool is_far(double aside, double most) const {
    const double free = most - kMargin - blend;
    return std::abs(aside) > free * (1 - free * free / 6);
  }

  /// The whole leg about its hip, so that a direction of it lies no farther to the side.
  bool turn_back(const Vec3& direction, double most) {
    const double aside = dot(direction, left), upright = std::sqrt(std::max<double>(0, 1 - aside * aside));
    const double too_far = excess(aside, upright, most - kMargin, blend);
    if (too_far == 0) return false;
    const Vec3 hip = hips * Vec3{out * build.hip_half, 0, 0};
    const Quat back = from_axis_angle(normalised(cross(direction, left)), -too_far);
    pose.ankle = hip + rotate(back, pose.ankle - hip);
    lines = LegLines(build, hips, pose, foot);
    return true;
  }

  /// Where the knee's axis is too far off square, the foot turns about the line from ankle to hip, about which the axis
  /// goes round a cone.
  bool turn() {
    constexpr double kCosMost = cos(kMostKneeOff);
    const double along = dot(lines.axis, left), across = dot(cross(lines.up, lines.axis), left);
    const double nearest = std::sqrt(std::max<double>(kLeastSquare, along * along + across * across));
    const double cos_off = std::min<double>(1, kCosMost / nearest);
    // acos c >= sqrt(2 (1 - c)): mostly that says enough.
    const double least_off = std::sqrt(2 * (1 - cos_off));
    const auto limit = [&](double off) { return std::min<double>(leg.hip_turn, off) - kMargin; };
    if (is_surely_below(std::abs(across), along, limit(least_off) - blend)) return false;
    const double too_far = excess(across, along, limit(acos(cos_off)), blend);
    if (too_far == 0) return false;
    pose.rotation = from_axis_angle(lines.up, too_far) * pose.rotation;
    lines = LegLines(build, hips, pose, foot);
    return true;
  }
};

}  // namespace

FootPose within_leg(const BipedMeasures& build, const Transform& hips, FootPose pose, int foot, double blend) {
  const LegMeasures& own = build.legs[foot];
  LimitedLeg limited{build, hips, pose, foot, blend};
  // The one changes the other.
  limited.turn();
  for (int i = 0; i < 4 && limited.close(); ++i) limited.turn();
  pose = limited.pose;
  const LegLines& leg = limited.lines;
  constexpr double kMargin = LimitedLeg::kMargin;
  const double out = limited.out;
  const double raised = leg.raised();
  const double bent =
      excess(raised, dot(leg.sole_up, leg.shank), (raised > 0 ? own.ankle_up : own.ankle_down) - kMargin, blend);
  if (bent != 0) {
    pose.rotation = from_axis_angle(leg.axis, bent) * pose.rotation;
  }
  const double tipped =
      excess(-out * dot(leg.side, leg.sole_up), dot(leg.side, leg.axis), own.ankle_side - kMargin, blend);
  if (tipped != 0) pose.rotation = pose.rotation * from_axis_angle(kUnitZ, out * tipped);
  return pose;
}

double leg_limit_margin(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot) {
  const LegMeasures& own = build.legs[foot];
  const LegLines leg(build, hips, pose, foot);
  const double open = leg.hip_open();
  constexpr double kFar = 0.4;  // more than anybody asks for
  const double raised = leg.raised();
  const bool far = raised >= 0 || is_surely_below(-raised, dot(leg.sole_up, leg.shank), own.ankle_down - kFar);
  const double down = far ? kFar : own.ankle_down + leg.ankle_up();
  // A foot that bears rolls up to heed how far its ankle bends up, so that it is often just there: only what is beyond counts.
  const bool near = is_surely_below(raised, dot(leg.sole_up, leg.shank), own.ankle_up);
  const double past = near ? 0 : std::min<double>(0, own.ankle_up - leg.ankle_up());
  if (past < 0) return past;
  return std::min<double>({open + own.hip_in, own.hip_out - open, own.hip_turn - std::abs(leg.hip_turn()), down,
                           own.ankle_side - std::abs(leg.ankle_tip()), kPlannedKneeOff - leg.knee_off(),
                           (leg.far - own.least) / own.length});
}

}  // namespace kine::detail
