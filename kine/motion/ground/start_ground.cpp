#include "kine/motion/ground/start_ground.h"

namespace kine::detail {

std::optional<double> start_ground(const Ground& ground, const Course& course,
                                   const std::optional<double>& start_height, double above) {
  constexpr double kFarthest = 1e5;  // metres above and below the origin: higher than any mountain
  const double from = start_height ? *start_height + above : kFarthest;
  const GroundHit hit = ground({course.x, from, course.z}, from + kFarthest);
  if (!hit.hit || !is_finite(hit.point) || !is_finite(hit.normal)) return std::nullopt;
  return hit.point.y;
}

}  // namespace kine::detail
