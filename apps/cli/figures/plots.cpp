// kine plots: writes the pictures of docs/solvers, or those of docs/walking with their tables.
#include "apps/cli/figures/plots.h"

#include <cstdio>
#include <span>
#include <string>

#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/paper/paper.h"
#include "apps/cli/files.h"
#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"

namespace kine::cli {

std::span<const Plot> plots() {
  static constexpr Plot kAll[] = {
      {"convergence", false, plot_of_convergence},
      {"share", false, plot_of_share},
      {"work", false, plot_of_work},
      {"step", false, plot_of_step},
      {"epsilon", false, plot_of_epsilon},
      {"softness", false, plot_of_softness},
      {"drift", false, plot_of_drift},
      {"bends", false, picture_of_bends},
      {"priorities", false, picture_of_priorities},
      {"hybrid", false, picture_of_hybrid},
      {"families", false, picture_of_families},
      {"time", true, plot_of_times},
  };
  return kAll;
}

namespace {

struct PlotsSettings {
  std::string out = "kine-plots";  ///< the folder for the pictures
  std::string only{};              ///< the name of one picture; empty: all
  int problems = 100;              ///< for each picture that is a statistic
  bool untimed = false;            ///< leave out what shows times of this machine
  bool paper = false;              ///< the paper's figures and tables beside ours instead
  bool force = false;              ///< replace files that differ
};

constexpr const char* kExamples =
    "Problems are drawn from fixed seeds, so that all pictures but `time` have the same bytes everywhere.\n\n"
    "Examples:\n"
    "  kine plots                                          all of them, into kine-plots/\n"
    "  kine plots --out docs/solvers/pictures --force      renews those of the documentation\n"
    "  kine plots --paper --out docs/walking --force       the walking paper's figures and tables beside ours\n"
    "  kine plots --only share --problems 1000             one, of more problems\n";

/// What stands beside the paper's pictures.
int write_tables(const std::string& folder, const PlotsSettings& settings) {
  const struct {
    const char* file;
    std::string (*text)();
    const char* caption;
    bool timed;
  } all[] = {{"tables.md", paper_tables, "tables 1.1 to 1.3, and iterations", false},
             {"times.md", paper_times, "table 1.4", true}};
  for (const auto& table : all) {
    if (table.timed && settings.untimed) continue;
    progress(std::string(table.file) + " …");
    const std::string text = table.text();
    progress("");
    write_file(folder + table.file, text, settings.force);
    std::printf("%s%-16s%s %s\n", style().accent, table.file, style().plain, table.caption);
  }
  return 0;
}

int write_plots(const PlotsSettings& settings) {
  const std::string folder = open_folder(settings.out);
  for (const Plot& plot : settings.paper ? paper_plots() : plots()) {
    if (plot.timed && settings.untimed) continue;
    if (!settings.only.empty() && settings.only != plot.name) continue;
    progress(std::string(plot.name) + " …");
    const Picture picture = plot.draw(settings.problems);
    progress("");
    write_file(folder + picture.file, picture.svg, settings.force);
    std::printf("%s%-16s%s %s\n", style().accent, picture.file.c_str(), style().plain, picture.caption.c_str());
    std::fflush(stdout);
  }
  if (!settings.paper || !settings.only.empty()) return 0;
  return write_tables(folder, settings);
}

std::string check_plot(const std::string& name) {
  NearestName nearest(name);
  std::string names;
  for (const std::span<const Plot> all : {plots(), paper_plots()}) {
    for (const Plot& plot : all) {
      if (name == plot.name) return "";
      nearest.offer(plot.name);
      names.append(names.empty() ? "" : ", ").append(plot.name);
    }
  }
  return "there is no picture " + kine::quoted(name) + "; there are " + names + nearest.question();
}

}  // namespace

void add_plots(CLI::App& app, Run& chosen) {
  PlotsSettings* settings = nullptr;
  CLI::App* command = add_command(app, "plots", "Plots of how the methods behave, as SVG: the pictures of docs/solvers",
                                  settings, chosen, write_plots);
  command->add_option("--out", settings->out, "Folder for the pictures")->capture_default_str();
  command->add_option("--only", settings->only, "One picture by its name")->check(checked(check_plot));
  command->add_option("--problems", settings->problems, "Problems for each statistic; fewer are quicker")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  command->add_flag("--paper", settings->paper,
                    "The figures and tables of the walking paper beside ours: docs/walking");
  command->add_flag("--untimed", settings->untimed, "Leave out times, which are others every time and everywhere");
  add_force(*command, settings->force, "pictures");
  command->footer(kExamples);
}

}  // namespace kine::cli
