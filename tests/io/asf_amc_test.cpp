#include "kine/io/asf_amc.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>
#include <vector>

#include "kine/io/bvh.h"
#include "kine/io/formats/figure.h"
#include "tests/io/clip_compare.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::gap;
using test::world;

const std::string kAsf =
    "# a comment\n"
    ":version 1.10\n"
    ":name VICON\n"
    ":units\n"
    "  mass 1.0\n"
    "  length 0.45\n"
    "  angle deg\n"
    ":documentation\n"
    "   anything: goes (here\n"
    ":root\n"
    "   order TX TY TZ RX RY RZ\n"
    "   axis XYZ\n"
    "   position 0 0 0\n"
    "   orientation 0 0 0\n"
    ":bonedata\n"
    "  begin\n"
    "    id 1\n    name hip\n    direction 0.6 -0.8 0\n    length 2.5\n    axis 0 0 0  XYZ\n"
    "  end\n"
    "  begin\n"
    "    id 2\n    name femur\n    direction 0 -1 0\n    length 12\n    axis 10 20 30 XYZ\n"
    "    dof rx ry rz\n    limits (-160.0 20.0)\n           (-70.0 70.0)\n           (-60.0 inf)\n"
    "  end\n"
    "  begin\n"
    "    id 3\n    name tibia\n    direction 0 -1 0\n    length 11\n    axis 0 0 20 XYZ\n"
    "    dof rx\n    limits (-10.0 170.0)\n"
    "  end\n"
    "  begin\n"
    "    id 4\n    name foot\n    direction 0 0 1\n    length 3\n    axis -90 0 20 XYZ\n"
    "    dof rx rz\n    limits (-45.0 90.0)(-70.0 20.0)\n"
    "  end\n"
    ":hierarchy\n"
    "  begin\n"
    "    root hip\n    hip femur\n    femur tibia\n    tibia foot\n"
    "  end\n";

const std::string kAmc =
    "#!OML:ASF anything\n"
    ":FULLY-SPECIFIED\n"
    ":DEGREES\n"
    "1\n"
    "root 0 0 0 0 0 0\nfemur 0 0 0\ntibia 0\nfoot 0 0\n"
    "2\n"
    "root 1 20 -3 11 -22 33\nfemur 5.5 -60 170.25\ntibia 44\nfoot -12 17\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Scene read(const std::string& asf, const std::string& amc, const LoadOptions& options = {}) {
  Result<Scene> scene = read_asf(asf, "leg.asf", options);
  EXPECT_TRUE(scene.ok()) << scene.error();
  Result<Clip> clip = read_amc(amc, "leg.amc", *scene, options, scene->notes);
  EXPECT_TRUE(clip.ok()) << clip.error();
  scene->clips.push_back(*std::move(clip));
  return *std::move(scene);
}

std::string asf_refusal(const std::string& text) {
  const Result<Scene> scene = read_asf(text, "leg.asf");
  EXPECT_FALSE(scene.ok());
  return scene.error();
}

std::string amc_refusal(const std::string& text) {
  std::vector<std::string> notes;
  const Scene scene = *read_asf(kAsf, "leg.asf");
  const Result<Clip> clip = read_amc(text, "leg.amc", scene, {}, notes);
  EXPECT_FALSE(clip.ok());
  return clip.error();
}

