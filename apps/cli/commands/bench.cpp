// kine bench: solves problem sets, says how many are solved and how long it takes.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/cli/commands/bench_run.h"
#include "apps/cli/commands/bench_score.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/flops.h"
#include "apps/cli/figures/power_law.h"
#include "apps/cli/files.h"
#include "apps/cli/methods.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io/formats/problem_set.h"

namespace kine::cli {

namespace {

using Json = nlohmann::ordered_json;  // keeps the fields in the order written here

struct BenchSettings {
  std::vector<std::string> sets{};    ///< files
  std::string method{};               ///< empty: what suits the set; all: each that takes it
  std::string seeds = "both";         ///< cold, warm or both: arms only
  std::optional<double> tolerance{};  ///< empty: what suits the set
  std::string solutions{};            ///< a folder; empty: none are written
  int passes = 7;
  std::optional<double> seconds{};  ///< begin no further pass of a line after so long
  bool force = false;
  bool json = false;
  bool flops = false;  ///< print what solving costs in flops instead
  FileAccess access{};
};

constexpr const char* kExamples =
    "A set is a text that begins with IKSET, TWOBONESET, CHAINSET, TRACKSET or BODYSET. Arms are solved from their "
    "cold and\n"
    "their warm seeds. Without --tolerance, arms are judged at 1e-5, tracks at 5e-6, two-bone limbs at 1e-9 of their "
    "length,\n"
    "chains and bodies at 1e-4 (so are the solutions that are written) and at 1e-3.\n\n"
    "Examples:\n"
    "  kine bench panda.ik ur5.ik --seeds warm\n"
    "  kine bench chain_10.txt --tolerance 1e-3 --json\n"
    "  kine bench chain_*.txt --tolerance 1e-3        also says how the time grows with the number of links\n"
    "  kine bench body.txt --method all               every method that takes such goals\n"
    "  kine bench body.txt --solutions out            writes out/body.csv\n";

struct LoadedSet {
  std::string stem;
  ProblemSet problems;
};

/// One line of the table.
struct Row {
  std::string set, method, seeds;
  double tolerance;
  std::size_t problems;
  int links;       ///< of a chain or track, else 0
  bool chain;      ///< not a track
  bool in_blocks;  ///< the times are means over blocks of problems
  Score score;
  double mean_us, median_us, p99_us, p999_us, iterations_mean;
};

/// The tolerances a set is judged by where none is given. Solutions are written with the first; the second is what
/// times are usually compared at.
std::vector<double> usual_tolerances(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::Arm:
      return {1e-5};
    case ProblemKind::TwoBone:
      return {1e-9};
    case ProblemKind::Track:
      return {5e-6};
    case ProblemKind::Chain:
    case ProblemKind::Body:
      return {1e-4, 1e-3};
  }
  return {};
}

std::string_view usual_method(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::Arm:
      return "global";
    case ProblemKind::TwoBone:
      return "two-bone";
    default:
      return "jacobian";
  }
}

std::vector<bool> seeds_to_try(ProblemKind kind, const std::string& seeds) {
  if (kind != ProblemKind::Arm || seeds == "cold") return {false};
  if (seeds == "warm") return {true};
  return {false, true};
}

std::string csv(const Outcome& outcome) {
  std::string text;
  char number[32];
  for (std::size_t i = 0; i < outcome.solutions.size(); ++i) {
    std::snprintf(number, sizeof number, "%.17g", outcome.solutions[i]);
    text += number;
    text += (i + 1) % outcome.width == 0 ? '\n' : ',';
  }
  return text;
}

Row row_of(const LoadedSet& set, const Trial& trial, Outcome& outcome, std::string seeds) {
  std::ranges::sort(outcome.times_us);
  return {.set = set.stem,
          .method = std::string(trial.method.name),
          .seeds = std::move(seeds),
          .tolerance = trial.tolerance,
          .problems = set.problems.count,
          .links = set.problems.kind == ProblemKind::Chain || set.problems.kind == ProblemKind::Track
                       ? set.problems.skeleton.front().joint_count() - 1
                       : 0,
          .chain = set.problems.kind == ProblemKind::Chain,
          .in_blocks = by_kernel(trial),
          .score = score(trial, outcome),
          .mean_us = mean(outcome.times_us),
          .median_us = percentile(outcome.times_us, 50),
          .p99_us = percentile(outcome.times_us, 99),
          .p999_us = percentile(outcome.times_us, 99.9),
          .iterations_mean = outcome.iterations_mean};
}

