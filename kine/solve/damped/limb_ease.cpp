#include "kine/solve/damped/limb_ease.h"

#include "kine/solve/damped/limb_null.h"

namespace kine::detail {
namespace {

/// The way to a link's place in the posture: a ball's turn in the world (twice the sine of half the angle long, so that
/// it grows with the angle up to half a turn), or a hinge's angle or a slider's distance in reaches, in x.
Vec3 way_to(const Limb& limb, const Link& link, std::span<const double> posture) {
  const double* v = posture.data() + link.place;
  if (link.kind != LinkKind::Ball) return {(*v - link.amount) / unit_of(limb, link), 0, 0};
  const Quat turn = conjugate(link.value) * normalised(Quat{v[0], v[1], v[2], v[3]});
  return rotate(link.world, turn.vector() * (turn.w < 0 ? -2 : 2));
}

template <int M>
void ease(Limb& limb, std::span<const double> posture, double share) {
  const Tip tip = place_links(limb);
  System<M> system;
  system.fill(limb, tip);
  for (Link& link : limb.links) link.push = way_to(limb, link, posture) * share;
  NullMove<M>(limb, tip, system).take(limb, 1);
}

}  // namespace

void ease_limb(Limb& limb, bool orientation_counts, std::span<const double> posture, double share) {
  orientation_counts ? ease<6>(limb, posture, share) : ease<3>(limb, posture, share);
}

}  // namespace kine::detail
