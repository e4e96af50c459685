#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kine/motion/ground.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/targets.h"
#include "kine/motion/walk/walk_memory.h"

namespace kine::detail {

/// The most that the pelvis sinks: metres of a leg of Gait::kLeg, by eye.
inline constexpr double kMostSunk = 0.18;

/// A step and one of its moments, looked at in advance.
struct Foreseen {
  Step step;
  Moment at;
};

/// The least that is left, below 0 what is lacking: of the legs to their limits, radians, and of how far the pelvis may
/// sink for them, metres.
struct RoomAhead {
  double limits, height;
};

/// What a step goes on from.
struct StepStart {
  int foot;            ///< that steps
  bool from_rest;      ///< it stands
  double meant_pitch;  ///< of that foot, where its ankle would let it be as it was meant to
  Vec3 sway{};         ///< how fast the pelvis goes to and fro, m/s to the left, up and ahead
  double sunk = 0;     ///< how far it has sunk, metres,
  double sinking = 0;  ///< and how fast, m/s
};

/// Makes a step, or what is left of one: a value that begins as the memory of a walk and is filled in by what follows
/// from what: where it lands and the way there (step_landing.cpp), and what the legs will be asked for (foresight.cpp).
/// Which of several is taken is decided elsewhere (step_choice.h).
struct StepMaker {
  using Phase = WalkMemory::Phase;

  /// Of the time before the first lift: only then does the figure move ahead.
  static constexpr double kHold = 0.8;
  static double side_of(int foot) { return foot == 0 ? 1 : -1; }

  const BipedMeasures& build;
  const Gait& gait;
  const Ground& ground;
  WalkMemory state;
  double left_in_way = 0;    ///< how far the swing goes into the ground, metres,
  double left_to_hurry = 0;  ///< how steep it is and how quick its knee, against what looks like walking,
  double left_to_sink = 0;   ///< and how far the pelvis would have to sink more than it has the time for

  /// Asked, as far as the ground and the legs allow.
  CourseSpeeds wanted() const { return state.intent.wanted(); }

  double scale() const { return build.scale(); }
  /// Times of this figure against those of the gait.
  double pace() const { return std::sqrt(scale()); }

  SpeedRates rates(const CourseSpeeds& to) const { return rates_between(state.course.speeds, to, gait, scale()); }

  /// Nothing moves before the weight has come over the bearing foot.
  bool held() const;

  /// Where the figure will be.
  Course foreseen(double time) const;

  /// Steps a second. People keep the walk ratio: step = ratio * steps per minute, so cadence = sqrt(v / (60 ratio)).
  double cadence(double speed) const;

  /// Where a foot stands beside the figure.
  Foothold beside(const Course& course, int foot, double from_height) const;

  double width() const { return gait.step_width * scale(); }

  /// A new target for the foot that steps, as things stand. Where there is none ahead, `blocked`: it goes on, comes
  /// beside the other foot or stays.
  void choose_landing();

  /// How much longer than they are legs would have to be that stand on both feet, the pelvis as low as it goes, metres.
  double lacks_to_stand(const Foothold& sole) const;

  /// How much room the legs would have on a foothold, radians; below 0 where they could not stand there.
  double room_on(const Foothold& sole) const;

  const GaitCurves& curves() const { return curves_of(gait); }

  /// The longest stride of Meredith & Maddock towards a point: half the leg and how far the foot trails as it lifts.
  double longest_stride(double x, double z) const;

  /// How long and how lively a step is.
  struct StepSize {
    double duration, double_support, effort, ahead;
  };

  /// By the speed in its middle, with a foot that has just landed with a pitch.
  StepSize size_from(const Course& start, int landed_foot, double landed_pitch) const;

  /// The step that begins now, but for where it goes.
  void begin(int foot, bool from_rest);

  /// The height of the ground that the pelvis goes by when the foot has landed there: nearer to the lower foot.
  double base_for(const Foothold& landing) const;

