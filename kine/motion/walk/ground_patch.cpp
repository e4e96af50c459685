#include "kine/motion/walk/ground_patch.h"

#include <cmath>

namespace kine::detail {

// cppcheck-suppress uninitMemberVar ; corners_ are read where corners_known_ says that they were written
GroundPatch::GroundPatch(const Ground& ground, const Vec3& middle, double scale, double above, double drop)
    : ground_(ground),
      corner_(middle - 0.5 * kSide * kCell * scale * Vec3{1, 0, 1}),
      cell_(kCell * scale),
      smooth_(kSmooth * scale),
      above_(above),
      drop_(drop) {}

GroundHit GroundPatch::cast(double x, double z) const { return ground_({x, corner_.y + above_, z}, drop_); }

bool GroundPatch::is_hit(int column, int row) const {
  Kind& known = corners_known_[row][column];
  if (known == Kind::Unknown) {
    const GroundHit hit = cast(corner_.x + column * cell_, corner_.z + row * cell_);
    const bool lies = hit.hit && hit.normal.y > 0;
    known = lies ? Kind::Smooth : Kind::Broken;
    if (lies)
      corners_[row][column] = {
          static_cast<float>(hit.point.y - corner_.y),
          {static_cast<float>(hit.normal.x), static_cast<float>(hit.normal.y), static_cast<float>(hit.normal.z)}};
  }
  return known == Kind::Smooth;
}

GroundPatch::Kind GroundPatch::look_at(int column, int row) const {
  // The corners around it too: that of a block may reach into a cell between two of its own.
  for (int r = row - 1; r <= row + 2; ++r)
    for (int c = column - 1; c <= column + 2; ++c)
      if (!is_hit(c, r)) return Kind::Broken;
  const auto goes_on = [&](int c, int r, int right, int on) {
    const Corner &from = corners_[r][c], &to = corners_[r + on][c + right];
    const double up = static_cast<double>(to.up) - static_cast<double>(from.up);
    const auto is_off = [&](const Corner& corner) {  // the plane through it has another height at the other one
      const double along = static_cast<double>(corner.normal[right != 0 ? 0 : 2]) * cell_;
      return std::abs(up * static_cast<double>(corner.normal[1]) + along) >
             smooth_ * static_cast<double>(corner.normal[1]);
    };
    return !is_off(from) && !is_off(to);
  };
  for (int r = row - 1; r <= row + 2; ++r)
    for (int c = column - 1; c <= column + 2; ++c)
      if ((c < column + 2 && !goes_on(c, r, 1, 0)) || (r < row + 2 && !goes_on(c, r, 0, 1))) return Kind::Broken;
  return Kind::Smooth;
}

GroundHit GroundPatch::operator()(const Vec3& from, double) const {
  const double across = (from.x - corner_.x) / cell_, along = (from.z - corner_.z) / cell_;
  if (!(across >= 1 && across < kSide - 1 && along >= 1 && along < kSide - 1)) return cast(from.x, from.z);
  const int column = static_cast<int>(across), row = static_cast<int>(along);
  Kind& kind = cells_[row][column];
  if (kind == Kind::Unknown) kind = look_at(column, row);
  if (kind == Kind::Broken) return cast(from.x, from.z);
  const double u = across - column, v = along - row;
  const Corner *near = &corners_[row][column], *far = &corners_[row + 1][column];
  const double near_up = static_cast<double>(near[0].up) * (1 - u) + static_cast<double>(near[1].up) * u;
  const double far_up = static_cast<double>(far[0].up) * (1 - u) + static_cast<double>(far[1].up) * u;
  const float* normal = near[0].normal;
  GroundHit hit;
  hit.hit = true;
  hit.point = {from.x, corner_.y + near_up * (1 - v) + far_up * v, from.z};
  hit.normal = {static_cast<double>(normal[0]), static_cast<double>(normal[1]), static_cast<double>(normal[2])};
  return hit;
}

}  // namespace kine::detail
