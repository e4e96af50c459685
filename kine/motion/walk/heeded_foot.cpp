#include "kine/motion/walk/heeded_foot.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {
MeantFoot meant_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part, int foot) {
  MeantFoot meant{is_in_air(step, foot, part), pitch_of(gait, step, foot, part), step.feet[foot].plant, {}, 0};
  if (!meant.in_air) return meant;
  const double s = swing_part(step, part);
  meant.sole = swing_sole(gait, step.swing, s);
  meant.lands = ease((s - 0.75) / 0.25);
  meant.pose = curves_of(gait).foot(build.legs[foot], gait, step, part, loose_of(s));
  return meant;
}

Vec3 hip_of(const BipedMeasures& build, const Transform& hips, int foot) {
  return hips * Vec3{(foot == 0 ? 1 : -1) * build.hip_half, 0, 0};
}

FootPose heeded_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part,
                     const MeantFoot& meant, const Transform& hips, int foot) {
  const LegMeasures& leg = build.legs[foot];
  const Vec3 hip = hip_of(build, hips, foot);
  if (!meant.in_air) return roll(leg.foot, meant.sole, heeded_pitch(leg, meant.sole, hip, meant.pitch));
  const double s = swing_part(step, part);
  const double blend = 0.12 * ease(std::min<double>(s, 1 - s) / 0.25);
  FootPose pose = curves_of(gait).foot_below(leg, gait, step, part, meant, hip);
  pose = within_leg(build, hips, pose, foot, blend);
  // The last millimetres: it does not dip below where it lands, nor below what it has just left.
  const double most = 0.02 * build.scale();
  const double climbs = ease((step.swing.to.point.y - step.swing.from.point.y) / (0.06 * build.scale()));
  const double lands = std::max<double>((1 - climbs) * ease((s - 0.35) / 0.15), ease((s - 0.72) / 0.1)),
               leaves = 1 - ease((s - 0.1) / 0.15);
  double up = 0;
  if (lands > 0) up += lands * std::clamp<double>(depth_below(leg.foot, pose, step.swing.to), 0, most);
  if (leaves > 0) up += leaves * std::clamp<double>(depth_below(leg.foot, pose, step.feet[foot].plant), 0, most);
  if (up <= 0) return pose;
  pose.ankle.y += up;
  return within_leg(build, hips, pose, foot, blend * up / most);
}

}  // namespace kine::detail
