// A whole body: both feet stay where they stand, then two hands reach for a box, then the body stays as near to its
// standing posture as that allows. Priorities are strict: the hands never cost the feet anything.
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> built = person::build();
  if (!built) return std::fprintf(stderr, "%s\n", built.error().c_str()), 1;
  const Skeleton& body = *built;
  const Pose standing = body.rest_pose();
  Pose pose = standing;
  Scratch scratch(body);
  Frames frames(body);
  forward(body, standing, frames);

  const JointId left_foot = body.joint("left_foot"), right_foot = body.joint("right_foot");
  const JointId left_hand = body.joint("left_hand"), right_hand = body.joint("right_hand");
  const Transform left_plant = frames.world_from_joint(left_foot), right_plant = frames.world_from_joint(right_foot);
  const Vec3 box{0, 0.75, 0.55};  // low, and in front: the knees have to bend
  // [body]
  const Goal goals[] = {place(left_foot, left_plant), place(right_foot, right_plant),  // first: the feet stay
                        reach(left_hand, box + Vec3{0.2, 0, 0}, {.priority = 1}),      // then the hands
                        reach(right_hand, box - Vec3{0.2, 0, 0}, {.priority = 1}),     //
                        hold(standing.q, {.priority = 2})};                            // then near to standing
  const Report report = solve(body, goals, FullBody{}, pose, scratch);
  // [/body]
  std::printf("%s\n", sentence(body, report).c_str());

  forward(body, pose, frames);
  const double slip = length(frames.position(left_foot) - left_plant.translation);
  std::printf("the pelvis went down by %.0f mm, the left foot slipped by %.6f mm\n",
              1e3 * (0.94 - frames.position(body.joint("pelvis")).y), 1e3 * slip);
  return report.reached() && slip < 1e-6 ? 0 : 1;
}
