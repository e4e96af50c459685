#pragma once

#include <array>
#include <span>
#include <vector>

#include "kine/core/result.h"
#include "kine/motion/ground.h"
#include "kine/motion/ground/footprint_tree.h"

namespace kine {

/// The upper sides of a triangle mesh: of all triangles below a point, the highest is met. Triangles that stand upright
/// or hang with their face down are met from above all the same; those without area never.
class MeshGround {
 public:
  /// Refused with a sentence: an index that is out of range, a vertex that is not finite.
  static Result<MeshGround> build(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles);

  GroundHit operator()(const Vec3& from, double max_drop) const;

  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const std::array<int, 3>> triangles() const { return triangles_; }

 private:
  MeshGround(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles, FootprintTree tree)
      : vertices_(std::move(vertices)), triangles_(std::move(triangles)), tree_(std::move(tree)) {}

  std::vector<Vec3> vertices_;
  std::vector<std::array<int, 3>> triangles_;
  FootprintTree tree_;
};

/// A box whose sides lie along the axes of the world.
struct Box {
  Vec3 low{}, high{};
};

/// The tops of boxes; between them are gaps.
class BoxGround {
 public:
  explicit BoxGround(std::vector<Box> boxes);

  GroundHit operator()(const Vec3& from, double max_drop) const;

  std::span<const Box> boxes() const { return boxes_; }

 private:
  std::vector<Box> boxes_;
  FootprintTree tree_;
};

}  // namespace kine