/// Solves, writes the solutions, and only then takes the rest of the times.
Result<Row> run_trial(const LoadedSet& set, const Trial& trial, bool write, const BenchSettings& settings) {
  const bool arm = set.problems.kind == ProblemKind::Arm;
  const std::string seeds = !arm ? "given" : trial.warm ? "warm" : "cold";
  Outcome outcome;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  for (int pass = 0; pass < settings.passes; ++pass) {
    if (pass > 0 && settings.seconds && std::chrono::duration<double>(Clock::now() - begin).count() > *settings.seconds)
      break;
    progress(set.stem + " " + std::string(trial.method.name) + (arm ? " " + seeds : "") + ": pass " +
             std::to_string(pass + 1) + " of " + std::to_string(settings.passes));
    const Result<bool> done = run_pass(trial, outcome);
    if (!done) return Error{set.stem + ": " + done.error()};
    if (pass == 0 && write) {
      const std::string path =
          (std::filesystem::path(settings.solutions) / (set.stem + (arm ? "." + seeds : "") + ".csv")).string();
      write_file(path, csv(outcome), settings.force);
    }
  }
  return row_of(set, trial, outcome, seeds);
}

/// Why the method does not take problems of this set, as seen by trying the first one; empty where it does.
std::string refusal(const ProblemSet& problems, const Method& method) {
  // It would take any two links of a chain for a limb.
  if (method.name == "two-bone" && problems.kind != ProblemKind::TwoBone) return "only for limbs of two bones";
  ProblemSet first = problems;
  first.count = 1;
  Outcome outcome;
  const Result<bool> done = run_pass({first, method, false, usual_tolerances(problems.kind).front()}, outcome);
  return done ? "" : done.error();
}

/// What is to be run on a set: one method, or each that takes it.
std::vector<const Method*> methods_for(const LoadedSet& set, const BenchSettings& settings) {
  if (settings.method == "all") {
    std::vector<const Method*> some;
    for (const Method& method : methods()) {
      const std::string why = refusal(set.problems, method);
      if (why.empty()) {
        some.push_back(&method);
      } else if (!settings.json) {
        progress("");
        std::printf("%sleft out %s: %s%s\n", style().dim, set.stem.c_str(), why.c_str(), style().plain);
      }
    }
    return some;
  }
  const std::string_view name =
      settings.method.empty() ? usual_method(set.problems.kind) : std::string_view(settings.method);
  return {find_method(name)};
}

Result<std::vector<Row>> run_set(const LoadedSet& set, const BenchSettings& settings) {
  const ProblemKind kind = set.problems.kind;
  const std::vector<const Method*> chosen = methods_for(set, settings);
  const std::vector<double> tolerances =
      settings.tolerance ? std::vector<double>{*settings.tolerance} : usual_tolerances(kind);
  std::vector<Row> rows;
  for (const bool warm : seeds_to_try(kind, settings.seeds)) {
    for (std::size_t i = 0; i < tolerances.size(); ++i) {
      for (const Method* const method : chosen) {
        const Trial trial{set.problems, *method, warm, tolerances[i]};
        Result<Row> row = run_trial(set, trial, i == 0 && !settings.solutions.empty(), settings);
        if (!row) return Error{row.error()};
        rows.push_back(*std::move(row));
      }
    }
  }
  return rows;
}

std::vector<LoadedSet> load(const BenchSettings& settings) {
  std::vector<LoadedSet> sets;
  std::set<std::string> stems;
  for (const std::string& path : settings.sets) {
    progress("reading " + path);
    ProblemSet problems = value_or_bad_file(read_problem_set(path, settings.access));
    if (problems.count == 0) stop_bad_file(path + ": it has no problems");
    std::string stem = std::filesystem::path(path).stem().string();
    if (!stems.insert(stem).second && !settings.solutions.empty()) {
      stop_usage("--solutions: two of the sets are named " + kine::quoted(stem) +
                 ": their solutions would be one file");
    }
    sets.push_back({std::move(stem), std::move(problems)});
  }
  return sets;
}

