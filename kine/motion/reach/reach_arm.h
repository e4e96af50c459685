#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/body/biped_model.h"

namespace kine::detail {

struct ArmReach {
  double miss = 0;  ///< from the grip to the target if the arm went all the way, metres
  double gap = 0;   ///< the largest turn of a joint from where it was to there, radians
};

/// From here on, against its length, an arm stretches less and less and falls short: nothing snaps.
inline constexpr double kLongestHold = 0.845;

/// Gives an arm the values that it has in `from`; joints of it that the walk does not move, those of standing.
void restore_arm(const BipedModel& body, int side, std::span<const double> from, std::span<double> pose);

/// Takes an arm `weight` of the way (0 to 1, joint by joint) from where it is to where its grip is on the target. The
/// elbow goes down and out, below the line from shoulder to hand; limits hold; the wrist stays as it is. `chest` is how
/// the chest is turned, in the axes of the body.
ArmReach reach_arm(const BipedModel& body, int side, const Quat& chest, const Vec3& target, double weight,
                   std::span<double> pose, Scratch& scratch);

}  // namespace kine::detail
