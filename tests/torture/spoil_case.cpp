#include "tests/torture/spoil_case.h"

#include <climits>
#include <cmath>
#include <limits>

namespace kine::torture {
namespace {

using test::Random;

class Spoiler {
 public:
  explicit Spoiler(Random& random) : random_(random) {}

  void joints(Case& base) {
    const double much = random_.chance(0.5) ? 0.02 : 0.003;
    // Everything large or everything small is a case of its own.
    const double scale = random_.chance(0.3) ? std::pow(10.0, random_.uniform(-120, 110)) : 1;
    for (CaseJoint& made : base.joints) {
      Joint& joint = made.joint;
      joint.rest.translation = joint.rest.translation * scale;
      joint.centre_of_mass = joint.centre_of_mass * scale;
      spoil(joint.rest.translation, much);
      spoil(joint.rest.rotation, much);
      spoil(joint.rest.scale, much / 3);
      spoil(joint.axis, much);
      spoil(joint.mass, much);
      spoil(joint.centre_of_mass, much);
      spoil(joint.ball.swing_first, much);
      spoil(joint.ball.swing_second, much);
      for (AxisSettings& axis : joint.axes) {
        const bool takes_limits = joint.kind != JointKind::Ball && joint.kind != JointKind::Free;
        if (takes_limits) spoil(axis.limits.lower, much);
        if (takes_limits) spoil(axis.limits.upper, much);
        spoil(axis.weight, much);
        spoil(axis.max_speed, much);
        if (axis.follows) spoil(axis.follows->factor, much);
        if (axis.follows) spoil(axis.follows->offset, much);
      }
      for (double& value : made.start) spoil(value, much / 2);
      for (double& value : made.posture) spoil(value, much / 2);
      for (double& value : made.hold_weights) spoil(value, much / 2);
      for (double& value : made.speeds) spoil(value, much / 2);
    }
  }

  void goals(Case& base) {
    const double much = random_.chance(0.5) ? 0.1 : 0.01;
    for (Goal& goal : base.goals) {
      spoil(goal.target, much);
      spoil(goal.offset, much);
      spoil(goal.orientation, much);
      spoil(goal.axis, much);
      spoil(goal.pole, much);
      spoil(goal.weight, much);
      if (random_.chance(0.05)) goal.fade = random_.chance(0.5) ? 1e-300 : absurd_number();
      for (Range& range : goal.bounds) {
        spoil(range.lower, much / 5);
        spoil(range.upper, much / 5);
      }
      if (random_.chance(0.03)) goal.priority = random_.chance(0.5) ? INT_MAX : INT_MIN;
      if (random_.chance(0.02)) goal.joint.index = random_.chance(0.5) ? INT_MAX : -2;
      if (random_.chance(0.02)) goal.frame.index = random_.chance(0.5) ? INT_MAX : -2;
    }
    for (VelocityConstraint& constraint : base.constraints) {
      spoil(constraint.target.translation, much);
      spoil(constraint.offset, much);
      spoil(constraint.velocity.linear, much);
      spoil(constraint.velocity.angular, much);
      spoil(constraint.axis, much);
      spoil(constraint.weight, much);
      spoil(constraint.values[0], much);
    }
  }

  void settings(Method& method) {
    std::visit([&](auto& settings) { spoil_settings(settings); }, method);
  }

 private:
  double absurd_number() {
    constexpr double kNumbers[] = {0,    -0.0, 1e-300, 1e-200, 1e-160, 1e-100, 1e-30, 1e-16,  1e-12,  1e8,   1e16,
                                   1e30, 1e99, 1e101,  1e150,  1e160,  1e200,  1e300, -1e300, -1e100, -1e16, -1e-16};
    const double which = random_.uniform(0, 1);
    if (which < 0.04) return std::numeric_limits<double>::quiet_NaN();
    if (which < 0.08) return random_.chance(0.5) ? kInfinity : -kInfinity;
    if (which < 0.6) return kNumbers[random_.below(static_cast<int>(std::size(kNumbers)))];
    return std::pow(10.0, random_.uniform(-40, 40)) * (random_.chance(0.5) ? 1 : -1);
  }
  void spoil(double& number, double probability) {
    if (random_.chance(probability)) number = absurd_number();
  }
  void spoil(Vec3& v, double probability) {
    if (!random_.chance(probability)) return;
    const bool all = random_.chance(0.3);
    for (int k = 0; k < 3; ++k)
      if (all || random_.chance(0.4)) v[k] = absurd_number();
  }
  void spoil(Quat& q, double probability) {
    if (!random_.chance(probability)) return;
    if (random_.chance(0.5)) {
      const double size = absurd_number();
      q = q * size;
    } else {
      q.w = absurd_number();
    }
  }

  void spoil(int& number, double probability) {
    if (random_.chance(probability)) number = random_.chance(0.7) ? INT_MAX : random_.chance(0.5) ? -1 : INT_MIN;
  }
  void spoil(Tolerance& tolerance) {
    spoil(tolerance.position, 0.05);
    spoil(tolerance.angle, 0.05);
    spoil(tolerance.metres, 0.05);
    if (random_.chance(0.1)) tolerance = {0, 0, 0};
  }
  template <class Settings>
  void spoil_settings(Settings& method) {
    if constexpr (requires { spoil(method.tolerance); }) spoil(method.tolerance);
    if constexpr (requires { method.max_iterations; }) spoil(method.max_iterations, 0.1);
    spoil_own(method);
  }
  void spoil_own(Jacobian& method) {
    spoil(method.step, 0.03);
    spoil(method.max_change, 0.03);
    spoil(method.ease, 0.03);
    spoil(method.inner_limit, 0.03);
    spoil(method.inverse_error, 0.05);
  }
  void spoil_own(FullBody&) {}
  void spoil_own(TwoBone& method) {
    spoil(method.pole, 0.1);
    spoil(method.bend_axis, 0.1);
    spoil(method.twist, 0.1);
    spoil(method.softness, 0.05);
    spoil(method.fade, 0.03);
  }
  void spoil_own(Hybrid& method) {
    spoil_settings(method.body);
    spoil_settings(method.limb);
    spoil(method.stretch, 0.05);
  }
  void spoil_own(Ccd& method) { spoil(method.max_turn, 0.05); }
  void spoil_own(Fabrik&) {}
  void spoil_own(Shake& method) {
    spoil(method.cycle, 0.05);
    spoil(method.bone_tolerance, 0.05);
  }
  void spoil_own(Global& method) { spoil(method.max_starts, 0.1); }
  void spoil_own(Velocity& method) {
    spoil(method.h, 0.1);
    spoil(method.beta, 0.05);
    spoil(method.rank_threshold, 0.05);
    spoil(method.damping, 0.05);
    spoil(method.length, 0.05);
    spoil(method.tolerance, 0.05);
  }

  Random& random_;
};

}  // namespace

void spoil_joints(Random& random, Case& base) { Spoiler(random).joints(base); }
void spoil_goals(Random& random, Case& base) { Spoiler(random).goals(base); }
void spoil_settings(Random& random, Method& method) { Spoiler(random).settings(method); }

}  // namespace kine::torture
