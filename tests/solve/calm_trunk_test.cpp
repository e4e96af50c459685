// A figure that stands on its feet and turns a wheel with its hands, frame by frame. The trunk has freedom to spare; a
// hold of the last priority keeps it calm, since it counts freedoms by the effort that it takes to move what they
// carry. With all freedoms counted alike the head moves by 0.37 m.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

/// A wheel of 18 cm radius that faces the figure.
struct Wheel {
  Vec3 centre;
  Vec3 grip(double angle) const { return centre + Vec3{cos(angle), sin(angle), 0} * 0.18; }
};

enum class Hands { Left, Both };

/// How far the head gets from where it is when the figure stands, metres.
double head_moves(Hands hands, double height, int priority) {
  const Skeleton body = scenes::humanoid();
  const Pose standing = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, standing, frames);
  const JointId head = body.joint("head"), left = body.joint("left_foot"), right = body.joint("right_foot");
  const Transform left_at = frames.world_from_joint(left), right_at = frames.world_from_joint(right);
  const Vec3 before = frames.position(head);
  const Wheel wheel{{hands == Hands::Both ? 0 : 0.15, height, 0.3}};
  Pose pose = standing;
  Scratch scratch(body);
  double most = 0;
  constexpr int kFrames = 120;
  for (int frame = 0; frame <= 2 * kFrames; ++frame) {
    // One hand goes round and round; two hands turn the wheel to and fro by a third of a turn.
    const double turn = kTwoPi * frame / kFrames;
    const double angle = hands == Hands::Both ? kPi / 3 * sin(turn) : turn;
    std::vector<Goal> goals = {place(left, left_at), place(right, right_at),
                               reach(body.joint("left_hand"), wheel.grip(angle), {.priority = priority}),
                               hold(standing, {.priority = 2})};
    if (hands == Hands::Both)
      goals.push_back(reach(body.joint("right_hand"), wheel.grip(angle + kPi), {.priority = priority}));
    const Report report = solve(body, goals, FullBody{}, pose, scratch);
    EXPECT_TRUE(report.reached()) << frame << ": " << sentence(body, report);
    forward(body, pose, frames);
    most = std::max(most, length(frames.position(head) - before));
  }
  return most;
}

TEST(CalmTrunk, TurnsAWheelWithOneHandOrBoth) {
  double most = 0;
  for (const Hands hands : {Hands::Left, Hands::Both})
    for (const double height : {1.1, 1.2, 1.3})
      for (const int priority : {0, 1}) {
        const double moved = head_moves(hands, height, priority);
        EXPECT_LT(moved, 0.05) << (hands == Hands::Both ? "both hands, " : "left hand, ") << height << " m up";
        most = std::max(most, moved);
      }
  std::printf("  the head moves by %.1f mm at most\n", 1e3 * most);
}

}  // namespace
}  // namespace kine
