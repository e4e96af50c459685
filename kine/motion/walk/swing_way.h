#pragma once

#include <span>

#include "kine/motion/ground.h"
#include "kine/motion/walk/targets.h"

/// How the foot in the air gets over what lies on its way.
namespace kine::detail {

/// Broken ground that hardly asks for more height is this much of a hurdle.
inline constexpr double kLeastHurdle = 0.01;

/// The moments of a swing at which its height above the ground is looked at.
inline constexpr int kSwingSamples = 19;
/// As a part of the swing,
constexpr double swing_moment(int index) { return static_cast<double>(index + 1) / (kSwingSamples + 1); }
/// and of the step.
double swing_sample(const Step& step, int index);

/// As the foot lifts: looks at it as its curves have it, and notes how much of a hurdle its way is. True if nothing is
/// left to do. `is_smooth`: the ground is known not to be broken on that way.
bool is_clear(const BipedMeasures& build, const Gait& gait, const Ground& ground, double part, Step& step,
              bool is_smooth = false);

/// Else: sets when it goes ahead and how much higher it swings, so that it clears the ground with as little jolt as can
/// be. `courses` are where the body will be at those moments. Returns how far it would still go into the ground,
/// metres; 0 or less: nowhere.
double set_clearance(const BipedMeasures& build, const Gait& gait, const Ground& ground,
                     std::span<const Course> courses, double part, Step& step);

/// In the air: raises what is left of the swing where the ground asks for it, which changes nothing where the foot is.
/// Returns the same.
double add_clearance(const BipedMeasures& build, const Gait& gait, const Ground& ground,
                     std::span<const Course> courses, double part, Step& step);

/// How fast the sole goes up or down at the most, metres a swing.
double steepest(const Gait& gait, const Swing& swing);

}  // namespace kine::detail
