// What the pictures of the paper's walk share: the walk itself, bones and plants.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "apps/cli/figures/paper/paper.h"
#include "kine/kinematics/forward.h"
#include "scenes/scenes.h"

namespace kine::cli {

std::size_t PaperWalk::frame_at(double time) const {
  const auto frame = static_cast<std::size_t>(std::lround(time * rate));
  return std::min(frame, poses.size() - 1);
}

Frames PaperWalk::frames_of(std::size_t frame) const {
  Frames frames(skeleton);
  forward(skeleton, poses[frame], frames);
  return frames;
}

Vec3 PaperWalk::at(std::size_t frame, int foot, const char* part) const {
  return frames_of(frame).position(skeleton.joint(std::string(foot == 0 ? "left_" : "right_") + part));
}

PaperWalk paper_walk(const std::string& terrain, const Stick& stick, double seconds, double rate) {
  PaperWalk record{scenes::humanoid(), {}, {}, {}, rate};
  Pose pose = scenes::standing_pose(record.skeleton);
  const Biped body = *Biped::build(record.skeleton, pose.q);
  const auto ground = *scenes::make_terrain(terrain);
  Scratch scratch(body);
  WalkState state;
  const int count = static_cast<int>(std::lround(seconds * rate));
  for (int k = 0; k <= count; ++k) {
    const WalkReport report =
        walk(body, Gait::paper(), *ground, k > 0 ? stick : Stick{}, k > 0 ? 1 / rate : 0, state, pose.q, scratch);
    record.poses.push_back(pose.q);
    record.plans.push_back(report.plan);
    record.states.push_back(state);
  }
  return record;
}

void draw_bones(const Skeleton& skeleton, const Frames& frames, const Camera& camera, double width, Svg& svg) {
  const auto chain = [&](std::initializer_list<const char*> names, const std::string& side, std::string_view shown) {
    std::vector<Point2> line;
    for (const std::string name : names) {
      const bool middle = name == "pelvis" || name == "abdomen" || name == "chest" || name == "head";
      line.push_back(camera(frames.position(skeleton.joint(middle ? name : side + name))));
    }
    svg.polyline(line, {.stroke = shown, .width = width});
  };
  for (const std::string side : {"left_", "right_"}) {
    const std::string_view shown = side == "left_" ? colour::kLeft : colour::kRight;
    chain({"chest", "upper_arm", "forearm", "hand", "hand_tip"}, side, shown);
    chain({"pelvis", "thigh", "shank", "foot", "toes", "toe_tip"}, side, shown);
    chain({"foot", "heel", "toes"}, side, shown);
  }
  chain({"pelvis", "abdomen", "chest", "head"}, "", colour::kBone);
  const JointId head = skeleton.joint("head");
  svg.circle(camera(frames.position({head, {0, 0.12, 0.02}})), 0.09 * camera.scale(),
             {.stroke = colour::kBone, .width = width});
}

void draw_plant(Point2 at, Svg& svg) {
  const Point2 corners[] = {at, at + Point2{-6, 11}, at + Point2{6, 11}};
  svg.polygon(corners, {.fill = colour::kPink});
}

Camera side_view(const Vec3& centre, Point2 middle, double pixels_per_metre) {
  return {kUnitX, kUnitY, centre, middle, pixels_per_metre};
}

Camera top_view(const Vec3& centre, Point2 middle, double pixels_per_metre) {
  return {-kUnitY, kUnitZ, centre, middle, pixels_per_metre};
}

std::span<const Plot> paper_plots() {
  static constexpr Plot kAll[] = {
      {"figure-1-1", false, paper_figure_1_1}, {"figure-1-2", false, paper_figure_1_2},
      {"figure-1-3", false, paper_figure_1_3}, {"figure-1-4", false, paper_figure_1_4},
      {"figure-1-5", false, paper_figure_1_5}, {"figure-1-6", false, paper_figure_1_6},
      {"figure-1-7", false, paper_figure_1_7}, {"figure-1-8", false, paper_figure_1_8},
      {"strips", false, paper_strips},         {"iterations", false, paper_iterations},
  };
  return kAll;
}

}  // namespace kine::cli
