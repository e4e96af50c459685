#pragma once

#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/foot_curves.h"
#include "kine/motion/walk/step.h"
#include "kine/motion/walk_plan.h"

/// What a step asks of the body at one of its moments: a pure function of both.
namespace kine::detail {

/// A plan, and what only planning asks of it.
struct Targets : WalkPlan {
  double pulled = 0;      ///< how far legs at full stretch pull the pelvis down, metres
  double tilt = 0;        ///< of the pelvis, forward, radians
  double sunk = 0;        ///< how far the pelvis is below what the gait means, by plan, metres
  double overreach[2]{};  ///< how far the pelvis would have been too high for each leg, metres
};

/// The targets. `stood`: the points that stood still in the frame before (stood_bit), for which ones do now.
Targets targets_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment,
                   unsigned stood);
/// The same without the planted points, which only who draws asks for.
Targets legs_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment);

/// The hips, and how far they are too high for the legs: all that a plan of their height asks for.
Targets hips_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment);

/// Two parts of it for who asks for nothing else while a foot is in the air: the hips as far as the feet go by them and
/// the foot that bears, which do not depend on how the other one swings, and that one below them.
Targets hips_in_swing(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment);
FootPose foot_in_swing(const BipedMeasures& build, const Gait& gait, const Step& step, double part,
                       const Transform& hips);

}  // namespace kine::detail
