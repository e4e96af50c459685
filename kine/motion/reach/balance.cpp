#include "kine/motion/reach/balance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kine::detail {

double support_margin(const BipedMeasures& build, std::span<const FootPose, 2> feet, const Vec3& above) {
  struct Spot {
    double x, z;
  };
  std::array<Spot, 8> corners{};
  std::size_t count = 0;
  for (std::size_t foot = 0; foot < 2; ++foot) {
    const FootShape& shape = build.legs[foot].foot;
    for (const Vec3& end : {shape.heel, shape.tip})
      for (const double side : {-shape.half_width, shape.half_width}) {
        const Vec3 corner = feet[foot].ankle + rotate(feet[foot].rotation, end + Vec3{side, 0, 0});
        corners[count++] = {corner.x, corner.z};
      }
  }
  constexpr double kRounding = 1e-12;  // metres: the corners of the line itself are this far off it at the most
  // An edge of the polygon is a line between two corners that has all others on one side.
  double margin = kInfinity;
  for (const Spot& a : corners) {
    for (const Spot& b : corners) {
      const double dx = b.x - a.x, dz = b.z - a.z, edge = std::sqrt(dx * dx + dz * dz);
      if (!(edge > 0)) continue;
      const auto inside = [&](double x, double z) { return (dx * (z - a.z) - dz * (x - a.x)) / edge; };
      const bool is_edge =
          std::all_of(corners.begin(), corners.end(), [&](const Spot& c) { return inside(c.x, c.z) >= -kRounding; });
      if (is_edge) margin = std::min<double>(margin, inside(above.x, above.z));
    }
  }
  return margin;
}

}  // namespace kine::detail
