#include "kine/motion/ground_shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kine/motion/ground/footprint_tree.h"

namespace kine {
namespace {

using detail::Footprint;
using detail::FootprintTree;

Footprint footprint_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {std::min<double>({a.x, b.x, c.x}), std::min<double>({a.z, b.z, c.z}), std::max<double>({a.x, b.x, c.x}),
          std::max<double>({a.z, b.z, c.z}), std::max<double>({a.y, b.y, c.y})};
}

std::vector<Footprint> footprints_of(std::span<const GroundBox> boxes) {
  std::vector<Footprint> footprints;
  footprints.reserve(boxes.size());
  for (const GroundBox& box : boxes) footprints.push_back({box.low.x, box.low.z, box.high.x, box.high.z, box.high.y});
  return footprints;
}

}  // namespace

MeshGround::MeshGround(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles,
                       std::unique_ptr<const FootprintTree> tree)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)), tree_(std::move(tree)) {}
MeshGround::MeshGround(MeshGround&&) noexcept = default;
MeshGround& MeshGround::operator=(MeshGround&&) noexcept = default;
MeshGround::~MeshGround() = default;

Result<MeshGround> MeshGround::build(std::vector<Vec3> vertices, std::vector<std::array<int, 3>> triangles) {
  for (const Vec3& v : vertices)
    if (!(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)))
      return Error{"a vertex of the mesh is not finite"};
  std::vector<Footprint> footprints;
  footprints.reserve(triangles.size());
  const int count = static_cast<int>(vertices.size());
  for (const std::array<int, 3>& t : triangles) {
    for (const int i : t)
      if (i < 0 || i >= count) return Error{"a triangle of the mesh names a vertex that is not there"};
    footprints.push_back(footprint_of(vertices[static_cast<std::size_t>(t[0])],
                                      vertices[static_cast<std::size_t>(t[1])],
                                      vertices[static_cast<std::size_t>(t[2])]));
  }
  auto tree = std::make_unique<const FootprintTree>(footprints);
  return MeshGround(std::move(vertices), std::move(triangles), std::move(tree));
}

GroundHit MeshGround::operator()(const Vec3& from, double max_drop) const {
  GroundHit best;
  tree_->visit_below(from.x, from.z, from.y - max_drop, [&](int item, double floor) {
    const std::array<int, 3>& t = triangles_[static_cast<std::size_t>(item)];
    const Vec3& a = vertices_[static_cast<std::size_t>(t[0])];
    const Vec3 ab = vertices_[static_cast<std::size_t>(t[1])] - a, ac = vertices_[static_cast<std::size_t>(t[2])] - a;
    const double area = ab.x * ac.z - ab.z * ac.x;
    if (area == 0) return floor;
    const double dx = from.x - a.x, dz = from.z - a.z;
    const double u = (dx * ac.z - dz * ac.x) / area, v = (ab.x * dz - ab.z * dx) / area;
    constexpr double kEdge = -1e-12;  // edges belong to both sides: no crack between two triangles
    if (u < kEdge || v < kEdge || u + v > 1 - kEdge) return floor;
    const double y = a.y + u * ab.y + v * ac.y;
    if (y > from.y || y < floor) return floor;
    const Vec3 normal = normalised(cross(ab, ac));
    best = {true, {from.x, y, from.z}, normal.y < 0 ? -normal : normal};
    return y;
  });
  return best;
}

BoxGround::BoxGround(std::vector<GroundBox> boxes)
    : boxes_(std::move(boxes)), tree_(std::make_unique<const FootprintTree>(footprints_of(boxes_))) {}
BoxGround::BoxGround(BoxGround&&) noexcept = default;
BoxGround& BoxGround::operator=(BoxGround&&) noexcept = default;
BoxGround::~BoxGround() = default;

GroundHit BoxGround::operator()(const Vec3& from, double max_drop) const {
  GroundHit best;
  tree_->visit_below(from.x, from.z, from.y - max_drop, [&](int item, double floor) {
    const GroundBox& box = boxes_[static_cast<std::size_t>(item)];
    const bool covers = from.x >= box.low.x && from.x <= box.high.x && from.z >= box.low.z && from.z <= box.high.z;
    if (!covers || box.high.y > from.y || box.high.y < floor) return floor;
    best = {true, {from.x, box.high.y, from.z}, kUnitY};
    return box.high.y;
  });
  return best;
}

}  // namespace kine
