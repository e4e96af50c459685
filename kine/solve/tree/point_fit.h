#pragma once

#include "kine/math/mat3.h"
#include "kine/solve/tree/link_tree.h"

namespace kine::detail {

/// What a link is asked to do: bring points x to points y, both seen from the link and in the world's axes, as well as
/// one motion can in the sense of weighted squares. An orientation is asked for as three points, one on each axis.
class PointFit {
 public:
  void add_point(const Vec3& x, const Vec3& y, double weight) {
    if (points_ == 0) {
      x_ = x;
      y_ = y;
    } else {
      if (points_ == 1) add_product(x_, y_, weight_);
      add_product(x, y, weight);
    }
    ++points_;
    weight_ += weight;
    shift_ += (y - x) * weight;
  }

  /// `turn` is asked for, by points at the distance sqrt(weight) from the link.
  void add_turn(const Quat& turn, double weight) {
    if (points_ == 1) add_product(x_, y_, weight_);
    const Mat3 m = to_matrix(turn);
    products_.x += m.x * weight;
    products_.y += m.y * weight;
    products_.z += m.z * weight;
    points_ += 2;
  }

  bool one_point() const { return points_ == 1; }
  bool nothing() const { return points_ == 0; }
  const Vec3& x() const { return x_; }
  const Vec3& y() const { return y_; }
  /// The sum of w y x^T; not for a single point.
  const Mat3& products() const { return products_; }
  /// The slide along `axis` that serves best.
  double slide_along(const Vec3& axis) const { return weight_ > 0 ? dot(axis, shift_) / weight_ : 0; }

 private:
  void add_product(const Vec3& x, const Vec3& y, double weight) {
    const Vec3 scaled_y = y * weight;
    products_.x += scaled_y * x.x;
    products_.y += scaled_y * x.y;
    products_.z += scaled_y * x.z;
  }

  Vec3 x_{}, y_{}, shift_{};
  Mat3 products_{{}, {}, {}};
  double weight_ = 0;
  int points_ = 0;
};

/// The least turn that brings the direction x to the direction y, of whatever lengths: no trigonometry. No turn where
/// one of them is shorter than `least`.
Quat turn_between(const Vec3& x, const Vec3& y, double least);

/// The turn R with the least sum of w |R x - y|^2; of several the one that turns least.
Quat best_turn(const Mat3& products);

/// How a link moves to fit its points.
struct MoveSettings {
  double ease = 1;           ///< shares are taken this many times, though never more than once
  double least = 0;          ///< metres: what is shorter has no direction
  double least_cosine = -1;  ///< the cosine of half the largest turn of one step
};

/// How a link has moved: everything below it turns about the link, then shifts.
struct LinkMove {
  Quat turn{};
  Vec3 shift{};
};

/// Moves one link so that its points fit best, inside its limits. `world` and `at` of the link are brought up to date,
/// those of the links below are not.
LinkMove move_link(TreeLink& link, const PointFit& fit, const MoveSettings& settings);

/// Turns a ball about a unit vector only (in the world), so that its points fit best.
void twist_link(TreeLink& link, const Vec3& axis, const PointFit& fit, const MoveSettings& settings);

}  // namespace kine::detail
