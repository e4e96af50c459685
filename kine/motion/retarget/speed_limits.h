#pragma once

#include "kine/model/clip.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// Slows joints of a clip that turn or slide faster than they may: hinges, sliders and the angles of Euler joints with a
/// speed limit. Frames that no limit is in the way of keep their bits.
void limit_speeds(const Skeleton& skeleton, Clip& clip);

}  // namespace kine::detail
