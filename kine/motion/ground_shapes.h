#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kine/core/result.h"
#include "kine/model/height_grid.h"
#include "kine/motion/ground.h"

/// The shapes of ground that come with kine. Each can be called as a Ground is: a cast straight down.
namespace kine {

namespace detail {
class FootprintTree;
}

/// Level ground without end.
struct FlatGround {
  double height = 0;  ///< y in the world, metres

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const bool hit = from.y >= height && from.y - height <= max_drop;
    return {hit, {from.x, height, from.z}, kUnitY};
  }
};

/// The ground of a height grid, which must outlive it. Holes of the grid and all that lies outside of it are gaps.
struct GridGround {
  const HeightGrid* grid = nullptr;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const std::optional<HeightGrid::Sample> sample = grid->sample(from.x, from.z);
    if (!sample || !(from.y >= sample->height && from.y - sample->height <= max_drop)) return {};
    return {true, {from.x, sample->height, from.z}, sample->normal};
  }
};

/// The upper sides of a triangle mesh: of all triangles below a point, the highest is met. It does not matter which way
/// round a triangle's corners are listed; triangles that have no area seen from above are never met. It can be moved
/// and not copied.
class MeshGround {
 public:
  /// Vertices are in the world, metres. Refused with a sentence: an index that is out of range, a vertex that is not
  /// finite.
  static Result<MeshGround> build(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles);

  MeshGround(MeshGround&&) noexcept;
  MeshGround& operator=(MeshGround&&) noexcept;
  ~MeshGround();

  GroundHit operator()(const Vec3& from, double max_drop) const;

  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const std::array<int, 3>> triangles() const { return triangles_; }

 private:
  MeshGround(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles,
             std::unique_ptr<const detail::FootprintTree> tree);

  std::vector<Vec3> vertices_;
  std::vector<std::array<int, 3>> triangles_;
  std::unique_ptr<const detail::FootprintTree> tree_;
};

/// A box whose sides lie along the axes of the world, metres.
struct GroundBox {
  Vec3 low{}, high{};  ///< its lowest and its highest corner
};

/// The tops of boxes; between them are gaps. It can be moved and not copied.
class BoxGround {
 public:
  explicit BoxGround(std::vector<GroundBox> boxes);
  BoxGround(BoxGround&&) noexcept;
  BoxGround& operator=(BoxGround&&) noexcept;
  ~BoxGround();

  GroundHit operator()(const Vec3& from, double max_drop) const;

  std::span<const GroundBox> boxes() const { return boxes_; }

 private:
  std::vector<GroundBox> boxes_;
  std::unique_ptr<const detail::FootprintTree> tree_;
};

}  // namespace kine
