// The memory that is enough for every method. It is asked of the skeleton, for `Scratch scratch(skeleton)`, and
// answered here, where the methods are known.
#include <algorithm>

#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"
#include "kine/solve/velocity.h"

namespace kine {
namespace {

constexpr int kMostRows = 64;
constexpr int kRowsOfAJoint = 6;  // a place

template <class... Methods>
std::size_t largest(const Skeleton& skeleton, int rows, const Methods&... methods) {
  return std::max({scratch_bytes_for_rows(skeleton, rows, methods)...});
}

}  // namespace

std::size_t Skeleton::scratch_bytes() const {
  const int rows = std::min(kMostRows, kRowsOfAJoint * joint_count());
  // The settings that take most: the largest inverse, and a solve that is held back.
  const Jacobian jacobian{.inverse = Inverse::SelectivelyDamped, .max_change = 1};
  return largest(*this, rows, jacobian, FullBody{}, Hybrid{}, Ccd{}, Fabrik{}, Shake{}, Global{}, TwoBone{},
                 Velocity{});
}

}  // namespace kine
