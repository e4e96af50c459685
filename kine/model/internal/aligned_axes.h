#pragma once

#include <cmath>
#include <vector>

#include "kine/math/transform.h"

/// Frames on the axes of hinges and sliders as Denavit and Hartenberg put them, on the common normals of neighbouring axes:
///
///   before_from_behind = Rz(rest turn + angle) T(a, b, d + slide) Rx(twist)
///
/// b is zero wherever two axes are clearly not parallel.
namespace kine::detail {

/// An axis where every value is zero.
struct AxisLine {
  Vec3 direction{}, point{};
};

/// What is constant from one axis to the next.
struct AxisLink {
  double rest_cos = 1, rest_sin = 0;    ///< the rest turn
  double a = 0, b = 0, d = 0;           ///< along x and y after the turn, and along z
  double twist_cos = 1, twist_sin = 0;  ///< about x, to the next axis
};

/// An axis with the frame before its motion: z along it, at a point of it.
struct AlignedAxis {
  AxisLine line{};
  Vec3 x{};
  AxisLink link{};  ///< from the axis above to this one
  int above = -1;   ///< the axis that carries it; -1: none does
};

/// The first axis of a chain.
AlignedAxis first_aligned(const AxisLine& line);

/// The axis after another one; its point moves along it to where the frame shall be.
AlignedAxis next_aligned(const AlignedAxis& before, const AxisLine& line);

/// A joint where every value is zero, in the frame of its root's parent.
struct AlignedJoint {
  Transform at_zero{};
  int last_axis = -1;  ///< the last axis down to it; -1: nothing moves it
  bool aligned =
      false;  ///< all that moves it are hinges, sliders and Euler angles that are free to move; nothing is scaled
};

}  // namespace kine::detail
