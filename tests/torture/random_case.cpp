// What is drawn: a skeleton of one of a few shapes, goals of every kind on it, and every method with settings of its own.
#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"
#include "tests/torture/plain_model.h"

namespace kine::torture {
namespace {

using test::Random;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Draws one case of a seed.
class CaseMaker {
 public:
  CaseMaker(Random& random, Numbers numbers) : random_(random), absurd_(numbers == Numbers::Absurd) {}

  std::vector<Case> make() {
    Case base;
    simple_ = random_.chance(0.5);
    base.joints = joints();
    if (absurd_) spoil_joints(base);
    choose_goals(base);
    if (!simple_ && random_.chance(0.3)) base.weighs_holds = true;
    base.is_masked = random_.chance(0.2);
    from_ = !simple_ && random_.chance(0.2) ? any_joint(base) : kWorld;
    tolerance_ = tolerance();
    set_witness(base);
    aim_goals(base);
    constraints(base);
    if (absurd_) spoil_goals(base);
    std::vector<Case> cases;
    for (Method& method : methods(base)) {
      if (absurd_) spoil_method(method);
      Case one = base;
      one.near_posture = random_.chance(0.2);
      one.method = method;
      cases.push_back(std::move(one));
    }
    return cases;
  }

 private:
  JointId any_joint(const Case& base) { return {random_.below(static_cast<int>(base.joints.size()))}; }

  int joint_count() {
    const double size = random_.uniform(0, 1);
    if (size < 0.4) return 2 + random_.below(5);
    if (size < 0.85) return 4 + random_.below(14);
    if (size < 0.99) return 15 + random_.below(30);
    return 60 + random_.below(60);
  }

  std::vector<CaseJoint> joints() {
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
        joint.start = inside(joint.joint);
      } else {
        joint.start = anything(joint.joint);
      }
      joint.posture = random_.chance(0.7) ? inside(joint.joint) : anything(joint.joint);
      // Quaternions of any length and stale records of followers are welcome, too.
      if (random_.chance(0.05))
        for (int k = 0; k < 4 && value_count_of(joint.joint) >= 4; ++k) joint.start[at(k)] *= 1.5;
    }
    return out;
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

  std::array<double, 7> anything(const Joint& joint) {
    std::array<double, 7> values{};
    const bool turns = joint.kind == JointKind::Ball || joint.kind == JointKind::Free;
    for (double& value : values) value = random_.uniform(-2, 2);
    if (turns) write(random_.rotation(), values);
    return values;
  }

  std::array<double, 7> inside(const Joint& joint) {
    std::array<double, 7> values = anything(joint);
    if (joint.kind == JointKind::Ball) {
      BallLimits limits = joint.ball;
      limits.twist_axis = normalised(limits.twist_axis, kUnitX);
      const double angle = random_.uniform(0, 2 * kPi), size = random_.uniform(0, 0.99);
      const BallAngles angles{std::cos(angle) * size * std::min(limits.swing_first, 3.0),
                              std::sin(angle) * size * std::min(limits.swing_second, 3.0),
                              random_.uniform(std::max(limits.twist.lower, -3.0), std::min(limits.twist.upper, 3.0))};
      write(from_ball_angles(limits, angles), values);
    }
    for (int k = 0; k < axis_count_of(joint); ++k) {
      const int value = joint.kind == JointKind::Free ? k + 1 : k;
      if (joint.kind == JointKind::Ball || (joint.kind == JointKind::Free && k < 3)) continue;
      const Range& limits = joint.axes[at(k)].limits;
      const double low = std::max(limits.lower, std::min(-2.0, limits.upper - 1));
      const double high = std::min(limits.upper, std::max(2.0, low));
      values[at(value)] = limits.clamp(random_.chance(0.05) ? 0 : random_.uniform(low, high));
    }
    return values;
  }

  static void write(const Quat& q, std::array<double, 7>& values) {
    values[0] = q.x;
    values[1] = q.y;
    values[2] = q.z;
    values[3] = q.w;
  }

  // ---- goals ---------------------------------------------------------------------------------------------------------

