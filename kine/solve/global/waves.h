#pragma once

#include <array>

namespace kine::detail {

/// Cosine and sine of an angle.
struct Unit {
  double cos, sin;
};

/// x cos + y sin + one: a number that depends on an angle.
struct Wave {
  double x, y, one;
  double at(Unit angle) const { return x * angle.cos + y * angle.sin + one; }
};

/// The angles at which a wave is zero: two, one where it only touches zero, none, or (`any`) all.
struct WaveZeros {
  std::array<Unit, 2> at;
  int count = 0;
  bool any = false;
  double short_by = 0;  ///< none: how far it keeps from zero, in its own unit
};
WaveZeros zeros_of(const Wave& wave);

/// The angles at which first^2 + second^2 + third^2 = square, each a wave: up to four.
struct QuarticZeros {
  std::array<Unit, 4> at;
  int count = 0;
  bool unknown = false;  ///< it is nearly zero everywhere: rounding hides where it is
};
QuarticZeros zeros_of_squares(const Wave& first, const Wave& second, const Wave& third, const Wave& square);

}  // namespace kine::detail
