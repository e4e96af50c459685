#include "kine/motion/walk/targets.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/heeded_foot.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/pelvis_curves.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {
namespace {

/// How far a thigh is in front: as if the leg were not turned, which is quick, going over into what it is where it is.
double thigh_bend(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot, const Vec3& away,
                  double ahead, double below) {
  constexpr double kTurned = 0.15;  // sine of a turn up to which the quick way is good enough
  const double far = length(away);
  const double wide =
      (build.legs[foot].thigh * build.legs[foot].thigh + far * far - build.legs[foot].shank * build.legs[foot].shank) /
      (2 * build.legs[foot].thigh * far);
  const double cosine = std::clamp<double>(wide, -1, 1), sine = std::sqrt((1 - cosine) * (1 + cosine));
  // The angles of (below, ahead) and (cosine, sine), added.
  const double straight = atan2(below * sine + ahead * cosine, below * cosine - ahead * sine);
  const double turned = std::abs(dot(rotate(pose.rotation, kUnitZ), rotate(hips.rotation, kUnitX)));
  if (turned <= kTurned) return straight;
  return straight + ease(turned / kTurned - 1) * (hip_bend(build, hips, pose, foot) - straight);
}

/// Where a thigh would have to go farther back than the hip lets it, the pelvis tilts forward: that moves neither hip.
void heed_hips(const BipedMeasures& build, Targets& plan) {
  constexpr double kMargin = 0.04;     // radians that are left to the hip's limit,
  constexpr double kBlend = 0.12;      // within which the tilt begins
  constexpr double kBothBlend = 0.02;  // radians within which it goes from what one leg needs to what the other does
  constexpr double kMost = 0.45, kMostBlend = 0.05;  // radians that it tilts at the most
  double more = 0;
  for (int foot = 0; foot < 2; ++foot) {
    // The thigh is in front of the line from hip to ankle: mostly that says enough.
    const Vec3 away = plan.feet[foot].ankle - hip_of(build, plan.hips, foot);
    const double ahead = dot(away, rotate(plan.hips.rotation, kUnitZ));
    const double below = -dot(away, rotate(plan.hips.rotation, kUnitY));
    if (is_surely_below(-ahead, below, build.legs[foot].hip_back - kMargin - kBlend)) continue;
    const double bend = thigh_bend(build, plan.hips, plan.feet[foot], foot, away, ahead, below);
    const double missing = -soft_min(0, bend + build.legs[foot].hip_back - kMargin, kBlend);
    more = -soft_min(-more, -missing, kBothBlend);
  }
  if (more <= 0) return;
  more = soft_min(more, kMost, kMostBlend);
  plan.tilt += more;
  plan.hips.rotation = plan.hips.rotation * from_axis_angle(kUnitX, more);
}

/// Which points stand still: those that have come to where the sole puts them down, until they have left it. That is
/// less than a millimetre in all.
void note_plants(const BipedMeasures& build, const Step& step, double part, unsigned stood, Targets& plan) {
  // Metres, less for small figures. Limit of a rule: points that are planted move by at most 1 mm.
  constexpr double kComes = 0.0001, kLeaves = 0.00085;
  const double size = std::min<double>(1, build.scale()), comes = kComes * size, leaves = kLeaves * size;
  for (int foot = 0; foot < 2; ++foot) {
    const FootShape& shape = build.legs[foot].foot;
    const Vec3 up{0, shape.height(), 0};
    const FootPose& pose = plan.feet[foot];
    const bool in_air = is_in_air(step, foot, part), lands = in_air && swing_part(step, part) > 0.5;
    const Foothold& sole = lands ? step.swing.to : step.feet[foot].plant;
    const Vec3 tip = tip_of(shape, pose.toe_bend);
    plan.heel_at[foot] = sole.point + rotate(sole.rotation, shape.heel + up);
    plan.toe_at[foot] = sole.point + rotate(sole.rotation, shape.tip + up);
    const auto is_at = [&](const Vec3& point, const Vec3& place, bool was_down) {
      if (in_air && !lands && !was_down) return false;
      return length(pose.ankle + rotate(pose.rotation, point) - place) <= (was_down ? leaves : comes);
    };
    plan.heel_down[foot] = is_at(shape.heel, plan.heel_at[foot], (stood & stood_bit(foot, false)) != 0);
    plan.toe_down[foot] = is_at(tip, plan.toe_at[foot], (stood & stood_bit(foot, true)) != 0);
  }
}

/// Lowers the pelvis rather than stretch a leg that stands: what is left to do where no plan could foresee it.
void pull_hips(const BipedMeasures& build, const Gait& gait, const Step& step, double part, const MeantFoot* meant,
               Targets& plan) {
  const double soft = leg_spare(step.unevenness.at(part)).soft * build.scale();
  double& y = plan.hips.translation.y;
  const double meant_height = y;
  for (int foot = 0; foot < 2; ++foot) {
    const Vec3 hip = rotate(plan.hips.rotation, {(foot == 0 ? 1 : -1) * build.hip_half, 0, 0});
    // A foot in the air counts as it is meant to be, not as the leg reaches it now.
    const bool in_air = meant[foot].in_air;
    const Vec3 ankle = in_air ? meant[foot].pose.ankle : plan.feet[foot].ankle;
    const Vec3 from_ankle = plan.hips.translation + hip - ankle;
    const double level = from_ankle.x * from_ankle.x + from_ankle.z * from_ankle.z;
    const double reach = longest_leg(build.legs[foot], gait, step, part);
    const double rise = std::sqrt(std::max<double>(0, reach * reach - level));
    const double cap = ankle.y + rise - hip.y;
    plan.overreach[foot] = meant_height - cap;
    // A foot in the air has no say before it is about to land.
    const double say = in_air ? meant[foot].lands : 1;
    if (say > 0) y += say * (soft_min(y, cap, soft) - y);
  }
  plan.pulled = meant_height - y;
}

/// The hips, and the feet that bear before the pelvis was pulled.
void plan_bearing(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment,
                  const MeantFoot* meant, Targets& plan) {
  set_pelvis(build, gait, step, moment, plan);
  // A heel that rises makes the leg longer.
  for (int foot = 0; foot < 2; ++foot)
    if (!meant[foot].in_air)
      plan.feet[foot] = heeded_foot(build, gait, step, moment.part, meant[foot], plan.hips, foot);
  pull_hips(build, gait, step, moment.part, meant, plan);
}

}  // namespace

