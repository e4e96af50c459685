// Bipeds from files walk, and what is written of it is measured: the file is read again and its joints are looked up by
// name, as anybody else would.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/formats/gltf_document.h"
#include "kine/io/formats/leaves.h"
#include "kine/io/gltf.h"
#include "kine/io/load.h"
#include "kine/io/urdf.h"
#include "kine/kinematics/forward.h"
#include "kine/motion/gait_fit.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

struct Written {
  double drift = 0, depth = 0, residual = 0, violation = 0;
  int plants = 0;
  double way = 0;
};

Vec3 up_of(const Scene& scene) { return to_vector(scene.up); }

/// A walk of a scene's figure, through a file.
class WrittenWalk {
 public:
  WrittenWalk(const Scene& scene, const std::string& terrain, double seconds)
      : scene_(scene), terrain_(*scenes::make_terrain(terrain)), seconds_(seconds) {}

  void run(Written& out) {
    const Vec3 up = up_of(scene_);
    const Result<BoneMap> map = find_bones(scene_.skeleton, up);
    ASSERT_TRUE(map.ok()) << map.error();
    const Result<WalkingFigure> who = WalkingFigure::build(scene_.skeleton, *map, up);
    ASSERT_TRUE(who.ok()) << who.error();
    const Result<GaitFit> fit = fit_gait(who->body(), Gait{});
    ASSERT_TRUE(fit.ok()) << fit.error();
    std::vector<Leaf> leaves;
    for (int side = 0; side < 2; ++side)
      for (const WalkingFigure::FootPoint* point : {&who->heel(side), &who->toe(side)})
        if (!point->is_joint) leaves.push_back({point->name, point->joint, point->offset});
    Result<Scene> extended = with_leaves(scene_, leaves);
    ASSERT_TRUE(extended.ok()) << extended.error();
    record(*who, fit->gait, extended->skeleton, out);
    const Result<Scene> back = through_a_file(*extended);
    ASSERT_TRUE(back.ok()) << back.error();
    measure(*who, *back, out);
  }

 private:
  static constexpr double kRate = 30;

  void record(const WalkingFigure& who, const Gait& gait, const Skeleton& skeleton, Written& out) {
    clip_ = std::make_unique<Clip>(skeleton, "walk", kRate);
    Scratch scratch(who);
    WalkState state;
    std::vector<double> own(who.body().standing().begin(), who.body().standing().end());
    std::vector<double> pose(who.standing().begin(), who.standing().end());
    for (int k = 0; k <= seconds_ * kRate; ++k) {
      const WalkReport report = walk(who.body(), gait, *terrain_, {1, 0, 0}, k ? 1 / kRate : 0, state, own, scratch);
      who.write(own, pose, scratch);
      clip_->append(pose);
      plans_.push_back(report.plan);
      out.violation = std::max(out.violation, limit_violation(scene_.skeleton, pose));
      for (const LegReport& leg : report.legs) out.residual = std::max(out.residual, leg.position_error);
    }
    out.way = std::hypot(state.course.x, state.course.z);
  }

  Result<Scene> through_a_file(Scene extended) {
    extended.clips = {*clip_};
    if (extended.document) {
      const Result<std::string> bytes = write_glb(extended);
      if (!bytes) return Error{bytes.error()};
      return read_gltf(*bytes, "walk");
    }
    const Result<std::string> text =
        write_bvh(extended.skeleton, *clip_, {.metres_per_unit = extended.metres_per_unit, .decimals = 9});
    if (!text) return Error{text.error()};
    return read_bvh(*text, "walk", {.metres_per_unit = extended.metres_per_unit, .up = extended.up});
  }

  void measure(const WalkingFigure& who, const Scene& back, Written& out) {
    ASSERT_EQ(back.clips.size(), 1U);
    ASSERT_EQ(back.clips[0].frame_count(), static_cast<int>(plans_.size()));
    Frames frames(back.skeleton);
    Shape shape(back.skeleton);
    std::vector<double> pose(static_cast<std::size_t>(back.skeleton.value_count()));
    Vec3 began[4];
    bool open[4] = {};
    for (std::size_t k = 0; k < plans_.size(); ++k) {
      sample(back.skeleton, back.clips[0], static_cast<double>(k) / kRate, pose, shape);
      forward(back.skeleton, pose, shape, frames);
      for (int i = 0; i < 4; ++i) {
        const int side = i / 2;
        const std::string& name = (i % 2 ? who.toe(side) : who.heel(side)).name;
        const Vec3 at = rotate(conjugate(who.figure_from_walk()), frames.position(*back.skeleton.find(name)));
        const bool down = i % 2 ? plans_[k].toe_down[side] : plans_[k].heel_down[side];
        const GroundHit hit = terrain_->at(at.x, at.z);
        if (hit.hit) out.depth = std::max(out.depth, hit.point.y - at.y);
        if (down && !open[i]) began[i] = at, ++out.plants;
        if (down) out.drift = std::max(out.drift, length(at - began[i]));
        open[i] = down;
      }
    }
  }

