#pragma once

#include <array>
#include <span>
#include <vector>

#include "kine/math/quat.h"
#include "kine/motion/bone_map.h"

namespace kine::detail {

/// How a segment of any figure is turned: by a ball, by the angles of an Euler joint, or by up to three hinges one
/// after the other, as robots have them. Joints of the segment that are not needed for that stay as they stand.
class SegmentTurn {
 public:
  SegmentTurn() = default;

  /// The joints from segment.first down to segment.last. `standing` is the pose that the others keep. Of several joints
  /// with three angles each the first takes the whole turn.
  SegmentTurn(const Skeleton& skeleton, std::span<const double> standing, const BoneSegment& segment);

  /// What an arm of several hinges is for: to carry its bone as a turn about one direction does. Both are told in the
  /// frame of what the segment hangs on, where it stands.
  struct Swing {
    Vec3 about{};
    Vec3 bone{};  ///< from the segment's first joint to where the next one begins
  };
  /// The same by one axis only, the one that swings the bone most; the others stay as they stand. It does not turn where
  /// none swings it by half. For arms of robots: the three angles of a shoulder may leap where the arm hangs along the
  /// first axis.
  static SegmentTurn swinging(const Skeleton& skeleton, std::span<const double> standing, const BoneSegment& segment,
                              const Swing& swing);

  /// Turns the segment's last joint to `wanted` in the world, as far as limits and axes allow. `above` is how what the
  /// segment hangs on is turned in the world. Returns what came out. Allocates nothing.
  Quat turn(const Quat& above, const Quat& wanted, std::span<double> pose) const;

  /// The same from one frame of a motion to the next: of equal answers the one nearest to the angles that the pose has.
  Quat turn_on(const Quat& above, const Quat& wanted, std::span<double> pose) const;

  /// Appends the angles that it has within limits: where they are in a pose, and their limits.
  struct LimitedValue {
    int value = 0;
    Range limits{};
  };
  void append_limited(std::vector<LimitedValue>& values) const;

  /// How the last joint is turned in the world by the pose as it is.
  Quat read(const Quat& above, std::span<const double> pose) const;

  /// How many angles it has: 0 where nothing moves, 3 for a ball.
  int axis_count() const { return ball_.valid() ? 3 : count_; }
  /// True if it turns any way without limits.
  bool is_free() const { return free_; }
  /// The joint that turns; of a row of hinges the first.
  JointId pivot() const { return pivot_; }

 private:
  SegmentTurn(const Skeleton& skeleton, std::span<const double> standing, const BoneSegment& segment,
              const Swing* swing);

  struct Axis {
    Vec3 axis{};  ///< in the frame of what the segment hangs on, all angles 0
    int value = 0;
    Range limits{};
    double standing = 0;
  };

  Quat turn_near(const Quat& above, const Quat& wanted, std::array<double, 3> angles, std::span<double> pose) const;

  const Skeleton* skeleton_ = nullptr;
  JointId pivot_ = kWorld;
  JointId ball_ = kWorld;
  std::array<Axis, 3> axes_{};
  int count_ = 0;
  bool free_ = false;
  Vec3 bone_{};    ///< that one axis swings; zero otherwise
  Quat before_{};  ///< Ball: from what it hangs on to the ball's rest frame
  Quat after_{};   ///< from the last joint that turns to the segment's last joint; with hinges: of all at 0
};

/// The angle about an axis of unit length from one direction to another, both seen along the axis.
double angle_about(const Vec3& axis, const Vec3& from, const Vec3& to);

/// How a joint's own values turn it: none for Fixed and Slider.
Quat motion_of(const Skeleton& skeleton, JointId joint, std::span<const double> pose);

}  // namespace kine::detail