bool has_note(const Scene& scene, const std::string& part) {
  for (const std::string& note : scene.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

Eigen::Matrix3d zyx(double x, double y, double z) {
  const auto turn = [](double degrees, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(degrees * 3.14159265358979323846 / 180, axis).toRotationMatrix();
  };
  return turn(z, Eigen::Vector3d::UnitZ()) * turn(y, Eigen::Vector3d::UnitY()) * turn(x, Eigen::Vector3d::UnitX());
}

Vec3 metres(const Eigen::Vector3d& p) { return Vec3{p.x(), p.y(), p.z()} * kCmuUnit; }

TEST(AsfReader, BonesTurnByTheirAxisAsEigenSays) {
  const Scene scene = read(kAsf, kAmc);
  const Eigen::Matrix3d root = zyx(11, -22, 33);
  const Eigen::Matrix3d femur_axis = zyx(10, 20, 30), shin_axis = zyx(0, 0, 20), foot_axis = zyx(-90, 0, 20);
  const Eigen::Matrix3d femur = root * femur_axis * zyx(5.5, -60, 170.25) * femur_axis.transpose();
  const Eigen::Matrix3d shin = femur * shin_axis * zyx(44, 0, 0) * shin_axis.transpose();
  const Eigen::Matrix3d foot = shin * foot_axis * zyx(-12, 0, 17) * foot_axis.transpose();
  const Eigen::Vector3d hip(1, 20, -3), knee_start = hip + root * Eigen::Vector3d(1.5, -2, 0);
  const Eigen::Vector3d knee = knee_start + femur * Eigen::Vector3d(0, -12, 0);
  const Eigen::Vector3d ankle = knee + shin * Eigen::Vector3d(0, -11, 0);
  const Eigen::Vector3d toe = ankle + foot * Eigen::Vector3d(0, 0, 3);
  const std::vector<Transform> found = world(scene, 1);
  const Skeleton& s = scene.skeleton;
  const auto at = [&](const char* name) { return found[static_cast<std::size_t>(s.joint(name).index)].translation; };
  EXPECT_LT(length(at("root") - metres(hip)), 1e-14);
  EXPECT_LT(length(at("hip") - metres(hip)), 1e-14);
  EXPECT_LT(length(at("femur") - metres(knee_start)), 1e-14);
  EXPECT_LT(length(at("tibia") - metres(knee)), 1e-14);
  EXPECT_LT(length(at("foot") - metres(ankle)), 1e-14);
  EXPECT_LT(length(at("foot_end") - metres(toe)), 1e-14);
}

TEST(AsfReader, GivesKindsLimitsUnitAndRate) {
  const Scene scene = read(kAsf, kAmc);
  const Skeleton& s = scene.skeleton;
  EXPECT_EQ(s.kind(s.joint("root")), JointKind::Free);
  EXPECT_EQ(s.kind(s.joint("hip")), JointKind::Fixed);
  EXPECT_EQ(s.kind(s.joint("femur")), JointKind::Euler);
  EXPECT_EQ(s.kind(s.joint("tibia")), JointKind::Hinge);
  EXPECT_EQ(s.description(s.joint("foot")).euler_count, 2);
  // The last dof is outermost, and the outermost comes first.
  const Joint& femur = s.description(s.joint("femur"));
  EXPECT_EQ(femur.axes[2].limits, (Range{radians(-160.0), radians(20.0)}));
  EXPECT_EQ(femur.axes[1].limits, (Range{radians(-70.0), radians(70.0)}));
  EXPECT_EQ(femur.axes[0].limits, (Range{radians(-60.0), kInfinity}));
  EXPECT_EQ(s.description(s.joint("foot")).axes[0].limits, (Range{radians(-70.0), radians(20.0)}));
  EXPECT_EQ(scene.metres_per_unit, 0.0254 / 0.45);
  EXPECT_EQ(scene.clips[0].rate(), 120);
  EXPECT_TRUE(has_note(scene, "120 frames a second"));
  EXPECT_TRUE(has_note(scene, "inch"));
  EXPECT_EQ(read(kAsf, kAmc, {.metres_per_unit = 0.1, .rate = 60}).clips[0].rate(), 60);
  EXPECT_EQ(read(kAsf, replaced(kAmc, ":DEGREES", ":SAMPLES-PER-SECOND 30\n:DEGREES")).clips[0].rate(), 30);
}

TEST(AsfReader, ReadsTheDialectsAlike) {
  const Scene plain = read(kAsf, kAmc);
  const auto same = [&](const std::string& asf, const std::string& amc) {
    return gap(plain, read(asf, amc)).distance + gap(plain, read(asf, amc)).angle;
  };
  EXPECT_LT(same(replaced(kAsf, "\n", "\r\n"), replaced(kAmc, "\n", "\r\n")), 1e-14);
  EXPECT_LT(same(replaced(kAsf, "\n", "\r"), replaced(kAmc, "\n", "\r")), 1e-14);
  EXPECT_LT(same("\xef\xbb\xbf" + kAsf, "\xef\xbb\xbf" + kAmc), 1e-14);
  EXPECT_LT(same(kAsf, replaced(replaced(kAmc, "\n1\n", "\n128\n"), "\n2\n", "\n# so\n99\n")), 1e-14);
  EXPECT_LT(same(kAsf, replaced(kAmc, "tibia 44\nfoot -12 17\n", "foot -12 17\ntibia 44")), 1e-14);
  const double d = 3.14159265358979323846 / 180;
  const auto rad = [&](double v) { return std::to_string(v * d); };
  EXPECT_LT(same(kAsf, replaced(replaced(kAmc, ":DEGREES", ":RADIANS"),
                                "root 1 20 -3 11 -22 33\nfemur 5.5 -60 170.25\ntibia 44\nfoot -12 17\n",
                                "root 1 20 -3 " + rad(11) + " " + rad(-22) + " " + rad(33) + "\nfemur " + rad(5.5) +
                                    " " + rad(-60) + " " + rad(170.25) + "\ntibia " + rad(44) + "\nfoot " + rad(-12) +
                                    " " + rad(17) + "\n")),
            1e-5);
  const Scene other = read(replaced(kAsf, "order TX TY TZ RX RY RZ", "order RX RY RZ TZ TX TY"),
                           replaced(kAmc, "root 1 20 -3 11 -22 33", "root 11 -22 33 -3 1 20"));
  EXPECT_LT(gap(plain, other).distance, 1e-14);
}

TEST(AsfReader, GivesEveryBoneThreeDofsWhenTheMotionWantsIt) {
  const std::string forced =
      ":FULLY-SPECIFIED\n:FORCE-ALL-JOINTS-BE-3DOF\n:DEGREES\n1\nroot 1 20 -3 11 -22 33\nhip 0 0 0\n"
      "femur 5.5 -60 170.25\ntibia 44 0 0\nfoot -12 0 17\n";
  EXPECT_TRUE(forces_three_dofs(forced));
  EXPECT_FALSE(forces_three_dofs(kAmc));
  const Scene plain = read(kAsf, replaced(kAmc, "1\nroot 0 0 0 0 0 0\nfemur 0 0 0\ntibia 0\nfoot 0 0\n", ""));
  const Scene three = read(kAsf, forced, {.three_dofs = true});
  EXPECT_EQ(three.skeleton.value_count(), 7 + 12);
  EXPECT_LT(gap(plain, three).distance, 1e-14);
  EXPECT_EQ(three.skeleton.description(three.skeleton.joint("foot")).axes[2].limits.upper, radians(90.0));
  // A skeleton that was read as it is keeps what its dofs can take.
  const Scene fewer = read(kAsf, replaced(forced, "tibia 44 0 0", "tibia 44 5 0"));
  EXPECT_LT(gap(plain, fewer).distance, 1e-14);
  EXPECT_TRUE(has_note(fewer, "were left out"));
}

TEST(AsfReader, MendsWithANote) {
  EXPECT_TRUE(has_note(read(replaced(kAsf, "   order TX TY TZ RX RY RZ\n", ""), kAmc), "no order"));
  EXPECT_TRUE(has_note(read(replaced(kAsf, "direction 0 0 1", "direction 0 0 0"), kAmc), "no direction"));
  EXPECT_TRUE(has_note(read(replaced(kAsf, "(-10.0 170.0)", "(170 -10)"), kAmc), "wrong way round"));
  const Scene unit = read(replaced(kAsf, "length 0.45", "length 1"), kAmc);
  EXPECT_TRUE(has_note(unit, "0.0254 m"));
  EXPECT_TRUE(has_note(read(replaced(kAsf, "length 0.45", "length 0.01"), kAmc), "no unit"));
  EXPECT_TRUE(has_note(read(kAsf, replaced(kAmc, ":DEGREES\n", "")), "degrees are taken"));
  const Scene missing = read(kAsf, replaced(kAmc, "tibia 44\n", "") +
                                       "3\nroot 1 20 -3 11 -22 33\nfemur 5.5 -60 "
                                       "170.25\ntibia 44\nfoot -12 17\n");
  EXPECT_EQ(missing.clips[0].frame_count(), 3);
  EXPECT_TRUE(has_note(missing, "the first is frame 2"));
  EXPECT_TRUE(has_note(read(kAsf, kAmc + "tail 3\n"), "does not have"));
  const Scene zeros = read(kAsf, replaced(kAmc, "femur 5.5", "hip 0 -0.0 0e3\nfemur 5.5"));
  EXPECT_TRUE(has_note(zeros, "such as \"hip\""));
  EXPECT_LT(gap(read(kAsf, kAmc), zeros).distance, 1e-14);
  const Scene cut = read(kAsf, kAmc + "3\nroot 1 2");
  EXPECT_EQ(cut.clips[0].frame_count(), 2);
  EXPECT_TRUE(has_note(cut, "cut short"));
}

TEST(AsfReader, RefusesWithFileAndLine) {
  EXPECT_EQ(asf_refusal(replaced(kAsf, "tibia foot", "tibia shoe")),
            "leg.asf:57: the hierarchy names the bone \"shoe\", which is not there");
  EXPECT_EQ(asf_refusal(replaced(kAsf, "tibia foot", "tibia foot femur")),
            "leg.asf:57: the bone \"femur\" has two parents");
  EXPECT_NE(asf_refusal(replaced(kAsf, "    hip femur\n", "    foot femur\n")).find("circle"), std::string::npos);
  EXPECT_NE(asf_refusal(kAsf.substr(0, kAsf.find(":hierarchy"))).find("no :hierarchy"), std::string::npos);
  EXPECT_NE(asf_refusal(replaced(kAsf, "name tibia", "name femur")).find("has been before"), std::string::npos);
  EXPECT_EQ(asf_refusal(replaced(kAsf, "length 11", "length long")),
            "leg.asf:38: the bone's length should be a number, not \"long\"");
  EXPECT_EQ(asf_refusal(replaced(kAsf, "dof rx rz", "dof rx rw")).substr(0, 30), "leg.asf:49: \"rw\" is no dof: th");
  EXPECT_NE(asf_refusal(replaced(kAsf, "dof rx rz", "dof rx rx")).find("named twice"), std::string::npos);
  EXPECT_NE(asf_refusal("hello").find(":hierarchy"), std::string::npos);
}

TEST(AmcReader, RefusesWithFileAndLine) {
  EXPECT_EQ(amc_refusal(replaced(kAmc, "tibia 44", "tibia 44 1 2")),
            "leg.amc:12: bone \"tibia\" has more values than its 1 dof");
  EXPECT_EQ(amc_refusal(replaced(kAmc, "femur 5.5", "hip 0 1\nfemur 5.5")),
            "leg.amc:11: bone \"hip\" has more values than its 0 dofs");
  EXPECT_EQ(amc_refusal(replaced(kAmc, "femur 5.5 -60 170.25", "femur 5.5")),
            "leg.amc:11: bone \"femur\" should have 3 values, found 1");
  EXPECT_EQ(amc_refusal(replaced(kAmc, "20 -3", "nan -3")),
            "leg.amc:10: \"nan\" is not a finite number, for bone \"root\"");
  EXPECT_EQ(amc_refusal(":DEGREES\nroot 1 2 3 4 5 6\n"),
            "leg.amc:2: \"root\" stands where the number of the first frame should be");
  EXPECT_NE(amc_refusal("").find("the file ends"), std::string::npos);
  EXPECT_NE(amc_refusal(":DEGREES\n1\ntail 2\n").find("belongs to another"), std::string::npos);
}

TEST(AmcReader, MemoryDoesNotGrowFasterThanTheFile) {
  std::string asf = kAsf.substr(0, kAsf.find(":bonedata")) + ":bonedata\n", hierarchy = ":hierarchy\nroot";
  for (int i = 0; i < 3000; ++i) {
    const std::string name = "b" + std::to_string(i);
    asf += "begin\nname " + name + "\ndirection 1 0 0\nlength 1\naxis 0 0 0 XYZ\ndof rx ry rz\nend\n";
    hierarchy += " " + name;
  }
  const Scene scene = *read_asf(asf + hierarchy + "\n", "many.asf");
  std::string amc = ":DEGREES\n";
  for (int i = 0; i < 20000; ++i) amc += "1\nb0 1 2 3\n";
  std::vector<std::string> notes;
  const Result<Clip> clip = read_amc(amc, "many.amc", scene, {}, notes);
  ASSERT_FALSE(clip.ok());
  EXPECT_NE(clip.error().find("too few"), std::string::npos);
}

// ---- writing --------------------------------------------------------------------------------------------------------

Scene written_and_read(const Scene& scene, const AsfOptions& options) {
  const Result<std::string> asf = write_asf(scene.skeleton, options);
  EXPECT_TRUE(asf.ok()) << asf.error();
  const Result<std::string> amc = write_amc(scene.skeleton, scene.clips.at(0), options);
  EXPECT_TRUE(amc.ok()) << amc.error();
  return read(*asf, *amc);
}

TEST(AmcWriter, KeepsEveryValue) {
  const Scene scene = read(kAsf, kAmc);
  for (const bool with_rig : {true, false}) {
    const Scene again = written_and_read(scene, {.rig = with_rig ? scene.asf : nullptr});
    EXPECT_EQ(again.metres_per_unit, scene.metres_per_unit);
    EXPECT_LT(gap(scene, again).distance, 1e-9);
    ASSERT_EQ(again.skeleton.value_count(), scene.skeleton.value_count());
    for (int frame = 0; frame < 2; ++frame)
      for (int v = 7; v < scene.skeleton.value_count(); ++v)
        EXPECT_NEAR(scene.clips[0].pose(frame)[static_cast<std::size_t>(v)],
                    again.clips[0].pose(frame)[static_cast<std::size_t>(v)], radians(1e-8));
    for (int i = 0; i < scene.skeleton.joint_count(); ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const Range& a = scene.skeleton.description({i}).axes[k].limits;
        const Range& b = again.skeleton.description({i}).axes[k].limits;
        EXPECT_TRUE(a.lower == b.lower || std::abs(a.lower - b.lower) < 1e-9);
        EXPECT_TRUE(a.upper == b.upper || std::abs(a.upper - b.upper) < 1e-9);
      }
  }
}

TEST(AmcWriter, GoesWithTheFileThatWasRead) {
  const std::string asf = replaced(replaced(kAsf, "order TX TY TZ RX RY RZ", "order RZ RX RY TZ TX TY"),
                                   "orientation 0 0 0", "orientation 15 25 -35");
  const Scene scene = read(asf, replaced(kAmc, "root 1 20 -3 11 -22 33", "root 11 -22 33 -3 1 20"));
  const Result<std::string> amc = write_amc(scene.skeleton, scene.clips[0], {.rig = scene.asf});
  ASSERT_TRUE(amc.ok());
  EXPECT_NE(amc->find("root 11 -22 33 -3 1 20\nfemur 5.5 -60 170.25\ntibia 44\nfoot -12 17\n"), std::string::npos);
}

TEST(AsfWriter, WritesSkeletonsOfOtherKinds) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::Random random(seed);
    std::vector<Joint> joints = test::random_joints(random, {.followers = seed % 2 == 0});
    for (Joint& joint : joints) {
      for (std::string* name : {&joint.name, &joint.parent})
        for (char& c : *name) c = c == ' ' ? '_' : c;
      const bool slides = joint.kind == JointKind::Slider || (joint.kind == JointKind::Free && !joint.parent.empty());
      if (slides) joint.kind = JointKind::Fixed;
      if (joint.kind == JointKind::Free && seed % 3 == 0) joint.kind = JointKind::Ball;
      if (joint.kind == JointKind::Ball || joint.kind == JointKind::Fixed) joint.axes = {};
      for (AxisSettings& axis : joint.axes) axis.follows.reset();
    }
    // Only one root may float.
    for (std::size_t i = 1; i < joints.size(); ++i)
      if (joints[i].kind == JointKind::Free) joints[i].kind = JointKind::Fixed, joints[i].axes = {};
    if (joints[0].kind == JointKind::Free)
      for (std::size_t i = 1; i < joints.size(); ++i)
        if (joints[i].parent.empty()) joints[i].parent = joints[0].name;
    const Result<Skeleton> skeleton = Skeleton::build(joints);
    ASSERT_TRUE(skeleton.ok()) << skeleton.error();
    Scene scene{.name = "any", .skeleton = *skeleton, .notes = {}};
    Clip clip(*skeleton, "any", 60);
    for (int frame = 0; frame < 4; ++frame) clip.append(test::random_pose(random, *skeleton).q);
    scene.clips.push_back(clip);
    const Result<std::string> asf = write_asf(*skeleton), amc = write_amc(*skeleton, clip);
    ASSERT_TRUE(asf.ok()) << asf.error();
    ASSERT_TRUE(amc.ok()) << amc.error();
    const Scene again = read(*asf, *amc, {.metres_per_unit = kCmuUnit});
    EXPECT_EQ(again.clips[0].rate(), 60);
    EXPECT_GE(gap(scene, again).joints, skeleton->joint_count() - 1);  // a floating root is called "root"
    EXPECT_LT(gap(scene, again).distance, 1e-7) << seed;
  }
}

