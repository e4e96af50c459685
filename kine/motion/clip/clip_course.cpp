#include "kine/motion/clip_course.h"

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"

namespace kine {
namespace {

struct Hips {
  Vec3 middle{}, ahead{};
};

Hips hips_of(const detail::MotionModel& model, const Clip& clip, int frame) {
  Frames frames(*model.skeleton);
  detail::place_frame(*model.skeleton, clip, frame, frames);
  const Vec3 left = rotate(model.world_from_figure, frames.position(model.legs[0].thigh));
  const Vec3 right = rotate(model.world_from_figure, frames.position(model.legs[1].thigh));
  return {(left + right) * 0.5, cross(left - right, kUnitY)};
}

}  // namespace

ClipCourse course_of(const MotionBody& body, const Clip& clip) {
  constexpr double kStays = 0.5;  // of the leg: who ends no farther away has not gone anywhere
  ClipCourse course;
  if (clip.frame_count() == 0) return course;
  const detail::MotionModel& model = detail::model_of(body);
  const Hips first = hips_of(model, clip, 0), last = hips_of(model, clip, clip.frame_count() - 1);
  course.from = first.middle;
  course.to = last.middle;
  Vec3 way = last.middle - first.middle;
  way.y = 0;
  if (!(length(way) > kStays * model.leg)) way = first.ahead;
  course.heading = atan2(way.x, way.z);
  return course;
}

void move_clip(const MotionBody& body, const Transform& new_from_old, Clip& clip) {
  const detail::MotionModel& model = detail::model_of(body);
  const Transform world_from_figure{model.world_from_figure, {}};
  const Transform moved = inverse(world_from_figure) * new_from_old * world_from_figure;
  Frames frames(*model.skeleton);
  for (int i = 0; i < clip.frame_count(); ++i) {
    detail::place_frame(*model.skeleton, clip, i, frames);
    const Transform before = frames.world_from_joint(model.root.joint);
    detail::move_root(*model.skeleton, model.root, moved, before, clip.pose(i));
  }
}

}  // namespace kine
