// kine COMMAND ...: parses the arguments and calls the command. Exit codes: 0 done, 1 the work failed, 2 wrong usage.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <optional>
#include <span>
#include <string>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/file_commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/figures/paper/paper.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/methods.h"
#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/text/text_reader.h"

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
    "  kine info walk.bvh --json         what a file holds, as data\n"
    "  kine convert 09.asf 09_06.amc run.bvh\n"
    "  kine solve planar-arm --tip hand --target 0.3,0.35,0\n"
    "  kine bench panda.ik chain_10.txt  how many problems are solved, and how fast\n"
    "  kine plots                        how the methods behave, as pictures\n"
    "  kine walk --terrain stairs --out stairs.bvh\n";

constexpr const char* kSolveExamples =
    "The model starts in its rest pose; where that is a dead end, full-body and hybrid start again from elsewhere,\n"
    "at most ten times. Metres and radians; quaternions x,y,z,w. Exit code 1: not reached.\n\n"
    "Examples:\n"
    "  kine solve planar-arm --tip hand --target 0.3,0.35,0\n"
    "  kine solve seven-hinge-arm --tip tip --target 0.4,0.1,0.5,1,0,0,0      with an orientation\n"
    "  kine solve humanoid --tip left_hand --from left_upper_arm --target 0.3,1.2,0.4 --json\n"
    "  kine solve humanoid --tip left_hand --lock pelvis,chest --target 0.5,1.2,0.4\n";

constexpr const char* kBenchExamples =
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

constexpr const char* kPlotExamples =
    "Problems are drawn from fixed seeds, so that all pictures but `time` have the same bytes everywhere.\n\n"
    "Examples:\n"
    "  kine plots                                          all of them, into kine-plots/\n"
    "  kine plots --out docs/solvers/pictures --force      renews those of the documentation\n"
    "  kine plots --paper --out docs/walking --force       the walking paper's figures and tables beside ours\n"
    "  kine plots --only share --problems 1000             one, of more problems\n";

constexpr const char* kWalkExamples =
    "Terrains: flat, stairs, ramp, hills:SEED, blocks:SEED, mesh, or a file with a height grid (PNG, Esri ASCII or\n"
    "CSV), which is centred on the origin. Paths are seen from the start, z ahead and x to the left: straight,\n"
    "circle:R, figure8, square, or a CSV file of x,z. A stick is a CSV file of t,forward,turn,side, or random:SEED.\n"
    "Objects to reach for lie in the world of the terrain: X,Y,Z, a CSV file of\n"
    "x,y,z (an object a row) or one of t,x,y,z (an object that moves); the figure looks at them and takes what comes\n"
    "within reach, with either hand. Events are the plants of heels and toes and what hands held, in the units of\n"
    "the motion.\n\n"
    "Examples:\n"
    "  kine walk --path circle:2 --seconds 20 --out circle.bvh --events circle.json\n"
    "  kine walk --terrain hills:3 --speed 1 --mode half --out hills.glb --plot hills.svg\n"
    "  kine walk --gait paper --terrain stairs --seconds 30 --out stairs.bvh\n"
    "  kine walk --reach 0.5,1.2,3 --reach -0.5,1.1,5 --seconds 6 --out passing.bvh\n"
    "  kine walk robot.urdf --terrain hills:1 --out robot.bvh --events plants.json\n"
    "  kine walk --terrain alps.png --cell-size 0.5 --height-scale 0.01 --start 20,-35 --facing 1.57 --out alps.glb\n"
    "  kine walk --table                              what the solves cost, for each mode\n";

std::string list_of_methods() {
  std::string text = "Methods:\n";
  for (const Method& method : methods()) {
    std::string line = "  ";
    line += method.name;
    line.resize(12, ' ');
    line += method.description;
    text += line + '\n';
  }
  return text;
}

/// Validators answer with what is wrong, or nothing.
std::string check_method(const std::string& name) { return find_method(name) != nullptr ? "" : no_such_method(name); }
std::string check_method_or_all(const std::string& name) { return name == "all" ? "" : check_method(name); }
std::string check_target(const std::string& text) { return parse_target(text).error(); }
std::string check_tolerance(const std::string& text) {
  const std::optional<double> value = parse_number(text);
  return value && *value > 0 ? "" : kine::quoted(text) + " is not a positive number";
}

