#include "kine/solve/damped/penultimate.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {

using detail::Limb;
using detail::LimbOutcome;
using detail::LimbSettings;
using detail::LimbTarget;
using detail::Link;
using detail::LinkKind;
using detail::Tip;

bool has_free_end(const Limb& limb) {
  if (limb.links.size() < 2) return false;
  const Link& last = limb.links.back();
  if (last.kind != LinkKind::Ball || last.ball) return false;
  for (const Link& link : limb.links)
    if (link.weight > last.weight) return false;
  return true;
}

Vec3 penultimate_target(const Limb& limb, const LimbTarget& target) {
  const Quat world_from_ball = target.rotation * conjugate(limb.tip_turn);
  return target.position - rotate(world_from_ball, limb.links.back().bone);
}

Limb up_to_free_end(const Limb& limb) {
  Limb rest = limb;
  rest.links = limb.links.first(limb.links.size() - 1);
  rest.tip_turn = {};
  rest.reach = rest.hollow = 0;
  rest.slides = rest.limited = false;
  double longest = 0;
  for (const Link& link : rest.links) {
    const double bone = length(link.bone);
    rest.reach += bone;
    longest = std::max<double>(longest, bone);
    rest.slides |= link.kind == LinkKind::Slide;
    rest.limited |= link.ball || link.limits != Range{};
  }
  rest.per_reach = rest.reach > 0 ? 1 / rest.reach : 1;
  rest.hollow = std::max<double>(0, 2 * longest - rest.reach);
  return rest;
}

namespace {

/// Measures the tip; true if it is where it should be.
bool measure(Limb& limb, const LimbTarget& target, const LimbSettings& settings, LimbOutcome& outcome) {
  const Tip tip = place_links(limb);
  outcome.position_error = length(target.position - tip.position);
  outcome.angle_error = length(log(target.rotation * conjugate(tip.rotation)));
  return outcome.position_error <= settings.position_tolerance && outcome.angle_error <= settings.angle_tolerance;
}

}  // namespace

PenultimateOutcome place_by_penultimate(Limb& limb, const LimbTarget& target, const LimbSettings& settings) {
  Limb rest = up_to_free_end(limb);
  const Vec3 ball_at = penultimate_target(limb, target);
  const double away = length(ball_at - rest.base), allowed = settings.position_tolerance;
  PenultimateOutcome outcome;
  outcome.proved = !rest.slides && (away > rest.reach + allowed || away < rest.hollow - allowed);
  if (outcome.proved) return outcome;
  outcome.reached = measure(limb, target, settings, outcome.limb);  // what is there already stays, bit by bit
  if (outcome.reached || settings.max_iterations == 0) return outcome;
  outcome.limb = reach_limb(rest, ball_at, settings);
  if (outcome.limb.iterations == 0) outcome.limb.iterations = 1;  // the turn of the ball counts
  Link& last = limb.links.back();
  const Quat above = place_links(rest).rotation;
  last.value = normalised(conjugate(above * last.rest) * target.rotation * conjugate(limb.tip_turn));
  outcome.reached = measure(limb, target, settings, outcome.limb);
  return outcome;
}

}  // namespace kine::detail
