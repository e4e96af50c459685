// Figures 1.1 to 1.3: the hierarchy, the cost of inverting a matrix, and why an orientation seems to be needed.
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/figures/flop_counts.h"
#include "apps/cli/figures/paper/paper.h"
#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

constexpr std::string_view kRing = "#b58cff";

std::string freedoms_of(const Skeleton& skeleton, JointId id) {
  int count = skeleton.axis_count(id);
  if (skeleton.kind(id) == JointKind::Free) count = 6;
  if (skeleton.kind(id) == JointKind::Ball) count = 3;
  return count == 0 ? "" : std::to_string(count);
}

/// All joints, each followed by all that hangs on it.
std::vector<JointId> branch_by_branch(const Skeleton& skeleton) {
  std::vector<JointId> order, left{JointId{0}};
  while (!left.empty()) {
    const JointId id = left.back();
    left.pop_back();
    order.push_back(id);
    for (int i = skeleton.joint_count() - 1; i > id.index; --i)
      if (skeleton.parent(JointId{i}) == id) left.push_back(JointId{i});
  }
  return order;
}

/// The joints below one another, each a step to the right of its parent, with a line up to it.
void draw_tree(const Skeleton& skeleton, Point2 corner, Svg& svg) {
  constexpr double kRow = 18, kStep = 22;
  std::vector<Point2> places(static_cast<std::size_t>(skeleton.joint_count()));
  double y = corner.y;
  for (const JointId id : branch_by_branch(skeleton)) {
    const JointId parent = skeleton.parent(id);
    const Point2 at{parent.valid() ? places[static_cast<std::size_t>(parent.index)].x + kStep : corner.x, y};
    y += kRow;
    if (parent.valid()) {
      const Point2 above = places[static_cast<std::size_t>(parent.index)];
      const Point2 bend[] = {above + Point2{4, 6}, {above.x + 4, at.y - 4}, {at.x - 3, at.y - 4}};
      svg.polyline(bend, {.stroke = colour::kGrid, .width = 1.3});
    }
    const std::string& name = skeleton.name(id);
    const std::string_view shown = name.starts_with("left_")    ? colour::kLeft
                                   : name.starts_with("right_") ? colour::kRight
                                                                : colour::kText;
    svg.text(at, name, {.size = 13, .colour = shown});
    svg.text({corner.x + 250, at.y}, freedoms_of(skeleton, id),
             {.size = 13, .colour = colour::kMuted, .anchor = Anchor::End});
    places[static_cast<std::size_t>(id.index)] = at;
  }
  svg.text({corner.x + 250, corner.y - 22}, "freedoms", {.size = 12, .colour = colour::kMuted, .anchor = Anchor::End});
}

}  // namespace

Picture paper_figure_1_1(int) {
  const Skeleton body = scenes::humanoid();
  Svg svg(860, 580, "The hierarchy of the humanoid, as a figure and as a tree");
  const std::string lines[] = {
      "The root is the pelvis; what hangs on a joint follows it. Heels, toe tips and hand tips",
      "are points to plant or to reach with. Left is blue, right is orange."};
  draw_heading(svg, "Figure 1.1: a hierarchical humanoid", lines);
  Frames frames(body);
  forward(body, scenes::standing_pose(body).q, frames);
  draw_humanoid(body, frames, Camera::y_up(0, 0, {}, {250, 550}, 245), svg);
  draw_tree(body, {560, 120}, svg);
  return {"figure-1-1.svg", svg.str(), "the hierarchy of the humanoid"};
}

Picture paper_figure_1_2(int) {
  Svg svg(920, 470, "Flops to invert a square matrix, by cofactors and by LU");
  const std::string lines[] = {
      "Counted by running both on numbers that count. Cofactors are cheaper up to size 3, LU from 4 on: that is",
      "as in the paper. Cofactors grow factorially and LU by the cube, where it says cubically and by squares."};
  draw_heading(svg, "Figure 1.2: inverting a square matrix", lines);
  Series cofactors{"cofactors", {colour::kRight, Mark::Disc}, {}, "size k: more than k times size k − 1"};
  Series lu{"LU", {colour::kLeft, Mark::Square}, {}, "twice the size: near 8 times"};
  const long by_lu[] = {count_lu_inverse<2>(), count_lu_inverse<3>(), count_lu_inverse<4>(), count_lu_inverse<5>(),
                        count_lu_inverse<6>(), count_lu_inverse<7>(), count_lu_inverse<8>()};
  for (int size = 2; size <= 8; ++size) {
    cofactors.points.push_back({static_cast<double>(size), static_cast<double>(count_cofactor_inverse(size))});
    lu.points.push_back({static_cast<double>(size), static_cast<double>(by_lu[size - 2])});
  }
  Chart chart(svg, {80, 120}, 520, 290, {.title = "size", .from = 1.7, .to = 8.3, .ticks = steps(2, 8, 1)},
              {.title = "flops", .from = 1, .to = 1e7, .logarithmic = true, .ticks = decades(1, 1e7, true)});
  chart.draw(cofactors);
  chart.draw(lu);
  chart.note({3, static_cast<double>(count_cofactor_inverse(3))}, {8, 16}, "51 flops");
  chart.note({6, static_cast<double>(by_lu[4])}, {8, 18}, "619 flops");
  const Series both[] = {cofactors, lu};
  draw_legend(svg, {630, 140}, both);
  return {"figure-1-2.svg", svg.str(), "flops to invert a matrix, by cofactors and by LU"};
}

