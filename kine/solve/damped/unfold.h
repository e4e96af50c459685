#pragma once

#include "kine/solve/damped/limb_system.h"

namespace kine::detail {

// Links turn by themselves where a step left more than kUnfoldFrom of the squared error; and joints turn again where that left
// more than kUnfoldUpTo.
inline constexpr double kUnfoldFrom = 0.3, kUnfoldUpTo = 0.96;

/// A step of a chain of free balls towards a target that lies outwards, in which every link turns by itself, as if
/// those after it kept their directions.
///
/// A step of least squares turns the joints, so that a turn of one carries all links after it: smooth bends are cheap,
/// and a chain that is crumpled, or wiggles next to full stretch, unfolds slowly (the condition of its second
/// derivative grows by the square of the number of links). In the links' own directions d that derivative is diagonal:
/// with l the length of a bone, d its direction and c the part of the error e that pulls outwards, Newton's step on
/// |e|^2 / 2 is
///
///   turn of a link = d x y,     (sum of l (1 - d d^T) + c 1) y = e
///
/// which takes all wiggles away at once, whatever their size along the chain.
class Unfolding {
 public:
  /// `tip` is that of the present values; `error` leads from it to the target, metres. `damping`: of the trace.
  Unfolding(const BallChain& chain, const Vec3& tip, const Vec3& error, double damping) {
    const Vec3 out = tip - chain.base;
    const double pull = dot(error, normalised(out));
    if (!(pull > 0)) return;
    BallSystem system;
    for_each_bone(chain, tip, [&](std::size_t, const Vec3& bone, double size) { system.add(bone, 1 / size); });
    system.error = {error.x, error.y, error.z};
    const double mu = damping * system.trace() + pull;
    const std::array<double, 3> y = system.solve(mu);
    if (system.is_stationary(y, mu, dot(error, error))) return;
    y_ = {y[0], y[1], y[2]};
    found_ = true;
  }

  /// False if there is no such step: the target lies inwards, or all links along the error.
  bool found() const { return found_; }

  /// Turns the links by `share` of the step.
  void take(BallChain& chain, const Vec3& tip, double share) const {
    const Vec3 y = y_ * (0.5 * share);
    Quat above = chain.base_rotation;
    for_each_bone(chain, tip, [&](std::size_t k, const Vec3& bone, double size) {
      FreeBall& link = chain.links[k];
      const Vec3 half = cross(bone, y) / size;
      const Quat world = normalised(Quat{half.x, half.y, half.z, 1} * link.world);  // else rounding grows link by link
      link.value = conjugate(above) * world;
      above = world;
    });
  }

 private:
  /// Calls `what(link number, bone in the world, its length)` for each link.
  template <class Do>
  static void for_each_bone(const BallChain& chain, const Vec3& tip, const Do& what) {
    for (std::size_t k = 0; k < chain.links.size(); ++k) {
      const Vec3& end = k + 1 < chain.links.size() ? chain.links[k + 1].at : tip;
      const Vec3 bone = end - chain.links[k].at;
      const double size = length(bone);
      what(k, bone, size > 0 ? size : 1);
    }
  }

  Vec3 y_{};
  bool found_ = false;
};

}  // namespace kine::detail
