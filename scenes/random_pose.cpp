#include "scenes/random_pose.h"

#include <algorithm>
#include <bit>

#include "kine/kinematics/forward.h"

namespace kine::scenes {

std::uint64_t Random::bits() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Random::between(double lower, double upper) {
  const double unit = static_cast<double>(bits() >> 11) * 0x1p-53;
  return lower + (upper - lower) * unit;
}

namespace {

Quat random_rotation(Random& random) {
  // A point in the unit ball of four dimensions, made of unit length, is evenly spread over all rotations.
  for (;;) {
    const double x = random.between(-1, 1), y = random.between(-1, 1);
    const double z = random.between(-1, 1), w = random.between(-1, 1);
    const Quat q{x, y, z, w};
    const double square = dot(q, q);
    if (square <= 1 && square > 0.01) return normalised(q);
  }
}

}  // namespace

Pose random_pose(const Skeleton& skeleton, Random& random) {
  Pose pose = skeleton.rest_pose();
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId id{i};
    const JointKind kind = skeleton.kind(id);
    if (kind == JointKind::Ball || kind == JointKind::Free) {
      set_joint_rotation(skeleton, id, random_rotation(random), pose);
    }
  }
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0) continue;
    const double reach = skeleton.slides(freedom.joint, freedom.component) ? 1 : kPi;
    const double lower = std::max(freedom.limits.lower, std::min(-reach, freedom.limits.upper - 2 * reach));
    const double upper = std::min(freedom.limits.upper, std::max(reach, freedom.limits.lower + 2 * reach));
    pose[static_cast<std::size_t>(freedom.value)] = random.between(lower, upper);
  }
  clamp_to_limits(skeleton, pose);
  tidy(skeleton, pose);
  return pose;
}

std::uint64_t hash(std::span<const double> numbers, std::uint64_t start) {
  std::uint64_t h = start;
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) {
      h ^= (bits >> shift) & 0xff;
      h *= 0x100000001b3;
    }
  }
  return h;
}

std::uint64_t hash_of_poses(const Skeleton& skeleton, int count, std::uint64_t seed) {
  Random random(seed);
  Frames frames(skeleton);
  std::uint64_t h = kHashStart;
  for (int i = 0; i < count; ++i) {
    forward(skeleton, random_pose(skeleton, random), frames);
    for (const Transform& joint : frames.joints()) {
      const Quat& q = joint.rotation;
      const Vec3& p = joint.translation;
      const double numbers[] = {q.x, q.y, q.z, q.w, p.x, p.y, p.z};
      h = hash(numbers, h);
    }
  }
  return h;
}

}  // namespace kine::scenes
