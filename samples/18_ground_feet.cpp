// An animation on ground that it was not made for: feet are planted frame by frame, as in a game. The animation is a walk on
// level ground, made by walk() here; samples/07_files.cpp shows how clips come from files.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> skeleton = person::build();
  if (!skeleton) return std::fprintf(stderr, "%s\n", skeleton.error().c_str()), 1;
  Clip clip(*skeleton, "walk", 60);
  Pose pose = skeleton->rest_pose();
  {
    const Result<Biped> biped = Biped::build(*skeleton, pose.q);
    Scratch scratch(*biped);
    WalkState state;
    const FlatGround flat;
    for (int frame = 0; frame < 300; ++frame) {
      walk(*biped, Gait{}, flat, {.forward = 1}, 1.0 / 60, state, pose, scratch);
      clip.append(pose.q);
    }
  }
  const auto hills = [](const Vec3& from, double max_drop) -> GroundHit {
    const double height = 0.15 * kine::sin(0.8 * from.z) * kine::cos(0.5 * from.x);
    if (from.y < height || from.y - height > max_drop) return {};
    const Vec3 normal = normalised(Vec3{0.075 * kine::sin(0.8 * from.z) * kine::sin(0.5 * from.x), 1,
                                        -0.12 * kine::cos(0.8 * from.z) * kine::cos(0.5 * from.x)});
    return {.hit = true, .point = {from.x, height, from.z}, .normal = normal};
  };

  // [ground]
  const Result<BoneMap> bones = find_bones(*skeleton, kUnitY);
  if (!bones) return std::fprintf(stderr, "%s\n", bones.error().c_str()), 1;
  Result<MotionBody> body = MotionBody::build(*skeleton, *bones, kUnitY);
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  const SoleFit soles = body->fit_soles(clip);  // once, where a clip is loaded

  Scratch scratch(*body);
  GroundFeetState state;  // all that it remembers: copy it to rewind, reset() it after a teleport
  GroundFeetSettings settings{.straightest = soles.straightest};
  settings.plants.floor = soles.floor;
  double deepest = 0;
  for (int frame = 0; frame < clip.frame_count(); ++frame) {
    const GroundFeetReport report =
        ground_feet(*body, clip.pose(frame), hills, settings, 1 / clip.rate(), state, pose.q, scratch);
    deepest = std::min(deepest, report.pelvis);  // `pose` is what is drawn
  }
  // [/ground]
  std::printf("the figure went down by up to %.2f m\n", -deepest);

  // [clip]
  const std::vector<Plant> plants = find_plants(*body, clip, settings.plants);  // or by hand
  const Result<Clip> laid = ground_clip(*body, clip, plants, hills, settings);
  if (!laid) return std::fprintf(stderr, "%s\n", laid.error().c_str()), 1;
  // [/clip]
  std::printf("%zu plants in %d frames\n", plants.size(), laid->frame_count());
  return deepest < -0.05 && plants.size() > 10 ? 0 : 1;
}
