#include "kine/model/pose.h"

#include <span>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/model/local_transforms.h"

namespace {

using In = std::span<const double>;
using Out = std::span<double>;

// Whether a pose (and speeds) can be worked on. Size 0 is right for a skeleton of fixed joints only, and its array may
// then be NULL.
kine_status check_array(const double* array, int size, int needed) {
  if (size != needed) return KINE_BAD_SIZE;
  return array || size == 0 ? KINE_OK : KINE_NULL;
}

kine_status check_pose(const kine_skeleton* skeleton, const double* pose, int size) {
  return skeleton ? check_array(pose, size, skeleton->model->value_count()) : KINE_NULL;
}

kine_status check_speeds(const kine_skeleton* skeleton, const double* speeds, int size) {
  return skeleton ? check_array(speeds, size, skeleton->model->freedom_count()) : KINE_NULL;
}

constexpr int kLocalSize = 10;

kine_status check_locals(const kine_skeleton* skeleton, const float* locals, int size) {
  if (size != kLocalSize * skeleton->model->joint_count()) return KINE_BAD_SIZE;
  return locals ? KINE_OK : KINE_NULL;
}

In in(const double* array, int size) { return {array, static_cast<std::size_t>(size)}; }
Out out_span(double* array, int size) { return {array, static_cast<std::size_t>(size)}; }

}  // namespace

kine_status kine_rest_pose(const kine_skeleton* skeleton, double* pose, int pose_size) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  const kine::Pose rest = skeleton->model->rest_pose();
  for (const double value : rest) *pose++ = value;
  return KINE_OK;
}

kine_status kine_integrate(const kine_skeleton* skeleton, const double* speeds, int speeds_size, double dt,
                           double* pose, int pose_size) {
  if (const kine_status status = check_speeds(skeleton, speeds, speeds_size)) return status;
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  kine::integrate(*skeleton->model, in(speeds, speeds_size), dt, out_span(pose, pose_size));
  return KINE_OK;
}

kine_status kine_difference(const kine_skeleton* skeleton, const double* from, const double* to, int pose_size,
                            double* speeds, int speeds_size) {
  if (const kine_status status = check_pose(skeleton, from, pose_size)) return status;
  if (const kine_status status = check_pose(skeleton, to, pose_size)) return status;
  if (const kine_status status = check_speeds(skeleton, speeds, speeds_size)) return status;
  kine::difference(*skeleton->model, in(from, pose_size), in(to, pose_size), out_span(speeds, speeds_size));
  return KINE_OK;
}

kine_status kine_blend(const kine_skeleton* skeleton, const double* a, const double* b, double t, double* out,
                       int pose_size) {
  if (const kine_status status = check_pose(skeleton, a, pose_size)) return status;
  if (const kine_status status = check_pose(skeleton, b, pose_size)) return status;
  if (const kine_status status = check_pose(skeleton, out, pose_size)) return status;
  kine::blend(*skeleton->model, in(a, pose_size), in(b, pose_size), t, out_span(out, pose_size));
  return KINE_OK;
}

kine_status kine_clamp_to_limits(const kine_skeleton* skeleton, double* pose, int pose_size, int* moved) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  const bool any = kine::clamp_to_limits(*skeleton->model, out_span(pose, pose_size));
  if (moved) *moved = any ? 1 : 0;
  return KINE_OK;
}

kine_status kine_limit_violation(const kine_skeleton* skeleton, const double* pose, int pose_size, double* out) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  if (!out) return KINE_NULL;
  *out = kine::limit_violation(*skeleton->model, in(pose, pose_size));
  return KINE_OK;
}

kine_status kine_tidy(const kine_skeleton* skeleton, double* pose, int pose_size) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  kine::tidy(*skeleton->model, out_span(pose, pose_size));
  return KINE_OK;
}

int kine_is_usable(const kine_skeleton* skeleton, const double* pose, int pose_size) {
  if (check_pose(skeleton, pose, pose_size)) return -1;
  return kine::is_usable(*skeleton->model, in(pose, pose_size)) ? 1 : 0;
}

kine_status kine_ball_angles(const kine_skeleton* skeleton, int joint, const double* pose, int pose_size, double* out) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  if (!out) return KINE_NULL;
  if (!kine::c_api::has_joint(skeleton, joint)) return KINE_BAD_INDEX;
  if (skeleton->model->kind({joint}) != kine::JointKind::Ball) return KINE_BAD_VALUE;
  const kine::BallAngles angles = kine::ball_angles(
      skeleton->model->description({joint}).ball, kine::joint_rotation(*skeleton->model, in(pose, pose_size), {joint}));
  out[0] = angles.first;
  out[1] = angles.second;
  out[2] = angles.twist;
  return KINE_OK;
}

kine_status kine_to_local_transforms(const kine_skeleton* skeleton, const double* pose, int pose_size, float* out,
                                     int out_size) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  if (const kine_status status = check_locals(skeleton, out, out_size)) return status;
  for (int joint = 0; joint < skeleton->model->joint_count(); ++joint) {
    const auto [t, r, s] = kine::parent_from_joint(*skeleton->model, in(pose, pose_size), {joint});
    for (const double number : {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z}) *out++ = static_cast<float>(number);
  }
  return KINE_OK;
}

kine_status kine_from_local_transforms(const kine_skeleton* skeleton, const float* locals, int locals_size,
                                       double* pose, int pose_size, double* gap) {
  if (const kine_status status = check_pose(skeleton, pose, pose_size)) return status;
  if (const kine_status status = check_locals(skeleton, locals, locals_size)) return status;
  std::vector<kine::LocalTransformf> given(static_cast<std::size_t>(skeleton->model->joint_count()));
  for (kine::LocalTransformf& local : given) {
    local = {{locals[0], locals[1], locals[2]},
             {locals[3], locals[4], locals[5], locals[6]},
             {locals[7], locals[8], locals[9]}};
    locals += kLocalSize;
  }
  const kine::LocalTransformGap left = kine::from_local_transforms(
      *skeleton->model, std::span<const kine::LocalTransformf>(given), out_span(pose, pose_size));
  if (gap) {
    gap[0] = left.angle;
    gap[1] = left.distance;
  }
  return KINE_OK;
}
