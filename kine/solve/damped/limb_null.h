#pragma once

#include "kine/solve/damped/limb_system.h"

namespace kine::detail {

/// A change of the links that leaves the tip where it is, to first order: z - W J^T (J W J^T)^-1 J z, with z what the
/// links would like to do. A straight limb is bent that way, and a limb eased towards a posture. `wish(link)` gives z:
/// a ball's turn in the world, or a hinge's angle or a slider's distance in reaches, in x.
template <class L, int M, class Wish>
class NullMove {
 public:
  /// `system` holds J W J^T at the present values, which `tip` belongs to.
  NullMove(const LimbOf<L>& limb, const Vec3& tip, const SystemOf<L, M>& system, const Wish& wish)
      : limb_(limb), tip_(tip), wish_(wish) {
    SystemOf<L, M> known = system;
    known.error = {};
    for (const L& link : limb.links) {
      if (link.kind == LinkKind::Ball) {
        turning<M>(wish(link), arm_of<M>(limb, link, tip)).add_to(1, known.error.data());
      } else if constexpr (!kOnlyBalls) {
        column_of<M>(limb, link, tip).add_to(wish(link).x, known.error.data());
      }
    }
    if (system.trace() > 0) y_ = known.solve(kLittle * system.trace());  // else no link moves the tip at all
    for (const L& link : limb.links) size_ += length(share_of(link));
  }

  /// The sum of all changes; 0: it does nothing.
  double size() const { return size_; }

  /// Changes the links by so much of it, inside their limits. `limb` is the one it was made of, at the same values.
  void take(LimbOf<L>& limb, double amount) const {
    for (L& link : limb.links) {
      const Vec3 by = share_of(link) * amount;
      if (link.kind == LinkKind::Ball) {
        turn_ball(link, by * 0.5);
      } else if constexpr (!kOnlyBalls) {
        link.amount = link.limits.clamp(link.amount + by.x * unit_of(limb, link));
      }
    }
  }

 private:
  static constexpr bool kOnlyBalls = std::is_same_v<L, FreeBall>;
  static constexpr double kLittle = 1e-9;  // damping, of the trace: a straight limb's matrix has no inverse

  /// What a link does: a ball's turn in the world, or a hinge's or slider's change in x.
  Vec3 share_of(const L& link) const {
    if constexpr (!kOnlyBalls)
      if (link.kind != LinkKind::Ball)
        return {wish_(link).x - link.weight * column_of<M>(limb_, link, tip_).along(y_.data()), 0, 0};
    return wish_(link) - turn_along<M>(arm_of<M>(limb_, link, tip_), y_) * link.weight;
  }

  const LimbOf<L>& limb_;
  Vec3 tip_;
  const Wish& wish_;
  std::array<double, M> y_{};
  double size_ = 0;
};

}  // namespace kine::detail
