#include "kine/io/urdf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "kine/io/text/read_file.h"
#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

std::string robot(std::string_view body) { return "<robot name=\"r\">\n" + std::string(body) + "</robot>"; }
std::string links(std::string_view names) {
  std::string text;
  for (const char name : names) text += std::string("<link name=\"") + name + "\"/>\n";
  return text;
}
std::string joint(std::string_view name, std::string_view type, std::string_view parent, std::string_view child,
                  std::string_view inside = "") {
  std::string text;
  text.append("<joint name=\"").append(name).append("\" type=\"").append(type).append("\"><parent link=\"");
  text.append(parent).append("\"/><child link=\"").append(child).append("\"/>").append(inside).append("</joint>\n");
  return text;
}

std::string error_of(std::string_view body) {
  const Result<Scene> scene = read_urdf(robot(body), "r.urdf");
  return scene.ok() ? "" : scene.error();
}

bool says(const Scene& scene, std::string_view words) {
  for (const std::string& note : scene.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

TEST(Urdf, ReadsAnArm) {
  const Result<Scene> scene = read_urdf(R"(<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="x">
  <material name="grey"/>
  <gazebo reference="base"><sensor type="camera"/></gazebo>
  <link name="base"><visual><geometry><mesh filename="package://nowhere/base.dae"/></geometry></visual></link>
  <link name="upper"><inertial><origin xyz="0 0 .5" rpy="1 2 3"/><mass value="2"/></inertial></link>
  <link name="slide"/><link name="tool"/>
  <joint name="lift" type="prismatic">
    <origin xyz="0 0 1"/><parent link="upper"/><child link="slide"/><axis xyz="0 0 -2"/>
    <limit lower="-0.1" upper="0.2" velocity="0.5" effort="1"/>
  </joint>
  <joint name="turn" type="revolute">
    <origin xyz="0.1 0 0.2" rpy="0 0 1.5707963267948966"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2" velocity="3" effort="1"/><dynamics damping="1"/>
  </joint>
  <joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/><origin xyz="0 0 0.3"/></joint>
  <transmission name="t"><joint name="turn"/></transmission>
</robot>)",
                                        "robots/arm.urdf");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->name, "arm");
  EXPECT_EQ(scene->up, Up::Z);
  const Skeleton& skeleton = scene->skeleton;
  ASSERT_EQ(skeleton.joint_count(), 4);
  EXPECT_EQ(skeleton.name({0}), "base");
  EXPECT_EQ(skeleton.name({1}), "turn");
  EXPECT_EQ(skeleton.kind({2}), JointKind::Slider);
  EXPECT_EQ(skeleton.kind({3}), JointKind::Fixed);
  EXPECT_EQ(skeleton.freedom(0).limits, (Range{-1, 2}));
  EXPECT_EQ(skeleton.freedom(0).max_speed, 3);
  EXPECT_EQ(skeleton.freedom(1).max_speed, 0.5);
  EXPECT_EQ(skeleton.mass(), 2);
  EXPECT_EQ(skeleton.description({1}).centre_of_mass, (Vec3{0, 0, 0.5}));
  EXPECT_EQ(find_joint(*scene, "tool")->index, 3);
  EXPECT_EQ(find_joint(*scene, "flange")->index, 3);
  EXPECT_FALSE(find_joint(*scene, "nobody").ok());
  EXPECT_EQ(find_joint(*scene, "tolo").error(), "there is no joint or link \"tolo\"; did you mean \"tool\"?");
  EXPECT_EQ(find_joint(*scene, "trun").error(), "there is no joint or link \"trun\"; did you mean \"turn\"?");

  // turn by 90 degrees about y (which the origin turned to -x of the base), then 0.2 down the slide.
  Frames frames(skeleton);
  forward(skeleton, std::vector<double>{kPi / 2, 0.2}, frames);
  const Vec3 tip = frames.position(JointId{3});
  EXPECT_NEAR(tip.x, 0.1, 1e-15);
  EXPECT_NEAR(tip.y, 1.1, 1e-15);
  EXPECT_NEAR(tip.z, 0.2, 1e-15);
}

TEST(Urdf, RollPitchYawIsTurnedInRossOrder) {
  const Result<Scene> scene =
      read_urdf(robot(links("ab") + joint("j", "fixed", "a", "b", "<origin rpy=\"0.1 0.2 0.3\"/>")), "r");
  ASSERT_TRUE(scene.ok());
  const Quat q = scene->skeleton.description({1}).rest.rotation;
  const Vec3 x = rotate(q, kUnitX);  // the first column of Rz Ry Rx
  EXPECT_NEAR(x.x, std::cos(0.3) * std::cos(0.2), 1e-15);
  EXPECT_NEAR(x.y, std::sin(0.3) * std::cos(0.2), 1e-15);
  EXPECT_NEAR(x.z, -std::sin(0.2), 1e-15);
}

