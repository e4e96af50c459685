// What the Jacobian method makes of goals: their kinds, frames, weights and fades, what it refuses, and what it proves.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <limits>
#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::same_bits;
using test::degenerate::solve_checked;

Frames frames_of(const Skeleton& skeleton, const Pose& pose) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  return frames;
}

TEST(JacobianGoals, HandsAndFeetAtOnce) {
  const Skeleton body = scenes::humanoid();
  const char* ends[] = {"left_hand", "right_hand", "left_foot", "right_foot", "head_top"};
  int reached = 0;
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    Pose wanted = scenes::standing_pose(body), start = wanted;
    blend(body, wanted, scenes::random_pose(body, random), 0.25, wanted);
    clamp_to_limits(body, wanted);
    const Frames there = frames_of(body, wanted);
    std::vector<Goal> goals;
    for (const char* end : ends) goals.push_back(reach(body.joint(end), there.position(body.joint(end))));
    goals[4] = place(body.joint("head"), there.world_from_joint(body.joint("head")));
    reached += solve_checked(Jacobian{}, body, goals, start).reached();
  }
  EXPECT_GE(reached, 97);  // measured 100
}

TEST(JacobianGoals, OfAJointSeenFromAnother) {
  const Skeleton body = scenes::humanoid();
  const JointId left = body.joint("left_hand"), right = body.joint("right_hand"), head = body.joint("head");
  Pose pose = scenes::standing_pose(body);
  // The left hand half a metre in front of the head wherever that goes, the right one on the left one's palm.
  const std::vector<Goal> goals{reach(left, {0.05, 0.1, 0.4}, {.frame = head}),
                                coincide({right, {0, -0.05, 0}}, {left, {0, -0.05, 0}})};
  EXPECT_TRUE(solve_checked(Jacobian{}, body, goals, pose).reached());
  const Frames frames = frames_of(body, pose);
  const Vec3 seen = inverse(frames.world_from_joint(head)) * frames.position(left);
  EXPECT_LE(length(seen - Vec3{0.05, 0.1, 0.4}), 5e-5);
  EXPECT_LE(length(frames.position({right, {0, -0.05, 0}}) - frames.position({left, {0, -0.05, 0}})), 5e-5);
}

TEST(JacobianGoals, ARigidLoop) {
  const Skeleton body = scenes::humanoid();
  const JointId left = body.joint("left_hand"), right = body.joint("right_hand");
  Pose pose = scenes::reach_pose(body);
  Frames frames = frames_of(body, pose);
  // A box of 30 cm between the hands, turned as in the pose halfway to standing.
  Pose halfway = pose;
  blend(body, pose, scenes::standing_pose(body), 0.5, halfway);
  const Frames wanted = frames_of(body, halfway);
  const Transform left_from_right = inverse(wanted.world_from_joint(left)) * wanted.world_from_joint(right);
  const Report report = solve_checked(Jacobian{}, body, {relative(right, left, left_from_right)}, pose);
  EXPECT_TRUE(report.reached());
  frames = frames_of(body, pose);
  const Transform now = inverse(frames.world_from_joint(left)) * frames.world_from_joint(right);
  EXPECT_LE(length(now.translation - left_from_right.translation), 5e-5);
  EXPECT_LE(angle_of(now.rotation * conjugate(left_from_right.rotation)), 2e-5);
}

TEST(JacobianGoals, AimsAndOrients) {
  const Skeleton body = scenes::humanoid();
  const JointId head = body.joint("head"), hand = body.joint("left_hand");
  Pose pose = scenes::standing_pose(body);
  const Vec3 seen{1.5, 1.2, 2};
  const Quat wanted = from_axis_angle(normalised(Vec3{1, 2, 0}), 0.5);
  const std::vector<Goal> goals{aim(head, kUnitZ, seen, {.offset = {0, 0.1, 0}}),
                                orient(hand, wanted * frames_of(body, pose).rotation(hand))};
  const Quat before = goals[1].orientation;
  EXPECT_TRUE(solve_checked(Jacobian{}, body, goals, pose).reached());
  const Frames frames = frames_of(body, pose);
  const Vec3 eye = frames.position({head, {0, 0.1, 0}}), look = rotate(frames.rotation(head), kUnitZ);
  EXPECT_LE(length(cross(look, normalised(seen - eye))), 2e-5);
  EXPECT_GT(dot(look, seen - eye), 0);
  EXPECT_LE(angle_of(frames.rotation(hand) * conjugate(before)), 2e-5);
}

