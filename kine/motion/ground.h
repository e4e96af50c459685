#pragma once

#include <type_traits>

#include "kine/math/vec3.h"

namespace kine {

/// What lies below a point. No hit is a gap: nobody can stand there.
struct GroundHit {
  bool hit = false;
  Vec3 point{};          ///< where the ground is met
  Vec3 normal = kUnitY;  ///< away from the ground, one long
};

/// The ground as the walker sees it: a cast straight down, `hit = ground(from, max_drop)`, in the figure's world. A
/// view of anything that can be called so, a terrain of ours or an engine's own ray cast; what it views must outlive
/// it. It must answer the same for the same question while the figure walks.
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