  void choose_goals(Case& base) {
    const int count = simple_ ? 1 + (random_.chance(0.25) ? 1 : 0) : 1 + random_.below(4);
    for (int i = 0; i < count; ++i) {
      Goal goal;
      const int kinds = simple_ ? 3 : 8;
      goal.kind = static_cast<GoalKind>(random_.below(kinds));
      if (random_.chance(0.4)) goal.kind = GoalKind::Reach;
      if (simple_ && goal.kind == GoalKind::Orient && random_.chance(0.5)) goal.kind = GoalKind::Place;
      const bool of_all = goal.kind == GoalKind::Hold || goal.kind == GoalKind::CentreOfMass;
      if (!of_all)
        goal.joint = random_.chance(0.5) ? any_joint(base) : JointId{static_cast<int>(base.joints.size()) - 1};
      if (random_.chance(0.5)) goal.offset = random_.point(0.3);
      if (goal.kind == GoalKind::Hold) goal.offset = {};
      if (!simple_) {
        if (random_.chance(0.25) && goal.kind != GoalKind::Hold) goal.frame = any_joint(base);
        goal.weight = random_.chance(0.3) ? random_.uniform(0.1, 10) : 1;
        goal.priority = random_.chance(0.3) ? random_.below(3) : 0;
      }
      if (random_.chance(0.08)) goal.fade = random_.uniform(0, 1);
      if (random_.chance(0.1)) goal.pole = random_.direction();
      base.goals.push_back(goal);
    }
  }

  /// A pose that differs from the start only where the solve may move it, inside all limits: the goals that are measured
  /// on it can be met.
  void set_witness(Case& base) {
    base.method = FullBody{.from = from_};
    const PlainModel model(base);
    const std::vector<bool> movable = model.movable_axes(base);
    for (int i = 0; i < model.joint_count(); ++i) {
      CaseJoint& joint = base.joints[at(i)];
      joint.witness = joint.start;
      const std::array<double, 7> other = inside(joint.joint);
      bool all_turns = true;
      for (int k = 0; k < axis_count_of(joint.joint); ++k) {
        const PlainAxis& axis = model.axes()[at(model.first_axis(i) + k)];
        const bool moves = movable[at(model.first_axis(i) + k)];
        if (axis.value < 0) {
          all_turns &= moves;
        } else if (moves && axis.leader == model.first_axis(i) + k) {
          const auto v = at(axis.value - model.first_value(i));
          joint.witness[v] = axis.limits.clamp(other[v]);
        }
      }
      if (model.has_quaternion(i) && all_turns)
        for (int k = 0; k < 4; ++k) joint.witness[at(k)] = other[at(k)];
    }
    base.has_witness = true;
  }

  static std::vector<double> pose_of(const Case& base, std::array<double, 7> CaseJoint::* values) {
    std::vector<double> pose;
    for (const CaseJoint& joint : base.joints)
      for (int k = 0; k < value_count_of(joint.joint); ++k) pose.push_back((joint.*values)[at(k)]);
    return pose;
  }

  /// Gives each goal a target.
  void aim_goals(Case& base) {
    const PlainModel model(base);
    const std::vector<PlainFrame> there = model.forward(pose_of(base, &CaseJoint::witness));
    const std::vector<PlainFrame> here = model.forward(pose_of(base, &CaseJoint::start));
    const bool by_witness = random_.chance(0.6);
    for (Goal& goal : base.goals) {
      const double how = by_witness ? 0 : random_.uniform(0, 1);
      goal.axis = random_.direction();
      if (how < 0.5) {
        take_target(model, there, goal);
      } else if (how < 0.6) {
        take_target(model, here, goal);
      } else if (how < 0.9) {
        goal.target = random_.point(1.5);
        goal.orientation = random_.rotation();
      } else {
        goal.target = random_.direction() * 50;
        goal.orientation = random_.rotation();
      }
      bound(goal, by_witness);
    }
  }

  /// Where the point of a goal is on these frames: measured with the target at the origin, one number at a time.
  static void take_target(const PlainModel& model, std::span<const PlainFrame> frames, Goal& goal) {
    if (goal.kind == GoalKind::Hold) return;
    Goal probe = goal;
    probe.fade = 0;  // its target is then where the point is
    const GoalKind kind = goal.kind;
    if (kind != GoalKind::CentreOfMass) probe.kind = GoalKind::Place;
    const Goal found = model.faded(frames, probe);
    goal.target = found.target;
    goal.orientation = found.orientation;
    if (kind == GoalKind::Aim) goal.target = goal.target + rotate(goal.orientation, goal.axis) * 0.7;
  }

