#include "tests/torture/plain_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace kine::torture {
namespace {

constexpr Real kHalfTurn = 3.14159265358979323846264338327950288L;
// What rounding in double precision may make of a length, as a part of the sum of all that was added up, and of an angle.
constexpr Real kLengthRounding = 1e-12L, kAngleRounding = 1e-11L;
constexpr Real kVanishing = 1e-150L;  // metres: squares of less are zero in double precision
constexpr Real kUnknown = std::numeric_limits<Real>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Point apply(const PlainFrame& frame, const Point& v) {
  return frame.columns[0] * v.x + frame.columns[1] * v.y + frame.columns[2] * v.z;
}

bool is_plain(JointKind kind) {
  return kind == JointKind::Hinge || kind == JointKind::Slider || kind == JointKind::Euler;
}

/// The distance of a point outside an ellipse to it: of all points (a cos s, b sin s) of the quarter in which it lies, the
/// nearest, found by ever finer steps.
Real distance_to_ellipse(Real a, Real b, Real x, Real y) {
  constexpr Real kStraight = 1e6L;  // radians: as good as a line for swings of half a turn
  a = std::min(a, kStraight);
  b = std::min(b, kStraight);
  x = std::abs(x);
  y = std::abs(y);
  Real low = 0, high = kHalfTurn / 2, best = kUnknown, nearest = 0;
  for (int round = 0; round < 40; ++round) {
    constexpr int kSteps = 16;
    for (int i = 0; i <= kSteps; ++i) {
      const Real s = low + (high - low) * i / kSteps;
      const Real d = std::hypot(x - a * std::cos(s), y - b * std::sin(s));
      if (d < best) {
        best = d;
        nearest = s;
      }
    }
    const Real width = (high - low) / kSteps;
    low = std::max<Real>(nearest - width, 0);
    high = std::min<Real>(nearest + width, kHalfTurn / 2);
  }
  return best;
}

/// By how much the scales of a frame may lengthen something, whichever way rounding turns it.
Real stretch_of(const PlainFrame& frame) {
  return length(frame.columns[0]) + length(frame.columns[1]) + length(frame.columns[2]);
}

/// The point of a goal, as seen from its frame, with what is known of its rounding.
struct Seen {
  Point point{};
  Turn turn{};
  Real extent = 0;
};

}  // namespace

PlainModel::PlainModel(const Case& source) {
  std::map<std::string, int> index;
  int values = 0;
  for (const CaseJoint& described : source.joints) {
    const Joint& joint = described.joint;
    const int i = static_cast<int>(joints_.size());
    parents_.push_back(joint.parent.empty() ? -1 : index[joint.parent]);
    index[joint.name] = i;
    first_value_.push_back(values);
    first_axis_.push_back(static_cast<int>(axes_.size()));
    for (int k = 0; k < axis_count_of(joint); ++k) {
      PlainAxis axis{i, k, static_cast<int>(axes_.size()), -1, false, joint.axes[at(k)].limits};
      axis.slides = joint.kind == JointKind::Slider || (joint.kind == JointKind::Free && k >= 3);
      if (is_plain(joint.kind)) axis.value = values + k;
      if (joint.kind == JointKind::Free && k >= 3) axis.value = values + k + 1;
      axes_.push_back(axis);
    }
    values += value_count_of(joint);
    joints_.push_back(joint);
  }
  for (PlainAxis& axis : axes_) {
    const auto& follow = joints_[at(axis.joint)].axes[at(axis.component)].follows;
    if (!follow) continue;
    axis.leader = first_axis_[at(index[follow->joint])] + follow->component;
    PlainAxis& leader = axes_[at(axis.leader)];
    double a = (axis.limits.lower - follow->offset) / follow->factor;
    double b = (axis.limits.upper - follow->offset) / follow->factor;
    if (follow->factor < 0) std::swap(a, b);
    leader.limits = {std::max(leader.limits.lower, a), std::min(leader.limits.upper, b)};
  }
}

bool PlainModel::is_above(int ancestor, int joint) const {
  while (joint > ancestor) joint = parent(joint);
  return joint == ancestor;
}

double PlainModel::followed_value(std::span<const double> pose, const PlainAxis& axis) const {
  const auto& follow = joint(axis.joint).axes[at(axis.component)].follows;
  if (!follow) return pose[at(axis.value)];
  return follow->factor * pose[at(axes_[at(axis.leader)].value)] + follow->offset;
}

