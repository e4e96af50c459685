#include "kine/model/height_grid.h"

#include <cmath>
#include <string>
#include <utility>

#include "kine/core/assert.h"
#include "kine/core/internal/text.h"

namespace kine {
namespace {

/// Which cell a coordinate lies in, and how far in it, 0 to 1. False outside.
bool find_cell(double from_first, double cell, int samples, int& index, double& part) {
  const double cells = from_first / cell;
  if (!(cells >= 0 && cells <= samples - 1)) return false;
  const double whole = std::floor(cells);
  index = static_cast<int>(whole);
  if (index == samples - 1) --index;  // the last edge belongs to the last cell
  part = cells - index;
  return true;
}

}  // namespace

Result<HeightGrid> HeightGrid::build(int columns, int rows, double cell_x, double cell_z, const Vec3& first,
                                     std::vector<float> heights) {
  if (columns < 2 || rows < 2)
    return Error{"a height grid needs two columns and two rows, not " + std::to_string(columns) + " by " +
                 std::to_string(rows)};
  const std::size_t count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  if (count > kMaxSamples)
    return Error{"a height grid of " + std::to_string(columns) + " by " + std::to_string(rows) +
                 " is too large: make it coarser"};
  if (heights.size() != count)
    return Error{"a height grid of " + std::to_string(columns) + " by " + std::to_string(rows) + " has " +
                 std::to_string(heights.size()) + " heights"};
  if (!(cell_x > 0 && cell_z > 0) || !std::isfinite(cell_x) || !std::isfinite(cell_z))
    return Error{"the cells of a height grid are " + number_text(cell_x) + " by " + number_text(cell_z) +
                 ": they must be positive"};
  if (!is_finite(first)) return Error{"the origin of a height grid is not finite"};
  HeightGrid grid;
  bool any = false;
  for (const float height : heights) {
    if (std::isnan(height)) {
      ++grid.hole_count_;
      continue;
    }
    const double y = first.y + height;
    if (!std::isfinite(y)) return Error{"a height of the grid is not finite"};
    if (!any || y < grid.lowest_) grid.lowest_ = y;
    if (!any || y > grid.highest_) grid.highest_ = y;
    any = true;
  }
  grid.columns_ = columns;
  grid.rows_ = rows;
  grid.cell_x_ = cell_x;
  grid.cell_z_ = cell_z;
  grid.first_ = first;
  grid.heights_ = std::move(heights);
  return grid;
}

std::optional<double> HeightGrid::height_at(int column, int row) const {
  KINE_ASSERT(column >= 0 && column < columns_ && row >= 0 && row < rows_, "a sample of this grid");
  const float height = at(column, row);
  if (std::isnan(height)) return std::nullopt;
  return first_.y + height;
}

std::optional<HeightGrid::Sample> HeightGrid::sample(double x, double z) const {
  int column = 0, row = 0;
  double u = 0, v = 0;
  if (!find_cell(x - first_.x, cell_x_, columns_, column, u)) return std::nullopt;
  if (!find_cell(z - first_.z, cell_z_, rows_, row, v)) return std::nullopt;
  double a = at(column, row), b = at(column + 1, row), c = at(column, row + 1), d = at(column + 1, row + 1);
  // On an edge the samples across the cell do not count, so that ground is closed up to a hole.
  if (u == 0) {
    b = std::isnan(b) ? a : b;
    d = std::isnan(d) ? c : d;
  }
  if (u == 1) {
    a = std::isnan(a) ? b : a;
    c = std::isnan(c) ? d : c;
  }
  if (v == 0) {
    c = std::isnan(c) ? a : c;
    d = std::isnan(d) ? b : d;
  }
  if (v == 1) {
    a = std::isnan(a) ? c : a;
    b = std::isnan(b) ? d : b;
  }
  const double near = a + (b - a) * u, far = c + (d - c) * u;
  const double height = first_.y + (near + (far - near) * v);
  if (std::isnan(height)) return std::nullopt;
  const double slope_x = ((b - a) + ((d - c) - (b - a)) * v) / cell_x_;
  const double slope_z = (far - near) / cell_z_;
  return Sample{height, normalised(Vec3{-slope_x, 1, -slope_z}, kUnitY)};
}

}  // namespace kine