TEST(Urdf, EveryTypeIsAJoint) {
  const Result<Scene> scene = read_urdf(
      robot(links("abcdefgh") + joint("continuous", "continuous", "a", "b", "<limit lower=\"0\" upper=\"1\"/>") +
            joint("floating", "floating", "b", "c") +
            joint("planar", "planar", "c", "d", "<origin xyz=\"0 0 1\"/><axis xyz=\"0 0 2\"/>") +
            joint("ball", "spherical", "d", "e") + joint("universal", "universal", "e", "f") +
            joint("screw", "screw", "f", "g") + joint("fixed", "fixed", "g", "h")),
      "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Skeleton& s = scene->skeleton;
  EXPECT_EQ(s.kind(s.joint("continuous")), JointKind::Hinge);
  EXPECT_EQ(s.freedom(0).limits, Range{});
  EXPECT_EQ(s.kind(s.joint("floating")), JointKind::Free);
  EXPECT_EQ(s.kind(s.joint("planar")), JointKind::Hinge);
  EXPECT_EQ(s.parent(s.joint("planar")), s.joint("planar 2"));
  EXPECT_EQ(s.kind(s.joint("ball")), JointKind::Ball);
  EXPECT_EQ(s.value_count(s.joint("universal")), 2);
  EXPECT_EQ(s.kind(s.joint("screw")), JointKind::Fixed);
  EXPECT_TRUE(says(*scene, "\"screw\" is of the type \"screw\", which is not known"));

  // The plane: values along x and y, then the turn.
  Pose pose = s.rest_pose();
  const auto value = [&](const char* name) -> double& {
    return pose[static_cast<std::size_t>(s.first_value(s.joint(name)))];
  };
  value("planar 1") = 2;
  value("planar 2") = 3;
  value("planar") = kPi / 2;
  Frames frames(s);
  forward(s, pose.q, frames);
  EXPECT_EQ(frames.position(s.joint("planar")), (Vec3{2, 3, 1}));
  EXPECT_NEAR(rotate(frames.rotation(s.joint("planar")), kUnitX).y, 1, 1e-15);
}

TEST(Urdf, ThePlanesSlidersFollowTheAxes) {
  const std::pair<const char*, std::pair<Vec3, Vec3>> cases[] = {
      {"1 0 0", {kUnitY, kUnitZ}}, {"0 1 0", {kUnitZ, kUnitX}}, {"0 0 -1", {kUnitX, -kUnitY}}};
  for (const auto& [axis, directions] : cases) {
    const Result<Scene> scene = read_urdf(
        robot(links("ab") + joint("p", "planar", "a", "b", "<axis xyz=\"" + std::string(axis) + "\"/>")), "r");
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_EQ(scene->skeleton.description({1}).axis, directions.first) << axis;
    EXPECT_EQ(scene->skeleton.description({2}).axis, directions.second) << axis;
  }
}

TEST(Urdf, MimicJointsFollowTheFirstLeader) {
  const std::string tail = "<axis xyz=\"0 0 1\"/><limit lower=\"-10\" upper=\"10\"/>";
  const Result<Scene> scene = read_urdf(
      robot(links("abcdefg") +
            joint("third", "revolute", "a", "b", tail + "<mimic joint=\"second\" multiplier=\"3\" offset=\"1\"/>") +
            joint("second", "prismatic", "a", "c", tail + "<mimic joint=\"first\" multiplier=\"-2\" offset=\"0.5\"/>") +
            joint("first", "revolute", "a", "d", tail) +
            joint("still", "revolute", "a", "e", tail + "<mimic joint=\"first\" multiplier=\"0\" offset=\"0.25\"/>") +
            joint("lost", "revolute", "a", "f", tail + "<mimic joint=\"nobody\"/>") +
            joint("stiff", "fixed", "a", "g", "<mimic joint=\"first\"/>")),
      "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Skeleton& s = scene->skeleton;
  EXPECT_EQ(s.freedom_count(), 3);  // first, still (held), lost
  Pose pose = s.rest_pose();
  pose[static_cast<std::size_t>(s.first_value(s.joint("first")))] = 0.125;
  EXPECT_EQ(joint_value(s, pose.q, s.joint("second")), 0.25);
  EXPECT_EQ(joint_value(s, pose.q, s.joint("third")), 1.75);
  EXPECT_EQ(joint_value(s, pose.q, s.joint("still")), 0.25);
  EXPECT_TRUE(s.freedom(s.freedom_of(s.joint("still"))).fixed);
  EXPECT_TRUE(says(*scene, "\"lost\" mimics \"nobody\", which is not there"));
}

TEST(Urdf, FollowersThatLeaveNoValueLoseTheirLimits) {
  const Result<Scene> scene =
      read_urdf(robot(links("abc") + joint("lead", "revolute", "a", "b", "<limit lower=\"0\" upper=\"1\"/>") +
                      joint("follow", "revolute", "a", "c", "<limit lower=\"5\" upper=\"6\"/><mimic joint=\"lead\"/>")),
                "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_TRUE(says(*scene, "would leave \"lead\", which it mimics, no value"));
  EXPECT_EQ(scene->skeleton.freedom(0).limits, (Range{0, 1}));
}

TEST(Urdf, OddLimitsAreNoted) {
  const Result<Scene> scene =
      read_urdf(robot(links("abcde") + joint("none", "revolute", "a", "b") +
                      joint("empty", "revolute", "a", "c", "<limit effort=\"1\" velocity=\"0\"/>") +
                      joint("swapped", "revolute", "a", "d", "<limit lower=\"1\" upper=\"-1\"/>") +
                      joint("half", "revolute", "a", "e", "<limit upper=\"1\"/>")),
                "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_TRUE(says(*scene, "\"none\" has no limits"));
  EXPECT_TRUE(says(*scene, "\"empty\": its limits name no bounds"));
  EXPECT_TRUE(says(*scene, "\"empty\": its speed limit of 0"));
  EXPECT_TRUE(says(*scene, "\"swapped\""));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(scene->skeleton.freedom(i).limits, Range{});
  EXPECT_EQ(scene->skeleton.freedom(3).limits, (Range{0, 1}));
}

