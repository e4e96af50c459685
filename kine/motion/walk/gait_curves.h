#pragma once

#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/step.h"

/// What makes a gait. Its numbers are a Gait; who reads them is one of these, a table of functions: the planner asks it
/// and knows of no style. To add one, write such a table and put it into Gait::curves (docs/add_a_gait.md).
namespace kine::detail {

/// A foot as its own curves have it, whatever the hips do.
struct MeantFoot {
  bool in_air = false;
  double pitch = 0;
  Foothold sole{};
  FootPose pose{};   ///< in the air only
  double lands = 0;  ///< 0 to 1: about to
};

/// The place of a sole in the air, before what slips of it: its point, and the share (0 to 1) of the way from how it was
/// turned to how it will be.
struct SwingPlace {
  Vec3 point{};
  double turned = 0;
};

/// A step that is about to begin, for who says how long both feet bear.
struct StepAsk {
  const Gait& gait;
  const FootShape& shape;  ///< of the foot that has landed,
  double pitch;            ///< and its pitch
  CourseSpeeds speeds;     ///< of the course as the step begins
  double speed;            ///< as one number, in the middle of the step (speed_of)
  double pace;             ///< times of this figure against those of the gait
  double duration;         ///< of the step, seconds
};

struct GaitCurves {
  /// The numbers they are written for: by these a figure ends its step that is to walk by other curves.
  const Gait* usual;

  // ---- feet --------------------------------------------------------------------------------------------------------
  /// The pitch of a foot at a part of the step, and how fast it changes, radians a step.
  double (*pitch)(const Gait& gait, const Step& step, int foot, double part);
  double (*pitch_rate)(const Gait& gait, const Step& step, int foot, double part);
  /// Where the sole of the foot that steps is, at part s of its swing.
  SwingPlace (*place)(const Gait& gait, const Swing& swing, double s);
  /// That foot; `loose`: how freely it turns, 0 to 1 (loose_of),
  FootPose (*foot)(const LegMeasures& leg, const Gait& gait, const Step& step, double part, double loose);
  /// and as far as a leg below this hip lets it be so.
  FootPose (*foot_below)(const LegMeasures& leg, const Gait& gait, const Step& step, double part,
                         const MeantFoot& meant, const Vec3& hip);
  /// How much of its clearance it has at part s of its swing, 0 to 1.
  double (*clearing)(double s);
  /// How much higher it passes over edges, metres of a leg of Gait::kLeg.
  double over_edges;

  // ---- steps -------------------------------------------------------------------------------------------------------
  /// The part of a step in which both feet bear.
  double (*double_support)(const StepAsk& ask);
  /// Who is slow anyway does not get slower on slopes than this, m/s for a leg of Gait::kLeg: steps would be too short
  /// for the treads of stairs.
  double slowest_on_slopes;
  /// The part of a step when the foot that has landed bears alone for good; 0: three times as long as both do.
  double bears_alone_at;
  /// A foot that is left behind rises on its toes.
  bool rises_on_toes;
  /// Legs are straighter on even steps (leg_spare).
  bool straightens;
  /// The foot strides from where its heel has been lifted to, in one arc round the centre of the turn, no farther than
  /// longest_stride.
  bool strides_in_arc;
};

const GaitCurves& curves_of(const Gait& gait);

}  // namespace kine::detail
