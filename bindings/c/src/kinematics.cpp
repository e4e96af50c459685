#include <optional>
#include <span>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/kinematics/manipulability.h"
#include "kine/math/trig.h"
#include "kine/model/limits.h"

using kine::JointId;
using kine::c_api::has_joint;

namespace {

kine_status check_frames(const kine_skeleton* skeleton, const kine_frames* frames) {
  if (!skeleton || !frames) return KINE_NULL;
  return skeleton->model == frames->model ? KINE_OK : KINE_WRONG_SKELETON;
}

kine_status check_joint(const kine_frames* frames, int joint) {
  if (!frames) return KINE_NULL;
  return has_joint(*frames->model, joint) ? KINE_OK : KINE_BAD_INDEX;
}

// An array with `each` numbers for every one of `count` things, which may be none.
template <class T>
kine_status check_array(const T* out, int size, int each, int count) {
  if (size != each * count) return KINE_BAD_SIZE;
  return out || size == 0 ? KINE_OK : KINE_NULL;
}

template <class T>
kine_status check_all_joints(const kine_frames* frames, const T* out, int size, int each) {
  return frames ? check_array(out, size, each, frames->model->joint_count()) : KINE_NULL;
}

kine::PointOnJoint point_on(int joint, const double* offset) {
  return {JointId{joint}, offset ? kine::Vec3{offset[0], offset[1], offset[2]} : kine::Vec3{}};
}

void write(const kine::Vec3& v, double* out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

void write(const kine::Quat& q, double* out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

void write_column(const kine::Vec3& v, float last, float* out) {
  out[0] = static_cast<float>(v.x);
  out[1] = static_cast<float>(v.y);
  out[2] = static_cast<float>(v.z);
  out[3] = last;
}

}  // namespace

kine_frames* kine_frames_create(const kine_skeleton* skeleton) {
  return skeleton ? new kine_frames{skeleton->model, kine::Frames(*skeleton->model)} : nullptr;
}

void kine_frames_destroy(kine_frames* frames) { delete frames; }

kine_status kine_forward(const kine_skeleton* skeleton, const double* pose, int pose_size, kine_frames* frames) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  if (const kine_status status = check_array(pose, pose_size, 1, skeleton->model->value_count())) return status;
  kine::forward(*skeleton->model, std::span<const double>(pose, static_cast<std::size_t>(pose_size)), frames->frames);
  return KINE_OK;
}

kine_status kine_frames_position(const kine_frames* frames, int joint, const double* offset, double* out) {
  if (const kine_status status = check_joint(frames, joint)) return status;
  if (!out) return KINE_NULL;
  write(offset ? frames->frames.position(point_on(joint, offset)) : frames->frames.position(JointId{joint}), out);
  return KINE_OK;
}

kine_status kine_frames_rotation(const kine_frames* frames, int joint, double* out) {
  if (const kine_status status = check_joint(frames, joint)) return status;
  if (!out) return KINE_NULL;
  write(frames->frames.rotation(JointId{joint}), out);
  return KINE_OK;
}

kine_status kine_frames_positions(const kine_frames* frames, double* out, int out_size) {
  if (const kine_status status = check_all_joints(frames, out, out_size, 3)) return status;
  for (const kine::Transform& world_from_joint : frames->frames.joints()) {
    write(world_from_joint.translation, out);
    out += 3;
  }
  return KINE_OK;
}

kine_status kine_frames_rotations(const kine_frames* frames, double* out, int out_size) {
  if (const kine_status status = check_all_joints(frames, out, out_size, 4)) return status;
  for (const kine::Transform& world_from_joint : frames->frames.joints()) {
    write(world_from_joint.rotation, out);
    out += 4;
  }
  return KINE_OK;
}

kine_status kine_frames_matrices(const kine_frames* frames, float* out, int out_size) {
  if (const kine_status status = check_all_joints(frames, out, out_size, 16)) return status;
  for (int joint = 0; joint < frames->model->joint_count(); ++joint) {
    const auto [linear, translation] = frames->frames.affine(JointId{joint});
    write_column(linear.x, 0, out);
    write_column(linear.y, 0, out + 4);
    write_column(linear.z, 0, out + 8);
    write_column(translation, 1, out + 12);
    out += 16;
  }
  return KINE_OK;
}

kine_status kine_jacobian(const kine_skeleton* skeleton, const kine_frames* frames, int joint, const double* offset,
                          int rows, int relative_to, int with_fixed, double* out, int out_size) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  if (const kine_status status = check_joint(frames, joint)) return status;
  if (relative_to != KINE_WORLD && !has_joint(skeleton, relative_to)) return KINE_BAD_INDEX;
  if (rows < KINE_ROWS_LINEAR || rows > KINE_ROWS_FULL) return KINE_BAD_VALUE;
  static_assert(static_cast<int>(kine::Rows::Linear) == KINE_ROWS_LINEAR &&
                static_cast<int>(kine::Rows::Angular) == KINE_ROWS_ANGULAR &&
                static_cast<int>(kine::Rows::Full) == KINE_ROWS_FULL);
  kine::JacobianOptions options;
  options.rows = static_cast<kine::Rows>(rows);
  options.relative_to = JointId{relative_to};
  options.with_fixed = with_fixed != 0;
  const int row_count = kine::row_count(options.rows), columns = skeleton->model->freedom_count();
  if (const kine_status status = check_array(out, out_size, row_count, columns)) return status;
  kine::jacobian(*skeleton->model, frames->frames, point_on(joint, offset), options, {out, row_count, columns});
  return KINE_OK;
}

