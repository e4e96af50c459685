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
  std::array<int, kMost> branches;  ///< which of the roots were taken: below kMost, each at most once
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

  /// From now on solve() also says of each branch that it leaves how far that is from being a pose: a whole number, the larger
  /// the earlier it is left, and below one how far beyond zero what is asked for there lies, which goes with the target
  /// continuously; infinity where nothing is known. What is pointed to must outlive the solver.
  using Misses = std::array<double, SixPoses::kMost>;
  void note_misses(Misses& misses) { misses_ = &misses; }
  /// How far outside its limits a value is, as a part of one: below 8 (radians, or of a cosine).
  static double miss_of(double outside) { return 0.125 * outside; }
  /// Values farther than this from the seed's are left out as if they were outside the limits.
  void set_farthest(double radians) { farthest_ = radians; }
  /// True if some angle did not matter, or rounding hides it, in any solve so far: then there may be more poses than were found.
  bool left_open() const { return left_open_; }
  /// How far, in the unit of the chain, the last target was from one that is within reach, where a square root says so: 0 if it is, or that is not known.
  double short_by() const { return short_by_; }

 private:
  void solve_wrist(const ArmFrame& target);
  void place_wrist(const ArmFrame& target, const Vec3& point, Unit third, int branch);
  void turn_wrist(const ArmFrame& target, Unit first, Unit second, Unit third, int branch);
  void solve_parallel(const ArmFrame& target);
  void turn_parallel(const ArmFrame& target, Unit first, Unit fifth, int branch);
  void bend_parallel(const ArmFrame& fourth, int branch);

  /// Sets the value of joint k to the turn of this angle; false if it is outside the limits.
  bool set(int k, Unit angle);
  /// The angle of joint k in the seed, where any will do.
  Unit any_angle(int k);
  /// Where a wave of the angle of joint k is zero; where it is everywhere, that in the seed.
  WaveZeros zeros_at(int k, const Wave& wave);
  /// The angle in this direction; any, where it has no length to speak of.
  Unit turn_of(double cosine, double sine, int k);
  /// The same; where it is outside, `count` branches from this one on are left.
  bool set(int k, Unit angle, int branch, int count) {
    if (set(k, angle)) return true;
    note_miss(kStageOfJoint[family_ == Family::Wrist ? 0 : 1][k] + miss_of(outside_), branch, count);
    return false;
  }
  void note_miss(double by, int branch, int count) {
    if (!misses_) return;
    for (int b = branch; b < branch + count; ++b) (*misses_)[static_cast<std::size_t>(b)] = by;
  }
  /// `count` branches from this one on are out of reach, because this has no zero.
  void note_short(const WaveZeros& zeros, int branch, int count) {
    if (zeros.count == 0) note_miss(stage_of_wave(count) + zeros.short_by / (1 + zeros.short_by), branch, count);
  }
  bool full() const { return poses_->count >= most_; }
  void keep(int branch) {
    if (full()) return;
    const auto at = static_cast<std::size_t>(poses_->count++);
    poses_->values[at] = values_;
    poses_->branches[at] = branch;
  }
  bool meets_next(const SixJoint& at) const { return std::abs(at.a) <= near_.length && std::abs(at.b) <= near_.length; }
  bool is_parallel_to_next(const SixJoint& at) const { return std::abs(at.twist_sin) <= near_.radians; }
  const SixJoint& joint(int k) const { return chain_[static_cast<std::size_t>(k)]; }

  /// A branch is left in one of ten stages, the last of which is 1: where a joint leaves its limits (of a wrist, of parallel
  /// axes), or where a wave has no zero for as many branches, since the target is out of reach.
  static constexpr int kStageOfJoint[2][6] = {{5, 6, 8, 2, 3, 1}, {8, 2, 3, 1, 6, 5}};
  static int stage_of_wave(int branches) { return branches == 16 ? 10 : branches == 8 ? 9 : branches == 4 ? 7 : 4; }

  const SixChain& chain_;
  Family family_;
  Nearness near_;
  std::span<const double> seed_;
  double slack_;
  double farthest_ = kInfinity;
  double short_by_ = 0;
  bool left_open_ = false;
  int most_ = 0;
  SixPoses* poses_ = nullptr;
  Misses* misses_ = nullptr;
  double outside_ = 0;  // how far the value set last is outside: of a cosine, or radians where that is hardly so
  std::array<double, 6> values_{};
};

}  // namespace kine::detail
