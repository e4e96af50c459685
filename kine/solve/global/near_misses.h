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

  /// Branches that are nearer to being a pose at a value than at both of its neighbours (SixSolver::note_misses).
  struct Dip {
    double outside = kInfinity, locked = 0;
    double slope = 0;  ///< by how much they are nearer than at the farther neighbour; infinity: that is not known
    std::uint32_t branches = 0;  ///< a bit for each; as far outside as each other

    /// False if they would have to fall much more steeply than they did to come inside.
    bool may_come_inside() const { return how_far() <= kSteeper * slope; }
    /// How far beyond zero what its stage asks for is.
    double how_far() const { return outside - stage(outside); }

    /// Of one branch at three values in a row, farther than 0; without branches where there is no dip. Between stages its slope is not known.
    static Dip of(std::size_t branch, double before, double here, double after, double locked) {
      if (!(here > 0 && here < kInfinity) || before < here || after < here) return {};
      Dip dip{.outside = here, .locked = locked, .slope = kInfinity, .branches = std::uint32_t{1} << branch};
      if (stage(before) != stage(here) || stage(after) != stage(here)) return dip;
      dip.rise_to(before);
      dip.rise_to(after);
      return dip;
    }

    /// How far the nearest of them is outside.
    double nearest_of(const Branches& all) const {
      double least = kInfinity;
      for (std::size_t b = 0; b < all.size(); ++b)
        if (branches >> b & 1) least = std::min<double>(least, all[b]);
      return least;
    }
    /// Takes account of a neighbour.
    void rise_to(double neighbour) {
      if (stage(neighbour) == stage(outside)) slope = std::max<double>(known() ? slope : 0, neighbour - outside);
    }
    bool known() const { return slope < kInfinity; }

    /// Goes down to where it is nearest to being a pose, in steps that are halved to `finest`, until `look(locked, misses)` is
    /// true, as long as the last step says that it may come inside; `thorough`: or the one before it does.
    template <class Look>
    bool narrow(const Range& window, double step, double finest, bool thorough, const Look& look) {
      for (; step > finest && may_come_inside(); step /= 2) {
        Dip next = *this;
        next.slope = kInfinity;
        const double slope_before = slope;
        std::array<double, 2> sides;
        for (const std::size_t k : {0, 1}) {
          const double at = window.clamp(locked + (k == 0 ? step : -step) / 2);
          Branches misses;
          if (look(at, misses)) return true;
          sides[k] = nearest_of(misses);
          if (sides[k] < next.outside) {
            next.outside = sides[k];
            next.locked = at;
          }
        }
        for (const double side : {sides[0], sides[1], outside})
          if (side > next.outside) next.rise_to(side);
        // Both sides of a dip may be as high as each other: in half a step it falls at least half as much as in a whole one.
        if (thorough) next.slope = std::max<double>(next.slope, 0.5 * slope_before);
        *this = next;
      }
      return false;
    }
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
        if ((seen >> branch & 1) || !is_dip(branch, i)) continue;
        const Dip dip = dip_at(branch, i);
        seen |= dip.branches;
        if (dip.may_come_inside() && look(dip)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr double kSteeper = 4;  // of a curve that is no straight line; fitted on panda and iiwa

  /// In which a branch is left: the whole number.
  static double stage(double outside) { return std::floor(outside); }

  double before(std::size_t branch, std::size_t i) const { return i > 0 ? branches_[i - 1][branch] : kInfinity; }
  double after(std::size_t branch, std::size_t i) const {
    return i + 1 < count_ ? branches_[i + 1][branch] : kInfinity;
  }
  bool is_dip(std::size_t branch, std::size_t i) const {
    const double here = branches_[i][branch];
    return here < kInfinity && here <= before(branch, i) && here <= after(branch, i);
  }
  Dip dip_at(std::size_t branch, std::size_t i) const {
    const double here = branches_[i][branch];
    Dip dip{.outside = here, .locked = locked_[i], .slope = kInfinity};
    for (std::size_t b = 0; b < SixPoses::kMost; ++b)
      if (branches_[i][b] == here) dip.branches |= std::uint32_t{1} << b;
    for (const double neighbour : {before(branch, i), after(branch, i)})
      if (neighbour < kInfinity) dip.rise_to(neighbour);
    return dip;
  }

  std::array<double, kMost> locked_;
  std::array<Branches, kMost> branches_;
  std::size_t count_ = 0;
};

}  // namespace kine::detail
