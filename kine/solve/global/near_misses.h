#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kine/solve/global/six_solver.h"

namespace kine::detail {

/// How far each branch is outside its limits at some values of a locked joint, in order: where it comes nearest to them, it
/// may be inside between two values.
class NearMisses {
 public:
  static constexpr std::size_t kMost = 48;  ///< values
  using Branches = SixSolver::Misses;

  /// Branches that are nearer to their limits, or to being within reach, at a value than at both of its neighbours.
  struct Dip {
    double outside = kInfinity, locked = 0;
    double slope = 0;  ///< by how much they are nearer than at the farther neighbour; infinity: that is not known
    std::uint32_t branches = 0;  ///< a bit for each; as far outside as each other

    /// False if they would have to fall much more steeply than they did to come inside.
    bool may_come_inside() const { return outside - level(outside) <= kSteeper * slope; }

    /// How far the nearest of them is outside.
    double nearest_of(const Branches& all) const {
      double least = kInfinity;
      for (std::size_t b = 0; b < all.size(); ++b)
        if (branches >> b & 1) least = std::min<double>(least, all[b]);
      return least;
    }
    /// Takes account of a neighbour.
    void rise_to(double neighbour) {
      if (level(neighbour) == level(outside)) slope = std::max<double>(known() ? slope : 0, neighbour - outside);
    }
    bool known() const { return slope < kInfinity; }
  };

  /// The place of the next value.
  Branches& add(double locked) {
    locked_[count_] = locked;
    return branches_[count_++];
  }

  /// Calls `look(dip)` for every dip that may come inside, until it is true.
  template <class Look>
  bool any_dip(const Look& look) const {
    for (std::size_t i = 0; i < count_; ++i) {
      std::uint32_t seen = 0;
      for (std::size_t branch = 0; branch < SixPoses::kMost; ++branch) {
        if (seen >> branch & 1) continue;
        const Dip dip = dip_at(branch, i);
        seen |= dip.branches;
        if (dip.branches != 0 && dip.may_come_inside() && look(dip)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr double kSteeper = 1.5;  // of a curve that is no straight line

  /// Where it is out of reach, the whole number that says how early that shows; it is no distance.
  static double level(double outside) { return outside < SixSolver::kOutOfReach ? 0 : std::floor(outside); }

  /// Without branches where there is no dip.
  Dip dip_at(std::size_t branch, std::size_t i) const {
    const double here = branches_[i][branch];
    const double before = i > 0 ? branches_[i - 1][branch] : kInfinity;
    const double after = i + 1 < count_ ? branches_[i + 1][branch] : kInfinity;
    if (!(here < kInfinity) || before < here || after < here) return {};
    Dip dip{.outside = here, .locked = locked_[i], .slope = kInfinity};
    for (std::size_t b = 0; b < SixPoses::kMost; ++b)
      if (branches_[i][b] == here) dip.branches |= std::uint32_t{1} << b;
    for (const double neighbour : {before, after})
      if (neighbour < kInfinity) dip.rise_to(neighbour);
    return dip;
  }

  std::array<double, kMost> locked_;
  std::array<Branches, kMost> branches_;
  std::size_t count_ = 0;
};

}  // namespace kine::detail
