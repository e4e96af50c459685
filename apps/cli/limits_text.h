#pragma once

#include <string>

#include "kine/model/skeleton.h"

namespace kine::cli {

/// An angle or a distance as it was most likely written: whole or short decimals of degrees as degrees ("145°"), other
/// angles in radians with all their digits and in degrees ("2.8973 rad (166.0°)"), distances in metres.
std::string exact_text(double value, bool slides);

/// A range: "0..145°", "-2.8973..2.8973 rad (-166.0..166.0°)", "0..0.04 m", "endless".
std::string range_text(const Range& range, bool slides);

/// The same for a narrow column, rounded: "-166.0..166.0°", "0.00..0.04 m", "endless", "follows shoulder"; empty for
/// joints of several axes.
std::string short_limits_text(const Skeleton& skeleton, JointId joint);

/// The limits of a joint, axis by axis; of a ball its swing and twist. Empty where it has no axes.
std::string limits_text(const Skeleton& skeleton, JointId joint);

}  // namespace kine::cli
