#pragma once

#include <array>
#include <span>
#include <vector>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/model/clip.h"

namespace kine::detail {

struct RetargetModel;

/// A bone of the body that a hand may touch: a capsule about the way between two joints of each figure.
struct TouchedBone {
  JointId source_from = kWorld, source_to = kWorld, target_from = kWorld, target_to = kWorld;
  JointId source = kWorld, target = kWorld;     ///< carry the bone
  Quat target_from_source{};                    ///< joint of the target from joint of the source, both rests matched
  double source_radius = 0, target_radius = 0;  ///< metres
  int not_hand = -1;                            ///< 0, 1: it belongs to that hand's own arm
};

/// How far a hand of the target is to be moved, in its world, so that it touches what the source's does; and how much it
/// touches, 0...1.
struct HandTouch {
  Vec3 shift{};
  double weight = 0;
};

/// How much hands touch in each frame, 0...1. What is near counts the more the less it moves along: hands that pass the
/// thighs in a walk touch nothing. Nothing begins or ends at once.
struct TouchWeights {
  std::vector<double> hands{};                              ///< of each other
  std::vector<std::array<std::vector<double>, 2>> bones{};  ///< of each bone of the model, left and right
};
TouchWeights find_touch_weights(const RetargetModel& model, const Clip& clip);

/// `source` and `target` are where both figures are in a frame. Left, right.
std::array<HandTouch, 2> find_touches(const RetargetModel& model, const TouchWeights& weights, std::size_t frame,
                                      const Frames& source, const Frames& target);

/// Brings a hand of the target to another place, turned as it is, by its arm. `frames` are those of the pose.
void move_hand(const RetargetModel& model, int hand, const Vec3& shift, const Frames& frames, std::span<double> pose,
               Scratch& scratch);

}  // namespace kine::detail
