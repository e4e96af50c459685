#include "tests/support/random_skeleton.h"

#include <cstdlib>
#include <string>

namespace kine::test {

int Random::below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }

Vec3 Random::direction() {
  while (true) {
    const Vec3 v{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
    const double n = dot(v, v);
    if (n > 1e-2 && n <= 1) return normalised(v);
  }
}

Quat Random::rotation() { return from_axis_angle(direction(), uniform(-3.1, 3.1)); }

namespace {

Range random_range(Random& random) {
  const double middle = random.uniform(-1, 1), half = random.uniform(0.2, 1.5);
  return {middle - half, middle + half};
}

void give_scale(Random& random, Joint& joint) {
  if (random.chance(0.5)) {
    const double s = random.uniform(0.5, 2);
    joint.rest.scale = {s, s, s};
  } else {
    joint.rest.scale = {random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(-1.5, -0.5)};
  }
}

struct Value {
  std::string joint;
  int component;
};

}  // namespace

std::vector<Joint> random_joints(Random& random, const SkeletonRecipe& recipe) {
  std::vector<Joint> joints;
  std::vector<Value> leaders;
  for (int i = 0; i < recipe.joints; ++i) {
    Joint joint;
    joint.name = "joint " + std::to_string(i);
    const bool root = i == 0 || (recipe.several_roots && random.chance(0.08));
    if (!root) joint.parent = "joint " + std::to_string(random.chance(recipe.branching) ? random.below(i) : i - 1);
    joint.kind = static_cast<JointKind>(random.below(6));
    if (joint.kind == JointKind::Free && !root && random.chance(0.7)) joint.kind = JointKind::Hinge;
    joint.rest.translation = random.point(0.5);
    joint.rest.rotation = random.rotation();
    if (recipe.scales && random.chance(0.3)) give_scale(random, joint);
    joint.axis = random.direction();
    joint.euler_count = 2 + random.below(2);
    for (Vec3& axis : joint.euler_axes) axis = random.direction();
    joint.mass = random.chance(0.7) ? random.uniform(0.1, 5) : 0;
    joint.centre_of_mass = random.point(0.3);
    joint.ball.twist_axis = random.direction();
    joint.ball.first_axis = any_perpendicular(joint.ball.twist_axis);
    if (recipe.limits && random.chance(0.5)) {
      joint.ball.swing_first = random.uniform(0.2, 1.5);
      joint.ball.swing_second = random.uniform(0.2, 1.5);
      joint.ball.twist = random_range(random);
    }
    const bool plain =
        joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider || joint.kind == JointKind::Euler;
    const int axes = joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind);
    for (int k = 0; k < axes; ++k) {
      AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
      axis.fixed = recipe.fixed && random.chance(0.15);
      axis.weight = random.uniform(0.5, 2);
      if (plain && recipe.followers && !leaders.empty() && random.chance(0.2)) {
        const Value& leader = leaders[static_cast<std::size_t>(random.below(static_cast<int>(leaders.size())))];
        axis.follows = Follow{leader.joint, leader.component, random.uniform(0.3, 2) * (random.chance(0.5) ? 1 : -1),
                              random.uniform(-0.5, 0.5)};
      } else if (plain) {
        if (recipe.limits) axis.limits = random_range(random);
        leaders.push_back({joint.name, k});
      }
    }
    joints.push_back(joint);
  }
  return joints;
}

Skeleton random_skeleton(Random& random, const SkeletonRecipe& recipe) {
  Result<Skeleton> skeleton = Skeleton::build(random_joints(random, recipe));
  if (!skeleton) std::abort();
  return *std::move(skeleton);
}

Pose random_pose(Random& random, const Skeleton& skeleton) {
  Pose pose = skeleton.rest_pose();
  for (double& value : pose) value = random.uniform(-2, 2);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointKind kind = skeleton.kind({i});
    if (kind == JointKind::Ball || kind == JointKind::Free) set_joint_rotation(skeleton, {i}, random.rotation(), pose);
  }
  tidy(skeleton, pose);
  return pose;
}

std::vector<double> random_speeds(Random& random, const Skeleton& skeleton) {
  std::vector<double> speeds(static_cast<std::size_t>(skeleton.freedom_count()));
  for (double& speed : speeds) speed = random.uniform(-1, 1);
  return speeds;
}

}  // namespace kine::test
