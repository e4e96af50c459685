// A figure that walks past a cup looks at it and takes it while it can.
#include <algorithm>
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> skeleton = person::build();
  if (!skeleton) return std::fprintf(stderr, "%s\n", skeleton.error().c_str()), 1;
  Pose pose = skeleton->rest_pose();
  const Result<Biped> body = Biped::build(*skeleton, pose.q);
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  Scratch scratch(*body);
  WalkState state;
  const FlatGround ground;
  const Gait gait;
  const Stick stick{.forward = 0.5};
  const double dt = 1.0 / 60;
  const Vec3 cup{0.45, 1.15, 2};

  int held = 0;
  double farthest = 0;
  // [reach]
  ReachState reach;  // copy it together with the WalkState to rewind
  for (int frame = 0; frame < 420; ++frame) {
    const ObjectInReach objects[] = {{cup}};
    const WalkReport walked = walk(*body, gait, ground, stick, dt, state, pose, scratch);
    const ReachReport reached = reach_out(*body, walked.plan, objects, dt, reach, pose, scratch);
    // [/reach]
    for (const ReachReport::Hand& hand : reached.hands) {
      if (!hand.holds) continue;
      ++held;
      farthest = std::max(farthest, hand.miss);
    }
  }
  std::printf("a hand held the cup for %.2f s and was at most %.3f mm off it\n", held * dt, 1e3 * farthest);
  return held > 0 && farthest < 1e-3 ? 0 : 1;
}
