// kine solve: one problem on one model; joint values and how it went.
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/goal_text.h"
#include "apps/cli/commands/solve_all.h"
#include "apps/cli/commands/solve_report.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/methods.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/explain.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_wish.h"

namespace kine::cli {

namespace {

struct SolveSettings {
  std::vector<std::string> models{};  ///< the name of a scene, or files
  FileSettings in{};
  std::string tip{};  ///< the joint (or link) that has a target
  std::string target{};
  std::string offset{};              ///< the point of the tip that is meant, and how it is turned
  std::vector<std::string> goals{};  ///< see goal_text.h
  std::string start{};               ///< a file with joint values; empty: the rest pose
  std::string from{};                ///< the first joint that may move; empty: all may
  std::vector<std::string> locks{};  ///< joints that may not move
  std::string method{};              ///< empty: global for one tip on a chain of hinges and sliders, else full-body
  Choice choice = Choice::Quick;
  bool all = false;                   ///< all poses, not one
  bool turns = false;                 ///< and those whole turns apart
  std::optional<double> tolerance{};  ///< metres and radians
  bool free_feet = false;
  bool json = false;
};

constexpr int kRestarts = 10;  // other poses to start from: one problem is worth the time

constexpr const char* kExamples =
    "The model starts in its rest pose, or in --start; where that is a dead end, full-body and hybrid start again\n"
    "from elsewhere, at most ten times; global finds any pose of an arm there is. Metres and radians; quaternions "
    "x,y,z,w. Exit code 1: not reached.\n"
    "A figure that stands free on two feet keeps them where they are, unless a goal moves them or --free-feet.\n\n"
    "Examples:\n"
    "  kine solve planar-arm --tip hand --target 0.3,0.35,0\n"
    "  kine solve seven-hinge-arm --tip tip --target 0.4,0.1,0.5,1,0,0,0      with an orientation\n"
    "  kine solve seven-hinge-arm --tip tip --target 0.4,0.1,0.5,1,0,0,0 --all     every pose\n"
    "  kine solve panda.urdf --tip panda_hand --offset 0,0,0.1 --target \"0.4, 0.1, 0.5\"\n"
    "  kine solve humanoid --tip left_hand --target 0.4,1.2,0.4 --json >reach.json\n"
    "  kine solve humanoid --start reach.json --goal \"reach left_hand 0.3,1.4,0.4\" --goal \"hold start priority=1\"\n"
    "  kine solve humanoid --goal \"reach left_hand 0.3,1.2,0.4\" --goal \"reach right_hand -0.3,1.2,0.4\" \\\n"
    "                      --goal \"aim head 0,1.2,1 axis=0,0,1 priority=1\"\n"
    "  kine solve humanoid --tip left_hand --lock pelvis,chest --target 0.5,1.2,0.4\n"
    "  kine solve humanoid --tip left_hand --from left_upper_arm --target 0.3,1.2,0.4\n";

// ---- the pose to start from -----------------------------------------------------------------------------------------

/// Joint values from a file: what kine solve --json prints, or its "joints" alone. Joints that it does not name are at
/// rest.
Pose read_start(const kine::Scene& scene, const std::string& path, const FileAccess& access) {
  const Skeleton& skeleton = scene.skeleton;
  Pose pose = skeleton.rest_pose();
  if (path.empty()) return pose;
  const auto refuse = [&](const std::string& why) { stop_bad_file("--start: " + path + ": " + why); };
  const nlohmann::json file = nlohmann::json::parse(read_file(path, access, "--start"), nullptr, false);
  if (file.is_discarded() || !file.is_object()) refuse("this is no JSON object");
  const nlohmann::json& joints = file.contains("joints") ? file["joints"] : file;
  if (!joints.is_object()) refuse("\"joints\" should be an object: {\"elbow\": [0.5]}");
  for (const auto& [name, values] : joints.items()) {
    const Result<JointId> joint = find_joint(scene, name);
    if (!joint) refuse(joint.error());
    const auto count = static_cast<std::size_t>(skeleton.value_count(*joint));
    const auto is_number = [](const nlohmann::json& value) { return value.is_number(); };
    if (!values.is_array() || values.size() != count || !std::ranges::all_of(values, is_number))
      refuse(kine::quoted(name) + " should have a list of " + std::to_string(count) +
             (count == 1 ? " number" : " numbers"));
    for (std::size_t i = 0; i < count; ++i)
      pose.q[static_cast<std::size_t>(skeleton.first_value(*joint)) + i] = values[i].get<double>();
  }
  if (!is_usable(skeleton, pose.q)) refuse("it has numbers that are no pose");
  tidy(skeleton, pose.q);
  return pose;
}

// ---- what may move --------------------------------------------------------------------------------------------------

/// Joints that stay as the pose has them.
void lock(const kine::Scene& scene, const std::vector<std::string>& names, FreedomMask& mask) {
  for (const std::string& name : names) {
    const JointId found = joint_named(scene, name, "--lock");
    for (const AxisSettings& axis : scene.skeleton.description(found).axes)
      if (axis.follows)
        stop_usage("--lock: " + kine::quoted(name) + " follows " + kine::quoted(axis.follows->joint) +
                   ": lock that one");
    mask.lock(found);
  }
}

/// True if a root above the joint can go anywhere.
bool floats(const Skeleton& skeleton, const FreedomMask& mask, JointId joint) {
  for (JointId above = joint; above.valid(); above = skeleton.parent(above)) {
    if (skeleton.kind(above) != JointKind::Free) continue;
    const int freedom = skeleton.freedom_of(above);
    if (!skeleton.freedom(freedom).fixed && mask.may_move(freedom)) return true;
  }
  return false;
}

/// Feet that should stay where they are: those of a humanoid that floats, unless a goal is about their leg.
std::vector<JointId> feet_to_hold(const kine::Scene& scene, const FreedomMask& mask, const GoalList& list) {
  const Skeleton& skeleton = scene.skeleton;
  const Result<BoneMap> map = find_bones(scene, {});
  if (!map || !floats(skeleton, mask, map->pelvis)) return {};
  std::vector<JointId> feet;
  for (const BoneMap::LegBones& leg : map->legs) {
    const bool asked = std::ranges::any_of(list.goals, [&](const Goal& goal) {
      return goal.joint.valid() && skeleton.is_above(leg.thigh.first, goal.joint);
    });
    if (leg.foot.valid() && !asked) feet.push_back(leg.foot.last);
  }
  return feet;
}

// ---- the problem ----------------------------------------------------------------------------------------------------

struct Problem {
  Pose pose;
  FreedomMask mask;  ///< what `how` points to where something is locked
  GoalList goals{};
  std::vector<std::string> held{};
  MethodSettings how{};
};

void add_tip_goal(const kine::Scene& scene, const SolveSettings& settings, GoalList& list) {
  if (settings.tip.empty()) return;
  const JointId tip = joint_named(scene, settings.tip, "--tip");
  const PlaceText target = *parse_place(settings.target);
  PlaceText tool;
  if (!settings.offset.empty()) tool = *parse_place(settings.offset);
  if (tool.rotation && !target.rotation)
    stop_usage("--offset: it says how the tip is turned, so --target has to as well: x,y,z,qx,qy,qz,qw");
  const std::string words = settings.tip + ' ' + settings.target;
  if (target.rotation) {
    const Transform tip_from_tool{tool.rotation.value_or(Quat{}), tool.position};
    list.add(place(tip, tip_from_tool, {*target.rotation, target.position}), "place " + words);
  } else {
    list.add(reach(tip, target.position, {.offset = tool.position}), "reach " + words);
  }
}

void hold_feet(const kine::Scene& scene, Problem& problem) {
  const Skeleton& skeleton = scene.skeleton;
  Frames frames(skeleton);
  forward(skeleton, problem.pose, frames);
  const std::vector<JointId> feet = feet_to_hold(scene, problem.mask, problem.goals);
  // The feet come first: what cannot be reached from where they stand is not reached.
  if (!feet.empty())
    for (Goal& goal : problem.goals.goals) ++goal.priority;
  for (const JointId foot : feet) {
    const Transform& at = frames.joints()[static_cast<std::size_t>(foot.index)];
    problem.goals.add(place(foot, at), "hold " + skeleton.name(foot));
    problem.held.push_back(skeleton.name(foot));
  }
}

Problem prepare(const kine::Scene& scene, const SolveSettings& settings, const Method& method) {
  Problem problem{read_start(scene, settings.start, settings.in.access), FreedomMask(scene.skeleton)};
  lock(scene, settings.locks, problem.mask);
  if (!settings.locks.empty()) problem.how.movable = problem.mask;
  add_tip_goal(scene, settings, problem.goals);
  for (const std::string& goal : settings.goals) add_goal_text(scene, goal, problem.pose.q, problem.goals);
  problem.how.restarts = kRestarts;
  if (settings.tolerance) problem.how.tolerance = {.angle = *settings.tolerance, .metres = *settings.tolerance};
  if (!settings.from.empty()) {
    const JointId from = joint_named(scene, settings.from, "--from");
    for (const Goal& goal : problem.goals.goals)
      if (goal.joint.valid() && !scene.skeleton.is_above(from, goal.joint))
        stop_usage("--from: " + scene.skeleton.name(goal.joint) + " does not hang on " + settings.from);
    if (!method.takes_from) stop_usage("--from: the method " + std::string(method.name) + " knows no such thing");
    problem.how.from = from;
  }
  if (settings.from.empty() && !settings.free_feet && method.takes_many) hold_feet(scene, problem);
  return problem;
}

/// The method that was asked for; else global where it can do it, and full-body where it cannot.
const Method& method_for(const kine::Scene& scene, const SolveSettings& settings) {
  const bool wants_global = settings.all || settings.choice != Choice::Quick;
  if (!settings.method.empty()) {
    if (wants_global && settings.method != "global")
      stop_usage("--all and --choice: the method " + settings.method + " knows no such thing; global does");
    return *find_method(settings.method);
  }
  if (wants_global) return *find_method("global");
  const Pose rest = scene.skeleton.rest_pose();
  GoalList list;
  add_tip_goal(scene, settings, list);
  for (const std::string& goal : settings.goals) add_goal_text(scene, goal, rest.q, list);
  FreedomMask mask(scene.skeleton);
  lock(scene, settings.locks, mask);
  const detail::ArmWish wish = detail::wish_of(list.goals);
  const bool chain = !wish.fault && !detail::fault_of_arm(scene.skeleton, wish.tip, {.movable = mask});
  return *find_method(chain ? "global" : "full-body");
}

void print_held(const std::vector<std::string>& held) {
  if (held.empty()) return;
  std::printf("held where %s: %s%s (--free-feet lets them go)\n", held.size() == 1 ? "it is" : "they are",
              printable(held[0]).c_str(), held.size() > 1 ? (" and " + printable(held[1])).c_str() : "");
}

int solve(const SolveSettings& settings) {
  if (settings.tip.empty() && settings.goals.empty()) stop_usage("--tip and --target, or --goal, say what is wanted");
  if (settings.tip.empty() != settings.target.empty())
    stop_usage(settings.tip.empty() ? "--target: --tip says whose it is" : "--tip: --target says where it should be");
  if (settings.tip.empty() && !settings.offset.empty()) stop_usage("--offset: --tip says whose it is");
  if (settings.turns && !settings.all) stop_usage("--turns: --all says that all poses are wanted");
  const kine::Scene scene = open_model(settings.models, settings.in);
  const Method& method = method_for(scene, settings);
  const Skeleton& skeleton = scene.skeleton;
  Problem problem = prepare(scene, settings, method);
  MethodSettings& how = problem.how;
  const Pose rest = scene.skeleton.rest_pose();
  how.choice = settings.choice;
  if (how.choice == Choice::Posture) how.posture = rest.q;
  how.turns = settings.turns;
  if (settings.all) return solve_all(skeleton, problem.goals, how, problem.pose.q, settings.json);
  const std::span<const Goal> goals = problem.goals.goals;
  Scratch scratch(method.scratch_bytes(skeleton, goals, how));
  const Report first = method.solve(skeleton, goals, how, problem.pose.q, scratch);
  const Explanation why = explain(skeleton, goals, how.tolerance, how.from, how.movable, problem.pose.q, first);
  const Solved solved{skeleton, problem.goals, problem.pose.q, why.report, problem.held};
  if (settings.json) {
    print_solve_json(solved);
  } else if (why.report.status != Status::BadInput) {
    print_joint_values(skeleton, problem.pose.q);
    if (goals.size() > 1) print_goals(solved);
    print_held(problem.held);
    std::printf("%s%s%s\n", style().bold, outcome_text(why.report).c_str(), style().plain);
  }
  return why.report.reached() ? 0 : fail(sentence(skeleton, why));
}

}  // namespace

void add_solve(CLI::App& app, Run& chosen) {
  SolveSettings* settings = nullptr;
  CLI::App* command = add_command(app, "solve", "One problem: joint values, and how it went", settings, chosen, solve);
  const auto check_place = checked([](const std::string& text) { return parse_place(text).error(); });
  command->add_option("MODEL", settings->models, "The name of a scene, or a file")->required()->expected(1);
  command->add_option("--tip", settings->tip, "The joint or link that has a target");
  command->add_option("--target", settings->target, "Where it should be: x,y,z[,qx,qy,qz,qw]")->check(check_place);
  command
      ->add_option("--offset", settings->offset,
                   "The point of the tip that is meant, in its frame, and how it is turned: x,y,z[,qx,qy,qz,qw]")
      ->check(check_place);
  command->add_option("--goal", settings->goals, "A goal in words, see below; may be given again")
      ->allow_extra_args(false);
  command->add_option("--start", settings->start, "JSON with the joint values to start from, as --json prints them");
  command->add_option("--from", settings->from, "The first joint that may move; else all may");
  command->add_option("--lock", settings->locks, "Joints that may not move")->delimiter(',');
  command->add_flag("--free-feet", settings->free_feet, "Let the feet of a figure that stands free go along");
  command
      ->add_option("--method", settings->method,
                   "How; else global for one tip on a chain of hinges and sliders, and full-body for all others")
      ->check(checked(check_method));
  const std::map<std::string, Choice> choices{{"quick", Choice::Quick},
                                              {"nearest", Choice::Nearest},
                                              {"posture", Choice::Posture},
                                              {"far-from-limits", Choice::FarFromLimits},
                                              {"manipulable", Choice::Manipulable}};
  command
      ->add_option("--choice", settings->choice,
                   "global: which pose, where there are several: quick (the default), nearest to the start, posture "
                   "(nearest to rest), far-from-limits or manipulable")
      ->transform(CLI::Transformer(choices).description(""))  // its own would list the numbers as characters
      ->transform(CLI::IsMember(choices).description(""))     // goes first, and says which there are
      ->type_name("NAME");
  command->add_flag("--all", settings->all, "global: all poses");
  command->add_flag("--turns", settings->turns, "--all: poses that are whole turns apart count each");
  command->add_option("--tolerance", settings->tolerance, "Metres and radians; else 1e-5 of the reach and 1e-5 rad")
      ->check(checked(check_positive));
  add_file_options(*command, settings->in);
  add_json(*command, settings->json);
  command->footer(list_of_scenes() + '\n' + list_of_methods() + '\n' + kGoalHelp + '\n' + kExamples);
}

}  // namespace kine::cli
