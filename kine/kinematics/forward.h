#pragma once

#include <span>

#include "kine/kinematics/chain.h"
#include "kine/kinematics/frames.h"
#include "kine/model/pose.h"
#include "kine/model/shape.h"

namespace kine {

/// Forward kinematics: where every joint is when the joints have these values. Values are used as they are, inside
/// their limits or not; quaternions are normalised on reading. Allocates nothing.
void forward(const Skeleton& skeleton, std::span<const double> pose, Frames& frames);

/// The same with bones of another length or scale than at rest.
void forward(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape, Frames& frames);

/// Only the joints of a chain, with the same bits as the whole; the other frames stay as they were.
void forward(const Skeleton& skeleton, const Chain& chain, std::span<const double> pose, Frames& frames);

}  // namespace kine
