#pragma once

#include <string>

#include "kine/core/result.h"
#include "kine/motion/biped.h"
#include "kine/motion/gait.h"

namespace kine {

/// A gait that a figure can walk by.
struct GaitFit {
  Gait gait{};
  double step = 0;     ///< metres of a step at full speed
  std::string note{};  ///< what had to give, a sentence; empty where nothing had
};

/// Suits a gait to a figure before it walks: heights to its feet, the width of its steps to its hips, a flat-footed
/// roll where toes do not bend. Then it rehearses on level ground, and where a joint comes to its limit the steps get
/// narrower, flatter, shorter and slower until nothing is missed. Refused with a sentence that names the joint and the
/// largest step that is possible, if that is less than 0.15 of the leg: "the left knee bends at most 12 degrees; the
/// largest possible step is 0.05 m". Takes some tens of milliseconds.
Result<GaitFit> fit_gait(const Biped& body, const Gait& wanted);

}  // namespace kine
