#include "bindings/c/src/terrain.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bindings/c/src/numbers.hpp"
#include "kine/motion/ground_shapes.h"

using namespace kine::c_api;
using kine::GroundHit;
using kine::Vec3;

namespace {

class OwnGrid final : public AnyGround {
 public:
  explicit OwnGrid(kine::HeightGrid grid) : grid_(std::move(grid)) {}
  GroundHit operator()(const Vec3& from, double max_drop) const override {
    return kine::GridGround{&grid_}(from, max_drop);
  }
  const kine::HeightGrid* grid() const override { return &grid_; }

 private:
  kine::HeightGrid grid_;
};

struct CallersGround {
  kine_cast cast;
  void* user;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const double start[3] = {from.x, from.y, from.z};
    double met[6] = {0, 0, 0, 0, 1, 0};
    if (cast(user, start, max_drop, met) == 0) return {};
    for (const double number : met)
      if (!std::isfinite(number)) return {};
    return {true, vec3(met), vec3(met + 3)};
  }
};

kine_terrain* refuse(const std::string& sentence, char* message, size_t message_size) {
  write_message(sentence, message, message_size);
  return nullptr;
}

}  // namespace

kine_terrain* kine::c_api::new_grid_terrain(HeightGrid grid, std::vector<std::string> notes) {
  return new kine_terrain{std::make_unique<const OwnGrid>(std::move(grid)), std::move(notes)};
}

kine_terrain* kine_terrain_flat(double height) { return new_terrain(kine::FlatGround{height}); }

kine_terrain* kine_terrain_grid(int columns, int rows, double cell_x, double cell_z, double x, double y, double z,
                                const float* heights, char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!heights) return refuse(kine_status_text(KINE_NULL), message, message_size);
  // How many there are to copy must make sense before they are copied; what else is wrong, the grid itself says.
  const std::int64_t count = columns > 0 && rows > 0 ? static_cast<std::int64_t>(columns) * rows : 0;
  std::vector<float> copy;
  if (count <= static_cast<std::int64_t>(kine::HeightGrid::kMaxSamples)) copy.assign(heights, heights + count);
  auto grid = kine::HeightGrid::build(columns, rows, cell_x, cell_z, {x, y, z}, std::move(copy));
  return grid ? new_grid_terrain(*std::move(grid), {}) : refuse(grid.error(), message, message_size);
}

kine_terrain* kine_terrain_mesh(const double* vertices, int vertex_count, const int* triangles, int triangle_count,
                                char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!vertices || !triangles || vertex_count < 0 || triangle_count < 0)
    return refuse(kine_status_text(KINE_NULL), message, message_size);
  std::vector<Vec3> points;
  for (int i = 0; i < vertex_count; ++i, vertices += 3) points.push_back(vec3(vertices));
  std::vector<std::array<int, 3>> faces;
  for (int i = 0; i < triangle_count; ++i, triangles += 3) faces.push_back({triangles[0], triangles[1], triangles[2]});
  auto mesh = kine::MeshGround::build(std::move(points), std::move(faces));
  return mesh ? new_terrain(*std::move(mesh)) : refuse(mesh.error(), message, message_size);
}

kine_terrain* kine_terrain_boxes(const double* boxes, int box_count) {
  if (!boxes || box_count < 0) return nullptr;
  std::vector<kine::GroundBox> list;
  for (int i = 0; i < box_count; ++i, boxes += 6) list.push_back({vec3(boxes), vec3(boxes + 3)});
  return new_terrain(kine::BoxGround(std::move(list)));
}

kine_terrain* kine_terrain_from_cast(kine_cast cast, void* user) {
  return cast ? new_terrain(CallersGround{cast, user}) : nullptr;
}

void kine_terrain_destroy(kine_terrain* terrain) { delete terrain; }

int kine_terrain_cast(const kine_terrain* terrain, double x, double y, double z, double max_drop, double* out) {
  if (!terrain || !out) return -1;
  const GroundHit hit = (*terrain->ground)({x, y, z}, max_drop);
  if (!hit.hit) return 0;
  write(hit.point, out);
  write(hit.normal, out + 3);
  return 1;
}

kine_status kine_terrain_heights(const kine_terrain* terrain, double x, double z, double cell, int columns, int rows,
                                 float* out, int out_size) {
  constexpr double kSky = 1e5;
  if (!terrain) return KINE_NULL;
  if (columns < 0 || rows < 0 || static_cast<std::int64_t>(columns) * rows != out_size) return KINE_BAD_SIZE;
  if (!out) return out_size > 0 ? KINE_NULL : KINE_OK;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const GroundHit hit = (*terrain->ground)({x + column * cell, kSky, z + row * cell}, 2 * kSky);
      *out++ = hit.hit ? static_cast<float>(hit.point.y) : std::numeric_limits<float>::quiet_NaN();
    }
  }
  return KINE_OK;
}

int kine_terrain_area(const kine_terrain* terrain, double* out) {
  if (!terrain || !out) return -1;
  const kine::HeightGrid* grid = terrain->ground->grid();
  if (!grid) return 0;
  const double wide = (grid->columns() - 1) * grid->cell_x(), deep = (grid->rows() - 1) * grid->cell_z();
  const Vec3& first = grid->first();
  write({first.x, first.x + wide, first.z, first.z + deep, static_cast<double>(grid->columns()),
         static_cast<double>(grid->rows())},
        out);
  return 1;
}

int kine_terrain_note_count(const kine_terrain* terrain) {
  return terrain ? static_cast<int>(terrain->notes.size()) : -1;
}

const char* kine_terrain_note(const kine_terrain* terrain, int note) {
  return note >= 0 && note < kine_terrain_note_count(terrain) ? terrain->notes[static_cast<std::size_t>(note)].c_str()
                                                              : nullptr;
}
