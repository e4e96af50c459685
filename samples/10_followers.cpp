// A finger whose three joints bend together: one value leads, two follow, and all three are one freedom.
#include <cmath>
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  Joint middle = hinge("middle", "knuckle", {0.045, 0, 0}, -kUnitZ);
  middle.axes[0].follows = Follow{.joint = "knuckle", .component = 0, .factor = 1.1};
  Joint end = hinge("end", "middle", {0.028, 0, 0}, -kUnitZ);
  end.axes[0].follows = Follow{.joint = "knuckle", .component = 0, .factor = 0.7};
  const Joint joints[] = {hinge("knuckle", "", {}, -kUnitZ, {0, kHalfPi}), middle, end,
                          fixed_joint("tip", "end", {0.023, 0, 0})};
  const Result<Skeleton> finger = Skeleton::build(joints);
  if (!finger) return std::fprintf(stderr, "%s\n", finger.error().c_str()), 1;
  std::printf("%d joints move by %d freedom\n", 3, finger->freedom_count());

  Pose pose = finger->rest_pose();
  Frames frames(*finger);
  Matrix<double, 3, 1> j;
  double error = 0;
  for (int i = 0; i <= 4; ++i) {
    pose[0] = i * radians(20.0);
    forward(*finger, pose, frames);
    const Vec3 tip = frames.position(finger->joint("tip"));
    // One column: what the tip does when the curl, and with it everything that follows, moves.
    jacobian(*finger, frames, {finger->joint("tip")}, {.rows = Rows::Linear}, j);
    std::printf("curl %2d degrees: the tip is at %6.2f %6.2f mm and goes by %6.2f %6.2f mm a radian\n", 20 * i,
                1e3 * tip.x, 1e3 * tip.y, 1e3 * j(0, 0), 1e3 * j(1, 0));

    const double h = 1e-6;
    Pose moved = pose;
    moved[0] += h;
    Frames after(*finger);
    forward(*finger, moved, after);
    error = std::fmax(error, std::abs((after.position(finger->joint("tip")).y - tip.y) / h - j(1, 0)));
  }
  return error < 1e-6 && finger->freedom_count() == 1 ? 0 : 1;
}
