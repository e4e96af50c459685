// A leg in closed form: the foot goes where it should, and the pole says which way the knee points.
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  // Y up, the figure looks along +Z. The knee bends backwards only.
  const Joint joints[] = {ball("thigh", "", {0, 0.90, 0}),
                          hinge("shank", "thigh", {0, -0.45, 0}, kUnitX, {0, radians(145.0)}),
                          fixed_joint("foot", "shank", {0, -0.43, 0})};
  const Result<Skeleton> body = Skeleton::build(joints);
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  Pose pose = body->rest_pose();
  Scratch scratch(*body);
  Frames frames(*body);

  double worst = 0;
  for (int frame = 0; frame <= 10; ++frame) {
    const double lift = 0.02 * frame;
    // [limb]
    const JointId foot = body->joint("foot");
    const Goal goals[] = {reach(foot, {0.05, 0.05 + lift, 0.10})};
    const TwoBone method{.pole = kUnitZ, .softness = 0.02};  // the knee points forward; slow down near full stretch
    const Report report = solve(*body, goals, method, pose, scratch);
    // [/limb]
    worst = report.position_error > worst ? report.position_error : worst;
  }
  forward(*body, pose, frames);
  const Vec3 knee = frames.position(body->joint("shank"));
  std::printf("the foot is within %.3f mm of its place in every frame; the knee is %.0f mm in front of the hip\n",
              1e3 * worst, 1e3 * knee.z);
  return worst < 1e-5 && knee.z > 0.1 ? 0 : 1;
}
