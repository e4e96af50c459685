#include "kine/motion/walk/landing.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/edges.h"
#include "kine/motion/walk/gait_curves.h"

namespace kine::detail {
namespace {

// Where a foothold is looked for, by eye. Metres of a leg of Gait::kLeg:
constexpr double kComfortableRise = 0.20;       // about a high stair
constexpr double kLookBelow = 0.8;              // of the other foot, where casts end
constexpr double kGetsOn = 0.03;                // a foot that comes no farther past the other one goes nowhere
constexpr double kFarthest = 0.15;              // from the wanted spot, ahead and back,
constexpr double kRings[] = {0.05, 0.1, 0.15};  // and all around,
constexpr int kSpotsOnRing = 8;
constexpr double kFineStep = 0.005, kCoarseStep = 0.03;  // between spots; coarse once one is found that only legs mind
// and radians:
constexpr double kTurns[] = {-0.15, 0.15, -0.3, 0.3};  // of a foot that the legs mind where it is

/// The room that legs should have on a foothold, radians.
constexpr double kEnoughRoom = 0.02;

/// And without which it is none: the feet would cross.
constexpr double kLeastRoom = -0.5;

/// Less room than any foothold leaves.
constexpr double kNoRoom = -1e9;

struct Search {
  const BipedMeasures& build;
  const Ground& ground;
  const Foothold& other;
  const LegTest& legs;
  int foot;
  double heading, toe_out;
  FootingLimits limits{};
  Landing best{}, high{};  ///< so far: the one that the legs mind least, and one that is higher than comfortable
  double best_room = kNoRoom;

  Footing at(double x, double z, double more_yaw) const {
    const double scale = build.scale();
    const double yaw = heading + (foot == 0 ? toe_out : -toe_out) + more_yaw;
    return footing_at(build.legs[foot].foot, ground, limits, x, z, yaw, other.point.y, kLookFrom * scale,
                      kLookBelow * scale);
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
    for (const double yaw : kTurns)
      if (search.is_fine(x, z, yaw, false)) return true;
  // Nearby: first ahead and back in small steps, for a tread is hardly longer than a foot; then all around.
  const double step = search.best.found ? kCoarseStep : kFineStep;
  double by = step;
  while (by <= kFarthest) {
    for (const double way : {-by * scale, by * scale})
      if (search.is_fine(x + way * ahead.sin, z + way * ahead.cos, 0, false)) return true;
    by += step;
  }
  for (const double radius : kRings)
    for (int turn = 0; turn < kSpotsOnRing; ++turn) {
      const SinCos way = sin_cos(search.heading + turn * (kTwoPi / kSpotsOnRing));
      if (search.is_fine(x + radius * scale * way.sin, z + radius * scale * way.cos, 0, false)) return true;
    }
  if (search.best.found && search.best_room > 0) return true;
  // Back towards the other foot.
  const double along = (x - search.other.point.x) * ahead.sin + (z - search.other.point.z) * ahead.cos;
  const double direction = along < 0 ? -1 : 1;
  const int count = static_cast<int>(std::abs(along) / (kFineStep * scale));
  for (int i = 0; i <= count; ++i) {
    // Rather up high than nowhere.
    if (search.high.found && std::abs(along) - i * kFineStep * scale < kGetsOn * scale) return false;
    const double back = i * kFineStep * scale * direction;
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

// The look ahead, by eye but for what else is said. Metres of a leg of Gait::kLeg:
constexpr double kJump = 0.045;              // from one look to the next that counts as broken ground
constexpr double kLookStep = 0.1;            // between looks,
constexpr int kLooks = 18;                   // how many there are,
constexpr int kSlopeFrom = 2, kSlopeTo = 8;  // looks between which the slope is taken,
constexpr double kSlopeWay = 0.6;            // which is so far
constexpr double kStepBefore = 0.75;         // a step, in which there is no more time to brake
// and shares:
constexpr double kSpeedOnLevel = 1.12, kSpeedLessOnSlope = 1.7;  // of the top speed, less by this times the slope,
constexpr double kLeastOnSlope = 0.45, kMostOnSlope = 2;         // within these
constexpr double kSoftBraking = 0.6;                             // of the gait's braking before broken ground
constexpr double kNoBound = 1e9;                                 // m/s: as fast as anybody likes

/// The same along one line.
double speed_along(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Course& course,
                   double height, double left) {
  const double scale = build.scale();
  const double slow = kSpeedOnBrokenGround * std::sqrt(scale), jump = kJump * scale;
  const double direction = course.speeds.forward < 0 ? -1 : 1;
  const SinCos ahead = sin_cos(course.heading);
  double allowed = kNoBound, before = height, near = height;
  for (int i = 0; i <= kLooks; ++i) {
    const double distance = kLookStep * i * scale;
    const double way = direction * distance;
    const GroundHit hit = ground({course.x + way * ahead.sin + left * ahead.cos, before + kLookFrom * scale,
                                  course.z + way * ahead.cos - left * ahead.sin},
                                 (kLookFrom + kLookBelow) * scale);
    const bool breaks = !hit.hit || std::abs(hit.point.y - before) > jump;
    // On a slope steps are shorter.
    if (i == kSlopeFrom) near = before;
    if (i == kSlopeTo && hit.hit) {
      const double slope = std::abs(hit.point.y - near) / (kSlopeWay * scale);
      const double share = std::clamp<double>(kSpeedOnLevel - kSpeedLessOnSlope * slope, kLeastOnSlope, kMostOnSlope);
      const double least = curves_of(gait).slowest_on_slopes * std::sqrt(scale);
      allowed = std::min<double>(allowed, std::max<double>(least, gait.top_speed * std::sqrt(scale) * share));
    }
    if (i > 0 && breaks) {
      const double free_way = std::max<double>(0, distance - kStepBefore * scale);
      allowed = std::min<double>(allowed, std::sqrt(slow * slow + 2 * kSoftBraking * gait.braking * free_way));
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