CLI::App* add_solve(CLI::App& app, SolveSettings& settings) {
  CLI::App* command = app.add_subcommand("solve", "One problem: joint values, and how it went");
  command->add_option("MODEL", settings.model, "The name of a scene, or a file")->required();
  command->add_option("--tip", settings.tip, "The joint that has a target")->required();
  command->add_option("--target", settings.target, "Where it should be: x,y,z[,qx,qy,qz,qw]")
      ->required()
      ->check(CLI::Validator(check_target, ""));
  command->add_option("--from", settings.from, "The first joint that may move; else all may");
  command->add_option("--lock", settings.locks, "Joints that may not move")->delimiter(',');
  command->add_option("--method", settings.method, "How")
      ->capture_default_str()
      ->check(CLI::Validator(check_method, ""));
  command->add_option("--tolerance", settings.tolerance, "Metres and radians; else 1e-5 of the reach and 1e-5 rad")
      ->check(CLI::Validator(check_tolerance, ""));
  command->add_flag("--json", settings.json, "Print JSON");
  command->footer(list_of_scenes() + '\n' + list_of_methods() + '\n' + kSolveExamples);
  return command;
}

std::string check_plot(const std::string& name) {
  std::string names;
  for (const std::span<const Plot> all : {plots(), paper_plots()}) {
    for (const Plot& plot : all) {
      if (name == plot.name) return "";
      names.append(names.empty() ? "" : ", ").append(plot.name);
    }
  }
  return "there is no picture " + kine::quoted(name) + "; there are " + names;
}

CLI::App* add_plots(CLI::App& app, PlotSettings& settings) {
  CLI::App* command =
      app.add_subcommand("plots", "Plots of how the methods behave, as SVG: the pictures of docs/solvers");
  command->add_option("--out", settings.out, "Folder for the pictures")->capture_default_str();
  command->add_option("--only", settings.only, "One picture by its name")->check(CLI::Validator(check_plot, ""));
  command->add_option("--problems", settings.problems, "Problems for each statistic; fewer are quicker")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  command->add_flag("--paper", settings.paper, "The figures and tables of the walking paper beside ours: docs/walking");
  command->add_flag("--untimed", settings.untimed, "Leave out times, which are others every time and everywhere");
  command->add_flag("--force", settings.force, "Replace pictures that differ");
  command->footer(kPlotExamples);
  return command;
}

CLI::App* add_walk(CLI::App& app, WalkSettings& settings) {
  CLI::App* command = app.add_subcommand("walk", "A character that walks by inverse kinematics, as a motion file");
  command
      ->add_option("CHARACTER", settings.character,
                   "Who walks: humanoid, spider, or any biped in a BVH, ASF, glTF, GLB or URDF file")
      ->capture_default_str();
  command->add_option("--map-file", settings.map_file,
                      "JSON that knows better which joint is what: {\"left_thigh\": \"hip_yaw_L\"}");
  command->add_option("--terrain", settings.ground.terrain, "The ground: a name of the list below, or a file")
      ->capture_default_str();
  command->add_option("--cell-size", settings.ground.cell_size, "A terrain file: metres from sample to sample")
      ->check(CLI::Range(1e-6, 1e6));
  command->add_option("--height-scale", settings.ground.height_scale, "A terrain file: metres a unit of height")
      ->check(CLI::Range(-1e6, 1e6));
  command->add_option("--start", settings.ground.start,
                      "Where it starts: X,Z on the highest ground, or X,Y,Z on ground at or below a height Y, metres");
  command->add_option("--facing", settings.ground.facing, "Where it faces at the start, radians from +Z towards +X")
      ->capture_default_str()
      ->check(CLI::Range(-1e6, 1e6));
  command->add_option("--path", settings.path, "The way; else straight on");
  command->add_option("--stick", settings.stick, "What steers instead of a path");
  command
      ->add_option("--reach", settings.reach,
                   "X,Y,Z of an object to look at and reach for, metres, Y up; or a CSV file. May be given again")
      ->allow_extra_args(false);
  command->add_option("--gait", settings.gait, "How it walks: as people do, or as in the paper of 2004")
      ->capture_default_str()
      ->check(CLI::IsMember({"natural", "paper"}));
  command->add_option("--speed", settings.speed, "At a full stick, m/s; else the gait's own: 1.3, of the paper 0.65")
      ->check(CLI::Range(0.1, 10.0));
  command->add_option("--mode", settings.mode, "How the legs are solved")
      ->capture_default_str()
      ->check(CLI::IsMember({"half", "full", "hybrid"}));
  command->add_option("--rate", settings.rate, "Frames a second")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 1000.0));
  command->add_option("--seconds", settings.seconds, "How long")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 36000.0));
  command->add_option("--out", settings.out, "The motion: .bvh or .glb, in the units and axes of the character");
  command->add_option("--events", settings.events, "The plants, as JSON");
  command->add_option("--plot", settings.plot, "Joint angles and the hips' height, as SVG");
  command->add_flag("--table", settings.table, "Only print what the solves cost");
  command->add_flag("--force", settings.force, "Replace files that differ");
  command->footer(kWalkExamples);
  return command;
}

