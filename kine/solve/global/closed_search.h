#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kine/math/trig.h"
#include "kine/solve/global/six_chain.h"
#include "kine/solve/global/six_solver.h"
#include "kine/solve/global/starts.h"

namespace kine::detail {

/// Looks for a pose of an arm that has structure. With a locked joint its values are tried outwards from the seed.
class ClosedSearch {
 public:
  ClosedSearch(const Arm& arm, const ArmTarget& target, const Structure& structure, std::span<const double> seed)
      : arm_(arm), target_(target), structure_(structure), seed_(seed), chain_(six_chain_of(arm, structure)) {}

  /// Writes one pose after the other into `x` and calls `accept(exactly)` until it is true; `exactly`: the pose needs polish
  /// at the most, else it is one to start from.
  template <class Accept>
  bool run(std::span<double> x, const Accept& accept) {
    const double slack = structure_.exact ? 0 : kNearSlack;
    if (structure_.lock < 0) return try_at(0, slack, x, accept);
    return scan(slack, x, accept) || scan(slack + kMissSlack, x, accept);
  }

 private:
  /// The values of the locked joint outwards from the seed.
  template <class Accept>
  bool scan(double slack, std::span<double> x, const Accept& accept) {
    const double seed = seed_[lock_variable()];
    const auto [lower, upper] = window_around(seed, arm_.variables[lock_variable()]);
    const int steps = static_cast<int>(std::max<double>(upper - seed, seed - lower) / kStep) + 1;
    for (int k = 0; k <= steps; ++k)
      for (const double side : {1.0, -1.0}) {
        const double locked = std::clamp<double>(seed + side * kStep * k, lower, upper);
        if (k == 0 && side < 0) continue;
        if (std::abs(locked - seed) < kStep * (k - 1)) continue;  // this side is done
        if (try_at(locked, slack, x, accept)) return true;
      }
    return false;
  }

  static constexpr double kStep = 0.35;  // radians, of the locked joint

  std::size_t lock_variable() const {
    return static_cast<std::size_t>(arm_.links[static_cast<std::size_t>(structure_.lock)].variable);
  }

  template <class Accept>
  bool try_at(double locked, double slack, std::span<double> x, const Accept& accept) {
    const ArmFrame target = six_target(arm_, structure_, target_, locked);
    SixSolver solver(chain_, structure_, seed_, slack);
    SixPoses poses;
    for (int tried = 0, most = 1; most <= SixPoses::kMost; most = SixPoses::kMost) {  // mostly the first will do
      poses.count = 0;
      solver.solve(target, most, poses);
      for (; tried < poses.count; ++tried) {
        write(poses.values[static_cast<std::size_t>(tried)], locked, x);
        if (accept(slack == 0)) return true;
      }
      if (poses.count < most || most == SixPoses::kMost) return false;
    }
    return false;
  }

  void write(const std::array<double, 6>& values, double locked, std::span<double> x) const {
    if (structure_.lock >= 0) x[lock_variable()] = locked;
    for (std::size_t k = 0; k < 6; ++k)
      x[static_cast<std::size_t>(chain_[k].variable)] = chain_[k].limits.clamp(values[k]);
  }

  static constexpr double kMissSlack = 0.3;  // radians: poses so little outside are good to start from
  static constexpr double kNearSlack = 0.1;  // radians: what leaving the offsets out may move a joint

  const Arm& arm_;
  const ArmTarget& target_;
  Structure structure_;
  std::span<const double> seed_;
  SixChain chain_;
};

}  // namespace kine::detail
