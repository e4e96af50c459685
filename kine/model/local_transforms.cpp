#include "kine/model/local_transforms.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"

namespace kine {

namespace {

/// What is taken for rounding when it is asked whether a joint is in gimbal lock.
template <class T>
inline constexpr double kBlur = 1e-12;
template <>
inline constexpr double kBlur<float> = 1e-6;

template <class To, class From>
Vec3T<To> cast(const Vec3T<From>& v) {
  return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z)};
}

template <class To, class From>
LocalTransformT<To> cast(const LocalTransformT<From>& t) {
  return {cast<To>(t.translation), quat_cast<To>(t.rotation), cast<To>(t.scale)};
}

/// The joint's motion: first turned, then shifted, seen in its rest frame.
Transform motion(const Skeleton& skeleton, std::span<const double> pose, JointId joint) {
  switch (skeleton.kind(joint)) {
    case JointKind::Fixed:
      return {};
    case JointKind::Hinge:
      return {from_axis_angle(skeleton.compiled().joint(joint).axis, joint_value(skeleton, pose, joint)), {}};
    case JointKind::Slider:
      return {{}, skeleton.compiled().joint(joint).axis * joint_value(skeleton, pose, joint)};
    case JointKind::Euler: {
      const Joint& description = skeleton.description(joint);
      Quat turn;
      for (int i = 0; i < skeleton.value_count(joint); ++i) {
        const Vec3& axis = description.euler_axes[static_cast<std::size_t>(i)];
        turn = turn * from_axis_angle(axis, joint_value(skeleton, pose, joint, i));
      }
      return {turn, {}};
    }
    case JointKind::Ball:
      return {joint_rotation(skeleton, pose, joint), {}};
    case JointKind::Free: {
      const double* slide = pose.data() + skeleton.first_value(joint) + 4;
      return {joint_rotation(skeleton, pose, joint), {slide[0], slide[1], slide[2]}};
    }
  }
  return {};
}

LocalTransform with_motion(const Skeleton& skeleton, std::span<const double> pose, JointId joint,
                           const Vec3& translation, const Vec3& scale) {
  const Quat& rest = skeleton.compiled().joint(joint).rest_rotation;
  const Transform moved = motion(skeleton, pose, joint);
  return {translation + rotate(rest, moved.translation), rest * moved.rotation, scale};
}

LocalTransform local(const Skeleton& skeleton, std::span<const double> pose, const Shape* shape, JointId joint) {
  if (shape == nullptr) return parent_from_joint(skeleton, pose, joint);
  return parent_from_joint(skeleton, pose, *shape, joint);
}

template <class T>
void fill(const Skeleton& skeleton, std::span<const double> pose, const Shape* shape,
          std::span<LocalTransformT<T>> out) {
  KINE_ASSERT(static_cast<int>(out.size()) == skeleton.joint_count(), "one local transform a joint");
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    out[static_cast<std::size_t>(i)] = cast<T>(local(skeleton, pose, shape, {i}));
  }
}

/// A local transform made ready: double, its rotation of unit length.
struct Wanted {
  LocalTransform local;
  bool usable;
};

template <class T>
Wanted read(const LocalTransformT<T>& given) {
  LocalTransform l = cast<double>(given);
  const double n = length(l.rotation);
  const bool usable = is_finite(l.translation) && is_finite(l.scale) && n > 1e-150 && n < 1e150;
  if (usable) l.rotation = normalised(l.rotation);
  return {l, usable};
}

double finite_or_zero(double x) { return std::isfinite(x) ? x : 0; }

void fit_euler(const Joint& description, const Quat& turn, double blur, double* values) {
  const auto& axes = description.euler_axes;
  if (description.euler_count == 2) {
    const std::array<double, 2> present{finite_or_zero(values[0]), finite_or_zero(values[1])};
    const std::array<double, 2> found = detail::fit_pair(turn, axes[0], Quat{}, axes[1], present, blur);
    for (std::size_t i = 0; i < 2; ++i) values[i] = found[i];
    return;
  }
  const std::array<double, 3> present{finite_or_zero(values[0]), finite_or_zero(values[1]), finite_or_zero(values[2])};
  const std::array<double, 3> found = detail::fit_triple(turn, axes, present, blur);
  for (std::size_t i = 0; i < 3; ++i) values[i] = found[i];
}

void fit_quat(const Quat& turn, double* values) {
  const Quat present{values[0], values[1], values[2], values[3]};
  const Quat found = dot(present, turn) < 0 ? -turn : turn;
  values[0] = found.x;
  values[1] = found.y;
  values[2] = found.z;
  values[3] = found.w;
}

