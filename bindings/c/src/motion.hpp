// What a motion's handle is. Private to the C API.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "bindings/c/src/handles.hpp"
#include "kine/motion/clean.h"
#include "kine/motion/ground_feet.h"
#include "kine/motion/hold_on.h"
#include "kine/motion/look_at.h"

namespace kine::c_api {

struct MotionSettings {
  GroundFeetSettings feet{};
  LookAtSettings look{};
  HoldOnSettings hold{};
};

}  // namespace kine::c_api

// A figure whose motion is corrected.
struct kine_motion {
  kine_motion(std::shared_ptr<const kine::Skeleton> skeleton, kine::MotionBody made)
      : model(std::move(skeleton)), body(std::move(made)), scratch(body) {}

  std::shared_ptr<const kine::Skeleton> model;
  kine::MotionBody body;
  kine::Scratch scratch;
  kine::c_api::MotionSettings settings{};
  kine::GroundFeetState state{};
  kine::LookAtState gaze{};
  kine::HoldOnState hands{};
  kine::GroundFeetReport report{};
  kine::LookAtReport look{};
  kine::HoldOnReport hold{};
  kine::CleanReport cleaned{};
  bool bad_input = false;  // of the last frame
  std::optional<kine::HandGrip> grips[2]{};
  kine::HandGrip next[2]{};  // what is told of a hand that holds nothing yet
};
