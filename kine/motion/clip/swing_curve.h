#pragma once

#include <array>
#include <span>

namespace kine::detail {

/// A height over the time of a swing: a uniform cubic B-spline that starts and ends at rest, so that its second
/// derivative has no jumps. Bent as little as can be where it has to be above something.
struct SwingCurve {
  static constexpr int kSpans = 9;
  static constexpr int kInner = kSpans - 3;  ///< control points that are not fixed by the ends
  /// Heights that are needed are told at so many evenly spaced moments, the first at the start, the last at the end.
  static constexpr int kNeeds = 2 * kSpans + 1;

  double from = 0, to = 0;
  std::array<double, kInner> inner{};

  /// The least bent curve from one height to another that is above what is needed.
  static SwingCurve over(double from, double to, std::span<const double, kNeeds> needs);

  /// `s` is the share of the swing that is over, 0...1; beyond it the ends stand.
  double at(double s) const;

 private:
  double control(int i) const;  ///< -1 ... kSpans + 1
};

}  // namespace kine::detail
