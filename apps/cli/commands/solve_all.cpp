#include "apps/cli/commands/solve_all.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/cli/commands/solve_report.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/outcome.h"
#include "kine/solve/global.h"

namespace kine::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostSolutions = 1000;

Json json_solution(const Skeleton& skeleton, const ArmSolutions& all, int i, const ArmStructure& structure) {
  const bool has_lock = structure.locked.valid() && all[i].branch >= 0;
  Json out;
  out["joints"] = json_joints(skeleton, all.pose(i));
  out["branch"] = all[i].branch;
  out["name"] = branch_name(structure, all[i].branch);
  out["interval"] = has_lock ? Json{all[i].interval.lower, all[i].interval.upper} : Json(nullptr);
  out["distance"] = all[i].distance;
  return out;
}

void print_text(const Skeleton& skeleton, const ArmSolutions& all, const ArmStructure& structure) {
  const JointId lock = structure.locked;
  for (int i = 0; i < all.count(); ++i) {
    std::printf("%ssolution %d", style().bold, i + 1);
    if (all[i].branch >= 0)
      std::printf(", branch %d (%s)", all[i].branch, branch_name(structure, all[i].branch).c_str());
    std::printf(": %.4f from the start", all[i].distance);
    if (lock.valid() && all[i].branch >= 0)
      std::printf("; %s from %.4f to %.4f", printable(skeleton.name(lock)).c_str(), all[i].interval.lower,
                  all[i].interval.upper);
    std::printf("%s\n", style().plain);
    print_joint_values(skeleton, all.pose(i));
  }
  // Six joints and fewer stand still where their tip does; more move, through the values of the locked one or any way.
  const char* samples = all.redundant() && all[0].branch < 0
                            ? ", samples of infinitely many: the joints can move while the tip stays"
                            : "";
  std::printf("%d %s%s%s\n", all.count(), all.count() == 1 ? "solution" : "solutions", samples,
              all.complete() ? ", and there are no others"
              : *samples     ? ""
                             : "; there may be more");
}

}  // namespace

int solve_all(const Skeleton& skeleton, const GoalList& goals, const MethodSettings& how, std::span<const double> start,
              bool json) {
  const Global method{.tolerance = how.tolerance, .from = how.from, .movable = how.movable, .turns = how.turns};
  Scratch scratch(solutions_scratch_bytes(skeleton, goals.goals, method));
  ArmSolutions all(skeleton, kMostSolutions);
  const Report report = solutions(skeleton, goals.goals, method, start, all, scratch);
  if (report.status == Status::BadInput) return fail(sentence(skeleton, report));
  const ArmStructure structure = arm_structure(skeleton, goals.goals[0].joint, method);
  if (json) {
    Json out;
    out["status"] = std::string(to_string(report.status));
    out["solutions"] = Json::array();
    for (int i = 0; i < all.count(); ++i) out["solutions"].push_back(json_solution(skeleton, all, i, structure));
    out["complete"] = all.complete();
    out["redundant"] = all.redundant();
    out["sentence"] = sentence(skeleton, report);
    std::printf("%s\n", out.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else {
    print_text(skeleton, all, structure);
  }
  return report.reached() ? 0 : fail(sentence(skeleton, report));
}

}  // namespace kine::cli
