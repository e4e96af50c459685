#pragma once

#include <array>

#include "kine/motion/crawl/crawler_model.h"

namespace kine::detail {

/// How much of its arch a tip has at phase s of a step.
double arched(double s);

/// True if a tip that goes up does all of it at once, and one that goes down at last: it is never much higher than it
/// must be, but has to hurry. Else it climbs all the way, below its arch.
inline bool is_quick(const CrawlMemory& state, int leg) { return (state.quick >> leg & 1) != 0; }

/// The tip of a leg at phase s of a step; where it stands if it does not step.
Vec3 tip_at(const CrawlMemory& state, int leg, double s);

/// The body at phase s of a step when its course has come to `course`.
Transform body_at(const CrawlerModel& body, const CrawlMemory& state, const Course& course, double s);

/// What the speeds go to, and how quickly, for what is asked for: a share of it, and by way of standing still where it
/// is the other way.
void set_speed_goal(const CrawlGait& gait, CrawlMemory& state);

/// The course after so many seconds as it is aimed now.
Course foreseen(const CrawlMemory& state, double time);

/// The body on its way through the rest of a step: what legs are held against.
struct BodyWay {
  static constexpr int kSamples = 16;
  std::array<double, kSamples> phases;
  std::array<Transform, kSamples> body_from_world;
};
BodyWay body_way(const CrawlerModel& body, const CrawlMemory& state);

/// True if a leg can follow its tip on that way, at the tip's lift and its joints' limits.
bool leg_fits(const CrawlerModel& body, const CrawlMemory& state, const BodyWay& way, int leg);

/// True if every leg can follow the rest of the step as it is planned.
bool fits(const CrawlerModel& body, const CrawlMemory& state);

}  // namespace kine::detail
