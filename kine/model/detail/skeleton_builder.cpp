#include "kine/model/detail/skeleton_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {
namespace {

constexpr double kLargestValue = 1e100;  // radians or metres: the largest that a pose may have (is_usable)
constexpr double kLargestFactor = 1e50;  // of a follower, and the inverse of the least

/// False for zero, for what is not finite, and for what is too short or long to be squared.
bool make_unit(Vec3& axis) {
  const double n = length(axis);
  if (!(n > 1e-150 && n < 1e150)) return false;
  // An axis that has unit length already keeps its bits.
  if (std::abs(n - 1) > 1e-15) axis = axis / n;
  return true;
}

bool make_unit(Quat& q) {
  const double n = length(q);
  if (!(n > 1e-150 && n < 1e150)) return false;
  if (std::abs(n - 1) > 1e-15) q = q * (1 / n);
  return true;
}

int axes_of(const Joint& joint) { return joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind); }
int values_of(const Joint& joint) {
  return joint.kind == JointKind::Euler ? joint.euler_count : value_count(joint.kind);
}

bool has_angles(JointKind kind) { return kind == JointKind::Hinge || kind == JointKind::Euler; }
bool has_plain_values(JointKind kind) { return has_angles(kind) || kind == JointKind::Slider; }

bool ordered(const Range& range) { return range.lower <= range.upper; }  // false for NaN too
/// True if a pose may have a value inside.
bool has_values(const Range& range) {
  return ordered(range) && range.lower <= kLargestValue && range.upper >= -kLargestValue;
}

Range intersection(const Range& a, const Range& b) {
  return {a.lower > b.lower ? a.lower : b.lower, a.upper < b.upper ? a.upper : b.upper};
}

/// The values v for which factor * v + offset lies in `range`.
Range pulled_back(const Range& range, double factor, double offset) {
  const double a = (range.lower - offset) / factor, b = (range.upper - offset) / factor;
  return factor > 0 ? Range{a, b} : Range{b, a};
}

/// An axis may be limited where it has a value of its own to limit: not the turns of balls and free joints.
bool may_be_limited(const Joint& joint, int component) {
  return has_plain_values(joint.kind) || (joint.kind == JointKind::Free && component >= 3);
}

}  // namespace

Result<Skeleton> SkeletonBuilder::build(std::span<const Joint> joints) {
  if (joints.empty()) return Error{"a skeleton needs at least one joint"};
  compiled_.joints.reserve(joints.size());
  skeleton_.descriptions_.reserve(joints.size());
  names_->index_of.reserve(joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    std::string fault = take_name(joints[i], static_cast<int>(i));
    if (fault.empty()) fault = add(joints[i], static_cast<int>(i));
    if (!fault.empty()) {
      // A parent that stands further down deserves a better sentence than "unknown".
      for (std::size_t k = i; k < joints.size() && fault.ends_with("is not there"); ++k) {
        if (joints[k].name != joints[i].parent) continue;
        fault = k == i ? "joint " + quoted(joints[i].name) + ": it names itself as its parent"
                       : "joint " + quoted(joints[i].name) + ": its parent " + quoted(joints[i].parent) +
                             " comes after it; list parents before their children (a cycle cannot be listed so)";
      }
      return Error{std::move(fault)};
    }
  }
  if (std::string fault = check_extent(); !fault.empty()) return Error{std::move(fault)};
  if (std::string fault = bind_followers(); !fault.empty()) return Error{std::move(fault)};
  number_freedoms();
  if (std::string fault = narrow_leaders(); !fault.empty()) return Error{std::move(fault)};
  note_plain_joints();
  align_axes();
  note_simplicity();
  note_size();
  skeleton_.names_ = std::move(names_);
  skeleton_.compiled_ = std::make_shared<const detail::CompiledSkeleton>(std::move(compiled_));
  return std::move(skeleton_);
}

std::string SkeletonBuilder::take_name(const Joint& joint, int index) {
  if (joint.name.empty()) return "joint number " + std::to_string(index + 1) + " has no name";
  if (!names_->index_of.emplace(joint.name, index).second) return "two joints are named " + quoted(joint.name);
  return {};
}

