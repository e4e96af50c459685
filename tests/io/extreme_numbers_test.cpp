// Numbers that a file format cannot hold: every writer either refuses them with a sentence or writes a file that reads
// back, with limits that are as they were or none.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/io/load.h"
#include "kine/io/urdf.h"
#include "kine/model/pose.h"

namespace kine {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSizes[] = {0,    5e-324, 1e-300, 1e-12, 0.5,   3,     1e6,   1.7453e12, 1.7454e12,
                             1e15, 1e16,   3e17,   1e19,  1e100, 1e300, 1e306, kLargest,  kInfinity};

double draw_number() {
  const double size = *rc::gen::elementOf(std::vector<double>(std::begin(kSizes), std::end(kSizes)));
  return *rc::gen::arbitrary<bool>() ? size : -size;
}
double draw_finite() {
  const double number = draw_number();
  return std::isfinite(number) ? number : kLargest;
}
Range draw_range() {
  double a = draw_number(), b = draw_number();
  if (a > b) std::swap(a, b);
  return {a == kInfinity ? -kInfinity : a, b == -kInfinity ? kInfinity : b};
}

/// A root with a hinge and an Euler joint on it.
Result<Skeleton> draw_skeleton(double length) {
  Joint root{.name = "root", .kind = JointKind::Free};
  Joint hinge{.name = "hinge", .parent = "root", .kind = JointKind::Hinge};
  hinge.rest.translation = {0, length, 0};
  hinge.axes[0].limits = draw_range();
  Joint euler{.name = "euler", .parent = "hinge", .kind = JointKind::Euler};
  euler.rest.translation = {0, length, 0};
  euler.euler_axes = {kUnitZ, kUnitY, kUnitX};
  euler.euler_count = 3;
  for (std::size_t k = 0; k < 3; ++k) euler.axes[k].limits = draw_range();
  const Joint joints[] = {root, hinge, euler};
  return Skeleton::build(joints);
}

/// Which limits lie beyond what an ASF file has room for.
bool fits(double angle) { return std::abs(degrees(angle)) <= 1e14; }
bool near(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 + 1e-12 * std::abs(a); }

RC_GTEST_PROP(ExtremeNumbers, LimitsOfAnAsfAreAsTheyWereOrNone, ()) {
  const Result<Skeleton> skeleton = draw_skeleton(0.5);
  RC_PRE(skeleton.ok());
  std::vector<std::string> notes;
  const Result<std::string> written = write_asf(*skeleton, {.notes = &notes});
  RC_ASSERT(written.ok());
  const Result<Scene> read = read_asf(*written, "a.asf");
  if (!read) RC_FAIL(read.error());
  std::size_t lost = 0;
  for (const char* name : {"hinge", "euler"}) {
    const JointId before = skeleton->joint(name), after = read->skeleton.joint(name);
    RC_ASSERT(after.valid());
    for (int k = 0; k < skeleton->axis_count(before); ++k) {
      const Range was = skeleton->description(before).axes[static_cast<std::size_t>(k)].limits;
      const Range is = read->skeleton.description(after).axes[static_cast<std::size_t>(k)].limits;
      RC_ASSERT((fits(was.lower) ? near(was.lower, is.lower) : is.lower == -kInfinity));
      RC_ASSERT((fits(was.upper) ? near(was.upper, is.upper) : is.upper == kInfinity));
      const auto is_lost = [](double end) { return std::isfinite(end) && !fits(end); };
      lost += is_lost(was.lower) || is_lost(was.upper) ? 1 : 0;
    }
  }
  RC_ASSERT(notes.size() == lost);
}

RC_GTEST_PROP(ExtremeNumbers, EveryWriterRefusesThemOrWritesWhatCanBeRead, ()) {
  const Result<Skeleton> skeleton = draw_skeleton(std::abs(draw_finite()));
  RC_PRE(skeleton.ok());
  Clip clip(*skeleton, "clip", *rc::gen::element(1e-300, 1e-9, 30.0, 1e9, 1e300, kLargest));
  for (int frame = 0; frame < 2; ++frame) {
    std::vector<double> pose(skeleton->rest_pose().q);
    for (std::size_t i = 4; i < pose.size(); ++i) pose[i] = draw_finite();
    clip.append(pose);
  }
  const Scene scene{.name = "scene", .skeleton = *skeleton, .clips = {clip}, .notes = {}};
  const std::pair<const char*, Result<std::string>> outputs[] = {{"a.bvh", write_bvh(*skeleton, clip)},
                                                                 {"a.asf", write_asf(*skeleton)},
                                                                 {"a.glb", write_glb(scene)},
                                                                 {"a.gltf", write_gltf(scene)}};
  for (const auto& [name, bytes] : outputs) {
    if (!bytes) {
      RC_ASSERT(!bytes.error().empty());
      continue;
    }
    const std::vector<NamedFile> files{{name, *bytes}};
    const Result<Scene> read = load_scene(std::span<const NamedFile>(files));
    if (!read) RC_FAIL(read.error());
    for (const Clip& each : read->clips)
      for (int frame = 0; frame < each.frame_count(); ++frame)
        for (const double value : each.pose(frame)) RC_ASSERT(std::isfinite(value));
  }
  const Result<std::string> amc = write_amc(*skeleton, clip);
  RC_ASSERT(amc.ok() || !amc.error().empty());
}

TEST(ExtremeNumbers, OfAUrdfDoNotLockAnAsf) {
  const std::string text =
      R"(<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/>)"
      R"(<child link="b"/><axis xyz="0 0 1"/><limit lower="-1e16" upper="1e18" effort="1" velocity="1"/></joint></robot>)";
  const Result<Scene> robot = read_urdf(text, "r.urdf");
  ASSERT_TRUE(robot.ok()) << robot.error();
  std::vector<std::string> notes;
  const Result<std::string> asf = write_asf(robot->skeleton, {.notes = &notes});
  ASSERT_TRUE(asf.ok()) << asf.error();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("\"j\""), std::string::npos) << notes[0];
  const Result<Scene> again = read_asf(*asf, "r.asf");
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(again->skeleton.description(again->skeleton.joint("j")).axes[0].limits, Range{});
}

}  // namespace
}  // namespace kine
