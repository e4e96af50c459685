#include "tests/torture/random_joints.h"

#include <algorithm>
#include <cmath>

namespace kine::torture {
namespace {

using test::Random;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void write(const Quat& q, std::array<double, 7>& values) {
  values[0] = q.x;
  values[1] = q.y;
  values[2] = q.z;
  values[3] = q.w;
}

std::array<double, 7> any_values(Random& random, const Joint& joint) {
  std::array<double, 7> values{};
  const bool turns = joint.kind == JointKind::Ball || joint.kind == JointKind::Free;
  for (double& value : values) value = random.uniform(-2, 2);
  if (turns) write(random.rotation(), values);
  return values;
}

/// Draws a skeleton of one of a few shapes, with poses of it.
class JointMaker {
 public:
  JointMaker(Random& random, bool simple) : random_(random), simple_(simple) {}

  std::vector<CaseJoint> make() {
    const double wide[] = {0, 0, 0.2, 0.5, 1};
    test::SkeletonRecipe recipe{.joints = joint_count(),
                                .scales = !simple_ && random_.chance(0.3),
                                .followers = random_.chance(0.3),
                                .fixed = random_.chance(0.4),
                                .several_roots = random_.chance(0.3),
                                .limits = random_.chance(0.7),
                                .branching = wide[random_.below(5)]};
    std::vector<Joint> drawn = random_joints(random_, recipe);
    const double shape = random_.uniform(0, 1);
    if (shape < 0.15) make_rope(drawn);
    if (shape >= 0.15 && shape < 0.35) make_limb(drawn);
    if (shape >= 0.35 && shape < 0.5) make_arm(drawn);
    if (random_.chance(0.3)) make_regular(drawn);
    for (Joint& joint : drawn) vary(joint, recipe.limits);
    std::vector<CaseJoint> out;
    for (Joint& joint : drawn) {
      CaseJoint made;
      made.joint = joint;
      for (int k = 0; k < 6; ++k) {
        made.hold_weights[at(k)] = random_.uniform(0.1, 10);
        made.speeds[at(k)] = random_.chance(0.3) ? random_.uniform(-1, 1) : 0;
        made.locked[at(k)] = random_.chance(0.2);
      }
      out.push_back(made);
    }
    const bool starts_inside = random_.chance(0.6);
    for (CaseJoint& joint : out) {
      if (starts_inside) {
        joint.start = values_inside(random_, joint.joint);
      } else {
        joint.start = any_values(random_, joint.joint);
      }
      joint.posture = random_.chance(0.7) ? values_inside(random_, joint.joint) : any_values(random_, joint.joint);
      // Quaternions of any length and stale records of followers are welcome, too.
      if (random_.chance(0.05))
        for (int k = 0; k < 4 && value_count_of(joint.joint) >= 4; ++k) joint.start[at(k)] *= 1.5;
    }
    return out;
  }

 private:
  int joint_count() {
    const double size = random_.uniform(0, 1);
    if (size < 0.4) return 2 + random_.below(5);
    if (size < 0.85) return 4 + random_.below(14);
    if (size < 0.99) return 15 + random_.below(30);
    return 60 + random_.below(60);
  }

  static void drop_followers(std::vector<Joint>& drawn) {
    for (Joint& joint : drawn)
      for (AxisSettings& axis : joint.axes) axis.follows.reset();
  }
  static void change_kind(Joint& joint, JointKind kind) {
    joint.kind = kind;
    for (AxisSettings& axis : joint.axes) {
      axis.limits = {};
      axis.weight = 1;
    }
  }

  /// Balls only.
  void make_rope(std::vector<Joint>& drawn) {
    drop_followers(drawn);
    const bool plain = random_.chance(0.5);
    for (Joint& joint : drawn) {
      change_kind(joint, JointKind::Ball);
      if (plain) joint.ball = {};
    }
  }

  /// A ball or three angles, a hinge, and what hangs on them: what the two-bone method looks for.
  void make_limb(std::vector<Joint>& drawn) {
    drop_followers(drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const JointKind kinds[] = {random_.chance(0.6) ? JointKind::Ball : JointKind::Euler, JointKind::Hinge,
                                 random_.chance(0.5) ? JointKind::Fixed : JointKind::Ball};
      change_kind(drawn[i], kinds[i % 3]);
      drawn[i].euler_count = 3;
      for (AxisSettings& axis : drawn[i].axes) axis.fixed = axis.fixed && random_.chance(0.3);
    }
  }

