#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/clip/leg_place.h"
#include "kine/motion/retarget/retarget_model.h"

namespace kine::detail {

/// Brings a foot to where it should be, by the map's mode. `frames` are those of the pose by directions, `pose` holds it
/// with the root shifted. `both`: heel and toe stand. Returns how far the ankle is from its place, metres.
double place_foot_by_mode(const RetargetModel& model, int side, const LegGoal& goal, bool both, const Frames& frames,
                          std::span<const double> directions, std::span<double> pose, Scratch& scratch);

/// The same for a leg that is nearly there: it goes no farther from the pose it has than it must.
double settle_foot(const RetargetModel& model, int side, const LegGoal& goal, bool both, bool stands,
                   const Frames& frames, std::span<double> pose, Scratch& scratch);

}  // namespace kine::detail
