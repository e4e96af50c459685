#include "kine/io/formats/problem_set.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine {
namespace {

const std::string kArm =
    "IKSET 1\n"
    "robot bent joints 3 problems 2 rngseed 7 tip tool\n"
    "joint base R 0.1 0.2 0.3  0.5 0.5 0.5 0.5  0 0 1  -2 2\n"
    "joint rail P 0 0.4 0  0 0 0 1  0 3 4  0 0.5\n"
    "joint wrist R 0.2 0 0.1  0.7071067811865476 0 0 0.7071067811865476  1 0 0  -1 1.5\n"
    "tip 0 0 0.25  0 0.6 0 0.8\n"
    "p 1 2 3 0 0 0 1  0.1 0.2 0.3  0.4 0.5 0.6\n"
    "p 4 5 6 0 0 2 0  -0.1 0.2 -0.3  -0.4 0.5 -0.6\n";
const std::string kTwoBone =
    "TWOBONESET 1\nproblems 2\n"
    "1  1 2 3  0 0 0.6 0.8  0.5 0.4  1.2  1.5 2.1 3  0 0 2\n"
    "0  0 0 0  0 0 0 1  0.5 0.4  0.5  3 0 0  0 1 0\n";
const std::string kChain =
    "CHAINSET 1\nlinks 2 problems 2\n"
    "0.5 0.6 0.1  0.3 0.2 0.1  -0.4 0.5 0.6\n"
    "0.1 0.2 0.3  0 0 0  0 0 1.5707963267948966\n";
const std::string kTrack =
    "TRACKSET 1\nlinks 2 frames 3\n"
    "start 0.3 0.2 0.1  -0.4 0.5 0.6\n"
    "0.5 0.6 0.1\n0.5 0.61 0.1\n0.5 0.62 0.1\n";
const std::string kBody =
    "BODYSET 1\nsegments 4 effectors 2 problems 1\n"
    "segment spine -1 0 0.5 0\n"
    "segment arm 0 0.3 0 0.1\n"
    "segment leg -1 0.1 -0.9 0\n"
    "segment hand 1 0.1 0 0.05\n"
    "effectors hand leg\n"
    "0.4 0.5 0.1  0.1 -0.9 0\n";

Result<ProblemSet> parse(const std::string& text) { return parse_problem_set(text, "set"); }

Eigen::Quaterniond eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

double distance(const Vec3& a, const Eigen::Vector3d& b) { return (eigen(a) - b).norm(); }

TEST(ProblemSet, ArmsMoveAsTheFormatSays) {
  const Result<ProblemSet> set = parse(kArm);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->kind, ProblemKind::Arm);
  EXPECT_EQ(set->count, 2u);
  const Skeleton& arm = set->skeleton.front();
  EXPECT_EQ(arm.name(set->tips.front()), "tool");
  EXPECT_EQ(arm.freedom_count(), 3);
  EXPECT_EQ(arm.freedom(2).limits, (Range{-1, 1.5}));

  const std::vector<double> q = {0.7, 0.3, -0.6};
  using Affine3 = Eigen::Affine3d;
  const auto turn = [](double x, double y, double z, double w) { return Eigen::Quaterniond(w, x, y, z); };
  const Affine3 wanted = Eigen::Translation3d(0.1, 0.2, 0.3) * turn(0.5, 0.5, 0.5, 0.5) *
                         Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()) * Eigen::Translation3d(0, 0.4, 0) *
                         Eigen::Translation3d(q[1] * Eigen::Vector3d(0, 0.6, 0.8)) * Eigen::Translation3d(0.2, 0, 0.1) *
                         turn(std::sqrt(0.5), 0, 0, std::sqrt(0.5)) *
                         Eigen::AngleAxisd(q[2], Eigen::Vector3d::UnitX()) * Eigen::Translation3d(0, 0, 0.25) *
                         turn(0, 0.6, 0, 0.8);
  Frames frames(arm);
  forward(arm, q, frames);
  const Transform tip = frames.world_from_joint(set->tips.front());
  EXPECT_LT(distance(tip.translation, wanted.translation()), 1e-15);
  EXPECT_LT((eigen(tip.rotation).toRotationMatrix() - wanted.linear()).norm(), 1e-15);

  const Transform target = set->targets_of(1).front();
  EXPECT_EQ(target.translation, (Vec3{4, 5, 6}));
  EXPECT_EQ(target.rotation, (Quat{0, 0, 1, 0}));  // made of unit length
  EXPECT_EQ(set->start_of(1)[2], -0.3);
  EXPECT_EQ(set->warm_start_of(0)[0], 0.4);
  EXPECT_EQ(set->warm_start_of(1)[1], 0.5);
}