std::vector<PlainFrame> PlainModel::forward(std::span<const double> pose) const {
  std::vector<PlainFrame> frames(joints_.size());
  for (int i = 0; i < joint_count(); ++i) {
    const Joint& joint = joints_[at(i)];
    const Turn rest = turn(joint.rest.rotation);
    Point shift{};
    Turn motion{};
    const auto value = [&](int k) -> Real { return followed_value(pose, axes_[at(first_axis(i) + k)]); };
    const auto stored = [&](int k) -> Real { return pose[at(first_value(i) + k)]; };
    switch (joint.kind) {
      case JointKind::Fixed:
        break;
      case JointKind::Hinge:
        motion = about(point(joint.axis), value(0));
        break;
      case JointKind::Slider:
        shift = unit(point(joint.axis)) * value(0);
        break;
      case JointKind::Euler:
        for (int k = 0; k < joint.euler_count; ++k) motion = motion * about(point(joint.euler_axes[at(k)]), value(k));
        break;
      case JointKind::Free:
        shift = {stored(4), stored(5), stored(6)};
        [[fallthrough]];
      case JointKind::Ball:
        motion = unit(Turn{stored(0), stored(1), stored(2), stored(3)});
        break;
    }
    PlainFrame world{};
    world.columns = {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}};
    const PlainFrame& above = parent(i) < 0 ? world : frames[at(parent(i))];
    PlainFrame& frame = frames[at(i)];
    const Point rest_shift = point(joint.rest.translation), moved = turned(rest, shift);
    frame.origin = above.origin + apply(above, rest_shift + moved);
    frame.extent = above.extent + (length(rest_shift) + length(moved)) * std::max<Real>(1, stretch_of(above));
    frame.turn = above.turn * rest * motion;
    const Turn local = rest * motion;
    const Point unit_axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k)
      frame.columns[at(k)] = apply(above, turned(local, unit_axes[k])) * static_cast<Real>(joint.rest.scale[k]);
  }
  return frames;
}

namespace {

Seen see(const PlainModel& model, std::span<const PlainFrame> frames, const Goal& goal) {
  Seen seen;
  if (goal.kind == GoalKind::CentreOfMass) {
    Real mass = 0;
    for (int i = 0; i < model.joint_count(); ++i) {
      const Joint& joint = model.joint(i);
      const PlainFrame& frame = frames[at(i)];
      const Point centre = apply(frame, point(joint.centre_of_mass));
      mass += joint.mass;
      seen.point = seen.point + (frame.origin + centre) * joint.mass;
      seen.extent += (frame.extent + stretch_of(frame) * length(point(joint.centre_of_mass))) * joint.mass;
    }
    seen.point = seen.point * (1 / mass);
    seen.extent /= mass;
  } else {
    const PlainFrame& frame = frames[at(goal.joint.index)];
    const Point arm = apply(frame, point(goal.offset));
    seen = {frame.origin + arm, frame.turn, frame.extent + stretch_of(frame) * length(point(goal.offset))};
  }
  if (goal.frame.valid()) {
    const PlainFrame& frame = frames[at(goal.frame.index)];
    seen.point = turned(back(frame.turn), seen.point - frame.origin);
    seen.turn = back(frame.turn) * seen.turn;
    seen.extent += frame.extent;
  }
  seen.extent += length(point(goal.target));
  return seen;
}

/// The two numbers of an aim with bounds: about two lines perpendicular to where the axis points.
PlainError aim_within_bounds(const Goal& goal, const Point& along, const Point& wanted, Real angle) {
  const Real sizes[] = {std::abs(along.x), std::abs(along.y), std::abs(along.z)};
  const int least = sizes[0] <= sizes[1] && sizes[0] <= sizes[2] ? 0 : sizes[1] <= sizes[2] ? 1 : 2;
  const Point first = unit(cross(along, Point{least == 0 ? 1.0L : 0, least == 1 ? 1.0L : 0, least == 2 ? 1.0L : 0}));
  const Point axis = unit(cross(along, wanted));
  const Point numbers{-dot(axis, first) * angle, -dot(axis, cross(along, first)) * angle, 0};
  PlainError error;
  error.angle = std::hypot(violation(goal.bounds[0], numbers.x), violation(goal.bounds[1], numbers.y));
  for (int k = 0; k < 3; ++k)  // another pair of lines would do as well
    if (k != least && sizes[k] - sizes[least] < 1e-6L) error.angle_rounding = kUnknown;
  if (angle > kHalfTurn - 1e-6L) error.angle_rounding = kUnknown;
  return error;
}

}  // namespace

