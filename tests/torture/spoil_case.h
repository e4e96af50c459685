#pragma once

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"

namespace kine::torture {

/// Absurd numbers, here and there: 1e-300 to 1e300, zero, NaN, infinite, INT_MAX, joints that are not there.
void spoil_joints(test::Random& random, Case& base);
void spoil_goals(test::Random& random, Case& base);
void spoil_settings(test::Random& random, Method& method);

}  // namespace kine::torture