  void bound(Goal& goal, bool by_witness) {
    const auto about_zero = [&] { return Range{-random_.uniform(0, 0.2), random_.uniform(0, 0.2)}; };
    switch (goal.kind) {
      case GoalKind::Distance:
        if (by_witness) {
          goal.bounds[0] = {0, random_.uniform(0, 0.2)};
        } else {
          const double far = random_.uniform(0, 1);
          goal.bounds[0] = {far, far + (random_.chance(0.5) ? 0 : 0.2)};
        }
        break;
      case GoalKind::HalfSpace:
        goal.bounds[0] = {0, kInfinity};
        break;
      default:
        if (simple_ || !random_.chance(0.25)) return;
        for (Range& range : goal.bounds) {
          if (random_.chance(0.5)) range = about_zero();
          if (random_.chance(0.2)) range = {};
        }
    }
  }

  void constraints(Case& base) {
    const int count = 1 + random_.below(3);
    for (int i = 0; i < count; ++i) {
      const JointId joint = any_joint(base);
      const VelocityOptions options{.offset = random_.point(0.5), .weight = random_.uniform(0.2, 3)};
      const auto twist = [&] { return Twist{random_.point(1), random_.point(1)}; };
      switch (random_.below(5)) {
        case 0:
          base.constraints.push_back(turn_about(joint, {}, random_.direction(), random_.point(1), options));
          break;
        case 1:
          base.constraints.push_back(follow_pose(joint, {random_.rotation(), random_.point(1)}, twist(), options));
          break;
        case 2:
          base.constraints.push_back(follow_point(joint, random_.point(1), random_.point(1), options));
          break;
        case 3:
          base.constraints.push_back(stay_in_plane(joint, random_.point(1), random_.direction(), twist(), options));
          break;
        default: {
          const Twist rows[] = {twist(), twist()};
          const double values[] = {random_.uniform(-1, 1), random_.uniform(-1, 1)};
          base.constraints.push_back(constrain_twist(joint, rows, values, options));
        }
      }
    }
  }

  // ---- methods -------------------------------------------------------------------------------------------------------

  Tolerance tolerance() {
    Tolerance tolerance;
    if (random_.chance(0.3)) tolerance.position = tolerance.angle = std::pow(10.0, random_.uniform(-12, -2));
    if (random_.chance(0.05)) tolerance.position = tolerance.angle = 0;
    if (random_.chance(0.1)) tolerance.metres = std::pow(10.0, random_.uniform(-9, -1));
    return tolerance;
  }

  int iterations(int usual) {
    if (random_.chance(0.05)) return 0;
    return random_.chance(0.2) ? 1 + random_.below(usual) : usual;
  }

  TwoBone two_bone(const Case& base) {
    TwoBone method{.tolerance = tolerance_};
    if (random_.chance(0.1)) {
      method.root = any_joint(base);
      method.mid = any_joint(base);
    }
    if (random_.chance(0.3)) method.pole = random_.direction();
    if (random_.chance(0.2)) method.bend_axis = random_.direction();
    if (random_.chance(0.2)) method.twist = random_.uniform(-3, 3);
    if (random_.chance(0.1)) method.softness = random_.uniform(0, 0.2);
    if (random_.chance(0.1)) method.fade = random_.uniform(0, 1);
    if (random_.chance(0.2)) method.on_unreachable = OnUnreachable::Keep;
    return method;
  }

  FullBody full_body() {
    FullBody method{.tolerance = tolerance_, .max_iterations = iterations(100), .from = from_};
    method.try_again = random_.chance(0.8);
    method.restarts = random_.chance(0.15) ? 1 + random_.below(3) : 0;
    method.seed = random_.bits();
    return method;
  }

  std::vector<Method> methods(const Case& base) {
    Jacobian jacobian{.tolerance = tolerance_, .max_iterations = iterations(200), .from = from_};
    jacobian.inverse = random_.chance(0.5) ? Inverse::Damped : static_cast<Inverse>(random_.below(4));
    if (jacobian.inverse == Inverse::Transpose || jacobian.inverse == Inverse::SelectivelyDamped)
      jacobian.max_iterations = std::min(jacobian.max_iterations, 30);
    if (random_.chance(0.2)) jacobian.step = random_.uniform(0.1, 1);
    jacobian.penultimate = random_.chance(0.7);
    if (random_.chance(0.2)) jacobian.max_change = random_.uniform(0.001, 0.5);
    if (random_.chance(0.3)) jacobian.ease = random_.uniform(0, 1);
    Hybrid hybrid{.body = full_body(), .limb = two_bone(base)};
    hybrid.limb.root = hybrid.limb.mid = kWorld;
    if (random_.chance(0.2)) hybrid.stretch = random_.uniform(0.3, 1);
    Ccd ccd{.tolerance = tolerance_, .max_iterations = iterations(100)};
    if (random_.chance(0.3)) ccd.max_turn = random_.uniform(0.05, 2);
    if (random_.chance(0.3)) ccd.order = Ccd::Order::TipFirst;
    ccd.shakes = random_.below(7);
    Fabrik fabrik{.tolerance = tolerance_, .max_iterations = iterations(100), .shakes = random_.below(7)};
    Shake shake{.tolerance = tolerance_, .max_iterations = iterations(500), .shakes = random_.below(7)};
    if (random_.chance(0.3)) shake.cycle = 1 + random_.below(60);
    if (random_.chance(0.3)) shake.bone_tolerance = std::pow(10.0, random_.uniform(-9, 0));
    return {jacobian, full_body(), hybrid, ccd, fabrik, shake, two_bone(base), velocity()};
  }

