#pragma once

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
    NearMisses::Branches before, here, now;  // at the last three values
    before.fill(kInfinity);
    here.fill(kInfinity);
    double at_here = window.lower;
    for (int k = 0; k <= steps; ++k) {
      const double locked = k == steps ? window.upper : window.lower + step_ * k;
      SixPoses poses;
      closed_.measure(locked, poses, now);
      for (int branch = 0; branch < SixPoses::kMost; ++branch) {
        const int found = now[static_cast<std::size_t>(branch)] == 0 ? index_of(poses, branch) : -1;
        Track& track = tracks_[static_cast<std::size_t>(branch)];
        const std::array<double, 6>* values = found < 0 ? nullptr : &poses.values[static_cast<std::size_t>(found)];
        if (track.open && (!values || jumps(track.last, *values)))
          close(track, branch, end_of(track.at, locked, branch), take);
        if (values) follow(track, branch, k == 0, locked, *values, x);
      }
      if (k > 0) look_between(before, here, now, at_here, take);
      before = here;
      here = now;
      at_here = locked;
    }
    now.fill(kInfinity);
    look_between(before, here, now, at_here, take);
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

  /// Intervals that lie between two values: of branches that reach at neither, but come near it.
  template <class Take>
  void look_between(const NearMisses::Branches& before, const NearMisses::Branches& here,
                    const NearMisses::Branches& after, double locked, const Take& take) {
    const Range window = closed_.window();
    for (std::size_t b = 0; b < SixPoses::kMost; ++b) {
      NearMisses::Dip dip = NearMisses::Dip::of(b, before[b], here[b], after[b], locked);
      if (dip.branches == 0) continue;
      double found = 0;
      SixPoses poses;
      const auto reaches = [&](double at, NearMisses::Branches& outside) {
        found = at;
        closed_.measure(at, poses, outside);
        return outside[b] == 0;
      };
      if (!dip.narrow(window, step_, kEnd * closed_.scale(), true, reaches)) continue;
      const int branch = static_cast<int>(b);
      const double lower = end_of(found, window.clamp(locked - step_), branch);
      const double upper = end_of(found, window.clamp(locked + step_), branch);
      take(branch, Range{lower, upper}, found, poses.values[static_cast<std::size_t>(index_of(poses, branch))]);
    }
  }

  void follow(Track& track, int branch, bool first, double locked, const std::array<double, 6>& values,
              std::span<double> x) {
    closed_.write(values, locked, x);
    const double distance = squared_distance(arm_, x, seed_);
    if (!track.open) {
      track = {.open = true, .begin = first ? locked : end_of(locked, locked - step_, branch), .distance = kInfinity};
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
  std::array<Track, SixPoses::kMost> tracks_{};
};

}  // namespace kine::detail
