#include "tests/torture/shrink.h"

#include <cmath>
#include <functional>
#include <regex>

#include "tests/torture/promises.h"

namespace kine::torture {
namespace {

using Change = std::function<void(Case&)>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The joint with this index, after joint `gone` was taken out; what was on it is on its parent.
void renumber(JointId& id, int gone, int parent) {
  if (id.index == gone) id.index = parent;
  if (id.index > gone) --id.index;
}

void drop_joint(Case& one, int gone) {
  const Joint dropped = one.joints[at(gone)].joint;
  int parent = -1;
  for (int i = 0; i < gone; ++i)
    if (one.joints[at(i)].joint.name == dropped.parent) parent = i;
  one.joints.erase(one.joints.begin() + gone);
  for (CaseJoint& joint : one.joints) {
    if (joint.joint.parent == dropped.name) joint.joint.parent = dropped.parent;
    for (AxisSettings& axis : joint.joint.axes)
      if (axis.follows && axis.follows->joint == dropped.name) axis.follows.reset();
  }
  for (Goal& goal : one.goals) {
    renumber(goal.joint, gone, parent);
    renumber(goal.frame, gone, parent);
  }
  for (VelocityConstraint& constraint : one.constraints) renumber(constraint.joint, gone, parent);
  if (auto* method = std::get_if<Jacobian>(&one.method)) renumber(method->from, gone, parent);
  if (auto* method = std::get_if<FullBody>(&one.method)) renumber(method->from, gone, parent);
  if (auto* method = std::get_if<Hybrid>(&one.method)) renumber(method->body.from, gone, parent);
  if (auto* method = std::get_if<TwoBone>(&one.method)) {
    renumber(method->root, gone, parent);
    renumber(method->mid, gone, parent);
  }
}

double rounded(double value, double step) { return std::round(value / step) * step; }
Vec3 rounded(const Vec3& v, double step) { return {rounded(v.x, step), rounded(v.y, step), rounded(v.z, step)}; }

void add_joint_changes(int i, std::vector<Change>& changes) {
  const auto on_joint = [&](auto change) { changes.push_back([i, change](Case& c) { change(c.joints[at(i)]); }); };
  on_joint([](CaseJoint& j) { j.joint.kind = JointKind::Fixed; });
  on_joint([](CaseJoint& j) {
    if (j.joint.kind == JointKind::Free || j.joint.kind == JointKind::Euler) j.joint.kind = JointKind::Ball;
  });
  on_joint([](CaseJoint& j) { j.joint.rest.rotation = {}; });
  on_joint([](CaseJoint& j) { j.joint.rest.scale = {1, 1, 1}; });
  on_joint([](CaseJoint& j) { j.joint.rest.translation = {}; });
  on_joint([](CaseJoint& j) { j.joint.rest.translation = rounded(j.joint.rest.translation, 0.5); });
  on_joint([](CaseJoint& j) { j.joint.rest.translation = rounded(j.joint.rest.translation, 0.0625); });
  on_joint([](CaseJoint& j) { j.joint.mass = 0; });
  on_joint([](CaseJoint& j) { j.joint.centre_of_mass = {}; });
  on_joint([](CaseJoint& j) { j.joint.ball = {}; });
  on_joint([](CaseJoint& j) { j.joint.ball.swing_first = j.joint.ball.swing_second = kPi; });
  on_joint([](CaseJoint& j) { j.joint.ball.twist = {-kPi, kPi}; });
  on_joint([](CaseJoint& j) { j.joint.ball.twist_axis = kUnitX, j.joint.ball.first_axis = kUnitY; });
  on_joint([](CaseJoint& j) { j.joint.axis = kUnitZ; });
  on_joint([](CaseJoint& j) { j.joint.euler_axes = {kUnitZ, kUnitY, kUnitX}; });
  on_joint([](CaseJoint& j) { j.joint.euler_count = 3; });
  for (int k = 0; k < 6; ++k) {
    const auto on_axis = [&](auto change) { on_joint([k, change](CaseJoint& j) { change(j.joint.axes[at(k)]); }); };
    on_axis([](AxisSettings& a) { a = {}; });
    on_axis([](AxisSettings& a) { a.limits = {}; });
    on_axis([](AxisSettings& a) { a.weight = 1; });
    on_axis([](AxisSettings& a) { a.max_speed = kInfinity; });
    on_axis([](AxisSettings& a) { a.fixed = false; });
    on_axis([](AxisSettings& a) { a.follows.reset(); });
    on_joint([k](CaseJoint& j) { j.locked[at(k)] = false; });
    on_joint([k](CaseJoint& j) { j.speeds[at(k)] = 0; });
    on_joint([k](CaseJoint& j) { j.hold_weights[at(k)] = 1; });
  }
  const auto on_values = [&](std::array<double, 7> CaseJoint::* values) {
    on_joint([values](CaseJoint& j) {
      const bool turns = j.joint.kind == JointKind::Ball || j.joint.kind == JointKind::Free;
      j.*values = {0, 0, 0, turns ? 1.0 : 0.0, 0, 0, 0};
    });
    for (int k = 0; k < 7; ++k) {
      on_joint([values, k](CaseJoint& j) { (j.*values)[at(k)] = 0; });
      on_joint([values, k](CaseJoint& j) { (j.*values)[at(k)] = rounded((j.*values)[at(k)], 0.5); });
    }
  };
  on_values(&CaseJoint::start);
  on_values(&CaseJoint::posture);
}

void add_goal_changes(std::size_t g, std::vector<Change>& changes) {
  const auto on_goal = [&](auto change) { changes.push_back([g, change](Case& c) { change(c.goals[g]); }); };
  on_goal([](Goal& goal) { goal.kind = GoalKind::Reach; });
  on_goal([](Goal& goal) { goal.offset = {}; });
  on_goal([](Goal& goal) { goal.frame = kWorld; });
  on_goal([](Goal& goal) { goal.weight = 1; });
  on_goal([](Goal& goal) { goal.priority = 0; });
  on_goal([](Goal& goal) { goal.fade = 1; });
  on_goal([](Goal& goal) { goal.pole = {}; });
  on_goal([](Goal& goal) { goal.axis = {}; });
  on_goal([](Goal& goal) { goal.axis = kUnitX; });
  on_goal([](Goal& goal) { goal.orientation = {}; });
  on_goal([](Goal& goal) { goal.target = {}; });
  on_goal([](Goal& goal) { goal.target = rounded(goal.target, 0.5); });
  on_goal([](Goal& goal) { goal.target = rounded(goal.target, 0.0625); });
  for (std::size_t k = 0; k < 6; ++k) {
    on_goal([k](Goal& goal) { goal.bounds[k] = Goal::kExact; });
    on_goal([k](Goal& goal) { goal.bounds[k] = {}; });
  }
}

/// Sets a field of the method's settings to what it is by default, if the method has these settings.
template <class Settings, class Field>
void add_setting(Field Settings::* field, std::vector<Change>& changes) {
  changes.push_back([field](Case& c) {
    if (auto* settings = std::get_if<Settings>(&c.method)) settings->*field = Settings{}.*field;
  });
}

void add_method_changes(std::vector<Change>& changes) {
  add_setting(&Jacobian::tolerance, changes);
  add_setting(&Jacobian::max_iterations, changes);
  add_setting(&Jacobian::step, changes);
  add_setting(&Jacobian::from, changes);
  add_setting(&Jacobian::penultimate, changes);
  add_setting(&Jacobian::max_change, changes);
  add_setting(&Jacobian::ease, changes);
  add_setting(&Jacobian::inner_limit, changes);
  add_setting(&Jacobian::inverse_error, changes);
  add_setting(&FullBody::tolerance, changes);
  add_setting(&FullBody::max_iterations, changes);
  add_setting(&FullBody::from, changes);
  add_setting(&FullBody::try_again, changes);
  add_setting(&FullBody::restarts, changes);
  add_setting(&FullBody::seed, changes);
  add_setting(&Hybrid::body, changes);
  add_setting(&Hybrid::limb, changes);
  add_setting(&Hybrid::stretch, changes);
  add_setting(&Ccd::tolerance, changes);
  add_setting(&Ccd::max_iterations, changes);
  add_setting(&Ccd::max_turn, changes);
  add_setting(&Ccd::order, changes);
  add_setting(&Ccd::shakes, changes);
  add_setting(&Fabrik::tolerance, changes);
  add_setting(&Fabrik::max_iterations, changes);
  add_setting(&Fabrik::shakes, changes);
  add_setting(&Shake::tolerance, changes);
  add_setting(&Shake::max_iterations, changes);
  add_setting(&Shake::cycle, changes);
  add_setting(&Shake::bone_tolerance, changes);
  add_setting(&Shake::shakes, changes);
  add_setting(&Global::tolerance, changes);
  add_setting(&Global::choice, changes);
  add_setting(&Global::max_starts, changes);
  add_setting(&Global::from, changes);
  add_setting(&TwoBone::root, changes);
  add_setting(&TwoBone::mid, changes);
  add_setting(&TwoBone::pole, changes);
  add_setting(&TwoBone::bend_axis, changes);
  add_setting(&TwoBone::twist, changes);
  add_setting(&TwoBone::softness, changes);
  add_setting(&TwoBone::fade, changes);
  add_setting(&TwoBone::on_unreachable, changes);
  add_setting(&TwoBone::tolerance, changes);
  add_setting(&Velocity::h, changes);
  add_setting(&Velocity::beta, changes);
  add_setting(&Velocity::drift, changes);
  add_setting(&Velocity::inverse, changes);
  add_setting(&Velocity::rank_threshold, changes);
  add_setting(&Velocity::damping, changes);
  add_setting(&Velocity::separate, changes);
  add_setting(&Velocity::length, changes);
  add_setting(&Velocity::tolerance, changes);
}

/// Everything that may be tried on a case, the large changes first.
std::vector<Change> changes_for(const Case& one) {
  std::vector<Change> changes;
  const int joints = static_cast<int>(one.joints.size());
  if (joints > 1)
    for (int i = joints - 1; i >= 0; --i) changes.push_back([i](Case& c) { drop_joint(c, i); });
  if (one.goals.size() > 1 || std::holds_alternative<Velocity>(one.method))
    for (std::size_t g = 0; g < one.goals.size(); ++g)
      changes.push_back([g](Case& c) { c.goals.erase(c.goals.begin() + static_cast<std::ptrdiff_t>(g)); });
  if (!std::holds_alternative<Velocity>(one.method)) changes.push_back([](Case& c) { c.constraints.clear(); });
  for (std::size_t g = 0; g < one.constraints.size(); ++g)
    changes.push_back([g](Case& c) { c.constraints.erase(c.constraints.begin() + static_cast<std::ptrdiff_t>(g)); });
  changes.push_back([](Case& c) { c.is_masked = false; });
  changes.push_back([](Case& c) { c.near_posture = false; });
  changes.push_back([](Case& c) { c.weighs_holds = false; });
  changes.push_back([](Case& c) { c.has_witness = false; });
  for (std::size_t g = 0; g < one.goals.size(); ++g) add_goal_changes(g, changes);
  for (int i = 0; i < joints; ++i) add_joint_changes(i, changes);
  add_method_changes(changes);
  return changes;
}

}  // namespace

std::string kind_of_breach(const std::string& sentence) {
  static const std::regex number("[-+]?([0-9]+\\.?[0-9]*(e[-+]?[0-9]+)?|\\b(inf|nan)\\b)");
  static const std::regex joint("^joint #: ");
  return std::regex_replace(std::regex_replace(sentence, number, "#"), joint, "");
}

Case shrunk(Case broken) {
  const std::string kind = kind_of_breach(broken_promise_of(broken));
  if (kind.empty()) return broken;
  for (int round = 0; round < 20; ++round) {
    bool smaller = false;
    for (std::size_t i = 0; i < changes_for(broken).size(); ++i) {
      Case candidate = broken;
      changes_for(broken)[i](candidate);
      if (as_cpp_test(candidate, "", "") == as_cpp_test(broken, "", "")) continue;
      if (kind_of_breach(broken_promise_of(candidate)) != kind) continue;
      const bool fewer = candidate.joints.size() + candidate.goals.size() + candidate.constraints.size() <
                         broken.joints.size() + broken.goals.size() + broken.constraints.size();
      broken = std::move(candidate);
      smaller = true;
      if (fewer) --i;  // the next one has its number now
    }
    if (!smaller) break;
  }
  return broken;
}

}  // namespace kine::torture
