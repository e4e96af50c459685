#include "kine/solve/damped/penultimate.h"

#include <cmath>

namespace kine::detail {
namespace {

template <class L>
bool ends_in_free_ball(const LimbOf<L>& limb) {
  if (limb.links.size() < 2) return false;
  const L& last = limb.links.back();
  if (last.kind != LinkKind::Ball || last.ball) return false;
  for (const L& link : limb.links)
    if (link.weight > last.weight) return false;
  return true;
}

/// Where the last ball has to be for the tip to be at the target.
template <class L>
Vec3 place_of_last(const LimbOf<L>& limb, const LimbTarget& target) {
  const Quat world_from_ball = target.rotation * conjugate(limb.tip_turn);
  return target.position - rotate(world_from_ball, limb.links.back().bone);
}

/// The limb up to the last ball, over the same links.
template <class L>
LimbOf<L> up_to_last(const LimbOf<L>& limb) {
  LimbOf<L> rest = limb;
  rest.links = limb.links.first(limb.links.size() - 1);
  rest.tip_turn = {};
  measure_bones(rest);
  return rest;
}

/// Measures the tip; true if it is where it should be.
template <class L>
bool measure(LimbOf<L>& limb, const LimbTarget& target, const LimbSettings& settings, LimbOutcome& outcome) {
  outcome.position_error = length(target.position - place_links(limb));
  outcome.angle_error = length(log(target.rotation * conjugate(tip_rotation(limb))));
  return outcome.position_error <= settings.position_tolerance && outcome.angle_error <= settings.angle_tolerance;
}

template <class L>
PenultimateOutcome place(LimbOf<L>& limb, const LimbTarget& target, const LimbSettings& settings) {
  LimbOf<L> rest = up_to_last(limb);
  const Vec3 ball_at = place_of_last(limb, target);
  PenultimateOutcome outcome;
  // A tip that is turned a little less well than wanted leaves the ball some more room.
  const double allowed = settings.position_tolerance +
                         (settings.angle_tolerance + ReachRange::kRounding) * length(target.position - ball_at);
  outcome.proved = rest.range.proves_unreachable(rest.base, ball_at, allowed);
  if (outcome.proved) return outcome;
  outcome.reached = measure(limb, target, settings, outcome.limb);  // what is there already stays, bit by bit
  if (outcome.reached || settings.max_iterations == 0) return outcome;
  outcome.limb = reach_limb(rest, ball_at, settings);
  if (outcome.limb.iterations == 0) outcome.limb.iterations = 1;  // the turn of the ball counts
  L& last = limb.links.back();
  place_links(rest);
  const Quat above = tip_rotation(rest);
  last.value = normalised(conjugate(above * last.rest) * target.rotation * conjugate(limb.tip_turn));
  outcome.reached = measure(limb, target, settings, outcome.limb);
  return outcome;
}

}  // namespace

bool has_free_end(const Limb& limb) { return ends_in_free_ball(limb); }
bool has_free_end(const BallChain& chain) { return ends_in_free_ball(chain); }

PenultimateOutcome place_by_penultimate(Limb& limb, const LimbTarget& target, const LimbSettings& settings) {
  return place(limb, target, settings);
}
PenultimateOutcome place_by_penultimate(BallChain& chain, const LimbTarget& target, const LimbSettings& settings) {
  return place(chain, target, settings);
}

}  // namespace kine::detail
