// Arms that Global solves in closed form, or nearly: six or seven joints with numbers that people write and numbers that come out
// of files, at poses that are stretched or folded, with targets that are as far from a pose as the tolerance lets them.
#include <algorithm>
#include <cmath>

#include "tests/support/random_skeleton.h"
#include "tests/torture/case.h"
#include "tests/torture/plain_model.h"
#include "tests/torture/random_joints.h"

namespace kine::torture {
namespace {

using test::Random;

class ArmMaker {
 public:
  ArmMaker(Random& random, Numbers numbers) : random_(random), absurd_(numbers == Numbers::Absurd) {}

  std::vector<Case> make() {
    regular_ = random_.chance(0.7);
    almost_ = random_.chance(0.3) ? std::pow(10.0, random_.uniform(-9, -1)) : 0;
    size_ = absurd_ ? std::pow(10.0, random_.uniform(-40, 40)) : std::pow(10.0, random_.uniform(-2, 1));
    limits_ = random_.chance(0.4);
    Case base;
    add_joints(base);
    base.method = Global{};
    choose_poses(base);
    tolerance_ = tolerance();
    set_target(base);
    std::vector<Case> cases;
    for (const Method& method : methods()) {
      cases.push_back(base);
      cases.back().method = method;
    }
    return cases;
  }

 private:
  Vec3 axis() {
    const Vec3 axes[] = {kUnitX, kUnitY, kUnitZ};
    const Vec3 plain = axes[random_.below(3)];
    if (!regular_ && random_.chance(0.3)) return random_.direction();
    return almost_ > 0 && random_.chance(0.3) ? plain + random_.direction() * almost_ : plain;
  }

  Vec3 bone() {
    const double kind = random_.uniform(0, 1);
    const Vec3 axes[] = {kUnitX, kUnitY, kUnitZ};
    Vec3 bone;
    if (kind < 0.4) {
      bone = {};
    } else if (kind < 0.8) {
      bone = axes[random_.below(3)] * 0.5;
    } else {
      bone = regular_ ? axes[random_.below(3)] * random_.uniform(-1, 1) : random_.point(1);
    }
    if (almost_ > 0 && random_.chance(0.3)) bone = bone + random_.direction() * almost_;
    return bone * size_;
  }

  void add_joints(Case& base) {
    const int count = random_.chance(0.6) ? 6 : random_.chance(0.9) ? 7 : 5 + random_.below(4);
    for (int i = 0; i <= count; ++i) {
      CaseJoint made;
      Joint& joint = made.joint;
      joint.name = "joint " + std::to_string(i);
      if (i > 0) joint.parent = "joint " + std::to_string(i - 1);
      joint.rest.translation = bone();
      if (random_.chance(0.1)) joint.rest.rotation = random_.rotation();
      if (i < count) joint.kind = random_.chance(0.98) ? JointKind::Hinge : JointKind::Slider;
      joint.axis = axis();
      if (limits_ && random_.chance(0.8)) {
        const double half = random_.uniform(0, random_.chance(0.5) ? 1 : 3.2);
        const double middle = random_.chance(0.5) ? 0 : random_.uniform(-2, 2);
        joint.axes[0].limits = {middle - half, middle + half};
      }
      if (random_.chance(0.05)) joint.axes[0].weight = random_.uniform(0.1, 10);
      base.joints.push_back(made);
    }
  }

  double value(const Joint& joint) {
    const Range& limits = joint.axes[0].limits;
    const double special[] = {0, kHalfPi, -kHalfPi, kPi, limits.lower, limits.upper};
    const double low = std::max(limits.lower, -3.2), high = std::max(low, std::min(limits.upper, 3.2));
    double value = random_.uniform(low, high);
    if (random_.chance(special_)) value = special[random_.below(6)];
    if (!std::isfinite(value)) value = 0;
    return limits.clamp(value);
  }

  void choose_poses(Case& base) {
    special_ = random_.chance(0.3) ? random_.uniform(0, 1) : 0;
    for (CaseJoint& joint : base.joints) {
      joint.start[0] = random_.chance(0.3) ? joint.joint.axes[0].limits.clamp(0) : value(joint.joint);
      joint.witness[0] = value(joint.joint);
    }
    base.has_witness = true;
  }

  void set_target(Case& base) {
    const PlainModel model(base);
    std::vector<double> pose;
    for (const CaseJoint& joint : base.joints)
      if (value_count_of(joint.joint) == 1) pose.push_back(joint.witness[0]);
    Goal goal;
    goal.kind = GoalKind::Place;
    goal.joint = {static_cast<int>(base.joints.size()) - 1};
    if (random_.chance(0.3)) goal.offset = random_.point(0.3) * size_;
    goal.fade = 0;  // its target is then where the point is
    goal = model.faded(model.forward(pose), goal);
    goal.fade = 1;
    // What is off by less than the tolerance is met by the witness all the same.
    if (random_.chance(0.5)) {
      const double metres =
          tolerance_.metres > 0 ? tolerance_.metres : tolerance_.position * static_cast<double>(model.reach(goal));
      goal.target = goal.target + random_.point(0.9 * metres);
      const Vec3 turn = random_.point(0.9 * tolerance_.angle);
      goal.orientation = quat(about(point(turn), length(point(turn))) * torture::turn(goal.orientation));
    }
    // Others may be out of reach, or hardly within it.
    if (random_.chance(0.2)) {
      goal.target = goal.target * (1 + std::pow(10.0, random_.uniform(-10, 0)));
      base.has_witness = false;
    }
    base.goals.push_back(goal);
  }

  Tolerance tolerance() {
    Tolerance tolerance;
    if (random_.chance(0.5)) tolerance.position = tolerance.angle = std::pow(10.0, random_.uniform(-12, -1));
    if (random_.chance(0.05)) tolerance.position = tolerance.angle = 0;
    return tolerance;
  }

  std::vector<Method> methods() {
    Global quick{.tolerance = tolerance_, .max_starts = random_.below(8)};
    Global choice{.tolerance = tolerance_, .choice = static_cast<Choice>(1 + random_.below(4)), .max_starts = 1};
    if (choice.choice == Choice::Posture) choice.choice = Choice::Nearest;
    return {quick, choice, FullBody{.tolerance = tolerance_, .max_iterations = 50}};
  }

  Random& random_;
  bool absurd_;
  bool regular_ = true, limits_ = false;
  double almost_ = 0;   // how far axes and bones are off what they nearly are
  double size_ = 1;     // metres
  double special_ = 0;  // how many values are quarter turns, or limits
  Tolerance tolerance_{};
};

}  // namespace

std::vector<Case> random_arms(std::uint64_t seed, std::uint64_t number, Numbers numbers) {
  Random random = random_of_case(seed, number);
  return ArmMaker(random, numbers).make();
}

}  // namespace kine::torture
