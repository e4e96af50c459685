#pragma once

#include <span>

#include "kine/model/clip.h"

namespace kine::detail {

/// What was done to joints of a clip, made steady: how each differs from `before` is smoothed over so many frames to either
/// side. Limits hold.
void steady_turns(const Skeleton& skeleton, std::span<const JointId> joints, const Clip& before, int window,
                  Clip& clip);

}  // namespace kine::detail