/// Writes a joint's own values. Those that follow others are put right later, when all leaders are known.
void fit_joint(const Skeleton& skeleton, const LocalTransform& wanted, JointId joint, double blur,
               std::span<double> pose) {
  const detail::CompiledJoint& compiled = skeleton.compiled().joint(joint);
  const Quat back = conjugate(compiled.rest_rotation);
  const Quat turn = back * wanted.rotation;
  const Vec3 slide = rotate(back, wanted.translation - compiled.rest_translation);
  double* values = pose.data() + compiled.first_value;
  switch (compiled.kind) {
    case JointKind::Fixed:
      return;
    case JointKind::Hinge:
      *values = detail::fit_hinge(turn, compiled.axis, finite_or_zero(*values), blur);
      return;
    case JointKind::Slider:
      *values = dot(compiled.axis, slide);
      return;
    case JointKind::Euler:
      return fit_euler(skeleton.description(joint), turn, blur, values);
    case JointKind::Ball:
      return fit_quat(turn, values);
    case JointKind::Free:
      fit_quat(turn, values);
      values[4] = slide.x;
      values[5] = slide.y;
      values[6] = slide.z;
      return;
  }
}

void widen(LocalTransformGap& gap, JointId joint, double angle, double distance) {
  if (angle > gap.angle) {
    gap.angle = angle;
    gap.angle_joint = joint;
  }
  if (distance > gap.distance) {
    gap.distance = distance;
    gap.distance_joint = joint;
  }
}

template <class T>
LocalTransformGap fit(const Skeleton& skeleton, std::span<const LocalTransformT<T>> locals, std::span<double> pose,
                      Shape* shape) {
  KINE_ASSERT(static_cast<int>(locals.size()) == skeleton.joint_count(), "one local transform a joint");
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const Wanted wanted = read(locals[static_cast<std::size_t>(i)]);
    if (wanted.usable) fit_joint(skeleton, wanted.local, {i}, kBlur<T>, pose);
  }
  tidy(skeleton, pose);

  // What is left over is measured on the values as they came out, followers at their due.
  LocalTransformGap gap;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const auto [wanted, usable] = read(locals[static_cast<std::size_t>(i)]);
    if (!usable) {
      widen(gap, {i}, kInfinity, kInfinity);
      continue;
    }
    const LocalTransform made = parent_from_joint(skeleton, pose, {i});
    const Vec3 shift = wanted.translation - made.translation;
    const double angle = angle_of(conjugate(made.rotation) * wanted.rotation);
    widen(gap, {i}, angle, shape == nullptr ? length(shift) : 0);
    if (shape == nullptr) continue;
    shape->translation[static_cast<std::size_t>(i)] = skeleton.compiled().joint(i).rest_translation + shift;
    shape->scale[static_cast<std::size_t>(i)] = wanted.scale;
  }
  return gap;
}

}  // namespace

LocalTransform parent_from_joint(const Skeleton& skeleton, std::span<const double> pose, JointId joint) {
  const detail::CompiledJoint& compiled = skeleton.compiled().joint(joint);
  return with_motion(skeleton, pose, joint, compiled.rest_translation, compiled.rest_scale);
}

LocalTransform parent_from_joint(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                                 JointId joint) {
  const auto i = static_cast<std::size_t>(joint.index);
  KINE_ASSERT(i < shape.translation.size() && i < shape.scale.size(), "a shape made for this skeleton");
  return with_motion(skeleton, pose, joint, shape.translation[i], shape.scale[i]);
}

void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, std::span<LocalTransform> out) {
  fill(skeleton, pose, nullptr, out);
}
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, std::span<LocalTransformf> out) {
  fill(skeleton, pose, nullptr, out);
}
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                         std::span<LocalTransform> out) {
  fill(skeleton, pose, &shape, out);
}
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                         std::span<LocalTransformf> out) {
  fill(skeleton, pose, &shape, out);
}

LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransform> locals,
                                        std::span<double> pose) {
  return fit(skeleton, locals, pose, nullptr);
}
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransformf> locals,
                                        std::span<double> pose) {
  return fit(skeleton, locals, pose, nullptr);
}
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransform> locals,
                                        std::span<double> pose, Shape& shape) {
  return fit(skeleton, locals, pose, &shape);
}
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransformf> locals,
                                        std::span<double> pose, Shape& shape) {
  return fit(skeleton, locals, pose, &shape);
}

}  // namespace kine
