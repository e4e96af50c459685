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
namespace {

/// Parts of the swing.
constexpr Window kAboutToLand{0.75, 0.25};  // the leg that lands gets a say in the height of the pelvis
constexpr Window kEnds{0, 0.25};            // from either end: in which kBlend comes and goes
constexpr Window kComesDown{0.35, 0.15};    // it keeps above the ground where it lands; if that lies higher,
constexpr Window kComesUp{0.72, 0.1};       // only once it has come up there
constexpr Window kLeaves{0.1, 0.15};        // it need no longer keep above the ground that it has left

/// Radians within which a foot in the air gives way to the limits of its leg.
constexpr double kBlend = 0.12;

/// Metres of a leg of Gait::kLeg: how far a foot is lifted off the ground at the most, and how much higher it lands
/// where it counts as climbing.
constexpr double kMostUp = 0.02, kClimbs = 0.06;

}  // namespace

MeantFoot meant_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part, int foot) {
  MeantFoot meant{is_in_air(step, foot, part), pitch_of(gait, step, foot, part), step.feet[foot].plant, {}, 0};
  if (!meant.in_air) return meant;
  const double s = swing_part(step, part);
  meant.sole = swing_sole(gait, step.swing, s);
  meant.lands = ease(kAboutToLand.share(s));
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
  const double blend = kBlend * ease(kEnds.share(std::min<double>(s, 1 - s)));
  FootPose pose = curves_of(gait).foot_below(leg, gait, step, part, meant, hip);
  pose = within_leg(build, hips, pose, foot, blend);
  // The last millimetres: it does not dip below where it lands, nor below what it has just left.
  const double most = kMostUp * build.scale();
  const double climbs = ease((step.swing.to.point.y - step.swing.from.point.y) / (kClimbs * build.scale()));
  const double lands = std::max<double>((1 - climbs) * ease(kComesDown.share(s)), ease(kComesUp.share(s))),
               leaves = 1 - ease(kLeaves.share(s));
  double up = 0;
  if (lands > 0) up += lands * std::clamp<double>(depth_below(leg.foot, pose, step.swing.to), 0, most);
  if (leaves > 0) up += leaves * std::clamp<double>(depth_below(leg.foot, pose, step.feet[foot].plant), 0, most);
  if (up <= 0) return pose;
  pose.ankle.y += up;
  return within_leg(build, hips, pose, foot, blend * up / most);
}

}  // namespace kine::detail
