// The small dense system of one step of a limb: 3 rows for a position, 6 for a position and an orientation. Three rows
// are in metres. Six are in reaches and radians, so that lengths weigh like angles.
#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include "kine/math/dense/ldlt.h"
#include "kine/math/select.h"
#include "kine/model/pose.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {

/// A column of the Jacobian with its weight: what a link that moves at speed one does to the tip. T: double, or lanes (kine/batch).
template <int M, class T = double>
struct Column;

template <class T>
struct Column<3, T> {
  Vec3T<T> linear;
  T along(const T* y) const { return linear.x * y[0] + linear.y * y[1] + linear.z * y[2]; }
  void add_to(T factor, T* y) const {
    y[0] += linear.x * factor;
    y[1] += linear.y * factor;
    y[2] += linear.z * factor;
  }
};

template <class T>
struct Column<6, T> {
  Vec3T<T> angular, linear;
  T along(const T* y) const {
    return dot(angular, Vec3T<T>{y[0], y[1], y[2]}) + dot(linear, Vec3T<T>{y[3], y[4], y[5]});
  }
  void add_to(T factor, T* y) const {
    y[0] += angular.x * factor;
    y[1] += angular.y * factor;
    y[2] += angular.z * factor;
    y[3] += linear.x * factor;
    y[4] += linear.y * factor;
    y[5] += linear.z * factor;
  }
};

template <int M, class T>
Column<M, T> turning(const Vec3T<T>& axis, const Vec3T<T>& to_tip) {
  if constexpr (M == 3) return {cross(axis, to_tip)};
  if constexpr (M == 6) return {axis, cross(axis, to_tip)};
}

template <int M, class T>
Column<M, T> sliding(const Vec3T<T>& axis) {
  if constexpr (M == 3) return {axis};
  if constexpr (M == 6) return {{}, axis};
}

/// The rows' unit of length, as a part of a metre: see above.
template <int M, class L>
double rows_per_metre(const LimbOf<L>& limb) {
  return M == 3 ? 1 : limb.per_reach;
}

/// From a link to the tip.
template <int M, class L>
Vec3 arm_of(const LimbOf<L>& limb, const L& link, const Vec3& tip) {
  if constexpr (M == 3) return tip - link.at;
  return (tip - link.at) * limb.per_reach;
}

/// What counts as one: a radian, or the reach for sliders, so that a metre means the same as a radian.
inline double unit_of(const Limb& limb, const Link& link) { return link.kind == LinkKind::Slide ? limb.reach : 1; }

/// The column of a hinge or slider that moves by one unit.
template <int M>
Column<M> column_of(const Limb& limb, const Link& link, const Vec3& tip) {
  if (link.kind == LinkKind::Slide) return sliding<M>(link.axis * (limb.reach * rows_per_metre<M>(limb)));
  return turning<M>(link.axis, arm_of<M>(limb, link, tip));
}

/// J^T y of a ball: a turn about r x y (and the orientation's part), in the world.
template <int M>
Vec3 turn_along(const Vec3& arm, const std::array<double, M>& y) {
  if constexpr (M == 3) return cross(arm, {y[0], y[1], y[2]});
  if constexpr (M == 6) return Vec3{y[0], y[1], y[2]} + cross(arm, {y[3], y[4], y[5]});
}

/// 1 / sqrt(1 + x), x >= 0. Turns from frame to frame are so small that a few terms of the series are exact.
template <class T>
T inverse_root_of_one_and(T x) {
  using std::sqrt;
  const auto small = x < T(1e-4);
  const T series = T(1) - x * (T(0.5) - x * (T(0.375) - x * T(0.3125)));
  if (all(small)) return series;
  return select(small, series, T(1) / sqrt(T(1) + x));
}

/// Turns a ball about a vector in the world by the quaternion (half_turn, 1) brought to unit length: for small turns
/// the exponential, for large ones shorter, and no trigonometry. Limits do not count. Inlined, since a chain of balls
/// spends a third of its time here.
template <class L, class T>
[[gnu::always_inline]] inline void turn_freely(L& link, const Vec3T<T>& half_turn) {
  const T shrink = inverse_root_of_one_and(dot(half_turn, half_turn));
  const Vec3T<T> own = rotate(conjugate(link.world), half_turn);
  link.value = link.value * QuatT<T>{own.x, own.y, own.z, T(1)} * shrink;
}

/// The same, inside its limits.
template <class L>
[[gnu::always_inline]] inline void turn_ball(L& link, const Vec3& half_turn) {
  turn_freely(link, half_turn);
  if (link.ball) link.value = clamp_to_limits(*link.ball, link.value);
}

/// When a step is not worth taking: see is_stationary of the systems.
inline constexpr double kNoShare = 0.999;  // of the squared error is left after it
inline constexpr double kFlat = 1e-12;     // of the largest |J^T e|^2 there could be: nothing

/// The system of one step: the lower triangle of J W J^T, and the error.
template <int M, class T = double>
struct System {
  Matrix<T, M, M> normal{};
  std::array<T, M> error{};