CLI::App* add_bench(CLI::App& app, BenchSettings& settings) {
  CLI::App* command = app.add_subcommand("bench", "Problem sets: how many are solved, and how fast");
  command->add_option("SET", settings.sets, "Files with problems");
  command->add_option("--method", settings.method, "How, or all: each that takes the set; else what suits the set")
      ->check(CLI::Validator(check_method_or_all, ""));
  command->add_option("--seeds", settings.seeds, "Arms: where to start from")
      ->capture_default_str()
      ->check(CLI::IsMember({"cold", "warm", "both"}));
  command->add_option("--tolerance", settings.tolerance, "Metres and radians; else what suits the set")
      ->check(CLI::Validator(check_tolerance, ""));
  command->add_option("--passes", settings.passes, "The best of so many passes counts")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command->add_option("--seconds", settings.seconds, "Begin no further pass of a line after so long")
      ->check(CLI::PositiveNumber);
  command->add_option("--solutions", settings.solutions,
                      "Folder for the solutions: SET.csv, arms SET.cold.csv, SET.warm.csv");
  command->add_flag("--force", settings.force, "Replace solutions that differ");
  command->add_flag("--flops", settings.flops,
                    "Only print what the paper's solver costs: as printed, corrected and counted");
  command->add_flag("--json", settings.json, "Print JSON");
  command->footer(list_of_methods() + '\n' + kBenchExamples);
  return command;
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
  add_info(app, info_settings);
  ConvertSettings convert_settings;
  const CLI::App* convert_command = add_convert(app, convert_settings);
  ClipPlotSettings clip_plot_settings;
  const CLI::App* clip_plot_command = add_plot(app, clip_plot_settings);

  SolveSettings solve_settings;
  const CLI::App* solve_command = add_solve(app, solve_settings);
  BenchSettings bench_settings;
  const CLI::App* bench_command = add_bench(app, bench_settings);
  PlotSettings plot_settings;
  const CLI::App* plot_command = add_plots(app, plot_settings);
  WalkSettings walk_settings;
  const CLI::App* walk_parser = add_walk(app, walk_settings);

  try {
    app.parse(argc, argv);
    if (bench_command->parsed() && bench_settings.sets.empty() && !bench_settings.flops)
      throw CLI::RequiredError("SET");
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // asking for help or the version is no error
  }
  if (demo_command->parsed()) return demo(demo_settings);
  if (convert_command->parsed()) return convert(convert_settings);
  if (clip_plot_command->parsed()) return plot(clip_plot_settings);
  if (solve_command->parsed()) return solve(solve_settings);
  if (bench_command->parsed()) return bench(bench_settings);
  if (plot_command->parsed()) return plots(plot_settings);
  if (walk_parser->parsed()) return walk_command(walk_settings);
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
