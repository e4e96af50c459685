#pragma once

#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/ground.h"
#include "kine/motion/steering.h"
#include "kine/motion/walk_plan.h"
#include "kine/motion/walk_state.h"

namespace kine {

/// How the legs are solved (Meredith & Maddock). May change from frame to frame.
enum class WalkMode : std::uint8_t {
  Half,    ///< by the half Jacobian: three rows bring the ankle to its place, the foot's angles follow
  Full,    ///< by the full Jacobian: six rows for the place and the rotation of the foot
  Hybrid,  ///< full for the foot that steps, half for the foot that stands
};

/// How the solve of one leg went, measured by forward kinematics where it ended.
struct LegReport {
  double position_error = 0;  ///< of the ankle, metres
  double angle_error = 0;     ///< of the foot, radians
  int iterations = 0;
  bool full = false;  ///< true: six rows were solved; false: three
};

/// How a frame went.
struct WalkReport {
  WalkPlan plan{};         ///< what was asked of the body
  LegReport legs[2]{};     ///< left, right
  double time = 0;         ///< seconds that the figure walked: dt, but at most 1, and 0 where dt is not a number
  bool bad_stick = false;  ///< the stick or the time was not a number: it stands
  bool held_back = false;  ///< asked for more than walking can do (Froude number 0.5): it walks as fast as that
  bool blocked = false;    ///< there is no foothold ahead: it stops
  bool no_ground = false;  ///< there is no ground where the walk should start: state and pose are as they were
};

/// One frame of walking: moves `state` on by `dt` seconds as the stick asks and writes the whole body into the pose.
/// Joints that a body does not have are left as they are. Planning looks at the ground and never at the result of a
/// solver, in closed form over dt, so the frame rate does not matter. The same state, stick and dt give the same bits,
/// whatever the pose held before. Allocates nothing; `scratch` is a Scratch(biped).
///
/// The first call with a new state puts the figure on the ground at state.course, standing. A stick that is not a
/// number counts as a stick at rest, ground that is not a number counts as a gap, and no step is made onto a gap.
/// A frame is at most one second long: of a longer dt one second is walked and the rest is lost (WalkReport::time says how
/// much was walked). Who wants it all calls walk() again.
WalkReport walk(const Biped& biped, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                WalkMode mode, WalkState& state, std::span<double> pose, Scratch& scratch);

/// The same by the full Jacobian.
inline WalkReport walk(const Biped& biped, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                       WalkState& state, std::span<double> pose, Scratch& scratch) {
  return walk(biped, gait, ground, stick, dt, WalkMode::Full, state, pose, scratch);
}

}  // namespace kine