TEST(JacobianGoals, PosturesMassesDistancesAndHalfSpaces) {
  const Skeleton body = scenes::humanoid();
  const Pose stride = scenes::stride_pose(body);
  Pose pose = scenes::standing_pose(body);
  EXPECT_TRUE(solve_checked(Jacobian{}, body, {hold(stride)}, pose).reached());

  pose = scenes::standing_pose(body);
  const Vec3 centre = centre_of_mass(body, frames_of(body, pose)) + Vec3{0.05, -0.03, 0.02};
  EXPECT_TRUE(solve_checked(Jacobian{}, body, {centre_of_mass_at(centre)}, pose).reached());
  EXPECT_LE(length(centre_of_mass(body, frames_of(body, pose)) - centre), 5e-5);

  const JointId hand = body.joint("right_hand");
  pose = scenes::standing_pose(body);
  const Vec3 post{-0.5, 1.2, 0.3};
  EXPECT_TRUE(solve_checked(Jacobian{}, body, {distance(hand, post, {0.1, 0.2})}, pose).reached());
  const double away = length(frames_of(body, pose).position(hand) - post);
  EXPECT_TRUE(away >= 0.0999 && away <= 0.2001) << away;

  pose = scenes::standing_pose(body);
  EXPECT_TRUE(solve_checked(Jacobian{}, body, {half_space(hand, {0, 1.3, 0}, {0, 2, 0})}, pose).reached());
  EXPECT_GE(frames_of(body, pose).position(hand).y, 1.3 - 5e-5);
}

TEST(JacobianGoals, WithoutAnyGoalsThereIsNothingToDo) {
  const Skeleton body = scenes::humanoid();
  Pose pose = scenes::stride_pose(body);
  const Pose before = pose;
  const Report report = solve_checked(Jacobian{}, body, {}, pose);
  EXPECT_TRUE(report.reached());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_TRUE(same_bits(pose, before));
}

TEST(JacobianGoals, AWeightOfAMillionWinsTheQuarrel) {
  const Skeleton chain = scenes::ball_chain(6);
  const JointId tip = chain.joint("tip");
  const Vec3 one{0.4, 0.3, 0}, other{0.4, -0.3, 0};
  for (const double weight : {1e6, 1.0, 1e-6}) {
    Pose pose = test::degenerate::BallChain(6, 0.2).pose;
    const Report report =
        solve_checked(Jacobian{}, chain, {reach(tip, one, {.weight = weight}), reach(tip, other)}, pose);
    EXPECT_EQ(report.status, Status::NotFound);
    const Vec3 at = frames_of(chain, pose).position(tip);
    const Vec3 wanted = (one * weight + other) / (weight + 1);  // what weighted squares ask for
    EXPECT_LE(length(at - wanted), 1e-3) << weight;
  }
}

/// A short step that nothing clamps is that of the pseudoinverse, with more freedoms than rows and with fewer.
TEST(JacobianGoals, SelectivelyDampedStepsWithMoreRowsThanFreedoms) {
  for (int holds = 0; holds < 3; ++holds) {
    Random random(static_cast<std::uint64_t>(holds));
    std::vector<Joint> joints;
    for (int i = 0; i < 6; ++i)  // a metre in all
      joints.push_back(hinge("j" + std::to_string(i), i > 0 ? "j" + std::to_string(i - 1) : "",
                             random.direction() * (i > 0 ? 0.2 : 0), random.direction()));
    const Skeleton chain = Skeleton::build(joints).value();
    const JointId tip = chain.joint("j5");
    const Pose start = scenes::random_pose(chain, random);
    const Vec3 from = frames_of(chain, start).position(tip), shift = random.direction() * 1e-3;

    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(3 + 6 * holds, 6);
    Eigen::VectorXd error(3 + 6 * holds);
    error.head(3) << shift.x, shift.y, shift.z;
    constexpr double kStep = 1e-6;
    for (int c = 0; c < 6; ++c) {
      Pose low = start, high = start;
      low[c] -= kStep;
      high[c] += kStep;
      const Vec3 moved = (frames_of(chain, high).position(tip) - frames_of(chain, low).position(tip)) / (2 * kStep);
      jacobian.col(c).head(3) << moved.x, moved.y, moved.z;
    }
    std::vector<Goal> goals{reach(tip, from + shift)};
    std::vector<Pose> postures(2, start);
    for (int h = 0; h < holds; ++h) {
      for (int c = 0; c < 6; ++c) {
        error[3 + 6 * h + c] = random.uniform(-1e-3, 1e-3);
        jacobian(3 + 6 * h + c, c) = 1;
        postures[static_cast<std::size_t>(h)][c] += error[3 + 6 * h + c];
      }
      goals.push_back(hold(postures[static_cast<std::size_t>(h)].q));
    }
    const Eigen::VectorXd step = jacobian.completeOrthogonalDecomposition().solve(error);

    Pose pose = start;
    const Jacobian method{.inverse = Inverse::SelectivelyDamped, .max_iterations = 1};
    Scratch scratch(scratch_bytes(chain, goals, method));
    EXPECT_EQ(solve(chain, goals, method, pose, scratch).iterations, 1);
    for (int c = 0; c < 6; ++c) EXPECT_NEAR(pose[c] - start[c], step[c], 1e-9) << holds << " holds, hinge " << c;
  }
}

