// Closed loops are goals between two joints.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

constexpr Tolerance kTight{.position = 1e-11, .angle = 1e-11};

TEST(ClosedLoop, AFourBarLinkageCloses) {
  // Ground 1.0 long, crank 0.3, coupler 0.9, rocker 0.7: by Grashof's rule the crank goes all the way round.
  std::vector<Joint> joints{hinge("crank", "", {}, kUnitZ), hinge("coupler", "crank", {0.3, 0, 0}, kUnitZ),
                            fixed_joint("coupler end", "coupler", {0.9, 0, 0}), hinge("rocker", "", {1, 0, 0}, kUnitZ),
                            fixed_joint("rocker end", "rocker", {0.7, 0, 0})};
  joints[0].axes[0].fixed = true;  // driven by hand
  const Skeleton linkage = *Skeleton::build(joints);
  const JointId end = linkage.joint("coupler end"), other = linkage.joint("rocker end");
  const Goal goals[] = {coincide({end}, {other})};
  Pose pose = linkage.rest_pose();
  pose[1] = 0.8;
  pose[2] = 2.0;
  Scratch scratch(linkage);
  Frames frames(linkage);
  double worst = 0;
  for (int degrees_turned = 0; degrees_turned <= 720; ++degrees_turned) {
    pose[0] = radians(static_cast<double>(degrees_turned));
    const Report report = solve(linkage, goals, FullBody{.tolerance = kTight}, pose, scratch);
    ASSERT_TRUE(report.reached()) << degrees_turned << " degrees, " << report.position_error;
    forward(linkage, pose, frames);
    worst = std::max(worst, length(frames.position(end) - frames.position(other)));
    // Freudenstein's equation for the rocker, which knows nothing of Jacobians: the coupler's length must come out.
    const double a = pose[0], b = pose[2];
    const double dx = 1 + 0.7 * std::cos(b) - 0.3 * std::cos(a), dy = 0.7 * std::sin(b) - 0.3 * std::sin(a);
    EXPECT_NEAR(std::hypot(dx, dy), 0.9, 1e-9);
  }
  EXPECT_LE(worst, 1e-9);
}

/// A copy of a skeleton's joints under other names, its root moved.
void add_copy(const Skeleton& skeleton, const std::string& prefix, const LocalTransform& place,
              std::vector<Joint>& out) {
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    Joint joint = skeleton.description({i});
    joint.name = prefix + joint.name;
    if (joint.parent.empty()) {
      joint.rest = place;
    } else {
      joint.parent = prefix + joint.parent;
    }
    out.push_back(joint);
  }
}

TEST(ClosedLoop, TwoArmsHoldOneBoxAndCarryIt) {
  const Skeleton arm = scenes::seven_hinge_arm();
  std::vector<Joint> joints;
  add_copy(arm, "left ", {{0, 0.35, 0}, {}, {1, 1, 1}}, joints);
  add_copy(arm, "right ", {{0, -0.35, 0}, {}, {1, 1, 1}}, joints);
  joints.push_back(free_joint("box", "", {0.45, 0, 0.5}));
  const Skeleton both = *Skeleton::build(joints);
  const JointId box = both.joint("box"), left = both.joint("left tip"), right = both.joint("right tip");
  const Transform left_grip{from_axis_angle(kUnitX, kHalfPi), {0, 0.12, 0}};
  const Transform right_grip{from_axis_angle(kUnitX, -kHalfPi), {0, -0.12, 0}};
  Pose pose = both.rest_pose();
  Scratch scratch(both);
  Frames frames(both);
  for (int step = 0; step <= 25; ++step) {
    const Transform wanted{from_axis_angle(kUnitZ, 0.01 * step), {0.45, 0.002 * step, 0.45 + 0.002 * step}};
    const Goal goals[] = {relative(left, box, left_grip), relative(right, box, right_grip),
                          place(box, wanted, {.priority = 1})};
    const FullBody method{.tolerance = {.position = 1e-10, .angle = 1e-10}, .restarts = step == 0 ? 20 : 0};
    const Report report = solve(both, goals, method, pose, scratch);
    ASSERT_TRUE(report.reached()) << step << ": " << sentence(both, report);
    forward(both, pose, frames);
    const Transform box_from_left = inverse(frames.world_from_joint(box)) * frames.world_from_joint(left);
    EXPECT_LE(length(box_from_left.translation - left_grip.translation), 1e-9);
    EXPECT_LE(limit_violation(both, pose), 1e-12);
  }
}

// Two people face each other, feet planted, both hands of each on one box, which is lifted and turned.
TEST(ClosedLoop, TwoFiguresHoldOneBoxAndLiftIt) {
  const Skeleton person = scenes::humanoid();
  std::vector<Joint> joints;
  add_copy(person, "one ", {{0, 0.94, -0.55}, {}, {1, 1, 1}}, joints);
  add_copy(person, "two ", {{0, 0.94, 0.55}, from_axis_angle(kUnitY, kPi), {1, 1, 1}}, joints);
  joints.push_back(free_joint("box", "", {0, 1, 0}));
  const Skeleton all = *Skeleton::build(joints);
  const JointId box = all.joint("box");
  Pose pose = all.rest_pose();
  Frames frames(all);
  forward(all, pose, frames);
  std::vector<Goal> goals;
  std::vector<std::pair<JointId, Vec3>> grips;
  for (const char* name : {"one ", "two "}) {
    const double facing = name[0] == 'o' ? 1 : -1;
    for (const char* side : {"left_", "right_"}) {
      const double out = facing * (side[0] == 'l' ? 1 : -1);
      const JointId foot = all.joint(std::string(name) + side + "foot");
      goals.push_back(place(foot, frames.world_from_joint(foot)));
      const JointId palm = all.joint(std::string(name) + side + "hand");
      grips.emplace_back(palm, Vec3{0.2 * out, 0, -0.15 * facing});
      goals.push_back(reach(palm, grips.back().second, {.offset = {0, -0.08, 0}, .frame = box}));
    }
  }
  const std::size_t held = goals.size();
  Scratch scratch(std::size_t{1} << 22);
  for (int step = 0; step <= 20; ++step) {
    goals.resize(held);
    goals.push_back(place(box, {from_axis_angle(kUnitY, 0.02 * step), {0, 0.9 + 0.02 * step, 0}}, {.priority = 1}));
    const Report report = solve(all, goals, FullBody{.tolerance = {.position = 1e-8, .angle = 1e-8}}, pose, scratch);
    ASSERT_TRUE(report.reached()) << step << ": " << sentence(all, report);
    forward(all, pose, frames);
    for (const auto& [palm, grip] : grips) {
      const Vec3 gap = frames.position({palm, {0, -0.08, 0}}) - frames.world_from_joint(box) * grip;
      EXPECT_LE(length(gap), 1e-7);
    }
    EXPECT_LE(limit_violation(all, pose), 1e-12);
  }
}

}  // namespace
}  // namespace kine
