// kine solve: one problem on one model; joint values and how it went.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/methods.h"
#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/text/text_reader.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/solve/explain.h"

namespace kine::cli {

namespace {

constexpr int kRestarts = 10;

using Json = nlohmann::ordered_json;  // keeps the fields in the order written here

/// The same skeleton with some joints fixed: they keep their place in the rest pose.
Result<Skeleton> lock(const kine::Scene& scene, const std::vector<std::string>& names) {
  const Skeleton& skeleton = scene.skeleton;
  std::vector<Joint> joints;
  joints.reserve(static_cast<std::size_t>(skeleton.joint_count()));
  for (int i = 0; i < skeleton.joint_count(); ++i) joints.push_back(skeleton.description(JointId{i}));
  for (const std::string& name : names) {
    const Result<JointId> found = find_joint(scene, name);
    if (!found) return Error{found.error()};
    for (AxisSettings& axis : joints[static_cast<std::size_t>(found->index)].axes) {
      if (axis.follows)
        return Error{kine::quoted(name) + " follows " + kine::quoted(axis.follows->joint) + ": lock that one"};
      axis.fixed = true;
    }
  }
  return Skeleton::build(joints);
}

/// What is asked, with all names found.
struct Problem {
  Skeleton skeleton;
  Goal goal;
  MethodSettings settings;
};

Result<Problem> prepare(const SolveSettings& settings, const Method& method) {
  const Result<SolveTarget> target = parse_target(settings.target);
  if (!target) return Error{target.error()};
  const Result<kine::Scene> scene = load_model({&settings.model, 1});
  if (!scene) return Error{scene.error()};
  Result<Skeleton> skeleton = lock(*scene, settings.locks);
  if (!skeleton) return Error{skeleton.error()};
  const Result<JointId> tip = find_joint(*scene, settings.tip);
  if (!tip) return Error{"--tip: " + tip.error()};
  // One problem, from a rest pose that knows nothing of it: a dead end is worth a few more starts.
  MethodSettings how{.restarts = kRestarts};
  if (settings.tolerance) how.tolerance = {.angle = *settings.tolerance, .metres = *settings.tolerance};
  if (!settings.from.empty()) {
    const Result<JointId> from = find_joint(*scene, settings.from);
    if (!from) return Error{"--from: " + from.error()};
    if (!skeleton->is_above(*from, *tip))
      return Error{"--from: " + settings.tip + " does not hang on " + settings.from};
    if (!method.takes_from) return Error{"--from: the method " + settings.method + " knows no such thing"};
    how.from = *from;
  }
  const Goal goal =
      target->rotation ? place(*tip, {*target->rotation, target->position}) : reach(*tip, target->position);
  return Problem{*std::move(skeleton), goal, how};
}

bool slides(const Skeleton& skeleton, JointId joint, int component) {
  const auto first = static_cast<std::size_t>(skeleton.first_axis(joint));
  return skeleton.axes()[first + static_cast<std::size_t>(component)].slides;
}

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
  if (!is_goal && slides(skeleton, blocker.joint, blocker.component)) {
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

void print_json(const Skeleton& skeleton, const Report& report, std::span<const double> pose) {
  Json out;
  out["status"] = std::string(to_string(report.status));
  out["position_error"] = report.position_error;
  out["angle_error"] = report.angle_error;
  out["iterations"] = report.iterations;
  out["joints"] = Json::object();
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const std::span<const double> values = values_of(skeleton, JointId{i}, pose);
    if (!values.empty()) out["joints"][skeleton.name(JointId{i})] = std::vector(values.begin(), values.end());
  }
  out["blockers"] = Json::array();
  for (int i = 0; i < report.blocker_count; ++i) {
    out["blockers"].push_back(json_blocker(skeleton, report.blockers[static_cast<std::size_t>(i)]));
  }
  out["sentence"] = sentence(skeleton, report);
  std::printf("%s\n", out.dump(2).c_str());
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
    } else if (slides(skeleton, joint, static_cast<int>(i))) {
      std::snprintf(number, sizeof number, "%9.6f m", value);
    } else {
      std::snprintf(number, sizeof number, "%9.6f rad (%.2f°)", value, degrees(value));
    }
    text += number;
  }
  return text;
}

void print_text(const Skeleton& skeleton, const Report& report, std::span<const double> pose) {
  std::size_t width = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    if (skeleton.value_count(JointId{i}) > 0) width = std::max(width, skeleton.name(JointId{i}).size());
  }
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i};
    if (skeleton.value_count(joint) == 0) continue;
    std::printf("%-*s  %s\n", static_cast<int>(width), skeleton.name(joint).c_str(),
                values_text(skeleton, joint, pose).c_str());
  }
  std::printf("%s%s after %d iteration%s, %.3g mm", style().bold, std::string(to_string(report.status)).c_str(),
              report.iterations, report.iterations == 1 ? "" : "s", 1e3 * report.position_error);
  if (report.angle_error > 0) std::printf(" and %.3g°", degrees(report.angle_error));
  std::printf(" off%s\n", style().plain);
}

}  // namespace

Result<SolveTarget> parse_target(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = rest.substr(0, comma);
    const std::optional<double> value = parse_number(word);
    if (!value) return Error{kine::quoted(word) + " in " + kine::quoted(text) + " is not a finite number"};
    numbers.push_back(*value);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (numbers.size() != 3 && numbers.size() != 7) {
    return Error{kine::quoted(text) + " has " + std::to_string(numbers.size()) +
                 " numbers; a target is x,y,z or x,y,z,qx,qy,qz,qw"};
  }
  SolveTarget target{{numbers[0], numbers[1], numbers[2]}, std::nullopt};
  if (numbers.size() == 7) {
    const Quat rotation{numbers[3], numbers[4], numbers[5], numbers[6]};
    const bool can_be_made_unit = length(rotation) > 1e-6 && length(rotation) < 1e6;
    if (!can_be_made_unit) {
      return Error{"the quaternion in " + kine::quoted(text) + " has no length"};
    }
    target.rotation = normalised(rotation);
  }
  return target;
}

int solve(const SolveSettings& settings) {
  const Method* const method = find_method(settings.method);
  if (method == nullptr) return fail(no_such_method(settings.method));
  const Result<Problem> problem = prepare(settings, *method);
  if (!problem) return fail(problem.error());
  const Skeleton& skeleton = problem->skeleton;
  Pose pose = skeleton.rest_pose();
  Scratch scratch(method->scratch_bytes(skeleton, {&problem->goal, 1}));
  const std::span<const Goal> goals{&problem->goal, 1};
  const Explanation why = explain(skeleton, goals, problem->settings.tolerance, problem->settings.from, pose.q,
                                  method->solve(skeleton, goals, problem->settings, pose.q, scratch));
  const Report& report = why.report;
  if (settings.json) {
    print_json(skeleton, report, pose.q);
  } else if (report.status != Status::BadInput) {
    print_text(skeleton, report, pose.q);
  }
  return report.reached() ? 0 : fail(sentence(skeleton, why));
}

}  // namespace kine::cli
