#pragma once

#include "kine/math/transform.h"
#include "kine/motion/foot.h"
#include "kine/motion/steering.h"

namespace kine {

/// What a walk asks of the body at one moment: where hips and feet shall be, and which points of the feet stand still.
/// Made by walk() and given in its report; reach_out() reads it. Arrays go by foot: 0 is the left one, 1 the right one.
/// The world is that of the ground, Y up.
struct WalkPlan {
  Transform hips{};     ///< midway between the hips, in the world; turned as the pelvis
  FootPose feet[2]{};   ///< in the world
  bool heel_down[2]{};  ///< the heel is planted: it stands still,
  Vec3 heel_at[2]{};    ///< here, in the world, or here when it stands next
  bool toe_down[2]{};   ///< the same of the tip of the toes
  Vec3 toe_at[2]{};
  double heading = 0;     ///< of the course, radians from +Z towards +X
  CourseSpeeds speeds{};  ///< of the course
  double effort = 0;      ///< 0: it stands, 1: it takes steps of the gait's usual length
  double stride = 0;      ///< 1: the left foot has just landed in front, -1: the right one has
  double lean = 0;        ///< of the body into a slope, radians, + forward
};

}  // namespace kine
