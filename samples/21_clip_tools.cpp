// Frames cut out of a clip, a clip mirrored, a cycle closed, a walk put in place, and a hand pulled. The clip is a walk made by walk() here;
// samples/07_files.cpp shows how clips come from files.
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> skeleton = person::build();
  if (!skeleton) return std::fprintf(stderr, "%s\n", skeleton.error().c_str()), 1;
  Clip clip(*skeleton, "walk", 60);
  {
    Pose pose = skeleton->rest_pose();
    const Result<Biped> biped = Biped::build(*skeleton, pose.q);
    Scratch scratch(*biped);
    WalkState state;
    const FlatGround flat;
    for (int frame = 0; frame < 300; ++frame) {
      walk(*biped, Gait{}, flat, {.forward = 1}, 1.0 / 60, state, pose, scratch);
      clip.append(pose.q);
    }
  }

  // [cut]
  const Result<Clip> part = cut(*skeleton, clip, 60, 240);  // frames 60 to 239: frames count from 0
  if (!part) return std::fprintf(stderr, "%s\n", part.error().c_str()), 1;
  // [/cut]

  // [loop]
  const Result<Cycle> cycle = find_cycle(*skeleton, kUnitY, *part);
  if (!cycle) return std::fprintf(stderr, "%s\n", cycle.error().c_str()), 1;
  const Result<Clip> loop = loop_clip(*skeleton, kUnitY, *part, *cycle, {.in_place = true});
  if (!loop) return std::fprintf(stderr, "%s\n", loop.error().c_str()), 1;
  // [/loop]
  std::printf("one cycle takes %.2f s\n", loop->duration());

  // [mirror]
  const Result<BoneMap> bones = find_bones(*skeleton, kUnitY);
  if (!bones) return std::fprintf(stderr, "%s\n", bones.error().c_str()), 1;
  const Result<MotionBody> body = MotionBody::build(*skeleton, *bones, kUnitY);
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  const Clip other_side = mirror_clip(*body, *part);
  // [/mirror]

  // [root]
  const Result<RootMotion> way = root_motion(*skeleton, kUnitY, *part);
  if (!way) return std::fprintf(stderr, "%s\n", way.error().c_str()), 1;
  const Result<Clip> in_place = put_in_place(*skeleton, *part, *way);
  const Result<Clip> again = put_back(*skeleton, *in_place, *way);
  // [/root]

  // [edit]
  const JointId hand = bones->arms[1].hand.last;
  Frames frames(*skeleton);
  forward(*skeleton, part->pose(90), frames);
  const EditPin pins[] = {{.joint = hand, .frame = 90, .at = frames.position(hand) + Vec3{0, 0.3, 0.1}}};
  const EditSettings settings{.keep = {bones->legs[0].foot.first, bones->legs[1].foot.first},
                              .trunk = {bones->pelvis, bones->chest},
                              .blend = 0.3};
  const Result<Clip> waving = edit_clip(*skeleton, *part, pins, settings);
  if (!waving) return std::fprintf(stderr, "%s\n", waving.error().c_str()), 1;
  // [/edit]
  std::printf("%.2f m were taken out, and put back\n", length(way->world_from_start.back().translation));
  return other_side.frame_count() == 180 && again && loop->duration() > 0.8 && loop->duration() < 1.6 ? 0 : 1;
}
