#include "apps/cli/options.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "apps/cli/draw/terminal.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io/load.h"
#include "kine/io/text/text_reader.h"
#include "kine/model/pose.h"

namespace kine::cli {

namespace {

std::string check_up(const std::string& text) {
  const bool known = text.size() == 1 && std::string_view("xyzXYZ").find(text[0]) != std::string_view::npos;
  return known ? "" : kine::quoted(text) + " is no axis: x, y or z";
}

}  // namespace

void add_json(CLI::App& command, bool& json) { command.add_flag("--json", json, "Print JSON"); }

void add_force(CLI::App& command, bool& force, const char* what) {
  command.add_flag("--force", force, std::string("Replace ") + what + " that differ");
}

CLI::Validator checked(std::function<std::string(const std::string&)> check) {
  return {[check = std::move(check)](std::string& text) { return check(text); }, ""};
}

std::string check_positive(const std::string& text) {
  const std::optional<double> value = parse_number(text);
  return value && *value > 0 ? "" : kine::quoted(text) + " is not a positive number";
}

std::string check_unit(const std::string& text) { return parse_unit(text).error(); }

void add_max_file_size(CLI::App& command, FileAccess& access) {
  command
      .add_option_function<std::string>(
          "--max-file-size", [&access](const std::string& text) { access.max_bytes = *parse_bytes(text); },
          "Refuse files that are larger: bytes, or such as 64K, 500M or 2G")
      ->check(checked([](const std::string& text) { return parse_bytes(text).error(); }))
      ->default_str("1G");
}

void add_file_access(CLI::App& command, FileAccess& access) {
  command
      .add_option("--allow-dir", access.allowed_folders,
                  "A folder that files named inside the files may lie in, beside the folder of the file that names "
                  "them. May be given again")
      ->allow_extra_args(false)
      ->check(CLI::ExistingDirectory);
  add_max_file_size(command, access);
}

void add_file_options(CLI::App& command, FileSettings& settings) {
  command.add_option("--unit", settings.unit, std::string("What a unit of the files is: ") + kUnitNames)
      ->check(checked(check_unit));
  command.add_option("--up", settings.up, "Which axis of the files points up: x, y or z")->check(checked(check_up));
  add_file_access(command, settings.access);
}

void add_retime(CLI::App& command, FileSettings& settings, bool old_name) {
  command
      .add_option("--retime", settings.retime,
                  "Play the frames of the motions at so many a second, whatever the files say: changes the speed")
      ->check(checked(check_positive));
  if (!old_name) return;
  command.add_option("--rate", settings.retime)->check(checked(check_positive))->group("");  // not shown
}

Result<kine::Scene> read_model(std::span<const std::string> names, const FileSettings& settings) {
  LoadOptions options;
  options.files = settings.access;
  if (!settings.unit.empty()) options.metres_per_unit = *parse_unit(settings.unit);
  if (!settings.up.empty())
    options.up = static_cast<Up>(std::tolower(static_cast<unsigned char>(settings.up[0])) - 'x');
  // A glTF has keys, not frames: there a rate says how to sample them, and what was sampled is played at another one.
  const bool keys =
      std::ranges::any_of(names, [](const std::string& name) { return file_format(name) == FileFormat::Gltf; });
  if (!keys) options.rate = settings.retime;
  Result<kine::Scene> scene = load_model(names, options);
  if (scene && settings.retime)
    for (Clip& clip : scene->clips) clip = retimed(scene->skeleton, clip, *settings.retime);
  return scene;
}

kine::Scene open_model(std::span<const std::string> names, const FileSettings& settings) {
  progress("reading " + names[0]);
  Result<kine::Scene> scene = read_model(names, settings);
  progress("");
  return value_or_bad_file(std::move(scene));
}

JointId joint_named(const kine::Scene& scene, std::string_view name, const std::string& option) {
  return value_or_usage(find_joint(scene, name), option + ": ");
}

Clip choose_clip(const kine::Scene& scene, const std::string& wanted) {
  if (wanted.empty()) {
    if (!scene.clips.empty()) return scene.clips[0];
    Clip still(scene.skeleton, scene.name, 30);
    still.append(scene.skeleton.rest_pose().q);
    return still;
  }
  std::string names;
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    if (scene.clips[i].name == wanted || std::to_string(i + 1) == wanted) return scene.clips[i];
    names += (names.empty() ? "" : ", ") + scene.clips[i].name;
  }
  stop_usage("--clip: there is no clip " + kine::quoted(wanted) + (names.empty() ? "" : "; there are " + names));
}

}  // namespace kine::cli
