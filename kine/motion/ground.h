#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/math/transform.h"
#include "kine/math/vec3.h"

namespace kine {

/// What a cast straight down has met. No hit is a gap: nobody can stand there.
struct GroundHit {
  bool hit = false;
  Vec3 point{};          ///< where the ground is met, in the world, metres
  Vec3 normal = kUnitY;  ///< away from the ground, of unit length
  /// A number of the body that was met, for ground that moves; 0: fixed ground.
  std::uint64_t body = 0;
  /// Where that body is now. It must stay there until the call that casts is over; nullptr: fixed ground.
  const Transform* world_from_body = nullptr;
};

/// The ground as a figure that walks sees it: a cast straight down, `hit = ground(from, max_drop)`, in the figure's
/// world, Y up. It is a view of anything that can be called so: a shape of ground_shapes.h, or the ray cast of an
/// engine. What it views must outlive it, and must give the same answer to the same question while the figure walks.
class Ground {
 public:
  template <class Cast>
    requires(!std::is_same_v<std::remove_cvref_t<Cast>, Ground> &&
             std::is_invocable_r_v<GroundHit, const Cast&, const Vec3&, double>)
  Ground(const Cast& cast)
      : object_(&cast), call_([](const void* object, const Vec3& from, double max_drop) -> GroundHit {
          return (*static_cast<const Cast*>(object))(from, max_drop);
        }) {}

  /// What is met on the way down from `from`, at most `max_drop` metres below it.
  GroundHit operator()(const Vec3& from, double max_drop) const { return call_(object_, from, max_drop); }

 private:
  const void* object_;
  GroundHit (*call_)(const void*, const Vec3&, double);
};

}  // namespace kine
