// The humanoid with goals: what priorities do, and when Hybrid moves the trunk.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/figures/plots.h"
#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/full_body.h"
#include "kine/solve/hybrid.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

std::string millimetres(double metres) { return std::to_string(std::lround(1e3 * metres)) + " mm"; }
std::string tenths_of_degrees(double angle) {
  const long tenths = std::lround(10 * degrees(angle));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "°";
}

Scratch plenty() { return Scratch(std::size_t{16} << 20); }

Vec3 position_of(const Skeleton& body, const Pose& pose, JointId joint) {
  Frames frames(body);
  forward(body, pose, frames);
  return frames.position(joint);
}

void draw_target(const Vec3& target, const Camera& camera, std::string_view colour, Svg& svg) {
  const Point2 at = camera(target);
  svg.circle(at, 8, {.stroke = colour, .width = 2});
  svg.line(at - Point2{12, 0}, at + Point2{12, 0}, {.stroke = colour, .width = 1.2});
  svg.line(at - Point2{0, 12}, at + Point2{0, 12}, {.stroke = colour, .width = 1.2});
}

void draw_body_panel(const Skeleton& body, const Pose& pose, const Camera& camera, std::span<const Vec3> targets,
                     std::span<const JointId> tips, Svg& svg) {
  Frames frames(body);
  forward(body, pose, frames);
  draw_humanoid(body, frames, camera, svg);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    svg.line(camera(frames.position(tips[i])), camera(targets[i]),
             {.stroke = colour::kYellow, .width = 1.6, .dash = "3 4"});
    draw_target(targets[i], camera, colour::kYellow, svg);
  }
}

void write_panel(Point2 at, const std::string& name, std::span<const std::string> lines, Svg& svg) {
  svg.text(at, name, {.size = 15, .colour = colour::kText, .anchor = Anchor::Middle, .bold = true});
  for (const std::string& line : lines) {
    at.y += 19;
    svg.text(at, line, {.size = 13, .colour = colour::kMuted, .anchor = Anchor::Middle});
  }
}

/// Standing with the knees bent a little, the soles flat: straight legs have nothing to give.
Pose knees_bent(const Skeleton& body) {
  Pose pose = scenes::standing_pose(body);
  for (const std::string side : {"left_", "right_"}) {
    pose[static_cast<std::size_t>(body.first_value(body.joint(side + "thigh")))] = radians(14.0);
    pose[static_cast<std::size_t>(body.first_value(body.joint(side + "shank")))] = radians(28.0);
    pose[static_cast<std::size_t>(body.first_value(body.joint(side + "foot")))] = radians(14.0);
  }
  return pose;
}

/// How far the chest is turned in the world.
double chest_turn(const Skeleton& body, const Pose& from, const Pose& to) {
  const auto rotation = [&](const Pose& pose) {
    Frames frames(body);
    forward(body, pose, frames);
    return frames.world_from_joint(body.joint("chest")).rotation;
  };
  return angle_of(conjugate(rotation(from)) * rotation(to));
}

}  // namespace

