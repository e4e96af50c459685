#include "kine/solve/damped/limb_step.h"

#include <algorithm>
#include <cmath>

#include "kine/solve/damped/bends.h"
#include "kine/solve/damped/damped_search.h"
#include "kine/solve/damped/limb_null.h"
#include "kine/solve/damped/limb_system.h"
#include "kine/solve/damped/unfold.h"

// The rows and the moves of a limb; damped_search.h has the loop and says where the damping comes from.
//
// Limits: a link that a step would carry past its limit goes to the limit and no farther; its columns leave the system,
// what it did is taken off the error, and the rest is solved again, so the others take over what it could not do.

namespace kine::detail {
namespace {

template <class L, int M>
class LimbSearch {
  static constexpr bool kOnlyBalls = std::is_same_v<L, FreeBall>;

 public:
  LimbSearch(LimbOf<L>& limb, const LimbTarget& target, const LimbSettings& settings)
      : limb_(limb),
        target_(target),
        settings_(settings),
        per_reach_squared_(limb.per_reach * limb.per_reach),
        near_(settings.position_tolerance * settings.position_tolerance),
        turned_(settings.angle_tolerance * settings.angle_tolerance) {}

  LimbOutcome run() {
    measure();
    LimbOutcome outcome;
    outcome.iterations = descend(*this, settings_.max_iterations);
    if (outcome.iterations > 0 && restore_unit_length(limb_)) measure();
    outcome.position_error = std::sqrt(off_squared_);
    outcome.angle_error = std::sqrt(angle_squared_);
    return outcome;
  }

  // What descend asks for.

  /// All stationary poses of free balls are lines, from which a bend leads on.
  static constexpr bool kStallsNextToLines = kOnlyBalls;

  double squared_error() const { return error_squared_; }

  bool reached() const { return off_squared_ <= near_ && (M == 3 || angle_squared_ <= turned_); }

  bool step(const NextStep& next) {
    if constexpr (kOnlyBalls && M == 3) {
      unfolds_ = next.left > kUnfoldFrom && !(unfolds_ && next.left > kUnfoldUpTo);
      if (unfolds_ && unfold(next)) return true;
    }
    if constexpr (!kOnlyBalls) {
      if (next.from_best) keep();
      for (Link& link : limb_.links) link.held = false;
    }
    system_.fill(limb_, tip_);
    const double mu = next.damping * system_.trace();
    std::array<double, M> y = system_.solve(mu);
    const bool helped = next.left > 0 && next.left < kHelped;
    if (!helped && system_.is_stationary(y, mu, M == 3 ? off_squared_ : error_squared_)) return false;
    if constexpr (!kOnlyBalls) {
      if (limb_.limited)
        for (int pass = 0; pass < kLimitPasses && hold_at_limits(y); ++pass) y = system_.solve(mu);
    }
    for (double& row : y) row *= 0.5 * settings_.step;
    for (L& link : limb_.links) {
      if constexpr (kOnlyBalls)
        if (next.from_best) link.kept = link.value;
      move(link, y);
    }
    measure();
    return true;
  }

