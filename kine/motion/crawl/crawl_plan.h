#pragma once

#include <array>
#include <cmath>

#include "kine/motion/crawl/crawl_step.h"

namespace kine::detail {

constexpr double kRing = 0.035;  ///< from one circle of places for a foothold to the next, metres
constexpr int kRings = 7;
constexpr double kFarthest = kRing * kRings;

/// Metres: ways that are shorter are taken for this long where something is divided by them.
constexpr double kNoWay = 1e-9;

inline double far_on_map(const Vec3& a, const Vec3& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}

/// The few best places so far, best first.
struct BestPlaces {
  static constexpr std::size_t kMost = 6;
  struct Place {
    double cost;
    Vec3 at;
  };
  std::array<Place, kMost> places;
  std::size_t count = 0;

  void add(double cost, const Vec3& at);
  /// The cost that another one must be below.
  double worst() const { return count < kMost ? kInfinity : places[kMost - 1].cost; }
};

/// Chooses steps: which legs go where, and how fast and how high the body may be, so that every leg can follow from
/// its first moment to its last. Nothing is begun that could not be stopped: with every step it is known that the body
/// can come to rest after it, its tips where they are. That is the way out when nothing else fits.
struct CrawlPlanner {
  const CrawlerModel& body;
  const CrawlGait& gait;
  const Ground& ground;
  CrawlMemory& state;

  /// Goes on for `dt` seconds with this stick.
  void run(const CourseSpeeds& stick, double dt);
  bool steps(int leg) const { return state.phase == CrawlMemory::Phase::Step && leg % 2 == state.group; }

 private:
  /// What footholds are judged by before all of them are known: the body on its way, and when it lands and when the tip
  /// leaves again.
  struct StepView {
    double heading;
    BodyWay way;
    Transform landing, leaving;
    Vec3 stride;  ///< from a place to the next one
  };
  int count() const { return static_cast<int>(body.legs().size()); }
  Vec3 neutral(int leg, const Course& course) const;

  // Where tips go: crawl_foothold.cpp.
  BestPlaces places_near(int leg, const Vec3& near, double level, const StepView& view, bool as_now) const;
  double height_at(const Vec3& place) const;
  bool is_at_wall(const Vec3& place) const;
  bool find_foothold(int leg, const Vec3& near, double level, const StepView& view);
  bool find_arch(int leg, const StepView& view);
  double lift_of(int leg) const;
  StepView view_of(const Course& landing);

  // A step.
  bool choose_footholds();
  void settle(const Course& then);
  double pace() const;
  double time_for_tips() const;
  bool try_step(int group, double share);
  void hold();
  bool shift_body();
  bool can_stop() const;
  bool some_leg_moves() const;
  bool is_out_of_place() const;

  // One after the other.
  void put_on_ground();
  bool start_step(int first_group);
  void take_stick(const CourseSpeeds& stick);
  void end_step(const CourseSpeeds& stick);
  bool wakes(const CourseSpeeds& stick, double dt);
};

}  // namespace kine::detail
