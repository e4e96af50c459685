#include "kine/motion/crawl/crawl_step.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

/// From `from` to `to` in `time` seconds with these speeds at its ends and no acceleration there, at phase s.
double smooth(double from, double from_speed, double to, double to_speed, double time, double s) {
  if (s <= 0) return from;
  if (s >= 1) return to;
  const double way = to - from, a = from_speed * time, b = to_speed * time;
  const double s3 = s * s * s;
  return from + a * s +
         s3 * (10 * way - 6 * a - 4 * b + s * (-15 * way + 8 * a + 7 * b + s * (6 * way - 3 * a - 3 * b)));
}

// A tip goes up at once and comes down at last, each in this share of a step, so that it clears edges.
constexpr double kRise = 0.22;

// And between those, mostly, it goes on its way over the map.
constexpr Window kGoes{0.12, 0.76};

}  // namespace

double arched(double s) {
  const double u = 2 * s - 1;
  return soft_ease(s / kRise) * soft_ease((1 - s) / kRise) * (1 - u * u * u * u);
}

Vec3 tip_at(const CrawlMemory& state, int leg, double s) {
  const Vec3 &from = state.from[leg], &to = state.to[leg];
  if (from == to) return to;
  const double way = soft_ease(kGoes.share(s)), share = is_quick(state, leg) ? kRise : 1;
  const double climb = to.y > from.y ? soft_ease(s / share) : 1 - soft_ease((1 - s) / share);
  return Vec3{from.x + way * (to.x - from.x), from.y + climb * (to.y - from.y), from.z + way * (to.z - from.z)} +
         arched(s) * state.arch[leg];
}

Transform body_at(const CrawlerModel& body, const CrawlMemory& state, const Course& course, double s) {
  const Vec3 up = normalised(state.normal_before + soft_ease(s) * (state.normal - state.normal_before));
  const double base = smooth(state.base_before, state.climb_before, state.base, state.climb, state.duration, s);
  return {shortest_arc(kUnitY, up) * from_axis_angle(kUnitY, course.heading),
          {course.x, base + body.height(), course.z}};
}

void set_speed_goal(const CrawlGait& gait, CrawlMemory& state) {
  const CourseSpeeds& now = state.course.speeds;
  const auto to = [&](double asked, double from, double& goal, double& rate) {
    goal = state.share * asked;
    const bool brakes = std::abs(goal) < std::abs(from) || goal * from < 0;
    if (goal * from < 0) goal = 0;
    rate = brakes ? gait.braking : gait.acceleration;
  };
  to(state.asked.forward, now.forward, state.goal.forward, state.rates.forward);
  to(state.asked.side, now.side, state.goal.side, state.rates.side);
  state.goal.turn = state.share * state.asked.turn;
  state.rates.turn = gait.turn_acceleration;
}

Course foreseen(const CrawlMemory& state, double time) {
  return advance_course(state.course, state.goal, state.rates, time);
}

BodyWay body_way(const CrawlerModel& body, const CrawlMemory& state) {
  BodyWay way;
  Course course = state.course;
  for (int i = 0; i < BodyWay::kSamples; ++i) {
    const auto look = static_cast<std::size_t>(i);
    course =
        advance_course(course, state.goal, state.rates, (1 - state.step_phase) * state.duration / BodyWay::kSamples);
    way.phases[look] = state.step_phase + (1 - state.step_phase) * (i + 1) / BodyWay::kSamples;
    way.body_from_world[look] = inverse(body_at(body, state, course, way.phases[look]));
  }
  return way;
}

bool leg_fits(const CrawlerModel& body, const CrawlMemory& state, const BodyWay& way, int leg) {
  constexpr double kLeastMargin = 0.03;  // radians: for what happens between two samples
  const LegMargin& margin = body.legs()[static_cast<std::size_t>(leg)].margin;
  for (std::size_t i = 0; i < BodyWay::kSamples; ++i)
    if (margin.at(way.body_from_world[i] * tip_at(state, leg, way.phases[i])) < kLeastMargin) return false;
  return true;
}

bool fits(const CrawlerModel& body, const CrawlMemory& state) {
  const BodyWay way = body_way(body, state);
  for (int leg = 0; leg < static_cast<int>(body.legs().size()); ++leg)
    if (!leg_fits(body, state, way, leg)) return false;
  return true;
}

}  // namespace kine::detail
