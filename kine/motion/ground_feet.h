#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/model/clip.h"
#include "kine/model/shape.h"
#include "kine/motion/ground.h"
#include "kine/motion/motion_body.h"
#include "kine/motion/plants.h"

namespace kine {

struct GroundFeetState;
namespace detail {
struct FeetMemory;
FeetMemory memory_of(const GroundFeetState& state);
void remember(const FeetMemory& memory, GroundFeetState& state);
}  // namespace detail

/// How feet are put on the ground. Lengths are metres; speeds and heights that plants are found by are for a leg of 0.87 m.
struct GroundFeetSettings {
  double weight = 1;       ///< 0: the animation as it is, 1: all of the correction
  PlantSettings plants{};  ///< how plants are found, and how high the animation's own ground is (plants.floor)
  /// No leg becomes straighter: hip to ankle as a share of its length. Of a clip: SoleFit::straightest.
  double straightest = 0.995;
  double settle = 0.06;   ///< seconds in which a foot that has landed comes to rest; shorter pops, longer slides
  double release = 0.25;  ///< seconds in which a foot that leaves comes back to its animation
  double clearance =
      0.02;  ///< a swinging sole stays so far above what is in its way, metres, where it is animated higher
  double swing_time = 0.4;  ///< seconds that a swing is taken to last until one has been seen
};

/// Heel and toe of a foot at a moment, as animated: in the world with Y up, metres.
struct FootMoment {
  Vec3 heel{}, toe{};
};

/// What is known of a foot beyond this frame: from the clip that plays, or by hand.
struct FootForecast {
  bool heel_down = false, toe_down = false;  ///< planted in this frame
  FootMoment stands{};                       ///< where heel and toe stand now or next, as animated
  bool stands_flat = false;                  ///< both do, at the same time: the foot is turned as they lie
  /// While neither is down: seconds until one is, and the way there at evenly spaced moments, the first one now.
  double lands_in = 0;
  bool heel_first = true;  ///< while neither is down: the heel comes down first, or both together
  std::span<const FootMoment> way{};
};

/// All that ground_feet() remembers: copy it to rewind.
struct GroundFeetState {
  bool started = false;  ///< false: the next frame is the first; nothing is blended
  bool heel_down[2]{};   ///< left, right: planted
  bool toe_down[2]{};

  /// After a teleport: feet are put where they are animated, without a blend.
  void reset() { *this = {}; }

 private:
  friend detail::FeetMemory detail::memory_of(const GroundFeetState& state);
  friend void detail::remember(const detail::FeetMemory& memory, GroundFeetState& state);

  static constexpr std::size_t kMemoryBytes = 1016;
  alignas(8) std::byte memory_[kMemoryBytes]{};  ///< a detail::FeetMemory
};
static_assert(std::is_trivially_copyable_v<GroundFeetState> && sizeof(GroundFeetState) <= 1024);

/// How a frame went. Arrays go by foot: left, right.
struct GroundFeetReport {
  double pelvis = 0;  ///< how far the whole figure was raised, metres
  Vec3 moved[2]{};    ///< how far each ankle was moved in the world with Y up, the pelvis' way included, metres
  double miss[2]{};   ///< how far it is from where it should be: the leg cannot do it, metres
  bool heel_down[2]{};
  bool toe_down[2]{};
  bool bad_input = false;  ///< the pose or the time is no number: the pose is as animated, the state as it was
};

/// Puts the feet of an animated pose on the ground, one frame: from `animated` to `pose` (which may be the same memory).
/// Only the legs and the shift of the root change. Soles lie on the ground as it is, along its slope; the animation's
/// height above its own ground stays. A heel or toe that stands is locked where it came down until it leaves, and then
/// comes back to its animation without a jump. A swinging foot goes from the height that it left to the one where it
/// will land, over what is in its way. The whole figure is raised by the mean of what its feet are, and lower where a
/// leg would become straighter than `straightest`. Feet keep to bodies that move (GroundHit::body).
///
/// `ground` is in the figure's world turned so that up is Y (MotionBody::world_from_figure). Without a forecast plants are
/// found as they come, and where a foot will land is taken from how the last step went. `shape` are the lengths of bones of this
/// moment, where a clip animates them. `dt` is the time since the last frame; of more than one second a second counts.
/// Allocates nothing; `scratch` is a Scratch(body). The same state, pose, ground and dt give the same bits.
GroundFeetReport ground_feet(const MotionBody& body, std::span<const double> animated, const Ground& ground,
                             const GroundFeetSettings& settings, std::span<const FootForecast> forecast, double dt,
                             GroundFeetState& state, std::span<double> pose, Scratch& scratch,
                             const Shape* shape = nullptr);

/// The same without a forecast.
inline GroundFeetReport ground_feet(const MotionBody& body, std::span<const double> animated, const Ground& ground,
                                    const GroundFeetSettings& settings, double dt, GroundFeetState& state,
                                    std::span<double> pose, Scratch& scratch) {
  return ground_feet(body, animated, ground, settings, {}, dt, state, pose, scratch);
}

/// Does it to a whole clip, with plants that are known: find_plants(), or by hand. Refused with a sentence: plants that
/// contradict each other (check_plants).
Result<Clip> ground_clip(const MotionBody& body, const Clip& clip, std::span<const Plant> plants, const Ground& ground,
                         const GroundFeetSettings& settings);

}  // namespace kine
