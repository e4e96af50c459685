#include "bindings/python/src/ground.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "bindings/python/src/module.h"
#include "kine/motion/ground_shapes.h"

namespace kine::python {

namespace {

using GroundPtr = std::shared_ptr<AnyGround>;

GroundPtr flat(double height) {
  if (!(std::abs(height) <= kSky)) refuse("height: a number of metres was expected, at most 100 km");
  return std::make_shared<AnyGround>(AnyGround{FlatGround{height}});
}

GroundPtr grid(const py::object& heights, const py::object& cell_size, const py::object& first) {
  const Numbers given = numbers_of(heights, "heights", {{kAny, kAny}});
  const Count rows = given.shape[0], columns = given.shape[1];
  if (static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) > HeightGrid::kMaxSamples)
    refuse("heights: at most " + std::to_string(HeightGrid::kMaxSamples) + " samples were expected");
  const bool square = PyFloat_Check(cell_size.ptr()) || PyLong_Check(cell_size.ptr());
  const std::vector<double> cell =
      square ? std::vector<double>(2, number_of(cell_size, "cell_size")) : row_of(cell_size, "cell_size", 2);
  Vec3 at{-0.5 * static_cast<double>(columns - 1) * cell[0], 0, -0.5 * static_cast<double>(rows - 1) * cell[1]};
  if (!first.is_none()) at = vec3_of(first, "first");
  std::vector<float> samples(given.values.begin(), given.values.end());
  const auto made = std::make_shared<HeightGrid>(value_of(
      HeightGrid::build(static_cast<int>(columns), static_cast<int>(rows), cell[0], cell[1], at, std::move(samples))));
  return std::make_shared<AnyGround>(
      AnyGround{[made](const Vec3& from, double max_drop) { return GridGround{made.get()}(from, max_drop); },
                "height map of " + std::to_string(rows) + " by " + std::to_string(columns)});
}

GroundPtr mesh(const py::object& vertices, const py::object& triangles) {
  const Numbers points = numbers_of(vertices, "vertices", {{kAny, 3}}),
                corners = numbers_of(triangles, "triangles", {{kAny, 3}});
  std::vector<Vec3> at;
  for (Count i = 0; i < points.shape[0]; ++i) at.push_back({points.row(i)[0], points.row(i)[1], points.row(i)[2]});
  if (at.empty()) refuse("vertices: at least one was expected");
  std::vector<std::array<int, 3>> faces;
  for (Count i = 0; i < corners.shape[0]; ++i) {
    std::array<int, 3> face{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double corner = corners.row(i)[k];
      if (!(corner >= 0 && corner < static_cast<double>(at.size()) && corner == std::floor(corner)))
        refuse("triangles: indices of vertices were expected, from 0 to " + std::to_string(at.size() - 1));
      face[k] = static_cast<int>(corner);
    }
    faces.push_back(face);
  }
  const std::string what = "mesh of " + std::to_string(faces.size()) + " triangles";
  const auto made = std::make_shared<MeshGround>(value_of(MeshGround::build(std::move(at), std::move(faces))));
  return std::make_shared<AnyGround>(
      AnyGround{[made](const Vec3& from, double max_drop) { return (*made)(from, max_drop); }, what});
}

GroundPtr boxes(const py::object& corners) {
  const Numbers given = numbers_of(corners, "boxes", {{kAny, 2, 3}});
  std::vector<GroundBox> list;
  for (std::size_t i = 0; i < given.values.size(); i += 6) {
    const double* v = given.values.data() + i;
    for (int k = 0; k < 6; ++k)
      if (!std::isfinite(v[k])) refuse("boxes: finite numbers were expected");
    for (int k = 0; k < 3; ++k)
      if (v[k] > v[k + 3]) refuse("boxes: the lowest corner was expected before the highest");
    list.push_back({{v[0], v[1], v[2]}, {v[3], v[4], v[5]}});
  }
  const std::string what = std::to_string(list.size()) + " boxes";
  const auto made = std::make_shared<BoxGround>(std::move(list));
  return std::make_shared<AnyGround>(
      AnyGround{[made](const Vec3& from, double max_drop) { return (*made)(from, max_drop); }, what});
}

double height(const GroundRef& ground, double x, double z) {
  const GroundHit hit = ground->cast({x, kSky, z}, 2 * kSky);
  return hit.hit ? hit.point.y : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void bind_ground(py::module_& m) {
  py::class_<AnyGround, GroundPtr>(m, "Ground", doc("Ground"))
      .def("height", &height, py::arg("x"), py::arg("z"), doc("Ground.height"))
      .def("__repr__", [](const GroundRef& ground) { return "<kine.Ground: " + ground->what + ">"; });
  m.def("flat_ground", &flat, py::arg("height") = 0.0, doc("flat_ground"));
  m.def("height_map", &grid, py::arg("heights"), py::arg("cell_size") = 1.0, py::arg("first") = py::none(),
        doc("height_map"));
  m.def("mesh_ground", &mesh, py::arg("vertices"), py::arg("triangles"), doc("mesh_ground"));
  m.def("box_ground", &boxes, py::arg("boxes"), doc("box_ground"));
}

}  // namespace kine::python