namespace {

/// A leg whose ankle stays: the knee goes round a circle.
struct KneeRing {
  Vec3 hip, knee, ankle;
  Quat pelvis, thigh;
  const Joint* description;

  /// The turn about the line from the hip to the ankle.
  Quat swivel(double angle) const { return from_axis_angle(normalised(ankle - hip), angle); }
  Vec3 knee_at(double angle) const { return hip + rotate(swivel(angle), knee - hip); }
  /// True if the hip's own limits let the leg be turned so.
  bool allowed(double angle) const {
    const Quat value = conjugate(pelvis * description->rest.rotation) * (swivel(angle) * thigh);
    const auto fit = detail::fit_triple(value, description->euler_axes, {0, 0, 0}, 1e-14);
    for (std::size_t k = 0; k < 3; ++k)
      if (fit[k] < description->axes[k].limits.lower || fit[k] > description->axes[k].limits.upper) return false;
    return true;
  }
};

void draw_ring(const KneeRing& ring, const Camera& camera, Svg& svg) {
  constexpr int kParts = 90;
  for (int i = 0; i < kParts; ++i) {
    const double from = 2 * kPi * i / kParts, to = 2 * kPi * (i + 1) / kParts;
    const bool natural = ring.allowed(0.5 * (from + to));
    svg.line(camera(ring.knee_at(from)), camera(ring.knee_at(to)),
             {.stroke = natural ? colour::kTeal : kRing, .width = natural ? 4.0 : 2.0});
  }
  for (int i = 1; i < 12; ++i) {
    const Vec3 knee = ring.knee_at(2 * kPi * i / 12);
    for (const Vec3& end : {ring.hip, ring.ankle})
      svg.line(camera(knee), camera(end), {.stroke = kRing, .width = 1, .opacity = 0.5});
    svg.circle(camera(knee), 3, {.fill = kRing, .opacity = 0.7});
  }
}

}  // namespace

Picture paper_figure_1_3(int) {
  const PaperWalk walk = paper_walk("flat", {1, 0, 0}, 4);
  // In the air, where the knee is bent most.
  std::size_t frame = 0;
  double most = 0;
  const auto knee = static_cast<std::size_t>(walk.skeleton.first_value(walk.skeleton.joint("right_shank")));
  for (std::size_t k = 0; k < walk.poses.size(); ++k)
    if (walk.poses[k][knee] > most) most = walk.poses[k][knee], frame = k;
  const Frames frames = walk.frames_of(frame);
  const JointId thigh = walk.skeleton.joint("right_thigh");
  const KneeRing ring{walk.at(frame, 1, "thigh"), walk.at(frame, 1, "shank"),
                      walk.at(frame, 1, "foot"),  frames.rotation(walk.skeleton.joint("pelvis")),
                      frames.rotation(thigh),     &walk.skeleton.description(thigh)};
  Svg svg(860, 520, "All places where the knee can be while the ankle stays where it is");
  const std::string lines[] = {
      "A goal for the ankle alone, three rows, leaves the knee a circle (violet). The hip's own limits leave of",
      "it what is green. In half mode dynamic limits hold the hip's rotation, which leaves one point (yellow)."};
  draw_heading(svg, "Figure 1.3: the knee when only the ankle is told", lines);
  const Camera camera = Camera::y_up(38, 14, {0, 0, frames.position(walk.skeleton.joint("pelvis")).z}, {300, 480}, 215);
  draw_floor({0, 0, frames.position(thigh).z}, kUnitX, kUnitZ, 0.8, 0.2, camera, svg);
  draw_humanoid(walk.skeleton, frames, camera, svg);
  draw_ring(ring, camera, svg);
  svg.circle(camera(ring.knee), 6, {.fill = colour::kYellow});
  svg.circle(camera(ring.ankle), 5, {.fill = colour::kPink});
  // The leg alone, larger, from the front.
  const Camera near = Camera::y_up(10, 8, 0.5 * (ring.hip + ring.ankle), {670, 300}, 400);
  const Point2 leg[] = {near(ring.hip), near(ring.knee), near(ring.ankle), near(walk.at(frame, 1, "toes")),
                        near(walk.at(frame, 1, "toe_tip"))};
  svg.line(near(walk.at(frame, 0, "thigh")), near(ring.hip), {.stroke = colour::kBone, .width = 3});
  draw_ring(ring, near, svg);
  svg.polyline(leg, {.stroke = colour::kRight, .width = 3.5});
  svg.circle(near(ring.knee), 7, {.fill = colour::kYellow});
  svg.circle(near(ring.ankle), 6, {.fill = colour::kPink});
  svg.text(near(ring.ankle) + Point2{14, 5}, "ankle", {.size = 13, .colour = colour::kMuted});
  svg.text(near(ring.hip) + Point2{14, 0}, "hip", {.size = 13, .colour = colour::kMuted});
  return {"figure-1-3.svg", svg.str(), "where a knee can be when only the ankle is told"};
}

}  // namespace kine::cli
