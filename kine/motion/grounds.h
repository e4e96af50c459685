#pragma once

#include <optional>

#include "kine/model/height_grid.h"
#include "kine/motion/ground.h"

namespace kine {

/// Level ground without end.
struct FlatGround {
  double height = 0;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const bool hit = from.y >= height && from.y - height <= max_drop;
    return {hit, {from.x, height, from.z}, kUnitY};
  }
};

/// The ground of a height grid, which must outlive it; holes and what lies outside are gaps.
struct GridGround {
  const HeightGrid* grid = nullptr;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const std::optional<HeightGrid::Sample> sample = grid->sample(from.x, from.z);
    if (!sample || !(from.y >= sample->height && from.y - sample->height <= max_drop)) return {};
    return {true, {from.x, sample->height, from.z}, sample->normal};
  }
};

}  // namespace kine