Picture picture_of_priorities(int) {
  const Skeleton body = scenes::humanoid();
  const Pose standing = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, standing, frames);
  const JointId feet[] = {body.joint("left_foot"), body.joint("right_foot")};
  const JointId hand = body.joint("left_hand_tip");
  const Vec3 wanted{0.35, 1.55, 1.62};
  const Vec3 over_feet = (frames.position(feet[0]) + frames.position(feet[1])) * 0.5 + Vec3{0, 0, 0.06};
  Svg svg(1020, 440, "The same goals with one, two and three priorities");
  const std::string panels[] = {"one priority", "feet first", "feet, then balance, then hand"};
  svg.line({30, 344}, {990, 344}, {.stroke = colour::kGrid, .width = 2});
  for (int panel = 0; panel < 3; ++panel) {
    std::vector<Goal> goals;
    for (const JointId foot : feet) goals.push_back(place(foot, frames.world_from_joint(foot)));
    Goal balance = centre_of_mass_at(over_feet, {.priority = 1});
    balance.bounds[1] = Goal::kAnything;
    if (panel == 2) goals.push_back(balance);
    goals.push_back(kine::reach(hand, wanted, {.priority = panel}));
    goals.push_back(hold(standing, {.priority = panel + 1}));
    Pose pose = standing;
    Scratch scratch = plenty();
    kine::solve(body, goals, FullBody{}, pose, scratch);
    const double x = 80 + 340.0 * panel;
    const Camera camera = Camera::y_up(-90, 0, {}, {x, 342}, 140);
    const Vec3 targets[] = {wanted};
    const JointId tips[] = {hand};
    draw_body_panel(body, pose, camera, targets, tips, svg);
    double foot_off = 0;
    for (const JointId foot : feet) {
      foot_off = std::max(foot_off, length(position_of(body, pose, foot) - frames.position(foot)));
    }
    Frames after(body);
    forward(body, pose, after);
    const double ahead = centre_of_mass(body, after).z - over_feet.z;
    const std::string lines[] = {"feet off by " + millimetres(foot_off) + ", hand by " +
                                     millimetres(length(position_of(body, pose, hand) - wanted)),
                                 std::abs(ahead) < 0.5e-3 ? std::string("centre of mass in its place")
                                                          : "centre of mass " + millimetres(std::abs(ahead)) +
                                                                (ahead < 0 ? " behind" : " ahead of") + " its place"};
    write_panel({x + 90, 376}, panels[panel], lines, svg);
  }
  const std::string heading[] = {"The left hand is asked to touch a point that is out of reach while both feet stand."};
  draw_heading(svg, "What priorities do", heading);
  return {"priorities.svg", svg.str(), "the same goals with one, two and three priorities"};
}

Picture picture_of_hybrid(int) {
  const Skeleton body = scenes::humanoid();
  const Pose standing = knees_bent(body);
  Frames frames(body);
  forward(body, standing, frames);
  const JointId hand = body.joint("left_hand");
  const JointId feet[] = {body.joint("left_foot"), body.joint("right_foot")};
  struct Panel {
    std::string name;
    bool hybrid;
    Vec3 target;
  };
  const Vec3 near{0.25, 1.20, 0.42}, far{0.25, 0.95, 0.80};
  const Panel panels[] = {{"Hybrid, a near target", true, near},
                          {"Hybrid, a far target", true, far},
                          {"FullBody, the near target", false, near}};
  Svg svg(1000, 520, "Hybrid moves the trunk only when the arm cannot reach");
  const std::string heading[] = {
      "The left hand reaches, the feet stand. Hybrid leaves the trunk alone while the arm does."};
  draw_heading(svg, "Limbs first, trunk when needed", heading);
  svg.line({30, 424}, {970, 424}, {.stroke = colour::kGrid, .width = 2});
  for (std::size_t i = 0; i < 3; ++i) {
    const Panel& panel = panels[i];
    std::vector<Goal> goals = {kine::reach(hand, panel.target)};
    for (const JointId foot : feet) goals.push_back(place(foot, frames.world_from_joint(foot)));
    Pose pose = standing;
    Scratch scratch = plenty();
    const Report report = panel.hybrid ? kine::solve(body, goals, Hybrid{}, pose, scratch)
                                       : kine::solve(body, goals, FullBody{}, pose, scratch);
    const double x = 150 + 325.0 * static_cast<double>(i);
    const Camera camera = Camera::y_up(-90, 0, {}, {x, 422}, 190);
    const Vec3 targets[] = {panel.target};
    const JointId tips[] = {hand};
    draw_body_panel(body, pose, camera, targets, tips, svg);
    const std::string lines[] = {
        "chest turned by " + tenths_of_degrees(chest_turn(body, standing, pose)) + ", hand off by " +
            millimetres(report.position_error),
        std::to_string(report.iterations) + (report.iterations == 1 ? " iteration" : " iterations")};
    write_panel({x + 25, 456}, panel.name, lines, svg);
  }
  return {"hybrid.svg", svg.str(), "when Hybrid moves the trunk"};
}

}  // namespace kine::cli