TEST(ProblemSet, AnArmsTipMayBeNamedLikeAJoint) {
  std::string text = kArm;
  text.replace(text.find("tip tool"), 8, "tip base");
  const Result<ProblemSet> set = parse(text);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->tips.front().index, 3);
}

TEST(ProblemSet, TwoBoneLimbsMoveAsTheFormatSays) {
  const Result<ProblemSet> set = parse(kTwoBone);
  ASSERT_TRUE(set) << set.error();
  ASSERT_EQ(set->two_bones.size(), 2u);
  const TwoBoneProblem& problem = set->two_bones[0];
  EXPECT_TRUE(problem.reachable);
  EXPECT_FALSE(set->two_bones[1].reachable);
  EXPECT_EQ(problem.target, (Vec3{1.5, 2.1, 3}));
  EXPECT_EQ(problem.pole, kUnitZ);
  const Result<Skeleton> limb = two_bone_skeleton(problem);
  ASSERT_TRUE(limb) << limb.error();
  const Quat root = problem.world_from_root.rotation, mid = from_axis_angle(kUnitZ, problem.bend);
  const double pose[] = {root.x, root.y, root.z, root.w, mid.x, mid.y, mid.z, mid.w};
  Frames frames(*limb);
  forward(*limb, pose, frames);
  const Eigen::Affine3d wanted = Eigen::Translation3d(1, 2, 3) * Eigen::Quaterniond(0.8, 0, 0, 0.6) *
                                 Eigen::Translation3d(0.5, 0, 0) * Eigen::AngleAxisd(1.2, Eigen::Vector3d::UnitZ()) *
                                 Eigen::Translation3d(0.4, 0, 0);
  EXPECT_LT(distance(frames.position(limb->joint("end")), wanted.translation()), 1e-15);
}

/// The tip of two links of half a metre, turned by rotation vectors.
Eigen::Vector3d two_links(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const auto turn = [](const Eigen::Vector3d& v) { return Eigen::AngleAxisd(v.norm(), v.normalized()); };
  const Eigen::Affine3d tip = turn(a) * Eigen::Translation3d(0.5, 0, 0) * turn(b) * Eigen::Translation3d(0.5, 0, 0);
  return tip.translation();
}

TEST(ProblemSet, ChainsStartWhereTheirRotationVectorsSay) {
  const Result<ProblemSet> set = parse(kChain);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->kind, ProblemKind::Chain);
  const Skeleton& chain = set->skeleton.front();
  Frames frames(chain);
  forward(chain, set->start_of(0), frames);
  EXPECT_LT(distance(frames.position(set->tips.front()), two_links({0.3, 0.2, 0.1}, {-0.4, 0.5, 0.6})), 1e-15);
  forward(chain, set->start_of(1), frames);
  EXPECT_LT(distance(frames.position(set->tips.front()), {0.5, 0.5, 0}), 1e-15);
  EXPECT_EQ(set->targets_of(1).front().translation, (Vec3{0.1, 0.2, 0.3}));
}

TEST(ProblemSet, TracksHaveOneStartForAllFrames) {
  const Result<ProblemSet> set = parse(kTrack);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->kind, ProblemKind::Track);
  EXPECT_EQ(set->count, 3u);
  EXPECT_EQ(set->start_of(0).data(), set->start_of(2).data());
  const Skeleton& chain = set->skeleton.front();
  Frames frames(chain);
  forward(chain, set->start_of(2), frames);
  EXPECT_LT(distance(frames.position(set->tips.front()), two_links({0.3, 0.2, 0.1}, {-0.4, 0.5, 0.6})), 1e-15);
  EXPECT_EQ(set->targets_of(2).front().translation, (Vec3{0.5, 0.62, 0.1}));
}

