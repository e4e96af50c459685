#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/svg.h"
#include "apps/cli/figures/pictures.h"
#include "kine/kinematics/forward.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/reach_out.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"

namespace kine::cli {

Picture picture_of_reaching() {
  constexpr double kRate = 60, kFirst = 2.2, kStep = 0.3;
  constexpr int kShown = 7;
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  ReachState reach;
  const FlatGround ground;
  const ObjectInReach objects[] = {{{-0.5, 1.25, 3}}, {{0.5, 1.05, 4}}};
  Svg svg(1100, 400, "A figure walks past two objects: it looks at them, takes them and lets go");
  svg.line({30, 330}, {1070, 330}, {.stroke = colour::kGrid, .width = 2});
  Frames frames(skeleton);
  int shown = 0;
  for (int k = 0; shown < kShown; ++k) {
    const WalkReport walked = walk(body, Gait{}, ground, {1, 0, 0}, k > 0 ? 1 / kRate : 0, state, pose.q, scratch);
    const ReachReport report = reach_out(body, walked.plan, objects, k > 0 ? 1 / kRate : 0, reach, pose.q, scratch);
    if (k / kRate < kFirst + shown * kStep - 1e-9) continue;
    forward(skeleton, pose, frames);
    const Vec3 at{0, 0, state.course.z};
    const Camera camera = Camera::y_up(-52, 8, at, {100 + 150.0 * shown, 320}, 150);
    for (const ObjectInReach& object : objects)
      if (length(object.point - frames.position(skeleton.joint("chest"))) < 0.8)
        svg.circle(camera(object.point), 7, {.fill = colour::kYellow});
    draw_humanoid(skeleton, frames, camera, svg);
    for (const ReachReport::Hand& hand : report.hands)
      if (hand.object >= 0 && hand.weight > 0.5)
        svg.circle(camera(objects[hand.object].point), 7, {.stroke = colour::kYellow, .width = hand.holds ? 4.0 : 1.5});
    svg.text({100 + 150.0 * shown, 362},
             report.hands[0].holds   ? "left hand holds"
             : report.hands[1].holds ? "right hand holds"
                                     : "",
             {.size = 12, .colour = colour::kText, .anchor = Anchor::Middle});
    ++shown;
  }
  svg.text({32, 38}, "Walking past two objects at 1.3 m/s, every 0.3 s", {.size = 14, .colour = colour::kText});
  return {"reaching.svg", svg.str(), "a figure that walks past two objects and takes them"};
}

}  // namespace kine::cli
