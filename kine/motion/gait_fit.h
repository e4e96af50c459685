#pragma once

#include <string>

#include "kine/core/result.h"
#include "kine/motion/biped.h"
#include "kine/motion/gait.h"

namespace kine {

/// A gait that a figure can walk by.
struct GaitFit {
  Gait gait{};
  double step = 0;     ///< the length of a step at full speed, metres
  std::string note{};  ///< says what was reduced and which ways it cannot go; empty where nothing was
};

/// Fits a gait to a figure before it walks. Heights are adapted to its feet and the width of its steps to its hips, where
/// toes do not bend the foot rolls less, and the pelvis bobs more where legs would be bent else. Then the figure rehearses
/// on level ground and on hills, and where a joint comes to its limit the steps get narrower, flatter, shorter and slower
/// until no leg misses its target. Refused with a sentence that names the joint and the largest step that is possible, if
/// that is less than 0.15 of the leg's length: "the left knee bends at most 12 degrees; the largest possible step is 0.05
/// m". A speed of 0 in the result is a way that it cannot go. Takes some tens of milliseconds.
Result<GaitFit> fit_gait(const Biped& body, const Gait& wanted);

}  // namespace kine