TEST(ProblemSet, BodiesHangTogetherAsTheFormatSays) {
  const Result<ProblemSet> set = parse(kBody);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->kind, ProblemKind::Body);
  const Skeleton& body = set->skeleton.front();
  ASSERT_EQ(set->tips.size(), 2u);
  Pose pose{{set->start_of(0).begin(), set->start_of(0).end()}};
  EXPECT_EQ(pose, body.rest_pose());
  const auto turn = [&](const char* joint, const Vec3& v) {
    set_joint_rotation(body, body.joint(joint), exp(v), pose.q);
    return Eigen::AngleAxisd(eigen(v).norm(), eigen(v).normalized());
  };
  const auto spine = turn("spine", {0.1, 0.2, 0.3}), arm = turn("arm", {-0.5, 0.4, 0.2});
  const auto hand = turn("hand", {0.7, -0.3, 0.1}), leg = turn("leg", {0.2, 0.2, -0.4});
  Frames frames(body);
  forward(body, pose, frames);
  const Eigen::Affine3d wrist = spine * Eigen::Translation3d(0, 0.5, 0) * arm * Eigen::Translation3d(0.3, 0, 0.1) *
                                hand * Eigen::Translation3d(0.1, 0, 0.05);
  const Eigen::Vector3d foot = leg * Eigen::Vector3d(0.1, -0.9, 0);
  EXPECT_LT(distance(frames.position(set->tips[0]), wrist.translation()), 1e-15);
  EXPECT_LT(distance(frames.position(set->tips[1]), foot), 1e-15);
  EXPECT_EQ(set->targets_of(0)[1].translation, (Vec3{0.1, -0.9, 0}));
}

TEST(ProblemSet, CommentsAndBlankLinesDoNotCount) {
  std::string text = "# made by hand\r\n\n";
  for (const char c : kChain) text += c == '\n' ? std::string("\r\n# and so on\r\n\r\n") : std::string(1, c);
  const Result<ProblemSet> set = parse(text);
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->starts, parse(kChain)->starts);
}

/// One thing wrong, and the sentence that says so.
struct Slip {
  const std::string& text;
  const char *right, *wrong, *sentence;
};

