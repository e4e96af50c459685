#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kine/solve/global/near_misses.h"
#include "kine/solve/global/six_chain.h"
#include "kine/solve/global/six_solver.h"
#include "kine/solve/global/starts.h"
#include "kine/solve/global/wrist_reach.h"

namespace kine::detail {

/// Poses of an arm that has structure. With a locked joint, its values are tried outwards from the seed.
class ClosedSearch {
 public:
  /// All must outlive it.
  ClosedSearch(const Arm& arm, const ArmTarget& target, const Structure& structure, std::span<const double> seed)
      : arm_(arm), target_(target), structure_(structure), seed_(seed), chain_(six_chain_of(arm, structure)) {
    if (structure.lock >= 0 && arm.links[static_cast<std::size_t>(structure.lock)].slides)
      scale_ = kSlide * arm.variables[lock_variable()].unit;
  }

  /// Writes one pose after the other into `x` and calls `accept(exactly)` until it is true; `exactly`: the pose needs polish
  /// at the most, else it is one to start from. With a locked joint, what lies between its values comes after all others.
  template <class Accept>
  bool first(std::span<double> x, const Accept& accept) {
    const double slack = own_slack();
    if (structure_.lock < 0) return at(0, {.slack = slack}, x, accept);
    const auto everywhere = [] { return kInfinity; };
    if (scan({.slack = slack}, kStep, x, accept, everywhere)) return true;
    if (structure_.exact && !structure_.quartic) return first_between(x, accept);
    return scan({.slack = slack + kMissSlack}, kStep, x, accept, everywhere) ||
           (!structure_.exact && out_of_reach() && first_within_reach(x, accept));
  }

  /// Follows every branch over the values of the locked joint and looks for where it comes inside its limits.
  template <class Accept>
  bool first_between(std::span<double> x, const Accept& accept) {
    const Range window = this->window();
    const double width = window.upper - window.lower;
    const int steps =
        static_cast<int>(std::min<double>(width / (scale_ * kBetween) + 1, static_cast<double>(NearMisses::kMost) - 1));
    NearMisses misses;
    for (int k = 0; k <= steps; ++k) {
      const double locked = window.clamp(window.lower + width * k / steps);
      if (look(locked, misses.add(locked), x, accept)) return true;
    }
    return misses.any_dip(
        [&](const NearMisses::Dip& dip) { return comes_inside(dip, window, width / steps, x, accept); });
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
    const Range window = this->window();
    double step = scale_ * kChoiceStep / 2;
    while (step > scale_ * kChoiceStep * finest) {
      for (const double side : {step, -step}) {
        const Trial trial{.slack = own_slack(), .farthest = farthest(), .at_once = SixPoses::kMost};
        at(window.clamp(middle() + side), trial, x, go_on);
      }
      step /= 2;
    }
  }

  /// A pose that reaches from outside the limits, where first() found none inside them.
  struct Miss {
    double outside = kInfinity;  ///< radians, of all joints together; infinity: there is none
    bool inside = false;         ///< there are poses inside as well: no limit keeps them from reaching
    double locked = 0;
    std::array<double, 6> values{};
  };
  /// Without a locked joint the one that is least outside. With one, that at the value at which a branch came nearest to the
  /// limits of the first joint that leaves them; if there is none there, the least of those at other values.
  Miss least_miss() {
    Miss least;
    take_miss(nearly_, least);
    if (structure_.lock < 0 || least.outside < kInfinity) return least;
    const Range window = this->window();
    const double width = window.upper - window.lower;
    const int steps = static_cast<int>(std::min<double>(width / (2 * scale_ * kStep) + 1, NearMisses::kMost));
    for (int k = 0; k <= steps; ++k) take_miss(window.clamp(window.lower + width * k / steps), least);
    return least;
  }