std::string SkeletonBuilder::check_numbers(const Joint& joint) const {
  const LocalTransform& rest = joint.rest;
  if (!is_finite(rest.translation) || !is_finite(rest.rotation) || !is_finite(rest.scale))
    return "its rest transform has a number that is not finite";
  if (rest.scale.x == 0 || rest.scale.y == 0 || rest.scale.z == 0) return "its scale has a zero";
  if (!(joint.mass >= 0 && joint.mass <= 1e100)) return "its mass is " + number_text(joint.mass);
  if (!is_finite(joint.centre_of_mass)) return "its centre of mass is not finite";
  for (int i = 0; i < axes_of(joint); ++i) {
    const AxisSettings& axis = joint.axes[static_cast<std::size_t>(i)];
    const std::string where = axes_of(joint) == 1 ? "" : " (axis " + std::to_string(i) + ")";
    if (!ordered(axis.limits) || axis.limits.lower == kInfinity || axis.limits.upper == -kInfinity)
      return "its limits are " + number_text(axis.limits.lower) + " to " + number_text(axis.limits.upper) + where +
             ": the lower must not exceed the upper";
    if (!has_values(axis.limits))
      return "its limits are " + number_text(axis.limits.lower) + " to " + number_text(axis.limits.upper) + where +
             ": values beyond 1e100 are too large";
    if (!may_be_limited(joint, i) && axis.limits != Range{})
      return "a " + std::string(to_string(joint.kind)) + " joint takes no limits on its turns" + where +
             (joint.kind == JointKind::Ball ? ": use its ball limits" : "");
    if (!(axis.max_speed > 0))
      return "its speed limit is " + number_text(axis.max_speed) + where + ": it must be positive";
    if (!(axis.weight > 0) || !std::isfinite(axis.weight))
      return "its weight is " + number_text(axis.weight) + where + ": it must be positive and finite";
  }
  return {};
}

std::string SkeletonBuilder::check_axes(Joint& joint) const {
  if (!make_unit(joint.rest.rotation)) return "its rest rotation has no length";
  const bool one_axis = joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider;
  if (one_axis && !make_unit(joint.axis)) return "its axis is no direction: it must be finite and not zero";
  if (joint.kind != JointKind::Euler) return {};
  if (joint.euler_count != 2 && joint.euler_count != 3)
    return "an Euler joint has two or three angles, not " + std::to_string(joint.euler_count);
  for (int i = 0; i < joint.euler_count; ++i)
    if (!make_unit(joint.euler_axes[static_cast<std::size_t>(i)]))
      return "its axis " + std::to_string(i) + " is no direction: it must be finite and not zero";
  return {};
}

std::string SkeletonBuilder::check_ball(Joint& joint) const {
  if (joint.kind != JointKind::Ball) return {};
  BallLimits& limits = joint.ball;
  if (!make_unit(limits.twist_axis)) return "its twist axis is no direction: it must be finite and not zero";
  if (!make_unit(limits.first_axis)) return "its first swing axis is no direction: it must be finite and not zero";
  if (std::abs(dot(limits.twist_axis, limits.first_axis)) > 1e-6)
    return "its first swing axis is not square to its twist axis";
  limits.first_axis = limits.first_axis - limits.twist_axis * dot(limits.twist_axis, limits.first_axis);
  make_unit(limits.first_axis);
  if (!(limits.swing_first > 0) || !(limits.swing_second > 0)) return "its swing half-angles must be positive";
  if (!ordered(limits.twist)) return "its twist limits are in the wrong order";
  if (limits.has_twist() && (limits.twist.lower > kPi || limits.twist.upper < -kPi))
    return "its twist limits lie outside of half a turn either way";
  return {};
}