PlainError PlainModel::measure(std::span<const PlainFrame> frames, const Goal& goal) const {
  const Seen seen = see(*this, frames, goal);
  const Point away = seen.point - point(goal.target);
  PlainError error;
  error.position_rounding = kLengthRounding * seen.extent;
  error.angle_rounding = kAngleRounding;
  const auto add_turn = [&] {
    const Point off = rotation_vector(seen.turn * back(turn(goal.orientation)));
    error.angle = outside(off, goal.bounds.data());
    const bool exact = is_exact(goal.bounds[0]) && is_exact(goal.bounds[1]) && is_exact(goal.bounds[2]);
    if (!exact && length(off) > kHalfTurn - 1e-6L) error.angle_rounding = kUnknown;  // either way round
  };
  switch (goal.kind) {
    case GoalKind::Reach:
    case GoalKind::CentreOfMass:
      error.position = outside(away, goal.bounds.data());
      break;
    case GoalKind::Orient:
      add_turn();
      break;
    case GoalKind::Place:
      add_turn();
      error.position = outside(away, goal.bounds.data() + 3);
      break;
    case GoalKind::Aim: {
      const Point along = turned(seen.turn, unit(point(goal.axis)));
      const Real far = length(away);
      const Point wanted = far > 0 ? away * (-1 / far) : along;
      const Real angle = std::atan2(length(cross(along, wanted)), dot(along, wanted));
      error.angle = angle;
      if (!is_exact(goal.bounds[0]) || !is_exact(goal.bounds[1])) {
        const PlainError bounded = aim_within_bounds(goal, along, wanted, angle);
        error.angle = bounded.angle;
        error.angle_rounding = std::max(error.angle_rounding, bounded.angle_rounding);
      }
      // Where the point is almost on the target, rounding turns the direction.
      error.angle_rounding += far > 0 ? 10 * error.position_rounding / far : kUnknown;
      break;
    }
    case GoalKind::Distance:
      error.position = violation(goal.bounds[0], length(away));
      break;
    case GoalKind::HalfSpace:
      error.position = violation(goal.bounds[0], dot(away, unit(point(goal.axis))));
      break;
    case GoalKind::Hold:
      break;
  }
  return error;
}

Goal PlainModel::faded(std::span<const PlainFrame> frames, const Goal& goal) const {
  Goal out = goal;
  out.fade = 1;
  if (goal.fade == 1 || goal.kind == GoalKind::Hold) return out;
  const Seen seen = see(*this, frames, goal);
  const Point to_target = point(goal.target) - seen.point;
  const auto faded_turn = [&] {
    const Point way = rotation_vector(back(seen.turn) * turn(goal.orientation));
    return quat(seen.turn * about(way, length(way) * goal.fade));
  };
  const auto widened = [&](const Range& range, Real value) -> Range {
    const Real fade = goal.fade;
    if (value < range.lower) return {static_cast<double>(value + fade * (range.lower - value)), range.upper};
    if (value > range.upper) return {range.lower, static_cast<double>(value + fade * (range.upper - value))};
    return range;
  };
  switch (goal.kind) {
    case GoalKind::Place:
      out.orientation = faded_turn();
      [[fallthrough]];
    case GoalKind::Reach:
    case GoalKind::CentreOfMass:
      out.target = vec3(seen.point + to_target * goal.fade);
      break;
    case GoalKind::Orient:
      out.orientation = faded_turn();
      break;
    case GoalKind::Aim: {
      const Point along = turned(seen.turn, unit(point(goal.axis))), wanted = unit(to_target);
      const Point axis = cross(along, wanted);
      const Real angle = std::atan2(length(axis), dot(along, wanted));
      out.target = vec3(seen.point + turned(about(axis, angle * goal.fade), along) * length(to_target));
      break;
    }
    case GoalKind::Distance:
      out.bounds[0] = widened(goal.bounds[0], length(to_target));
      break;
    case GoalKind::HalfSpace:
      out.bounds[0] = widened(goal.bounds[0], -dot(to_target, unit(point(goal.axis))));
      break;
    case GoalKind::Hold:
      break;
  }
  return out;
}

Real PlainModel::reach(const Goal& goal) const {
  const auto bone = [](const Vec3& v) { return length(point(v)); };
  Real sum = bone(goal.offset);
  if (goal.kind == GoalKind::CentreOfMass) {
    for (int i = 0; i < joint_count(); ++i)
      if (parent(i) >= 0) sum = std::max(sum, bone(joint(i).rest.translation));
  } else {
    for (int i = goal.joint.index; parent(i) >= 0; i = parent(i)) sum += bone(joint(i).rest.translation);
  }
  return sum > kVanishing ? sum : 1;
}

