#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"
#include "kine/motion/crawl/leg_room.h"
#include "kine/motion/ground.h"
#include "kine/motion/steering.h"

namespace kine {

/// How a figure on many legs walks. Metres and seconds.
struct CrawlGait {
  double top_speed = 0.45;  ///< ahead, at a full stick
  double top_back_speed = 0.3;
  double top_side_speed = 0.25;
  double top_turn = 0.8;  ///< rad/s
  double acceleration = 0.8;
  double braking = 2;
  double turn_acceleration = 3;
  double step = 0.18;                         ///< the way in one step; a step lasts as long as that takes,
  double least_time = 0.3, most_time = 0.55;  ///< within these
  double lift = 0.06;                         ///< how high a tip goes
  double clearance = 0.025;                   ///< and over what is on its way
  double most_rise = 0.35;                    ///< up or down from the other legs
  double lean = 0.8;                          ///< how much of the slope below its legs the body takes on
};

/// Everything that a crawl remembers: copy it to rewind. Set `course` before the first frame to start elsewhere.
struct CrawlState {
  static constexpr int kMaxLegs = 6, kMaxLegValues = 4;
  enum class Phase : std::uint8_t { New, Stand, Step };

  walking::Course course{};
  walking::Speeds asked{};
  Phase phase = Phase::New;
  std::uint8_t group = 0;   ///< of the legs that step: those with even numbers, or the others
  bool blocked = false;     ///< no foothold ahead, or none that the legs reach: it stops
  std::uint8_t quick = 0;   ///< a bit for each leg whose tip goes up at once, or down at last
  std::uint8_t shifts = 0;  ///< of the body that were tried since the last step that went on
  double part = 0, duration = 1;
  double share = 1;                              ///< of what is asked for that the legs allow in this step
  walking::Speeds goal{};                        ///< what the speeds go to now,
  walking::SpeedRates rates{1, 1, 1};            ///< and how quickly
  double base_before = 0, base = 0;              ///< of the ground below the body, when the step began and ends
  double climb_before = 0, climb = 0;            ///< likewise: how fast that rises, m/s
  Vec3 normal_before = kUnitY, normal = kUnitY;  ///< likewise: what the body takes for up
  Vec3 from[kMaxLegs]{}, to[kMaxLegs]{};         ///< of each tip in this step; the same where it stands
  Vec3 arch[kMaxLegs]{};                         ///< how far up and aside each goes between
  double legs[kMaxLegs][kMaxLegValues]{};        ///< where the next solve starts
};
static_assert(std::is_trivially_copyable_v<CrawlState> && sizeof(CrawlState) <= 1024);

/// A skeleton with up to six legs made ready to crawl. Refers to it; it must outlive this.
class Crawler {
 public:
  struct Leg {
    JointId first{}, tip{};
    int first_value = 0, value_count = 0;
    Vec3 hip{}, neutral{};  ///< where it begins, and where its tip stands, seen from the body
    walking::LegRoom room{};
  };

  /// `standing` is a pose in which it stands upright, Y up, and faces +Z. The root is its body. Even tips make one
  /// group, odd ones the other: for six legs, tripods. Refused with a sentence: no free root, names that are not there,
  /// fewer than three legs or more than six, legs with more than four values.
  static Result<Crawler> build(const Skeleton& skeleton, std::span<const double> standing,
                               std::span<const std::string_view> tips);

  const Skeleton& skeleton() const { return *skeleton_; }
  std::span<const Leg> legs() const { return {legs_.data(), static_cast<std::size_t>(count_)}; }
  JointId body() const { return body_; }
  const Quat& standing_body() const { return standing_body_; }
  double height() const { return height_; }
  std::span<const double> standing_leg(int leg) const { return standing_legs_[static_cast<std::size_t>(leg)]; }
  std::size_t scratch_bytes() const;

 private:
  Crawler() = default;
  const Skeleton* skeleton_ = nullptr;
  JointId body_ = kWorld;
  Quat standing_body_{};
  double height_ = 0;
  std::array<Leg, CrawlState::kMaxLegs> legs_{};
  std::array<std::array<double, CrawlState::kMaxLegValues>, CrawlState::kMaxLegs> standing_legs_{};
  int count_ = 0;
};

/// How a frame went.
struct CrawlReport {
  Transform body{};                               ///< where the body was put
  std::array<Vec3, CrawlState::kMaxLegs> tips{};  ///< where each tip was asked to be
  std::array<bool, CrawlState::kMaxLegs> down{};  ///< and whether it stands there
  double position_error = 0;                      ///< of the worst leg, metres
  int iterations = 0;                             ///< of all legs together
  bool blocked = false;
};

/// One frame of a figure that walks on alternating groups of legs: three stand while three step. Footholds are found by
/// casts; each leg is a goal of three rows, solved by the half Jacobian from where it was (the spider of Meredith &
/// Maddock). Planned in closed form at exact moments, never from a solver's result, and so that every leg can follow
/// (see LegRoom): tips are within 0.1 mm of their plan, planted or in the air; for that it may be slower than asked
/// for, and heeds a stick that changes within an eighth of a step, or as soon as the legs allow. Allocates nothing; a
/// stick or time that is not a number counts as none.
CrawlReport crawl(const Crawler& body, const CrawlGait& gait, const Ground& ground, const Stick& stick, double dt,
                  CrawlState& state, std::span<double> pose, Scratch& scratch);

}  // namespace kine
