#pragma once

#include "kine/motion/walk/step_maker.h"

/// The decisions of a walk. Each makes a few candidates, judges them alike and takes one.
namespace kine::detail {

/// What all candidates are made with.
struct StepScene {
  const BipedMeasures& build;
  const Gait& gait;
  const Ground& ground;
};

/// The step that begins now; `breaks_rules`: it is the best there is, and would still go beyond what legs or ground allow.
struct ChosenStep {
  WalkMemory state;
  bool breaks_rules;
};
ChosenStep choose_step(const StepScene& scene, const WalkMemory& now, const StepStart& start);

/// The foot lifts: where it goes and the way there. `stick`: what is asked for now.
WalkMemory choose_lift(const StepScene& scene, const WalkMemory& now, const CourseSpeeds& stick);

/// In the air: whether it goes elsewhere.
WalkMemory choose_in_air(const StepScene& scene, const WalkMemory& now, const CourseSpeeds& stick);

}  // namespace kine::detail
