#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/file_access.h"
#include "kine/math/vec3.h"
#include "kine/model/height_grid.h"

namespace kine {

/// A height grid as a file describes it.
struct HeightGridFile {
  std::string name;  ///< of the file, without folder and ending
  HeightGrid grid;
  std::vector<std::string> notes{};  ///< one sentence each: what was taken for granted or left out
};

/// What the user knows better than the file.
struct HeightGridOptions {
  std::optional<double> cell_size{};  ///< metres from sample to sample, > 0; else the file's, else 1
  double height_scale = 1;            ///< metres a unit of height
  /// Where the first sample (first row, first column) lies in the world when its number is 0; else the grid is centred
  /// on the world's origin and heights stay as they are.
  std::optional<Vec3> origin{};
  FileAccess files{};  ///< how much may be read from disk
};

/// Height grids. The first row of each file is the far one: rows go along +z, columns along +x, y is up.
///
/// - PNG: the grey (or red) of a pixel, 8 or 16 bits, as a number from 0; pixels of no opacity are holes.
/// - Esri ASCII grid: ncols, nrows, xllcorner or xllcenter, yll..., cellsize (or dx and dy), NODATA_value (else -9999),
///   in any order and case, then the rows, north first. Heights that are NODATA are holes. Where it lies on the earth
///   is noted and left out: walking needs the ground near the origin.
/// - CSV: one row of the grid on each line, numbers separated by commas, semicolons, tabs or blanks. A first row of
///   names is passed over, and with it a first column of names where that row begins with an empty cell. Empty cells
///   and "nan" are holes.
///
/// A file that claims more than it holds is refused at once; rows of different lengths with their line.
Result<HeightGridFile> read_png_grid(std::string_view bytes, std::string_view name,
                                     const HeightGridOptions& options = {});
Result<HeightGridFile> read_esri_grid(std::string_view text, std::string_view name,
                                      const HeightGridOptions& options = {});
Result<HeightGridFile> read_csv_grid(std::string_view text, std::string_view name,
                                     const HeightGridOptions& options = {});

/// Picks the reader by the first bytes: a PNG's signature, a word such as ncols, or else CSV.
Result<HeightGridFile> read_height_grid(std::string_view bytes, std::string_view name,
                                        const HeightGridOptions& options = {});
/// The same from a file.
Result<HeightGridFile> load_height_grid(const std::string& path, const HeightGridOptions& options = {});

}  // namespace kine
