#include "kine/motion/clip/two_bones.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/joint_turn.h"

// A limb in closed form, a leg for instance. With the hip h, the knee k and the ankle a as animated, and the knee's axis n:
//
//   |rot(n, t) (a - k) + (k - h)| = d        the knee turns by t, until the ankle is as far from the hip as it should be
//   q rot(n, t) (a - k) + q (k - h) = goal - h    the whole leg swings by q, the shortest way
//
// The first is A cos t + B sin t = C with both answers on either side of the straight leg; the one is taken on whose
// side the knee is animated. So the knee keeps its plane, and an ankle that should stay moves nothing.

namespace kine::detail {
namespace {

struct Knee {
  double turn = 0;  ///< of the shank, radians
  bool reaches = false;
};

Knee bend_knee(const Vec3& thigh, const Vec3& shank, const Vec3& axis, double distance) {
  const Vec3 along = axis * dot(axis, shank), across = shank - along;
  const double a = dot(across, thigh), b = dot(cross(axis, across), thigh);
  const double most = std::sqrt(a * a + b * b);
  if (!(most > 0)) return {};
  const double c = 0.5 * (distance * distance - dot(thigh, thigh) - dot(shank, shank)) - dot(along, thigh);
  // thigh is k - h and shank a - k: the leg is straight where they point the same way, at the turn `straight`.
  const double straight = atan2(b, a);
  const double cosine = std::clamp<double>(c / most, -1, 1);
  const double bend = atan2(std::sqrt(std::max<double>(0, 1 - cosine * cosine)), cosine);
  // Now at 0: bent by -straight about the axis. A knee that is animated a little through its joint may stay there, but
  // bends to the back where it must bend more; one that bends far to the other side is made so.
  constexpr double kThrough = 0.2;  // radians; recordings overstretch knees by up to 10 degrees
  const bool through = straight > 0 && (bend <= straight || straight > kThrough);
  return {straight + (through ? -bend : bend), std::abs(c) <= most};
}

}  // namespace

double place_two_bones(const Skeleton& skeleton, const TwoBones& limb, const TwoBonesGoal& goal, const Frames& frames,
                       std::span<const double> animated, std::span<double> pose) {
  const Quat base = goal.base_moved.rotation;
  const Vec3 top = goal.base_moved * frames.position(limb.upper);
  const Vec3 upper = rotate(base, frames.position(limb.lower) - frames.position(limb.upper));
  const Vec3 lower = rotate(base, frames.position(limb.end) - frames.position(limb.lower));
  const Vec3 wanted = goal.end - top;
  const double distance = length(wanted);
  if (!(distance > 0)) return length(upper + lower);
  const Vec3 axis = rotate(base * frames.rotation(limb.upper), limb.axis);
  const Knee bent = bend_knee(upper, lower, axis, distance);
  const Quat bend = from_axis_angle(axis, bent.turn);
  const Vec3 reached = upper + rotate(bend, lower);
  const Vec3 along = wanted / distance;
  Quat swing = shortest_arc(normalised(reached), along);
  if (goal.pole) swing = from_axis_angle(along, angle_about(along, rotate(swing, upper), *goal.pole - top)) * swing;
  turn_in_world(skeleton, limb.upper, base, swing * base, frames, animated, pose);
  turn_in_world(skeleton, limb.lower, swing * base, swing * bend * base, frames, animated, pose);
  turn_in_world(skeleton, limb.end, swing * bend * base, goal.turn, frames, animated, pose);
  return std::abs(distance - length(reached));
}

}  // namespace kine::detail
