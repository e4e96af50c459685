#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "kine/core/fault.h"
#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/walk_plan.h"

namespace kine {

struct ReachState;
namespace detail {
struct ReachMemory;
ReachMemory memory_of(const ReachState& state);
void remember(const ReachMemory& memory, ReachState& state);
}  // namespace detail

/// Something to look at and to reach for. It is known by its place in the list that reach_out is given: an object that
/// is gone keeps its place, with both wishes false.
struct ObjectInReach {
  Vec3 point{};       ///< in the world; may move (Lever::point gives that of a lever or a door)
  bool look = true;   ///< the figure turns its head to it
  bool reach = true;  ///< and takes it with a hand
};

/// How a figure reaches. Distances are shares of the arm's length, from the shoulder to the grip, after the trunk has
/// leaned as far as it may.
struct ReachManner {
  double grab = 0.80;           ///< a hand takes what is nearer,
  double let_go = 0.84;         ///< and lets go of what is farther; at most 0.84
  double lean_standing = 0.9;   ///< the most that the trunk turns towards an object while it stands, radians,
  double lean_walking = 0.2;    ///< and while it walks
  double look_within = 3;       ///< it looks at what is nearer: metres for a leg of Gait::kLeg, others in proportion
  double turn_speed = 4.5;      ///< joints ease in and out at about so many radians per second,
  double shortest_ease = 0.45;  ///< and not in less than so many seconds for a leg of Gait::kLeg
};

/// All that reaching remembers: copy it, together with the WalkState, to rewind. reach_out() writes all of it, and what
/// you change in it has no effect.
struct ReachState {
  enum class HandPhase : std::uint8_t {
    Idle,       ///< the arm swings as it walks
    Extending,  ///< the hand goes out to an object
    Holding,    ///< the grip is on the object
    Returning,  ///< the hand has let go, and the arm comes back to its swing
  };
  struct Hand {
    HandPhase phase = HandPhase::Idle;
    std::int32_t object = -1;  ///< its place in the list of objects; -1: none
  };

  bool started = false;        ///< false: the next frame is the first
  Hand hands[2]{};             ///< left, right
  std::int32_t looks_at = -1;  ///< the object that the head is turned to; -1: none

 private:
  friend detail::ReachMemory detail::memory_of(const ReachState& state);
  friend void detail::remember(const detail::ReachMemory& memory, ReachState& state);

  static constexpr std::size_t kMemoryBytes = 416;
  alignas(8) std::byte memory_[kMemoryBytes]{};  ///< a detail::ReachMemory
};

static_assert(std::is_trivially_copyable_v<ReachState> && sizeof(ReachState) <= 1024);

/// How a frame went.
struct ReachReport {
  struct Hand {
    int object = -1;     ///< what it reaches for, holds or has just let go of
    bool holds = false;  ///< the grip is on it
    double weight = 0;   ///< 0: the arm swings as it walks, 1: it holds
    double miss = 0;     ///< from the grip to the object once it holds, metres
    Fault fault{};       ///< why this arm cannot reach at all
  };
  Hand hands[2]{};  ///< left, right
  int looks_at = -1;
  /// While it stands: how far the centre of mass is inside the support polygon, metres. Infinite while it does not
  /// stand, and for a skeleton without masses.
  double margin = kInfinity;
};

/// Looks at objects and reaches for them, after walk() has written a frame into the pose. Only trunk, head and arms
/// move; the feet stay where they are. Lander's promise ("Oh My God, I Inverted Kine!"): "the character [can] reach out
/// interactively for any object within its reach".
///
/// Each free hand takes the object nearest to it that it can touch inside the limits of its joints, and keeps it until
/// the object is out of reach, behind the body, gone or too fast. Two objects can be held at once. For what is too far
/// for the arm alone the trunk leans and turns; while the figure stands, only so far that the centre of mass stays 2 cm
/// inside the support polygon. While a hand holds an object its grip is on it; before and after, the arm goes from the
/// walk's swing to the object and back, joint by joint, on a curve of time in closed form. The moment when an object
/// comes into reach or leaves it is found between two frames, so the frame rate matters little. Objects whose point is
/// not finite count as gone. An arm that cannot reach is left alone, and ReachReport::Hand::fault says why. A dt above one
/// second counts as one second, and one below a nanosecond (or that is not a number) as no time at all.
///
/// `plan` is that of walk()'s report for this frame; `scratch` is a Scratch(biped). Allocates nothing. The same state,
/// plan, pose, objects and dt give the same bits.
ReachReport reach_out(const Biped& biped, const WalkPlan& plan, std::span<const ObjectInReach> objects, double dt,
                      const ReachManner& manner, ReachState& state, std::span<double> pose, Scratch& scratch);

/// The same in the usual manner.
inline ReachReport reach_out(const Biped& biped, const WalkPlan& plan, std::span<const ObjectInReach> objects,
                             double dt, ReachState& state, std::span<double> pose, Scratch& scratch) {
  return reach_out(biped, plan, objects, dt, ReachManner{}, state, pose, scratch);
}

}  // namespace kine
