#pragma once

#include <span>
#include <variant>
#include <vector>

#include "kine/core/result.h"
#include "kine/model/clip.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/report.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"

namespace kine {

/// A joint is wanted somewhere at one frame of a clip.
struct EditPin {
  JointId joint = kWorld;
  int frame = 0;  ///< counted from 0
  Vec3 at{};      ///< metres, in the figure's world
};

/// What solves a frame. FullBody and Hybrid put what is kept before the pins, and the pins before the clip's posture; the
/// others weigh all at once. TwoBone takes one pin a frame, and moves nothing else.
using EditMethod = std::variant<FullBody, Hybrid, Jacobian, Ccd, Fabrik, Shake, TwoBone>;

/// Pins are held to this, metres.
constexpr double kPinTolerance = 1e-4;

/// How a clip is edited.
struct EditSettings {
  EditMethod method = FullBody{.tolerance = {.metres = kPinTolerance}};
  std::vector<JointId> keep{};   ///< stay where the clip has them, and turned as there: feet
  std::vector<JointId> trunk{};  ///< hips and chest: they give way where limbs cannot reach
  JointId from = kWorld;         ///< the first joint that may move, with all below it; kWorld: all may
  double blend = 0.4;       ///< seconds to either side of a pin in which it fades; from pin to pin it does not fade
  bool all_reached = true;  ///< refuse pins that cannot be reached; false: come as near as can be
};

/// How a frame went.
struct PullReport {
  Report report{};     ///< of the solve
  double missed = 0;   ///< from a pin to its joint, the farthest, metres
  double slipped = 0;  ///< of what is kept, the farthest from where the clip has it, metres
  int kept = 0;        ///< how many joints were kept: those that can be, beside the pins
};

/// Solves one frame: pins come to their places, from the clip's pose of that frame; their own frames are not looked at.
/// Where the solve refuses them (BadInput) the pose is the clip's. Limits widen to what the clip does, so that what it
/// shows is never changed for their sake. Translations and scales of the frame count.
PullReport pull_joints(const Skeleton& skeleton, const Clip& clip, int frame, std::span<const EditPin> pins,
                       const EditSettings& settings, std::span<double> pose);

/// The clip with its pins: at their frames joints are where they are wanted, and the frames beside them fade from there with speeds and
/// accelerations of 0 at both ends. All other frames keep their bits. Refused with a sentence that names joint
/// and frame: frames and joints that are not there, pins of one joint and frame that contradict each other, pins that
/// are out of reach, and kept joints that would slip.
Result<Clip> edit_clip(const Skeleton& skeleton, const Clip& clip, std::span<const EditPin> pins,
                       const EditSettings& settings);

}  // namespace kine
