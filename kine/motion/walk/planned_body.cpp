#include "kine/motion/walk/planned_body.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/paper_gait.h"

namespace kine::detail {
namespace {

/// The part of a step in which the sway of the step before goes over into its own.
constexpr double kSwayFades = 0.5;

double amount(double before, double after, double part) { return before + (after - before) * ease(part); }

}  // namespace

double base_of(const WalkMemory& state, double part) {
  const double rise = state.base - state.base_before;
  return state.base_before + rise * soft_ease(rise > 0 ? part / 0.85 : (part - 0.15) / 0.85);
}

namespace {

/// The angles that the sway goes by: the pelvis goes twice up and down, once to each side, in a cycle of two steps.
struct SwayAngles {
  double aside, ahead, up;
  SwayAngles(const Gait& gait, double part)
      : aside(kPi * (part - 0.15)), ahead(2 * kPi * (part - gait.surge_at)), up(2 * kPi * (part - gait.bob_low_at)) {}
};

Vec3 sway_by(const BipedMeasures& build, const Gait& gait, double out, double effort, double sin_aside,
             double cos_ahead, double cos_up) {
  // Quick steps leave no time for more.
  const double bounce = soft_min(effort, 1, 0.3);
  return build.scale() *
         Vec3{out * gait.sway * effort * sin_aside, -gait.bob * bounce * cos_up, gait.surge * bounce * cos_ahead};
}

/// +1: the left foot bears.
double side_that_bears(const WalkMemory& state) { return state.swinging == 1 ? 1 : -1; }

}  // namespace

Vec3 sway_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, double part) {
  const double effort = amount(state.effort_before, state.effort, part);
  const SwayAngles angles(gait, part);
  return sway_by(build, gait, side_that_bears(state), effort, sin(angles.aside), cos(angles.ahead), cos(angles.up));
}

