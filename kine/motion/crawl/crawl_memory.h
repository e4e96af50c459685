#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/motion/crawl.h"
#include "kine/motion/walk/course_motion.h"

namespace kine::detail {

/// What a CrawlState holds as bytes: all that a crawl remembers, as planning works with it. Arrays go by leg.
struct CrawlMemory {
  using Phase = CrawlState::Phase;
  static constexpr int kMaxLegs = CrawlState::kMaxLegs, kMaxLegValues = 4;

  Course course{};
  CourseSpeeds asked{};
  Phase phase = Phase::New;
  std::uint8_t group = 0;     ///< of the legs that step: those with even numbers, or the others
  bool blocked = false;       ///< no foothold ahead, or none that the legs reach: it stops
  std::uint8_t quick = 0;     ///< a bit for each leg whose tip goes up at once, or down at last
  std::uint8_t shifts = 0;    ///< of the body that were tried since the last step that went on
  double step_phase = 0;      ///< 0…1 of the step; while it is blocked and stands, of the time until it tries again
  double duration = 1;        ///< of the step, seconds
  double share = 1;           ///< of what is asked for that the legs allow in this step
  CourseSpeeds goal{};        ///< what the speeds go to now,
  SpeedRates rates{1, 1, 1};  ///< and how quickly
  double base_before = 0, base = 0;              ///< height of the ground below the body, when the step began and ends
  double climb_before = 0, climb = 0;            ///< likewise: how fast that rises, m/s
  Vec3 normal_before = kUnitY, normal = kUnitY;  ///< likewise: what the body takes for up
  Vec3 from[kMaxLegs]{}, to[kMaxLegs]{};         ///< of each tip in this step; the same where it stands
  Vec3 arch[kMaxLegs]{};                         ///< how far up and aside each goes between, metres
  double legs[kMaxLegs][kMaxLegValues]{};        ///< joint values, where the next solve starts
};
static_assert(std::is_trivially_copyable_v<CrawlMemory> && sizeof(CrawlMemory) <= 1024);

/// The memory of a state; of a new one, that of a crawl that starts at its course.
CrawlMemory memory_of(const CrawlState& state);
/// Keeps the memory in a state, and shows what users may read of it.
void remember(const CrawlMemory& memory, CrawlState& state);

}  // namespace kine::detail
