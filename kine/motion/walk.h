#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/body/leg_solve.h"
#include "kine/motion/gait.h"
#include "kine/motion/ground.h"
#include "kine/motion/steering.h"
#include "kine/motion/walk/walk_plan.h"
#include "kine/motion/walk_state.h"

namespace kine {

/// How the legs are solved (Meredith & Maddock): by the half Jacobian, by the full one, or by the full one for the foot
/// that steps and the half one for the foot that stands. May change from frame to frame.
enum class WalkMode : std::uint8_t { Half, Full, Hybrid };

/// How a frame went.
struct WalkReport {
  walking::WalkPlan plan{};      ///< what was asked of the body
  walking::LegReport legs[2]{};  ///< left, right
  bool bad_stick = false;        ///< the stick or the time was not a number: it stands
  bool held_back = false;        ///< faster than walking can be (Froude number 0.5): held there
  bool blocked = false;          ///< no foothold ahead: it stops
};

/// One frame of walking: moves `state` on by dt seconds as the stick asks and writes the whole body into the pose,
/// joints that a body does not have left as they are. Planning looks at the ground and never at a solver's result, in
/// closed form over dt, so the frame rate does not matter; the same state, stick and dt give the same bits, whatever
/// the pose held before. Allocates nothing; `scratch` is a Scratch(body).
///
/// The first call with a new state puts the figure on the ground at state.course, standing. A stick that is not a
/// number counts as none; ground that is not a number counts as a gap, and no step is made onto a gap.
WalkReport walk(const Biped& body, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                WalkState& state, std::span<double> pose, Scratch& scratch, WalkMode mode = WalkMode::Full);

}  // namespace kine
