// kine COMMAND ...: parses the arguments and calls the command. Exit codes: 0 done, 1 the work failed, 2 wrong usage.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "apps/cli/commands.h"
#include "scenes/scenes.h"

#ifndef KINE_VERSION
#define KINE_VERSION "unknown"
#endif

namespace kine::cli {

int fail(const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "kine: %s\n", sentence.c_str());
  return 1;
}

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  kine demo                         a tour in the terminal; pictures go to kine-demo/\n"
    "  kine info humanoid                its joints, freedoms and limits\n"
    "  kine info seven-hinge-arm --json  the same as data\n";

std::string list_of_scenes() {
  std::string text = "Scenes:\n";
  for (const scenes::Scene& scene : scenes::all()) {
    std::string line = "  ";
    line += scene.name;
    line.resize(22, ' ');
    line += scene.description;
    text += line + '\n';
  }
  return text;
}

int run(int argc, char** argv) {
  CLI::App app("kine: real-time inverse kinematics for characters and robots", "kine");
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("kine ") + KINE_VERSION);
  app.require_subcommand(1);

  DemoSettings demo_settings;
  CLI::App* demo_command = app.add_subcommand("demo", "A short guided tour in the terminal, with pictures");
  demo_command->add_option("--out", demo_settings.out, "Folder for the pictures")->capture_default_str();
  demo_command->add_flag("--force", demo_settings.force, "Replace pictures that differ");

  InfoSettings info_settings;
  CLI::App* info_command = app.add_subcommand("info", "What is in a model: joints, freedoms, limits");
  info_command->add_option("SCENE", info_settings.model, "The name of a scene")->required();
  info_command->add_flag("--json", info_settings.json, "Print JSON");
  info_command->footer(list_of_scenes());

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // asking for help or the version is no error
  }
  if (demo_command->parsed()) return demo(demo_settings);
  return info(info_settings);
}

}  // namespace
}  // namespace kine::cli

int main(int argc, char** argv) {
  try {
    return kine::cli::run(argc, argv);
  } catch (const std::exception& error) {  // the library throws nothing; the standard library may run out of memory
    return kine::cli::fail(error.what());
  }
}
