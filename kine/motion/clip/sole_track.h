#pragma once

#include <array>
#include <vector>

#include "kine/motion/ground_feet.h"

namespace kine::detail {

/// Both feet all along a clip, in the world with Y up.
struct SoleTrack {
  std::array<std::vector<FootMoment>, 2> feet{};
  std::array<std::vector<double>, 2> heel_tilt{};  ///< how far up a step of a metre from the heel ahead leads
  double straightest = 0;                          ///< the most that hip to ankle is of a leg's length in any frame
};
/// The lengths of bones in a frame of a clip.
void read_shape(const Clip& clip, int frame, Shape& shape);

/// Where every joint is in a frame of a clip, with the lengths of bones that the frame has.
void place_frame(const Skeleton& skeleton, const Clip& clip, int frame, Frames& frames);

SoleTrack track_soles(const MotionBody& body, const Clip& clip);

/// How fast a point of a track goes at a frame, m/s: over the two sixtieths of a second around it, so that the noise of
/// recordings at high rates counts little.
double sole_speed(const std::vector<FootMoment>& track, Vec3 FootMoment::* point, int frame, double rate);

}  // namespace kine::detail
