// What is drawn: a skeleton (random_joints.h), goals of every kind on it, and every method with settings of its own.
#include <algorithm>
#include <cmath>

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"
#include "tests/torture/plain_model.h"
#include "tests/torture/random_joints.h"
#include "tests/torture/spoil_case.h"

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
    base.joints = random_case_joints(random_, simple_);
    if (absurd_) spoil_joints(random_, base);
    choose_goals(base);
    if (!simple_ && random_.chance(0.3)) base.weighs_holds = true;
    base.is_masked = random_.chance(0.2);
    from_ = !simple_ && random_.chance(0.2) ? any_joint(base) : kWorld;
    tolerance_ = tolerance();
    set_witness(base);
    aim_goals(base);
    constraints(base);
    if (absurd_) spoil_goals(random_, base);
    std::vector<Case> cases;
    for (Method& method : methods(base)) {
      if (absurd_) spoil_settings(random_, method);
      Case one = base;
      one.near_posture = random_.chance(0.2);
      one.method = method;
      cases.push_back(std::move(one));
    }
    return cases;
  }

 private:
  JointId any_joint(const Case& base) { return {random_.below(static_cast<int>(base.joints.size()))}; }

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
      const std::array<double, 7> other = values_inside(random_, joint.joint);
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
    // Their steps are dear or many; absurd numbers (spoil_settings) ask for INT_MAX of them.
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
    Global global{.tolerance = tolerance_, .max_starts = random_.below(30), .from = from_};
    if (random_.chance(0.5)) global.choice = static_cast<Choice>(random_.below(5));
    return {jacobian, full_body(), hybrid, ccd, fabrik, shake, two_bone(base), velocity(), global};
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

  Random& random_;
  bool absurd_;
  bool simple_ = false;  ///< goals that every method takes
  JointId from_ = kWorld;
  Tolerance tolerance_{};
};

}  // namespace

std::vector<Case> random_cases(std::uint64_t seed, std::uint64_t number, Numbers numbers) {
  Random random = random_of_case(seed, number);
  return CaseMaker(random, numbers).make();
}

}  // namespace kine::torture
