#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kine/math/quat.h"
#include "kine/math/vec3.h"
#include "kine/solve/geometry/aim_kernel.h"

/// Two bones that reach for a point, in closed form: a template on float and double that needs no Skeleton.
///
/// The bones and the line from root to tip are a triangle with the sides upper, lower and d. Instead of the law of
/// cosines (Lander, "Oh My God, I Inverted Kine!", eq. 5), which loses half the digits near full stretch, all angles
/// come by their halves from Heron's four factors (W. Kahan, "Miscalculating Area and Angles of a Needle-like
/// Triangle"):
///   A = upper + lower - d,   B = upper + lower + d,   C = d - upper + lower,   D = d + upper - lower
///   tan(angle at the root / 2) = sqrt(A C / (B D)),   tan(bend of the mid joint / 2) = sqrt(A B / (C D))
/// With S = sqrt(A B C D) these are S / (B D) and S / (C D): one square root for both, and since quaternions are made
/// of half angles, no sine, cosine or arc tangent anywhere.
namespace kine::geometry {

/// What is done when the target is too far or too near.
enum class OnUnreachable : std::uint8_t {
  Nearest,  ///< the tip goes to the nearest point it can reach, which lies on the ray from root to target
  Keep,     ///< the limb stays as it is ("you only want a solution if it's correct")
};

/// The half angles of a limb's triangle, as sine and cosine times some positive number.
template <class T>
struct Triangle {
  T root_sin, root_cos;          ///< between the upper bone and the line from root to tip
  T bend_sin, bend_cos;          ///< by how much the mid joint is bent: 0 is straight, half a turn is folded
  T root_squared, bend_squared;  ///< sine^2 + cosine^2 of each pair
};

/// `distance` is taken as the nearest one that the bones can make. Differences are taken in the order that loses
/// nothing: near full stretch and near full fold all digits of the angles are there.
template <class T>
inline Triangle<T> triangle(T upper, T lower, T distance) {
  using detail::any;
  using detail::select;
  using std::max;
  using std::min;
  using std::sqrt;
  const T long_upper = detail::one_if_positive(upper - lower);
  const T big = detail::choose(long_upper, upper, lower), small = detail::choose(long_upper, lower, upper);
  const T sum = upper + lower, gap = big - small;
  const T scale = T(1) / sum;  // so that products neither overflow nor vanish, whatever the unit of length
  // Kahan's order: the largest two sides are subtracted first, which is exact where it matters.
  const T far_slack = small - (distance - big);
  const T outside = detail::one_if_positive(distance - small);
  const T middle = detail::choose(outside, distance, small), least = detail::choose(outside, small, distance);
  const T near_slack = least - (big - middle);
  const T d = min(max(distance, gap), sum);
  const T a = max(far_slack, T(0)) * scale, b = (d + sum) * scale;
  const T near = max(near_slack, T(0)) * scale, wide = (d + gap) * scale;
  const T c = detail::choose(long_upper, near, wide), e = detail::choose(long_upper, wide, near);  // e is D above
  const T ab = a * b, ce = near * wide, ac = a * c, be = b * e;
  const T s = sqrt(ab * ce);
  // Of S / (C D) and A B / S (which are equal) the one with the larger cosine or sine: never zero by zero.
  const T open = detail::one_if_positive(ce - ab), ahead = detail::one_if_positive(be - ac);
  Triangle<T> t;
  t.bend_sin = detail::choose(open, s, ab);
  t.bend_cos = detail::choose(open, ce, s);
  t.root_sin = detail::choose(ahead, s, ac);
  t.root_cos = detail::choose(ahead, be, s);
  t.bend_squared = max(ab, ce) * (ab + ce);
  t.root_squared = max(ac, be) * (ac + be);
  const auto on_root = !(t.root_squared > T(0)), rigid = !(t.bend_squared > T(0));
  if (any(on_root)) [[unlikely]] {  // the tip is on the root: half way between the ends of what it could be
    t.root_sin = select(on_root, T(1), t.root_sin);
    t.root_cos = select(on_root, T(1), t.root_cos);
    t.root_squared = select(on_root, T(2), t.root_squared);
  }
  if (any(rigid)) [[unlikely]] {  // a bone without length bends nothing
    t.bend_sin = select(rigid, T(0), t.bend_sin);
    t.bend_cos = select(rigid, T(1), t.bend_cos);
    t.bend_squared = select(rigid, T(1), t.bend_squared);
  }
  return t;
}

/// The distance a softened limb reaches for: up to (1 - softness) of its length the wanted one, then less and less, and
/// never quite the whole length, so that the mid joint does not snap when the limb straightens. With
/// x = (d - (1 - softness) reach) / (softness reach) the last part is x / sqrt(1 + x^2) of its length: slope 1 and
/// curvature 0 where it begins, as smooth as the exponential that animation tools use, without the exponential.
template <class T>
T soft_distance(T distance, T reach, T softness) {
  using detail::select;
  using std::sqrt;
  const T soft = softness * reach, start = reach - soft;
  const T x = (distance - start) / soft;
  const T softened = start + soft * select(x < T(1e6), x / sqrt(T(1) + x * x), T(1));
  return select((softness > T(0)) & !(distance <= start), softened, distance);
}

/// A two-bone limb: what does not change while it moves. By default both bones lie along +X of their joints and the mid
/// joint bends about +Z, so that `TwoBoneLimb<double>{l1, l2}` is a limb.
template <class T>
struct TwoBoneLimb {
  T upper = T(1);                ///< length from the root joint to the mid joint
  T lower = T(1);                ///< length from the mid joint to the tip
  QuatT<T> upper_frame{};        ///< root_from_upper: its +X lies along the upper bone, its +Z is the bend axis
  QuatT<T> lower_frame{};        ///< mid_from_lower: its +X lies along the lower bone, its +Z is the bend axis
  bool frames_are_plain = true;  ///< both frames are the identity
};

/// Where a limb is: the root joint in the world, the mid joint relative to it.
template <class T>
struct TwoBonePose {
  Vec3T<T> root{};           ///< in the world
  QuatT<T> root_rotation{};  ///< world_from_root
  QuatT<T> mid_rotation{};   ///< root_from_mid
};

template <class T>
struct TwoBoneOptions {
  Vec3T<T> pole{};               ///< direction in the world, any length, to which the mid joint points from the line
                                 ///< from root to tip; zero, or on that line: the limb swings there the shortest way
  SinCosT<T> twist{T(0), T(1)};  ///< of an angle by which the limb is turned about the line from root to tip, last
  T softness = T(0);             ///< 0 to 1 (usual: 0.02 to 0.1): the part of the length over which it softens. More is
                                 ///< smoother, and falls short earlier
  T fade = T(1);                 ///< 0 to 1: how much of the way from the present pose to the solution is gone
  OnUnreachable on_unreachable = OnUnreachable::Nearest;
};

template <class T>
struct TwoBoneSolution {
  QuatT<T> root_rotation;           ///< world_from_root
  QuatT<T> mid_rotation;            ///< root_from_mid
  kine::detail::MaskOf<T> reached;  ///< the target can be touched: whole (fade 1) and not softened, the tip is on it
};

/// The limb with these bones: `upper` in the root joint's frame, `lower` in the mid joint's. The bend axis, in the mid
/// joint's frame, may be given (a positive bend turns the lower bone about it); without one, or with one along a bone,
/// it is the axis about which the limb is bent now, and for a straight limb any that is perpendicular to it.
template <class T>
TwoBoneLimb<T> two_bone_limb(const Vec3T<T>& upper, const Vec3T<T>& lower, const QuatT<T>& root_from_mid,
                             const Vec3T<T>& bend_axis = {}) {
  using std::sqrt;
  constexpr T kStraight = T(32) * std::numeric_limits<T>::epsilon();
  TwoBoneLimb<T> limb{length(upper), length(lower), {}, {}, false};
  const Vec3T<T> a = normalised(upper, {T(1), T(0), T(0)});
  const Vec3T<T> b = rotate(root_from_mid, normalised(lower, {T(1), T(0), T(0)}));  // in the root's frame
  const auto square_to = [](const Vec3T<T>& v, const Vec3T<T>& bone) { return v - bone * dot(v, bone); };
  Vec3T<T> axis = square_to(rotate(root_from_mid, normalised(bend_axis)), a);
  if (!(length(axis) > kStraight)) axis = cross(a, b);
  if (!(length(axis) > kStraight)) axis = any_perpendicular(a);
  // An axis that is not perpendicular to the lower bone is made so: the bone then bends in the plane of the upper one.
  Vec3T<T> lower_axis = square_to(axis, b);
  if (!(length(lower_axis) > kStraight)) lower_axis = any_perpendicular(b);
  limb.upper_frame = normalised(frame_along(a, T(1), cross(axis, a)).turn);
  const QuatT<T> root_from_lower = normalised(frame_along(b, T(1), cross(lower_axis, b)).turn);
  limb.lower_frame = normalised(conjugate(root_from_mid) * root_from_lower);
  return limb;
}

/// Where the tip is.
template <class T>
Vec3T<T> tip_position(const TwoBoneLimb<T>& limb, const TwoBonePose<T>& pose) {
  const Vec3T<T> x{T(1), T(0), T(0)};
  const QuatT<T> world_from_mid = pose.root_rotation * pose.mid_rotation;
  return pose.root + rotate(pose.root_rotation, rotate(limb.upper_frame, x)) * limb.upper +
         rotate(world_from_mid, rotate(limb.lower_frame, x)) * limb.lower;
}

namespace detail {

/// The frame of a limb that has no pole, or one on the line: the shortest swing from where it points now to `line`, and
/// if there is no line (the target is on the root) where it points now. Rare, and kept out of the way of the usual
/// case.
template <class T>
QuatT<T> frame_after_swing(const TwoBoneLimb<T>& limb, const TwoBonePose<T>& present, const Vec3T<T>& to_target,
                           const TwoBoneOptions<T>& options) {
  const Vec3T<T> upper = rotate(present.root_rotation, rotate(limb.upper_frame, {T(1), T(0), T(0)}));
  const Vec3T<T> axis = rotate(present.root_rotation, rotate(limb.upper_frame, {T(0), T(0), T(1)}));
  const Vec3T<T> tip = normalised(tip_position(limb, present) - present.root, upper);
  const Vec3T<T> line = normalised(to_target, tip);
  const T largest = std::max({std::abs(options.pole.x), std::abs(options.pole.y), std::abs(options.pole.z)});
  if (largest > T(0)) {
    const FrameAlong<T> frame = frame_along(line, T(1), options.pole / -largest, options.twist);
    if (frame.has_side) return normalised(frame.turn);
  }
  const Vec3T<T> side = cross(line, rotate(shortest_arc(tip, line), axis));
  return normalised(frame_along(line, T(1), -side, options.twist).turn);
}

/// solve_two_bone for one limb, or for lanes of them: those that are not `usual` (no pole, no line to the target, out of range,
/// or the present pose is kept) mean nothing, and are solved one by one.
template <class T>
inline TwoBoneSolution<T> solve_two_bone_lanes(const TwoBoneLimb<T>& limb, const TwoBonePose<T>& present,
                                               const Vec3T<T>& target, const TwoBoneOptions<T>& options,
                                               MaskOf<T>& usual) {
  using std::abs;
  using std::sqrt;
  constexpr bool kSingle = std::is_same_v<MaskOf<T>, bool>;
  constexpr auto kMost = std::numeric_limits<T>::max();
  const T kSlack = T(4) * std::numeric_limits<T>::epsilon();  // at full stretch rounding is no reason to say no
  const Vec3T<T> to_target = target - present.root;
  const T distance = length(to_target);
  const T sum = limb.upper + limb.lower, slack = kSlack * sum;
  const T gap = abs(limb.upper - limb.lower);
  const MaskOf<T> reached = (distance <= sum + slack) & (distance >= gap - slack);

  // X along the line, the mid joint on the side of -Y: then the bend axis is +Z.
  const FrameAlong<T> frame = frame_along(to_target, distance, -options.pole, options.twist);
  const T wanted = any(options.softness > T(0)) ? soft_distance(distance, sum, options.softness) : distance;
  const Triangle<T> t = triangle(limb.upper, limb.lower, wanted);
  QuatT<T> f = frame.turn;  // NOLINT(misc-const-correctness): a single limb may change it
  T squared = (frame.arc_squared * t.root_squared) * frame.swivel_squared;
  if constexpr (!kSingle) {
    usual = frame.has_side & (squared > std::numeric_limits<T>::min()) & (squared <= kMost);
  } else {
    if (!(frame.has_side && squared > std::numeric_limits<T>::min() && squared <= kMost))
        [[unlikely]] {  // no pole, no line to the target, or out of range
      f = frame_after_swing(limb, present, to_target, options);
      squared = dot(f, f) * t.root_squared;
      usual = distance <= kMost && squared <= kMost && sum > T(0);  // NaN is not
    }
  }
  const T rs = -t.root_sin, rc = t.root_cos;  // f * (0, 0, rs, rc)
  QuatT<T> root{f.x * rc + f.y * rs, f.y * rc - f.x * rs, f.z * rc + f.w * rs, f.w * rc - f.z * rs};
  root = root * (T(1) / sqrt(squared));
  const T bend_unit = T(1) / sqrt(t.bend_squared);
  QuatT<T> mid{T(0), T(0), t.bend_sin * bend_unit, t.bend_cos * bend_unit};
  if (!limb.frames_are_plain) {
    root = root * conjugate(limb.upper_frame);
    mid = limb.upper_frame * mid * conjugate(limb.lower_frame);
  }
  if constexpr (kSingle) {
    if (!usual || (!reached && options.on_unreachable == OnUnreachable::Keep)) [[unlikely]] {
      const QuatT<T>&r = present.root_rotation, &m = present.mid_rotation;
      return {{r.x, r.y, r.z, r.w}, {m.x, m.y, m.z, m.w}, reached && usual};
    }
  } else if (options.on_unreachable == OnUnreachable::Keep) {
    usual &= reached;
  }
  if (any(options.fade != T(1))) {
    root = blend_short(present.root_rotation, root, options.fade);
    mid = blend_short(present.mid_rotation, mid, options.fade);
  }
  return {root, mid, reached};
}

}  // namespace detail

/// Turns root and mid joint so that the tip comes to `target` (in the world). The answer depends on the present pose
/// only where it must: without a pole, with the target on the root, and by fade. Bones of no length, a pole on the line
/// and targets in any direction are all well. A target that is not finite, or farther than the square root of the
/// largest number, leaves the pose as it is, not reached; a pole that is not finite counts as none.
template <class T>
inline TwoBoneSolution<T> solve_two_bone(const TwoBoneLimb<T>& limb, const TwoBonePose<T>& present,
                                         const Vec3T<T>& target, const TwoBoneOptions<T>& options = {}) {
  bool usual = true;
  return detail::solve_two_bone_lanes(limb, present, target, options, usual);
}

}  // namespace kine::geometry
