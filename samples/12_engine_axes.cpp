// Numbers of an engine in, numbers of the engine out: kine in the middle, right-handed and in metres.
#include <cmath>
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

namespace {

void print(const char* program, const Vec3& v) { std::printf("%-8s %8.2f %8.2f %8.2f\n", program, v.x, v.y, v.z); }

}  // namespace

int main() {
  // A hand that is 0.4 m to the left, 1.2 m up and 0.3 m in front.
  const Vec3 hand{0.4, 1.2, 0.3};
  print("kine", hand);
  print("Unity", to(kUnity, hand));      // x is to the right
  print("Unreal", to(kUnreal, hand));    // centimetres; x forward, y right, z up
  print("Blender", to(kBlender, hand));  // -y forward, z up
  print("ROS", to(kRos, hand));          // x forward, y left, z up

  // A transform goes there and back; a product stays a product.
  const Transform wrist{from_axis_angle(kUnitY, 0.6), {0.1, 0.9, 0.2}};
  const Transform palm{from_axis_angle(kUnitX, -0.3), {0.08, 0, 0}};
  const Transform in_unreal = to(kUnreal, wrist) * to(kUnreal, palm);
  const Transform back = from(kUnreal, in_unreal);
  const Vec3 error = back.translation - (wrist * palm).translation;
  std::printf("through Unreal and back: off by %.1e m\n", length(error));

  const Vec3 there = to(kUnreal, hand);
  const bool right = length(error) < 1e-15 && std::abs(there.x - 30) < 1e-12 && std::abs(there.y + 40) < 1e-12 &&
                     std::abs(there.z - 120) < 1e-12;
  return right ? 0 : 1;
}
