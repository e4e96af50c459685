// kine COMMAND ...: parses the arguments and runs the command. Exit codes: 0 done, 1 the work failed, 2 wrong usage, 3
// a file that cannot be read or written.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "apps/cli/commands/commands.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"

#ifndef KINE_VERSION
#define KINE_VERSION "unknown"
#endif

namespace kine::cli {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  kine demo                         a tour in the terminal; pictures go to kine-demo/\n"
    "  kine info humanoid                its joints, freedoms and limits\n"
    "  kine info walk.bvh --json         what a file holds, as data\n"
    "  kine convert 09.asf 09_06.amc run.bvh\n"
    "  kine solve planar-arm --tip hand --target 0.3,0.35,0\n"
    "  kine bench panda.ik chain_10.txt  how many problems are solved, and how fast\n"
    "  kine plot panda.urdf --out panda.svg\n"
    "  kine plots                        how the methods behave, as pictures\n"
    "  kine walk --terrain stairs --out stairs.bvh\n"
    "  kine loop walk.bvh --in-place --out cycle.bvh\n";

/// What stands in place of a command that there is not; empty where all is well.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string word = argv[1];
  NearestName nearest(word);
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == word) return {};
    nearest.offer(command->get_name());
  }
  return "there is no command " + kine::quoted(word) + nearest.question();
}

/// The first option that the command does not have; empty where it has them all.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  const CLI::App* command = &app;
  for (const CLI::App* each : app.get_subcommands(nullptr))
    if (argc > 1 && each->get_name() == argv[1]) command = each;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--") break;
    if (!word.starts_with("--")) continue;
    if (const std::size_t value = word.find('='); value != std::string::npos) word.resize(value);
    NearestName nearest(word);
    bool known = false;
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        known = known || word == "--" + name;
        nearest.offer("--" + name);
      }
    }
    if (!known) return "there is no option " + kine::quoted(word) + nearest.question();
  }
  return {};
}

std::string command_names(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    names += (names.empty() ? "" : ", ") + command->get_name();
  return names;
}

/// One sentence about what is wrong with the arguments.
int usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::string sentence = unknown_command(app, argc, argv);
  const bool has_command = argc > 1 && sentence.empty() && argv[1][0] != '-';
  if (sentence.empty()) sentence = unknown_option(app, argc, argv);
  if (sentence.empty() && argc < 2) sentence = "a command is required: " + command_names(app);
  if (sentence.empty()) sentence = error.what();
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.')) sentence.pop_back();
  const std::string command = has_command ? argv[1] + std::string(" ") : "";
  return fail(sentence + " (kine " + command + "--help shows how)", ExitCode::Usage);
}

int run(int argc, char** argv) {
  CLI::App app("kine: real-time inverse kinematics for characters and robots", "kine");
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("kine ") + KINE_VERSION);
  app.require_subcommand(1);
  Run chosen;
  for (const auto add : {add_demo, add_info, add_convert, add_plot, add_solve, add_bench, add_plots, add_walk,
                         add_ground, add_clean, add_cut, add_mirror, add_loop, add_root, add_edit, add_retarget})
    add(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help or the version was asked for
    return usage_error(app, error, argc, argv);
  }
  return chosen();
}

}  // namespace
}  // namespace kine::cli

int main(int argc, char** argv) {
  kine::cli::say_when_memory_ends();
  try {
    return kine::cli::finish_output(kine::cli::run(argc, argv));
  } catch (const kine::cli::Stop& stop) {
    return kine::cli::fail(stop.sentence, stop.code);
  } catch (const std::length_error&) {  // a list longer than the standard library can have
    return kine::cli::fail("there is not enough memory for this");
  } catch (const std::exception& error) {  // the library throws nothing; this would be a bug
    return kine::cli::fail(std::string("this should not have happened: ") + error.what());
  }
}