// ---- what is printed ------------------------------------------------------------------------------------------------

/// Three decimals, and no more noise than a double must have.
double thousandths(double value) { return std::round(value * 1e3) / 1e3; }
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_of(const Row& row) {
  Json out;
  out["set"] = row.set;
  out["method"] = row.method;
  out["seeds"] = row.seeds;
  out["tolerance"] = row.tolerance;
  out["problems"] = row.problems;
  if (row.links > 0) out["links"] = row.links;
  out["solved_percent"] = thousandths(row.score.solved_percent);
  out["within_limits_percent"] = thousandths(row.score.within_limits_percent);
  out["mean_us"] = row.mean_us;
  out["median_us"] = row.median_us;
  out["p99_us"] = row.p99_us;
  out["p999_us"] = row.p999_us;
  out["iterations_mean"] = row.iterations_mean;
  out["error_median"] = number_or_null(row.score.error_median);
  out["error_max"] = number_or_null(row.score.error_max);
  if (row.score.pole_error_max_degrees) out["pole_error_max_degrees"] = *row.score.pole_error_max_degrees;
  if (row.score.reached_flag_right_percent) {
    out["reached_flag_right_percent"] = thousandths(*row.score.reached_flag_right_percent);
  }
  return out;
}

std::string text_of(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// All but wholly solved is not 100.
std::string percent_text(double percent) {
  const double shown = std::floor(percent * 100) / 100;
  return text_of(shown == 100 ? "%.0f" : "%.2f", shown);
}

std::string time_text(double us) { return text_of(us < 9.995 ? "%.3f" : us < 99.95 ? "%.1f" : "%.0f", us); }

using Line = std::vector<std::string>;

Line line_of(const Row& row) {
  return {row.set,
          row.method,
          row.seeds,
          text_of("%g", row.tolerance),
          std::to_string(row.problems),
          percent_text(row.score.solved_percent),
          percent_text(row.score.within_limits_percent),
          time_text(row.mean_us),
          time_text(row.median_us),
          time_text(row.p99_us),
          time_text(row.p999_us),
          text_of("%.1f", row.iterations_mean)};
}

/// How many columns it takes: UTF-8's later bytes take none.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

void print_table(const std::vector<Line>& lines) {
  constexpr std::size_t kLeftAligned = 3;
  std::vector<std::size_t> widths(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], columns(line[i]));
  }
  for (std::size_t n = 0; n < lines.size(); ++n) {
    std::string text;
    for (std::size_t i = 0; i < lines[n].size(); ++i) {
      const std::string padding(widths[i] - columns(lines[n][i]), ' ');
      if (i > 0) text += "  ";
      text += i < kLeftAligned ? lines[n][i] + padding : padding + lines[n][i];
    }
    std::printf("%s%s%s\n", n == 0 ? style().bold : "", text.c_str(), n == 0 ? style().plain : "");
  }
}

/// How the mean time grows with the length of the chains, where there are three lengths or more: the exponent of the
/// power law that fits best.
void print_growth(const std::vector<Row>& rows) {
  std::map<std::pair<std::string, double>, std::map<int, double>> times;  // by method and tolerance: by links
  for (const Row& row : rows) {
    if (row.chain) times[{row.method, row.tolerance}][row.links] = row.mean_us;
  }
  for (const auto& [which, by_links] : times) {
    if (by_links.size() < 3) continue;
    std::vector<Point2> points;
    for (const auto& [links, us] : by_links) points.push_back({static_cast<double>(links), us});
    std::printf("%s at %g: the mean time of chains of %d to %d links grows as N^%.2f\n", which.first.c_str(),
                which.second, by_links.begin()->first, by_links.rbegin()->first, fit_power_law(points).exponent);
  }
}