  Velocity velocity() {
    Velocity method;
    if (random_.chance(0.3)) method.h = std::pow(10.0, random_.uniform(-4, 1));
    if (random_.chance(0.3)) method.beta = random_.uniform(0, 1);
    if (random_.chance(0.3)) method.drift = DriftCorrection::Printed;
    method.inverse = static_cast<VelocityInverse>(random_.below(3));
    method.separate = random_.chance(0.7);
    if (random_.chance(0.2)) method.length = random_.uniform(0.1, 10);
    return method;
  }

  // ---- absurd numbers ------------------------------------------------------------------------------------------------

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

  void spoil_joints(Case& base) {
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

  void spoil_goals(Case& base) {
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

  void spoil(int& number, double probability) {
    if (random_.chance(probability)) number = random_.chance(0.7) ? INT_MAX : random_.chance(0.5) ? -1 : INT_MIN;
  }
  void spoil(Tolerance& tolerance) {
    spoil(tolerance.position, 0.05);
    spoil(tolerance.angle, 0.05);
    spoil(tolerance.metres, 0.05);
    if (random_.chance(0.1)) tolerance = {0, 0, 0};
  }
  void spoil_one(Jacobian& method) {
    spoil(method.tolerance);
    spoil(method.max_iterations, 0.1);
    spoil(method.step, 0.03);
    spoil(method.max_change, 0.03);
    spoil(method.ease, 0.03);
    spoil(method.inner_limit, 0.03);
    spoil(method.inverse_error, 0.05);
  }
  void spoil_one(FullBody& method) {
    spoil(method.tolerance);
    spoil(method.max_iterations, 0.1);
  }
  void spoil_one(TwoBone& method) {
    spoil(method.tolerance);
    spoil(method.pole, 0.1);
    spoil(method.bend_axis, 0.1);
    spoil(method.twist, 0.1);
    spoil(method.softness, 0.05);
    spoil(method.fade, 0.03);
  }
  void spoil_one(Hybrid& method) {
    spoil_one(method.body);
    spoil_one(method.limb);
    spoil(method.stretch, 0.05);
  }
  void spoil_one(Ccd& method) {
    spoil(method.tolerance);
    spoil(method.max_iterations, 0.1);
    spoil(method.max_turn, 0.05);
  }
  void spoil_one(Fabrik& method) {
    spoil(method.tolerance);
    spoil(method.max_iterations, 0.1);
  }
  void spoil_one(Shake& method) {
    spoil(method.tolerance);
    spoil(method.max_iterations, 0.1);
    spoil(method.cycle, 0.05);
    spoil(method.bone_tolerance, 0.05);
  }
  void spoil_one(Velocity& method) {
    spoil(method.h, 0.1);
    spoil(method.beta, 0.05);
    spoil(method.rank_threshold, 0.05);
    spoil(method.damping, 0.05);
    spoil(method.length, 0.05);
    spoil(method.tolerance, 0.05);
  }
  void spoil_method(Method& method) {
    std::visit([&](auto& settings) { spoil_one(settings); }, method);
  }

  Random& random_;
  bool absurd_;
  bool simple_ = false;  ///< goals that every method takes
  JointId from_ = kWorld;
  Tolerance tolerance_{};
};

}  // namespace

std::vector<Case> random_cases(std::uint64_t seed, std::uint64_t number, Numbers numbers) {
  Random mixed(seed);
  Random random(mixed.bits() ^ (number * 0x9e3779b97f4a7c15));
  return CaseMaker(random, numbers).make();
}

}  // namespace kine::torture
