// Any figure on two legs walks: which joint is what is found by names and by shape, and the gait is fitted to its legs.
#include <cstdio>
#include <vector>

#include "kine/io.h"
#include "kine/kine.h"
#include "person_bvh.h"

using namespace kine;

int main() {
  const Result<Scene> scene = read_bvh(kPersonBvh, "person.bvh");
  if (!scene) return std::fprintf(stderr, "%s\n", scene.error().c_str()), 1;
  const FlatGround ground;
  WalkState state;
  // [figure]
  const Vec3 up = kUnitY;
  const Result<BoneMap> bones = find_bones(scene->skeleton, up);  // which joint is what, or a sentence
  if (!bones) return std::fprintf(stderr, "%s\n", bones.error().c_str()), 1;
  const Result<WalkingFigure> who = WalkingFigure::build(scene->skeleton, *bones, up);
  if (!who) return std::fprintf(stderr, "%s\n", who.error().c_str()), 1;
  const Result<GaitFit> fit = fit_gait(who->body(), Gait{});  // or a sentence: which joint forbids it
  if (!fit) return std::fprintf(stderr, "%s\n", fit.error().c_str()), 1;

  Scratch scratch(*who);
  std::vector<double> walk_pose(who->body().standing().begin(), who->body().standing().end());
  Pose pose = scene->skeleton.rest_pose();
  for (int frame = 0; frame < 600; ++frame) {
    walk(who->body(), fit->gait, ground, {.forward = 1}, 1.0 / 60, state, walk_pose, scratch);
    who->write(walk_pose, pose, scratch);  // the pose of the figure in the file
  }
  // [/figure]
  Frames frames(scene->skeleton);
  forward(scene->skeleton, pose, frames);
  const Vec3 hips = frames.position(scene->skeleton.joint("Hips"));
  std::printf("after ten seconds the hips are at z = %.2f m, %.2f m high\n", hips.z, hips.y);
  return hips.z > 5 ? 0 : 1;
}