void print_notes(const std::vector<Row>& rows, int passes, int processor) {
  for (const Row& row : rows) {
    if (!row.score.pole_error_max_degrees && !row.score.reached_flag_right_percent) continue;
    std::printf("%s: the pole is met within %.3g°, the reached flag is right for %s %%\n", row.set.c_str(),
                row.score.pole_error_max_degrees.value_or(0),
                percent_text(row.score.reached_flag_right_percent.value_or(0)).c_str());
  }
  const bool in_blocks = std::ranges::any_of(rows, [](const Row& row) { return row.in_blocks; });
  const std::string where = processor < 0 ? "not pinned" : "pinned to processor " + std::to_string(processor);
  std::printf(
      "%sTimes in µs: the call from the start pose to the report, the best of %d pass%s for each problem; one thread, "
      "%s.%s\n",
      style().dim, passes, passes == 1 ? "" : "es", where.c_str(), style().plain);
  if (in_blocks) {
    std::printf("%sTwo-bone limbs are solved by the kernel, timed %zu at once.%s\n", style().dim, kKernelBlock,
                style().plain);
  }
}

void print_text(const std::vector<Row>& rows, int passes, int processor) {
  std::vector<Line> lines = {{"set", "method", "seeds", "tolerance", "problems", "solved %", "in limits %", "mean µs",
                              "median", "p99", "p99.9", "iterations"}};
  for (const Row& row : rows) lines.push_back(line_of(row));
  print_table(lines);
  print_growth(rows);
  print_notes(rows, passes, processor);
}

void print_json(const std::vector<Row>& rows) {
  Json out = Json::array();
  for (const Row& row : rows) out.push_back(json_of(row));
  // File names need not be UTF-8.
  std::printf("%s\n", out.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

int bench(const BenchSettings& settings) {
  if (settings.flops) return flops();
  if (settings.sets.empty()) stop_usage("SET is required: files with problems");
  if (settings.method == "all" && !settings.solutions.empty())
    stop_usage("--solutions: a file has the solutions of one method, so not of all");
  const std::vector<LoadedSet> sets = load(settings);
  if (!settings.solutions.empty()) open_folder(settings.solutions);
  const int processor = pin_thread();
  std::vector<Row> rows;
  for (const LoadedSet& set : sets) {
    const Result<std::vector<Row>> more = run_set(set, settings);
    progress("");
    if (!more) return fail(more.error());
    rows.insert(rows.end(), more->begin(), more->end());
  }
  if (settings.json) {
    print_json(rows);
  } else {
    print_text(rows, settings.passes, processor);
  }
  for (const Row& row : rows) {
    if (row.score.reported_wrongly == 0) continue;
    return fail(row.set + ": " + std::to_string(row.score.reported_wrongly) +
                " reports say that the goal is reached where forward kinematics says it is not");
  }
  return 0;
}

std::string check_method_or_all(const std::string& name) { return name == "all" ? "" : check_method(name); }

}  // namespace

void add_bench(CLI::App& app, Run& chosen) {
  BenchSettings* settings = nullptr;
  CLI::App* command =
      add_command(app, "bench", "Problem sets: how many are solved, and how fast", settings, chosen, bench);
  command->add_option("SET", settings->sets, "Files with problems");
  command->add_option("--method", settings->method, "How, or all: each that takes the set; else what suits the set")
      ->check(checked(check_method_or_all));
  command->add_option("--seeds", settings->seeds, "Arms: where to start from")
      ->capture_default_str()
      ->check(CLI::IsMember({"cold", "warm", "both"}));
  command->add_option("--tolerance", settings->tolerance, "Metres and radians; else what suits the set")
      ->check(checked(check_positive));
  command->add_option("--passes", settings->passes, "The best of so many passes counts")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command->add_option("--seconds", settings->seconds, "Begin no further pass of a line after so long")
      ->check(CLI::PositiveNumber);
  command->add_option("--solutions", settings->solutions,
                      "Folder for the solutions: SET.csv, arms SET.cold.csv, SET.warm.csv");
  add_max_file_size(*command, settings->access);
  add_force(*command, settings->force, "solutions");
  command->add_flag("--flops", settings->flops,
                    "Only print what the paper's solver costs: as printed, corrected and counted");
  add_json(*command, settings->json);
  command->footer(list_of_methods() + '\n' + kExamples);
}

}  // namespace kine::cli
