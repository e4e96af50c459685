// kine convert: files of one kind into another.
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/options.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/core/internal/units_text.h"
#include "kine/io.h"
#include "kine/io/text/file_name.h"

namespace kine::cli {

namespace {

struct ConvertSettings {
  std::vector<std::string> files{};  ///< the last is written, the others are read
  FileSettings in{};
  std::optional<double> rate{};  ///< resample to so many frames per second
  std::string to_unit{};         ///< of the file that is written; empty: what is usual for its kind
  std::string order{};           ///< BVH: of the rotation channels
  std::string clip{};            ///< a clip's name or number; empty: the first where the file can hold one only
  bool bake_scale = false;
  bool force = false;
};

constexpr const char* kExamples =
    "Reads BVH, ASF with AMC, glTF, GLB and URDF. Writes BVH, ASF with AMC (OUT.asf and OUT.amc), glTF and GLB.\n"
    "A BVH file is written in centimetres, glTF in metres, ASF in CMU's unit unless it was another one.\n\n"
    "Examples:\n"
    "  kine convert 09.asf 09_06.amc run.bvh\n"
    "  kine convert run.bvh run.glb\n"
    "  kine convert run.bvh other.bvh --order XYZ --to-unit m --force\n"
    "  kine convert fox.glb walk.bvh --clip Walk\n"
    "  kine convert run.bvh run30.bvh --rate 30        the same motion with 30 frames a second\n"
    "  kine convert run.bvh slow.bvh --retime 60       the same frames, 60 of them a second\n"
    "  kine convert robot.glb robot.bvh --bake-scale   scales that differ by axis, which BVH has not\n";

std::string check_order(const std::string& text) {
  const Result<EulerOrder> order = euler_order(text);
  const bool three = order && order->count == 3 && order->axes[0] != order->axes[2];
  return three ? "" : kine::quoted(text) + " is no order: three different letters such as ZXY";
}

void show(void* what, double done) {
  char percent[16];
  std::snprintf(percent, sizeof percent, " %.0f %%", 100 * done);
  progress(*static_cast<const std::string*>(what) + percent);
}

std::vector<OutputFile> to_bvh(const kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  BvhOptions options{.order = settings.order, .progress = say};
  if (!settings.to_unit.empty()) options.metres_per_unit = *parse_unit(settings.to_unit);
  const std::string& path = settings.files.back();
  return {
      {path, value_or_bad_file(write_bvh(scene.skeleton, choose_clip(scene, settings.clip), options), path + ": ")}};
}

/// OUT.asf and OUT.amc with notes on what they cannot hold, in the case of the ending that was given.
std::vector<OutputFile> to_asf(kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  const std::string& path = settings.files.back();
  AsfOptions options{.rig = scene.asf, .progress = say, .notes = &scene.notes};
  if (scene.asf) options.metres_per_unit = scene.metres_per_unit;
  if (!settings.to_unit.empty()) options.metres_per_unit = *parse_unit(settings.to_unit);
  const std::string stem = path.substr(0, path.size() - 4);
  const bool capitals = std::isupper(static_cast<unsigned char>(path.back())) != 0;
  std::vector<OutputFile> outputs;
  outputs.push_back(
      {stem + (capitals ? ".ASF" : ".asf"), value_or_bad_file(write_asf(scene.skeleton, options), path + ": ")});
  if (scene.clips.empty() && settings.clip.empty() && file_ending(path) == "asf") return outputs;
  const Clip clip = choose_clip(scene, settings.clip);
  outputs.push_back(
      {stem + (capitals ? ".AMC" : ".amc"), value_or_bad_file(write_amc(scene.skeleton, clip, options), path + ": ")});
  return outputs;
}

/// All clips, or the one that was asked for.
std::vector<OutputFile> to_gltf(const kine::Scene& scene, const ConvertSettings& settings) {
  const std::string& path = settings.files.back();
  kine::Scene chosen = scene;
  if (!settings.clip.empty()) chosen.clips = {choose_clip(scene, settings.clip)};
  return {{path, value_or_bad_file(file_ending(path) == "glb" ? write_glb(chosen) : write_gltf(chosen), path + ": ")}};
}

std::vector<OutputFile> to_files(kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  const FileFormat format = file_format(settings.files.back());
  if (format == FileFormat::Bvh) return to_bvh(scene, settings, say);
  if (format == FileFormat::Gltf) return to_gltf(scene, settings);
  return to_asf(scene, settings, say);
}

/// Takes the clips to another rate, and says by how much a clip could not keep its duration.
void resample(kine::Scene& scene, double rate) {
  scene.notes.emplace_back(
      "--rate resamples and keeps the duration; in version 0.1 it changed the speed, which --retime does now");
  for (Clip& clip : scene.clips) {
    const double before = clip.duration();
    progress("resampling " + clip.name);
    clip = resampled(scene.skeleton, clip, rate);
    progress("");
    const std::string was = significant_text(before, 4), is = significant_text(clip.duration(), 4);
    if (is != was)
      scene.notes.push_back("the clip " + kine::quoted(clip.name) + " lasts " + is + " s in place of " + was +
                            " s: a whole number of frames");
  }
}

int convert(const ConvertSettings& settings) {
  const std::string& path = settings.files.back();
  const std::vector<std::string> inputs(settings.files.begin(), settings.files.end() - 1);
  if (path.empty()) stop_usage("OUT: it has no name");
  check_output("OUT", path, {".bvh", ".asf", ".amc", ".glb", ".gltf"});
  const bool gltf_out = file_format(path) == FileFormat::Gltf;
  if (settings.bake_scale && gltf_out) stop_usage("--bake-scale: a glTF has scales, so they are left as they are");
  kine::Scene scene = open_model(inputs, settings.in);
  if (settings.rate) resample(scene, *settings.rate);
  if (settings.bake_scale) scene = value_or_bad_file(bake_scale(scene), "--bake-scale: ");
  std::string doing = "writing " + path;
  const std::vector<OutputFile> outputs = to_files(scene, settings, {show, &doing});
  progress("");
  for (const std::string& note : scene.notes) std::printf("note: %s\n", printable(note).c_str());
  if (!gltf_out && scene.clips.size() > 1 && settings.clip.empty())
    std::printf("note: of %zu clips the first was written; --clip chooses another\n", scene.clips.size());
  const std::vector<Written> written = write_files(outputs, settings.force);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    std::printf("%s: %s\n", outputs[i].path.c_str(), written[i] == Written::Same ? "has it already" : "written");
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Run& chosen) {
  ConvertSettings* settings = nullptr;
  CLI::App* command = add_command(app, "convert", "Files of one kind into another", settings, chosen, convert);
  command->add_option("FILE", settings->files, "What is read, and as the last one what is written")
      ->required()
      ->expected(2, 10000)
      ->type_name("IN... OUT");
  add_file_options(*command, settings->in);
  add_retime(*command, settings->in, false);
  command
      ->add_option("--rate", settings->rate,
                   "Resample the motions to so many frames a second: speed and duration stay as they are")
      ->check(CLI::Range(0.001, 10000.0));
  command->add_option("--to-unit", settings->to_unit, std::string("What a unit of OUT is: ") + kUnitNames)
      ->check(checked(check_unit));
  command->add_option("--order", settings->order, "BVH: the order of the rotation channels, such as ZXY")
      ->check(checked(check_order));
  command->add_option("--clip", settings->clip, "The clip to write, by its name or number (from 1)");
  command->add_flag("--bake-scale", settings->bake_scale,
                    "Put scales into the offsets of the joints, for BVH, ASF and AMC");
  add_force(*command, settings->force, "files");
  command->footer(kExamples);
}

}  // namespace kine::cli
