#pragma once

#include "kine/kinematics/frames.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/matrix.h"

namespace kine {

/// The centre of all masses in the world. Without any mass: the world's origin.
Vec3 centre_of_mass(const Skeleton& skeleton, const Frames& frames);

/// Its 3-row Jacobian, one column a freedom; columns of fixed freedoms are zero unless `with_fixed`.
/// Each mass moves with every axis above it, so the cost grows with joints times depth. Allocates nothing.
void centre_of_mass_jacobian(const Skeleton& skeleton, const Frames& frames, bool with_fixed, MatrixView<double> out);

}  // namespace kine
