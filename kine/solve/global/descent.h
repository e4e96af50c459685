#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_kernel.h"
#include "kine/solve/internal/judge.h"

namespace kine::detail {

/// How a descent ended.
struct DescentOutcome {
  double position_error = 0;  ///< metres
  double turn_error = 0;      ///< twice the sine of half the angle
  double squared = 0;         ///< both together, lengths in reaches
  int iterations = 0;
  bool reached = false;
};

/// Damped steps of an arm towards a target, each inside the limits. The damping goes with the error squared (Sugihara,
/// "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", 2011): far away the steps are those of
/// a gradient, near the end those of Newton. Joints at limits that a step would leave are taken out of it.
class ArmDescent {
 public:
  static constexpr std::size_t kStride = 6;  ///< from column to column

  /// `turned`: how the tip is turned counts too. Arm and target must outlive it.
  ArmDescent(const Arm& arm, const ArmTarget& target, bool turned, const Allowed& allowed, Scratch& scratch);
  static std::size_t bytes(const Skeleton& skeleton, JointId tip);

  /// From the variables `x`, inside their limits, to where it ends, which is written there. It does not set out where the
  /// squared error (radians, reaches) is above `largest`.
  DescentOutcome run(std::span<double> x, int max_iterations, double largest = kInfinity);

  /// Goes on from where a descent reached until rounding is all that is left: from wherever it comes it ends at one pose.
  void refine(std::span<double> x);

  /// From now on hinges may leave their limits, or not.
  void let_hinges_go(bool on) { hinges_go_ = on; }

  /// From now on steps are damped more, or not: a cautious descent of an arm that has room for more than its goal ends nearer
  /// to where it set out.
  void be_cautious(bool on) { cautious_ = on; }

  /// How far the target is missed.
  DescentOutcome measure(std::span<const double> x);

  /// How the frame behind the last link is turned where it was measured last.
  Mat3 last_frame() const;

  /// By how much the tip is turned off, radians, where it was measured last: near half a turn too, of which the sine of half
  /// the angle says little.
  double turn_angle() const;

  /// sqrt(det(J J^T)) where it was measured last, turns in radians and shifts in reaches.
  double manipulability();

  /// How far the last axis points past a point of the base's frame, seen from the tip, where it was measured last.
  double angle_of_spin_axis_to(const Vec3& point) const {
    const Vec3 ray = point - tip_;
    return atan2(length(cross(axes_.back(), ray)), dot(axes_.back(), ray));
  }

 private:
  template <int kRows>
  DescentOutcome descend(std::span<double> x, int max_iterations, double largest);
  template <int kRows>
  void go_on_refining(std::span<double> x);
  template <int kRows>
  double volume();
  template <int kRows>
  bool step(std::span<double> x);
  void place(std::span<const double> x);
  void fill_columns();
  bool goes_on(const ArmVariable& variable) const;
  bool within_allowed() const;
  DescentOutcome outcome(int iterations) const;

  const Arm& arm_;
  const ArmTarget& target_;
  bool turned_;
  Allowed allowed_;
  double reach_, per_reach_;  // the unit of lengths, metres
  std::span<double> angles_, sines_, cosines_, slides_;
  std::span<Vec3> axes_, points_;
  std::span<double> columns_;            // kStride a variable: turn, then shift in reaches
  std::span<double> weights_, changes_;  // of a variable; no weight: taken out of the step
  std::array<double, 6> error_{};        // turn, then shift in reaches
  double squared_ = 0;
  bool hinges_go_ = false, cautious_ = false;
  Vec3 tip_{};
};

}  // namespace kine::detail
