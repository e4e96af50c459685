#include "kine/io/bvh.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "kine/io/asf_amc.h"
#include "tests/io/clip_compare.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::ClipGap;
using test::gap;
using test::world;

const std::string kArm =
    "HIERARCHY\n"
    "ROOT Hips\n"
    "{\n"
    "  OFFSET 0 10 0\n"
    "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "  JOINT Mixamo:Arm Left\n"
    "  {\n"
    "    OFFSET 20 0 0\n"
    "    CHANNELS 3 Yrotation Xrotation Zrotation\n"
    "    JOINT Hand\n"
    "    {\n"
    "      OFFSET 2.5e1 0 0\n"
    "      CHANNELS 4 Zposition Xrotation Yrotation Zrotation\n"
    "      End Site\n"
    "      {\n"
    "        OFFSET 0 -8 0\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  JOINT Leg {\n"
    "    OFFSET 0 -1.2e2 0\n"
    "    CHANNELS 1 Xrotation\n"
    "  }\n"
    "}\n"
    "MOTION\n"
    "Frames: 2\n"
    "Frame Time: 0.025\n"
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    "1 2 3 10 20 30 40 -50 60 .5 70 80 -90 15\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Scene read(const std::string& text, const LoadOptions& options = {}) {
  Result<Scene> scene = read_bvh(text, "clips/arm.bvh", options);
  EXPECT_TRUE(scene.ok()) << scene.error();
  return *std::move(scene);
}

std::string refusal(const std::string& text) {
  const Result<Scene> scene = read_bvh(text, "arm.bvh");
  EXPECT_FALSE(scene.ok());
  return scene.error();
}

