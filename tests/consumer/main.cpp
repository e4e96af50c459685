// Bends a two-bone leg and prints where its foot is, every bit of it: the same in each way of using kine and whatever
// the optimisation, because kine's compile options come with its target.
#include <kine/kine.h>

#include <cstdio>

int main() {
  const kine::Joint joints[] = {
      kine::hinge("hip", "", {0, 1, 0}, kine::kUnitZ),
      kine::hinge("knee", "hip", {0.45, 0, 0}, kine::kUnitZ),
      kine::fixed_joint("foot", "knee", {0.43, 0, 0}),
  };
  const kine::Result<kine::Skeleton> leg = kine::Skeleton::build(joints);
  if (!leg) {
    std::fprintf(stderr, "%s\n", leg.error().c_str());
    return 1;
  }
  kine::Pose pose = leg->rest_pose();
  pose.q[0] = -1.2;
  pose.q[1] = 0.7;
  kine::Frames frames(*leg);
  kine::forward(*leg, pose.q, frames);
  const kine::Vec3 toe_in_world = frames.position({leg->joint("foot"), {0.1, 0.02, 0.03}});
  std::printf("%a %a %a\n", toe_in_world.x, toe_in_world.y, toe_in_world.z);

  // These products are compiled here, not in the library: a fused multiply-add would show in their last bits.
  const kine::Transform step = frames.world_from_joint(leg->joint("foot")) *
                               kine::Transform{normalised(kine::Quat{0.1, 0.2, 0.3, 0.9}), {0.3, 0.1, 0.7}};
  kine::Transform path;
  for (int i = 0; i < 1000; ++i) path = path * step;
  const kine::Vec3 end = path * toe_in_world;
  std::printf("%a %a %a\n", end.x, end.y, end.z);
  return 0;
}
