#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kine/io/file_access.h"
#include "kine/motion/steering.h"
#include "scenes/terrains.h"

/// kine walk: the ground, and where on it a walk starts.
namespace kine::cli {

/// What the command line says of them.
struct WalkGroundSettings {
  std::string terrain = "flat";          ///< a ground of our own by its name, or a file with a height grid
  std::optional<double> cell_size{};     ///< of a file: metres from sample to sample
  std::optional<double> height_scale{};  ///< of a file: metres a unit of height
  std::string start{};                   ///< X,Z or X,Y,Z, metres; empty: the origin
  double facing = 0;                     ///< at the start, radians from +Z towards +X
};

struct WalkGround {
  std::unique_ptr<scenes::Terrain> terrain;
  std::string extent{};  ///< what a file covers, for messages; empty where the ground has no end
  std::vector<std::string> notes{};
  Course start{};
  std::optional<double> start_height{};

  /// A sentence for a walk that finds no ground where it should start.
  std::string no_ground() const;
};

/// What is not right ends the command with a sentence that names the option.
WalkGround open_ground(const WalkGroundSettings& settings, const FileAccess& access);

/// A course seen from the start: what a path, which starts at the origin and faces +Z, is followed by.
Course from_start(const Course& start, const Course& course);

}  // namespace kine::cli
