#pragma once

#include <CLI/CLI.hpp>

#include "apps/cli/commands/walk_ground.h"
#include "apps/cli/options.h"

/// The commands, a file each. Each adds its options and help to `app`; `chosen` becomes what runs when the command was
/// given, and returns the exit code (outcome.h).
namespace kine::cli {

void add_demo(CLI::App& app, Run& chosen);
void add_info(CLI::App& app, Run& chosen);
void add_convert(CLI::App& app, Run& chosen);
void add_plot(CLI::App& app, Run& chosen);
void add_solve(CLI::App& app, Run& chosen);
void add_bench(CLI::App& app, Run& chosen);
void add_plots(CLI::App& app, Run& chosen);
void add_walk(CLI::App& app, Run& chosen);
void add_ground(CLI::App& app, Run& chosen);
void add_clean(CLI::App& app, Run& chosen);
void add_cut(CLI::App& app, Run& chosen);
void add_mirror(CLI::App& app, Run& chosen);
void add_loop(CLI::App& app, Run& chosen);
void add_root(CLI::App& app, Run& chosen);
void add_edit(CLI::App& app, Run& chosen);
void add_retarget(CLI::App& app, Run& chosen);

/// --terrain, --cell-size and --height-scale, which walk and plot share.
void add_ground_options(CLI::App& command, WalkGroundSettings& settings);

}  // namespace kine::cli