  const Scene& scene_;
  std::unique_ptr<scenes::Terrain> terrain_;
  double seconds_;
  std::unique_ptr<Clip> clip_;
  std::vector<WalkPlan> plans_;
};

void expect_walks(const Scene& scene, const std::string& name, double seconds = 6) {
  for (const char* terrain : {"flat", "hills:1"}) {
    SCOPED_TRACE(name + " on " + terrain);
    Written out;
    WrittenWalk(scene, terrain, seconds).run(out);
    EXPECT_LE(out.drift, 1e-3);
    EXPECT_LE(out.depth, 1e-3);
    EXPECT_LE(out.residual, 1e-4);
    EXPECT_EQ(out.violation, 0);
    EXPECT_GT(out.plants, 8);
    EXPECT_GT(out.way, 0.3 * seconds * std::sqrt(scene.skeleton.size() / 2));
  }
}

TEST(WalkingFigures, WalkFromBvhInItsUnitsAndAxes) {
  // Our figure as a BVH file, in inches, all joints of three angles.
  const Skeleton skeleton = scenes::humanoid();
  const Clip rest(skeleton, "rest", 30);
  const Result<std::string> text = write_bvh(skeleton, rest, {.metres_per_unit = 0.0254, .order = "ZXY"});
  ASSERT_TRUE(text.ok()) << text.error();
  const Result<Scene> scene = read_bvh(*text, "figure", {.metres_per_unit = 0.0254});
  ASSERT_TRUE(scene.ok()) << scene.error();
  expect_walks(*scene, "bvh");
}

TEST(WalkingFigures, WalkFromAsf) {
  const Skeleton skeleton = scenes::humanoid();
  const Result<std::string> text = write_asf(skeleton);
  ASSERT_TRUE(text.ok()) << text.error();
  const Result<Scene> scene = read_asf(*text, "figure");
  ASSERT_TRUE(scene.ok()) << scene.error();
  expect_walks(*scene, "asf");
}

TEST(WalkingFigures, WalkFromGlbAndKeepItsMesh) {
  const Skeleton skeleton = scenes::humanoid();
  Scene own{.name = "figure", .skeleton = skeleton, .notes = {}};
  const Result<std::string> bytes = write_glb(own);
  ASSERT_TRUE(bytes.ok()) << bytes.error();
  const Result<Scene> scene = read_gltf(*bytes, "figure");
  ASSERT_TRUE(scene.ok()) << scene.error();
  ASSERT_TRUE(scene->document);
  expect_walks(*scene, "glb");
  const std::vector<Leaf> leaves{{"left_foot_spur", scene->skeleton.joint("left_foot"), {0, 0, -0.1}}};
  const Result<Scene> more = with_leaves(*scene, leaves);
  ASSERT_TRUE(more.ok()) << more.error();
  const Result<Scene> again = read_gltf(*write_glb(*more), "again");
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_TRUE(again->skeleton.find("left_foot_spur").ok());
  EXPECT_EQ(again->document->json["meshes"].size(), 1U);
  const std::vector<Leaf> taken{{"left_foot", scene->skeleton.joint("left_foot"), {}}};
  EXPECT_FALSE(with_leaves(*scene, taken).ok());
}

