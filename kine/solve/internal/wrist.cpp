#include "kine/solve/internal/wrist.h"

#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/reach.h"

namespace kine::detail {
namespace {

constexpr double kMeeting = 1e-9;    // of the reach: axes that pass each other so near meet
constexpr double kRounding = 1e-12;  // of how far all of it is from the world's origin

/// A moving joint, seen in the world: everything turns about a line, or about a point.
struct Mover {
  int joint = -1;  ///< -1: there is none
  Vec3 origin{};
  Vec3 axis{};        ///< unit, of a line
  bool line = false;  ///< one axis moves, else several that meet in the origin
  bool slides = false;
};

Mover mover_of(const Skeleton& skeleton, const Frames& frames, int joint, const MovePermission& allowed) {
  const CompiledJoint& compiled = skeleton.compiled().joint(joint);
  Mover mover{joint, frames.position(JointId{joint})};
  int moving = 0;
  for (int a = compiled.first_axis; a < compiled.first_axis + compiled.axis_count; ++a) {
    const CompiledAxis& axis = skeleton.compiled().axis(a);
    if (axis.fixed || allowed.locks(axis.freedom)) continue;
    ++moving;
    mover.slides |= axis.slides;
    mover.axis = frames.axes()[static_cast<std::size_t>(a)];
  }
  if (moving == 0) return {};
  mover.line = moving == 1 && compiled.kind != JointKind::Ball && compiled.kind != JointKind::Free;
  return mover;
}

/// The next joint at or above `joint` that may move.
Mover next_mover(const Skeleton& skeleton, const Frames& frames, int joint, const MovePermission& allowed) {
  for (; joint >= 0; joint = skeleton.compiled().joint(joint).parent) {
    const Mover mover = mover_of(skeleton, frames, joint, allowed);
    if (mover.joint >= 0) return mover;
    if (joint == allowed.from.index) break;
  }
  return {};
}

Mover above(const Skeleton& skeleton, const Frames& frames, const Mover& mover, const MovePermission& allowed) {
  if (mover.joint < 0 || mover.joint == allowed.from.index) return {};
  return next_mover(skeleton, frames, skeleton.compiled().joint(mover.joint).parent, allowed);
}

/// The point of the mover nearest to another point.
Vec3 foot(const Mover& mover, const Vec3& point) {
  return mover.line ? mover.origin + mover.axis * dot(point - mover.origin, mover.axis) : mover.origin;
}

/// The point of `a` that is nearest to `b`, and whether they meet there.
struct Meeting {
  Vec3 at{};
  bool meets = false;
};
Meeting meeting(const Mover& a, const Mover& b, double near) {
  if (b.joint < 0) return {};
  if (!a.line || !b.line) {
    const Vec3 at = a.line ? foot(a, b.origin) : a.origin;
    return {at, length(foot(b, at) - at) <= near};
  }
  // |o + s a - p - t b| is least for s = (d.a - (a.b)(d.b)) / (1 - (a.b)^2), d = p - o.
  const double along = dot(a.axis, b.axis), square = 1 - along * along;
  if (!(square > 1e-9)) return {};  // parallel lines
  const Vec3 d = b.origin - a.origin;
  const Vec3 at = a.origin + a.axis * ((dot(d, a.axis) - along * dot(d, b.axis)) / square);
  return {at, length(foot(b, at) - at) <= near};
}

/// The point of a mover that serves best: that of the mover below, where it lies on it; where it meets the next above;
/// else the nearest to the one below.
Vec3 shared_point(const Mover& mover, const Mover& next, const Vec3& below, double near) {
  const Vec3 nearest = foot(mover, below);
  if (length(nearest - below) <= near) return below;
  const Meeting with_next = meeting(mover, next, near);
  return with_next.meets ? with_next.at : nearest;
}

bool is_exact_place(const Goal& goal) {
  return goal.kind == GoalKind::Place && goal.frame == kWorld && goal.fade == 1 &&
         std::all_of(goal.bounds.begin(), goal.bounds.end(), [](const Range& r) { return r == Goal::kExact; });
}

}  // namespace

WristProof prove_by_wrist(const Skeleton& skeleton, const Frames& frames, const Goal& goal,
                          const MovePermission& allowed, const Tolerance& tolerance) {
  if (!is_exact_place(goal) || frames.stretched()) return {};
  if (allowed.from != kWorld && (!skeleton.is_above(allowed.from, goal.joint) || moves_above(skeleton, allowed.from)))
    return {};
  const double reach = reach_of(skeleton, goal), near = kMeeting * reach;
  const Mover last = next_mover(skeleton, frames, goal.joint.index, allowed);
  if (last.joint < 0 || last.slides) return {};

  // The wrist: on the last joint if that turns about a point or meets the next one, else on the next.
  Mover mover = last;
  Mover next = above(skeleton, frames, mover, allowed);
  Vec3 wrist = last.origin;
  if (last.line && next.joint >= 0) {
    const Meeting end = meeting(last, next, near);
    if (end.meets) {
      wrist = end.at;
    } else {
      mover = next;
      next = above(skeleton, frames, mover, allowed);
      wrist = shared_point(mover, next, foot(mover, last.origin), near);
      const Meeting rest = meeting(mover, next, near);
      if (rest.meets) wrist = rest.at;
    }
  }

  // Up to the root: the sum and the longest of the bones between shared points.
  double sum = 0, longest = 0;
  int movers = 2;
  Vec3 point = wrist;
  if (mover.joint == last.joint && next.joint >= 0) {
    mover = next;
    next = above(skeleton, frames, mover, allowed);
  }
  for (;; mover = next, next = above(skeleton, frames, mover, allowed), ++movers) {
    if (mover.slides || next.slides) return {};
    const Vec3 higher = shared_point(mover, next, point, near);
    const double bone = length(higher - point);
    sum += bone;
    longest = std::max<double>(longest, bone);
    point = higher;
    if (next.joint < 0) break;
  }

  // Where the circle on which the wrist must lie would be, seen from the first point.
  const Transform target{normalised(goal.orientation), goal.target};
  const Transform present{frames.rotation(goal.joint), frames.position({goal.joint, goal.offset})};
  const Transform moved = target * inverse(present);
  const Vec3 centre_now = last.line ? foot(last, wrist) : wrist;
  const double radius = length(wrist - centre_now);
  const Vec3 to_centre = moved * centre_now - point;
  const Vec3 axis = last.line ? rotate(moved.rotation, last.axis) : kUnitX;
  const double along = dot(to_centre, axis);
  const double aside = std::sqrt(std::max<double>(0, dot(to_centre, to_centre) - along * along));
  const double least = std::sqrt(along * along + (aside - radius) * (aside - radius));
  const double most = std::sqrt(along * along + (aside + radius) * (aside + radius));
  const double hollow = std::max<double>(0, 2 * longest - sum);
  const double rounding = kRounding * (length(point) + length(goal.target) + length(present.translation));
  // Each axis may pass by its shared point, and carry it around.
  const double margin = allowed_of(tolerance, reach).metres + 2 * near * movers + rounding +
                        tolerance.angle * (length(present.translation - centre_now) + radius);
  if (least > sum + margin) return {{mover.joint}, least, hollow, sum};
  if (most < hollow - margin) return {{mover.joint}, most, hollow, sum};
  return {};
}

}  // namespace kine::detail
