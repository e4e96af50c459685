#include <string>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/svg.h"
#include "apps/cli/figures/pictures.h"
#include "kine/kinematics/forward.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

void draw_figure(const Skeleton& body, const Pose& pose, const Camera& camera, Svg& svg) {
  Frames frames(body);
  forward(body, pose, frames);
  draw_humanoid(body, frames, camera, svg);
}

void write_legend(Point2 at, Svg& svg) {
  struct Entry {
    std::string_view colour, words;
    double width;
  };
  const Entry entries[] = {
      {colour::kLeft, "its left", 88}, {colour::kRight, "its right", 96}, {colour::kPink, "centre of mass", 0}};
  for (const Entry& entry : entries) {
    svg.circle(at - Point2{0, 4.5}, 5, {.fill = entry.colour});
    svg.text(at + Point2{12, 0}, entry.words, {.size = 13, .colour = colour::kMuted});
    at.x += entry.width;
  }
}

}  // namespace

Picture picture_of_humanoid() {
  const Skeleton body = scenes::humanoid();
  Svg svg(1000, 480, "The humanoid from the front and from the side, at rest and in the middle of a stride");
  struct View {
    Pose pose;
    double yaw, x;
    const char* words;
  };
  const View views[] = {
      {body.rest_pose(), 0, 190, "rest, front"},
      {body.rest_pose(), -90, 455, "rest, side"},
      {scenes::stride_pose(body), 0, 655, "mid-stride, front"},
      {scenes::stride_pose(body), -90, 850, "mid-stride, side"},
  };
  svg.line({30, 404}, {970, 404}, {.stroke = colour::kGrid, .width = 2});
  for (const View& view : views) {
    draw_figure(body, view.pose, Camera::y_up(view.yaw, 0, {}, {view.x, 402}, 196), svg);
    svg.text({view.x, 436}, view.words, {.size = 14, .colour = colour::kText, .anchor = Anchor::Middle});
  }
  write_legend({32, 38}, svg);
  svg.text({968, 38}, "18 segments, " + std::to_string(body.freedom_count()) + " freedoms, 1.75 m, 70 kg",
           {.size = 13, .colour = colour::kMuted, .anchor = Anchor::End});
  svg.text({500, 462}, "At rest the arms are where the cones of the shoulders have their middle.",
           {.size = 13, .colour = colour::kMuted, .anchor = Anchor::Middle});
  return {"humanoid.svg", svg.str(), "the humanoid at rest and in mid-stride, from the front and the side"};
}

Picture picture_for_readme() {
  Svg svg(1100, 430, "kine: a humanoid in three poses and a robot arm with the speeds that its tip can reach");
  const Skeleton body = scenes::humanoid();
  const Camera ground = Camera::y_up(-42, 9, {}, {600, 372}, 190);
  draw_floor({}, kUnitX, kUnitZ, 3.0, 0.6, ground, svg);
  struct View {
    Pose pose;
    double x;
  };
  const View views[] = {
      {scenes::standing_pose(body), 348}, {scenes::stride_pose(body), 520}, {scenes::reach_pose(body), 744}};
  for (const View& view : views) draw_figure(body, view.pose, Camera::y_up(-42, 9, {}, {view.x, 376}, 190), svg);

  const Skeleton arm = scenes::seven_hinge_arm();
  Frames frames(arm);
  forward(arm, scenes::ready_pose(arm), frames);
  const Camera camera = Camera::z_up(128, 9, {0, 0, 0}, {1030, 384}, 330);
  draw_arm(arm, frames, camera, 0.062, svg);
  const JointId tip = arm.joint("tip");
  draw_speed_ellipsoid(arm, frames, tip, 0.2, camera, svg);
  svg.circle(camera(frames.position(tip)), 4.5, {.fill = colour::kYellow});

  svg.text({40, 84}, "kine", {.size = 58, .colour = colour::kText, .bold = true});
  svg.text({43, 116}, "real-time inverse kinematics", {.size = 16, .colour = colour::kMuted});
  svg.text({43, 138}, "for characters and robots", {.size = 16, .colour = colour::kMuted});
  return {"hero.svg", svg.str(), "three poses and a robot arm"};
}

std::vector<Picture> pictures() {
  return {picture_of_planar_arm(), picture_of_ball_joint(), picture_of_robot_arm(),
          picture_of_humanoid(),   picture_of_reaching(),   picture_for_readme()};
}

}  // namespace kine::cli
