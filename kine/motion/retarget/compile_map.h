#pragma once

#include "kine/core/result.h"
#include "kine/motion/retarget/retarget_model.h"

namespace kine::detail {

/// What of the target takes its turn from what of the source, found once.
Result<RetargetModel> compile_map(const MotionBody& source, const MotionBody& target, const RetargetSettings& settings);

}  // namespace kine::detail
