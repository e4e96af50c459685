#pragma once

#include "kine/solve/damped/limb_system.h"

namespace kine::detail {

/// A change of the links that leaves the tip where it is, to first order: z - W J^T (J W J^T)^-1 J z, with z what the
/// links would like to do (`Link::push`). A straight limb is bent that way, and a limb eased towards a posture.
template <int M>
class NullMove {
 public:
  /// `system` holds J W J^T at the present values, which `tip` belongs to.
  NullMove(const Limb& limb, const Tip& tip, const System<M>& system) : limb_(limb), tip_(tip) {
    System<M> known = system;
    known.error = {};
    for (const Link& link : limb.links) {
      if (link.kind == LinkKind::Ball) {
        turning<M>(link.push, arm_of(limb, link, tip)).add_to(1, known.error.data());
      } else {
        column_of<M>(limb, link, tip).add_to(link.push.x, known.error.data());
      }
    }
    y_ = known.solve(kLittle * system.trace());
    for (const Link& link : limb.links) size_ += length(part_of(link));
  }

  /// The sum of all changes; 0: it does nothing.
  double size() const { return size_; }

  /// Changes the links by so much of it, inside their limits. `limb` is the one it was made of.
  void take(Limb& limb, double amount) const {
    for (Link& link : limb.links) {
      const Vec3 by = part_of(link) * amount;
      if (link.kind == LinkKind::Ball) {
        turn_ball(link, by);
      } else {
        link.amount = link.limits.clamp(link.amount + by.x * unit_of(limb, link));
      }
    }
  }

 private:
  static constexpr double kLittle = 1e-9;  // damping, of the trace: a straight limb's matrix has no inverse

  /// A link's part: a ball's turn in the world, or a hinge's or slider's in x.
  Vec3 part_of(const Link& link) const {
    if (link.kind == LinkKind::Ball) return link.push - turn_along<M>(arm_of(limb_, link, tip_), y_) * link.weight;
    return {link.push.x - link.weight * column_of<M>(limb_, link, tip_).along(y_.data()), 0, 0};
  }

  const Limb& limb_;
  Tip tip_;
  std::array<double, M> y_{};
  double size_ = 0;
};

}  // namespace kine::detail
