#include <type_traits>

#include "tests/torture/case.h"

namespace kine::torture {

int value_count_of(const Joint& joint) {
  return joint.kind == JointKind::Euler ? joint.euler_count : value_count(joint.kind);
}

int axis_count_of(const Joint& joint) {
  return joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind);
}

std::string_view name_of(const Method& method) {
  static constexpr std::string_view kInverses[] = {"jacobian", "jacobian, paper", "jacobian, transpose",
                                                   "jacobian, selectively damped"};
  static constexpr std::string_view kNames[] = {"",      "full body", "hybrid",   "ccd",   "fabrik",
                                                "shake", "two bones", "velocity", "global"};
  if (const auto* jacobian = std::get_if<Jacobian>(&method)) return kInverses[static_cast<int>(jacobian->inverse)];
  return kNames[method.index()];
}

const Tolerance* tolerance_of(const Method& method) {
  return std::visit(
      [](const auto& settings) -> const Tolerance* {
        using Settings = std::decay_t<decltype(settings)>;
        if constexpr (std::is_same_v<Settings, Velocity>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Settings, Hybrid>) {
          return &settings.body.tolerance;
        } else {
          return &settings.tolerance;
        }
      },
      method);
}

std::optional<Problem> Problem::make(const Case& source) {
  std::vector<Joint> joints;
  joints.reserve(source.joints.size());
  for (const CaseJoint& joint : source.joints) joints.push_back(joint.joint);
  Result<Skeleton> built = Skeleton::build(joints);
  if (!built) return {};
  Problem problem;
  problem.skeleton_ = *std::move(built);
  const Skeleton& skeleton = *problem.skeleton_;
  const auto freedoms = static_cast<std::size_t>(skeleton.freedom_count());
  problem.hold_weights_.assign(freedoms, 1);
  problem.speeds_.assign(freedoms, 0);
  problem.movable_ = std::make_unique<bool[]>(freedoms);
  for (std::size_t i = 0; i < source.joints.size(); ++i) {
    const CaseJoint& joint = source.joints[i];
    for (int k = 0; k < value_count_of(joint.joint); ++k) {
      problem.start_.push_back(joint.start[static_cast<std::size_t>(k)]);
      problem.posture_.push_back(joint.posture[static_cast<std::size_t>(k)]);
    }
    for (int k = 0; k < axis_count_of(joint.joint); ++k) {
      const auto axis = static_cast<std::size_t>(k);
      if (joint.joint.axes[axis].follows) continue;  // its leader decides
      const int f = skeleton.freedom_of({static_cast<int>(i)}, k);
      problem.hold_weights_[static_cast<std::size_t>(f)] = joint.hold_weights[axis];
      problem.speeds_[static_cast<std::size_t>(f)] = joint.speeds[axis];
      problem.movable_[static_cast<std::size_t>(f)] = !joint.locked[axis];
      if (joint.locked[axis]) problem.fixed_.push_back(f);
    }
  }
  problem.goals_ = source.goals;
  for (Goal& goal : problem.goals_) {
    if (goal.kind != GoalKind::Hold) continue;
    goal.posture = problem.posture_;
    if (source.weighs_holds) goal.freedom_weights = problem.hold_weights_;
  }
  problem.constraints_ = source.constraints;
  problem.method_ = source.method;
  if (source.is_masked) {
    const std::span<const bool> mask(problem.movable_.get(), freedoms);
    std::visit(
        [&](auto& method) {
          if constexpr (std::is_same_v<std::decay_t<decltype(method)>, Velocity>) {
            method.fixed = problem.fixed_;
          } else {
            method.movable = mask;
          }
        },
        problem.method_);
  }
  if (auto* jacobian = std::get_if<Jacobian>(&problem.method_); jacobian && source.near_posture)
    jacobian->posture = problem.posture_;
  if (auto* global = std::get_if<Global>(&problem.method_); global && global->choice == Choice::Posture)
    global->posture = problem.posture_;
  return problem;
}

}  // namespace kine::torture