TEST(Urdf, LinkAndJointMayShareAName) {
  const Result<Scene> scene = read_urdf(robot(links("ab") + joint("a", "continuous", "a", "b")), "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->skeleton.name({0}), "a (link)");
  EXPECT_EQ(find_joint(*scene, "a")->index, 1);  // joints come first
  EXPECT_EQ(find_joint(*scene, "b")->index, 1);
}

TEST(Urdf, WhatIsNoTreeIsRefusedWithASentence) {
  EXPECT_EQ(error_of(""), "r.urdf:1: the robot has no links");
  EXPECT_EQ(error_of(links("ab")),
            "r.urdf:3: links \"a\" and \"b\" are both roots: every link but one must be the child of a joint");
  EXPECT_EQ(error_of(links("aa")), "r.urdf:3: two links are named \"a\"");
  EXPECT_EQ(error_of(links("a") + joint("j", "fixed", "a", "z")),
            "r.urdf:3: joint \"j\": its child link \"z\" is not there");
  EXPECT_EQ(error_of(links("a") + joint("j", "fixed", "z", "a")),
            "r.urdf:3: joint \"j\": its parent link \"z\" is not there");
  EXPECT_EQ(error_of(links("abc") + joint("j", "fixed", "a", "c") + joint("k", "fixed", "b", "c")),
            "r.urdf:6: link \"c\" has two parents: joints \"j\" and \"k\"");
  EXPECT_EQ(error_of(links("ab") + joint("j", "fixed", "a", "b") + joint("k", "fixed", "b", "a")),
            "r.urdf:2: no link is a root: the joints go round in a cycle");
  EXPECT_EQ(error_of(links("abc") + joint("j", "fixed", "c", "b") + joint("k", "fixed", "b", "c")),
            "r.urdf:3: link \"b\" lies on a cycle of joints");
  EXPECT_EQ(error_of(links("abc") + joint("j", "fixed", "a", "b") + joint("j", "fixed", "b", "c")),
            "r.urdf:6: two joints are named \"j\"");
  EXPECT_EQ(error_of(links("abc") + joint("j", "revolute", "a", "b", "<mimic joint=\"k\"/>") +
                     joint("k", "revolute", "b", "c", "<mimic joint=\"j\"/>")),
            "r.urdf:5: joint \"j\" mimics itself, by way of others");
  EXPECT_EQ(error_of(links("ab") + joint("j", "revolute", "a", "b", "<mimic joint=\"j\"/>")),
            "r.urdf:4: joint \"j\" mimics itself");
}

TEST(Urdf, BadNumbersAreRefusedWithTheirLine) {
  EXPECT_EQ(error_of(links("ab") + joint("j", "fixed", "a", "b", "<origin xyz=\"1 2\"/>")),
            "r.urdf:4: <origin xyz=\"1 2\">: 3 numbers should stand there");
  EXPECT_NE(error_of(links("ab") + joint("j", "revolute", "a", "b", "<axis xyz=\"0 0 0\"/>")).find("no direction"),
            std::string::npos);
  for (const char* bad : {"<origin xyz=\"1 2 nan\"/>", "<origin rpy=\"1 2 3 4\"/>", "<axis xyz=\"a b c\"/>",
                          "<limit lower=\"x\" upper=\"1\"/>", "<mimic/>", "<mimic joint=\"j\" multiplier=\"1e999\"/>"})
    EXPECT_NE(error_of(links("ab") + joint("j", "revolute", "a", "b", bad)), "") << bad;
  EXPECT_NE(error_of("<link/>"), "");
  EXPECT_NE(error_of(links("a") + "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>"), "");
  EXPECT_FALSE(read_urdf("<sdf/>", "r").ok());
}

TEST(Urdf, UnfilledDefaultsAndTheWorldAreUnderstood) {
  const Result<Scene> scene = read_urdf(
      robot(links("a") + joint("j", "fixed", "world", "a", "<origin xyz=\"$(optenv SOME_XYZ 0.1 0 2)\"/>")), "r");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->skeleton.name({0}), "world");
  EXPECT_EQ(scene->skeleton.description({1}).rest.translation, (Vec3{0.1, 0, 2}));
  EXPECT_TRUE(says(*scene, "is taken as its default") && says(*scene, "\"world\" is not written"));
}

