#pragma once

#include "kine/motion/walk/footing.h"
#include "kine/motion/walk/targets.h"

namespace kine::detail {

/// Says how well the legs could stand on a foothold: radians of room, below 0 where they could not. A view of anything
/// that can be called so.
class LegTest {
 public:
  template <class Test>
  explicit LegTest(const Test& test)
      : object_(&test),
        call_([](const void* object, const Foothold& sole) { return (*static_cast<const Test*>(object))(sole); }) {}
  double operator()(const Foothold& sole) const { return call_(object_, sole); }

 private:
  const void* object_;
  double (*call_)(const void*, const Foothold&);
};

/// A foothold for the stepping foot.
struct Landing {
  bool found = false;
  Foothold sole{};
  bool shortened = false;  ///< it lies well short of the wanted spot
  double room = 0;         ///< that the legs have on it, radians
};

/// The best foothold for `foot` near a wanted spot: the nearest good one; where the ground breaks, the farthest good
/// one on the way back to the other foot that is no more than a comfortable step up or down. Good is what the ground
/// offers and `legs` can stand on; where the legs like none, the one they mind least.
Landing find_landing(const BipedMeasures& build, const Ground& ground, const Foothold& other, int foot, double x,
                     double z, double heading, double toe_out, const LegTest& legs);

/// How fast a figure with a leg of 0.87 m goes where the ground breaks, m/s.
inline constexpr double kSpeedOnBrokenGround = 0.42;

/// The speed at which the ground ahead can be walked: a jump in its height asks for short steps.
double speed_ahead(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Course& course,
                   double height);

}  // namespace kine::detail
