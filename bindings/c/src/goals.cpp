#include "kine/solve/goal.h"

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"

using kine::Goal;
using kine::GoalKind;
using kine::JointId;
using kine::c_api::check_array;
using kine::c_api::has_joint;

namespace {

bool has_goal(const kine_goals* goals, int goal) {
  return goals && goal >= 0 && goal < static_cast<int>(goals->goals.size());
}

kine_status check_goal(const kine_goals* goals, int goal) {
  if (!goals) return KINE_NULL;
  return has_goal(goals, goal) ? KINE_OK : KINE_BAD_INDEX;
}

// Finds a goal and lets `change` set something on it.
template <class Change>
kine_status set(kine_goals* goals, int goal, Change change) {
  if (const kine_status status = check_goal(goals, goal)) return status;
  change(goals->goals[static_cast<std::size_t>(goal)]);
  return KINE_OK;
}

const Goal& at(const kine_goals* goals, int goal) { return goals->goals[static_cast<std::size_t>(goal)]; }

kine_goal_parts& parts_of(kine_goals* goals, int goal) { return goals->parts[static_cast<std::size_t>(goal)]; }

// Makes offset and orientation of a goal out of its parts, as the library does.
kine_status put_together(kine_goals* goals, int goal) {
  Goal& g = goals->goals[static_cast<std::size_t>(goal)];
  const kine_goal_parts& parts = parts_of(goals, goal);
  g.offset = parts.offset;
  g.orientation = parts.orientation;
  if (!parts.joint_from_tool) return KINE_OK;
  const Goal placed = kine::place(g.joint, *parts.joint_from_tool, {g.orientation, {}}, {.offset = g.offset});
  g.offset = placed.offset;
  g.orientation = placed.orientation;
  return KINE_OK;
}

// Copies an array of a hold and lets the goal point to the copy.
kine_status set_array(kine_goals* goals, int goal, const double* numbers, int count,
                      std::vector<double> kine_goal_parts::* part, std::span<const double> Goal::* member) {
  std::vector<double>& copy = parts_of(goals, goal).*part;
  copy.assign(numbers, numbers + count);
  return set(goals, goal, [&](Goal& g) { g.*member = copy; });
}

kine_status check_hold(const kine_goals* goals, int goal) {
  if (const kine_status status = check_goal(goals, goal)) return status;
  return at(goals, goal).kind == GoalKind::Hold ? KINE_OK : KINE_BAD_VALUE;
}

bool is_about_a_joint(GoalKind kind) { return kind != GoalKind::Hold && kind != GoalKind::CentreOfMass; }

// What the library's own makers set for each kind.
Goal fresh(GoalKind kind, JointId joint) {
  switch (kind) {
    case GoalKind::HalfSpace:
      return kine::half_space(joint, {}, {});
    case GoalKind::CentreOfMass:
      return kine::centre_of_mass_at({});
    case GoalKind::Hold:
      return kine::hold({});
    default: {
      Goal goal = kine::reach(joint, {});
      goal.kind = kind;
      return goal;
    }
  }
}

}  // namespace

kine_goals* kine_goals_create(const kine_skeleton* skeleton) {
  return skeleton ? new kine_goals{skeleton->model, {}, {}} : nullptr;
}

void kine_goals_destroy(kine_goals* goals) { delete goals; }

int kine_goals_add(kine_goals* goals, int kind, int joint) {
  if (!goals || kind < KINE_REACH || kind > KINE_HALF_SPACE) return -1;
  const auto wanted = static_cast<GoalKind>(kind);
  if (is_about_a_joint(wanted) && !has_joint(*goals->model, joint)) return -1;
  goals->goals.push_back(fresh(wanted, JointId{joint}));
  if (goals->parts.size() < goals->goals.size()) goals->parts.emplace_back();
  const int goal = static_cast<int>(goals->goals.size()) - 1;
  kine_goal_parts& parts = parts_of(goals, goal);
  parts.joint_from_tool.reset();
  parts.orientation = {};
  parts.offset = {};
  return goal;
}

kine_status kine_goals_clear(kine_goals* goals) {
  if (!goals) return KINE_NULL;
  goals->goals.clear();
  return KINE_OK;
}

int kine_goals_count(const kine_goals* goals) { return goals ? static_cast<int>(goals->goals.size()) : -1; }

int kine_goals_kind(const kine_goals* goals, int goal) {
  return has_goal(goals, goal) ? static_cast<int>(at(goals, goal).kind) : -1;
}

int kine_goals_row_count(const kine_goals* goals, int goal) {
  return has_goal(goals, goal) ? kine::row_count(*goals->model, at(goals, goal)) : -1;
}

kine_status kine_goals_set_target(kine_goals* goals, int goal, double x, double y, double z) {
  return set(goals, goal, [&](Goal& g) { g.target = {x, y, z}; });
}

