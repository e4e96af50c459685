// Tables 1.1 to 1.4 beside the paper's, as Markdown.
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>

#include "apps/cli/commands/walk.h"
#include "apps/cli/figures/flop_counts.h"
#include "apps/cli/figures/paper/paper.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

std::string flops_text(Cost cost) {
  if (cost.per_freedom == 0) return std::to_string(cost.constant);
  std::string text = std::to_string(cost.per_freedom) + "n";
  if (cost.constant > 0) text += " + " + std::to_string(cost.constant);
  if (cost.constant < 0) text += " − " + std::to_string(-cost.constant);
  return text;
}

std::string format(const char* text, double a) {
  char line[64];
  std::snprintf(line, sizeof line, text, a);
  return line;
}

/// Joins the cells of a row.
std::string row(std::initializer_list<std::string> cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string table_1_1() {
  const PseudoInverseCosts three = count_pseudo_inverse<3>(), six = count_pseudo_inverse<6>();
  return "**Table 1.1**, flops of the pseudo-inverse for n freedoms:\n\n"
         "| | three rows, printed | counted | six rows, printed | counted |\n|---|---|---|---|---|\n" +
         row({"A = J Jᵀ", "18n − 9", flops_text(three.jjt), "72n − 36", flops_text(six.jjt)}) +
         row({"B = A⁻¹", "51", flops_text(three.inverse), "619", flops_text(six.inverse)}) +
         row({"Jᵀ B", "15n", flops_text(three.jtb), "33n", flops_text(six.jtb)}) +
         row({"all", "33n + 42", flops_text(three.all), "105n + 583", flops_text(six.all)}) + "\n";
}

std::string table_1_2() {
  const LoopCosts three = count_loop<3>(), six = count_loop<6>();
  const auto ratio = static_cast<double>(six.all().per_freedom) / static_cast<double>(three.all().per_freedom);
  return "**Table 1.2**, flops of one loop, m halvings:\n\n"
         "| | three rows, printed | counted | six rows, printed | counted |\n|---|---|---|---|---|\n" +
         row({"1 increment", "3", flops_text(three.increment), "6", flops_text(six.increment)}) +
         row({"2 Jacobian", "162", flops_text(three.jacobian), "162", flops_text(six.jacobian)}) +
         row({"3 pseudo-inverse", "33n + 42", flops_text(three.pseudo_inverse), "105n + 583",
              flops_text(six.pseudo_inverse)}) +
         row({"4 check", "18n + 15", flops_text(three.check), "72n + 66", flops_text(six.check)}) +
         row({"5 reduce dX", "18m", std::to_string(three.reduce) + "m", "72m", std::to_string(six.reduce) + "m"}) +
         row({"6 update", "6n", flops_text(three.update), "12n", flops_text(six.update)}) +
         row({"7 new position", "38n", flops_text(three.position), "38n", flops_text(six.position)}) +
         row({"all but 5", "95n + 252", flops_text(three.all()), "227n + 817", flops_text(six.all())}) +
         "\nSix rows against three by the factors of n: printed 2.389, counted " + format("%.2f", ratio) + ".\n\n";
}

/// The stages of one step on the flat, as they were walked.
struct Stages {
  double a_seconds = 0, b_seconds = 0, a_metres = 0, b_metres = 0, stride = 0, toes_off = 0;
};

Stages measure_stages() {
  const PaperWalk walk = paper_walk("flat", {1, 0, 0}, 10, 1200);
  Stages stages;
  std::uint8_t before = walk.states[walk.frame_at(6)].stepping_foot;
  std::size_t strike = 0, lift = 0;
  for (std::size_t k = walk.frame_at(6); k < walk.states.size(); ++k) {
    const WalkState& state = walk.states[k];
    if (state.stepping_foot != before) {
      if (strike > 0 && lift > strike) {
        stages.a_seconds = static_cast<double>(k - lift) / walk.rate;
        stages.a_metres = state.course.z - walk.states[lift].course.z;
        const int foot = 1 - state.stepping_foot;
        stages.stride = state.plants[foot].point.z - walk.states[lift].plants[foot].point.z;
        return stages;
      }
      strike = k;
      stages.toes_off = walk.at(k, 1 - state.stepping_foot, "toe_tip").y;
    }
    before = state.stepping_foot;
    if (strike > 0 && lift <= strike && state.in_air(state.stepping_foot)) {
      lift = k;
      stages.b_seconds = static_cast<double>(lift - strike) / walk.rate;
      stages.b_metres = state.course.z - walk.states[strike].course.z;
    }
  }
  return stages;
}

std::string table_1_3() {
  const Stages s = measure_stages();
  return "**Table 1.3**, the stages of a step, right foot behind, as walked on the flat at 0.65 m/s:\n\n"
         "| | (a) | (b) |\n|---|---|---|\n" +
         row({"left foot", "sole planted, then only the toes", "toes planted, its heel rising"}) +
         row({"right foot", "its heel on the stride", "heel planted, its toes coming down"}) +
         row({"lasts", format("%.3f s", s.a_seconds), format("%.3f s", s.b_seconds)}) +
         row({"hips move", format("%.3f m", s.a_metres), format("%.3f m", s.b_metres)}) +
         "\nToes off the ground when (b) begins: " + format("%.3f m", s.toes_off) +
         "; the stride: " + format("%.3f m", s.stride) +
         ", the hips over both stages: " + format("%.3f m", s.a_metres + s.b_metres) + ".\n\n";
}

std::string iterations_table() {
  std::string text =
      "**Iterations** of the solves of one walk (flat, then stairs), limit 200; the paper: 18.15 half, 180 full:\n\n"
      "| solver | asked of the foot | iterations, mean | not reached |\n|---|---|---|---|\n";
  for (const SolveCounts& counts : count_solves())
    text += row({counts.name, counts.note, format("%.1f", counts.mean()), format("%.1f %%", counts.failed_percent())});
  return text + "\n";
}

}  // namespace

std::string paper_times() {
  const Skeleton skeleton = scenes::humanoid();
  const Biped body = *Biped::build(skeleton, scenes::standing_pose(skeleton).q);
  std::string text = "**Table 1.4**, on this machine, one core (`kine walk --table --gait paper`):\n\n```\n" +
                     walk_table(body, Gait::paper()) + "```\n\n";
  const IterationTimes times = time_paper_iterations();
  text += "An iteration of `Paper`: half " + format("%.2f µs", 1e6 * times.half) + ", full " +
          format("%.2f µs", 1e6 * times.full) + ", the ratio " + format("%.2f", times.full / times.half) +
          "; the paper prints 2.385 and its own columns give 2.31.\n";
  return text;
}

std::string paper_tables() { return table_1_1() + table_1_2() + table_1_3() + iterations_table(); }

}  // namespace kine::cli
