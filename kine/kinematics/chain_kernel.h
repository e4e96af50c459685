#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kine/core/fault.h"
#include "kine/math/matrix.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine {

namespace detail {
struct ChainParts;
}

/// Where the tip of an arm is and how it moves, for loops that ask for nothing else: the joints above one joint, compiled
/// once. All that is constant is folded, and frames lie on the axes as Denavit and Hartenberg put them, so that a hinge is
/// one plane rotation and what lies between two hinges another. The numbers are those of `forward` and `jacobian` but for
/// rounding; frames of other joints are not made.
class ChainKernel {
 public:
  /// Why there is none for this joint: something else than hinges, sliders and Euler joints that are free to move carries
  /// it, or something is scaled. Nothing where there is one.
  static Fault fault_of(const Skeleton& skeleton, JointId tip);

  /// Asserts that fault_of says nothing. Does not refer to the skeleton afterwards.
  ChainKernel(const Skeleton& skeleton, JointId tip);

  /// The freedoms that move the tip, ascending: one for each column of the Jacobian.
  std::span<const int> freedoms() const { return freedoms_; }

  /// The turn and the place of the tip in the world. Values are used as they are; allocates nothing.
  Affine forward(std::span<const double> pose) const;

  /// The same, and the Jacobian of the point `offset` of the tip, in the world: six rows, angular first, by
  /// freedoms().size() columns, one after the other (stride 6). Allocates nothing.
  Affine forward_and_jacobian(std::span<const double> pose, const Vec3& offset, MatrixView<double> out) const;

 private:
  friend struct detail::ChainParts;
  static constexpr std::size_t kAtOnce = 16;  // angles whose sines are made in one go

  struct Link {
    double factor, offset;  // its angle from the x axis before it, or its slide, is factor * value + offset
    double a, b, d;
    double twist_cos, twist_sin;
    double rest_cos, rest_sin;  // of a slider, whose angle is constant
    int value, column;
    bool slides;
  };
  struct Walk;

  Affine with_followers(std::span<const double> pose, const Vec3& offset, MatrixView<double> out) const;
  Affine without_followers(std::span<const double> pose, const Vec3& offset, MatrixView<double> out) const;

  std::vector<Link> links_;
  std::vector<int> freedoms_;
  Affine world_from_base_{};  // the frame before the first link
  Affine last_from_tip_{};
  bool follows_ = false;  // some freedom moves several links, or moves one by another amount than its own
};

}  // namespace kine
