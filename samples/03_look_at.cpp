// A head that looks at a thing which moves, with the spine helping a little and everything inside its limits.
#include <algorithm>
#include <cstdio>

#include "kine/kine.h"
#include "person.h"

using namespace kine;

int main() {
  const Result<Skeleton> body = person::build();
  if (!body) return std::fprintf(stderr, "%s\n", body.error().c_str()), 1;
  Pose pose = body->rest_pose();
  Scratch scratch(*body);

  double worst = 0;
  for (int frame = 0; frame <= 120; ++frame) {
    const double angle = radians(60.0) * kine::sin(kTwoPi * frame / 120.0);
    const Vec3 thing{2 * kine::sin(angle), 1.2, 2 * kine::cos(angle)};
    // [look]
    // The ray from the eyes along +Z of the head goes through the thing; legs and pelvis stay as they are.
    const Goal goals[] = {aim(body->joint("eyes"), kUnitZ, thing)};
    const Report report = solve(*body, goals, Jacobian{.from = body->joint("abdomen")}, pose, scratch);
    // [/look]
    worst = std::max(worst, report.angle_error);
  }
  std::printf("the eyes were on the thing within %.4f degrees in every frame\n", degrees(worst));
  return worst < radians(0.1) ? 0 : 1;
}