  /// True if there is no pose whatever the limits, nor one by which the target is missed by these metres and radians.
  bool proves_unreachable(double metres, double radians) const {
    if (has_lock() || structure_.family != Family::Wrist || !structure_.exact) return false;
    const double lever = arm_.reach + length(target_.position);  // from the tip to the wrist: less than that
    const double blur = (metres + radians * lever) * structure_.per_metre;
    return wrist_is_out_of_reach(chain_, six_target(arm_, structure_, target_, 0), blur);
  }

  /// The poses at one value of the locked joint (any, if none is), inside the limits but for `slack`.
  void poses_at(double locked, double slack, SixPoses& poses) {
    SixSolver solver(chain_, structure_, seed_, slack);
    poses.count = 0;
    solver.solve(six_target(arm_, structure_, target_, locked), SixPoses::kMost, poses);
    note(solver, locked);
  }

  /// All poses at one value of the locked joint, inside the limits or not, and how far each branch is outside them: by its worst
  /// joint (SixSolver::miss_of), or as SixSolver::note_misses says where it is out of reach.
  void measure(double locked, SixPoses& poses, NearMisses::Branches& outside) {
    SixSolver solver(chain_, structure_, seed_, kInfinity);
    solver.note_misses(outside);
    poses.count = 0;
    solver.solve(six_target(arm_, structure_, target_, locked), SixPoses::kMost, poses);
    for (int i = 0; i < poses.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      double worst = 0;
      for (std::size_t k = 0; k < 6; ++k) worst = std::max(worst, chain_[k].limits.violation(poses.values[at][k]));
      outside[static_cast<std::size_t>(poses.branches[at])] = SixSolver::miss_of(worst);
    }
    if (!solver.left_open()) return;
    SixPoses inside;  // what is left open outside the limits is none of ours
    poses_at(locked, 0, inside);
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
  /// The values of the locked joint that are worth trying: a whole turn, or where a rail brings the target within reach.
  Range window() const {
    const ArmVariable& variable = arm_.variables[lock_variable()];
    if (!arm_.links[static_cast<std::size_t>(structure_.lock)].slides)
      return window_around(seed_[lock_variable()], variable);
    const double along = dot(target_.position, structure_.lock == 0 ? kUnitZ : target_.last.z);
    return {variable.limits.clamp(along - arm_.reach), variable.limits.clamp(along + arm_.reach)};
  }
  /// What a radian of the locked joint is in its own unit: 1, or a part of the reach where it slides.
  double scale() const { return scale_; }
  /// True if the branches of a locked joint come and go as roots of a quartic do: nothing says where they come from.
  bool comes_and_goes() const { return has_lock() && structure_.exact && structure_.quartic; }
  /// The branch of the pose that is being accepted.
  std::size_t branch() const { return branch_; }
  /// True if what was found so far is all there is, at the values of the locked joint that were tried.
  bool found_all() const { return structure_.exact && !left_open_; }

 private:
  static constexpr double kSlide = 0.4;           // of the reach: how far a rail is searched like a radian
  static constexpr double kStep = 0.35;           // radians, of the locked joint; fitted on panda
  static constexpr double kBetween = 0.175;       // radians, likewise, where those missed all poses
  static constexpr double kChoiceStep = 0.2;      // radians, likewise, where all poses count
  static constexpr double kMissSlack = 0.3;       // radians: poses so little outside are good to start from
  static constexpr double kHardlyOutside = 1e-3;  // of a cosine: there a branch may come inside at one value alone
  static constexpr double kFinest = 1e-9;         // radians: where a branch is within reach at one value alone
  static constexpr double kNearSlack = 0.1;       // radians: what leaving the offsets out may move a joint

  void note(const SixSolver& solver, double locked) {
    left_open_ |= solver.left_open();
    if (solver.short_by() >= least_short_) return;
    least_short_ = solver.short_by();
    nearest_ = locked;
  }

  void take_miss(double locked, Miss& least) {
    SixPoses poses;
    poses_at(locked, least.outside, poses);  // no joint of one that is less outside is farther outside
    for (int i = 0; i < poses.count; ++i) {
      const std::array<double, 6>& values = poses.values[static_cast<std::size_t>(i)];
      double sum = 0;
      for (std::size_t k = 0; k < 6; ++k) sum += std::abs(values[k] - chain_[k].limits.clamp(values[k]));
      least.inside |= sum == 0;
      if (sum > 0 && sum < least.outside) {
        least.outside = sum;
        least.locked = locked;
        least.values = values;
      }
    }
  }

  /// Which poses are of interest.
  struct Trial {
    double slack = 0;
    double farthest = kInfinity;
    int at_once = 1;  // how many are asked for before the rest: mostly the first will do
    NearMisses::Branches* misses = nullptr;
  };

  /// True if the target was out of reach at every value of the locked joint that was tried.
  bool out_of_reach() const { return least_short_ > 0; }

  /// Where it was: looks for a value at which it is not, near the one that came nearest.
  template <class Accept>
  bool first_within_reach(std::span<double> x, const Accept& accept) {
    const Range window = this->window();
    for (double step = scale_ * kStep / 2; step > scale_ * kStep / 1024 && out_of_reach(); step /= 2)
      for (const double side : {step, -step})
        if (at(window.clamp(nearest_ + side), {.slack = own_slack() + kMissSlack}, x, accept)) return true;
    return false;
  }

  /// Follows a branch down to where it is nearest to its limits, in steps that are halved.
  template <class Accept>
  bool comes_inside(NearMisses::Dip dip, const Range& window, double step, std::span<double> x, const Accept& accept) {
    const auto try_it = [&](double locked, NearMisses::Branches& misses) { return look(locked, misses, x, accept); };
    if (dip.narrow(window, step, scale_ * kFinest, false, try_it)) return true;
    return dip.how_far() < SixSolver::miss_of(kHardlyOutside) && at(dip.locked, {.slack = kMissSlack}, x, accept);
  }

  /// Tries one value and says how far every branch is from being a pose inside the limits there.
  template <class Accept>
  bool look(double locked, NearMisses::Branches& misses, std::span<double> x, const Accept& accept) {
    if (at(locked, {.misses = &misses}, x, accept)) return true;
    double least = kInfinity;
    for (const double outside : misses) least = std::min<double>(least, outside);
    if (least < least_outside_) {
      least_outside_ = least;
      nearly_ = locked;
    }
    return false;
  }

  template <class Accept, class Farthest>
  bool scan(Trial trial, double step, std::span<double> x, const Accept& accept, const Farthest& farthest) {
    const double seed = window().clamp(seed_[lock_variable()]);
    const auto [lower, upper] = window();
    step *= scale_;
    const int steps = static_cast<int>(std::max<double>(upper - seed, seed - lower) / step) + 1;
    for (int k = 0; k <= steps; ++k)
      for (const double side : {1.0, -1.0}) {
        if (k == 0 && side < 0) continue;
        const double locked = std::clamp<double>(seed + side * step * k, lower, upper);
        if (std::abs(locked - seed) < step * (k - 1)) continue;  // this side is done
        trial.farthest = farthest();
        if (std::abs(locked - seed_[lock_variable()]) / arm_.variables[lock_variable()].unit > trial.farthest)
          return false;
        if (at(locked, trial, x, accept)) return true;
      }
    return false;
  }

  template <class Accept>
  bool at(double locked, const Trial& trial, std::span<double> x, const Accept& accept) {
    const ArmFrame target = six_target(arm_, structure_, target_, locked);
    SixSolver solver(chain_, structure_, seed_, trial.slack);
    solver.set_farthest(trial.farthest);
    if (trial.misses) solver.note_misses(*trial.misses);
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
  double scale_ = 1;
  std::size_t branch_ = 0;
  bool left_open_ = false;
  double least_short_ = kInfinity;
  double nearest_ = 0;  // the value of the locked joint at which it was so
  double least_outside_ = kInfinity;
  double nearly_ = 0;  // the value of the locked joint at which it was so
};

}  // namespace kine::detail