Targets legs_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment) {
  Targets plan;
  const MeantFoot meant[] = {meant_foot(build, gait, step, moment.part, 0),
                             meant_foot(build, gait, step, moment.part, 1)};
  plan_bearing(build, gait, step, moment, meant, plan);
  const bool pulled = plan.pulled != 0;
  for (int foot = 0; foot < 2; ++foot)
    if (pulled || meant[foot].in_air)
      plan.feet[foot] = heeded_foot(build, gait, step, moment.part, meant[foot], plan.hips, foot);
  heed_hips(build, plan);
  return plan;
}

Targets targets_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment,
                   unsigned stood) {
  Targets plan = legs_at(build, gait, step, moment);
  note_plants(build, step, moment.part, stood, plan);
  return plan;
}

Targets hips_at(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment) {
  Targets plan;
  const MeantFoot meant[] = {meant_foot(build, gait, step, moment.part, 0),
                             meant_foot(build, gait, step, moment.part, 1)};
  plan_bearing(build, gait, step, moment, meant, plan);
  return plan;
}

Targets hips_in_swing(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment) {
  Targets plan;
  MeantFoot meant[2];
  const int bearing = 1 - step.swinging;
  meant[bearing] = meant_foot(build, gait, step, moment.part, bearing);
  meant[step.swinging].in_air = true;  // where it is does not move the hips
  plan_bearing(build, gait, step, moment, meant, plan);
  return plan;
}

FootPose foot_in_swing(const BipedMeasures& build, const Gait& gait, const Step& step, double part,
                       const Transform& hips) {
  const int foot = step.swinging;
  return heeded_foot(build, gait, step, part, meant_foot(build, gait, step, part, foot), hips, foot);
}

}  // namespace kine::detail
