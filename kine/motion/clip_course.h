#pragma once

#include "kine/math/transform.h"
#include "kine/model/clip.h"
#include "kine/motion/motion_body.h"

namespace kine {

/// Where a clip goes, in the figure's world turned so that up is Y.
struct ClipCourse {
  Vec3 from{}, to{};  ///< midway between the hips in the first and in the last frame, metres
  double heading =
      0;  ///< from the one to the other, or where hips face at first if it stays; radians from +Z towards +X
};
ClipCourse course_of(const MotionBody& body, const Clip& clip);

/// Moves a whole clip to another place, by a displacement of the figure's world turned so that up is Y.
void move_clip(const MotionBody& body, const Transform& new_from_old, Clip& clip);

}  // namespace kine
