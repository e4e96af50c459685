#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kine/motion/ground.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/targets.h"
#include "kine/motion/walk/walk_memory.h"

namespace kine::detail {

/// A step and one of its moments, looked at in advance.
struct Foreseen {
  Step step;
  Moment at;
};

/// Moves a walk on: the events of a step (stepping.cpp), where to land and the way there (step_landing.cpp), and what
/// the legs will be asked for, which says how fast the body may go (foresight.cpp). Lives for one frame; all that lasts
/// is in the state.
struct Walker {
  using Phase = WalkMemory::Phase;

  /// Of the time before the first lift: only then does the figure move ahead.
  static constexpr double kHold = 0.8;
  static double side_of(int foot) { return foot == 0 ? 1 : -1; }

  const BipedMeasures& build;
  const Gait& gait;
  const Ground& ground;
  CourseSpeeds stick;  ///< what is asked for
  WalkMemory& state;
  double found_room = -1;    ///< room_on() the foothold that was chosen last in this frame,
  Vec3 found_at{};           ///< which lies here,
  CourseSpeeds found_for{};  ///< as the body wanted to go then
  double left_in_way = 0;    ///< how far the swing that was looked at last in this frame goes into the ground, metres

  /// Asked, as far as the ground and the legs allow.
  CourseSpeeds wanted() const { return state.intent.wanted(); }

  double scale() const { return build.scale(); }
  /// Times of this figure against those of the gait.
  double pace() const { return std::sqrt(scale()); }

  SpeedRates rates(const CourseSpeeds& to) const { return rates_between(state.course.speeds, to, gait, scale()); }

  /// Nothing moves before the weight has come over the bearing foot.
  bool held() const;
  CourseSpeeds allowed() const;

  /// Where the figure will be.
  Course foreseen(double time) const;

  /// Steps a second. People keep the walk ratio: step = ratio * steps per minute, so cadence = sqrt(v / (60 ratio)).
  double cadence(double speed) const;

  /// Where a foot stands beside the figure.
  Foothold beside(const Course& course, int foot, double from_height) const;

  double width() const { return gait.step_width * scale(); }

  /// Stands at the start, on ground whose height is in state.step.base.
  void put_on_ground();

  /// A new target for the foot that steps, as things stand. Where there is none ahead, `blocked`: it goes on, comes
  /// beside the other foot or stays.
  void choose_landing();

  /// How much room the legs would have on a foothold, radians; below 0 where they could not stand there.
  double room_on(const Foothold& sole) const;

  /// True if the legs could not stand where the foot is meant to land.
  bool lands_badly() const;

  const GaitCurves& curves() const { return curves_of(gait); }

  /// The longest stride of Meredith & Maddock towards a point: half the leg and how far the foot trails as it lifts.
  double longest_stride(double x, double z) const;

  /// How long and how lively a step is.
  struct StepSize {
    double duration, double_support, effort, ahead;
  };

  /// By the speed in its middle, with a foot that has just landed with a pitch.
  StepSize size_from(const Course& start, int landed_foot, double landed_pitch) const;

  /// `meant_pitch`: of the foot, where its ankle would let it be as it was meant to.
  void start_step(int foot, double meant_pitch, bool from_rest);

  /// The height of the ground that the pelvis goes by when the foot has landed there: nearer to the lower foot.
  double base_for(const Foothold& landing) const;

  /// At the start of a step: where it goes, and how the pelvis goes with it.
  void aim(double meant_pitch);

  /// A swing that would have to hurry takes longer. Returns true if it does.
  bool take_time();

  /// A foot that the body would turn too far from lifts sooner. Returns true if it does.
  bool lift_sooner();

  /// From rest: where the leg that steps could not follow, the weight comes less far over the other, or a little way
  /// back where the feet stand wide on a slope. Returns true if it does.
  bool lean_less();

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

