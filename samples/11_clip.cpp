// Poses in time: record a wave at ten frames per second, play it back at any time.
#include <cmath>
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  const Joint joints[] = {ball("shoulder", "", {}), hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitZ),
                          fixed_joint("hand", "elbow", {0.25, 0, 0})};
  const Result<Skeleton> arm = Skeleton::build(joints);
  if (!arm) return std::fprintf(stderr, "%s\n", arm.error().c_str()), 1;
  const JointId shoulder = arm->joint("shoulder");

  Clip wave(*arm, "wave", 10);
  Pose pose = arm->rest_pose();
  for (int frame = 0; frame <= 10; ++frame) {
    set_joint_rotation(*arm, shoulder, from_axis_angle(kUnitZ, 0.1 * frame), pose);
    pose[4] = 0.05 * frame;  // the elbow comes after the four numbers of the ball
    wave.append(pose);
  }
  std::printf("%s: %d frames, %.1f s\n", wave.name.c_str(), wave.frame_count(), wave.duration());

  Frames frames(*arm);
  for (const double time : {0.0, 0.25, 0.5, 1.0, 1.75}) {
    sample(*arm, wave, looped(wave, time), pose);  // between frames: the short arc, constant speed
    forward(*arm, pose, frames);
    const Vec3 hand = frames.position(arm->joint("hand"));
    std::printf("at %.2f s the shoulder is turned by %.3f rad, the hand is at %.3f %.3f\n", time,
                angle_of(joint_rotation(*arm, pose, shoulder)), hand.x, hand.y);
  }

  sample(*arm, wave, 0.25, pose);
  const bool right = std::abs(angle_of(joint_rotation(*arm, pose, shoulder)) - 0.25) < 1e-12 &&
                     std::abs(joint_value(*arm, pose, arm->joint("elbow")) - 0.125) < 1e-12;
  return right ? 0 : 1;
}