  /// At the start of a step: where it goes, and how the pelvis goes with it.
  void aim(const StepStart& start);

  /// A swing that would have to hurry takes longer. Returns true if it does.
  bool take_time();

  /// Where the leg that steps could not follow until it lifts: from rest the weight comes less far over the other, or a
  /// little way back where the feet stand wide on a slope; else the foot lifts sooner. Returns true if it does.
  bool ease_lift();

  /// The same step in other times, seconds.
  void set_times(double until_lift, double in_air);

  /// The next step as this one's landing begins it, and a moment of it while both feet bear; share 1: when the other
  /// foot lifts.
  Foreseen next_support(const Foreseen& landing) const;
  void go_to_share(double share, Foreseen& next) const;

  /// The moment of the landing.
  Foreseen landed() const;
  static double most_over(const Targets& plan) { return std::max<double>(plan.overreach[0], plan.overreach[1]); }

  /// The ankle must be able to land as it is meant to.
  void ease_strike();

  /// How far the leg of the foot that steps stays from its limits as it lifts, radians.
  double lift_room(const Step& step) const;

  /// Across a slope a heel that rises tips the ankle to its side: it rises less where the ankle could not follow.
  void keep_heel_down();

  /// A foot that has risen far on its toes swings through accordingly, whatever comes next.
  static double swing_rise(double pitch) { return std::clamp<double>(-2.5 * pitch, 0, 1.2); }

  /// A foot that is left behind farther than was foreseen rises on its toes until it lifts, rather than pull the pelvis
  /// down at once.
  void rise(double meant_pitch);

  /// Legs are bent more at once where the step turns out to be uneven. While both feet bear: in the air it is too late to
  /// get ready for what may come.
  void note_unevenness();

  /// Long steps and slopes ask for a lower pelvis: it sinks in good time for all that is foreseen until the foot that
  /// bears lifts. `is_set`: only if what it does already would not be enough. Returns true if its way is new.
  bool sink(bool is_set = false);

  /// The same while it settles.
  void sink_to_rest();

  /// How fast the pelvis goes to and fro at the end of a step, m/s to the left, up and ahead; and what of that the new
  /// step does not have goes on.
  Vec3 sway_speed(double part) const;
  void carry_on(const Vec3& sway, double sunk, double sinking);

  /// What the legs on the ground leave until the foot that bears lifts, if the body goes as it now wants to.
  RoomAhead room_ahead() const;

  /// How high the foot must swing, seen along the way that the body will go. Returns how far it would still go into the
  /// ground, metres; 0 or less: nowhere.
  double clear_the_way();

  /// Where the body will be at the moments of the swing.
  void foresee_swing(Course* courses) const;

  /// What follows from where the foot will land.
  void set_flight();

  /// How fast the foot goes up or down and its knee stretches, at the most, against the fastest that looks like
  /// walking.
  static constexpr double kSteepest = 2;      // m/s of a leg of 0.87 m
  static constexpr double kFastestKnee = 11;  // rad/s
  double hurry() const;

  /// As the foot lifts: what the pelvis does for where it goes, and the plain way there; true if that is clear.
  /// `is_smooth`: the ground is known not to be broken on it.
  bool set_way(bool is_smooth);

  /// A new target for the foot in the air; its way goes on from where it is, as fast as it is. False where it can not
  /// go there any more.
  bool retarget();

  /// The stride starts with the heel where the roll onto the toes has left it.
  void lift_heel();

  /// The pitch of the foot that bore, at the end of the step. Where its ankle has made it rise farther than it was
  /// meant to, it goes on from there: else what it is meant to do next would overtake that all of a sudden.
  double leaving_pitch() const;

  /// How lively the foot that bears will leave the ground, by the speed in the middle of the next step.
  double leaving_then(const Course& landing) const;
};

}  // namespace kine::detail
