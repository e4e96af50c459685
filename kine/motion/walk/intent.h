#pragma once

#include "kine/motion/gait.h"
#include "kine/motion/walk/course_motion.h"

/// The first stage of a walk: what the figure sets out to do, of what the stick asks for.
namespace kine::detail {

/// No cap on a speed, m/s.
inline constexpr double kNoCap = 1e9;

/// What is asked of a walk, and how much of that ground, foothold and legs allow.
struct Intent {
  CourseSpeeds asked{};         ///< what the stick asked for last; while a foot comes down it is too late to change it
  CourseSpeeds asked_before{};  ///< and what it did before that
  bool blocked = false;         ///< no foothold ahead: stops
  double ground_cap = kNoCap;   ///< m/s that the ground ahead allows,
  double landing_cap = kNoCap;  ///< and the chosen foothold; below 0: back over it
  double go_share = 1;          ///< of the speed that the legs can follow,
  double turn_share = 1;        ///< and of the turn

  /// The speeds that the body goes to.
  CourseSpeeds wanted() const;

  /// Takes in what the stick asks for now. Returns true if that is something new.
  bool listen(const CourseSpeeds& stick);
};

/// What a stick asks for.
CourseSpeeds asked_by(const Stick& stick, const Gait& gait, double scale);

/// How quickly speeds change on the way from the present ones to others.
SpeedRates rates_between(const CourseSpeeds& now, const CourseSpeeds& to, const Gait& gait, double scale);

/// One number for how fast a figure moves: turning and going sideways take steps as well.
double speed_of(const CourseSpeeds& speeds, double scale);

/// True unless it stands still,
bool moves(const CourseSpeeds& speeds);
/// and if it is fast enough to get anywhere.
bool goes(const CourseSpeeds& speeds, double scale);

/// True if the stick asks for something quite different. What has hardly changed waits from a strike to the lift that
/// follows, since the pelvis has set out for it.
bool is_insistent(const CourseSpeeds& stick, const CourseSpeeds& asked, double scale);

}  // namespace kine::detail
