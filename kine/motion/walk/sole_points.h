#pragma once

#include "kine/motion/ground.h"
#include "kine/motion/walk/foot_roll.h"

/// What the ground does below the sole of a foot in the air.
namespace kine::detail {

/// Points of a sole in the air, in rows from the heel over the ball to the tip of the toes.
struct SolePoints {
  static constexpr int kMostRows = 9, kMostLanes = 5, kLeft = 1, kMiddle = 2;
  int rows = 0, lanes = 2;  ///< both rims; over edges the middle too, and what lies beside
  Vec3 at[kMostRows][kMostLanes];
};

/// `spare`: over edges, also what lies this much beside the sole and beyond both its ends; and rows are closer.
SolePoints points_of(const FootShape& shape, const FootPose& pose, double spare);

/// The ground below a foot in the air.
struct Below {
  double missing = -1e9;  ///< how far it comes up to the foot, or through it: the worst of the points of its sole
  bool edges = false;     ///< it is broken there
};

Below ground_below(const SolePoints& points, const Ground& ground, double scale);

/// How high a foot in the air passes over edges that are as high as stairs, at the least. Those that it stands over at
/// either end of its swing do not count.
double height_over_edges(const SolePoints& points, const FootShape& shape, const Foothold& from, const Foothold& to,
                         const Ground& ground, double scale);

/// How far the ground comes up to the rim of a sole on its way from one moment to the next: a corner that it just
/// misses at both it might meet in between.
double missing_between(const SolePoints& a, const SolePoints& b, const Ground& ground, double share, double scale);

}  // namespace kine::detail
