#include "apps/cli/commands/solve_report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/cli/draw/terminal.h"
#include "kine/core/internal/units_text.h"
#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"

namespace kine::cli {

namespace {

using Json = nlohmann::ordered_json;  // keeps the fields in the order written here

/// An angle gives way by degrees, a slider by millimetres.
Json json_blocker(const Skeleton& skeleton, const Blocker& blocker) {
  const bool is_goal = blocker.joint == kWorld;
  Json out;
  if (is_goal) {
    out["goal"] = blocker.goal;
  } else {
    out["joint"] = skeleton.name(blocker.joint);
    out["component"] = blocker.component;
    if (blocker.ball != BallPart::None) out["part"] = blocker.ball == BallPart::Swing ? "swing" : "twist";
  }
  out["at"] = blocker.at;
  if (!is_goal && skeleton.slides(blocker.joint, blocker.component)) {
    out["gain_mm_per_mm"] = blocker.gain;
    out["relax_mm"] = 1e3 * blocker.relax;
  } else {
    out["gain_mm_per_degree"] = 1e3 * radians(blocker.gain);
    out["relax_degrees"] = degrees(blocker.relax);
  }
  return out;
}

std::span<const double> values_of(const Skeleton& skeleton, JointId joint, std::span<const double> pose) {
  return pose.subspan(static_cast<std::size_t>(skeleton.first_value(joint)),
                      static_cast<std::size_t>(skeleton.value_count(joint)));
}

/// Angles in radians and degrees, distances in metres, quaternions as they are.
std::string values_text(const Skeleton& skeleton, JointId joint, std::span<const double> pose) {
  const JointKind kind = skeleton.kind(joint);
  const bool quaternion = kind == JointKind::Ball || kind == JointKind::Free;
  const std::span<const double> values = values_of(skeleton, joint, pose);
  std::string text;
  char number[64];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += "  ";
    const double value = values[i];
    if (quaternion) {
      std::snprintf(number, sizeof number, i < 4 ? "%9.6f" : "%9.6f m", value);
    } else if (skeleton.slides(joint, static_cast<int>(i))) {
      std::snprintf(number, sizeof number, "%9.6f m", value);
    } else {
      std::snprintf(number, sizeof number, "%9.6f rad (%.2f°)", value, degrees(value));
    }
    text += number;
  }
  return text;
}

std::string error_text(double position, double angle) {
  std::string text = length_text(position);
  if (angle > 0) text += " and " + angle_text(angle);
  return text + " off";
}

std::vector<GoalError> goal_errors(const Solved& solved) {
  Frames frames(solved.skeleton);
  forward(solved.skeleton, solved.pose, frames);
  std::vector<GoalError> errors;
  for (const Goal& goal : solved.goals.goals) errors.push_back(measure(solved.skeleton, frames, solved.pose, goal));
  return errors;
}

}  // namespace

Json json_joints(const Skeleton& skeleton, std::span<const double> pose) {
  Json out = Json::object();
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const std::span<const double> values = values_of(skeleton, JointId{i}, pose);
    if (!values.empty()) out[skeleton.name(JointId{i})] = std::vector(values.begin(), values.end());
  }
  return out;
}

void print_solve_json(const Solved& solved) {
  const Skeleton& skeleton = solved.skeleton;
  const Report& report = solved.report;
  Json out;
  out["status"] = std::string(to_string(report.status));
  out["position_error"] = report.position_error;
  out["angle_error"] = report.angle_error;
  out["iterations"] = report.iterations;
  out["joints"] = json_joints(skeleton, solved.pose);
  out["blockers"] = Json::array();
  for (int i = 0; i < report.blocker_count; ++i)
    out["blockers"].push_back(json_blocker(skeleton, report.blockers[static_cast<std::size_t>(i)]));
  out["goals"] = Json::array();
  const std::vector<GoalError> errors = goal_errors(solved);
  for (std::size_t i = 0; i < errors.size(); ++i)
    out["goals"].push_back(
        {{"goal", solved.goals.words[i]}, {"position_error", errors[i].position}, {"angle_error", errors[i].angle}});
  out["held"] = solved.held;
  out["sentence"] = sentence(skeleton, report);
  std::printf("%s\n", out.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

void print_joint_values(const Skeleton& skeleton, std::span<const double> pose) {
  std::size_t width = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    if (skeleton.value_count(JointId{i}) > 0) width = std::max(width, skeleton.name(JointId{i}).size());
  }
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i};
    if (skeleton.value_count(joint) == 0) continue;
    std::printf("%-*s  %s\n", static_cast<int>(width), printable(skeleton.name(joint)).c_str(),
                values_text(skeleton, joint, pose).c_str());
  }
}

std::string outcome_text(const Report& report) {
  return std::string(to_string(report.status)) + " after " + std::to_string(report.iterations) +
         (report.iterations == 1 ? " iteration, " : " iterations, ") +
         error_text(report.position_error, report.angle_error);
}

void print_goals(const Solved& solved) {
  const std::vector<GoalError> errors = goal_errors(solved);
  for (std::size_t i = 0; i < errors.size(); ++i)
    std::printf("%s: %s\n", printable(solved.goals.words[i]).c_str(),
                error_text(errors[i].position, errors[i].angle).c_str());
}

}  // namespace kine::cli
