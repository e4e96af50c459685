#include "kine/motion/walk/heeded_foot.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/paper_gait.h"

namespace kine::detail {
namespace {

/// How freely the foot turns at part s of its swing.
double loose_of(double s) { return ease(s / 0.3) * (1 - ease((s - 0.85) / 0.15)); }

}  // namespace

MeantFoot meant_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part, int foot) {
  MeantFoot meant{is_in_air(step, foot, part), pitch_of(gait, step, foot, part), step.feet[foot].plant, {}, 0};
  if (!meant.in_air) return meant;
  const double s = swing_part(step, part);
  meant.sole = swing_sole(gait, step.swing, s);
  meant.lands = ease((s - 0.75) / 0.25);
  if (gait.style == Gait::Style::Paper) {
    meant.pose = paper_foot(build, gait, step, part);
    return meant;
  }
  meant.pose = roll_in_air(build.legs[foot].foot, meant.sole, meant.pitch, loose_of(s));
  meant.pose.toe_bend *= toe_hold(step.swing, s);  // in the air the toes come back in line with the foot
  return meant;
}

namespace {

/// The foot in the air: it does not run ahead of what the leg can reach and turns less where the ankle cannot follow.
/// Near the ends of the swing it goes over into what it is on the ground.
FootPose heed_in_air(const LegMeasures& leg, const Gait& gait, const Step& step, double part, const MeantFoot& meant,
                     const Vec3& hip) {
  const double s = swing_part(step, part);
  const double grounded = 1 - ease(s / 0.3) + ease((s - 0.6) / 0.4);
  const Foothold& sole = meant.sole;
  const double pitch = meant.pitch;
  FootPose pose = meant.pose;
  const Vec3 away = pose.ankle - hip;
  const double far = length(away), reach = gait.most_stretch * leg.length;
  // A leg that is nearly straight turns small ways into quick knees, so it gets there slowly. None of that is left to
  // do when it lands.
  const double blend = leg.length * ease(s / 0.2) * (0.007 + 0.04 * (1 - ease((s - 0.6) / 0.4)));
  const Vec3 ankle = hip + (soft_min(far, reach, blend) / far) * away;
  const double lean = lean_of(leg, sole, hip, ankle, 0, leg.shank);
  double turned = soft_min(pitch, leg.ankle_up - 0.045 - lean, 0.1);
  turned = -soft_min(-turned, lean + leg.ankle_down - 0.02, 0.1);
  double rolled = turned;
  Vec3 from_ground = ankle;
  if (grounded > 0) {
    rolled = heeded_pitch(leg, sole, hip, pitch);
    const FootPose on_ground = roll_in_air(leg.foot, sole, rolled, loose_of(s));
    from_ground = on_ground.ankle;
    pose.toe_bend += grounded * (on_ground.toe_bend * toe_hold(step.swing, s) - pose.toe_bend);
  }
  const Vec3 both = ankle + grounded * (from_ground - ankle) - hip;
  const double most = length(both);
  // Nor does it come nearer to the hip than the knee lets it.
  const double least = leg.least + 0.02 * leg.length;
  pose.ankle = hip + (-soft_min(-soft_min(most, reach, blend), -least, 0.05 * leg.length) / most) * both;
  // It hangs from the shank rather than bend its ankle far to the side.
  const Vec3 to_hip = rotate(conjugate(sole.rotation), hip - pose.ankle);
  const double upright = std::sqrt(to_hip.y * to_hip.y + to_hip.z * to_hip.z);
  constexpr double kFar = 0.15, kBlend = 0.1;
  pose.rotation = sole.rotation;
  if (grounded < 1 && std::abs(to_hip.x) > (kFar - kBlend) * upright) {
    const double sideways = atan2(to_hip.x, upright), bent = soft_min(std::abs(sideways), kFar, kBlend);
    const double roll_over = (1 - grounded) * (sideways < 0 ? sideways + bent : sideways - bent);
    pose.rotation = pose.rotation * from_axis_angle(kUnitZ, -roll_over);
  }
  pose.rotation = pose.rotation * from_axis_angle(kUnitX, -(turned + grounded * (rolled - turned)));
  return pose;
}

}  // namespace

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
  const bool paper = gait.style == Gait::Style::Paper;
  FootPose pose =
      paper ? paper_foot_below(build, gait, step, part, hip) : heed_in_air(leg, gait, step, part, meant, hip);
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