std::string SkeletonBuilder::add(Joint joint, int index) {
  std::string fault;
  int parent = -1;
  if (!joint.parent.empty()) {
    parent = names_->find(joint.parent);
    if (parent < 0 || parent >= index) fault = "its parent " + quoted(joint.parent) + " is not there";
  }
  if (fault.empty() && static_cast<int>(joint.kind) > static_cast<int>(JointKind::Free))
    fault = "it is of no known kind";
  if (fault.empty()) fault = check_axes(joint);
  if (fault.empty()) fault = check_numbers(joint);
  if (fault.empty()) fault = check_ball(joint);
  if (!fault.empty()) return "joint " + quoted(joint.name) + ": " + fault;

  detail::CompiledJoint compiled{};
  compiled.rest_rotation = joint.rest.rotation;
  compiled.rest_times_axis = joint.rest.rotation * pure(joint.axis);
  compiled.slide = rotate(joint.rest.rotation, joint.axis);
  compiled.rest_translation = joint.rest.translation;
  compiled.rest_scale = joint.rest.scale;
  compiled.axis = joint.axis;
  compiled.parent = parent;
  compiled.kind = joint.kind;
  compiled.unturned = joint.rest.rotation == Quat{};
  compiled.scaled = joint.rest.scale != Vec3{1, 1, 1};
  add_values_and_axes(joint, compiled, index);
  if (parent >= 0) {
    const detail::CompiledJoint& above = compiled_.joint(parent);
    compiled.path_joints = above.path_joints;
    compiled.path_axes = above.path_axes;
    compiled.path_balls = above.path_balls;
  }
  ++compiled.path_joints;
  compiled.path_axes += compiled.axis_count;
  compiled.path_balls += joint.kind == JointKind::Ball;
  skeleton_.has_scale_ |= compiled.scaled;
  skeleton_.mass_ += joint.mass;
  compiled_.joints.push_back(compiled);
  ++skeleton_.joint_count_;
  skeleton_.descriptions_.push_back(std::move(joint));
  return {};
}

void SkeletonBuilder::add_values_and_axes(const Joint& joint, detail::CompiledJoint& compiled, int index) {
  compiled.first_value = skeleton_.value_count_;
  compiled.value_count = static_cast<std::uint8_t>(values_of(joint));
  compiled.first_axis = skeleton_.axis_count();
  compiled.axis_count = static_cast<std::uint8_t>(axes_of(joint));
  for (int i = 0; i < compiled.value_count; ++i) {
    const int value = compiled.first_value + i;
    compiled_.sources.push_back({1, 0, value});
    if (has_angles(joint.kind)) compiled_.angle_values.push_back(value);
  }
  for (int i = 0; i < compiled.axis_count; ++i) {
    const bool slides = joint.kind == JointKind::Slider || (joint.kind == JointKind::Free && i >= 3);
    compiled_.axes.push_back({1, index, -1, slides, false});
  }
  skeleton_.value_count_ += compiled.value_count;
  skeleton_.axis_count_ += compiled.axis_count;
}

std::string SkeletonBuilder::bind_follower(int joint_index, int component, const Follow& follow) {
  const Joint& joint = skeleton_.descriptions_[static_cast<std::size_t>(joint_index)];
  const std::string who = "joint " + quoted(joint.name) + ": ";
  if (!has_plain_values(joint.kind)) return who + "only hinges, sliders and Euler angles can follow another value";
  const int leader = names_->find(follow.joint);
  if (leader < 0) return who + "it follows " + quoted(follow.joint) + ", which is not there";
  const Joint& lead = skeleton_.descriptions_[static_cast<std::size_t>(leader)];
  if (!has_plain_values(lead.kind)) return who + "it follows " + quoted(lead.name) + ", which has no angle or distance";
  if (follow.component < 0 || follow.component >= values_of(lead))
    return who + "it follows value " + std::to_string(follow.component) + " of " + quoted(lead.name) + ", which has " +
           std::to_string(values_of(lead));
  if (leader == joint_index && follow.component == component) return who + "it follows itself";
  if (lead.axes[static_cast<std::size_t>(follow.component)].follows)
    return who + "it follows " + quoted(lead.name) + ", which follows another: name the first leader instead";
  const double size = std::abs(follow.factor);
  if (!(size <= kLargestFactor && size >= 1 / kLargestFactor && std::abs(follow.offset) <= kLargestFactor))
    return who + "it follows with the factor " + number_text(follow.factor) + " and the offset " +
           number_text(follow.offset);

  const detail::CompiledJoint& compiled = compiled_.joint(joint_index);
  const detail::CompiledJoint& compiled_lead = compiled_.joint(leader);
  compiled_.sources[static_cast<std::size_t>(compiled.first_value + component)] = {
      follow.factor, follow.offset, compiled_lead.first_value + follow.component};
  detail::CompiledAxis& axis = compiled_.axes[static_cast<std::size_t>(compiled.first_axis + component)];
  axis.factor = follow.factor;
  axis.freedom =
      -2 - (compiled_lead.first_axis + follow.component);  // an axis for now: number_freedoms makes it a freedom
  skeleton_.has_followers_ = true;
  return {};
}

