#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/lever.h"

namespace kine {

/// Something to look at and to reach for. It is known by its place in the list that reach_out is given: one that is
/// gone keeps its place, with both wishes false.
struct ObjectInReach {
  Vec3 point{};       ///< in the world; may move (Handle::point gives that of a lever or a door)
  bool look = true;   ///< the figure turns its head to it
  bool reach = true;  ///< and its hand takes it
};

/// How a figure reaches. Distances against the length of the arm, shoulder to grip, after the trunk has done its part.
struct ReachManner {
  double grab = 0.80;           ///< it takes what is nearer,
  double let_go = 0.84;         ///< and lets go of what is farther; at most 0.84
  double lean_standing = 0.9;   ///< the most that the trunk turns towards an object, radians,
  double lean_walking = 0.2;    ///< and while it walks
  double look_within = 3;       ///< metres of a leg of 0.87 m
  double turn_speed = 4.5;      ///< joints ease in and out at about so many radians a second,
  double shortest_ease = 0.45;  ///< and not in less than so many seconds of a leg of 0.87 m
};

/// All that reaching remembers: copy it, with the WalkState, to rewind.
struct ReachState {
  enum class Phase : std::uint8_t { Idle, In, Hold, Out };

  struct Hand {
    Phase phase = Phase::Idle;
    std::int32_t object = -1;  ///< in the list
    double elapsed = 0;        ///< seconds since the phase began,
    double duration = 0;       ///< of so many
    double from = 0;           ///< Out: the weight when it began,
    double rate = 0;           ///< and how that changed, a second
    double gap = 0;            ///< the largest turn of a joint from the walk's arm to the reaching one
    double room = 0;           ///< what was left of its reach in the last frame; below 0: it lets go
    Vec3 target{};             ///< seen from the chest: In and Hold: in the last frame; Out: when it let go,
    Vec3 velocity{};           ///< and how it moved
  };

  /// Where the head looks, in the axes of the heading.
  struct Look {
    std::int32_t object = -1;
    double elapsed = 0, duration = 0;  ///< since what is looked at changed last
    double slip[2]{}, slip_rate[2]{};  ///< what that would make the head jump, yaw and pitch; fades
    double gaze[2]{}, rate[2]{};       ///< of the last frame,
    double wanted[2]{};                ///< what it was asked for without the slip,
    double base[2]{};                  ///< as the walk had it
  };

  Hand hands[2]{};
  Look look{};
  Vec3 chest_at{};  ///< of the last frame: as the walk left the chest,
  Quat chest_turn{};
  double heading = 0;
  double standing = 0;  ///< seconds that it has stood, up to when it is all there; falls again as it walks
  bool started = false;
};

static_assert(std::is_trivially_copyable_v<ReachState> && sizeof(ReachState) <= 1024);

/// How a frame went.
struct ReachReport {
  struct Hand {
    int object = -1;              ///< what it reaches for, holds or has just let go of
    bool holds = false;           ///< the grip is on it
    double weight = 0;            ///< 0: the arm swings as it walks, 1: it holds
    double miss = 0;              ///< from the grip to the object once it holds, metres
    const char* fault = nullptr;  ///< why this arm cannot reach at all, a sentence
  };
  Hand hands[2]{};  ///< left, right
  int looks_at = -1;
  double margin = kInfinity;  ///< standing: of the centre of mass inside the support polygon, metres; endless if not
                              ///< standing, or without masses
};

/// Looks at objects and reaches for them, after walk() has written a frame into the pose; only trunk, head and arms
/// move, and the feet stay where they are. Lander's promise ("Oh My God, I Inverted Kine!"): "the character [can] reach
/// out interactively for any object within its reach".
///
/// Each free hand takes the object nearest to it that it can touch inside the limits of its joints, and keeps it until
/// it is out of reach, behind, gone or too fast; two objects can be held at once. What is too far for the arm alone
/// makes the trunk lean and turn; standing, only so far that the centre of mass stays 2 cm inside the support polygon.
/// Held, the grip is on the object; before and after, the arm goes over from the walk's swing and back, joint by joint,
/// on a curve of time in closed form. When an object comes into reach or leaves it is found between two frames, so the
/// frame rate matters little. Objects that are not finite are not there. A figure without arms or head is left alone
/// where it has none; Arm::fault says why.
///
/// `plan` is that of the walk's report; `scratch` is a Scratch(body). Allocates nothing; the same state, plan, pose,
/// objects and dt give the same bits.
ReachReport reach_out(const Biped& body, const walking::WalkPlan& plan, std::span<const ObjectInReach> objects,
                      double dt, ReachState& state, std::span<double> pose, Scratch& scratch,
                      const ReachManner& manner = {});

}  // namespace kine