bool has_note(const Scene& scene, const std::string& part) {
  for (const std::string& note : scene.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

Eigen::Isometry3d turned(const Eigen::Vector3d& shift, const std::string& order, const std::vector<double>& degrees) {
  Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
  t.translate(shift);
  for (std::size_t k = 0; k < order.size(); ++k)
    t.rotate(Eigen::AngleAxisd(degrees[k] * 3.14159265358979323846 / 180, Eigen::Vector3d::Unit(order[k] - 'X')));
  return t;
}

TEST(BvhReader, PlacesJointsAsEigenDoesForMixedOrders) {
  const Scene scene = read(kArm, {.metres_per_unit = 0.01});
  ASSERT_EQ(scene.skeleton.joint_count(), 5);
  const Eigen::Isometry3d hips = turned({1, 12, 3}, "ZXY", {10, 20, 30});
  const Eigen::Isometry3d arm = hips * turned({20, 0, 0}, "YXZ", {40, -50, 60});
  const Eigen::Isometry3d hand = arm * turned({25, 0, 0.5}, "XYZ", {70, 80, -90});
  const Eigen::Isometry3d end = hand * turned({0, -8, 0}, "", {});
  const Eigen::Isometry3d leg = hips * turned({0, -120, 0}, "X", {15});
  const Eigen::Isometry3d* expected[] = {&hips, &arm, &hand, &end, &leg};
  const std::vector<Transform> found = world(scene, 1);
  for (std::size_t i = 0; i < 5; ++i) {
    const Eigen::Vector3d p = expected[i]->translation() * 0.01;
    EXPECT_NEAR(length(found[i].translation - Vec3{p.x(), p.y(), p.z()}), 0, 1e-14) << i;
    const Eigen::Quaterniond q(expected[i]->rotation());
    EXPECT_NEAR(angle_of(conjugate(found[i].rotation) * Quat{q.x(), q.y(), q.z(), q.w()}), 0, 1e-14) << i;
  }
}

TEST(BvhReader, GivesEachJointTheKindOfItsChannels) {
  const Scene scene = read(kArm);
  const Skeleton& s = scene.skeleton;
  EXPECT_EQ(scene.name, "arm");
  EXPECT_EQ(s.kind(s.joint("Hips")), JointKind::Free);
  EXPECT_EQ(s.kind(s.joint("Mixamo:Arm Left")), JointKind::Euler);
  EXPECT_EQ(s.kind(s.joint("Leg")), JointKind::Hinge);
  EXPECT_EQ(s.kind(s.joint("Hand_end")), JointKind::Fixed);
  ASSERT_EQ(scene.clips.size(), 1U);
  EXPECT_EQ(scene.clips[0].frame_count(), 2);
  EXPECT_EQ(scene.clips[0].rate(), 40);
  ASSERT_EQ(scene.clips[0].translations().size(), 1U);
  EXPECT_EQ(scene.clips[0].translations()[0].joint, s.joint("Hand"));
}

TEST(BvhReader, LineEndsMarksAndCaseChangeNothing) {
  const Scene plain = read(kArm);
  const std::string variants[] = {replaced(kArm, "\n", "\r\n"),
                                  replaced(kArm, "\n", "\r"),
                                  "\xef\xbb\xbf" + kArm,
                                  replaced(replaced(kArm, "JOINT", "joint"), "OFFSET", "Offset"),
                                  kArm.substr(0, kArm.size() - 1),
                                  kArm + std::string(3, '\0'),
                                  replaced(kArm, "Frames: 2", "Frames:\t2  "),
                                  replaced(kArm, "\n0 0", "\n\n \t0 0")};
  for (const std::string& text : variants) {
    const Scene scene = read(text);
    EXPECT_EQ(scene.notes, plain.notes);
    const ClipGap g = gap(plain, scene);
    EXPECT_EQ(g.joints, 5);
    EXPECT_LT(g.distance + g.angle, 1e-15);  // the angle of no turn is rounding
  }
}

TEST(BvhReader, GuessesTheUnitAloudAndTakesAStatedOne) {
  struct Case {
    double scale, metres;
  };
  for (const Case& c : {Case{1, 0.01}, Case{0.01, 1}, Case{10, 0.001}, Case{0.1, 0.1}, Case{1 / 2.54, 0.0254},
                        Case{0.01 / kCmuUnit, kCmuUnit}}) {
    const double high = 170 * c.scale;
    const Scene scene = read(
        "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 3 Xrotation Yrotation Zrotation\n End Site\n{ "
        "OFFSET 0 " +
        std::to_string(high) + " 0 } }\nMOTION\nFrames: 1\nFrame Time: 1\n0 0 0\n");
    EXPECT_EQ(scene.metres_per_unit, c.metres) << high;
    EXPECT_TRUE(has_note(scene, "unit"));
    EXPECT_NEAR(figure_height(scene.skeleton, Up::Y), high * c.metres, 1e-7);
  }
  const Scene stated = read(kArm, {.metres_per_unit = 0.5, .up = Up::Z, .rate = 50});
  EXPECT_EQ(stated.metres_per_unit, 0.5);
  EXPECT_EQ(stated.up, Up::Z);
  EXPECT_EQ(stated.clips[0].rate(), 50);
  EXPECT_FALSE(has_note(stated, "unit"));
}

TEST(BvhReader, ReadsWhatIsThereWhereTheFrameCountIsWrong) {
  for (const char* count : {"0", "1", "7", "-1", "2147483647"}) {
    const Scene scene = read(replaced(kArm, "Frames: 2", std::string("Frames: ") + count));
    EXPECT_EQ(scene.clips[0].frame_count(), 2) << count;
    EXPECT_TRUE(has_note(scene, std::string("Frames says "))) << count;
  }
  const Scene cut = read(kArm.substr(0, kArm.size() - 12));
  EXPECT_EQ(cut.clips[0].frame_count(), 1);
  EXPECT_TRUE(has_note(cut, "cut short"));
  EXPECT_EQ(refusal(replaced(kArm, "Frames: 2", "Frames: 2147483648")),
            "arm.bvh:26: the file claims \" 2147483648\" frames: that is more than can be");
}

TEST(BvhReader, MendsWithANote) {
  const Scene fused = read(replaced(kArm, "40 -50", "40-50"));
  EXPECT_TRUE(has_note(fused, "without a blank"));
  EXPECT_LT(gap(read(kArm), fused).angle, 1e-15);
  const Scene still = read(replaced(kArm, "Frame Time: 0.025", "Frame Time: 0"));
  EXPECT_EQ(still.clips[0].rate(), 30);
  EXPECT_TRUE(has_note(still, "Frame Time"));
  const Scene twice = read(replaced(replaced(kArm, "JOINT Hand", "JOINT Hips"), "JOINT Leg", "JOINT Hips"));
  EXPECT_EQ(twice.skeleton.name({2}), "Hips_2");
  EXPECT_EQ(twice.skeleton.name({4}), "Hips_3");
  EXPECT_TRUE(has_note(twice, "2 joints have a name that is taken"));
  const Scene nameless = read(replaced(kArm, "JOINT Leg", "JOINT"));
  EXPECT_TRUE(has_note(nameless, "no name"));
  const Scene no_motion = read(kArm.substr(0, kArm.find("MOTION")));
  EXPECT_TRUE(no_motion.clips.empty());
  EXPECT_TRUE(has_note(no_motion, "no MOTION"));
}

TEST(BvhReader, RefusesWithFileAndLine) {
  EXPECT_EQ(refusal(""), "arm.bvh:1: this is no BVH file: it should begin with HIERARCHY");
  EXPECT_EQ(refusal(replaced(kArm, "CHANNELS 6", "CHANNELS 9")), "arm.bvh:5: CHANNELS says 9, found 6");
  EXPECT_EQ(refusal(replaced(kArm, "CHANNELS 1 X", "CHANNELS 1 W")).substr(0, 33),
            "arm.bvh:22: \"Wrotation\" is no cha");
  EXPECT_EQ(refusal(replaced(kArm, " 70 ", " nan ")), "arm.bvh:29: \"nan\" is not a finite number");
  EXPECT_EQ(refusal(replaced(kArm, " 70 ", " 1e400 ")), "arm.bvh:29: \"1e400\" is not a finite number");
  EXPECT_EQ(refusal(replaced(kArm, " 70 ", " 7,5 ")),
            "arm.bvh:29: \"7,5\" is not a finite number: write decimals with a point, not with a comma");
}

TEST(BvhReader, RefusesRowsOfTheWrongLength) {
  EXPECT_EQ(refusal(replaced(kArm, "0 0 0 0 0 0 0 0 0 0 0 0 0 0\n", "0 0 0\n")),
            "arm.bvh:28: the row has 3 numbers, the channels ask for 14");
  EXPECT_EQ(refusal(replaced(kArm, " 15\n", " 15 16\n")),
            "arm.bvh:29: row 2 has more than the 14 numbers that the channels ask for");
}

TEST(BvhReader, RefusesDeepNesting) {
  const auto nested = [](int depth) {
    std::string text = "HIERARCHY\nROOT a {\n OFFSET 0 0 0\n";
    for (int i = 1; i < depth; ++i) text += "JOINT a {\n OFFSET 1 0 0\n";
    return text + std::string(static_cast<std::size_t>(depth), '}');
  };
  EXPECT_EQ(read(nested(256)).skeleton.joint_count(), 256);
  EXPECT_NE(refusal(nested(257)).find("deeper than 256"), std::string::npos);
  EXPECT_NE(refusal(nested(100000)).find("deeper than 256"), std::string::npos);
}

// ---- writing --------------------------------------------------------------------------------------------------------

Scene written_and_read(const Scene& scene, const BvhOptions& options = {}) {
  const Result<std::string> text = write_bvh(scene.skeleton, scene.clips.at(0), options);
  EXPECT_TRUE(text.ok()) << text.error();
  Result<Scene> again = read_bvh(*text, "again.bvh", {.metres_per_unit = options.metres_per_unit});
  EXPECT_TRUE(again.ok()) << again.error();
  return *std::move(again);
}

TEST(BvhWriter, KeepsPositionsAndRotations) {
  const Scene scene = read(kArm);
  const Scene again = written_and_read(scene);
  EXPECT_EQ(gap(scene, again).joints, 4);  // the name with a blank is another one now
  EXPECT_LT(gap(scene, again).distance, 1e-8);
  EXPECT_LT(gap(scene, again).angle, 1e-7);
  EXPECT_TRUE(again.skeleton.find("Mixamo:Arm_Left").ok());
  EXPECT_EQ(again.clips[0].rate(), 40);
}

TEST(BvhWriter, WritesTheChosenOrderAndUnit) {
  const Scene scene = read(kArm);
  for (const char* order : {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"}) {
    const BvhOptions options{.metres_per_unit = 1, .order = order};
    const Result<std::string> text = write_bvh(scene.skeleton, scene.clips[0], options);
    ASSERT_TRUE(text.ok());
    const std::string channels =
        std::string("CHANNELS 3 ") + order[0] + "rotation " + order[1] + "rotation " + order[2] + "rotation";
    EXPECT_NE(text->find(channels), std::string::npos);
    const Scene again = written_and_read(scene, options);
    EXPECT_LT(gap(scene, again).distance, 1e-7) << order;
    EXPECT_LT(gap(scene, again).angle, 1e-7) << order;
  }
  EXPECT_FALSE(write_bvh(scene.skeleton, scene.clips[0], {.order = "XYX"}).ok());
  EXPECT_FALSE(write_bvh(scene.skeleton, scene.clips[0], {.order = "XY"}).ok());
  EXPECT_FALSE(write_bvh(scene.skeleton, scene.clips[0], {.metres_per_unit = 0}).ok());
}

TEST(BvhWriter, AnglesGoOnFromFrameToFrame) {
  // Turns that wrap at half a turn, and the flip of the outer angles as the middle one passes a quarter turn.
  std::string text =
      "HIERARCHY\nROOT a {\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site {\nOFFSET 0 170 0\n}\n}\n"
      "MOTION\nFrames: 200\nFrame Time: 0.01\n";
  for (int frame = 0; frame < 200; ++frame) {
    const double spin = std::remainder(7.0 * frame, 360), middle = frame;
    if (middle <= 90) {
      text += std::to_string(spin) + " " + std::to_string(middle) + " 20\n";
    } else {
      text += std::to_string(std::remainder(spin + 180, 360)) + " " + std::to_string(180 - middle) + " -160\n";
    }
  }
  const Scene scene = read(text);
  EXPECT_GT(test::largest_angle_step(text), 170);
  const Result<std::string> written = write_bvh(scene.skeleton, scene.clips[0]);
  ASSERT_TRUE(written.ok());
  EXPECT_LT(test::largest_angle_step(*written), 7.001);
  EXPECT_LT(gap(scene, read(*written, {.metres_per_unit = 0.01})).angle, 1e-7);
  // A floating root has a quaternion, whose angles are found anew.
  const Scene floating = read(*written, {.metres_per_unit = 0.01});
  ASSERT_EQ(floating.skeleton.kind({0}), JointKind::Free);
  EXPECT_LT(test::largest_angle_step(*write_bvh(floating.skeleton, floating.clips[0])), 7.001);
}

/// Their names as they come back from a file.
Skeleton without_blanks(std::vector<Joint> joints) {
  for (Joint& joint : joints) {
    joint.name = replaced(joint.name, " ", "_");
    joint.parent = replaced(joint.parent, " ", "_");
    for (AxisSettings& axis : joint.axes)
      if (axis.follows) axis.follows->joint = replaced(axis.follows->joint, " ", "_");
  }
  return *Skeleton::build(joints);
}

TEST(BvhWriter, WritesAnySkeleton) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::Random random(seed);
    const Skeleton skeleton = without_blanks(test::random_joints(random, {.scales = seed % 4 == 0}));
    Scene scene{.name = "any", .skeleton = skeleton, .notes = {}};
    Clip clip(skeleton, "any", 30);
    for (int frame = 0; frame < 5; ++frame) clip.append(test::random_pose(random, skeleton).q);
    scene.clips.push_back(clip);
    const Result<std::string> text = write_bvh(skeleton, clip);
    if (!text) {
      EXPECT_NE(text.error().find("differs by axis"), std::string::npos) << text.error();
      ++refused;
      continue;
    }
    const Scene again = written_and_read(scene);
    EXPECT_EQ(gap(scene, again).joints, skeleton.joint_count());
    EXPECT_LT(gap(scene, again).distance, 1e-6) << seed;
  }
  EXPECT_LE(refused, 10);
}

TEST(BvhWriter, KeepsBonesThatChangeTheirLengthAndScale) {
  const Joint joints[] = {free_joint("root"), ball("arm", "root", {0.5, 0, 0}), ball("hand", "arm", {0.4, 0, 0}),
                          fixed_joint("hand_end", "hand", {0.1, 0, 0})};
  const Skeleton skeleton = *Skeleton::build(joints);
  Scene scene{.name = "growing", .skeleton = skeleton, .notes = {}};
  Clip clip(skeleton, "growing", 30);
  test::Random random(3);
  for (int frame = 0; frame < 4; ++frame) clip.append(test::random_pose(random, skeleton).q);
  const std::size_t longer = clip.add_translations(skeleton, skeleton.joint("arm"));
  const std::size_t larger = clip.add_scales(skeleton, skeleton.joint("arm"));
  for (std::size_t frame = 0; frame < 4; ++frame) {
    const double f = static_cast<double>(frame);
    clip.translations()[longer].values[frame] = {0.5 + 0.1 * f, 0.05 * f, 0};
    clip.scales()[larger].values[frame] = Vec3{1, 1, 1} * (1 + 0.3 * f);
  }
  scene.clips.push_back(clip);
  const Scene again = written_and_read(scene);
  EXPECT_LT(gap(scene, again).distance, 1e-7);
  EXPECT_GT(length(world(again, 3)[2].translation - world(again, 3)[1].translation), 0.75);
}

TEST(BvhWriter, TakesScalesThatDifferByRounding) {
  const auto scaled = [](const Vec3& scale) {
    Joint arm = ball("arm", "root", {0.5, 0, 0});
    arm.rest.scale = scale;
    const Joint joints[] = {free_joint("root"), arm, ball("hand", "arm", {0.4, 0.1, 0})};
    return *Skeleton::build(joints);
  };
  const Skeleton even = scaled({0.7, 0.7, 0.7}), nearly = scaled({0.7, 0.7 + 3e-7, 0.7 - 3e-7});
  const Result<std::string> text = write_bvh(nearly, Clip(nearly, "a", 30));
  ASSERT_TRUE(text.ok()) << text.error();
  EXPECT_EQ(*text, *write_bvh(even, Clip(even, "a", 30)));
  const Skeleton uneven = scaled({0.7, 0.7 + 3e-6, 0.7});
  const Result<std::string> refused = write_bvh(uneven, Clip(uneven, "a", 30));
  EXPECT_NE(refused.error().find("--bake-scale"), std::string::npos) << refused.error();
}

TEST(BvhWriter, RefusesWhatCannotBeWritten) {
  const Scene scene = read(kArm);
  Clip broken = scene.clips[0];
  broken.pose(1)[8] = std::nan("");
  const Result<std::string> text = write_bvh(scene.skeleton, broken);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error(), "frame 1 of the clip has a number that cannot be written");
}

TEST(BvhWriter, WritesTheRestPoseOfAClipWithoutFrames) {
  const Scene scene = read(kArm);
  const Result<std::string> text = write_bvh(scene.skeleton, Clip(scene.skeleton, "none", 30));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(read(*text).clips[0].frame_count(), 1);
}

}  // namespace
}  // namespace kine