std::string SkeletonBuilder::bind_followers() {
  for (int i = 0; i < skeleton_.joint_count(); ++i) {
    const Joint& joint = skeleton_.descriptions_[static_cast<std::size_t>(i)];
    for (int k = 0; k < axes_of(joint); ++k) {
      const auto& follows = joint.axes[static_cast<std::size_t>(k)].follows;
      if (!follows) continue;
      if (std::string fault = bind_follower(i, k, *follows); !fault.empty()) return fault;
    }
  }
  return {};
}

/// Squares of all distances must be numbers, with joints slid and shifted by up to 1e100 metres (see is_usable).
std::string SkeletonBuilder::check_extent() const {
  constexpr double kFarthest = kLargestValue;  // metres
  constexpr double kMostStretch = 1e50;
  std::vector<double> away(compiled_.joints.size(), 0.0), stretch(compiled_.joints.size(), 1.0);
  const auto largest = [](const Vec3& v) {
    return std::max<double>(std::abs(v.x), std::max<double>(std::abs(v.y), std::abs(v.z)));
  };
  for (std::size_t i = 0; i < away.size(); ++i) {
    const Joint& joint = skeleton_.descriptions_[i];
    const int parent = compiled_.joints[i].parent;
    const auto above = static_cast<std::size_t>(parent);
    away[i] = (parent < 0 ? 0 : away[above]) + (parent < 0 ? 1 : stretch[above]) * largest(joint.rest.translation);
    stretch[i] = (parent < 0 ? 1 : stretch[above]) * largest(joint.rest.scale);
    if (!(away[i] + stretch[i] * largest(joint.centre_of_mass) <= kFarthest))
      return "joint " + quoted(joint.name) + ": it is more than 1e100 metres away, and its square would be too large";
    if (!(stretch[i] <= kMostStretch))
      return "joint " + quoted(joint.name) + ": scales make it more than 1e50 times as large";
  }
  return {};
}

void SkeletonBuilder::note_size() {
  std::vector<double> way(compiled_.joints.size(), 0.0);
  for (std::size_t i = 0; i < way.size(); ++i) {
    const detail::CompiledJoint& compiled = compiled_.joints[i];
    if (compiled.parent >= 0)
      way[i] = way[static_cast<std::size_t>(compiled.parent)] + length(compiled.rest_translation);
    skeleton_.size_ = way[i] > skeleton_.size_ ? way[i] : skeleton_.size_;
  }
}

void SkeletonBuilder::note_plain_joints() {
  for (std::size_t i = 0; i < compiled_.joints.size(); ++i) {
    detail::CompiledJoint& compiled = compiled_.joints[i];
    const BallLimits& limits = skeleton_.descriptions_[i].ball;
    compiled.plain = !compiled.scaled && compiled.unturned &&
                     (compiled.kind == JointKind::Fixed ||
                      (compiled.kind == JointKind::Ball && !limits.has_swing() && !limits.has_twist()));
    for (int k = 0; k < compiled.axis_count; ++k) {
      const Skeleton::Freedom& freedom = skeleton_.freedom(compiled_.axis(compiled.first_axis + k).freedom);
      compiled.plain &= !freedom.fixed && freedom.weight == 1;
    }
    compiled.plain_path = compiled.plain && (compiled.parent < 0 || compiled_.joint(compiled.parent).plain_path);
  }
}

void SkeletonBuilder::align_axes() {
  compiled_.aligned_axes.resize(compiled_.axes.size());
  for (std::size_t i = 0; i < compiled_.joints.size(); ++i) {
    const detail::CompiledJoint& compiled = compiled_.joints[i];
    detail::AlignedJoint joint{.aligned = true};
    if (compiled.parent >= 0) joint = compiled_.aligned_joints[static_cast<std::size_t>(compiled.parent)];
    const bool ball = compiled.kind == JointKind::Ball || compiled.kind == JointKind::Free;
    joint.aligned &= !compiled.scaled && !ball;
    joint.at_zero = {joint.at_zero.rotation * compiled.rest_rotation, joint.at_zero * compiled.rest_translation};
    for (int k = 0; k < compiled.axis_count; ++k) {
      const int a = compiled.first_axis + k;
      joint.aligned &= !skeleton_.freedom(compiled_.axis(a).freedom).fixed;
      if (!joint.aligned) break;
      const bool euler = compiled.kind == JointKind::Euler;
      const Vec3& axis = euler ? skeleton_.descriptions_[i].euler_axes[static_cast<std::size_t>(k)] : compiled.axis;
      const detail::AxisLine line{rotate(joint.at_zero.rotation, axis), joint.at_zero.translation};
      detail::AlignedAxis& aligned = compiled_.aligned_axes[static_cast<std::size_t>(a)];
      aligned = joint.last_axis < 0
                    ? detail::first_aligned(line)
                    : detail::next_aligned(compiled_.aligned_axes[static_cast<std::size_t>(joint.last_axis)], line);
      aligned.above = joint.last_axis;
      joint.last_axis = a;
    }
    compiled_.aligned_joints.push_back(joint);
  }
}

