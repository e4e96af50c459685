#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"
#include "kine/motion/ground.h"
#include "kine/motion/steering.h"

namespace kine {

class Crawler;
struct CrawlState;
namespace detail {
class CrawlerModel;
struct CrawlMemory;
const CrawlerModel& model_of(const Crawler& crawler);
CrawlMemory memory_of(const CrawlState& state);
void remember(const CrawlMemory& memory, CrawlState& state);
}  // namespace detail

/// How a figure on many legs walks.
struct CrawlGait {
  double top_speed = 0.45;       ///< ahead, at a full stick, m/s
  double top_back_speed = 0.3;   ///< m/s
  double top_side_speed = 0.25;  ///< m/s
  double top_turn = 0.8;         ///< rad/s
  double acceleration = 0.8;     ///< m/s^2
  double braking = 2;            ///< m/s^2
  double turn_acceleration = 3;  ///< rad/s^2
  double step = 0.18;            ///< how far the body goes in one step, metres; a step lasts as long as that takes,
  double least_time = 0.3;       ///< but not less,
  double most_time = 0.55;       ///< nor more than so many seconds
  double lift = 0.06;            ///< how high a tip is lifted, metres
  double clearance = 0.025;      ///< how far it stays above what is on its way, metres
  double most_rise = 0.35;       ///< how far up or down from the other legs a foothold may be, metres
  double lean = 0.8;             ///< 0…1: how much of the slope below its legs the body takes on
};

/// All that a crawl remembers: copy it to rewind. A new state starts a crawl; set `course` and, where there is ground
/// above ground, `start_height` before the first frame to start elsewhere than at the origin. From then on crawl()
/// writes all of it, and what you change in it has no effect.
struct CrawlState {
  static constexpr int kMaxLegs = 6;
  enum class Phase : std::uint8_t {
    New,    ///< not put on the ground yet
    Stand,  ///< all legs stand
    Step,   ///< one group of legs steps
  };

  Course course{};  ///< where the body is on the map, where it faces and how it moves
  /// Where the crawl starts, y in the world, metres: on the highest ground that is not more than the body's height
  /// above it. Without it, on the highest ground of all (between 100 km above and below the origin).
  std::optional<double> start_height{};
  Phase phase = Phase::New;
  bool blocked = false;   ///< there is no foothold ahead, or none that the legs reach: it stops
  double step_phase = 0;  ///< 0…1 of the step

 private:
  friend detail::CrawlMemory detail::memory_of(const CrawlState& state);
  friend void detail::remember(const detail::CrawlMemory& memory, CrawlState& state);

  static constexpr std::size_t kMemoryBytes = 896;
  alignas(8) std::byte memory_[kMemoryBytes]{};  ///< a detail::CrawlMemory
};
static_assert(std::is_trivially_copyable_v<CrawlState> && sizeof(CrawlState) <= 2048);

/// A skeleton with three to six legs made ready to crawl. Refers to it; it must outlive this. It can be moved and not
/// copied.
class Crawler {
 public:
  /// `standing` is a pose in which it stands upright, Y up, and faces +Z. The root is its body. Tips at even places of
  /// the list make one group, those at odd places the other: for six legs, tripods. Refused with a sentence: no free
  /// root, names that are not there, fewer than three legs or more than six, legs with more than four values.
  static Result<Crawler> build(const Skeleton& skeleton, std::span<const double> standing,
                               std::span<const std::string_view> tips);

  Crawler(Crawler&&) noexcept;
  Crawler& operator=(Crawler&&) noexcept;
  ~Crawler();

  const Skeleton& skeleton() const;
  /// The joints at the ends of the legs, in the order they were named.
  std::span<const JointId> tips() const;
  /// What a Scratch for crawl() must hold.
  std::size_t scratch_bytes() const;

 private:
  friend const detail::CrawlerModel& detail::model_of(const Crawler& crawler);
  explicit Crawler(std::unique_ptr<const detail::CrawlerModel> model);

  std::unique_ptr<const detail::CrawlerModel> model_;
};

/// How a frame went. Arrays go by leg; places are in the world.
struct CrawlReport {
  Transform body{};                                   ///< where the body was put
  std::array<Vec3, CrawlState::kMaxLegs> tips{};      ///< where each tip was asked to be
  std::array<bool, CrawlState::kMaxLegs> down{};      ///< whether it stands there
  std::array<Vec3, CrawlState::kMaxLegs> landings{};  ///< where it will come down, or stands
  double position_error = 0;                          ///< of the worst leg, metres
  int iterations = 0;                                 ///< of all legs together
  bool blocked = false;                               ///< there is no foothold ahead: it stops
  bool no_ground = false;  ///< there is no ground where the crawl should start: state and pose are as they were
};

/// One frame of a figure that walks on alternating groups of legs: three stand while three step. Footholds are found by
/// casts straight down; each leg is a goal of three rows, solved by the half Jacobian from where it was (the spider of
/// Meredith & Maddock). Steps are planned in closed form at exact moments, never from the result of a solver, and so
/// that every leg can follow: tips are within 0.1 mm of their plan, on the ground or in the air. For that the figure
/// may be slower than asked for; a stick that changes takes effect within an eighth of a step, or as soon as the legs
/// allow. Allocates nothing; `scratch` is a Scratch(body). A stick or time that is not a number counts as none. A frame is
/// at most one second long: of a longer dt one second passes and the rest is lost.
///
/// The first call with a new state puts the figure on the ground at state.course, standing.
CrawlReport crawl(const Crawler& crawler, const CrawlGait& gait, const Ground& ground, const Stick& stick, double dt,
                  CrawlState& state, std::span<double> pose, Scratch& scratch);

}  // namespace kine
