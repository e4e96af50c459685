// A figure walks over rolling hills by inverse kinematics alone. The figure is made in code here; samples/07_files.cpp
// shows how one comes from a file.
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> skeleton = person::build();
  if (!skeleton) return std::fprintf(stderr, "%s\n", skeleton.error().c_str()), 1;
  Pose pose = skeleton->rest_pose();

  // Ground is anything that can be cast at from above: here a formula, in a game its ray cast.
  const auto hills = [](const Vec3& from, double max_drop) -> GroundHit {
    const double height = 0.15 * kine::sin(0.8 * from.z) * kine::cos(0.5 * from.x);
    if (from.y < height || from.y - height > max_drop) return {};
    const Vec3 normal = normalised(Vec3{0.075 * kine::sin(0.8 * from.z) * kine::sin(0.5 * from.x), 1,
                                        -0.12 * kine::cos(0.8 * from.z) * kine::cos(0.5 * from.x)});
    return {.hit = true, .point = {from.x, height, from.z}, .normal = normal};
  };

  // [walk]
  const Result<Biped> body = Biped::build(*skeleton, pose.q);  // which joint is what, and how long the legs are
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  Scratch scratch(*body);
  WalkState state;  // all that the walk remembers: copy it to rewind
  for (int frame = 0; frame < 600; ++frame) {
    const Stick stick{.forward = 1, .turn = 0.2};
    const WalkReport report = walk(*body, Gait{}, hills, stick, 1.0 / 60, state, pose, scratch);
    if (report.blocked) std::printf("no foothold ahead at %.1f s\n", frame / 60.0);
  }
  // [/walk]

  Frames frames(*skeleton);
  forward(*skeleton, pose, frames);
  const Vec3 pelvis = frames.position(skeleton->joint("pelvis"));
  const double way = length(Vec3{pelvis.x, 0, pelvis.z});
  std::printf("after ten seconds the pelvis is %.2f m from where it began, and %.2f m high\n", way, pelvis.y);
  return way > 3 ? 0 : 1;
}
