#pragma once

namespace kine {

/// When a goal counts as met. Positions are judged against the size of the figure, so that a chain in millimetres and
/// one in kilometres behave alike.
struct Tolerance {
  double position = 1e-5;  ///< of the reach (the sum of the bone lengths from the root to the point)
  double angle = 1e-5;     ///< radians
  double metres = 0;       ///< when positive: metres, instead of `position`
};

}  // namespace kine