  /// Hinges and sliders, as robots have.
  void make_arm(std::vector<Joint>& drawn) {
    drop_followers(drawn);
    for (Joint& joint : drawn) {
      const Range limits = joint.axes[0].limits;
      change_kind(joint, random_.chance(0.9) ? JointKind::Hinge : JointKind::Slider);
      joint.axes[0].limits = limits;
    }
  }

  /// Numbers that people write: unturned rests, axes along x, y and z, bones of half a metre.
  void make_regular(std::vector<Joint>& drawn) {
    const Vec3 axes[] = {kUnitX, kUnitY, kUnitZ};
    for (Joint& joint : drawn) {
      joint.rest.rotation = {};
      joint.rest.translation = axes[random_.below(3)] * (random_.chance(0.2) ? 0 : 0.5);
      joint.axis = axes[random_.below(3)];
      joint.euler_axes = {kUnitZ, kUnitY, kUnitX};
      joint.ball.twist_axis = kUnitX;
      joint.ball.first_axis = kUnitY;
    }
  }

  void vary(Joint& joint, bool limits) {
    if (random_.chance(0.08)) joint.rest.translation = {};
    if (random_.chance(0.03)) joint.rest.translation = joint.rest.translation * 1e-6;
    if (limits && joint.kind == JointKind::Ball && random_.chance(0.1)) {
      const double half = std::pow(10.0, random_.uniform(-14, 0));
      joint.ball.swing_first = half;
      joint.ball.swing_second = random_.chance(0.5) ? half : random_.uniform(0.1, 3);
    }
    if (limits && joint.kind == JointKind::Ball && random_.chance(0.05)) joint.ball.twist = {0.3, 0.3};
    for (int k = 0; k < axis_count_of(joint); ++k) {
      AxisSettings& axis = joint.axes[at(k)];
      if (limits && joint.kind == JointKind::Free && k >= 3 && random_.chance(0.3)) axis.limits = {-0.5, 0.5};
      if (axis.limits.width() < kInfinity && random_.chance(0.03)) axis.limits.upper = axis.limits.lower;
      if (axis.limits.width() < kInfinity && random_.chance(0.05)) axis.limits.upper = kInfinity;
      if (axis.follows && limits && random_.chance(0.3)) axis.limits = {-2, 2};
      if (random_.chance(0.1)) axis.max_speed = random_.uniform(0.1, 5);
    }
  }

  Random& random_;
  bool simple_;
};

}  // namespace

std::vector<CaseJoint> random_case_joints(Random& random, bool simple) { return JointMaker(random, simple).make(); }

std::array<double, 7> values_inside(Random& random, const Joint& joint) {
  std::array<double, 7> values = any_values(random, joint);
  if (joint.kind == JointKind::Ball) {
    BallLimits limits = joint.ball;
    limits.twist_axis = normalised(limits.twist_axis, kUnitX);
    const double angle = random.uniform(0, 2 * kPi), size = random.uniform(0, 0.99);
    const BallAngles angles{std::cos(angle) * size * std::min(limits.swing_first, 3.0),
                            std::sin(angle) * size * std::min(limits.swing_second, 3.0),
                            random.uniform(std::max(limits.twist.lower, -3.0), std::min(limits.twist.upper, 3.0))};
    write(from_ball_angles(limits, angles), values);
  }
  for (int k = 0; k < axis_count_of(joint); ++k) {
    const int value = joint.kind == JointKind::Free ? k + 1 : k;
    if (joint.kind == JointKind::Ball || (joint.kind == JointKind::Free && k < 3)) continue;
    const Range& limits = joint.axes[at(k)].limits;
    const double low = std::max(limits.lower, std::min(-2.0, limits.upper - 1));
    const double high = std::min(limits.upper, std::max(2.0, low));
    values[at(value)] = limits.clamp(random.chance(0.05) ? 0 : random.uniform(low, high));
  }
  return values;
}

}  // namespace kine::torture
