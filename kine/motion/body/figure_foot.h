#pragma once

#include <array>

#include "kine/kinematics/frames.h"
#include "kine/motion/body/standing.h"
#include "kine/motion/bone_map.h"
#include "kine/motion/walk/foot_roll.h"

namespace kine::detail {

/// A point of a foot, seen from its ankle when it is flat and points ahead: X to the left, Y up, Z ahead.
struct SolePoint {
  Vec3 at{};
  JointId joint = kWorld;  ///< the figure's joint at that very point, if it has one
};

struct FigureFoot {
  JointId ankle = kWorld;  ///< the joint that points are seen from
  SolePoint heel{}, tip{};
  Vec3 ball{};      ///< where the toes bend
  Vec3 toe_axis{};  ///< what they bend about, + lifts them; none where they do not bend
};

/// Both feet of a figure and the shapes that they are planned by, but for how far their toes bend. Where a joint shows
/// heel, toes or sole it counts; else it is as in people, by the length of the leg.
struct FigureFeet {
  bool toes_bend = false;
  std::array<FootShape, 2> shapes{};
  std::array<FigureFoot, 2> feet{};
};
FigureFeet measure_feet(const Skeleton& skeleton, const BoneMap& map, const Standing& standing, const Frames& frames,
                        const std::array<JointId, 2>& ankles, double leg);

}  // namespace kine::detail
