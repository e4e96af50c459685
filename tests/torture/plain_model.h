#pragma once

#include <array>
#include <span>
#include <vector>

#include "tests/torture/case.h"
#include "tests/torture/plain_math.h"

/// Kinematics, goals and limits written down a second time, from the description of the joints alone, in plain loops
/// and long doubles: it shares nothing with the library but the types of its descriptions.
namespace kine::torture {

/// Where a joint is in the world.
struct PlainFrame {
  Point origin{};
  std::array<Point, 3> columns{};  ///< the linear part, scales and shear included
  Turn turn{};                     ///< the product of the turns, scales left out
  Real extent = 0;                 ///< the sum of all lengths that were added up: what rounding is a part of
};

/// How far a goal is missed, and how exactly that can be known of numbers in double precision.
struct PlainError {
  Real position = 0, angle = 0;
  Real position_rounding = 0, angle_rounding = 0;
};

/// One axis and the axis that leads it (itself where it follows none).
struct PlainAxis {
  int joint = 0, component = 0;
  int leader = 0;  ///< an index into PlainModel::axes
  int value = -1;  ///< in a pose; -1 for the turns of balls and free joints
  bool slides = false;
  Range limits{};  ///< of a leader: with what its followers leave it
};

class PlainModel {
 public:
  explicit PlainModel(const Case& source);

  int joint_count() const { return static_cast<int>(joints_.size()); }
  const Joint& joint(int i) const { return joints_[static_cast<std::size_t>(i)]; }
  int parent(int i) const { return parents_[static_cast<std::size_t>(i)]; }
  int first_value(int i) const { return first_value_[static_cast<std::size_t>(i)]; }
  int first_axis(int i) const { return first_axis_[static_cast<std::size_t>(i)]; }
  const std::vector<PlainAxis>& axes() const { return axes_; }
  bool has_quaternion(int i) const { return joint(i).kind == JointKind::Ball || joint(i).kind == JointKind::Free; }
  bool is_above(int ancestor, int joint) const;

  /// What a value of a hinge, slider or Euler joint is when its leader's value is read.
  double followed_value(std::span<const double> pose, const PlainAxis& axis) const;

  std::vector<PlainFrame> forward(std::span<const double> pose) const;
  PlainError measure(std::span<const PlainFrame> frames, const Goal& goal) const;
  /// The goal as it is wanted of a solve that starts at these frames: Goal::fade of the way.
  Goal faded(std::span<const PlainFrame> frames, const Goal& goal) const;
  /// How far the bones reach from the root to the point of a goal: what Tolerance::position is a part of.
  Real reach(const Goal& goal) const;
  /// How far a ball is outside its limits, radians.
  Real ball_violation(int joint, std::span<const double> pose) const {
    return ball_violation(joints_[static_cast<std::size_t>(joint)], first_value(joint), pose);
  }
  /// The same of a joint that is described so, whose values begin at `first`.
  static Real ball_violation(const Joint& joint, int first, std::span<const double> pose);

  /// A flag an axis: rule 2 of what a solve may move (a leader's flag counts for all that follow it).
  std::vector<bool> movable_axes(const Case& source) const;

 private:
  std::vector<Joint> joints_;
  std::vector<int> parents_, first_value_, first_axis_;
  std::vector<PlainAxis> axes_;
};

}  // namespace kine::torture
