#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kine/core/fault.h"
#include "kine/model/skeleton.h"

namespace kine {

/// How a solve ended.
enum class Status : std::uint8_t {
  Reached,      ///< every goal is met within tolerance
  NotFound,     ///< no pose that meets them was found; there may be one
  Unreachable,  ///< proved: a target, or where the wrist would have to be for it, lies beyond the sum of the bone
                ///< lengths, or within the hollow they cannot enter
  BadInput,     ///< a goal, setting or pose that makes no sense (not finite, wrong size); the pose is as it was
};

std::string_view to_string(Status status);

/// Which limit of a ball joint.
enum class BallPart : std::uint8_t { None, Swing, Twist };

/// Something that stood in the way: a limit at which the solve ended, or a goal of an earlier priority.
struct Blocker {
  JointId joint = kWorld;          ///< whose limit; kWorld: it is a goal
  int component = 0;               ///< which axis of the joint
  BallPart ball = BallPart::None;  ///< of a ball joint: which of its limits
  int goal = -1;                   ///< which goal
  double at = 0;                   ///< the limit, radians or metres; of a swing: how far it is swung
  double gain = 0;                 ///< metres of error gone for each radian (or metre) the limit gives way
  double relax = 0;  ///< how far the limit must give way for the goal to be reached, by itself; 0: not known
};

/// Why a place goal is out of reach where its point alone is not: the target says where the wrist (the point in which
/// the last joints meet) would have to be, and that lies beyond what the joints above it span, or inside their hollow.
struct WristProof {
  JointId from = kWorld;  ///< the joint from which distances count; kWorld: nothing was proved so
  double away = 0;        ///< how far from there the wrist would have to be, metres
  double nearest = 0;     ///< how near it can come, by the lengths of the bones alone
  double farthest = 0;    ///< how far it gets
  bool proved() const { return from.valid(); }
};

/// How a solve went. Errors are measured by forward kinematics of the pose that is handed back.
struct Report {
  static constexpr int kMaxBlockers = 8;

  Status status = Status::BadInput;
  double position_error = 0;  ///< the largest of any goal, metres; holds do not count
  double angle_error = 0;     ///< the largest of any goal, radians; holds do not count
  double hold_error = 0;  ///< how far any freedom is from the posture of a hold, radians or metres. Holds are wishes:
                          ///< they decide neither the status nor the worst goal
  int worst_goal = -1;    ///< the goal that is farthest off, against its tolerance
  int iterations = 0;
  int outside_limits = 0;  ///< freedoms (a ball counts once) that the solve may not move and that lie outside their
                           ///< limits, where they were left; what it may move is always inside
  Fault fault{};           ///< BadInput: what was wrong
  int blocker_count = 0;
  std::array<Blocker, kMaxBlockers> blockers{};
  WristProof wrist{};  ///< Unreachable: the proof by the wrist, if it is that

  bool reached() const { return status == Status::Reached; }
};

/// The report as a sentence: `31.0 mm short: l_elbow at its 145.0 degree limit; 6.0 degrees more reaches`.
std::string sentence(const Skeleton& skeleton, const Report& report);

}  // namespace kine