  void add(const Column<M, T>& column, T weight) {
    std::array<T, M> c{};
    column.add_to(T(1), c.data());
    for (int j = 0; j < M; ++j) {
      const T weighted = weight * c[static_cast<std::size_t>(j)];
      for (int i = j; i < M; ++i) normal(i, j) += weighted * c[static_cast<std::size_t>(i)];
    }
  }
  void add_ball(const Vec3& r, double w) {
    if constexpr (M == 3) {
      // The sum over three square axes a of (a x r)(a x r)^T is r.r 1 - r r^T: no axes are needed.
      const double xx = w * r.x * r.x, yy = w * r.y * r.y, zz = w * r.z * r.z;
      normal(0, 0) += yy + zz;
      normal(1, 1) += xx + zz;
      normal(2, 2) += xx + yy;
      normal(1, 0) -= w * r.x * r.y;
      normal(2, 0) -= w * r.x * r.z;
      normal(2, 1) -= w * r.y * r.z;
    } else {
      add(turning<M>(kUnitX, r), w);
      add(turning<M>(kUnitY, r), w);
      add(turning<M>(kUnitZ, r), w);
    }
  }
  /// J W J^T of a whole limb.
  template <class L>
  void fill(const LimbOf<L>& limb, const Vec3& tip) {
    normal = {};
    for (const L& link : limb.links) {
      if (link.kind == LinkKind::Ball) {
        add_ball(arm_of<M>(limb, link, tip), link.weight);
      } else if constexpr (!std::is_same_v<L, FreeBall>) {
        add(column_of<M>(limb, link, tip), link.weight);
      }
    }
  }
  T trace() const {
    T sum(0);
    for (int i = 0; i < M; ++i) sum += normal(i, i);
    return sum;
  }
  /// y with (normal + mu) y = error; `definite` is false where there is none.
  std::array<T, M> solve(T mu, MaskOf<T>& definite) const {
    Matrix<T, M, M> damped = normal;
    for (int i = 0; i < M; ++i) damped(i, i) += mu;
    std::array<T, M> y = error;
    definite = ldlt_factor_definite(damped);
    if (!any(definite)) return {};
    ldlt_solve_definite(damped, y);
    return y;
  }
  std::array<double, M> solve(double mu) const {
    bool definite;
    return solve(mu, definite);
  }
  /// True if J^T e is as good as nothing, so that no step helps. `y` is the solution at the damping mu: it is tried
  /// first, since it costs little and is seldom in doubt. `squared` is the square of the error.
  bool is_stationary(const std::array<double, M>& y, double mu, double squared) const {
    double left = 0;
    for (std::size_t i = 0; i < M; ++i) left += error[i] * y[i];
    if (mu * left < kNoShare * squared) return false;
    double downhill = 0;
    for (int j = 0; j < M; ++j) {
      const double e = error[static_cast<std::size_t>(j)];
      downhill += normal(j, j) * e * e;
      for (int i = j + 1; i < M; ++i) downhill += 2 * normal(i, j) * e * error[static_cast<std::size_t>(i)];
    }
    return !(downhill > kFlat * trace() * squared);
  }
};

/// The same for free balls and three rows. Since the sum over three square axes a of (a x r)(a x r)^T is r.r 1 - r r^T,
/// the sums of the products of r, from each ball to the tip, are all there is to keep.
template <class T>
struct BallSystemT {
  T xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  std::array<T, 3> error{};

  void add(const Vec3T<T>& r, T weight) {
    const Vec3T<T> weighted = r * weight;
    xx += weighted.x * r.x;
    xy += weighted.x * r.y;
    xz += weighted.x * r.z;
    yy += weighted.y * r.y;
    yz += weighted.y * r.z;
    zz += weighted.z * r.z;
  }
  void fill(const BallChain& chain, const Vec3& tip) {
    xx = xy = xz = yy = yz = zz = 0;
    for (const FreeBall& link : chain.links) add(tip - link.at, 1);
  }
  T trace() const { return T(2) * (xx + yy + zz); }
  /// By Cramer's rule: the matrix of balls is of rank two at the least, which is enough for its digits. `definite` is false
  /// where there is no solution.
  std::array<T, 3> solve(T mu, MaskOf<T>& definite) const {
    const T a = yy + zz + mu, b = xx + zz + mu, c = xx + yy + mu;  // the diagonal; beside it are -xy, -xz, -yz
    const T aa = b * c - yz * yz, ab = xy * c + xz * yz, ac = xy * yz + xz * b;  // cofactors
    const T bb = a * c - xz * xz, bc = a * yz + xy * xz, cc = a * b - xy * xy;
    const T determinant = a * aa - xy * ab - xz * ac;
    definite = determinant > T(0);
    if (!any(definite)) return {};
    const auto& [x, y, z] = error;
    const T scale = T(1) / determinant;
    return {(aa * x + ab * y + ac * z) * scale, (ab * x + bb * y + bc * z) * scale, (ac * x + bc * y + cc * z) * scale};
  }
  std::array<double, 3> solve(double mu) const {
    bool definite;
    return solve(mu, definite);
  }
  bool is_stationary(const std::array<double, 3>& y, double mu, double squared) const {
    const auto& [ex, ey, ez] = error;
    if (mu * (ex * y[0] + ey * y[1] + ez * y[2]) < kNoShare * squared) return false;
    const double along = xx * ex * ex + yy * ey * ey + zz * ez * ez + 2 * (xy * ex * ey + xz * ex * ez + yz * ey * ez);
    return !(0.5 * trace() * squared - along > kFlat * trace() * squared);
  }
};

using BallSystem = BallSystemT<double>;

template <class L, int M>
using SystemOf = std::conditional_t<std::is_same_v<L, FreeBall> && M == 3, BallSystem, System<M>>;

}  // namespace kine::detail