  /// Tries bends that leave the tip where it is to first order: balls turn about one axis of the world, hinges towards
  /// the middle of their range. False if none brings the tip nearer: then this is as near as it comes.
  bool bend() {
    if (limb_.range.too_far(length(target_.position - limb_.base), 0)) return false;
    keep();
    system_.fill(limb_, tip_);
    for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX})
      if (bend_by([&](const L& link) { return arc_of(link, axis); })) return true;
    if constexpr (kOnlyBalls) {
      const Vec3 towards = target_.position - tip_;
      for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX})
        if (turn_round(axis) || bend_by([&](const L& link) { return unfolding_of(link, axis, towards); })) return true;
    }
    return false;
  }

  void take_back() {
    for (L& link : limb_.links) {
      link.value = link.kept;
      if constexpr (!kOnlyBalls) link.amount = link.kept_amount;
    }
    measure();
  }

 private:
  /// Places the links, and measures how far the tip is off.
  void measure() {
    tip_ = place_links(limb_);
    const Vec3 off = target_.position - tip_;
    off_squared_ = dot(off, off);
    if constexpr (M == 3) {
      error_squared_ = off_squared_ * per_reach_squared_;
      system_.error = {off.x, off.y, off.z};
    } else {
      const Vec3 linear = off * limb_.per_reach;
      const Vec3 angular = log(target_.rotation * conjugate(tip_rotation(limb_)));
      angle_squared_ = dot(angular, angular);
      error_squared_ = dot(linear, linear) + angle_squared_;
      system_.error = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    }
  }

  void keep() {
    for (L& link : limb_.links) {
      link.kept = link.value;
      if constexpr (!kOnlyBalls) link.kept_amount = link.amount;
    }
  }

  bool unfold(const NextStep& next) {
    const Unfolding way(limb_, tip_, target_.position - tip_, next.damping);
    if (!way.found()) return false;
    if (next.from_best) keep();
    way.take(limb_, tip_, settings_.step);
    measure();
    return true;
  }

  /// Takes the links that would pass a limit out of the system. False if there are none.
  bool hold_at_limits(const std::array<double, M>& y) {
    bool any = false;
    for (Link& link : limb_.links) {
      if (link.held) continue;
      if (link.kind == LinkKind::Ball) {
        any |= link.ball && hold_ball(link, y);
        continue;
      }
      const Column<M> column = column_of<M>(limb_, link, tip_);
      const double unit = unit_of(limb_, link);
      const double wanted = link.amount + settings_.step * link.weight * column.along(y.data()) * unit;
      if (link.limits.contains(wanted)) continue;
      link.held = any = true;
      link.change = link.limits.clamp(wanted) - link.amount;
      system_.add(column, -link.weight);
      column.add_to(-link.change / unit, system_.error.data());
    }
    return any;
  }

  /// A ball that would leave its limits goes to the nearest turn inside, and out of the system.
  bool hold_ball(Link& link, const std::array<double, M>& y) {
    const Quat before = link.value;
    const Vec3 arm = arm_of<M>(limb_, link, tip_);
    turn_freely(link, turn_along<M>(arm, y) * (0.5 * settings_.step * link.weight));
    if (!(limit_violation(*link.ball, link.value) > 0)) {
      link.value = before;
      return false;
    }
    link.value = clamp_to_limits(*link.ball, link.value);
    link.held = true;
    const Quat turned = conjugate(before) * link.value;
    const Vec3 turn = rotate(link.world, turned.vector() * (turned.w < 0 ? -2 : 2));
    system_.add_ball(arm, -link.weight);
    turning<M>(turn, arm).add_to(-1, system_.error.data());
    return true;
  }

  /// Moves a link by the step whose rows, halved, are `half_y`.
  void move(L& link, const std::array<double, M>& half_y) {
    if (link.kind == LinkKind::Ball) {
      if (!link.held) turn_ball(link, turn_along<M>(arm_of<M>(limb_, link, tip_), half_y) * link.weight);
      return;
    }
    if constexpr (!kOnlyBalls) {
      const double change =
          link.held ? link.change
                    : 2 * link.weight * column_of<M>(limb_, link, tip_).along(half_y.data()) * unit_of(limb_, link);
      link.amount = link.limits.clamp(link.amount + change);
    }
  }

  /// Bends by what the links wish, less what would move the tip. False, and nothing is moved, if that does not help.
  template <class Wish>
  bool bend_by(const Wish& wish) {
    const double before = squared_error(), size = largest_bend(before);
    const NullMove<L, M, Wish> way(limb_, tip_, system_, wish);
    for (const double share : kBends) {
      if (!(way.size() > 0)) break;
      way.take(limb_, share * size / way.size());
      measure();
      if (squared_error() < kBent * before) return true;
      take_back();
    }
    return false;
  }

  /// Turns the first link behind which the target lies by a right angle, with all that hangs on it.
  bool turn_round(const Vec3& axis) {
    const double before = squared_error();
    for (L& link : limb_.links) {
      if (!(dot(tip_ - link.at, target_.position - link.at) < 0)) continue;
      turn_freely(link, axis);
      measure();
      if (squared_error() < kBent * before) return true;
      take_back();
      break;
    }
    return false;
  }

  /// Where the line of a limb is folded back on itself: each bone that points away from the target turns about an axis,
  /// and the others keep their directions.
  Vec3 unfolding_of(const FreeBall& link, const Vec3& axis, const Vec3& towards) const {
    const auto turns = [&](const FreeBall& which) { return dot(rotate(which.world, which.bone), towards) < 0 ? 1 : 0; };
    const int above = &link == limb_.links.data() ? 0 : turns(*(&link - 1));
    return axis * (turns(link) - above);
  }

  /// A limb that is a straight line becomes an arc.
  static Vec3 arc_of(const FreeBall&, const Vec3& axis) { return axis; }
  static Vec3 arc_of(const Link& link, const Vec3& axis) {
    if (link.kind == LinkKind::Ball) return axis;
    if (link.kind == LinkKind::Slide) return {};
    return {2 * link.amount > link.limits.lower + link.limits.upper ? -1.0 : 1.0, 0, 0};
  }

  LimbOf<L>& limb_;
  const LimbTarget& target_;
  const LimbSettings& settings_;
  const double per_reach_squared_;
  const double near_, turned_;  // the squares of the tolerances, metres and radians
  SystemOf<L, M> system_;
  Vec3 tip_{};
  bool unfolds_ = false;                        // the last step was one of links that turn by themselves
  double off_squared_ = 0, angle_squared_ = 0;  // metres, radians
  double error_squared_ = 0;                    // in reaches and radians
};

template <int M, class L>
LimbOutcome search(LimbOf<L>& limb, const LimbTarget& target, const LimbSettings& settings) {
  return LimbSearch<L, M>(limb, target, settings).run();
}

}  // namespace

LimbOutcome reach_limb(Limb& limb, const Vec3& target, const LimbSettings& settings) {
  return search<3>(limb, {target, {}}, settings);
}
LimbOutcome reach_limb(BallChain& chain, const Vec3& target, const LimbSettings& settings) {
  return search<3>(chain, {target, {}}, settings);
}

LimbOutcome place_limb(Limb& limb, const LimbTarget& target, const LimbSettings& settings) {
  return search<6>(limb, target, settings);
}
LimbOutcome place_limb(BallChain& chain, const LimbTarget& target, const LimbSettings& settings) {
  return search<6>(chain, target, settings);
}

}  // namespace kine::detail
