#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"

namespace kine::torture {

/// What a case is drawn with: the same of the same numbers.
inline test::Random random_of_case(std::uint64_t seed, std::uint64_t number) {
  test::Random mixed(seed);
  return test::Random(mixed.bits() ^ (number * 0x9e3779b97f4a7c15));
}

/// The joints of a case with all that belongs to them but a witness. `simple`: what every method takes, so no scales.
std::vector<CaseJoint> random_case_joints(test::Random& random, bool simple);

/// Values of a joint inside its limits.
std::array<double, 7> values_inside(test::Random& random, const Joint& joint);

}  // namespace kine::torture
