#pragma once

#include <cstdint>
#include <optional>

#include "kine/motion/ground.h"
#include "kine/motion/ground_feet.h"

namespace kine::detail {

/// What a sole stands on: a plane through a point.
struct SolePlane {
  Vec3 point{}, normal = kUnitY;
  std::uint64_t body = 0;
  const Transform* world_from_body = nullptr;

  double height(const Vec3& at) const {
    return point.y - (normal.x * (at.x - point.x) + normal.z * (at.z - point.z)) / normal.y;
  }
};

/// Lays a sole on the ground between two places: along its slope where the ground below it is one slope that a foot can
/// stand on, else level on the highest of what is below it, so that no part of it is in the ground. Casts start `reach`
/// above the higher place and end as far below the lower one. Nothing where there is no ground below either end.
std::optional<SolePlane> lay_sole(const Ground& ground, const Vec3& heel, const Vec3& toe, double reach);

}  // namespace kine::detail
