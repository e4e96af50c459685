#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kine/math/mat3.h"
#include "kine/math/transform.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/walking_figure.h"

namespace kine::detail {

/// A segment of the figure that follows one of the walking skeleton's joints.
struct SegmentFollower {
  SegmentTurn turn{};
  JointId source = kWorld;  ///< whose turn it takes
  double share = 1;         ///< how much of it, from the pelvis' on
  int parent = -1;          ///< the follower it hangs on; -1: the pelvis
  Quat base{};              ///< from that one's last joint to what this one hangs on
  Quat standing{};          ///< world_from_joint when it stands
  bool is_copied = false;   ///< `source` is the same joint: its values are copied
};

/// Values that are the same in both skeletons.
struct CopiedValues {
  int from = 0, to = 0, count = 0;
};

/// What a WalkingFigure knows: the skeleton that walks, and how its poses are written into the figure's.
struct FigureModel {
  const Skeleton* figure = nullptr;
  std::unique_ptr<Skeleton> walker;
  std::unique_ptr<Biped> body;
  std::vector<double> standing;
  Quat figure_from_walk{};
  std::vector<SegmentFollower> followers;
  std::vector<CopiedValues> copied;
  Quat standing_pelvis{};
  JointId pelvis = kWorld, root = kWorld;
  Transform pelvis_from_root{};
  Transform above_root{};  ///< what the root hangs on, and its rest
  Mat3 shift_from_world{};
  std::array<WalkingFigure::FootPoint, 2> heels{}, toes{};
  std::vector<std::string> notes;
};

}  // namespace kine::detail