TEST(AsfWriter, TakesABvhFileAcross) {
  const std::string text =
      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
      "JOINT Left\n{\nOFFSET 10 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -80 0\n}\n}\n"
      "JOINT Right\n{\nOFFSET -10 -5 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 -80 9\n}\n}\n"
      "JOINT Up\n{\nOFFSET 0 30 0\nCHANNELS 2 Xrotation Zrotation\nEnd Site\n{\nOFFSET 0 60 0\n}\n}\n}\n"
      "MOTION\nFrames: 2\nFrame Time: 0.01\n"
      "1 90 3 10 20 30 40 50 60 -70 -80 90 15 25\n2 91 3 12 22 32 42 52 62 -72 -82 92 16 26\n";
  const Scene scene = *read_bvh(text, "three.bvh");
  const Scene again = written_and_read(scene, {});
  EXPECT_EQ(gap(scene, again).joints, 6);
  EXPECT_LT(gap(scene, again).distance, 1e-8);
}

TEST(AsfWriter, RefusesWhatTheFormatCannotHold) {
  const Joint sliding[] = {free_joint("root"), slider("lift", "root", {}, kUnitY)};
  EXPECT_NE(write_asf(*Skeleton::build(sliding)).error().find("slides"), std::string::npos);
  const Scene scene = read(kAsf, kAmc);
  Clip stretched = scene.clips[0];
  stretched.add_translations(scene.skeleton, scene.skeleton.joint("foot"));
  EXPECT_NE(write_amc(scene.skeleton, stretched).error().find("length"), std::string::npos);
  EXPECT_FALSE(write_asf(scene.skeleton, {.metres_per_unit = -1}).ok());
}

}  // namespace
}  // namespace kine