void SkeletonBuilder::note_simplicity() {
  for (const Joint& joint : skeleton_.descriptions_)
    skeleton_.has_limited_balls_ |= joint.kind == JointKind::Ball && (joint.ball.has_swing() || joint.ball.has_twist());
  skeleton_.has_limits_ = skeleton_.has_limited_balls_;
  for (const Skeleton::Freedom& freedom : skeleton_.freedoms_) skeleton_.has_limits_ |= freedom.limits != Range{};
  skeleton_.is_simple_ = !skeleton_.has_scale_ && !skeleton_.has_followers_;
  for (const detail::CompiledJoint& compiled : compiled_.joints) {
    if (compiled.kind != JointKind::Ball && compiled.kind != JointKind::Free) continue;
    const Skeleton::Freedom* turn = &skeleton_.freedom(compiled_.axis(compiled.first_axis).freedom);
    for (int k = 1; k < 3; ++k)
      skeleton_.is_simple_ &= turn[k].fixed == turn[0].fixed && turn[k].weight == turn[0].weight;
  }
}

void SkeletonBuilder::number_freedoms() {
  for (std::size_t a = 0; a < compiled_.axes.size(); ++a) {
    detail::CompiledAxis& axis = compiled_.axes[a];
    if (axis.freedom <= -2) continue;  // follows another
    axis.freedom = skeleton_.freedom_count();
    const detail::CompiledJoint& compiled = compiled_.joint(axis.joint);
    const int component = static_cast<int>(a) - compiled.first_axis;
    const Joint& joint = skeleton_.descriptions_[static_cast<std::size_t>(axis.joint)];
    const AxisSettings& settings = joint.axes[static_cast<std::size_t>(component)];
    Skeleton::Freedom freedom;
    freedom.joint = {axis.joint};
    freedom.component = component;
    if (has_plain_values(joint.kind)) freedom.value = compiled.first_value + component;
    if (joint.kind == JointKind::Free && component >= 3) freedom.value = compiled.first_value + component + 1;
    freedom.limits = settings.limits;
    freedom.max_speed = settings.max_speed;
    freedom.weight = settings.weight;
    freedom.fixed = settings.fixed;
    skeleton_.freedoms_.push_back(freedom);
  }
  for (detail::CompiledAxis& axis : compiled_.axes) {
    if (axis.freedom <= -2) axis.freedom = compiled_.axis(-2 - axis.freedom).freedom;
    axis.fixed = skeleton_.freedom(axis.freedom).fixed;
  }
}

std::string SkeletonBuilder::narrow_leaders() {
  for (int i = 0; i < skeleton_.joint_count(); ++i) {
    const Joint& joint = skeleton_.descriptions_[static_cast<std::size_t>(i)];
    for (int k = 0; k < axes_of(joint); ++k) {
      const AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
      if (!axis.follows) continue;
      const Follow& follow = *axis.follows;
      Skeleton::Freedom& freedom =
          skeleton_.freedoms_[static_cast<std::size_t>(compiled_.axis(compiled_.joint(i).first_axis + k).freedom)];
      freedom.limits = intersection(freedom.limits, pulled_back(axis.limits, follow.factor, follow.offset));
      const double speed = axis.max_speed / std::abs(follow.factor);
      freedom.max_speed = freedom.max_speed < speed ? freedom.max_speed : speed;
      if (!has_values(freedom.limits))
        return "joint " + quoted(joint.name) + ": its limits leave " + quoted(follow.joint) +
               ", which it follows, no value";
    }
  }
  return {};
}

}  // namespace kine
