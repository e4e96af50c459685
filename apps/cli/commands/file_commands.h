#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/scene.h"

/// The commands that read files: info, convert and plot, and what they share with others that take models.
namespace kine::cli {

/// What is said of files beside their names.
struct FileSettings {
  std::string unit{};  ///< of the files, see parse_unit; empty: as they say, or guessed
  std::string up{};    ///< x, y or z; empty: as they say, or guessed
  std::optional<double> rate{};
};
void add_file_options(CLI::App& command, FileSettings& settings);
/// The settings are checked already.
LoadOptions load_options(const FileSettings& settings);

/// The metres of a unit: m, dm, cm, mm, in, ft, cmu, or a number of metres.
Result<double> parse_unit(std::string_view text);

struct InfoSettings {
  std::vector<std::string> models{};  ///< names of scenes, and files
  FileSettings files{};
  bool json = false;
  bool map = false;        ///< which joint is what part of a body, in place of the tree
  std::string map_file{};  ///< what the user knows better, see read_bone_map
};
CLI::App* add_info(CLI::App& app, InfoSettings& settings);
int info(const InfoSettings& settings);

struct ConvertSettings {
  std::vector<std::string> files{};  ///< the last is written, the others are read
  FileSettings in{};
  std::string to_unit{};  ///< of the file that is written; empty: what is usual for its kind
  std::string order{};    ///< BVH: of the rotation channels
  std::string clip{};     ///< a clip's name or number; empty: the first where the file can hold one only
  bool force = false;
};
CLI::App* add_convert(CLI::App& app, ConvertSettings& settings);
int convert(const ConvertSettings& settings);

struct ClipPlotSettings {
  std::vector<std::string> files{};
  FileSettings in{};
  std::string out{};                  ///< .svg
  std::string clip{};                 ///< a clip's name or number; empty: the first
  std::vector<std::string> joints{};  ///< whose angles are drawn; empty: hips, knees and elbows
  int figures = 12;                   ///< of the strip
  bool force = false;
};
CLI::App* add_plot(CLI::App& app, ClipPlotSettings& settings);
int plot(const ClipPlotSettings& settings);

/// The clip that was asked for, or the first; the rest pose as a clip where there is none.
Result<Clip> choose_clip(const kine::Scene& scene, const std::string& wanted);

}  // namespace kine::cli
