#include "kine/motion/clip/sole_plane.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

constexpr int kPoints = 5;          // along the sole
constexpr double kBeyond = 0.01;    // metres behind heel and before toes: what is so near to a sole is below it
constexpr double kSteepest = 0.7;   // rise over run, 35 degrees: what is steeper is an edge
constexpr double kOffPlane = 0.02;  // metres that the ground below the middle may lie off: beyond it there is an edge
constexpr double kLeastLength =
    0.001;  // metres between heel and toe seen from above: below it there is no slope to see

}  // namespace

std::optional<SolePlane> lay_sole(const Ground& ground, const Vec3& heel, const Vec3& toe, double reach) {
  const double top = std::max<double>(heel.y, toe.y) + reach, bottom = std::min<double>(heel.y, toe.y) - reach;
  const Vec3 along{toe.x - heel.x, 0, toe.z - heel.z};
  const double run = length(along);
  GroundHit hits[kPoints];
  double share[kPoints];
  int count = 0, highest = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double beyond = run > kLeastLength ? kBeyond / run : 0;
    const double s = (1 + 2 * beyond) * static_cast<double>(i) / (kPoints - 1) - beyond;
    const GroundHit hit = ground({heel.x + along.x * s, top, heel.z + along.z * s}, top - bottom);
    if (!hit.hit || !is_finite(hit.point) || !is_finite(hit.normal)) continue;
    hits[count] = hit;
    share[count] = s;
    if (hit.point.y > hits[highest].point.y) highest = count;
    ++count;
  }
  if (count == 0) return std::nullopt;
  SolePlane plane{hits[highest].point, kUnitY, hits[highest].body, hits[highest].world_from_body};
  const GroundHit &first = hits[0], &last = hits[count - 1];
  if (count < kPoints || !(run > kLeastLength)) {
    if (count == kPoints && hits[0].normal.y > 0 && length(hits[0].normal - hits[highest].normal) < kOffPlane)
      plane.normal = hits[0].normal;
    return plane;
  }
  const double slope = (last.point.y - first.point.y) / (run + 2 * kBeyond);
  bool is_edge = std::abs(slope) > kSteepest;
  double raise = 0;
  for (int i = 0; i < count; ++i) {
    const double off = hits[i].point.y - (first.point.y + slope * run * (share[i] - share[0]));
    raise = std::max<double>(raise, off);
    is_edge = is_edge || std::abs(off) > kOffPlane || hits[i].body != first.body;
  }
  if (is_edge) return plane;
  // Along the sole the slope of its ends, across it that of the ground.
  const Vec3 ahead = along / run, aside = cross(kUnitY, ahead);
  Vec3 mean{};
  for (int i = 0; i < count; ++i) mean += hits[i].normal;
  double across = mean.y > 0 ? -dot(mean, aside) / mean.y : 0;
  across = std::clamp<double>(across, -kSteepest, kSteepest);
  plane.normal = normalised(kUnitY - ahead * slope - aside * across);
  plane.point = first.point + kUnitY * raise;
  return plane;
}

}  // namespace kine::detail
