// kine plots: writes the pictures of docs/solvers, or those of docs/walking with their tables.
#include "apps/cli/figures/plots.h"

#include <cstdio>
#include <string>

#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/paper/paper.h"
#include "apps/cli/files.h"

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
      {"time", true, plot_of_times},
  };
  return kAll;
}

namespace {

/// What stands beside the paper's pictures.
int write_tables(const std::string& folder, const PlotSettings& settings) {
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
    const Result<Written> written = write_file(folder + table.file, text, settings.force);
    if (!written) return fail(written.error());
    std::printf("%s%-16s%s %s\n", style().accent, table.file, style().plain, table.caption);
  }
  return 0;
}

}  // namespace

int plots(const PlotSettings& settings) {
  std::string folder = settings.out.empty() ? "." : settings.out;
  if (folder.back() != '/') folder += '/';
  for (const Plot& plot : settings.paper ? paper_plots() : plots()) {
    if (plot.timed && settings.untimed) continue;
    if (!settings.only.empty() && settings.only != plot.name) continue;
    progress(std::string(plot.name) + " …");
    const Picture picture = plot.draw(settings.problems);
    progress("");
    const Result<Written> written = write_file(folder + picture.file, picture.svg, settings.force);
    if (!written) return fail(written.error());
    std::printf("%s%-16s%s %s\n", style().accent, picture.file.c_str(), style().plain, picture.caption.c_str());
    std::fflush(stdout);
  }
  if (!settings.paper || !settings.only.empty()) return 0;
  return write_tables(folder, settings);
}

}  // namespace kine::cli
