#include "kine/solve/damped/hold_back.h"

#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/movable.h"

namespace kine::detail {
namespace {

/// The largest change of a joint: a ball's turn, or an angle, or a slide in reaches.
double largest_change(const Skeleton& skeleton, std::span<const double> changes, double reach) {
  double largest = 0;
  for (const CompiledJoint& joint : skeleton.compiled().joints) {
    double turn = 0;
    for (int k = 0; k < joint.axis_count; ++k) {
      const CompiledAxis& axis = skeleton.compiled().axis(joint.first_axis + k);
      const double change = axis.factor * changes[static_cast<std::size_t>(axis.freedom)];
      if (has_quaternion(joint.kind) && k < 3) {
        turn += change * change;
      } else {
        largest = std::max<double>(largest, std::abs(change) / (axis.slides ? reach : 1));
      }
    }
    largest = std::max<double>(largest, std::sqrt(turn));
  }
  return largest;
}

/// Gives joints that have the same values in both poses those of the first, in a third one.
void leave_unmoved(const Skeleton& skeleton, std::span<const double> before, std::span<const double> after,
                   std::span<double> pose) {
  for (const CompiledJoint& joint : skeleton.compiled().joints) {
    const auto first = before.begin() + joint.first_value;
    if (std::equal(first, first + joint.value_count, after.begin() + joint.first_value))
      std::copy_n(first, joint.value_count, pose.begin() + joint.first_value);
  }
}

}  // namespace

std::size_t hold_back_bytes(const Skeleton& skeleton) {
  const auto values = static_cast<std::size_t>(skeleton.value_count());
  const auto freedoms = static_cast<std::size_t>(skeleton.freedom_count());
  return (2 * values + 2 * freedoms) * sizeof(double) + 4 * alignof(double);
}

bool hold_back(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> before, double most,
               double reach, std::span<double> pose, Scratch& scratch) {
  constexpr int kTries = 8;
  constexpr double kLess = 1 - 1e-12;  // keeps rounding on the right side
  const Scratch::Scope scope(scratch);
  const std::span<double> from = scratch.take<double>(pose.size()), found = scratch.take<double>(pose.size());
  const std::span<double> changes = scratch.take<double>(static_cast<std::size_t>(skeleton.freedom_count()));
  const std::span<double> taken = scratch.take<double>(static_cast<std::size_t>(skeleton.freedom_count()));
  std::copy(before.begin(), before.end(), from.begin());
  bring_inside(skeleton, movable, from);
  leave_unmoved(skeleton, before, pose, from);
  std::copy(pose.begin(), pose.end(), found.begin());
  difference(skeleton, from, found, changes);
  const double largest = largest_change(skeleton, changes, reach);
  if (!(largest > most)) return false;
  // The way to a pose inside the limits can leave those of a ball; coming back into them can lengthen it.
  double share = most / largest * kLess;
  for (int i = 0; i < kTries; ++i, share /= 2) {
    std::copy(from.begin(), from.end(), pose.begin());
    move_inside(skeleton, movable, changes, share, pose);
    leave_unmoved(skeleton, before, found, pose);
    difference(skeleton, from, pose, taken);
    if (largest_change(skeleton, taken, reach) <= most) return true;
  }
  std::copy(from.begin(), from.end(), pose.begin());
  return true;
}

}  // namespace kine::detail
