#include "kine/solve/damped/ball_chain.h"

#include <cmath>

#include "kine/math/mat3.h"

// The method is that of limb_step.cpp. For a ball at r from the tip the sum over three square axes a of
// (a x r)(a x r)^T is r.r 1 - r r^T, and J^T y is the turn r x y: no axes and no Jacobian are needed.

namespace kine::detail {
namespace {

constexpr double kDamping = 0.1;  // of the sum of r.r, which is half the trace
constexpr double kLeastDamping = 2e-13;
constexpr int kStalls = 12;
constexpr double kHardlyBetter = 0.9999;
constexpr double kMostDamping = 1e12;
constexpr double kNoShare = 0.999;  // see limb_step.cpp
constexpr double kFlat = 1e-12;

Vec3 place(std::span<BallChain::Link> links, const Vec3& base) {
  Quat rotation{};
  Vec3 at = base;
  for (BallChain::Link& link : links) {
    rotation = rotation * link.value;
    link.world = rotation;
    link.at = at;
    at += rotate(rotation, link.bone);
  }
  return at;
}

/// 1 / sqrt(1 + x), x >= 0. Turns from frame to frame are so small that a few terms of the series are exact.
double inverse_root_of_one_and(double x) {
  if (x < 1e-4) return 1 - x * (0.5 - x * (0.375 - x * 0.3125));
  return 1 / std::sqrt(1 + x);
}

/// Turns each link by r x y in the world, and places them all. The turn is taken as the quaternion (turn, 1) made one
/// long, whose length is known before it is turned into the link's frame.
Vec3 turn(std::span<BallChain::Link> links, const Vec3& base, const Vec3& tip, const Vec3& y) {
  for (BallChain::Link& link : links) {
    const Vec3 in_world = cross(tip - link.at, y);
    const double shrink = inverse_root_of_one_and(dot(in_world, in_world));
    const Vec3 half = rotate(conjugate(link.world), in_world);
    link.kept = link.value;
    link.value = link.value * Quat{half.x, half.y, half.z, 1} * shrink;
  }
  return place(links, base);
}

struct Sums {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
};

/// (sum of (r.r 1 - r r^T) + mu 1)^-1 e.
Vec3 solve_normal(const Sums& s, double mu, const Vec3& e) {
  const Mat3 a{{s.yy + s.zz + mu, -s.xy, -s.xz}, {-s.xy, s.xx + s.zz + mu, -s.yz}, {-s.xz, -s.yz, s.xx + s.yy + mu}};
  return solve(a, e);
}

/// True if |J^T e|^2, the sum of |r x e|^2, is as good as nothing.
bool is_flat(const Sums& s, const Vec3& e) {
  const double all = (s.xx + s.yy + s.zz) * dot(e, e);
  const double along = s.xx * e.x * e.x + s.yy * e.y * e.y + s.zz * e.z * e.z +
                       2 * (s.xy * e.x * e.y + s.xz * e.x * e.z + s.yz * e.y * e.z);
  return !(all - along > kFlat * all);
}

}  // namespace

BallChain make_ball_chain(const Skeleton& skeleton, const PointOnJoint& point, std::span<const double> pose,
                          Scratch& scratch) {
  BallChain chain;
  // From the tip up, so from the back to the front.
  std::size_t k = 0;
  for (int i = point.joint.index; i >= 0; i = skeleton.part({i}).parent)
    k += skeleton.part({i}).kind == JointKind::Ball;
  const std::span<BallChain::Link> room = scratch.take<BallChain::Link>(k);
  Vec3 bone = point.offset;
  double longest = 0;
  for (int i = point.joint.index; i >= 0;) {
    const Skeleton::Part& part = skeleton.parts()[static_cast<std::size_t>(i)];
    if (!part.plain) return {};
    if (part.kind == JointKind::Ball) {
      BallChain::Link& link = room[--k];
      const double* v = pose.data() + part.first_value;
      link.value = {v[0], v[1], v[2], v[3]};
      const double n = dot(link.value, link.value);
      if (std::abs(n - 1) > 4e-15) link.value = link.value * (1 / std::sqrt(n));
      link.kept = link.value;
      link.bone = bone;
      link.place = part.first_value;
      const double size = length(bone);
      chain.reach += size;
      longest = longest > size ? longest : size;
      bone = part.rest_translation;
    } else {
      bone += part.rest_translation;
    }
    i = part.parent;
  }
  chain.links = room.subspan(k);
  chain.base = bone;
  chain.hollow = longest + longest > chain.reach ? longest + longest - chain.reach : 0;
  return chain;
}

LimbOutcome reach_ball_chain(BallChain& chain, const Vec3& target, const LimbSettings& settings) {
  const std::span<BallChain::Link> links = chain.links;
  const double per_reach_squared = chain.reach > 0 ? 1 / (chain.reach * chain.reach) : 1;
  LimbOutcome outcome;
  Vec3 tip = place(links, chain.base), e = target - tip;
  double squared = dot(e, e), extra = 1;
  const double enough = settings.position_tolerance * settings.position_tolerance;
  int stalled = 0;
  while (squared > enough && outcome.iterations < settings.max_iterations && stalled < kStalls) {
    ++outcome.iterations;
    Sums s;
    for (const BallChain::Link& link : links) {
      const Vec3 r = tip - link.at;
      s.xx += r.x * r.x;
      s.xy += r.x * r.y;
      s.xz += r.x * r.z;
      s.yy += r.y * r.y;
      s.yz += r.y * r.z;
      s.zz += r.z * r.z;
    }
    const double mu = (kDamping * extra * squared * per_reach_squared + kLeastDamping) * (s.xx + s.yy + s.zz);
    const Vec3 whole = solve_normal(s, mu, e);
    if (mu * dot(e, whole) > kNoShare * squared && is_flat(s, e)) {
      outcome.flat = true;
      break;
    }
    const Vec3 y = whole * (0.5 * settings.step);
    const Vec3 new_tip = turn(links, chain.base, tip, y), new_e = target - new_tip;
    const double new_squared = dot(new_e, new_e);
    if (new_squared < squared) {
      stalled = new_squared > kHardlyBetter * squared ? stalled + 1 : 0;
      extra = extra > 4 ? extra / 4 : 1;
      tip = new_tip;
      e = new_e;
      squared = new_squared;
    } else {
      for (BallChain::Link& link : links) link.value = link.kept;
      place(links, chain.base);
      extra *= 8;
      if (!(extra < kMostDamping)) break;
    }
  }
  outcome.position_error = std::sqrt(squared);
  return outcome;
}

void write_pose(const BallChain& chain, std::span<double> pose) {
  for (const BallChain::Link& link : chain.links) {
    double* v = pose.data() + link.place;
    v[0] = link.value.x;
    v[1] = link.value.y;
    v[2] = link.value.z;
    v[3] = link.value.w;
  }
}

}  // namespace kine::detail
