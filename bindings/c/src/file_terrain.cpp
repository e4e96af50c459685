#include <string_view>
#include <utility>

#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/terrain.hpp"
#include "kine/io/grid.h"

using namespace kine::c_api;

kine_terrain* kine_terrain_read(const char* name, const void* bytes, size_t size, double cell_size, double height_scale,
                                const double* origin, char* message, size_t message_size) {
  if (!name || (!bytes && size > 0)) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  kine::HeightGridOptions options{.height_scale = height_scale};
  if (cell_size != 0) options.cell_size = cell_size;
  if (origin) options.origin = vec3(origin);
  const std::string_view content = size > 0 ? std::string_view(static_cast<const char*>(bytes), size) : "";
  kine::Result<kine::HeightGridFile> read = kine::read_height_grid(content, name, options);
  write_message(read.error(), message, message_size);
  return read ? new_grid_terrain(std::move(read->grid), std::move(read->notes)) : nullptr;
}
