#pragma once

#include "kine/math/transform.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/foot_curves.h"
#include "kine/motion/walk_state.h"

namespace kine::walking {

/// The lengths of a figure that a walk is planned by.
struct Build {
  double leg = 0.87;  ///< hip to ankle, straight
  double thigh = 0.44, shank = 0.43;
  double least_leg = 0.28;   ///< hip to ankle, with the knee bent as far as it goes
  double ankle_down = 0.87;  ///< how far it points down
  double ankle_up = 0.349;   ///< how far the foot bends up against the shank, radians
  double hip_back = 0.349;   ///< how far the thigh goes back, radians
  double hip_in = 0.52;      ///< inwards,
  double hip_out = 0.78;     ///< outwards,
  double hip_turn = 0.78;    ///< and turns about itself
  double ankle_side = 0.43;  ///< how far the foot tips to either side
  double hip_half = 0.09;    ///< from the middle to a hip
  FootShape foot{};
  /// Lengths and times against the figure that gaits are written for.
  double scale() const { return leg / 0.87; }
};

/// What the body is asked to do at one moment.
struct WalkPlan {
  Transform hips{};  ///< midway between the hips; turned as the pelvis
  FootPose feet[2]{};
  bool heel_down[2]{}, toe_down[2]{};  ///< planted points,
  Vec3 heel_at[2]{}, toe_at[2]{};      ///< and where
  double heading = 0;
  Speeds speeds{};        ///< of the course
  double pulled = 0;      ///< how far legs at full stretch pull the pelvis down
  double vigour = 0;      ///< how lively it walks just now
  double stride = 0;      ///< 1: the left foot has just landed in front, -1: the right one
  double lean = 0;        ///< into a slope, radians
  double tilt = 0;        ///< of the pelvis, forward
  double sunk = 0;        ///< how far the pelvis is below what the gait means, by plan
  double overreach[2]{};  ///< how far the pelvis would have been too high for each leg
};

/// How the pelvis goes to and fro in a step besides the course: to the left, up and ahead.
Vec3 sway_of(const Build& build, const Gait& gait, const WalkState& state, double part);

/// The height of the ground that the pelvis goes by: up early, down late in the step.
double base_of(const WalkState& state, double part);

/// The plan, from the state alone; and the same without the planted points, which only who draws asks for.
WalkPlan plan_of(const Build& build, const Gait& gait, const WalkState& state);
WalkPlan legs_of(const Build& build, const Gait& gait, const WalkState& state);

/// The hips, and how far they are too high for the legs: all that a plan of their height asks for.
WalkPlan hips_of(const Build& build, const Gait& gait, const WalkState& state);

/// Two parts of it for who asks for nothing else while a foot is in the air: the hips as far as the feet go by them and
/// the foot that bears, which do not depend on how the other one swings, and that one below them.
WalkPlan hips_in_swing(const Build& build, const Gait& gait, const WalkState& state);
FootPose foot_in_swing(const Build& build, const Gait& gait, const WalkState& state, const Transform& hips);

}  // namespace kine::walking
