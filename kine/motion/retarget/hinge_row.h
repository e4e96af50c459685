#pragma once

#include <array>
#include <span>
#include <vector>

#include "kine/math/quat.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// A limb of hinges one after the other, as the arms of robots are, that cannot be turned any way: its hinges are turned
/// until its points are as near as they come to where they would be if every bone pointed as it should.
struct HingeRow {
  struct Hinge {
    Quat rest{};    ///< from the hinge above
    Vec3 offset{};  ///< in the frame of the hinge above, metres
    Vec3 axis{};
    Range limits{};
    int value = 0;  ///< in the pose
  };
  /// A point of the limb: elbow, wrist, the end of the hand and a point beside it.
  struct Point {
    int hinge = 0;  ///< that carries it
    Vec3 at{};      ///< in its frame
    double weight = 1;
  };
  static constexpr std::size_t kMostHinges = 12, kPoints = 4;

  JointId above = kWorld, first = kWorld;  ///< what it hangs on, and its first joint
  std::vector<Hinge> hinges{};
  std::array<Point, kPoints> points{};
  int upper = -1, lower = -1, hand = -1;  ///< the turns of its bones
  /// Each bone in the frame of its own turn's joint, metres; of the hand also what lies beside it.
  Vec3 upper_bone{}, lower_bone{}, hand_bone{}, hand_side{};
};

/// Turns the hinges from the values in the pose: nearer with every round to the least sum of the points' weighted squared distances,
/// limits kept. `base` is the frame of what the limb hangs on, its origin at the row's first joint's parent; `goals` are the
/// points' places seen from there.
void fit_row(const HingeRow& row, const Quat& base, std::span<const Vec3, HingeRow::kPoints> goals,
             std::span<double> pose);

}  // namespace kine::detail
