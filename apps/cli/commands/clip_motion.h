#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/files.h"
#include "apps/cli/options.h"
#include "kine/io/scene.h"
#include "kine/motion/motion_body.h"
#include "kine/motion/plants.h"

/// What the commands that change a clip share: a figure with its motion is read, and written again.
namespace kine::cli {

struct ClipSettings {
  std::vector<std::string> files{};
  FileSettings in{};
  std::string map_file{};  ///< JSON that knows better which joint is what
  std::string clip{};      ///< its name or number; empty: the first
  std::string out{};       ///< .bvh, .amc or .glb
  std::string events{};    ///< .json
  bool soles = false;      ///< write heels and toes as leaves
  bool force = false;      ///< replace files that differ
};

/// FILE, --out, --clip, --map-file, --force and what is said of files.
void add_clip_options(CLI::App& command, ClipSettings& settings);
/// --events and --soles.
void add_foot_options(CLI::App& command, ClipSettings& settings);

/// A figure and one of its motions.
struct ClipMotion {
  kine::Scene scene;
  Clip clip;
};

/// What the settings name; what cannot be read, or has no motion, ends the command.
ClipMotion open_motion(const ClipSettings& settings);

/// The figure's legs and soles; one that has none ends the command.
MotionBody open_body(const ClipMotion& motion, const ClipSettings& settings);

/// The motion as the file --out, in the units and axes of its figure. With `body` and settings.soles with heels and toes.
OutputFile motion_file(const ClipMotion& motion, const Clip& clip, const ClipSettings& settings,
                       const MotionBody* body);

/// What a heel or toe is called in events, and as a leaf.
std::string point_name(const MotionBody& body, int side, FootPart part);

/// Plants as `kine walk --events` writes them: in the units and axes of the motion. `ground` is the height below each.
std::string plants_json(const ClipMotion& motion, const MotionBody& body, std::span<const Plant> plants,
                        std::span<const double> ground);

/// Plants from a file: {"plants": [{"part": "left heel", "from", "to", "at"?}]}, frames and metres. Those without a
/// place stand where the clip has them on the average.
std::vector<Plant> read_plants(const std::string& path, const ClipMotion& motion, const MotionBody& body,
                               const FileAccess& access);

}  // namespace kine::cli
