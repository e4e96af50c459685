#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kine/solve/global.h"
#include "kine/solve/global/arm_cost.h"
#include "kine/solve/global/closed_search.h"

namespace kine::detail {

/// Goes through the values of a locked joint and follows every branch from where it begins to reach to where it ends; where it
/// comes near its limits between two values, it is followed down.
class SolutionScan {
 public:
  static constexpr double kStep = 0.01;   ///< radians (ClosedSearch::scale)
  static constexpr int kParts = 16;       ///< of a step in which branches come within reach
  static constexpr double kEnd = 1e-9;    ///< radians: how well their ends are found
  static constexpr int kMostHalved = 60;  ///< far from zero numbers lie farther apart than that
  static constexpr double kJump = 0.5;    ///< radians: what changes by more in a step is another branch

  SolutionScan(const Arm& arm, ClosedSearch& closed, std::span<const double> seed)
      : arm_(arm), closed_(closed), seed_(seed), step_(kStep * closed.scale()) {}

  /// Calls `take(branch, interval, locked, values)` for the pose of each interval that is nearest to the seed; `x` is room for
  /// the variables of the arm.
  template <class Take>
  void run(std::span<double> x, const Take& take) {
    const Range window = closed_.window();
    const int steps = static_cast<int>((window.upper - window.lower) / step_) + 1;
    before_ = here_ = {window.lower, none()};
    for (int k = 0; k <= steps; ++k) {
      SixPoses poses;
      const Seen now = look_at(k == steps ? window.upper : window.lower + step_ * k, poses);
      // Where branches come within reach joints turn fast: by the square root of how far that is.
      if (k > 0 && any_comes_or_goes(now)) {
        const double from = here_.locked, part = (now.locked - from) / kParts;
        for (int i = 1; i < kParts; ++i) {
          SixPoses between;
          const Seen seen = look_at(from + part * i, between);
          visit(seen, between, false, x, take);
        }
      }
      visit(now, poses, k == 0, x, take);
    }
    look_between({here_.locked, none()}, take);
    for (int branch = 0; branch < SixPoses::kMost; ++branch) {
      Track& track = tracks_[static_cast<std::size_t>(branch)];
      if (track.open) close(track, branch, track.at, take);
    }
  }

 private:
  struct Track {
    bool open = false;
    double begin = 0, at = 0;
    double nearest = 0, distance = 0;  // the value of the locked joint that is nearest to the seed, and how far that is
    std::array<double, 6> last{}, nearest_values{};
  };

  /// A value of the locked joint, and how far each branch is from being a pose there.
  struct Seen {
    double locked = 0;
    NearMisses::Branches outside;
  };
  static NearMisses::Branches none() {
    NearMisses::Branches outside;
    outside.fill(kInfinity);
    return outside;
  }
  Seen look_at(double locked, SixPoses& poses) {
    Seen seen{locked, none()};
    closed_.measure(locked, poses, seen.outside);
    return seen;
  }
  /// True if a branch is within reach here or there, and not at the other.
  bool any_comes_or_goes(const Seen& there) const {
    for (std::size_t b = 0; b < SixPoses::kMost; ++b)
      if ((here_.outside[b] < 1) != (there.outside[b] < 1)) return true;
    return false;
  }

  /// Goes on to the next value.
  template <class Take>
  void visit(const Seen& now, const SixPoses& poses, bool first, std::span<double> x, const Take& take) {
    for (int branch = 0; branch < SixPoses::kMost; ++branch) {
      const int found = now.outside[static_cast<std::size_t>(branch)] == 0 ? index_of(poses, branch) : -1;
      Track& track = tracks_[static_cast<std::size_t>(branch)];
      const std::array<double, 6>* values = found < 0 ? nullptr : &poses.values[static_cast<std::size_t>(found)];
      if (track.open && (!values || jumps(track.last, *values)))
        close(track, branch, end_of(track.at, now.locked, branch), take);
      if (values) follow(track, branch, first, now.locked, *values, x);
    }
    if (!first) look_between(now, take);
    before_ = first ? Seen{now.locked, none()} : here_;
    here_ = now;
  }

  static int index_of(const SixPoses& poses, int branch) {
    for (int i = 0; i < poses.count; ++i)
      if (poses.branches[static_cast<std::size_t>(i)] == branch) return i;
    return -1;
  }

  static bool jumps(const std::array<double, 6>& a, const std::array<double, 6>& b) {
    for (std::size_t k = 0; k < 6; ++k)
      if (std::abs(a[k] - b[k]) > kJump) return true;
    return false;
  }

  /// Intervals that lie between this value and its neighbours: of branches that reach at neither, but come near it.
  template <class Take>
  void look_between(const Seen& after, const Take& take) {
    const Range around{before_.locked, after.locked};
    const double step = std::max<double>(here_.locked - before_.locked, after.locked - here_.locked);
    for (std::size_t b = 0; b < SixPoses::kMost; ++b) {
      NearMisses::Dip dip =
          NearMisses::Dip::of(b, before_.outside[b], here_.outside[b], after.outside[b], here_.locked);
      if (dip.branches == 0) continue;
      double found = 0;
      SixPoses poses;
      const auto reaches = [&](double at, NearMisses::Branches& outside) {
        found = at;
        closed_.measure(at, poses, outside);
        return outside[b] == 0;
      };
      if (!dip.narrow(around, step, kEnd * closed_.scale(), true, reaches)) continue;
      const int branch = static_cast<int>(b);
      const double lower = end_of(found, around.lower, branch), upper = end_of(found, around.upper, branch);
      take(branch, Range{lower, upper}, found, poses.values[static_cast<std::size_t>(index_of(poses, branch))]);
    }
  }

  void follow(Track& track, int branch, bool first, double locked, const std::array<double, 6>& values,
              std::span<double> x) {
    closed_.write(values, locked, x);
    const double distance = squared_distance(arm_, x, seed_);
    if (!track.open) {
      track = {.open = true, .begin = first ? locked : end_of(locked, here_.locked, branch), .distance = kInfinity};
    }
    track.at = locked;
    track.last = values;
    if (distance >= track.distance) return;
    track.distance = distance;
    track.nearest = locked;
    track.nearest_values = values;
  }

  template <class Take>
  void close(Track& track, int branch, double end, const Take& take) {
    take(branch, Range{std::min<double>(track.begin, end), std::max<double>(track.begin, end)}, track.nearest,
         track.nearest_values);
    track.open = false;
  }

  /// Where a branch ends between a value of the locked joint at which it reaches and one at which it does not.
  double end_of(double inside, double outside, int branch) {
    for (int halved = 0; halved < kMostHalved && std::abs(outside - inside) > kEnd; ++halved) {
      const double middle = 0.5 * (inside + outside);
      SixPoses poses;
      closed_.poses_at(middle, 0, poses);
      (index_of(poses, branch) < 0 ? outside : inside) = middle;
    }
    return inside;
  }

  const Arm& arm_;
  ClosedSearch& closed_;
  std::span<const double> seed_;
  double step_;
  Seen before_{}, here_{};  // the last two values
  std::array<Track, SixPoses::kMost> tracks_{};
};

}  // namespace kine::detail
