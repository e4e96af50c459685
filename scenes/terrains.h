#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "kine/core/result.h"
#include "kine/motion/ground.h"

/// Ground to walk on, shared by tests, the command line and the studio.
namespace kine::scenes {

/// A ground that can be asked for its height anywhere. It is a cast straight down itself: `Ground ground(*terrain)`.
class Terrain {
 public:
  virtual ~Terrain() = default;
  /// What a cast straight down from `from` meets within `max_drop`.
  GroundHit operator()(const Vec3& from, double max_drop) const {
    GroundHit hit = at(from.x, from.z);
    if (!(hit.hit && from.y >= hit.point.y && from.y - hit.point.y <= max_drop)) hit = {};
    return hit;
  }
  /// The ground at a place, its highest point there.
  virtual GroundHit at(double x, double z) const = 0;
};

/// The terrain of that name; a name that is not one of these is refused with a sentence. All start level at the origin.
///   flat
///   stairs        risers of 0.17 m, treads of 0.29 m: from z = 2 on 12 up, 2 m level, 12 down, 4 m level, and again
///   ramp          15 degrees: from z = 2 on 6 m up, 3 m level, 6 m down, and again
///   hills:SEED    0.5 m high, slopes to 20 degrees, bumps of 3 cm
///   blocks:SEED   blocks of 0.4 m by 0.4 m, 0 to 0.15 m high, one in twenty missing, all there and level near the
///   start mesh          64,082 triangles, 45 m wide, as many as in the paper of Meredith & Maddock
Result<std::unique_ptr<Terrain>> make_terrain(std::string_view name);

}  // namespace kine::scenes
