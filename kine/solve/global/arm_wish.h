#pragma once

#include <span>

#include "kine/core/fault.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_kernel.h"
#include "kine/solve/goal.h"

namespace kine::detail {

/// What is wanted of an arm's tip, made of goals.
struct ArmWish {
  ArmTip tip{};
  Vec3 position{};
  Quat orientation{};
  Vec3 aimed_at{};      ///< with a spin: the target of the aim
  bool turned = false;  ///< the orientation counts
  Fault fault{};        ///< why the goals cannot be taken, if they cannot

  bool spins() const { return tip.spin != Vec3{}; }
};

ArmWish wish_of(std::span<const Goal> goals);

/// A turn that brings one direction to another; the shortest one, but where they are nearly opposite.
Quat turn_towards(const Vec3& from, const Vec3& to);

}  // namespace kine::detail
