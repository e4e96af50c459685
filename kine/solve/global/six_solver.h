#pragma once

#include <array>
#include <cmath>
#include <span>

#include "kine/solve/global/six_chain.h"
#include "kine/solve/global/waves.h"

namespace kine::detail {

/// Poses of six hinges: their values, from the base to the tip of the arm or the other way, as the chain goes.
struct SixPoses {
  static constexpr int kMost = 16;
  std::array<std::array<double, 6>, kMost> values;
  int count = 0;
};

/// Finds the poses of a chain of six in closed form (Pieper, "The kinematics of manipulators under computer control", 1968, for
/// wrists; Paden and Kahan's subproblems as Elias and Wen use them in "IK-Geo", 2022). Branches that leave the limits are
/// left as soon as they do.
class SixSolver {
 public:
  /// `seed`: the variables of the arm; where an angle does not matter it is taken from there. Chain and seed must outlive it.
  /// `slack`: how far beyond the limits values may be, radians.
  SixSolver(const SixChain& chain, const Structure& structure, std::span<const double> seed, double slack)
      : chain_(chain), family_(structure.family), near_(structure.near), seed_(seed), slack_(slack) {}

  /// The poses for a target, `most` of them at the most.
  void solve(const ArmFrame& target, int most, SixPoses& poses);

 private:
  void solve_wrist(const ArmFrame& target);
  void place_wrist(const ArmFrame& target, const Vec3& point, Unit third);
  void turn_wrist(const ArmFrame& target, Unit first, Unit second, Unit third);
  void solve_parallel(const ArmFrame& target);
  void turn_parallel(const ArmFrame& target, Unit first, Unit fifth);
  void bend_parallel(const ArmFrame& fourth);

  /// Sets the value of joint k to the turn of this angle; false if it is outside the limits.
  bool set(int k, Unit angle);
  /// The angle of joint k in the seed.
  Unit seed_angle(int k) const;
  bool full() const { return poses_->count >= most_; }
  void keep() {
    if (!full()) poses_->values[static_cast<std::size_t>(poses_->count++)] = values_;
  }
  bool meets_next(const SixJoint& at) const { return std::abs(at.a) <= near_.metres && std::abs(at.b) <= near_.metres; }
  bool is_parallel_to_next(const SixJoint& at) const { return std::abs(at.twist_sin) <= near_.radians; }
  const SixJoint& joint(int k) const { return chain_[static_cast<std::size_t>(k)]; }

  const SixChain& chain_;
  Family family_;
  Nearness near_;
  std::span<const double> seed_;
  double slack_;
  int most_ = 0;
  SixPoses* poses_ = nullptr;
  std::array<double, 6> values_{};
};

}  // namespace kine::detail
