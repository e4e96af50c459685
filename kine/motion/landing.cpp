#include "kine/motion/landing.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/hermite.h"
#include "kine/motion/paper_gait.h"

namespace kine::walking {
namespace {

constexpr double kComfortableRise = 0.20;  // metres of a leg of 0.87: about a high stair
constexpr double kCastAbove = 0.6, kCastBelow = 0.8;

/// The room that legs should have on a foothold, radians.
constexpr double kEnoughRoom = 0.02;

struct Search {
  const Build& build;
  const Ground& ground;
  const Sole& other;
  const LegTest& legs;
  int foot;
  double heading, toe_out;
  FootingLimits limits{};
  Landing best{}, high{};  ///< so far: the one that the legs mind least, and one that is higher than comfortable
  double best_room = -1e9;

  Footing at(double x, double z, double more_yaw) const {
    const double scale = build.scale();
    const double yaw = heading + (foot == 0 ? toe_out : -toe_out) + more_yaw;
    return footing_at(build.foot, ground, limits, x, z, yaw, other.point.y, kCastAbove * scale, kCastBelow * scale);
  }

  /// True if there is nothing wrong with a spot, which is then the best one.
  bool is_fine(double x, double z, double more_yaw, bool shortened) {
    const Footing spot = at(x, z, more_yaw);
    if (!spot.good) return false;
    const double rise = std::abs(spot.sole.point.y - other.point.y), scale = build.scale();
    if (rise > limits.rise * scale) return false;
    const double room = legs(spot.sole);
    if (rise > kComfortableRise * scale) {
      if (!high.found && room > 0) high = {true, spot.sole, shortened, room};
      return false;
    }
    if (room > best_room) best = {true, spot.sole, shortened, room}, best_room = room;
    return room >= kEnoughRoom;
  }
};

bool is_found(Search& search, double x, double z) {
  const double scale = search.build.scale();
  const SinCos ahead = sin_cos(search.heading);
  if (search.is_fine(x, z, 0, false)) return true;
  // Turned otherwise, where only the legs mind.
  if (search.best.found)
    for (const double yaw : {-0.15, 0.15, -0.3, 0.3})
      if (search.is_fine(x, z, yaw, false)) return true;
  // Nearby: first ahead and back in small steps, for a tread is hardly longer than a foot; then all around.
  const double step = search.best.found ? 0.03 : 0.005;
  double by = step;
  while (by <= 0.15) {
    for (const double way : {-by * scale, by * scale})
      if (search.is_fine(x + way * ahead.sin, z + way * ahead.cos, 0, false)) return true;
    by += step;
  }
  for (const double radius : {0.05, 0.1, 0.15})
    for (int turn = 0; turn < 8; ++turn) {
      const SinCos way = sin_cos(search.heading + turn * 0.25 * kPi);
      if (search.is_fine(x + radius * scale * way.sin, z + radius * scale * way.cos, 0, false)) return true;
    }
  if (search.best.found && search.best_room > 0) return true;
  // Back towards the other foot.
  const double along = (x - search.other.point.x) * ahead.sin + (z - search.other.point.z) * ahead.cos;
  const double direction = along < 0 ? -1 : 1;
  constexpr double kStep = 0.005;
  const int count = static_cast<int>(std::abs(along) / (kStep * scale));
  for (int i = 0; i <= count; ++i) {
    const double back = i * kStep * scale * direction;
    if (search.is_fine(x - back * ahead.sin, z - back * ahead.cos, 0, true)) return true;
  }
  return search.best.found;
}

}  // namespace

Landing find_landing(const Build& build, const Ground& ground, const Sole& other, int foot, double x, double z,
                     double heading, double toe_out, const LegTest& legs) {
  Search search{build, ground, other, legs, foot, heading, toe_out};
  search.limits.unevenness *= build.scale();
  return is_found(search, x, z) ? search.best : search.high;
}

double speed_ahead(const Build& build, const Gait& gait, const Ground& ground, const Course& course, double height) {
  const double scale = build.scale();
  const double slow = 0.42 * std::sqrt(scale), jump = 0.045 * scale;
  const double direction = course.speeds.forward < 0 ? -1 : 1;
  const SinCos ahead = sin_cos(course.heading);
  double allowed = 1e9, before = height, near = height;
  for (int i = 0; i <= 18; ++i) {
    const double distance = 0.1 * i * scale;
    const double way = direction * distance;
    const GroundHit hit =
        ground({course.x + way * ahead.sin, before + 0.6 * scale, course.z + way * ahead.cos}, 1.4 * scale);
    const bool breaks = !hit.hit || std::abs(hit.point.y - before) > jump;
    // On a slope steps are shorter.
    if (i == 2) near = before;
    if (i == 8 && hit.hit) {
      const double slope = std::abs(hit.point.y - near) / (0.6 * scale);
      allowed = std::min<double>(allowed,
                                 gait.top_speed * std::sqrt(scale) * std::clamp<double>(1.12 - 1.7 * slope, 0.45, 2));
    }
    if (i > 0 && breaks) {
      const double free_way = std::max<double>(0, distance - 0.75 * scale);
      allowed = std::min<double>(allowed, std::sqrt(slow * slow + 2 * 0.6 * gait.braking * free_way));
    }
    if (!hit.hit) break;
    before = hit.point.y;
  }
  return allowed;
}

double swing_sample(const WalkState& state, int index) {
  const double s = static_cast<double>(index + 1) / (kSwingSamples + 1);
  return state.double_support + s * (1 - state.double_support);
}

namespace {

/// The foot at one moment of a swing: as its curves have it, or with `hips` as the body lets it be.
FootPose swinging_foot(const Build& build, const Gait& gait, WalkState& state, double part, const Transform* hips) {
  state.part = part;
  if (hips) return foot_in_swing(build, gait, state, *hips);
  if (gait.style == Gait::Style::Paper) return paper_foot(build, gait, state);
  const double s = swing_part(state);
  FootPose pose =
      roll_in_air(build.foot, swing_sole(gait, state.swing, s), pitch_of(gait, state, state.swinging, part), 1);
  pose.toe_bend *= toe_hold(s);
  return pose;
}

/// How far the ground comes up to a foot in the air, or through it: the worst of the points of its sole.
double height_missing(const FootShape& shape, const Ground& ground, const FootPose& pose, double scale) {
  const Vec3 tip = tip_of(shape, pose.toe_bend);
  double most = -1e9;
  for (int i = 0; i <= 5; ++i) {
    const Vec3 middle = i == 5 ? tip : Vec3{0, shape.heel.y, shape.heel.z + 0.25 * i * (shape.ball.z - shape.heel.z)};
    for (const double left : {-shape.half_width, 0.0, shape.half_width}) {
      const Vec3 at = pose.ankle + rotate(pose.rotation, middle + Vec3{left, 0, 0});
      const GroundHit hit = ground({at.x, at.y + 0.6 * scale, at.z}, 2 * scale);
      if (hit.hit) most = std::max<double>(most, hit.point.y - at.y);
    }
  }
  return most;
}

/// How near the foot may come to the ground at part s of its swing. Near its ends that is as near as it stands there.
double margin_at(const Gait& gait, double s, double hurdle, double scale) {
  return scale * (0.018 + (gait.style == Gait::Style::Paper ? 0.022 : 0.02) * hurdle) *
         std::min<double>(1, std::min<double>(3 * s, 2 * (1 - s)));
}

/// How much higher a swing must be in one arc to clear the ground on its way.
double clearance_of(const Build& build, const Gait& gait, const Ground& ground, std::span<const Transform> hips,
                    WalkState state) {
  const double scale = build.scale();
  double most = 0;
  // A higher swing goes another way, so look twice.
  for (int round = 0; round < 2; ++round) {
    state.swing.clearance = most;
    double more = 0;
    for (int i = 0; i < kSwingSamples; ++i) {
      const FootPose pose = swinging_foot(build, gait, state, swing_sample(state, i),
                                          hips.empty() ? nullptr : &hips[static_cast<std::size_t>(i)]);
      const double s = swing_part(state);
      const double missing =
          height_missing(build.foot, ground, pose, scale) + margin_at(gait, s, state.swing.hurdle, scale);
      more = std::max<double>(more, missing / std::max<double>(0.35, clearing(gait, s)));
    }
    most = std::min<double>(most + more, 0.3 * scale);
    if (more <= 0) break;
  }
  return most;
}

/// Raises the swing wherever the ground asks for it.
void raise_swing(const Build& build, const Gait& gait, const Ground& ground, std::span<const Transform> hips,
                 WalkState& state) {
  const double scale = build.scale(), from = swing_part(state);
  WalkState then = state;
  for (int round = 0; round < 3; ++round) {
    double more[kRaises] = {};
    bool any = false;
    for (int i = 0; i < kSwingSamples; ++i) {
      const FootPose pose = swinging_foot(build, gait, then, swing_sample(then, i), &hips[static_cast<std::size_t>(i)]);
      const double s = swing_part(then);
      if (s <= from) continue;
      const double missing =
          height_missing(build.foot, ground, pose, scale) + margin_at(gait, s, state.swing.hurdle, scale);
      if (missing <= 0) continue;
      double all = 0;
      for (int k = 0; k < kRaises; ++k) all += raise_share(k, s);
      for (int k = 0; k < kRaises; ++k)
        if (std::abs(10 * s - (k + 2)) < 2) more[k] = std::max<double>(more[k], missing / std::max<double>(0.55, all));
      any = true;
    }
    if (!any) break;
    for (int k = 0; k < kRaises; ++k)
      then.swing.raise[k] = std::min<double>(then.swing.raise[k] + more[k], 0.35 * scale);
  }
  for (int k = 0; k < kRaises; ++k) state.swing.raise[k] = then.swing.raise[k];
}

}  // namespace

void set_clearance(const Build& build, const Gait& gait, const Ground& ground, std::span<const Course> courses,
                   WalkState& state) {
  WalkState::Swing& swing = state.swing;
  swing.hurdle = swing.clearance = 0;
  for (double& raise : swing.raise) raise = 0;
  const double plain = clearance_of(build, gait, ground, {}, state);
  // On level ground that is all; elsewhere the ankle's limits may let the toes hang lower.
  const Sole& other = state.feet[1 - state.swinging].plant;
  const auto level = [&](const Sole& sole) {
    return sole.point.y == other.point.y && rotate(sole.rotation, kUnitY).y > 1 - 1e-12;
  };
  if (plain <= 0 && level(swing.from) && level(swing.to)) return;
  swing.hurdle = ease((plain / build.scale() - 0.04) / 0.05);
  Transform hips[kSwingSamples];
  WalkState then = state;
  for (int i = 0; i < kSwingSamples; ++i) {
    then.part = swing_sample(state, i);
    then.course = courses[static_cast<std::size_t>(i)];
    hips[i] = hips_in_swing(build, gait, then);
  }
  // A little is gained in one arc; over an edge, as high as each moment needs.
  if (gait.style == Gait::Style::Paper || swing.hurdle <= 0)
    swing.clearance = clearance_of(build, gait, ground, hips, state);
  else
    raise_swing(build, gait, ground, hips, state);
}

}  // namespace kine::walking
