// Two hands on a steering wheel while an animation plays: arms first, the trunk where they are too short.
#include <algorithm>
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> skeleton = person::build();
  if (!skeleton) return std::fprintf(stderr, "%s\n", skeleton.error().c_str()), 1;
  const Result<BoneMap> bones = find_bones(*skeleton, kUnitY);
  if (!bones) return std::fprintf(stderr, "%s\n", bones.error().c_str()), 1;
  const Result<MotionBody> body = MotionBody::build(*skeleton, *bones, kUnitY);
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  Scratch scratch(*body);
  Pose pose = skeleton->rest_pose();
  const Pose animated = pose;  // in a game: what the animation has this frame
  double worst = 0;

  // [hold]
  HoldOnState hands;  // all that it remembers: copy it to rewind
  for (int frame = 0; frame < 120; ++frame) {
    const double turned = 0.6 * kine::sin(0.05 * frame);
    const Vec3 hub{0, 1.15, 0.38}, rim{0.18 * kine::cos(turned), 0.18 * kine::sin(turned), 0};
    const HandGrip grips[] = {{.hand = 0, .grip = {{}, hub + rim}, .turns_hand = false},
                              {.hand = 1, .grip = {{}, hub - rim}, .turns_hand = false}};
    const HoldOnReport report = hold_on(*body, animated.q, grips, {}, 1.0 / 60, hands, pose.q, scratch);
    worst = std::max({worst, report.miss[0], report.miss[1]});
  }
  // [/hold]
  std::printf("the hands were off the wheel by %.3f mm at the most\n", 1e3 * worst);
  return worst < 1e-3 ? 0 : 1;
}
