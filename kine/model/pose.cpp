#include "kine/model/pose.h"

#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"

namespace kine {
namespace {

using detail::has_quaternion;
using detail::has_unit_length;
using detail::read_quat;
using detail::with_unit_length;
using detail::write_followers;
using detail::write_quat;

// A pose handed in has a value for each of the skeleton's; anything else is misuse.
void check_size(const Skeleton& skeleton, std::span<const double> pose) {
  KINE_ASSERT(static_cast<int>(pose.size()) == skeleton.value_count(), "a pose has value_count() numbers");
  (void)skeleton;
  (void)pose;
}

void check_speeds(const Skeleton& skeleton, std::span<const double> speeds) {
  KINE_ASSERT(static_cast<int>(speeds.size()) == skeleton.freedom_count(), "speeds have freedom_count() numbers");
  (void)skeleton;
  (void)speeds;
}

/// The turning speed of a ball or free joint about its own axes.
Vec3 turning_speed(std::span<const double> speeds, std::span<const detail::CompiledAxis> axes, int first_axis) {
  const auto speed = [&](int k) {
    return speeds[static_cast<std::size_t>(axes[static_cast<std::size_t>(first_axis + k)].freedom)];
  };
  return {speed(0), speed(1), speed(2)};
}

enum class Condition : std::uint8_t {
  Unusable,
  Untidy,  // a quaternion is not of unit length, or something follows
  Tidy,
};

Condition condition_of(const Skeleton& skeleton, std::span<const double> pose) {
  constexpr double kLargest = 1e100;                    // squares and their sums are finite below
  constexpr double kShortest = 1e-24, kLongest = 1e24;  // of the square of a quaternion's length
  bool tidy = !skeleton.has_followers();
  if (skeleton.has_followers())
    for (const detail::ValueSource& source : skeleton.compiled().sources)
      if (!(std::abs(source.factor * pose[static_cast<std::size_t>(source.value)] + source.offset) <= kLargest))
        return Condition::Unusable;
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    int value = joint.first_value;
    const int end = value + joint.value_count;
    if (has_quaternion(joint.kind)) {
      const Quat rotation = read_quat(pose, value);
      if (!has_unit_length(rotation)) {
        const double squared = dot(rotation, rotation);
        // Nor if one of the four is not finite.
        if (!(squared >= kShortest && squared <= kLongest)) return Condition::Unusable;
        tidy = false;
      }
      value += 4;
    }
    for (; value < end; ++value)
      if (!(std::abs(pose[static_cast<std::size_t>(value)]) <= kLargest)) return Condition::Unusable;  // nor for NaN
  }
  return tidy ? Condition::Tidy : Condition::Untidy;
}

}  // namespace

double joint_value(const Skeleton& skeleton, std::span<const double> pose, JointId joint, int component) {
  check_size(skeleton, pose);
  KINE_ASSERT(component >= 0 && component < skeleton.value_count(joint), "a value of this joint");
  const detail::ValueSource& source =
      skeleton.compiled().sources[static_cast<std::size_t>(skeleton.first_value(joint) + component)];
  return source.factor * pose[static_cast<std::size_t>(source.value)] + source.offset;
}

Quat joint_rotation(const Skeleton& skeleton, std::span<const double> pose, JointId joint) {
  check_size(skeleton, pose);
  KINE_ASSERT(has_quaternion(skeleton.kind(joint)), "a ball or free joint");
  return normalised(read_quat(pose, skeleton.first_value(joint)));
}

Vec3 joint_translation(const Skeleton& skeleton, std::span<const double> pose, JointId joint) {
  check_size(skeleton, pose);
  KINE_ASSERT(skeleton.kind(joint) == JointKind::Free, "a free joint");
  const double* v = pose.data() + skeleton.first_value(joint) + 4;
  return {v[0], v[1], v[2]};
}

void set_translation(const Skeleton& skeleton, JointId joint, const Vec3& translation, std::span<double> pose) {
  check_size(skeleton, pose);
  KINE_ASSERT(skeleton.kind(joint) == JointKind::Free, "a free joint");
  double* v = pose.data() + skeleton.first_value(joint) + 4;
  for (int k = 0; k < 3; ++k) v[k] = translation[k];
}

void set_rotation(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<double> pose) {
  check_size(skeleton, pose);
  KINE_ASSERT(has_quaternion(skeleton.kind(joint)), "a ball or free joint");
  write_quat(normalised(rotation), skeleton.first_value(joint), pose);
}