/// A robot of hinges as URDF, Z up and facing +X.
std::string robot_urdf() {
  std::string text = "<robot name=\"walker\"><link name=\"pelvis\"/>";
  const auto joint = [&](const std::string& name, const std::string& parent, const char* xyz, const char* axis,
                         double lower, double upper) {
    text += "<link name=\"" + name + "_link\"/><joint name=\"" + name + "\" type=\"revolute\"><parent link=\"" +
            parent + "\"/><child link=\"" + name + "_link\"/><origin xyz=\"" + xyz + "\"/><axis xyz=\"" + axis +
            "\"/><limit lower=\"" + std::to_string(lower) + "\" upper=\"" + std::to_string(upper) +
            "\" velocity=\"9\" effort=\"99\"/></joint>";
  };
  joint("waist", "pelvis", "0 0 0.1", "0 0 1", -1, 1);
  joint("head_yaw", "waist_link", "0 0 0.5", "0 0 1", -1, 1);
  for (const bool left : {true, false}) {
    const std::string p = left ? "left_" : "right_";
    joint(p + "shoulder", "waist_link", left ? "0 0.2 0.4" : "0 -0.2 0.4", "0 1 0", -2, 2);
    joint(p + "elbow", p + "shoulder_link", "0 0 -0.25", "0 1 0", -2, 0);
    joint(p + "wrist", p + "elbow_link", "0 0 -0.25", "0 1 0", -1, 1);
    joint(p + "hip_yaw", "pelvis", left ? "0 0.09 -0.05" : "0 -0.09 -0.05", "0 0 1", -0.7, 0.7);
    joint(p + "hip_roll", p + "hip_yaw_link", "0.02 0 -0.03", "1 0 0", -0.5, 0.5);
    joint(p + "hip_pitch", p + "hip_roll_link", "0 0 -0.04", "0 1 0", -1.8, 0.7);
    joint(p + "knee", p + "hip_pitch_link", "-0.01 0 -0.36", "0 1 0", -0.1, 2.2);
    joint(p + "ankle_pitch", p + "knee_link", "0 0 -0.36", "0 1 0", -0.9, 0.7);
    joint(p + "ankle_roll", p + "ankle_pitch_link", "0 0 -0.02", "1 0 0", -0.35, 0.35);
  }
  return text + "</robot>";
}

TEST(WalkingFigures, WalkFromUrdf) {
  LoadOptions options;
  options.free_root = true;
  const Result<Scene> scene = read_urdf(robot_urdf(), "robot", options);
  ASSERT_TRUE(scene.ok()) << scene.error();
  expect_walks(*scene, "urdf");
  // Bolted to the world it does not.
  const Result<Scene> bolted = read_urdf(robot_urdf(), "robot");
  const Result<BoneMap> map = find_bones(bolted->skeleton, kUnitZ);
  ASSERT_TRUE(map.ok()) << map.error();
  EXPECT_NE(WalkingFigure::build(bolted->skeleton, *map, kUnitZ).error().find("free to move"), std::string::npos);
}

TEST(WalkingFigures, WalkFromRealFiles) {
  const auto folder = testing::shared_data();
  if (folder.empty()) GTEST_SKIP() << "the folder of real files is not there";
#ifndef __wasi__
  for (const char* name :
       {"asf_amc/cmu_09/09-run.asf", "asf_amc/cmu_14/14.asf", "asf_amc/cmu_35/35.asf", "gltf/CesiumMan.glb",
        "gltf/RiggedFigure.glb", "bvh/makehuman/tpose.bvh", "bvh/imusim/16_15.bvh", "urdf/g1_29dof.urdf",
        "urdf/talos_full_v2.urdf", "urdf/atlas_v4.urdf", "urdf/nao.urdf"}) {
    LoadOptions options;
    options.free_root = true;
    const std::vector<std::string> paths{(folder / name).string()};
    const Result<Scene> scene = load_scene(paths, options);
    ASSERT_TRUE(scene.ok()) << scene.error();
    expect_walks(*scene, name, 5);
  }
#endif
}

TEST(WalkingFigures, SayWhichWayTheyCannotGo) {
  const auto folder = testing::shared_data();
  if (folder.empty()) GTEST_SKIP() << "the folder of real files is not there";
#ifndef __wasi__
  const std::vector<std::string> paths{(folder / "asf_amc/physx_stickman/stickman.asf").string()};
  const Result<Scene> scene = load_scene(paths);
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Vec3 up = up_of(*scene);
  const Result<WalkingFigure> who = WalkingFigure::build(scene->skeleton, *find_bones(scene->skeleton, up), up);
  ASSERT_TRUE(who.ok()) << who.error();
  const Result<GaitFit> fit = fit_gait(who->body(), Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  const auto says = [&](const char* way) { return fit->note.find(way) != std::string::npos; };
  EXPECT_EQ(says("it cannot turn: "), fit->gait.top_turn == 0) << fit->note;
  EXPECT_EQ(says("it cannot walk backwards: "), fit->gait.top_back_speed == 0) << fit->note;
  EXPECT_EQ(says("it cannot step sideways: "), fit->gait.top_side_speed == 0) << fit->note;
#endif
}

}  // namespace
}  // namespace kine
