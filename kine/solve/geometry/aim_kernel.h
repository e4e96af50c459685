#pragma once

#include <cmath>
#include <limits>

#include "kine/math/quat.h"
#include "kine/math/select.h"
#include "kine/math/vec3.h"

/// Turning a joint so that an axis of it points at a target: a template on float and double that needs no Skeleton.
/// Only + - * / and square roots: half angles come from algebra, so there is no sine and no arc tangent in here.
namespace kine::geometry {

namespace detail {

using kine::detail::all;
using kine::detail::any;
using kine::detail::MaskOf;
using kine::detail::select;

/// 1 where x is not negative, else 0 (also for -0). With it choices are made by arithmetic, exactly: directions are as
/// good as random, and a branch that is guessed wrong costs more than all of its alternatives.
template <class T>
inline T one_if_positive(T x) {
  using std::copysign;
  return T(0.5) + copysign(T(0.5), x);
}

/// `first` if choice is 1, `second` if it is 0; both must be finite.
template <class T>
inline T choose(T choice, T first, T second) {
  return choice * first + (T(1) - choice) * second;
}

}  // namespace detail

/// The frame whose +X points along `forward` and whose +Y lies on the side of `side`.
template <class T>
struct FrameAlong {
  QuatT<T> turn;                  ///< world_from_frame, not of unit length
  T arc_squared, swivel_squared;  ///< their product is the squared length of `turn`
  detail::MaskOf<T> has_side;     ///< false: `side` is on the line of `forward` (or has no length), `turn` is any frame
                                  ///< along it
};

/// `forward` has the length `distance`; `side` may have any length and any angle to it; `swivel` (sine and cosine) then
/// turns the frame about its +X. It is made in three steps, none of which divides: if `forward` points backward, a half
/// turn about Z; the shortest arc from X to `forward`, which is (X x forward, distance + X . forward); and the swivel
/// about X that brings Y to `side`, whose half angle has the tangent sine / (length + cosine). Its squared length comes
/// beside, as the product of |arc|^2 = 2 distance (distance + X . forward) and |swivel|^2 = 2 length (length + cosine),
/// so that nobody need wait for the quaternion to know its length. Distances and lengths of `side` between 1e-30 and
/// 1e30 (float: 1e-4 and 1e4) are in range.
template <class T>
inline FrameAlong<T> frame_along(const Vec3T<T>& forward, T distance, const Vec3T<T>& side,
                                 const SinCosT<T>& swivel = {T(0), T(1)}) {
  using detail::all;
  using detail::any;
  using detail::select;
  using std::abs;
  using std::copysign;
  using std::sqrt;
  // With a half turn first, X . forward is never negative, so that no digit is lost in the arc.
  const T ahead = detail::one_if_positive(forward.x), back = T(1) - ahead, flip = ahead - back;
  const T ux = abs(forward.x), uy = flip * forward.y, uz = forward.z;
  const T px = flip * side.x, py = flip * side.y, pz = side.z;
  const T pu = px * ux + py * uy + pz * uz, side_squared = px * px + py * py + pz * pz;
  const T k = distance + ux, scale = k * distance, g = px * distance + pu;
  T along_y = py * scale - uy * g, along_z = pz * scale - uz * g;  // `side` on the swung Y and Z, times `scale`
  T squared = along_y * along_y + along_z * along_z;
  const T kRounding = T(64) * std::numeric_limits<T>::epsilon();
  const auto has_side = squared > kRounding * kRounding * (scale * scale * side_squared);
  if (!all(has_side)) [[unlikely]] {
    along_y = select(has_side, along_y, T(1));
    squared = select(has_side, squared, T(1));
    along_z = select(has_side, along_z, T(0));
  }
  T c = along_y, s = along_z;
  const auto swivels = (swivel.sin != T(0)) | (swivel.cos != T(1));
  if (any(swivels)) {
    c = select(swivels, along_y * swivel.cos - along_z * swivel.sin, c);
    s = select(swivels, along_z * swivel.cos + along_y * swivel.sin, s);
  }
  const T r = sqrt(squared), acute = detail::one_if_positive(c);
  const T longer = r + abs(c), shorter = abs(s);
  const T half_cos = detail::choose(acute, longer, shorter);
  const T half_sin = copysign(detail::choose(acute, shorter, longer), s);
  const QuatT<T> q{k * half_sin, uy * half_sin - uz * half_cos, uy * half_cos + uz * half_sin, k * half_cos};
  // (0, 0, back, ahead) * q
  return {{ahead * q.x - back * q.y, ahead * q.y + back * q.x, ahead * q.z + back * q.w, ahead * q.w - back * q.z},
          T(2) * scale,
          T(2) * (r * longer),
          has_side};
}

/// What an aim is told beside its target. Directions need not have unit length.
template <class T>
struct AimOptions {
  Vec3T<T> axis{T(1), T(0), T(0)};  ///< what shall point at the target, in the joint's frame
  Vec3T<T> offset{};                ///< where the axis starts, in the joint's frame: eyes are not at the neck
  Vec3T<T> up_axis{};            ///< in the joint's frame: this shall be as near `up` as it can; zero: does not matter
  Vec3T<T> up{};                 ///< in the world
  SinCosT<T> twist{T(0), T(1)};  ///< of an angle about the line of sight, added last
  T weight = T(1);               ///< 0 to 1: how much of the turn is made
};

template <class T>
struct AimSolution {
  QuatT<T> rotation;  ///< world_from_joint
  bool reached;       ///< whole, the turn makes the axis go through the target; false: it is nearer than the offset
};

/// From one rotation to another the short way, without trigonometry: exact at both ends, and never more than 8.2
/// degrees away from a turn at constant speed.
template <class T>
QuatT<T> blend_short(const QuatT<T>& from, const QuatT<T>& to, T weight) {
  using detail::all;
  using detail::select;
  if (all(weight <= T(0))) return from;
  if (all(weight >= T(1))) return to;
  const QuatT<T> near = select(dot(from, to) < T(0), -to, to);
  return normalised(from * (T(1) - weight) + near * weight);
}

namespace detail {

/// The direction in the joint's frame, seen from its origin, in which the target lies when the ray from `offset` along
/// `axis` (of unit length) goes through it: offset + t axis, of the target's distance, t >= 0. False if there is none.
template <class T>
bool sight_line(const Vec3T<T>& offset, const Vec3T<T>& axis, T distance, Vec3T<T>& line) {
  using std::sqrt;
  const T along = dot(offset, axis);
  const Vec3T<T> beside = offset - axis * along;
  const T beside_squared = dot(beside, beside);
  const T rest = (distance - sqrt(beside_squared)) * (distance + sqrt(beside_squared));
  const T reach = rest > T(0) ? sqrt(rest) : T(0);  // from the foot of the perpendicular to the target
  line = beside + axis * (reach > along ? reach : along);
  return rest >= T(0) && reach >= along;
}

/// The turn with up: both frames have the line as X and the up direction as Y.
template <class T>
QuatT<T> aim_with_up(const Vec3T<T>& line, const Vec3T<T>& wanted, const QuatT<T>& shortest,
                     const AimOptions<T>& options) {
  const FrameAlong<T> joint_from_line = frame_along(line, T(1), normalised(options.up_axis));
  const FrameAlong<T> world_from_line = frame_along(wanted, T(1), normalised(options.up), options.twist);
  if (!joint_from_line.has_side || !world_from_line.has_side) return shortest;
  return normalised(world_from_line.turn * conjugate(joint_from_line.turn));
}

}  // namespace detail

/// Turns a joint at `position` with the present rotation `world_from_joint` so that its axis points at `target`, by the
/// shortest turn, or with `up_axis` towards `up`. A target on the joint itself, or anything not finite, leaves the
/// rotation as it is. With up on the line of sight the shortest turn is taken.
template <class T>
AimSolution<T> aim(const Vec3T<T>& position, const QuatT<T>& world_from_joint, const Vec3T<T>& target,
                   const AimOptions<T>& options = {}) {
  const Vec3T<T> to_target = target - position;
  const T distance = length(to_target);
  const Vec3T<T> axis = normalised(options.axis, {T(1), T(0), T(0)});
  if (!(distance > T(0) && distance <= std::numeric_limits<T>::max())) return {world_from_joint, false};
  Vec3T<T> line = axis;
  bool reached = true;
  if (options.offset != Vec3T<T>{}) reached = detail::sight_line(options.offset, axis, distance, line);
  line = normalised(line, axis);
  const Vec3T<T> wanted = to_target / distance;
  QuatT<T> turned = shortest_arc(rotate(world_from_joint, line), wanted) * world_from_joint;
  if (options.up_axis != Vec3T<T>{} && options.up != Vec3T<T>{}) {
    turned = detail::aim_with_up(line, wanted, turned, options);
  } else if (options.twist.sin != T(0) || options.twist.cos != T(1)) {
    const QuatT<T> frame = frame_along(wanted, T(1), {}).turn;  // any frame along the line serves to twist about it
    turned = normalised(frame_along(wanted, T(1), {}, options.twist).turn * conjugate(frame) * turned);
  }
  turned = normalised(turned);
  const T sum = dot(turned, turned);
  if (!(sum > T(0) && sum < T(2))) return {world_from_joint, false};
  return {blend_short(world_from_joint, turned, options.weight), reached};
}

}  // namespace kine::geometry
