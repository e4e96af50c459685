#pragma once

#include <algorithm>
#include <span>

#include "kine/model/pose.h"
#include "kine/motion/clip/motion_model.h"

namespace kine::detail {

/// How every correction of a frame begins: `pose` becomes the animated one (they may be the same memory), and of more than
/// one second since the last frame a second counts. False where pose or time are no numbers.
inline bool begin_frame(const MotionModel& model, std::span<const double> animated, double& dt,
                        std::span<double> pose) {
  constexpr double kLongestFrame = 1;  // seconds
  if (pose.data() != animated.data()) std::ranges::copy(animated, pose.begin());
  if (!(dt >= 0)) return false;
  dt = std::min<double>(dt, kLongestFrame);
  return is_usable(*model.skeleton, animated);
}

}  // namespace kine::detail