Real PlainModel::ball_violation(const Joint& joint, int first_of_joint, std::span<const double> pose) {
  const BallLimits& limits = joint.ball;
  if (joint.kind != JointKind::Ball) return 0;
  const bool swings = !(limits.swing_first >= kPi && limits.swing_second >= kPi);
  const bool twists = limits.twist.lower > -kPi || limits.twist.upper < kPi;
  const double* q = pose.data() + first_of_joint;
  Turn all = unit(Turn{q[0], q[1], q[2], q[3]});
  const Point bone = unit(point(limits.twist_axis));
  Point first = unit(point(limits.first_axis));
  first = unit(first - bone * dot(first, bone));
  // rotation = swing * twist, the twist about the bone.
  if (all.w < 0) all = {-all.x, -all.y, -all.z, -all.w};
  const Real along = dot({all.x, all.y, all.z}, bone);
  const Real norm = std::hypot(along, all.w);
  const Turn twist =
      norm > 0 ? Turn{bone.x * along / norm, bone.y * along / norm, bone.z * along / norm, all.w / norm} : Turn{};
  const Point swing = rotation_vector(all * back(twist));
  const Real x = dot(swing, first), y = dot(swing, cross(bone, first));
  Real worst = 0;
  const Real a = limits.swing_first, b = limits.swing_second;
  if (swings && x * x / (a * a) + y * y / (b * b) > 1) worst = distance_to_ellipse(a, b, x, y);
  if (twists) {
    const Real angle = 2 * std::atan2(norm > 0 ? along : 0, norm > 0 ? all.w : 1);
    Real out = violation(limits.twist, angle);
    for (const Real turns : {-2 * kHalfTurn, 2 * kHalfTurn})
      out = std::min(out, violation(limits.twist, angle + turns));
    worst = std::max(worst, out);
  }
  // Close to a half turn of swing the least change of the rotation turns the direction of the swing, and the twist.
  const Real unknown = norm > 0 ? 1e-15L / norm : kUnknown;
  return std::max<Real>(worst - unknown, 0);
}

namespace {

struct Permission {
  JointId from = kWorld;
};

Permission permission_of(const Method& method) {
  if (const auto* jacobian = std::get_if<Jacobian>(&method)) return {jacobian->from};
  if (const auto* body = std::get_if<FullBody>(&method)) return {body->from};
  if (const auto* hybrid = std::get_if<Hybrid>(&method)) return {hybrid->body.from};
  if (const auto* global = std::get_if<Global>(&method)) return {global->from};
  return {};
}

}  // namespace

std::vector<bool> PlainModel::movable_axes(const Case& source) const {
  std::vector<bool> depends(axes_.size());
  const auto mark = [&](int joint, int frame, bool turns_only) {
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const PlainAxis& axis = axes_[a];
      const bool moves_joint = is_above(axis.joint, joint);
      const bool moves_frame = frame >= 0 && is_above(axis.joint, frame);
      if (moves_joint != moves_frame && !(turns_only && axis.slides)) depends[at(axis.leader)] = true;
    }
  };
  for (const Goal& goal : source.goals) {
    if (goal.kind == GoalKind::Hold) {
      depends.assign(axes_.size(), true);
    } else if (goal.kind == GoalKind::CentreOfMass) {
      for (int i = 0; i < joint_count(); ++i)
        if (joint(i).mass > 0) mark(i, goal.frame.index, false);
    } else {
      mark(goal.joint.index, goal.frame.index, goal.kind == GoalKind::Orient);
    }
  }
  const Permission permission = permission_of(source.method);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const PlainAxis& axis = axes_[a];
    const bool below = !permission.from.valid() || is_above(permission.from.index, axis.joint);
    const CaseJoint& described = source.joints[at(axis.joint)];
    const bool locked = source.is_masked && described.locked[at(axis.component)];
    if (described.joint.axes[at(axis.component)].fixed || locked || !below) depends[a] = false;
  }
  for (std::size_t a = 0; a < axes_.size(); ++a)  // followers move as their leaders do
    if (axes_[a].leader != static_cast<int>(a)) depends[a] = depends[at(axes_[a].leader)];
  return depends;
}

}  // namespace kine::torture