kine_status kine_centre_of_mass(const kine_skeleton* skeleton, const kine_frames* frames, double* out) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  if (!out) return KINE_NULL;
  write(kine::centre_of_mass(*skeleton->model, frames->frames), out);
  return KINE_OK;
}

kine_status kine_centre_of_mass_jacobian(const kine_skeleton* skeleton, const kine_frames* frames, int with_fixed,
                                         double* out, int out_size) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  const int columns = skeleton->model->freedom_count();
  if (const kine_status status = check_array(out, out_size, 3, columns)) return status;
  kine::centre_of_mass_jacobian(*skeleton->model, frames->frames, with_fixed != 0, {out, 3, columns});
  return KINE_OK;
}

kine_status kine_frames_axes(const kine_frames* frames, double* out, int out_size) {
  if (!frames) return KINE_NULL;
  if (const kine_status status = check_array(out, out_size, 3, frames->model->axis_count())) return status;
  for (const kine::Vec3& axis : frames->frames.axes()) {
    write(axis, out);
    out += 3;
  }
  return KINE_OK;
}

kine_status kine_frames_cone(const kine_frames* frames, int joint, int count, double* out, int out_size) {
  if (const kine_status status = check_joint(frames, joint)) return status;
  if (frames->model->kind({joint}) != kine::JointKind::Ball || count < 1) return KINE_BAD_VALUE;
  if (const kine_status status = check_array(out, out_size, 3, count)) return status;
  const kine::Joint& description = frames->model->description({joint});
  const JointId parent = frames->model->parent({joint});
  const kine::Quat world_from_parent = parent == kine::kWorld ? kine::Quat{} : frames->frames.rotation(parent);
  const kine::Quat world_from_rest = world_from_parent * description.rest.rotation;
  const kine::BallLimits& ball = description.ball;
  for (int i = 0; i < count; ++i, out += 3) {
    const auto round = kine::sin_cos(2 * kine::kPi * i / count);
    const kine::BallAngles rim{ball.swing_first * round.cos, ball.swing_second * round.sin, 0};
    write(kine::rotate(world_from_rest * kine::from_ball_angles(ball, rim), ball.twist_axis), out);
  }
  return KINE_OK;
}

kine_status kine_manipulability(const kine_skeleton* skeleton, const kine_frames* frames, int joint,
                                const double* offset, int rows, double* out) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  if (!out) return KINE_NULL;
  if (const kine_status status = check_joint(frames, joint)) return status;
  if (rows != KINE_ROWS_LINEAR && rows != KINE_ROWS_ANGULAR) return KINE_BAD_VALUE;
  kine::Scratch scratch(kine::manipulability_bytes(*skeleton->model));
  const std::optional<kine::Manipulability> found = kine::manipulability(
      *skeleton->model, frames->frames, point_on(joint, offset), static_cast<kine::Rows>(rows), scratch);
  if (!found) return KINE_BAD_VALUE;
  for (std::size_t k = 0; k < 3; ++k) {
    out[k] = found->values[k];
    write(found->directions[k], out + 3 + 3 * k);
  }
  return KINE_OK;
}

kine_status kine_velocity_of(const kine_skeleton* skeleton, const kine_frames* frames, int joint, const double* offset,
                             const double* speeds, int speeds_size, double* out) {
  if (const kine_status status = check_frames(skeleton, frames)) return status;
  if (!out) return KINE_NULL;
  if (const kine_status status = check_joint(frames, joint)) return status;
  const int freedoms = skeleton->model->freedom_count();
  if (const kine_status status = check_array(speeds, speeds_size, 1, freedoms)) return status;
  std::vector<double> numbers(static_cast<std::size_t>(6 * freedoms));
  kine::jacobian(*skeleton->model, frames->frames, point_on(joint, offset),
                 {.rows = kine::Rows::Full, .with_fixed = true}, {numbers.data(), 6, freedoms});
  for (int row = 0; row < 6; ++row) out[row] = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) out[i % 6] += numbers[i] * speeds[i / 6];
  return KINE_OK;
}
