// The small dense system of one step of a limb: 3 rows for a position, 6 for a position and an orientation. Lengths are
// measured in reaches, so that they weigh like angles.
#pragma once

#include <array>
#include <cmath>

#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {

/// A column of the Jacobian with its weight: what a link that moves at speed one does to the tip.
template <int M>
struct Column;

template <>
struct Column<3> {
  Vec3 linear;
  double along(const double* y) const { return linear.x * y[0] + linear.y * y[1] + linear.z * y[2]; }
  void add_to(double factor, double* y) const {
    y[0] += linear.x * factor;
    y[1] += linear.y * factor;
    y[2] += linear.z * factor;
  }
};

template <>
struct Column<6> {
  Vec3 angular, linear;
  double along(const double* y) const { return dot(angular, {y[0], y[1], y[2]}) + dot(linear, {y[3], y[4], y[5]}); }
  void add_to(double factor, double* y) const {
    y[0] += angular.x * factor;
    y[1] += angular.y * factor;
    y[2] += angular.z * factor;
    y[3] += linear.x * factor;
    y[4] += linear.y * factor;
    y[5] += linear.z * factor;
  }
};

template <int M>
Column<M> turning(const Vec3& axis, const Vec3& to_tip) {
  if constexpr (M == 3) return {cross(axis, to_tip)};
  if constexpr (M == 6) return {axis, cross(axis, to_tip)};
}

template <int M>
Column<M> sliding(const Vec3& axis) {
  if constexpr (M == 3) return {axis};
  if constexpr (M == 6) return {{}, axis};
}

/// From a link to the tip, in reaches.
inline Vec3 arm_of(const Limb& limb, const Link& link, const Tip& tip) {
  return (tip.position - link.at) * limb.per_reach;
}

/// The column of a hinge or slider. A slider's is one of reaches: see unit_of.
template <int M>
Column<M> column_of(const Limb& limb, const Link& link, const Tip& tip) {
  if (link.kind == LinkKind::Slide) return sliding<M>(link.axis);
  return turning<M>(link.axis, arm_of(limb, link, tip));
}

/// What counts as one: a radian, or the reach for sliders, so that a metre means the same as a radian.
inline double unit_of(const Limb& limb, const Link& link) { return link.kind == LinkKind::Slide ? limb.reach : 1; }

/// J^T y of a ball: a turn about r x y (and the orientation's part), in the world.
template <int M>
Vec3 turn_along(const Vec3& arm, const std::array<double, M>& y) {
  if constexpr (M == 3) return cross(arm, {y[0], y[1], y[2]});
  if constexpr (M == 6) return Vec3{y[0], y[1], y[2]} + cross(arm, {y[3], y[4], y[5]});
}

/// Turns a ball about a vector in the world, limits or not. The turn is taken as the quaternion (turn/2, 1) made one
/// long: for small turns the exponential, for large ones shorter, and no trigonometry.
inline void turn_freely(Link& link, const Vec3& turn) {
  const Vec3 half = rotate(conjugate(link.world), turn) * 0.5;
  const Quat turned = link.value * Quat{half.x, half.y, half.z, 1};
  link.value = turned * (1 / std::sqrt(dot(turned, turned)));
}

inline void turn_ball(Link& link, const Vec3& turn) {
  turn_freely(link, turn);
  if (link.ball) link.value = clamp_to_limits(*link.ball, link.value);
}

/// The system of one step: the lower triangle of J W J^T, and the error.
template <int M>
struct System {
  Matrix<double, M, M> normal{};
  std::array<double, M> error{};

  void add(const Column<M>& column, double weight) {
    std::array<double, M> c{};
    column.add_to(1, c.data());
    for (int j = 0; j < M; ++j) {
      const double weighted = weight * c[static_cast<std::size_t>(j)];
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
  void fill(const Limb& limb, const Tip& tip) {
    normal = {};
    for (const Link& link : limb.links) {
      if (link.kind == LinkKind::Ball) {
        add_ball(arm_of(limb, link, tip), link.weight);
      } else {
        add(column_of<M>(limb, link, tip), link.weight);
      }
    }
  }
  double trace() const {
    double sum = 0;
    for (int i = 0; i < M; ++i) sum += normal(i, i);
    return sum;
  }
  /// y with (normal + mu) y = error.
  std::array<double, M> solve(double mu) const {
    Matrix<double, M, M> damped = normal;
    for (int i = 0; i < M; ++i) damped(i, i) += mu;
    std::array<double, M> y = error;
    if (!ldlt_factor_definite(damped)) return {};
    ldlt_solve_definite(damped, y);
    return y;
  }
};

}  // namespace kine::detail
