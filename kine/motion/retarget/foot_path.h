#pragma once

#include <span>
#include <vector>

#include "kine/math/quat.h"
#include "kine/motion/plants.h"

namespace kine::detail {

/// A foot in a frame: in the world with Y up, metres.
struct FootPlace {
  Vec3 ankle{}, heel{}, toe{};
};

/// How a foot differs from where directions alone have it.
struct FootShift {
  Vec3 ankle{};  ///< where it goes
  Quat turn{};   ///< of the whole foot, in the world
  bool stands = false;
  bool by_toe = false;  ///< the toe is what stands,
  bool both = false;    ///< heel and toe do
};

/// A foot all along a clip: where it stands it is locked, flat where heel and toe do, and from one stand to the next it
/// comes by smooth blends that last as long as the swing. Where it is not flat its ankle goes steadily, and a foot that
/// stands on one point turns about that. No point goes into the ground.
struct FootPath {
  std::vector<FootShift> shifts;
  std::vector<Plant> plants;  ///< as given, with `at` where they were laid, in the world with Y up
};

/// `foot` is where directions have it, `plants` are those of this foot in the order of frames, `floor` the height of the
/// ground, `rate` frames per second.
FootPath lay_foot(std::span<const FootPlace> foot, std::span<const Plant> plants, double floor, double rate);

}  // namespace kine::detail