TEST(ProblemSet, WhatIsWrongIsToldWithFileAndLine) {
  const Slip slips[] = {
      {kArm, "IKSET 1", "IKSETT 1",
       "set:1: this is no problem set: it should begin with IKSET, TWOBONESET, CHAINSET, TRACKSET or BODYSET"},
      {kArm, "IKSET 1", "IKSET 2", "set:1: the format's version should be a whole number from 1 to 1, not \"2\""},
      {kArm, "IKSET 1", "IKSET 1 0", "set:1: \"0\" is more than the line should have"},
      {kArm, "joints 3", "joints 0", "set:2: joints should be a whole number from 1 to 10000, not \"0\""},
      {kArm, "joints 3", "joints 2147483648",
       "set:2: joints should be a whole number from 1 to 10000, not \"2147483648\""},
      {kArm, "joints 3", "joints 4", "set:6: \"tip\" stands where \"joint\" should be"},
      {kArm, "problems 2", "problems 3", "set:8: problems says 3, found 2"},
      {kArm, "problems 2", "problems 1", "set:8: there are more problems than 1"},
      {kArm, "problems 2", "problem 2", "set:2: \"problem\" stands where \"problems\" should be"},
      {kArm, "joint rail P", "joint rail Q", "set:4: a joint is R (it turns) or P (it slides)"},
      {kArm, "joint rail P", "joint base P", "set:4: a joint of that name has been before"},
      {kArm, "0 3 4  0 0.5", "0 0 0  0 0.5", "set:4: the joint's axis has no length"},
      {kArm, "0 3 4  0 0.5", "0 3 4  0.5 0", "set:4: the joint's lower limit is above its upper one"},
      {kArm, "0 3 4  0 0.5", "0 3 4  0", "set:4: the joint's limits should be 2 numbers, found 1"},
      {kArm, "0.5 0.5 0.5 0.5", "0 0 0 0", "set:3: the joint's place has no length"},
      {kArm, "0 0 2 0", "0 0 nan 0", "set:8: \"nan\" is not a finite number"},
      {kArm, "0.1 0.2 0.3  0.4 0.5 0.6", "0.1 0.2 0.3  0.4 0.5", "set:7: the warm seed should be 3 numbers, found 2"},
      {kArm, "0.4 0.5 0.6", "0.4 0.5 0.6 0.7", "set:7: \"0.7\" is more than the line should have"},
      {kTwoBone, "1  1 2 3", "2  1 2 3", "set:3: reachable should be a whole number from 0 to 1, not \"2\""},
      {kTwoBone, "0.5 0.4  1.2", "-0.5 0.4  1.2", "set:3: the bones' lengths must be positive"},
      {kTwoBone, "0.5 0.4  1.2", "0 0  1.2", "set:3: the bones' lengths must be positive"},
      {kTwoBone, "0 0 2", "0 0 0", "set:3: the pole has no length"},
      {kTwoBone, "3 0 0  0 1 0", "3 0 0  0", "set:4: the pole should be 3 numbers, found 1"},
      {kChain, "links 2", "links 10001", "set:2: links should be a whole number from 1 to 10000, not \"10001\""},
      {kChain, "links 2", "links 10000", "set:3: a joint's rotation vector should be 3 numbers, found 0"},
      {kChain, "0.3 0.2 0.1", "0.3 1e300 0.1", "set:3: a joint's rotation vector is too long"},
      {kTrack, "frames 3", "frames 4", "set:6: frames says 4, found 3"},
      {kTrack, "start", "begin", "set:3: \"begin\" stands where \"start\" should be"},
      {kBody, "arm 0", "arm 1", "set:4: the parent should be a whole number from -1 to 0, not \"1\""},
      {kBody, "segment leg", "segment arm", "set:5: a segment of that name has been before"},
      {kBody, "hand leg", "hand foot", "set:7: an effector is no segment"},
      {kBody, "hand leg", "hand hand", "set:7: an effector is named twice"},
      {kBody, "effectors 2", "effectors 5", "set:2: effectors should be a whole number from 1 to 4, not \"5\""},
      {kBody, "-0.9 0\n", "-0.9 zero\n", "set:5: \"zero\" is not a finite number"},
  };
  for (const Slip& slip : slips) {
    std::string text = slip.text;
    const std::size_t at = text.find(slip.right);
    ASSERT_NE(at, std::string::npos) << slip.right;
    text.replace(at, std::string(slip.right).size(), slip.wrong);
    EXPECT_EQ(parse(text).error(), slip.sentence) << slip.right << " -> " << slip.wrong;
  }
  EXPECT_EQ(parse("").error(), "set:1: the file ends where IKSET, TWOBONESET, CHAINSET, TRACKSET or BODYSET should be");
}

TEST(ProblemSet, APromiseOfManyProblemsCostsNothing) {
  EXPECT_EQ(parse("CHAINSET 1\nlinks 10000 problems 100000000\n").error(), "set:2: problems says 100000000, found 0");
}

TEST(ProblemSet, ATextThatIsCutShortIsRefusedWhole) {
  for (const std::string* text : {&kArm, &kTwoBone, &kChain, &kTrack, &kBody}) {
    for (std::size_t length = 0; length < text->size(); ++length) {
      const Result<ProblemSet> set = parse(text->substr(0, length));
      // Cut within its very last word it may still be right.
      if (set) {
        EXPECT_EQ(text->find_first_of(" \n", length), text->size() - 1);
      } else {
        EXPECT_TRUE(set.error().starts_with("set:")) << set.error();
      }
    }
  }
}

TEST(ProblemSet, ReadsFiles) {
  const std::string path = testing::TempDir() + "kine_problem_set.txt";
  std::ofstream(path) << kBody;
  EXPECT_TRUE(read_problem_set(path));
  std::ofstream(path) << "CHAINSET 1\nlinks two\n";
  EXPECT_EQ(read_problem_set(path).error(), path + ":2: links should be a whole number from 1 to 10000, not \"two\"");
  std::remove(path.c_str());
  EXPECT_EQ(read_problem_set(path).error(), path + ": cannot be read: No such file or directory");
}

}  // namespace
}  // namespace kine
