#include "kine/motion/clip/foot_course.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kine/motion/clip/sole_plane.h"

namespace kine::detail {
namespace {

constexpr double kCastReach = 0.6;    // of the leg: so far above and below a sole the ground is looked for
constexpr double kSteepest = 1;       // rise over run: no ground is looked for that is steeper
constexpr double kLift = 0.06;        // of the leg: how high people lift their soles
constexpr double kLeastSpeed = 0.1;   // m/s of the hips: below it feet come down where they left
constexpr double kLongestStep = 1.5;  // of the leg

double least_jerk(double s) { return s * s * s * (10 - 15 * s + 6 * s * s); }

FootMoment between(const FootMoment& a, const FootMoment& b, double t) {
  return {a.heel + (b.heel - a.heel) * t, a.toe + (b.toe - a.toe) * t};
}

}  // namespace

SwingForecast follow_way(std::span<const FootMoment> way, double time) {
  SwingForecast swing;
  swing.time = time;
  const auto last = static_cast<double>(way.size() - 1);
  for (std::size_t i = 0; i < swing.way.size(); ++i) {
    const double place = last * static_cast<double>(i) / (SwingCurve::kNeeds - 1);
    const auto k = std::min(static_cast<std::size_t>(place), way.size() - 1);
    const std::size_t next = std::min(k + 1, way.size() - 1);
    swing.way[i] = between(way[k], way[next], place - static_cast<double>(k));
  }
  return swing;
}

Vec3 step_way(const Vec3& toe, const Vec3& hips, const Vec3& hips_speed, double time, double leg) {
  const Vec3 level{hips_speed.x, 0, hips_speed.z};
  const double speed = length(level);
  if (!(speed > kLeastSpeed)) return {};
  const Vec3 ahead = level / speed;
  const double way = speed * time + 2 * dot(hips - toe, ahead);
  return ahead * std::clamp<double>(way, 0, kLongestStep * leg);
}

SwingForecast straight_way(const FootMoment& from, const Vec3& way, double time, double floor, double leg) {
  SwingForecast swing;
  swing.time = time;
  for (std::size_t i = 0; i < swing.way.size(); ++i) {
    const double s = static_cast<double>(i) / (SwingCurve::kNeeds - 1);
    const double lift = floor + kLift * leg * (4 * s * (1 - s));
    const Vec3 gone = Vec3{way.x, 0, way.z} * least_jerk(s);
    FootMoment& moment = swing.way[i];
    moment = {from.heel + gone, from.toe + gone};
    moment.heel.y = (from.heel.y - floor) * (1 - least_jerk(s)) + lift;
    moment.toe.y = (from.toe.y - floor) * (1 - least_jerk(s)) + lift;
  }
  return swing;
}

SwingPlan plan_way(const Ground& ground, const SwingForecast& swing, double offset, const GroundFeetSettings& settings,
                   double leg) {
  const double floor = settings.plants.floor;
  const Vec3 gone = swing.way.back().toe - swing.way.front().toe;
  const double reach = kCastReach * leg + kSteepest * length(Vec3{gone.x, 0, gone.z});
  SwingPlan plan;
  double to = offset;
  // Where it will be flat, of which one end has come down.
  FootMoment landing = swing.way.back();
  const Vec3 along = landing.toe - landing.heel, level = normalised(Vec3{along.x, 0, along.z}) * length(along);
  if (landing.heel.y <= landing.toe.y)
    landing.toe = landing.heel + level;
  else
    landing.heel = landing.toe - level;
  landing.heel.y = landing.toe.y = floor + offset;
  if (const std::optional<SolePlane> plane = lay_sole(ground, landing.heel, landing.toe, reach)) {
    plan.normal = plane->normal;
    to = plane->height(landing.toe) - floor;
  }
  std::array<double, SwingCurve::kNeeds> needs;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const FootMoment& sole = swing.way[i];
    needs[i] = -kInfinity;
    const Vec3 middle = (sole.heel + sole.toe) * 0.5;
    for (const Vec3* point : {&sole.heel, &middle, &sole.toe}) {
      const double top = point->y + std::max<double>(offset, to) + reach;
      const GroundHit hit = ground({point->x, top, point->z}, top - (floor + std::min<double>(offset, to) - reach));
      if (!hit.hit || !std::isfinite(hit.point.y)) continue;
      const double height = std::max<double>(0, point->y - floor);
      needs[i] = std::max<double>(needs[i], hit.point.y - point->y + std::min<double>(settings.clearance, height));
    }
  }
  plan.curve = SwingCurve::over(offset, to, needs);
  return plan;
}

}  // namespace kine::detail