TEST(JacobianGoals, FadeGoesThatMuchOfTheWay) {
  const Skeleton body = scenes::humanoid();
  const JointId hand = body.joint("left_hand");
  const Pose start = scenes::standing_pose(body);
  const Frames before = frames_of(body, start);
  const Vec3 target = before.position(hand) + Vec3{0.1, 0.4, 0.3};
  const Quat turn = from_axis_angle(kUnitY, 0.8);
  Scratch scratch(body);
  for (const Inverse inverse : {Inverse::Damped, Inverse::SelectivelyDamped}) {
    for (const double fade : {0.0, 0.5, 1.0}) {
      const GoalOptions options{.fade = fade};
      const Goal goals[][1] = {{reach(hand, target, options)},
                               {orient(hand, turn * before.rotation(hand), options)},
                               {place(hand, {turn * before.rotation(hand), target}, options)}};
      for (const auto& goal : goals) {
        Pose pose = start;
        const Report report = solve(body, goal, Jacobian{.inverse = inverse}, pose, scratch);
        ASSERT_TRUE(report.reached());
        const Frames after = frames_of(body, pose);
        if (goal[0].kind != GoalKind::Orient) {
          const Vec3 wanted = before.position(hand) + (target - before.position(hand)) * fade;
          EXPECT_LE(length(after.position(hand) - wanted), 5e-5) << fade;
        }
        if (goal[0].kind != GoalKind::Reach) {
          const double turned = angle_of(after.rotation(hand) * conjugate(before.rotation(hand)));
          EXPECT_NEAR(turned, 0.8 * fade, 2e-5);
        }
        if (fade == 0) {
          EXPECT_EQ(report.iterations, 0);
          EXPECT_TRUE(same_bits(pose, start));
        }
      }
    }
  }
}

TEST(JacobianGoals, RefusesBadSettingsAndLeavesThePose) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Skeleton chain = scenes::ball_chain(4);
  const Goal goals[] = {reach(chain.joint("tip"), {0.5, 0.1, 0})};
  std::vector<Jacobian> bad(11);
  bad[0].step = 0;
  bad[1].step = 1.5;
  bad[2].step = nan;
  bad[3].max_iterations = -1;
  bad[4].inner_limit = -1;
  bad[5].inverse_error = 0;
  bad[6].tolerance.position = nan;
  bad[7].tolerance.angle = -1;
  bad[8].tolerance.metres = nan;
  bad[9].from = {5};
  bad[10].from = {-7};
  Scratch scratch(chain);
  for (std::size_t i = 0; i < bad.size(); ++i) {
    SCOPED_TRACE(i);
    Pose pose = chain.rest_pose();
    const Pose before = pose;
    const Report report = solve(chain, goals, bad[i], pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string_view(report.fault).size(), 10u);
    EXPECT_TRUE(same_bits(pose, before));
  }
}

TEST(JacobianGoals, RefusesTooLittleScratchAndLeavesThePose) {
  const Skeleton body = scenes::humanoid();
  const JointId hand = body.joint("left_hand");
  const std::vector<Goal> requests[] = {{reach(hand, {0.3, 1.2, 0.3})},
                                        {reach(hand, {0.3, 1.2, 0.3}, {.fade = 0.5})},
                                        {reach(hand, {0, 0, 0.3}, {.frame = body.joint("head")})}};
  for (const std::vector<Goal>& goals : requests) {
    for (const Inverse inverse : {Inverse::Damped, Inverse::Paper, Inverse::SelectivelyDamped}) {
      bool solved = false;
      for (std::size_t bytes = 0; bytes < 200000 && !solved; bytes += 500) {
        Scratch scratch(bytes);
        Pose pose = scenes::standing_pose(body);
        const Pose before = pose;
        const Report report = solve(body, goals, Jacobian{.inverse = inverse}, pose, scratch);
        solved = report.status != Status::BadInput;
        if (!solved) {
          EXPECT_TRUE(same_bits(pose, before));
        }
      }
      EXPECT_TRUE(solved);
      Scratch offered(body);
      Pose pose = scenes::standing_pose(body);
      EXPECT_NE(solve(body, goals, Jacobian{.inverse = inverse}, pose, offered).status, Status::BadInput);
    }
  }
}