kine_status kine_goals_set_orientation(kine_goals* goals, int goal, double x, double y, double z, double w) {
  if (const kine_status status = check_goal(goals, goal)) return status;
  parts_of(goals, goal).orientation = {x, y, z, w};
  return put_together(goals, goal);
}

kine_status kine_goals_set_axis(kine_goals* goals, int goal, double x, double y, double z) {
  return set(goals, goal, [&](Goal& g) { g.axis = {x, y, z}; });
}

kine_status kine_goals_set_posture(kine_goals* goals, int goal, const double* pose, int pose_size) {
  if (const kine_status status = check_hold(goals, goal)) return status;
  if (const kine_status status = check_array(pose, pose_size, goals->model->value_count())) return status;
  return set_array(goals, goal, pose, pose_size, &kine_goal_parts::posture, &Goal::posture);
}

kine_status kine_goals_set_freedom_weights(kine_goals* goals, int goal, const double* weights, int freedom_count) {
  if (const kine_status status = check_hold(goals, goal)) return status;
  const int needed = weights ? goals->model->freedom_count() : 0;
  if (const kine_status status = check_array(weights, freedom_count, needed)) return status;
  return set_array(goals, goal, weights, freedom_count, &kine_goal_parts::freedom_weights, &Goal::freedom_weights);
}

kine_status kine_goals_set_offset(kine_goals* goals, int goal, double x, double y, double z) {
  if (const kine_status status = check_goal(goals, goal)) return status;
  parts_of(goals, goal).offset = {x, y, z};
  return put_together(goals, goal);
}

kine_status kine_goals_set_tool(kine_goals* goals, int goal, const double* joint_from_tool) {
  if (!joint_from_tool) return KINE_NULL;
  if (const kine_status status = check_goal(goals, goal)) return status;
  if (at(goals, goal).kind != GoalKind::Place) return KINE_BAD_VALUE;
  parts_of(goals, goal).joint_from_tool = kine::c_api::transform_of(joint_from_tool);
  return put_together(goals, goal);
}

kine_status kine_goals_set_pole(kine_goals* goals, int goal, double x, double y, double z) {
  return set(goals, goal, [&](Goal& g) { g.pole = {x, y, z}; });
}

kine_status kine_goals_set_frame(kine_goals* goals, int goal, int joint) {
  if (!goals) return KINE_NULL;
  if (joint != KINE_WORLD && !has_joint(*goals->model, joint)) return KINE_BAD_INDEX;
  return set(goals, goal, [&](Goal& g) { g.frame = JointId{joint}; });
}

kine_status kine_goals_set_weight(kine_goals* goals, int goal, double weight) {
  return set(goals, goal, [&](Goal& g) { g.weight = weight; });
}

kine_status kine_goals_set_priority(kine_goals* goals, int goal, int priority) {
  return set(goals, goal, [&](Goal& g) { g.priority = priority; });
}

kine_status kine_goals_set_fade(kine_goals* goals, int goal, double fade) {
  return set(goals, goal, [&](Goal& g) { g.fade = fade; });
}

kine_status kine_goals_set_bounds(kine_goals* goals, int goal, int row, double lower, double upper) {
  if (!goals) return KINE_NULL;
  if (!has_goal(goals, goal)) return KINE_BAD_INDEX;
  if (at(goals, goal).kind == GoalKind::Hold) return KINE_BAD_VALUE;
  if (row < 0 || row >= kine_goals_row_count(goals, goal)) return KINE_BAD_INDEX;
  return set(goals, goal, [&](Goal& g) { g.bounds[static_cast<std::size_t>(row)] = {lower, upper}; });
}

const char* kine_goals_fault(const kine_goals* goals, int goal) {
  if (!has_goal(goals, goal)) return nullptr;
  return kine::fault_of(*goals->model, at(goals, goal)).sentence();
}

kine_status kine_goals_error(const kine_goals* goals, int goal, const kine_frames* frames, const double* pose,
                             int pose_size, double* out) {
  if (!goals || !frames || !out) return KINE_NULL;
  if (!has_goal(goals, goal)) return KINE_BAD_INDEX;
  if (goals->model != frames->model) return KINE_WRONG_SKELETON;
  if (const kine_status status = check_array(pose, pose_size, goals->model->value_count())) return status;
  // A goal that makes no sense has no error that could be measured.
  if (kine::fault_of(*goals->model, at(goals, goal))) return KINE_BAD_VALUE;
  const kine::GoalError error =
      kine::measure(*goals->model, frames->frames, kine::c_api::in_span(pose, pose_size), at(goals, goal));
  kine::c_api::write({error.position, error.angle}, out);
  return KINE_OK;
}
