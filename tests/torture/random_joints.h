#pragma once

#include <array>
#include <vector>

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"

namespace kine::torture {

/// The joints of a case with all that belongs to them but a witness. `simple`: what every method takes, so no scales.
std::vector<CaseJoint> random_case_joints(test::Random& random, bool simple);

/// Values of a joint inside its limits.
std::array<double, 7> values_inside(test::Random& random, const Joint& joint);

}  // namespace kine::torture