  /// Long steps and slopes ask for a lower pelvis: it sinks in good time for all that is foreseen until the foot that
  /// bears lifts. `is_set`: only if what it does already would not be enough. Returns true if its way is new.
  bool sink(bool is_set = false);

  /// The same while it settles.
  void sink_to_rest();

  /// How fast the pelvis goes to and fro at the end of a step, m/s to the left, up and ahead; and what of that the new
  /// step does not have goes on.
  Vec3 sway_speed(double part) const;
  void carry_on(const Vec3& sway, double sunk, double sinking);

  /// How far the legs on the ground stay from their limits until the foot that bears lifts, if the body goes as it now
  /// wants to: radians. `landing_too`: also the foot that steps, where it is meant to land.
  double room_ahead(bool landing_too) const;

  /// Whether speeds are judged by the foot that steps, too: where it is meant to land, or where it then would be.
  enum class Target : std::uint8_t { Any, Kept, Anew };

  /// Slows down and turns less where the legs could not follow, or goes on as it did `before`. Returns true if
  /// that is something new, or the foot may have another target.
  bool bridle(const CourseSpeeds& before, Target target);

  /// How high the foot must swing, seen along the way that the body will go. Returns how far it would still go into the
  /// ground, metres; 0 or less: nowhere.
  double clear_the_way();

  /// True if the swing that was looked at last in this frame hardly goes into the ground.
  bool is_way_clear() const { return left_in_way <= 0.003 * scale(); }

  /// Where the body will be at the moments of the swing.
  void foresee_swing(Course* courses) const;

  /// What follows from where the foot will land.
  void set_flight();

  /// How fast the foot goes up or down and its knee stretches, at the most, against the fastest that looks like
  /// walking.
  static constexpr double kSteepest = 2;      // m/s of a leg of 0.87 m
  static constexpr double kFastestKnee = 11;  // rad/s
  double hurry() const;

  /// As the foot lifts: its target, what the pelvis does for it, and the way there.
  void take_off();
  void set_way(bool is_smooth = false);

  /// Where the way there is not clear, the foot goes where it was meant to `before`, or the body turns less, or the
  /// foot comes down where it stands: whichever is clear, or else the clearest.
  void take_clear_way(const WalkMemory& before);

  /// A new target for the foot in the air; its way goes on from where it is, as fast as it is.
  void retarget();

  /// The decisions of a step: where to land, asked three times, and how to leave the ground with the other foot.
  static constexpr int kLift = 0, kLate = 2, kLeave = 3, kDecisions = 4;
  /// More of the state's marks, after those of the decisions: the pelvis sinks as much as was foreseen to be needed,
  /// and the way to the target is smooth.
  static constexpr int kSunk = 4, kSmooth = 5;
  bool has_mark(int mark) const { return (state.marks >> mark & 1) != 0; }
  void set_mark(int mark, bool on) {
    state.marks = static_cast<std::uint8_t>(on ? state.marks | 1 << mark : state.marks & ~(1 << mark));
  }
  double part_of(int decision) const;

  /// The next decision that is due, or kDecisions when only the end of the step is left.
  int next_decision() const;
  double next_mark() const;

  void decide();

  /// The stride starts with the heel where the roll onto the toes has left it.
  void lift_heel();

  /// The pitch of the foot that bore, at the end of the step. Where its ankle has made it rise farther than it was
  /// meant to, it goes on from there: else what it is meant to do next would overtake that all of a sudden.
  double leaving_pitch() const;

  /// How lively the foot that bears will leave the ground, by the speed in the middle of the next step.
  double leaving_then(const Course& landing) const;

  /// True if a foot is away from where it should stand.
  bool is_out_of_place(int foot) const;

  void finish();

  /// True if the step that has just begun goes nowhere.
  bool is_in_vain() const;

  int first_foot() const;

  /// Returns the time that is left once it stands and has nothing to do.
  double run(double dt);
};

}  // namespace kine::detail
