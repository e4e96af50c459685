#include "kine/model/clip.h"

#include <cmath>
#include <limits>

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"
#include "kine/kinematics/forward.h"
#include "kine/model/local_transforms.h"

using kine::JointId;
using namespace kine::c_api;

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr int kLocalSize = 10;  // floats of a local transform

kine_status check_pose(const kine_clip* clip, const double* pose, int size) {
  return clip ? check_array(pose, size, clip->model->value_count()) : KINE_NULL;
}

kine_status check_frame(const kine_clip* clip, int frame, const double* pose, int size) {
  if (!clip) return KINE_NULL;
  if (frame < 0 || frame >= clip->clip.frame_count()) return KINE_BAD_INDEX;
  return check_pose(clip, pose, size);
}

template <class Handle>
kine_status check_joint(const Handle* handle, int joint) {
  if (!handle) return KINE_NULL;
  return has_joint(*handle->model, joint) ? KINE_OK : KINE_BAD_INDEX;
}

}  // namespace

kine_clip* kine_clip_create(const kine_skeleton* skeleton, const char* name, double rate) {
  if (!skeleton || !(rate > 0) || !std::isfinite(rate)) return nullptr;
  return new kine_clip{skeleton->model, kine::Clip(*skeleton->model, name ? name : "", rate)};
}

kine_clip* kine_clip_copy(const kine_clip* clip, const char* name) {
  if (!clip) return nullptr;
  auto* copy = new kine_clip(*clip);
  if (name) copy->clip.name = name;
  return copy;
}

void kine_clip_destroy(kine_clip* clip) { delete clip; }

const char* kine_clip_name(const kine_clip* clip) { return clip ? clip->clip.name.c_str() : nullptr; }
int kine_clip_frame_count(const kine_clip* clip) { return clip ? clip->clip.frame_count() : -1; }
double kine_clip_rate(const kine_clip* clip) { return clip ? clip->clip.rate() : kNoNumber; }
double kine_clip_duration(const kine_clip* clip) { return clip ? clip->clip.duration() : kNoNumber; }

kine_status kine_clip_append(kine_clip* clip, const double* pose, int pose_size, const kine_shape* shape) {
  if (const kine_status status = check_pose(clip, pose, pose_size)) return status;
  if (shape && shape->model != clip->model) return KINE_WRONG_SKELETON;
  if (shape) {
    clip->clip.append(in_span(pose, pose_size), shape->shape);
  } else {
    clip->clip.append(in_span(pose, pose_size));
  }
  return KINE_OK;
}

kine_status kine_clip_get_frame(const kine_clip* clip, int frame, double* pose, int pose_size) {
  if (const kine_status status = check_frame(clip, frame, pose, pose_size)) return status;
  for (const double value : clip->clip.pose(frame)) *pose++ = value;
  return KINE_OK;
}

kine_status kine_clip_set_frame(kine_clip* clip, int frame, const double* pose, int pose_size) {
  if (const kine_status status = check_frame(clip, frame, pose, pose_size)) return status;
  for (double& value : clip->clip.pose(frame)) value = *pose++;
  return KINE_OK;
}

kine_status kine_clip_add_translations(kine_clip* clip, int joint) {
  if (const kine_status status = check_joint(clip, joint)) return status;
  clip->clip.add_translations(*clip->model, JointId{joint});
  return KINE_OK;
}

kine_status kine_clip_add_scales(kine_clip* clip, int joint) {
  if (const kine_status status = check_joint(clip, joint)) return status;
  clip->clip.add_scales(*clip->model, JointId{joint});
  return KINE_OK;
}

kine_status kine_clip_make_continuous(kine_clip* clip) {
  if (!clip) return KINE_NULL;
  kine::make_continuous(*clip->model, clip->clip);
  return KINE_OK;
}

kine_status kine_clip_sample(const kine_clip* clip, double time, double* pose, int pose_size) {
  if (const kine_status status = check_pose(clip, pose, pose_size)) return status;
  kine::sample(*clip->model, clip->clip, time, out_span(pose, pose_size));
  return KINE_OK;
}

kine_status kine_clip_sample_shape(const kine_clip* clip, double time, double* pose, int pose_size, kine_shape* shape) {
  if (const kine_status status = check_pose(clip, pose, pose_size)) return status;
  if (!shape) return KINE_NULL;
  if (shape->model != clip->model) return KINE_WRONG_SKELETON;
  kine::sample(*clip->model, clip->clip, time, out_span(pose, pose_size), shape->shape);
  return KINE_OK;
}

double kine_clip_looped(const kine_clip* clip, double time) {
  return clip ? kine::looped(clip->clip, time) : kNoNumber;
}

kine_shape* kine_shape_create(const kine_skeleton* skeleton) {
  return skeleton ? new kine_shape{skeleton->model, kine::Shape(*skeleton->model)} : nullptr;
}

void kine_shape_destroy(kine_shape* shape) { delete shape; }

kine_status kine_shape_get(const kine_shape* shape, int joint, double* out) {
  if (const kine_status status = check_joint(shape, joint)) return status;
  if (!out) return KINE_NULL;
  write(shape->shape.translation[static_cast<std::size_t>(joint)], out);
  write(shape->shape.scale[static_cast<std::size_t>(joint)], out + 3);
  return KINE_OK;
}

kine_status kine_shape_set_translation(kine_shape* shape, int joint, double x, double y, double z) {
  if (const kine_status status = check_joint(shape, joint)) return status;
  shape->shape.translation[static_cast<std::size_t>(joint)] = {x, y, z};
  return KINE_OK;
}

kine_status kine_shape_set_scale(kine_shape* shape, int joint, double x, double y, double z) {
  if (const kine_status status = check_joint(shape, joint)) return status;
  shape->shape.scale[static_cast<std::size_t>(joint)] = {x, y, z};
  return KINE_OK;
}

kine_status kine_forward_shape(const kine_skeleton* skeleton, const double* pose, int pose_size,
                               const kine_shape* shape, kine_frames* frames) {
  if (!skeleton || !shape || !frames) return KINE_NULL;
  if (skeleton->model != shape->model || skeleton->model != frames->model) return KINE_WRONG_SKELETON;
  if (const kine_status status = check_array(pose, pose_size, skeleton->model->value_count())) return status;
  kine::forward(*skeleton->model, in_span(pose, pose_size), shape->shape, frames->frames);
  return KINE_OK;
}

kine_status kine_to_local_transforms_shape(const kine_skeleton* skeleton, const double* pose, int pose_size,
                                           const kine_shape* shape, float* out, int out_size) {
  if (!skeleton || !shape) return KINE_NULL;
  if (skeleton->model != shape->model) return KINE_WRONG_SKELETON;
  const kine::Skeleton& model = *skeleton->model;
  if (const kine_status status = check_array(pose, pose_size, model.value_count())) return status;
  if (const kine_status status = check_array(out, out_size, kLocalSize * model.joint_count())) return status;
  for (int i = 0; i < model.joint_count(); ++i) {
    const auto [t, r, s] = kine::parent_from_joint(model, in_span(pose, pose_size), shape->shape, JointId{i});
    for (const double number : {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z}) *out++ = static_cast<float>(number);
  }
  return KINE_OK;
}
