// kine convert: files of one kind into another.
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/file_commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/io/load.h"
#include "kine/io/text/file_name.h"
#include "kine/model/pose.h"

namespace kine::cli {

Result<Clip> choose_clip(const kine::Scene& scene, const std::string& wanted) {
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
  return Error{"--clip: there is no clip " + kine::quoted(wanted) + (names.empty() ? "" : "; there are " + names)};
}

namespace {

/// A file that is to be written.
struct Output {
  std::string path;
  std::string bytes;
};

void show(void* what, double part) {
  char percent[16];
  std::snprintf(percent, sizeof percent, " %.0f %%", 100 * part);
  progress(*static_cast<const std::string*>(what) + percent);
}

Result<std::vector<Output>> to_bvh(const kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  const Result<Clip> clip = choose_clip(scene, settings.clip);
  if (!clip) return Error{clip.error()};
  BvhOptions options{.order = settings.order, .progress = say};
  if (!settings.to_unit.empty()) options.metres_per_unit = *parse_unit(settings.to_unit);
  Result<std::string> text = write_bvh(scene.skeleton, *clip, options);
  if (!text) return Error{text.error()};
  return std::vector<Output>{{settings.files.back(), *std::move(text)}};
}

/// OUT.asf and OUT.amc, in the case of the ending that was given.
Result<std::vector<Output>> to_asf(const kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  const std::string& path = settings.files.back();
  AsfOptions options{.rig = scene.asf, .progress = say};
  if (scene.asf) options.metres_per_unit = scene.metres_per_unit;
  if (!settings.to_unit.empty()) options.metres_per_unit = *parse_unit(settings.to_unit);
  const std::string stem = path.substr(0, path.size() - 4);
  const bool capitals = std::isupper(static_cast<unsigned char>(path.back())) != 0;
  std::vector<Output> outputs;
  Result<std::string> asf = write_asf(scene.skeleton, options);
  if (!asf) return Error{asf.error()};
  outputs.push_back({stem + (capitals ? ".ASF" : ".asf"), *std::move(asf)});
  if (scene.clips.empty() && settings.clip.empty() && file_ending(path) == "asf") return outputs;
  const Result<Clip> clip = choose_clip(scene, settings.clip);
  if (!clip) return Error{clip.error()};
  Result<std::string> amc = write_amc(scene.skeleton, *clip, options);
  if (!amc) return Error{amc.error()};
  outputs.push_back({stem + (capitals ? ".AMC" : ".amc"), *std::move(amc)});
  return outputs;
}

/// All clips, or the one that was asked for.
Result<std::vector<Output>> to_gltf(const kine::Scene& scene, const ConvertSettings& settings) {
  const std::string& path = settings.files.back();
  kine::Scene chosen = scene;
  if (!settings.clip.empty()) {
    const Result<Clip> clip = choose_clip(scene, settings.clip);
    if (!clip) return Error{clip.error()};
    chosen.clips = {*clip};
  }
  Result<std::string> bytes = file_ending(path) == "glb" ? write_glb(chosen) : write_gltf(chosen);
  if (!bytes) return Error{bytes.error()};
  return std::vector<Output>{{path, *std::move(bytes)}};
}

Result<std::vector<Output>> to_files(const kine::Scene& scene, const ConvertSettings& settings, const Progress& say) {
  const std::string& path = settings.files.back();
  switch (file_format(path)) {
    case FileFormat::Bvh:
      return to_bvh(scene, settings, say);
    case FileFormat::Asf:
    case FileFormat::Amc:
      return to_asf(scene, settings, say);
    case FileFormat::Gltf:
      return to_gltf(scene, settings);
    case FileFormat::Urdf:
    case FileFormat::Unknown:
      break;
  }
  return Error{kine::quoted(path) + " has no ending of a file that can be written: .bvh, .asf, .amc, .glb or .gltf"};
}

}  // namespace

int convert(const ConvertSettings& settings) {
  const std::string& path = settings.files.back();
  const std::vector<std::string> inputs(settings.files.begin(), settings.files.end() - 1);
  progress("reading " + inputs[0]);
  const Result<kine::Scene> scene = load_model(inputs, load_options(settings.in));
  progress("");
  if (!scene) return fail(scene.error());
  std::string doing = "writing " + path;
  const Result<std::vector<Output>> outputs = to_files(*scene, settings, {show, &doing});
  progress("");
  if (!outputs) return fail(outputs.error());
  for (const std::string& note : scene->notes) std::printf("note: %s\n", note.c_str());
  const bool one_clip = file_format(path) != FileFormat::Gltf;
  if (one_clip && scene->clips.size() > 1 && settings.clip.empty())
    std::printf("note: of %zu clips the first was written; --clip chooses another\n", scene->clips.size());
  for (const Output& output : *outputs) {
    const Result<Written> written = write_file(output.path, output.bytes, settings.force);
    if (!written) return fail(written.error());
    std::printf("%s: %s\n", output.path.c_str(), *written == Written::Same ? "has it already" : "written");
  }
  return 0;
}

}  // namespace kine::cli
