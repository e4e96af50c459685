// The options of info, convert and plot, and how they are checked.
#include "apps/cli/commands/file_commands.h"

#include <cctype>
#include <span>
#include <utility>

#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/text/text_reader.h"
#include "kine/model/joint.h"

namespace kine::cli {

namespace {

constexpr const char* kUnits = "m, dm, cm, mm, in, ft, cmu (CMU's motion capture) or metres such as 0.0254";

std::string check_unit(const std::string& text) { return parse_unit(text).error(); }
std::string check_up(const std::string& text) {
  const bool known = text.size() == 1 && std::string_view("xyzXYZ").find(text[0]) != std::string_view::npos;
  return known ? "" : kine::quoted(text) + " is no axis: x, y or z";
}
std::string check_rate(const std::string& text) {
  const std::optional<double> value = parse_number(text);
  return value && *value > 0 ? "" : kine::quoted(text) + " is not a positive number";
}
std::string check_order(const std::string& text) {
  const Result<EulerOrder> order = euler_order(text);
  const bool three = order && order->count == 3 && order->axes[0] != order->axes[2];
  return three ? "" : kine::quoted(text) + " is no order: three different letters such as ZXY";
}

constexpr const char* kInfoExamples =
    "A file is BVH, ASF, AMC, glTF, GLB or URDF. Motions (AMC) go with the ASF file that is named too, or lies "
    "beside.\n\n"
    "Examples:\n"
    "  kine info humanoid\n"
    "  kine info walk.bvh run.bvh\n"
    "  kine info 09.asf 09_06.amc --json\n"
    "  kine info robot.urdf --map              its thighs, shanks, feet, arms and so on\n"
    "  kine info figure.bvh --unit in          the file is in inches, whatever its size suggests\n";

constexpr const char* kConvertExamples =
    "Reads BVH, ASF with AMC, glTF, GLB and URDF. Writes BVH, ASF with AMC (OUT.asf and OUT.amc), glTF and GLB.\n"
    "A BVH file is written in centimetres, glTF in metres, ASF in CMU's unit unless it was another one.\n\n"
    "Examples:\n"
    "  kine convert 09.asf 09_06.amc run.bvh\n"
    "  kine convert run.bvh run.glb\n"
    "  kine convert run.bvh other.bvh --order XYZ --to-unit m --force\n"
    "  kine convert fox.glb walk.bvh --clip Walk\n";

constexpr const char* kClipPlotExamples =
    "Examples:\n"
    "  kine plot walk.bvh --out walk.svg\n"
    "  kine plot 09.asf 09_06.amc --out run.svg --figures 20\n"
    "  kine plot fox.glb --clip Run --joint tail --out fox.svg\n";

}  // namespace

void add_file_options(CLI::App& command, FileSettings& settings) {
  command.add_option("--unit", settings.unit, std::string("What a unit of the files is: ") + kUnits)
      ->check(CLI::Validator(check_unit, ""));
  command.add_option("--up", settings.up, "Which axis of the files points up: x, y or z")
      ->check(CLI::Validator(check_up, ""));
  command.add_option("--rate", settings.rate, "Frames a second of the motions")->check(CLI::Validator(check_rate, ""));
}

LoadOptions load_options(const FileSettings& settings) {
  LoadOptions options;
  if (!settings.unit.empty()) options.metres_per_unit = *parse_unit(settings.unit);
  if (!settings.up.empty())
    options.up = static_cast<Up>(std::tolower(static_cast<unsigned char>(settings.up[0])) - 'x');
  options.rate = settings.rate;
  return options;
}

Result<double> parse_unit(std::string_view text) {
  constexpr std::pair<std::string_view, double> kNames[] = {{"m", 1},       {"dm", 0.1},      {"cm", 0.01},
                                                            {"mm", 0.001},  {"in", 0.0254},   {"inch", 0.0254},
                                                            {"ft", 0.3048}, {"cmu", kCmuUnit}};
  for (const auto& [name, metres] : kNames)
    if (text == name) return metres;
  const std::optional<double> number = parse_number(text);
  if (number && *number > 1e-9 && *number < 1e9) return *number;
  return Error{kine::quoted(text) + " is no unit: " + kUnits};
}

CLI::App* add_info(CLI::App& app, InfoSettings& settings) {
  CLI::App* command = app.add_subcommand("info", "What is in models and files: joints, freedoms, limits, clips, units");
  command->add_option("MODEL", settings.models, "Files, or names of scenes")->required();
  add_file_options(*command, settings.files);
  CLI::Option* map =
      command->add_flag("--map", settings.map, "Which joints are what of a humanoid, in place of the tree");
  command
      ->add_option("--map-file", settings.map_file,
                   "JSON that knows better: {\"left_thigh\": \"hip_yaw_L\", \"head\": null}")
      ->needs(map);
  command->add_flag("--json", settings.json, "Print JSON");
  command->footer(std::string(kInfoExamples) + '\n' + list_of_scenes());
  return command;
}

CLI::App* add_convert(CLI::App& app, ConvertSettings& settings) {
  CLI::App* command = app.add_subcommand("convert", "Files of one kind into another");
  command->add_option("FILE", settings.files, "What is read, and as the last one what is written")
      ->required()
      ->expected(2, 10000)
      ->type_name("IN... OUT");
  add_file_options(*command, settings.in);
  command->add_option("--to-unit", settings.to_unit, std::string("What a unit of OUT is: ") + kUnits)
      ->check(CLI::Validator(check_unit, ""));
  command->add_option("--order", settings.order, "BVH: the order of the rotation channels, such as ZXY")
      ->check(CLI::Validator(check_order, ""));
  command->add_option("--clip", settings.clip, "The clip to write, by its name or number (from 1)");
  command->add_flag("--force", settings.force, "Replace OUT if it exists and differs");
  command->footer(kConvertExamples);
  return command;
}

CLI::App* add_plot(CLI::App& app, ClipPlotSettings& settings) {
  CLI::App* command =
      app.add_subcommand("plot", "A clip as SVG: stick figures, angles of joints and heights of the feet");
  command->add_option("FILE", settings.files, "What is read")->required();
  command->add_option("--out", settings.out, "The picture")->required();
  add_file_options(*command, settings.in);
  command->add_option("--clip", settings.clip, "The clip, by its name or number (from 1); else the first");
  command->add_option("--joint", settings.joints, "Joints whose angles are drawn; else hips, knees and elbows")
      ->delimiter(',');
  command->add_option("--figures", settings.figures, "How many figures the strip has")
      ->capture_default_str()
      ->check(CLI::Range(1, 60));
  command->add_flag("--force", settings.force, "Replace the picture if it exists and differs");
  command->footer(kClipPlotExamples);
  return command;
}

}  // namespace kine::cli
