#include "kine/solve/damped/limb_ease.h"

#include "kine/solve/damped/limb_null.h"

namespace kine::detail {
namespace {

/// A ball's way to its place in the posture, in the world: a turn, twice the sine of half the angle long, so that it
/// grows with the angle up to half a turn.
template <class L>
Vec3 turn_to(const L& link, std::span<const double> posture) {
  const double* v = posture.data() + link.place;
  const Quat turn = conjugate(link.value) * normalised(Quat{v[0], v[1], v[2], v[3]});
  return rotate(link.world, turn.vector() * (turn.w < 0 ? -2 : 2));
}

Vec3 way_to(const BallChain&, const FreeBall& link, std::span<const double> posture) { return turn_to(link, posture); }
Vec3 way_to(const Limb& limb, const Link& link, std::span<const double> posture) {
  if (link.kind == LinkKind::Ball) return turn_to(link, posture);
  return {(posture[static_cast<std::size_t>(link.place)] - link.amount) / unit_of(limb, link), 0, 0};
}

template <int M, class L>
void ease(LimbOf<L>& limb, std::span<const double> posture, double share) {
  const Vec3 tip = place_links(limb);
  SystemOf<L, M> system;
  system.fill(limb, tip);
  const auto wish = [&](const L& link) { return way_to(limb, link, posture) * share; };
  NullMove<L, M, decltype(wish)>(limb, tip, system, wish).take(limb, 1);
}

}  // namespace

void ease_limb(Limb& limb, bool orientation_counts, std::span<const double> posture, double share) {
  orientation_counts ? ease<6>(limb, posture, share) : ease<3>(limb, posture, share);
}

void ease_limb(BallChain& chain, bool orientation_counts, std::span<const double> posture, double share) {
  orientation_counts ? ease<6>(chain, posture, share) : ease<3>(chain, posture, share);
}

}  // namespace kine::detail
