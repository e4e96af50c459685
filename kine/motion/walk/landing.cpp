#include "kine/motion/walk/landing.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/gait_curves.h"

namespace kine::detail {
namespace {

constexpr double kComfortableRise = 0.20;  // metres of a leg of 0.87: about a high stair
constexpr double kCastAbove = 0.6, kCastBelow = 0.8;

/// The room that legs should have on a foothold, radians.
constexpr double kEnoughRoom = 0.02;

/// And without which it is none: the feet would cross.
constexpr double kLeastRoom = -0.5;

struct Search {
  const BipedMeasures& build;
  const Ground& ground;
  const Foothold& other;
  const LegTest& legs;
  int foot;
  double heading, toe_out;
  FootingLimits limits{};
  Landing best{}, high{};  ///< so far: the one that the legs mind least, and one that is higher than comfortable
  double best_room = -1e9;

  Footing at(double x, double z, double more_yaw) const {
    const double scale = build.scale();
    const double yaw = heading + (foot == 0 ? toe_out : -toe_out) + more_yaw;
    return footing_at(build.legs[foot].foot, ground, limits, x, z, yaw, other.point.y, kCastAbove * scale,
                      kCastBelow * scale);
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
  return search.best.found && search.best_room > kLeastRoom;
}

}  // namespace

Landing find_landing(const BipedMeasures& build, const Ground& ground, const Foothold& other, int foot, double x,
                     double z, double heading, double toe_out, const LegTest& legs) {
  Search search{build, ground, other, legs, foot, heading, toe_out};
  search.limits.unevenness *= build.scale();
  return is_found(search, x, z) ? search.best : search.high;
}

namespace {

/// The same along one line.
double speed_along(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Course& course,
                   double height, double left) {
  const double scale = build.scale();
  const double slow = kSpeedOnBrokenGround * std::sqrt(scale), jump = 0.045 * scale;
  const double direction = course.speeds.forward < 0 ? -1 : 1;
  const SinCos ahead = sin_cos(course.heading);
  double allowed = 1e9, before = height, near = height;
  for (int i = 0; i <= 18; ++i) {
    const double distance = 0.1 * i * scale;
    const double way = direction * distance;
    const GroundHit hit = ground({course.x + way * ahead.sin + left * ahead.cos, before + 0.6 * scale,
                                  course.z + way * ahead.cos - left * ahead.sin},
                                 1.4 * scale);
    const bool breaks = !hit.hit || std::abs(hit.point.y - before) > jump;
    // On a slope steps are shorter.
    if (i == 2) near = before;
    if (i == 8 && hit.hit) {
      const double slope = std::abs(hit.point.y - near) / (0.6 * scale);
      const double share = std::clamp<double>(1.12 - 1.7 * slope, 0.45, 2);
      const double least = curves_of(gait).slowest_on_slopes * std::sqrt(scale);
      allowed = std::min<double>(allowed, std::max<double>(least, gait.top_speed * std::sqrt(scale) * share));
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

}  // namespace

double speed_ahead(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Course& course,
                   double height) {
  const double track = 0.5 * gait.step_width * build.scale();
  return std::min<double>(speed_along(build, gait, ground, course, height, track),
                          speed_along(build, gait, ground, course, height, -track));
}

}  // namespace kine::detail
