#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/vec3.h"

namespace kine {

/// Ground given by heights on a grid, y up: columns go along +x and rows along +z, as a picture lies on a table whose
/// top edge is far away when one looks along -z. Between four samples the height is bilinear; a sample may be missing,
/// and where it counts there is a hole.
class HeightGrid {
 public:
  /// No grid may have more samples than that, whatever a file claims.
  static constexpr std::size_t kMaxSamples = std::size_t{1} << 25;

  /// `heights` are metres above first.y, row after row; what is not a number is a hole. `first` is where the first
  /// sample lies in the world when its height is 0. Refused with a sentence: fewer than two columns or rows, too many
  /// samples, another number of heights than columns * rows, cells that are not positive and finite, infinite heights.
  static Result<HeightGrid> build(int columns, int rows, double cell_x, double cell_z, const Vec3& first,
                                  std::vector<float> heights);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  double cell_x() const { return cell_x_; }
  double cell_z() const { return cell_z_; }
  const Vec3& first() const { return first_; }

  /// The height of a sample in the world; nothing for a hole. Both indices must be in range.
  std::optional<double> height_at(int column, int row) const;

  struct Sample {
    double height;  ///< y in the world
    Vec3 normal;    ///< unit, pointing up
  };
  /// The ground at a place of the world; nothing outside of the grid, in a hole, or where x or z is not a number. The
  /// edges belong to the grid. On a line between cells the normal is that of the cell after it.
  std::optional<Sample> sample(double x, double z) const;

  /// The lowest and highest sample; both 0 where all are holes.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  std::size_t hole_count() const { return hole_count_; }

 private:
  HeightGrid() = default;
  float at(int column, int row) const {
    return heights_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(column)];
  }

  int columns_ = 0, rows_ = 0;
  double cell_x_ = 1, cell_z_ = 1;
  Vec3 first_{};
  double lowest_ = 0, highest_ = 0;
  std::size_t hole_count_ = 0;
  std::vector<float> heights_;
};

}  // namespace kine
