#pragma once

#include <functional>
#include <optional>
#include <string>

#include "bindings/python/src/convert.h"
#include "kine/motion/ground.h"

namespace kine::python {

/// Ground of any shape, with what it needs.
struct AnyGround {
  std::function<GroundHit(const Vec3& from, double max_drop)> cast;
  std::string what = "flat";

  Ground view() const { return cast; }
};
using GroundRef = Ref<AnyGround>;

/// How far above and below the origin height() looks for ground, metres.
inline constexpr double kSky = 1e5;

}  // namespace kine::python