TEST(JacobianGoals, ProvesWhatIsOutOfReachAndNothingElse) {
  // 0.6, then 0.25 and 0.2: nothing beyond 1.05, nothing within 0.15.
  const Joint joints[] = {ball("a", "", {0, 1, 0}), ball("b", "a", {0.6, 0, 0}), hinge("c", "b", {0.25, 0, 0}, kUnitZ),
                          fixed_joint("tip", "c", {0.2, 0, 0})};
  const Skeleton limb = Skeleton::build(joints).value();
  const JointId tip = limb.joint("tip");
  const auto status_at = [&](const Vec3& target, Inverse inverse) {
    Pose pose = limb.rest_pose();
    set_joint_rotation(limb, {1}, from_axis_angle(kUnitZ, 0.7), pose);
    return solve_checked(Jacobian{.inverse = inverse}, limb, {reach(tip, target)}, pose).status;
  };
  Random random(5);
  for (const Inverse inverse : {Inverse::Damped, Inverse::Paper, Inverse::Transpose, Inverse::SelectivelyDamped}) {
    for (int round = 0; round < 50; ++round) {
      const Vec3 centre{0, 1, 0}, direction = random.direction();
      EXPECT_EQ(status_at(centre + direction * random.uniform(1.0501, 3), inverse), Status::Unreachable);
      EXPECT_EQ(status_at(centre + direction * random.uniform(0, 0.1499), inverse), Status::Unreachable);
      EXPECT_NE(status_at(centre + direction * random.uniform(0.15, 1.05), inverse), Status::Unreachable);
    }
  }
  // With a slider nothing is proved, and what lies below `from` counts alone.
  Joint sliding[] = {slider("rail", "", {}, kUnitX, {-0.1, 0.1}), hinge("a", "rail", {}, kUnitZ),
                     fixed_joint("tip", "a", {0.5, 0, 0})};
  const Skeleton rail = Skeleton::build(sliding).value();
  Pose pose = rail.rest_pose();
  EXPECT_EQ(solve_checked(Jacobian{}, rail, {reach(rail.joint("tip"), {2, 0, 0})}, pose).status, Status::NotFound);
  pose = limb.rest_pose();
  const Jacobian from_b{.from = limb.joint("b")};
  EXPECT_EQ(solve_checked(from_b, limb, {reach(tip, {0, 1.9, 0})}, pose).status, Status::Unreachable);
}

TEST(JacobianGoals, FindsTheNearestPoseInsideLimitsThatExcludeTheTarget) {
  const Range limits{-0.5, 0.4};
  const Skeleton limb = test::degenerate::hinge_limb(limits);
  const JointId tip = limb.joint("tip");
  for (const Vec3& target : {Vec3{0.3, 0.7, 0}, Vec3{0.2, -0.6, 0}, Vec3{0.5, 0.5, 0.3}}) {
    double nearest = 1e9;  // by trying
    const int steps = 90;
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; j <= steps; ++j)
        for (int k = 0; k <= steps; ++k) {
          const auto at = [&](int n) { return limits.lower + limits.width() * n / steps; };
          const double a = at(i), b = a + at(j), c = b + at(k);
          const Vec3 point{0.4 * cos(a) + 0.3 * cos(b) + 0.3 * cos(c), 0.4 * sin(a) + 0.3 * sin(b) + 0.3 * sin(c), 0};
          nearest = std::min(nearest, length(point - target));
        }
    Pose pose = limb.rest_pose();
    const Report report = solve_checked(Jacobian{}, limb, {reach(tip, target)}, pose);
    EXPECT_EQ(report.status, Status::NotFound);
    EXPECT_NEAR(report.position_error, nearest, 1e-3);
    EXPECT_EQ(report.worst_goal, 0);
  }
}

TEST(JacobianGoals, WithoutIterationsItOnlyMeasures) {
  const Skeleton arm = scenes::seven_hinge_arm();
  Pose pose = scenes::ready_pose(arm);
  const Pose before = pose;
  const Report report =
      solve_checked(Jacobian{.max_iterations = 0}, arm, {reach(arm.joint("tip"), {0.3, 0.2, 0.5})}, pose);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.status, Status::NotFound);
  EXPECT_TRUE(same_bits(pose, before));
}

}  // namespace
}  // namespace kine
