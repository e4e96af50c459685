// A motion on another body: a walk of the person on a robot of the same kind that is three quarters as large. The walk is made by
// walk() here; samples/07_files.cpp shows how clips and figures come from files.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> person = person::build();
  if (!person) return std::fprintf(stderr, "%s\n", person.error().c_str()), 1;
  Clip clip(*person, "walk", 60);
  Pose pose = person->rest_pose();
  const Result<Biped> biped = Biped::build(*person, pose.q);
  Scratch walking(*biped);
  WalkState state;
  const FlatGround flat;
  for (int frame = 0; frame < 240; ++frame) {
    walk(*biped, Gait{}, flat, {.forward = 1}, 1.0 / 60, state, pose, walking);
    clip.append(pose.q);
  }
  std::vector<Joint> joints;
  for (int i = 0; i < person->joint_count(); ++i) {
    joints.push_back(person->description(JointId{i}));
    joints.back().rest.translation *= 0.75;
  }
  const Result<Skeleton> robot = Skeleton::build(joints);
  if (!robot) return std::fprintf(stderr, "%s\n", robot.error().c_str()), 1;

  // [retarget]
  Result<MotionBody> from = MotionBody::build(*person, *find_bones(*person, kUnitY), kUnitY);
  const Result<MotionBody> to = MotionBody::build(*robot, *find_bones(*robot, kUnitY), kUnitY);
  if (!from || !to) return 1;
  const SoleFit soles = from->fit_soles(clip);
  const Result<RetargetMap> map = RetargetMap::build(*from, *to, {.style = *find_style("limp")});
  if (!map) return std::fprintf(stderr, "%s\n", map.error().c_str()), 1;

  // A whole clip, with feet that stay where they stand:
  RetargetReport report;
  const Result<Clip> walk = retarget(*map, clip, soles, find_plants(*from, clip), report);
  if (!walk) return std::fprintf(stderr, "%s\n", walk.error().c_str()), 1;

  // Or a frame at a time by directions alone, allocating nothing:
  Scratch scratch(*map);
  Pose live = robot->rest_pose();
  retarget_pose(*map, clip.pose(100), live.q, scratch);
  // [/retarget]

  double drift = 0;
  for (const RetargetReport::Stand& stand : report.stands) drift = std::max(drift, stand.drift);
  std::printf("%zu plants drift by up to %.1f mm\n", report.stands.size(), 1e3 * drift);
  return walk->frame_count() == clip.frame_count() ? 0 : 1;
}
