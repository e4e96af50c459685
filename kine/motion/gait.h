#pragma once

#include <cstdint>

namespace kine {

namespace detail {
struct GaitCurves;
}

/// How a figure walks. Lengths are metres and times are seconds for a leg of Gait::kLeg. Other figures walk in
/// proportion: lengths go by the length of the leg, times by its square root.
struct Gait {
  /// Hip to ankle of the figure that gaits are written for: our own, metres.
  static constexpr double kLeg = 0.87;

  /// Whose curves feet and hips follow. When the style changes while the figure walks, it stops first.
  enum class Style : std::uint8_t {
    Natural,  ///< as people walk
    Paper,    ///< the two stages of Meredith & Maddock: a stride of eq. 1.15, then the roll from the heel to the sole
  };

  /// The defaults.
  static constexpr Gait natural() { return {}; }
  /// The gait of Meredith & Maddock ("Real-Time Inverse Kinematics: The Return of the Jacobian"): steps of a third of
  /// the leg, which is where their longest stride settles. The paper gives no other numbers; the rest are ours.
  static constexpr Gait paper();

  Style style = Style::Natural;
  /// Curves of your own, in place of the style's: see docs/add_a_gait.md. They outlive every walk that uses them.
  const detail::GaitCurves* curves = nullptr;

  // ---- how fast ----------------------------------------------------------------------------------------------------
  double top_speed = 1.3;        ///< ahead, at a full stick, m/s; above Froude number 0.5 (2.07 m/s) it is held there
  double top_back_speed = 0.7;   ///< backwards, m/s
  double top_side_speed = 0.35;  ///< m/s
  double top_turn = 1.3;         ///< rad/s
  double acceleration = 1.3;     ///< m/s^2
  double braking = 1.5;          ///< m/s^2
  double turn_acceleration = 6;  ///< rad/s^2

  // ---- steps -------------------------------------------------------------------------------------------------------
  double walk_ratio = 0.0065;      ///< metres of step for each step a minute; people keep this ratio at any speed
  double least_cadence = 1.35;     ///< steps per second, when slow
  double double_support = 0.1673;  ///< the share of a step in which both feet bear
  double step_width = 0.11;        ///< between the ankles, sideways, metres
  double toe_out = 0.11;           ///< each foot turned outwards, radians
  double landing_ahead = 0.4606;   ///< a foot lands where the figure will be after this share of the next step
  double usual_step = 0.72;        ///< the length of step that the values below are for, metres
  double longest_step = 10;        ///< metres; a faster figure takes quicker steps rather than longer ones

  // ---- the foot ----------------------------------------------------------------------------------------------------
  double strike_pitch = 0.3971;    ///< toes up as the heel strikes, radians
  double flat_at = 0.1885;         ///< phase (0…1) of the step when the sole is down
  double heel_off_at = 0.5209;     ///< phase (0…1) of the step when the heel starts to rise
  double heel_off_pitch = 0.4085;  ///< how far it has risen when the other foot strikes, radians
  double heel_off_rate = 1.183;    ///< and how fast it rises then, radians per step
  double swing_pitch = 1.306;      ///< the most that the foot points down, soon after leaving the ground, radians
  double swing_pitch_at = 0.298;   ///< phase (0…1) of the step when it does
  double swing_up = 0.2677;        ///< share of the swing in which the foot gathers speed
  double swing_down = 0.2117;      ///< share of the swing in which it brakes
  double lift = 0.0675;            ///< how high the sole goes, metres
  double lift_at = 0.4008;         ///< phase (0…1) of the swing when it does

  // ---- the pelvis --------------------------------------------------------------------------------------------------
  double standing_height = 0.93;   ///< of the hips above the ground, metres
  double walking_height = 0.9266;  ///< the same while walking, on the average
  double bob = 0.01719;            ///< how far the hips go up and down about it, metres
  double bob_low_at = 0.008634;    ///< phase (0…1) of the step when it is lowest
  double surge = 0.02096;          ///< how far they go ahead and back, twice a cycle, metres
  double surge_at = 0.7504;        ///< phase (0…1) of the step when it is foremost
  double sway = 0.021;             ///< how far they go towards the foot that bears, metres
  double weight_shift = 0.75;      ///< how far over the foot that bears before the first lift, as a share of the way
  double list = 0.07083;           ///< the swinging side lower, radians
  double turn = 0.05677;           ///< the leading side ahead, radians
  double tilt = 0.05887;           ///< forward, so that the hips can stretch behind the body, radians
  // ---- the rest of the body ----------------------------------------------------------------------------------------
  double chest_lean = 0.04;  ///< forward, radians
  double chest_turn = 0.09;  ///< against the pelvis, radians
  double head_lead = 0.25;   ///< the head looks to where the body will face after so many seconds
  double head_turn = 0.12;   ///< share (0…1) of the chest's turn that the head makes too; it turns against the rest
  double head_nod =
      0.02;  ///< nose down while the body is high and up while it is low, as people look at one place, radians
  double arm_swing = 0.38;  ///< of an arm, to the front and to the back, radians
  double arm_behind =
      0.12;            ///< share (0…1) of that by which an arm on its way is behind the middle: it stays back longer
  double elbow = 0.3;  ///< bent at the least while walking, radians
  double elbow_swing = 0.3;  ///< and more when the arm is in front

  double most_stretch = 0.995;  ///< share of the leg's length: the pelvis is lowered rather than the leg stretched more
};

namespace detail {

/// Gait::paper(). What the paper gives no number for is ours, by eye.
inline constexpr Gait kPaperGait{
    .style = Gait::Style::Paper,
    .top_speed = 0.65,
    .top_back_speed = 0.45,
    .top_side_speed = 0.25,
    .walk_ratio = 0.0045,  // steps stay long where it is slow: a tread each
    .least_cadence = 0.95,
    .double_support = 0.16,
    .landing_ahead = 0.638,  // half a leg ahead of where the hips are when it lifts
    .usual_step = 0.29,      // a third of the leg, where the paper's longest stride settles
    .longest_step = 0.29,
    .strike_pitch = 0.19,
    .heel_off_at = 0.45,
    .heel_off_pitch = 0.15,
    .lift = 0.07,
    .walking_height = 0.928,
    .bob = 0.01,
    .surge = 0,  // the paper's hips go up and down by a sine and turn, and no more
    .sway = 0,
    .list = 0,
    .turn = 0.1,
    .tilt = 0,
    .chest_lean = 0,
    .head_turn = 0,
    .head_nod = 0,
    .arm_swing = 0.25,
    .arm_behind = 0,
};

}  // namespace detail

constexpr Gait Gait::paper() { return detail::kPaperGait; }

}  // namespace kine
