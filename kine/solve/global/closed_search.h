#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kine/solve/global/six_chain.h"
#include "kine/solve/global/six_solver.h"
#include "kine/solve/global/starts.h"

namespace kine::detail {

/// Poses of an arm that has structure. With a locked joint, its values are tried outwards from the seed.
class ClosedSearch {
 public:
  /// All must outlive it.
  ClosedSearch(const Arm& arm, const ArmTarget& target, const Structure& structure, std::span<const double> seed)
      : arm_(arm), target_(target), structure_(structure), seed_(seed), chain_(six_chain_of(arm, structure)) {}

  /// Writes one pose after the other into `x` and calls `accept(exactly)` until it is true; `exactly`: the pose needs polish
  /// at the most, else it is one to start from. With a locked joint, near misses come after all others.
  template <class Accept>
  bool first(std::span<double> x, const Accept& accept) {
    const double slack = own_slack();
    if (structure_.lock < 0) return at(0, {.slack = slack}, x, accept);
    const auto everywhere = [] { return kInfinity; };
    return scan({.slack = slack}, kStep, x, accept, everywhere) ||
           scan({.slack = slack + kMissSlack}, kStep, x, accept, everywhere);
  }

  /// The same for all poses. `farthest()`: no value so far from the seed's, in radians, is of interest any more.
  template <class Accept, class Farthest>
  void all(std::span<double> x, const Accept& accept, const Farthest& farthest) {
    const auto go_on = [&](bool exactly) { return accept(exactly), false; };
    const Trial trial{.slack = own_slack(), .at_once = SixPoses::kMost};
    structure_.lock < 0 ? at(0, trial, x, go_on) : scan(trial, kChoiceStep, x, go_on, farthest);
  }

  /// Tries values of the locked joint nearer and nearer to `middle()`, where the best pose so far is: in steps that are halved
  /// until they are so small a part of those of all().
  template <class Accept, class Farthest, class Middle>
  void refine(double finest, std::span<double> x, const Accept& accept, const Farthest& farthest,
              const Middle& middle) {
    const auto go_on = [&](bool exactly) { return accept(exactly), false; };
    const Range window = window_around(seed_[lock_variable()], arm_.variables[lock_variable()]);
    double step = kChoiceStep / 2;
    while (step > kChoiceStep * finest) {
      for (const double side : {step, -step}) {
        const Trial trial{.slack = own_slack(), .farthest = farthest(), .at_once = SixPoses::kMost};
        at(window.clamp(middle() + side), trial, x, go_on);
      }
      step /= 2;
    }
  }

  /// The poses at one value of the locked joint (any, if none is), inside the limits but for `slack`.
  void poses_at(double locked, double slack, SixPoses& poses) {
    SixSolver solver(chain_, structure_, seed_, slack);
    poses.count = 0;
    solver.solve(six_target(arm_, structure_, target_, locked), SixPoses::kMost, poses);
    note(solver, locked);
  }

  /// A pose of the six, with the locked joint at its value, as variables of the arm, inside their limits.
  void write(const std::array<double, 6>& values, double locked, std::span<double> x) const {
    if (structure_.lock >= 0) x[lock_variable()] = locked;
    for (std::size_t k = 0; k < 6; ++k)
      x[static_cast<std::size_t>(chain_[k].variable)] = chain_[k].limits.clamp(values[k]);
  }

  const SixChain& chain() const { return chain_; }
  /// How far beyond the limits poses may be that are good to start from: where the structure is only nearly one.
  double own_slack() const { return structure_.exact ? 0 : kNearSlack; }
  std::size_t lock_variable() const {
    return static_cast<std::size_t>(arm_.links[static_cast<std::size_t>(structure_.lock)].variable);
  }
  bool has_lock() const { return structure_.lock >= 0; }
  /// True if branches come and go as roots of a quartic do, so that a step may miss them.
  bool is_quartic() const { return structure_.quartic; }
  /// The branch of the pose that is being accepted.
  std::size_t branch() const { return branch_; }
  /// True if what was found so far is all there is, at the values of the locked joint that were tried.
  bool found_all() const { return structure_.exact && !left_open_; }
  /// True if the target was out of reach at every value of the locked joint that was tried.
  bool out_of_reach() const { return least_short_ > 0; }

  /// Where it was: looks for a value at which it is not, near the one that came nearest.
  template <class Accept>
  bool first_within_reach(std::span<double> x, const Accept& accept) {
    const Range window = window_around(seed_[lock_variable()], arm_.variables[lock_variable()]);
    for (double step = kStep / 2; step > kStep / 1024 && out_of_reach(); step /= 2)
      for (const double side : {step, -step})
        if (at(window.clamp(nearest_ + side), {.slack = own_slack() + kMissSlack}, x, accept)) return true;
    return false;
  }

 private:
  static constexpr double kStep = 0.35;       // radians, of the locked joint; fitted on panda
  static constexpr double kChoiceStep = 0.2;  // radians, likewise, where all poses count
  static constexpr double kMissSlack = 0.3;   // radians: poses so little outside are good to start from
  static constexpr double kNearSlack = 0.1;   // radians: what leaving the offsets out may move a joint

  void note(const SixSolver& solver, double locked) {
    left_open_ |= solver.left_open();
    if (solver.short_by() >= least_short_) return;
    least_short_ = solver.short_by();
    nearest_ = locked;
  }

  /// Which poses are of interest.
  struct Trial {
    double slack = 0;
    double farthest = kInfinity;
    int at_once = 1;  // how many are asked for before the rest: mostly the first will do
  };

  template <class Accept, class Farthest>
  bool scan(Trial trial, double step, std::span<double> x, const Accept& accept, const Farthest& farthest) {
    const double seed = seed_[lock_variable()];
    const auto [lower, upper] = window_around(seed, arm_.variables[lock_variable()]);
    const int steps = static_cast<int>(std::max<double>(upper - seed, seed - lower) / step) + 1;
    for (int k = 0; k <= steps; ++k)
      for (const double side : {1.0, -1.0}) {
        if (k == 0 && side < 0) continue;
        const double locked = std::clamp<double>(seed + side * step * k, lower, upper);
        if (std::abs(locked - seed) < step * (k - 1)) continue;  // this side is done
        trial.farthest = farthest();
        if (std::abs(locked - seed) > trial.farthest) return false;
        if (at(locked, trial, x, accept)) return true;
      }
    return false;
  }

  template <class Accept>
  bool at(double locked, const Trial& trial, std::span<double> x, const Accept& accept) {
    const ArmFrame target = six_target(arm_, structure_, target_, locked);
    SixSolver solver(chain_, structure_, seed_, trial.slack);
    solver.set_farthest(trial.farthest);
    SixPoses poses;
    for (int tried = 0, most = trial.at_once;; most = SixPoses::kMost) {
      poses.count = 0;
      solver.solve(target, most, poses);
      note(solver, locked);
      for (; tried < poses.count; ++tried) {
        write(poses.values[static_cast<std::size_t>(tried)], locked, x);
        branch_ = static_cast<std::size_t>(poses.branches[static_cast<std::size_t>(tried)]);
        if (accept(trial.slack == 0)) return true;
      }
      if (poses.count < most || most == SixPoses::kMost) return false;
    }
  }

  const Arm& arm_;
  const ArmTarget& target_;
  const Structure& structure_;
  std::span<const double> seed_;
  SixChain chain_;
  std::size_t branch_ = 0;
  bool left_open_ = false;
  double least_short_ = kInfinity;
  double nearest_ = 0;  // the value of the locked joint at which it was so
};

}  // namespace kine::detail
