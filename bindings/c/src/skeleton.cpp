#include <limits>

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"

using kine::JointId;
using kine::Skeleton;
using kine::c_api::has_freedom;
using kine::c_api::has_joint;

namespace {

// What `ask` says about a joint, or `misuse` where there is none.
template <class T, class Ask>
T of_joint(const kine_skeleton* skeleton, int joint, T misuse, Ask ask) {
  return has_joint(skeleton, joint) ? ask(*skeleton->model, JointId{joint}) : misuse;
}

template <class T, class Ask>
T of_freedom(const kine_skeleton* skeleton, int freedom, T misuse, Ask ask) {
  return has_freedom(skeleton, freedom) ? ask(skeleton->model->freedom(freedom)) : misuse;
}

bool has_axis(const kine_skeleton* skeleton, int joint, int axis) {
  return has_joint(skeleton, joint) && axis >= 0 && axis < skeleton->model->axis_count({joint});
}

const kine::AxisSettings& settings_of(const kine_skeleton* skeleton, int joint, int axis) {
  return skeleton->model->description({joint}).axes[static_cast<std::size_t>(axis)];
}

kine::Vec3 direction_of(const kine::Joint& joint, int axis) {
  constexpr kine::Vec3 kOwn[] = {kine::kUnitX, kine::kUnitY, kine::kUnitZ};
  switch (joint.kind) {
    case kine::JointKind::Hinge:
    case kine::JointKind::Slider:
      return joint.axis;
    case kine::JointKind::Euler:
      return joint.euler_axes[static_cast<std::size_t>(axis)];
    default:
      return kOwn[axis % 3];
  }
}

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void kine_skeleton_destroy(kine_skeleton* skeleton) { delete skeleton; }

int kine_skeleton_joint_count(const kine_skeleton* skeleton) { return skeleton ? skeleton->model->joint_count() : -1; }
int kine_skeleton_value_count(const kine_skeleton* skeleton) { return skeleton ? skeleton->model->value_count() : -1; }
int kine_skeleton_axis_count(const kine_skeleton* skeleton) { return skeleton ? skeleton->model->axis_count() : -1; }
int kine_skeleton_freedom_count(const kine_skeleton* skeleton) {
  return skeleton ? skeleton->model->freedom_count() : -1;
}

double kine_skeleton_mass(const kine_skeleton* skeleton) { return skeleton ? skeleton->model->mass() : 0; }

int kine_skeleton_find(const kine_skeleton* skeleton, const char* name, char* message, size_t message_size) {
  using kine::c_api::write_message;
  if (!skeleton || !name) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return -1;
  }
  const kine::Result<JointId> found = skeleton->model->find(name);
  write_message(found.error(), message, message_size);
  return found ? found->index : -1;
}

const char* kine_skeleton_joint_name(const kine_skeleton* skeleton, int joint) {
  return has_joint(skeleton, joint) ? skeleton->model->name({joint}).c_str() : nullptr;
}

int kine_skeleton_joint_kind(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -1, [](const Skeleton& s, JointId id) { return static_cast<int>(s.kind(id)); });
}

int kine_skeleton_joint_parent(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -2, [](const Skeleton& s, JointId id) { return s.parent(id).index; });
}

int kine_skeleton_joint_first_value(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -1, [](const Skeleton& s, JointId id) { return s.first_value(id); });
}

int kine_skeleton_joint_value_count(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -1, [](const Skeleton& s, JointId id) { return s.value_count(id); });
}

int kine_skeleton_joint_first_axis(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -1, [](const Skeleton& s, JointId id) { return s.first_axis(id); });
}

int kine_skeleton_joint_axis_count(const kine_skeleton* skeleton, int joint) {
  return of_joint(skeleton, joint, -1, [](const Skeleton& s, JointId id) { return s.axis_count(id); });
}

int kine_skeleton_is_above(const kine_skeleton* skeleton, int ancestor, int joint) {
  if (!has_joint(skeleton, ancestor) || !has_joint(skeleton, joint)) return -1;
  return skeleton->model->is_above({ancestor}, {joint}) ? 1 : 0;
}

kine_status kine_skeleton_joint_rest(const kine_skeleton* skeleton, int joint, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_joint(skeleton, joint)) return KINE_BAD_INDEX;
  const auto& [t, r, s] = skeleton->model->description({joint}).rest;
  for (const double number : {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z}) *out++ = number;
  return KINE_OK;
}