TEST(Urdf, UnitsAndRootAreTheUsersToState) {
  const std::string text = robot(
      links("abc") +
      joint("s", "prismatic", "a", "b", "<origin xyz=\"10 0 0\"/><limit lower=\"-5\" upper=\"5\" velocity=\"2\"/>") +
      joint("h", "continuous", "b", "c", "<mimic joint=\"s\" multiplier=\"3\"/>"));
  const Result<Scene> scene = read_urdf(text, "r", {.metres_per_unit = 0.01, .up = Up::Y, .free_root = true});
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Skeleton& s = scene->skeleton;
  EXPECT_EQ(s.kind({0}), JointKind::Free);
  EXPECT_EQ(scene->up, Up::Y);
  EXPECT_EQ(s.description({1}).rest.translation, (Vec3{0.1, 0, 0}));
  EXPECT_EQ(s.freedom(6).limits, (Range{-0.05, 0.05}));
  EXPECT_EQ(s.freedom(6).max_speed, 0.02);
  EXPECT_NEAR(s.description({2}).axes[0].follows->factor, 300, 1e-12);
}

TEST(Urdf, DeepChainsNeedNoStack) {
  std::string text = "<robot name=\"r\"><link name=\"l0\"/>";
  for (int i = 1; i < 5000; ++i) {
    const std::string me = "l" + std::to_string(i);
    text += "<link name=\"" + me + "\"/>" + joint("j" + std::to_string(i), "fixed", "l" + std::to_string(i - 1), me);
  }
  EXPECT_TRUE(read_urdf(text + "</robot>", "r").ok());
}

TEST(UrdfShared, EveryRobotLoads) {
  for (const std::string& path : testing::shared_files("urdf", {".urdf"})) {
    const Result<std::string> text = read_file(path);
    ASSERT_TRUE(text.ok());
    const Result<Scene> scene = read_urdf(*text, path);
    EXPECT_TRUE(scene.ok()) << scene.error();
  }
}

TEST(UrdfShared, BadRobotsLoadOrAreRefusedWithASentence) {
  for (const std::string& path : testing::shared_files("bad/urdf", {".urdf", ".xml"})) {
    const Result<std::string> text = read_file(path);
    ASSERT_TRUE(text.ok());
    const Result<Scene> scene = read_urdf(*text, path);
    const std::string file = path.substr(path.rfind('/') + 1);
    const bool must_load = file == "T12_wrong_axes.orig.urdf" || file == "humanoid_trailing_nul_spherical.urdf" ||
                           file == "link_and_joint_identical_name.urdf" || file == "one_link.urdf" ||
                           file == "singularity.urdf";
    const bool must_not = file == "fail_pr2_desc_double.urdf" || file == "fail_pr2_desc_loop.urdf" ||
                          file == "fail_pr2_desc_two_trees.urdf" || file == "pr2_desc_vector.xml";
    EXPECT_TRUE(scene.ok() || !must_load) << scene.error();
    EXPECT_FALSE(scene.ok() && must_not) << file;
    EXPECT_TRUE(scene.ok() || scene.error().size() > path.size() + 10);
    std::printf("%s: %s\n", file.c_str(), scene ? "loads" : scene.error().substr(path.size()).c_str());
  }
}

}  // namespace
}  // namespace kine
