#pragma once

#include <vector>

#include "kine/core/result.h"
#include "kine/model/clip.h"
#include "kine/motion/ground_feet.h"
#include "kine/motion/motion_body.h"
#include "kine/motion/plants.h"

namespace kine {

/// How a clip is cleaned.
struct CleanSettings {
  bool feet = true;              ///< lock planted feet, and lift soles out of the ground
  bool spikes = true;            ///< mend joints that jump away for a single frame
  double spike_angle = 0.1;      ///< radians that a joint must jump at least; recordings' noise is a tenth of that
  double spike_distance = 0.02;  ///< the same of the root, metres
  double spike_factor = 4;       ///< and so many times as far as it goes in the frames around
};

/// What was changed.
struct CleanReport {
  /// A joint that jumped away for a frame and back: it was put midway between the frames beside it.
  struct Spike {
    JointId joint{};
    int frame = 0;
    double angle = 0;     ///< how far it jumped, radians,
    double distance = 0;  ///< or, of the root, metres
  };
  /// A plant whose foot slid in the clip.
  struct Skate {
    Plant plant{};
    double before = 0, after = 0;  ///< how far it went from where it came down, at the most, metres
  };
  std::vector<Spike> spikes{};
  std::vector<Skate> skates{};
  double deepest_before = 0, deepest_after = 0;  ///< of a sole in the ground, metres
  double floor = 0;                              ///< height of the clip's ground, metres
};

/// Cleans a clip on its own ground: spikes are mended, planted feet locked, soles lifted out of the ground. What needs no
/// mending keeps its bits. `body` is fitted to the clip (fit_soles).
Clip clean_clip(MotionBody& body, const Clip& clip, const CleanSettings& settings, CleanReport& report);

}  // namespace kine
