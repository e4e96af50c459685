#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kine/solve/global.h"

/// What kine info says of arms.
namespace kine::cli {

/// A chain of hinges and sliders down to a joint that carries no other that moves.
struct ArmLine {
  JointId tip;
  int freedoms = 0;
  ArmStructure structure{};
};

/// The arms of a model that have six freedoms or more: what Global takes for a place.
std::vector<ArmLine> arms_of(const Skeleton& skeleton);

/// "arm to hand: 7 freedoms; three axes meet at the base: square roots; wrist is searched".
std::string arm_text(const Skeleton& skeleton, const ArmLine& arm);
nlohmann::ordered_json json_arm(const Skeleton& skeleton, const ArmLine& arm);

}  // namespace kine::cli
