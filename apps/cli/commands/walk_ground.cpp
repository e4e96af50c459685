#include "apps/cli/commands/walk_ground.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "apps/cli/outcome.h"
#include "apps/cli/parse_text.h"
#include "kine/core/internal/text.h"
#include "kine/io/grid.h"
#include "kine/math/trig.h"

namespace kine::cli {
namespace {

/// A height grid from a file.
class GridTerrain final : public scenes::Terrain {
 public:
  explicit GridTerrain(HeightGrid grid) : grid_(std::move(grid)) {}
  GroundHit at(double x, double z) const override {
    const std::optional<HeightGrid::Sample> sample = grid_.sample(x, z);
    if (!sample) return {};
    return {true, {x, sample->height, z}, sample->normal};
  }

 private:
  HeightGrid grid_;
};

std::string metres(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string extent_of(const HeightGrid& grid) {
  const Vec3& first = grid.first();
  return "x " + metres(first.x) + " to " + metres(first.x + (grid.columns() - 1) * grid.cell_x()) + ", z " +
         metres(first.z) + " to " + metres(first.z + (grid.rows() - 1) * grid.cell_z()) + " and y " +
         metres(grid.lowest()) + " to " + metres(grid.highest()) + " m";
}

/// X,Z or X,Y,Z.
std::vector<double> parse_start(const std::string& text) {
  std::vector<double> numbers = value_or_usage(parse_numbers(text), "--start: ");
  if (numbers.size() != 2 && numbers.size() != 3)
    stop_usage("--start: " + kine::quoted(text) + " is not X,Z or X,Y,Z in metres");
  return numbers;
}

bool is_file(const std::string& name) {
  return name.find('.') != std::string::npos || name.find('/') != std::string::npos;
}

}  // namespace

std::string WalkGround::no_ground() const {
  std::string text = "--start: there is no ground at x " + metres(start.x) + " z " + metres(start.z);
  if (start_height) text += ", at or below a height of " + metres(*start_height);
  text += " m";
  if (!extent.empty()) text += "; the terrain covers " + extent;
  return text;
}

WalkGround open_ground(const WalkGroundSettings& settings, const FileAccess& access) {
  WalkGround ground;
  ground.start.heading = settings.facing;
  if (!settings.start.empty()) {
    const std::vector<double> start = parse_start(settings.start);
    ground.start.x = start.front();
    ground.start.z = start.back();
    if (start.size() == 3) ground.start_height = start[1];
  }
  if (!is_file(settings.terrain)) {
    if (settings.cell_size || settings.height_scale)
      stop_usage(std::string(settings.cell_size ? "--cell-size" : "--height-scale") + " is for a terrain file, and " +
                 kine::quoted(settings.terrain) + " is none");
    ground.terrain = value_or_usage(scenes::make_terrain(settings.terrain), "--terrain: ");
    return ground;
  }
  const HeightGridOptions options{
      .cell_size = settings.cell_size, .height_scale = settings.height_scale.value_or(1), .files = access};
  kine::HeightGridFile file = value_or_bad_file(load_height_grid(settings.terrain, options), "--terrain: ");
  ground.extent = extent_of(file.grid);
  ground.notes = std::move(file.notes);
  ground.terrain = std::make_unique<GridTerrain>(std::move(file.grid));
  return ground;
}

Course from_start(const Course& start, const Course& course) {
  const SinCos turn = sin_cos(start.heading);
  const double x = course.x - start.x, z = course.z - start.z;
  Course seen = course;
  seen.x = x * turn.cos - z * turn.sin;
  seen.z = x * turn.sin + z * turn.cos;
  seen.heading = course.heading - start.heading;
  return seen;
}

}  // namespace kine::cli