namespace {

/// How freely the foot turns at part s of its swing.
double loose_of(double s) { return ease(s / 0.3) * (1 - ease((s - 0.85) / 0.15)); }

/// A foot as its own curves have it, whatever the hips do.
struct MeantFoot {
  bool in_air = false;
  double pitch = 0;
  Foothold sole{};
  FootPose pose{};   ///< in the air only
  double lands = 0;  ///< 0 to 1: about to
};

MeantFoot meant_foot(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, int foot) {
  MeantFoot meant{is_in_air(state, foot), pitch_of(gait, state, foot, state.part), state.feet[foot].plant, {}, 0};
  if (!meant.in_air) return meant;
  const double s = swing_part(state);
  meant.sole = swing_sole(gait, state.swing, s);
  meant.lands = ease((s - 0.75) / 0.25);
  if (gait.style == Gait::Style::Paper) {
    meant.pose = paper_foot(build, gait, state);
    return meant;
  }
  meant.pose = roll_in_air(build.foot, meant.sole, meant.pitch, loose_of(s));
  meant.pose.toe_bend *= toe_hold(state.swing, s);  // in the air the toes come back in line with the foot
  return meant;
}

/// The foot in the air: it does not run ahead of what the leg can reach and turns less where the ankle cannot follow.
/// Near the ends of the swing it goes over into what it is on the ground.
FootPose heed_in_air(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, const MeantFoot& meant,
                     const Vec3& hip) {
  const double s = swing_part(state);
  const double grounded = 1 - ease(s / 0.3) + ease((s - 0.6) / 0.4);
  const Foothold& sole = meant.sole;
  const double pitch = meant.pitch;
  FootPose pose = meant.pose;
  const Vec3 away = pose.ankle - hip;
  const double far = length(away), reach = gait.most_stretch * build.leg;
  // A leg that is nearly straight turns small ways into quick knees, so it gets there slowly. None of that is left to
  // do when it lands.
  const double blend = build.leg * ease(s / 0.2) * (0.007 + 0.04 * (1 - ease((s - 0.6) / 0.4)));
  const Vec3 ankle = hip + (soft_min(far, reach, blend) / far) * away;
  const double lean = lean_of(build, sole, hip, ankle, 0, build.shank);
  double turned = soft_min(pitch, build.ankle_up - 0.045 - lean, 0.1);
  turned = -soft_min(-turned, lean + build.ankle_down - 0.02, 0.1);
  double rolled = turned;
  Vec3 from_ground = ankle;
  if (grounded > 0) {
    rolled = heeded_pitch(build, sole, hip, pitch);
    const FootPose on_ground = roll_in_air(build.foot, sole, rolled, loose_of(s));
    from_ground = on_ground.ankle;
    pose.toe_bend += grounded * (on_ground.toe_bend * toe_hold(state.swing, s) - pose.toe_bend);
  }
  const Vec3 both = ankle + grounded * (from_ground - ankle) - hip;
  const double most = length(both);
  // Nor does it come nearer to the hip than the knee lets it.
  const double least = build.least_leg + 0.02 * build.leg;
  pose.ankle = hip + (-soft_min(-soft_min(most, reach, blend), -least, 0.05 * build.leg) / most) * both;
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

Vec3 hip_of(const BipedMeasures& build, const Transform& hips, int foot) {
  return hips * Vec3{(foot == 0 ? 1 : -1) * build.hip_half, 0, 0};
}

/// A foot as far as hip and ankle let it be as it is meant.
FootPose heeded_foot(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, const MeantFoot& meant,
                     const Transform& hips, int foot) {
  const Vec3 hip = hip_of(build, hips, foot);
  if (!meant.in_air) return roll(build.foot, meant.sole, heeded_pitch(build, meant.sole, hip, meant.pitch));
  const double s = swing_part(state);
  const double blend = 0.12 * ease(std::min<double>(s, 1 - s) / 0.25);
  const bool paper = gait.style == Gait::Style::Paper;
  FootPose pose = paper ? paper_foot_below(build, gait, state, hip) : heed_in_air(build, gait, state, meant, hip);
  pose = within_leg(build, hips, pose, foot, blend);
  // The last millimetres: it does not dip below where it lands, nor below what it has just left.
  const double most = 0.02 * build.scale();
  const double climbs = ease((state.swing.to.point.y - state.swing.from.point.y) / (0.06 * build.scale()));
  const double lands = std::max<double>((1 - climbs) * ease((s - 0.35) / 0.15), ease((s - 0.72) / 0.1)),
               leaves = 1 - ease((s - 0.1) / 0.15);
  double up = 0;
  if (lands > 0) up += lands * std::clamp<double>(depth_below(build.foot, pose, state.swing.to), 0, most);
  if (leaves > 0) up += leaves * std::clamp<double>(depth_below(build.foot, pose, state.feet[foot].plant), 0, most);
  if (up <= 0) return pose;
  pose.ankle.y += up;
  return within_leg(build, hips, pose, foot, blend * up / most);
}

/// How far a thigh is in front: as if the leg were not turned, which is quick, going over into what it is where it is.
double thigh_bend(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot, const Vec3& away,
                  double ahead, double below) {
  constexpr double kTurned = 0.15;
  const double far = length(away);
  const double wide = (build.thigh * build.thigh + far * far - build.shank * build.shank) / (2 * build.thigh * far);
  const double cosine = std::clamp<double>(wide, -1, 1), sine = std::sqrt((1 - cosine) * (1 + cosine));
  // The angles of (below, ahead) and (cosine, sine), added.
  const double straight = atan2(below * sine + ahead * cosine, below * cosine - ahead * sine);
  const double turned = std::abs(dot(rotate(pose.rotation, kUnitZ), rotate(hips.rotation, kUnitX)));
  if (turned <= kTurned) return straight;
  return straight + ease(turned / kTurned - 1) * (hip_bend(build, hips, pose, foot) - straight);
}

/// Where a thigh would have to go farther back than the hip lets it, the pelvis tilts forward: that moves neither hip.
void heed_hips(const BipedMeasures& build, PlannedBody& plan) {
  constexpr double kMargin = 0.04, kBlend = 0.12, kMost = 0.45;
  double more = 0;
  for (int foot = 0; foot < 2; ++foot) {
    // The thigh is in front of the line from hip to ankle: mostly that says enough.
    const Vec3 away = plan.feet[foot].ankle - hip_of(build, plan.hips, foot);
    const double ahead = dot(away, rotate(plan.hips.rotation, kUnitZ));
    const double below = -dot(away, rotate(plan.hips.rotation, kUnitY));
    if (is_surely_below(-ahead, below, build.hip_back - kMargin - kBlend)) continue;
    const double bend = thigh_bend(build, plan.hips, plan.feet[foot], foot, away, ahead, below);
    const double missing = -soft_min(0, bend + build.hip_back - kMargin, kBlend);
    more = -soft_min(-more, -missing, 0.02);
  }
  if (more <= 0) return;
  more = soft_min(more, kMost, 0.05);
  plan.tilt += more;
  plan.hips.rotation = plan.hips.rotation * from_axis_angle(kUnitX, more);
}

/// Which points stand still: those that have come to where the sole puts them down, until they have left it. That is
/// less than a millimetre in all.
void note_plants(const BipedMeasures& build, const WalkMemory& state, PlannedBody& plan) {
  const FootShape& shape = build.foot;
  const Vec3 up{0, shape.height(), 0};
  const double size = std::min<double>(1, build.scale()), comes = 0.0001 * size, leaves = 0.00085 * size;
  for (int foot = 0; foot < 2; ++foot) {
    const FootPose& pose = plan.feet[foot];
    const bool in_air = is_in_air(state, foot), lands = in_air && swing_part(state) > 0.5;
    const Foothold& sole = lands ? state.swing.to : state.feet[foot].plant;
    const Vec3 tip = tip_of(shape, pose.toe_bend);
    plan.heel_at[foot] = sole.point + rotate(sole.rotation, shape.heel + up);
    plan.toe_at[foot] = sole.point + rotate(sole.rotation, shape.tip + up);
    const auto is_at = [&](const Vec3& point, const Vec3& place, bool was_down) {
      if (in_air && !lands && !was_down) return false;
      return length(pose.ankle + rotate(pose.rotation, point) - place) <= (was_down ? leaves : comes);
    };
    plan.heel_down[foot] =
        is_at(shape.heel, plan.heel_at[foot], (state.stood & WalkMemory::stood_bit(foot, false)) != 0);
    plan.toe_down[foot] = is_at(tip, plan.toe_at[foot], (state.stood & WalkMemory::stood_bit(foot, true)) != 0);
  }
}

void plan_hips(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, PlannedBody& plan) {
  const double scale = build.scale();
  const double part = state.part;
  const double effort = amount(state.effort_before, state.effort, part);
  const double out = side_that_bears(state);
  plan.lean = amount(state.lean_before, state.lean, part);
  plan.tilt = gait.tilt * effort + plan.lean;
  // All sines at once, as far as they can be: that is quicker than one by one.
  const SwayAngles sways(gait, part);
  const std::array<double, 6> angles = {kPi * part, state.course.heading, sways.aside, sways.ahead,
                                        sways.up,   0.5 * plan.tilt};
  std::array<double, 6> sines, cosines;
  sin_cos(angles, sines, cosines);
  const double swing = cosines[0];
  const double shift =
      state.from_rest ? state.shift * ease(part / (0.9 * state.double_support)) * (1 - ease((part - 0.55) / 0.45)) : 0;
  const double liveliness = effort * effort;  // long steps ask for bent knees
  const double height = gait.standing_height + liveliness * (gait.walking_height - gait.standing_height);
  const double base = base_of(state, part);
  const Vec3 left{cosines[1], 0, -sines[1]};
  const Vec3 ahead{sines[1], 0, cosines[1]};
  plan.heading = state.course.heading;
  plan.speeds = state.course.speeds;
  plan.effort = effort;
  plan.stride = out * swing;
  const std::array<double, 2> turns = {0.5 * (plan.heading - out * gait.turn * effort * swing),
                                       0.5 * (-out * gait.list * effort * swing)};
  std::array<double, 2> turn_sines, turn_cosines;
  sin_cos(turns, turn_sines, turn_cosines);
  plan.hips.rotation = Quat{0, turn_sines[0], 0, turn_cosines[0]} * Quat{0, 0, turn_sines[1], turn_cosines[1]} *
                       Quat{sines[5], 0, 0, cosines[5]};
  const Vec3 sway = sway_by(build, gait, out, effort, sines[2], cosines[3], cosines[4]);
  plan.sunk = state.sinking.at(part);
  // What the step before went on with.
  const double rest = part < kSwayFades ? state.duration * hermite({0, 0, 1}, {kSwayFades, 0, 0}, part) : 0;
  plan.hips.translation = Vec3{state.course.x, base + scale * height + sway.y - plan.sunk, state.course.z} +
                          (sway.x + out * shift + rest * state.sway_rate) * left +
                          (sway.z + rest * state.surge_rate) * ahead;
}

/// A leg begins to pull the pelvis down this much before it is at full stretch: metres of a leg of 0.87 m.
constexpr double kSoftPull = 0.006;

/// Lowers the pelvis rather than stretch a leg that stands: what is left to do where no plan could foresee it.
void pull_hips(const BipedMeasures& build, const Gait& gait, const MeantFoot* meant, PlannedBody& plan) {
  const double scale = build.scale(), reach = gait.most_stretch * build.leg;
  double& y = plan.hips.translation.y;
  const double meant_height = y;
  for (int foot = 0; foot < 2; ++foot) {
    const Vec3 hip = rotate(plan.hips.rotation, {(foot == 0 ? 1 : -1) * build.hip_half, 0, 0});
    // A foot in the air counts as it is meant to be, not as the leg reaches it now.
    const bool in_air = meant[foot].in_air;
    const Vec3 ankle = in_air ? meant[foot].pose.ankle : plan.feet[foot].ankle;
    const Vec3 from_ankle = plan.hips.translation + hip - ankle;
    const double level = from_ankle.x * from_ankle.x + from_ankle.z * from_ankle.z;
    const double rise = std::sqrt(std::max<double>(0, reach * reach - level));
    const double cap = ankle.y + rise - hip.y;
    plan.overreach[foot] = meant_height - cap;
    // A foot in the air has no say before it is about to land.
    const double say = in_air ? meant[foot].lands : 1;
    if (say > 0) y += say * (soft_min(y, cap, kSoftPull * scale) - y);
  }
  plan.pulled = meant_height - y;
}

/// The hips, and the feet that bear before the pelvis was pulled.
void plan_bearing(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, const MeantFoot* meant,
                  PlannedBody& plan) {
  plan_hips(build, gait, state, plan);
  // A heel that rises makes the leg longer.
  for (int foot = 0; foot < 2; ++foot)
    if (!meant[foot].in_air) plan.feet[foot] = heeded_foot(build, gait, state, meant[foot], plan.hips, foot);
  pull_hips(build, gait, meant, plan);
}

}  // namespace

PlannedBody legs_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state) {
  PlannedBody plan;
  const MeantFoot meant[] = {meant_foot(build, gait, state, 0), meant_foot(build, gait, state, 1)};
  plan_bearing(build, gait, state, meant, plan);
  const bool pulled = plan.pulled != 0;
  for (int foot = 0; foot < 2; ++foot)
    if (pulled || meant[foot].in_air) plan.feet[foot] = heeded_foot(build, gait, state, meant[foot], plan.hips, foot);
  heed_hips(build, plan);
  return plan;
}

PlannedBody plan_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state) {
  PlannedBody plan = legs_of(build, gait, state);
  note_plants(build, state, plan);
  return plan;
}

PlannedBody hips_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state) {
  PlannedBody plan;
  const MeantFoot meant[] = {meant_foot(build, gait, state, 0), meant_foot(build, gait, state, 1)};
  plan_bearing(build, gait, state, meant, plan);
  return plan;
}

PlannedBody hips_in_swing(const BipedMeasures& build, const Gait& gait, const WalkMemory& state) {
  PlannedBody plan;
  MeantFoot meant[2];
  const int bearing = 1 - state.swinging;
  meant[bearing] = meant_foot(build, gait, state, bearing);
  meant[state.swinging].in_air = true;  // where it is does not move the hips
  plan_bearing(build, gait, state, meant, plan);
  return plan;
}

FootPose foot_in_swing(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, const Transform& hips) {
  const int foot = state.swinging;
  return heeded_foot(build, gait, state, meant_foot(build, gait, state, foot), hips, foot);
}

}  // namespace kine::detail
