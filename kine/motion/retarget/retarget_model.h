#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kine/core/scratch.h"
#include "kine/kinematics/chain.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/retarget.h"
#include "kine/motion/retarget/hand_contacts.h"
#include "kine/motion/retarget/hinge_row.h"
#include "kine/motion/retarget/style_turn.h"

namespace kine::detail {

/// A bone of the target that takes its turn from one joint of the source, or from two of a chain.
struct RetargetTurn {
  SegmentTurn turn{};
  JointId above = kWorld, first = kWorld;  ///< what it hangs on, and the first of its joints
  JointId last = kWorld;                   ///< carries the bone
  std::array<JointId, 2> source{};
  std::array<Quat, 2> target_from_source{};  ///< joint of the target from joint of the source, both rests matched
  double share = 0;                          ///< how much of the second
  /// The next bone of a limb whose joint between is a hinge: the turn that counts is that of their plane. -1: none.
  int below = -1;
  Vec3 bone{}, hinge{};    ///< then: this bone and that hinge, in the frame of `last`
  Vec3 bone_below{};       ///< and the next bone in its own
  Quat joint_from_bone{};  ///< from the bone of an upright figure to the frame of `last`
};

/// How the frame of one of the target's joints comes about, from the roots on.
struct RetargetOp {
  JointId joint = kWorld, above = kWorld;
  int turn = -1;         ///< the turn that this joint is the first of; -1: none
  bool between = false;  ///< that turn wrote it, and other joints follow in the bone
  bool written = false;  ///< that turn placed it: the last of several joints
  bool in_row = false;   ///< a HingeRow writes it
  Quat local{};          ///< from what it hangs on, at rest
};

/// What a RetargetMap knows.
struct RetargetModel {
  static constexpr std::size_t kMostStyled = 256;  ///< turns that a style may act on

  const MotionBody* source_body = nullptr;
  const MotionBody* target_body = nullptr;
  const MotionModel* source = nullptr;
  std::unique_ptr<MotionModel> target{};  ///< a copy, on `skeleton`
  RetargetSettings settings{};
  std::vector<double> source_rest{};
  std::unique_ptr<Skeleton> free_target{};  ///< the target without its limits, where they are not to hold
  const Skeleton* skeleton = nullptr;       ///< the target's, or that one
  Quat target_from_source{};                ///< from the source's world to the target's
  Quat figure_from_walk{};                  ///< to the target's world from that of an upright figure, facing +Z
  double scale = 1;
  std::vector<RetargetTurn> turns{};
  std::vector<StyledTurn> style{};  ///< one a turn; empty where there is no style
  std::vector<RetargetOp> ops{};
  std::vector<HingeRow> rows{};
  std::vector<SegmentTurn::LimitedValue>
      carried{};  ///< what goes on from the frame before: angles of rows and within limits
  std::vector<TouchedBone> touched{};
  std::vector<Chain> hip_chains{}, foot_chains{};       ///< left, right
  std::array<std::vector<int>, 2> leg_values{};         ///< of a pose: those of a leg's joints
  int pelvis = -1;                                      ///< its turn
  std::array<int, 2> foot_turns{-1, -1};                ///< left, right
  bool legs_are_limbs = false, arms_are_limbs = false;  ///< damped solves serve: nothing in them follows or is scaled
  Quat pelvis_from_root{};                              ///< at rest
  std::vector<double> rest{};                           ///< the target's pose at rest
  std::vector<std::string> notes{};
};

/// retarget_pose() with the source's frames at hand.
void retarget_directions(const RetargetModel& model, const Frames& source, std::span<double> pose, Scratch& scratch);

}  // namespace kine::detail
