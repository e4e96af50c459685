#pragma once

#include "kine/math/transform.h"
#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/gait_curves.h"

/// A foot at a moment of a step: as its curves mean it, and as far as the leg lets it be so.
namespace kine::detail {

MeantFoot meant_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part, int foot);

/// Where the hip of a leg is.
Vec3 hip_of(const BipedMeasures& build, const Transform& hips, int foot);

/// A foot as far as hip and ankle let it be as it is meant.
FootPose heeded_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part,
                     const MeantFoot& meant, const Transform& hips, int foot);

}  // namespace kine::detail
