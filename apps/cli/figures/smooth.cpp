// Plots of things that should be smooth: a knee on the way to full stretch, and the drift of a velocity solver.
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/problems.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/geometry/two_bone_kernel.h"
#include "kine/solve/velocity.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

constexpr double kThigh = 0.45, kShank = 0.40;
constexpr std::string_view kColours[] = {colour::kPink, colour::kYellow, colour::kTeal, colour::kLeft};

/// The knee's bend in degrees while the foot's target goes straight away from the hip.
Series knee(double softness, std::string_view colour) {
  const long hundredths = std::lround(100 * softness);
  Series series{"softness " +
                    std::string(hundredths == 0   ? "0"
                                : hundredths < 10 ? "0.0"
                                                  : "0.") +
                    (hundredths == 0 ? "" : std::to_string(hundredths == 10 ? 1 : hundredths)),
                {colour, Mark::None},
                {}};
  const geometry::TwoBoneLimb<double> limb{.upper = kThigh, .lower = kShank};
  const geometry::TwoBonePose<double> present{{}, {}, from_axis_angle(kUnitZ, 0.5)};
  const double whole = kThigh + kShank;
  for (int i = 0; i <= 200; ++i) {
    const double distance = whole * (0.80 + 0.25 * i / 200);
    geometry::TwoBoneOptions<double> options;
    options.pole = kUnitY;
    options.softness = softness;
    const auto solution = geometry::solve_two_bone(limb, present, Vec3{distance, 0, 0}, options);
    series.points.push_back({distance / whole, degrees(angle_of(solution.mid_rotation))});
  }
  return series;
}

/// How far the tip is off a circle that it follows by speeds, in millimetres, a frame in 10.
Series drift(double beta, std::string name, std::string_view colour) {
  progress("drift: " + name);
  constexpr double kH = 0.01, kRadius = 0.06;
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip = arm.joint("tip");
  Pose pose = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, pose, frames);
  const Transform begin = frames.world_from_joint(tip);
  const Vec3 centre = begin.translation - Vec3{0, kRadius, 0};
  std::vector<double> speeds(static_cast<std::size_t>(arm.freedom_count()));
  Scratch scratch(std::size_t{1} << 20);
  Series series{std::move(name), {colour, Mark::None}, {}};
  for (int frame = 0; frame <= 1000; ++frame) {
    constexpr double kTurn = kTwoPi / 250;  // radians per frame: four times round
    const SinCos now = sin_cos(kTurn * frame), next = sin_cos(kTurn * (frame + 1));
    const Vec3 here = centre + Vec3{kRadius * now.sin, kRadius * now.cos, 0};
    const Vec3 there = centre + Vec3{kRadius * next.sin, kRadius * next.cos, 0};
    forward(arm, pose, frames);
    const double off = 1e3 * length(frames.position(tip) - here);
    if (frame % 10 == 0 && frame > 0) series.points.push_back({frame * kH, off});
    const Twist velocity{{}, (there - here) / kH};
    const VelocityConstraint wanted[] = {follow_pose(tip, {begin.rotation, here}, velocity)};
    step(arm, wanted, {.h = kH, .beta = beta}, speeds, pose, scratch);
  }
  return series;
}

}  // namespace

Picture plot_of_softness(int) {
  std::vector<Series> all;
  constexpr double kSoftness[] = {0, 0.02, 0.05, 0.1};
  for (std::size_t i = 0; i < 4; ++i) all.push_back(knee(kSoftness[i], kColours[i]));
  Svg svg(780, 460, "The bend of a knee on the way to full stretch, with and without softening");
  const std::string lines[] = {"A foot is pulled straight away from the hip; thigh 0.45 m, shank 0.40 m.",
                               "Without softening the knee's speed has no bound where the leg becomes straight."};
  draw_heading(svg, "Softening near full stretch", lines);
  Chart chart(svg, {72, 128}, 510, 264,
              {.title = "distance of the target from the hip, of the leg's length",
               .from = 0.8,
               .to = 1.05,
               .ticks = steps(0.8, 1.05, 0.05)},
              {.title = "bend of the knee", .from = 0, .to = 80, .ticks = steps(0, 80, 20, "°")});
  chart.guide({1, 0}, {1, 80});
  chart.note({1, 80}, {6, 16}, "full stretch");
  for (const Series& series : all) chart.draw(series);
  draw_legend(svg, {608, 150}, all);
  return {"softness.svg", svg.str(), "a knee on the way to full stretch"};
}

Picture plot_of_drift(int) {
  std::vector<Series> all;
  all.push_back(drift(0, "β = 0: speeds alone", kColours[0]));
  all.push_back(drift(0.05, "β = 0.05", kColours[1]));
  all.push_back(drift(0.5, "β = 0.5, the default", kColours[2]));
  all.push_back(drift(1, "β = 1", kColours[3]));
  Svg svg(820, 460, "Drift of the tip with and without correction");
  const std::string lines[] = {
      "The tip of the arm with seven hinges goes round a circle of 6 cm four times, frames of 10 ms.",
      "Joints move in straight lines, the tip does not: β of the gap is taken back each frame."};
  draw_heading(svg, "Drift of the velocity solver", lines);
  Chart chart(svg, {72, 128}, 500, 264, {.title = "seconds", .from = 0, .to = 10, .ticks = steps(0, 10, 2)},
              {.title = "off the circle, mm",
               .from = 1e-3,
               .to = 10,
               .logarithmic = true,
               .ticks = {{1e-3, "0.001"}, {1e-2, "0.01"}, {1e-1, "0.1"}, {1, "1"}, {10, "10"}}});
  for (const Series& series : all) chart.draw(series);
  draw_legend(svg, {598, 150}, all);
  return {"drift.svg", svg.str(), "drift of the velocity solver"};
}

}  // namespace kine::cli
