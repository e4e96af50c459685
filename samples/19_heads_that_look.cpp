// A head that looks at something while an animation plays: spine, chest, neck and head share the turn.
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

  // [look]
  LookAtState gaze;  // all that it remembers: copy it to rewind
  LookAtSettings settings{.weight = 1, .fastest = 4};
  settings.chest.share = 0.1;  // the chest does less of the turn, the others more
  LookAtReport report;
  for (int frame = 0; frame < 120; ++frame) {
    const Vec3 ball{1.5, 1.2 + 0.3 * frame / 120, 2};
    report = look_at(*body, animated.q, ball, settings, 1.0 / 60, gaze, pose.q, scratch);
  }
  std::printf("the head looks %.1f degrees past the ball\n", degrees(report.off));
  // [/look]
  return report.off < 0.1 ? 0 : 1;
}