kine_status kine_skeleton_joint_mass(const kine_skeleton* skeleton, int joint, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_joint(skeleton, joint)) return KINE_BAD_INDEX;
  const kine::Joint& description = skeleton->model->description({joint});
  out[0] = description.mass;
  kine::c_api::write(description.centre_of_mass, out + 1);
  return KINE_OK;
}

kine_status kine_skeleton_axis_direction(const kine_skeleton* skeleton, int joint, int axis, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_axis(skeleton, joint, axis)) return KINE_BAD_INDEX;
  kine::c_api::write(direction_of(skeleton->model->description({joint}), axis), out);
  return KINE_OK;
}

int kine_skeleton_axis_slides(const kine_skeleton* skeleton, int joint, int axis) {
  if (!has_axis(skeleton, joint, axis)) return -1;
  return skeleton->model->slides({joint}, axis) ? 1 : 0;
}

kine_status kine_skeleton_axis_settings(const kine_skeleton* skeleton, int joint, int axis, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_axis(skeleton, joint, axis)) return KINE_BAD_INDEX;
  const kine::AxisSettings& s = settings_of(skeleton, joint, axis);
  kine::c_api::write({s.limits.lower, s.limits.upper, s.max_speed, s.weight}, out);
  return KINE_OK;
}

int kine_skeleton_axis_fixed(const kine_skeleton* skeleton, int joint, int axis) {
  if (!has_axis(skeleton, joint, axis)) return -1;
  return settings_of(skeleton, joint, axis).fixed ? 1 : 0;
}

int kine_skeleton_axis_leader(const kine_skeleton* skeleton, int joint, int axis, double* out) {
  if (!out || !has_axis(skeleton, joint, axis)) return -2;
  const auto& follows = settings_of(skeleton, joint, axis).follows;
  if (!follows) return -1;
  kine::c_api::write({static_cast<double>(follows->component), follows->factor, follows->offset}, out);
  return skeleton->model->joint(follows->joint).index;
}

kine_status kine_skeleton_ball_limits(const kine_skeleton* skeleton, int joint, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_joint(skeleton, joint)) return KINE_BAD_INDEX;
  if (skeleton->model->kind({joint}) != kine::JointKind::Ball) return KINE_BAD_VALUE;
  const kine::BallLimits& ball = skeleton->model->description({joint}).ball;
  kine::c_api::write(ball.twist_axis, out);
  kine::c_api::write(ball.first_axis, out + 3);
  kine::c_api::write({ball.swing_first, ball.swing_second, ball.twist.lower, ball.twist.upper}, out + 6);
  return KINE_OK;
}

int kine_skeleton_freedom_of(const kine_skeleton* skeleton, int joint, int axis) {
  return of_joint(skeleton, joint, -1, [axis](const Skeleton& s, JointId id) {
    return axis >= 0 && axis < s.axis_count(id) ? s.freedom_of(id, axis) : -1;
  });
}

int kine_skeleton_freedom_joint(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, -1, [](const Skeleton::Freedom& f) { return f.joint.index; });
}

int kine_skeleton_freedom_axis(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, -1, [](const Skeleton::Freedom& f) { return f.component; });
}

int kine_skeleton_freedom_value(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, -1, [](const Skeleton::Freedom& f) { return f.value; });
}

int kine_skeleton_freedom_fixed(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, -1, [](const Skeleton::Freedom& f) { return f.fixed ? 1 : 0; });
}

kine_status kine_skeleton_freedom_limits(const kine_skeleton* skeleton, int freedom, double* out) {
  if (!skeleton || !out) return KINE_NULL;
  if (!has_freedom(skeleton, freedom)) return KINE_BAD_INDEX;
  const kine::Range limits = skeleton->model->freedom(freedom).limits;
  out[0] = limits.lower;
  out[1] = limits.upper;
  return KINE_OK;
}

double kine_skeleton_freedom_max_speed(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, kNoNumber, [](const Skeleton::Freedom& f) { return f.max_speed; });
}

double kine_skeleton_freedom_weight(const kine_skeleton* skeleton, int freedom) {
  return of_freedom(skeleton, freedom, kNoNumber, [](const Skeleton::Freedom& f) { return f.weight; });
}