void integrate(const Skeleton& skeleton, std::span<const double> speeds, double dt, std::span<double> pose) {
  check_size(skeleton, pose);
  check_speeds(skeleton, speeds);
  const std::span<const detail::CompiledAxis> axes = skeleton.compiled().axes;
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    if (!has_quaternion(joint.kind)) continue;
    const Quat turned =
        normalised(read_quat(pose, joint.first_value)) * exp(turning_speed(speeds, axes, joint.first_axis) * dt);
    write_quat(normalised(turned), joint.first_value, pose);
  }
  const std::span<const Skeleton::Freedom> freedoms = skeleton.freedoms();
  for (std::size_t f = 0; f < freedoms.size(); ++f)
    if (freedoms[f].value >= 0) pose[static_cast<std::size_t>(freedoms[f].value)] += speeds[f] * dt;
  write_followers(skeleton, pose);
}

void difference(const Skeleton& skeleton, std::span<const double> from, std::span<const double> to,
                std::span<double> speeds) {
  check_size(skeleton, from);
  check_size(skeleton, to);
  check_speeds(skeleton, speeds);
  const std::span<const Skeleton::Freedom> freedoms = skeleton.freedoms();
  for (std::size_t f = 0; f < freedoms.size(); ++f) {
    const auto value = static_cast<std::size_t>(freedoms[f].value);
    if (freedoms[f].value >= 0) speeds[f] = to[value] - from[value];
  }
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    if (!has_quaternion(joint.kind)) continue;
    const Vec3 turn =
        log(conjugate(normalised(read_quat(from, joint.first_value))) * normalised(read_quat(to, joint.first_value)));
    for (int k = 0; k < 3; ++k)
      speeds[static_cast<std::size_t>(skeleton.compiled().axis(joint.first_axis + k).freedom)] = turn[k];
  }
}

void blend(const Skeleton& skeleton, std::span<const double> a, std::span<const double> b, double t,
           std::span<double> out) {
  check_size(skeleton, a);
  check_size(skeleton, b);
  check_size(skeleton, out);
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    int plain = 0;
    if (has_quaternion(joint.kind)) {
      write_quat(slerp(normalised(read_quat(a, joint.first_value)), normalised(read_quat(b, joint.first_value)), t),
                 joint.first_value, out);
      plain = 4;
    }
    for (; plain < joint.value_count; ++plain) {
      const auto v = static_cast<std::size_t>(joint.first_value + plain);
      out[v] = a[v] * (1 - t) + b[v] * t;  // exact at both ends
    }
  }
  write_followers(skeleton, out);
}

bool clamp_to_limits(const Skeleton& skeleton, std::span<double> pose) {
  check_size(skeleton, pose);
  bool moved = false;
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0) continue;
    double& value = pose[static_cast<std::size_t>(freedom.value)];
    const double clamped = freedom.limits.clamp(value);
    moved |= clamped != value;
    value = clamped;
  }
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    if (!has_quaternion(joint.kind)) continue;
    const Quat stored = read_quat(pose, joint.first_value);
    Quat rotation = with_unit_length(stored);
    if (joint.kind == JointKind::Ball) rotation = clamp_to_limits(skeleton.description({i}).ball, rotation);
    moved |= rotation != stored;
    write_quat(rotation, joint.first_value, pose);
  }
  write_followers(skeleton, pose);
  return moved;
}

double limit_violation(const Skeleton& skeleton, std::span<const double> pose) {
  check_size(skeleton, pose);
  double worst = 0;
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0) continue;
    const double violation = freedom.limits.violation(pose[static_cast<std::size_t>(freedom.value)]);
    if (violation > worst) worst = violation;
  }
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    if (joint.kind != JointKind::Ball) continue;
    const double violation =
        limit_violation(skeleton.description({i}).ball, normalised(read_quat(pose, joint.first_value)));
    if (violation > worst) worst = violation;
  }
  return worst;
}

void tidy(const Skeleton& skeleton, std::span<double> pose) {
  check_size(skeleton, pose);
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints)
    if (has_quaternion(joint.kind)) {
      const Quat stored = read_quat(pose, joint.first_value);
      if (!has_unit_length(stored)) write_quat(normalised(stored), joint.first_value, pose);
    }
  write_followers(skeleton, pose);
}

bool is_usable(const Skeleton& skeleton, std::span<const double> pose) {
  check_size(skeleton, pose);
  return condition_of(skeleton, pose) != Condition::Unusable;
}

bool detail::tidy_if_usable(const Skeleton& skeleton, std::span<double> pose) {
  const Condition condition = condition_of(skeleton, pose);
  if (condition == Condition::Untidy) tidy(skeleton, pose);
  return condition != Condition::Unusable;
}

}  // namespace kine
