#include "kine/kinematics/manipulability.h"

#include <algorithm>

#include "kine/math/dense/svd.h"

namespace kine {
namespace {

/// Columns of zeros change nothing and make three values of fewer.
int columns_for(const Skeleton& skeleton) { return std::max(3, skeleton.freedom_count()); }

}  // namespace

std::size_t manipulability_bytes(const Skeleton& skeleton) {
  return static_cast<std::size_t>(6 * columns_for(skeleton)) * sizeof(double) + alignof(double);
}

std::optional<Manipulability> manipulability(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point,
                                             Rows rows, Scratch& scratch) {
  KINE_ASSERT(rows == Rows::Linear || rows == Rows::Angular, "three rows");
  const Scratch::Scope scope(scratch);
  const int columns = columns_for(skeleton);
  const std::span<double> numbers = scratch.take<double>(static_cast<std::size_t>(6 * columns));
  std::fill(numbers.begin(), numbers.end(), 0.0);
  const MatrixView<double> matrix(numbers.data(), 3, columns);
  jacobian(skeleton, frames, point, {.rows = rows}, matrix.block(0, 0, 3, skeleton.freedom_count()));
  Manipulability out;
  double u[9];
  const std::span<double> room = numbers.subspan(static_cast<std::size_t>(3 * columns));
  if (!svd<double>(matrix, out.values, {u, 3, 3}, {}, room).ok) return std::nullopt;
  for (std::size_t k = 0; k < 3; ++k) out.directions[k] = {u[3 * k], u[3 * k + 1], u[3 * k + 2]};
  return out;
}

}  // namespace kine
