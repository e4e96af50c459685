#pragma once

#include <span>

#include "kine/motion/walk/least_raise.h"
#include "kine/motion/walk/swing_way.h"

/// A foot on its way through the air, looked at before it goes there.
namespace kine::detail {

/// The first moment of a swing that is still to come.
int first_to_come(const Step& step, double part);

/// How fast the knee of the foot in the air bends or stretches at the most, radians a swing.
double fastest_knee(const BipedMeasures& build, const Gait& gait, std::span<const Course> courses, const Step& step,
                    double part);

/// How much higher a swing must be in one arc to clear smooth ground on its way; with `hips` as the body lets it be,
/// else as its curves have it. `edges`: set where the ground below is broken.
double clearance_of(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Transform* hips,
                    const Step& step, double part, bool& edges);

/// A swing as it will be, looked at moment by moment.
struct SwingProbe {
  const BipedMeasures& build;
  const Gait& gait;
  const Ground& ground;
  Step step;         ///< whose swing is looked at
  int first_sample;  ///< of those that are still to come,
  int first_raise;   ///< and of the raises that change nothing before that
  Transform hips[kSwingSamples];
  FootPose poses[kSwingSamples];    ///< of the foot,
  double missing[kSwingSamples]{};  ///< how much higher it should be,
  double margin[kSwingSamples]{};   ///< of which this is only for safety,
  double wanted[kSwingSamples]{};   ///< what of it can be asked of the raises,
  double over[kSwingSamples]{};     ///< and how high it is above edges as high as stairs
  double left_in_ground = 0;        ///< how far the raised foot would still go into it
  double overreach = 0;             ///< the sum of the squares of how far the foot is asked to go beyond the leg

  /// `part` of the step is over; `courses` are where the body will be at the moments of the swing.
  SwingProbe(const BipedMeasures& of, const Gait& by, const Ground& over_ground, std::span<const Course> courses,
             const Step& now, double part);

  /// Returns the most that is missing.
  double look();

  /// What the raises are asked for. `again`: where a sole is still deep in what stands beside it and what was added
  /// before has hardly helped, there is no use in adding more.
  RaiseTask task(bool again);

  // With this much added to the raises:

  /// How much higher the foot is at one of the moments.
  double added(const double* more, int i) const;
  /// How deep it goes into the ground, or into a share of the margin above it.
  double deepest(const double* more, double share_of_margin) const;
  /// How much lower than it should it passes over edges.
  double low(const double* more) const;
  /// How much faster than it should the knee bends or stretches, as a share of that.
  double hurry(const double* more) const;
};

}  // namespace kine::detail
