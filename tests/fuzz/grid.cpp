// Any bytes are either ground to stand on or refused with a sentence.
#include "kine/io/grid.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/use_scene.h"

namespace {

void use(const kine::Result<kine::HeightGridFile>& terrain) {
  if (!terrain) return kine::fuzz::require_sentence(terrain.error());
  const kine::HeightGrid& grid = terrain->grid;
  kine::fuzz::require(grid.lowest() <= grid.highest());
  for (double part = -0.1; part < 1.2; part += 0.13) {
    const auto sample = grid.sample(grid.first().x + part * (grid.columns() - 1) * grid.cell_x(),
                                    grid.first().z + (1 - part) * (grid.rows() - 1) * grid.cell_z());
    if (sample) kine::fuzz::require(!std::isnan(sample->height));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  use(kine::read_esri_grid(text, "file"));
  use(kine::read_csv_grid(text, "file", {.cell_size = 0.5, .height_scale = -2}));
  return 0;
}
