#include "kine/motion/body/human_joints.h"

#include <span>
#include <utility>

#include "kine/math/trig.h"

namespace kine::detail {
namespace {

constexpr Range degree_range(double lower, double upper) { return {radians(lower), radians(upper)}; }
constexpr Vec3 kHangingForward = -kUnitX;  // carries down to forward, and forward to up

/// How far an ankle that bears bends up, degrees: what nearly everybody has. In a lunge people have 41, give or take 5
/// (Calatayud et al. 2015, PMC4387727); two of those 5 less is 30. An ankle that bears nothing has 20 only, which
/// would lift the heel at a quarter of the cycle.
constexpr double kAnkleUp = 30;

Joint human(std::string name, std::span<const std::pair<Vec3, Range>> turns) {
  Joint joint;
  joint.name = std::move(name);
  joint.kind = JointKind::Euler;
  joint.euler_count = static_cast<int>(turns.size());
  for (std::size_t k = 0; k < turns.size(); ++k) {
    joint.euler_axes[k] = turns[k].first;
    joint.axes[k].limits = turns[k].second;
  }
  return joint;
}

}  // namespace

Joint human_hip(std::string name, double out) {
  const std::pair<Vec3, Range> turns[] = {{kHangingForward, degree_range(-20 - kHumanSlack, 120)},
                                          {Vec3{0, 0, out}, degree_range(-30, 45)},
                                          {Vec3{0, -out, 0}, degree_range(-45, 45)}};
  return human(std::move(name), turns);
}

Joint human_ankle(std::string name, double out) {
  const std::pair<Vec3, Range> turns[] = {{kHangingForward, degree_range(-50 - kHumanSlack, kAnkleUp + kHumanSlack)},
                                          {Vec3{0, 0, -out}, degree_range(-25, 25)}};
  return human(std::move(name), turns);
}

Joint human_toes(std::string name) { return hinge(std::move(name), "", {}, kHangingForward, degree_range(-40, 60)); }

}  // namespace kine::detail
