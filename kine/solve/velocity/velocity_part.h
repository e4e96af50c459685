// One independent system of a velocity step: some constraints' rows and the free joints that move them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/dense/svd.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/pose.h"
#include "kine/solve/velocity.h"
#include "kine/solve/velocity/velocity_cone.h"
#include "kine/solve/velocity/velocity_path.h"

namespace kine::detail {

/// What all parts read: the constraint matrix of all rows and freedoms, what the rows want, and each freedom's bounds
/// and unit.
struct VelocitySystem {
  ConstMatrixView<double> jacobian;
  std::span<const double> wanted;
  std::span<const bool> free;
  std::span<const double> lower, upper, unit;
};

/// What an inverse makes of a singular value: the speed for each unit of a direction's task. `largest` > 0.
///
/// Damped: below e = damping * largest the inverse 1/s gives way to (s/e^2) (2 - (s/e)^2), which meets it with the same
/// slope at e, never exceeds 1.09/e and falls to nothing: s / (s^2 + d^2) with d^2 = e^2 (1-u^2)^2 / (2-u^2), u = s/e.
inline double inverse_of(const Velocity& method, double sigma, double largest) {
  switch (method.inverse) {
    case VelocityInverse::Plain:
      return 1 / sigma;
    case VelocityInverse::ByRank:
      return sigma > method.rank_threshold * largest ? 1 / sigma : 0;
    case VelocityInverse::Damped: {
      const double edge = method.damping * largest, u = sigma / edge;
      return u >= 1 ? 1 / sigma : u * (2 - u * u) / edge;
    }
  }
  return 0;
}

class VelocityPart {
 public:
  /// `pose` is that at the beginning of the step.
  VelocityPart(const Skeleton& skeleton, const Velocity& method, std::span<const double> pose, Scratch& scratch)
      : skeleton_(skeleton), method_(method), pose_(pose), scratch_(scratch) {}

  /// The most that a part of up to m rows takes.
  static std::size_t bytes(const Skeleton& skeleton, std::size_t m) {
    const auto n = static_cast<std::size_t>(skeleton.freedom_count());
    std::size_t balls = 0;
    for (const CompiledJoint& joint : skeleton.compiled().joints) balls += joint.kind == JointKind::Ball;
    const std::size_t k = std::min(m, n), cuts = 2 * balls;
    const std::size_t numbers = 2 * m * n + m * k + 2 * n * k + 2 * m + 4 * k + 3 * n;
    return numbers * sizeof(double) + (n + m) * sizeof(int) + cuts * (sizeof(Cut) + sizeof(Ball)) +
           BoundedPath::bytes(k + cuts, n) + 24 * alignof(std::max_align_t);
  }

  /// `freedoms` and `rows` of the whole system that are this part's. Writes the speeds of these freedoms and adds to
  /// the report. False if a number overflowed.
  bool solve(const VelocitySystem& system, std::span<const int> freedoms, std::span<const int> rows,
             std::span<double> speeds, VelocityReport& report) {
    freedoms_ = freedoms;
    lower_ = scratch_.take<double>(freedoms.size());
    upper_ = scratch_.take<double>(freedoms.size());
    y_ = scratch_.take<double>(freedoms.size());
    for (std::size_t j = 0; j < freedoms.size(); ++j) {
      const std::size_t f = at(freedoms[j]);
      lower_[j] = system.lower[f] / system.unit[f];
      upper_[j] = system.upper[f] / system.unit[f];
    }
    if (!find_task(system, rows, speeds, report)) return false;
    collect_balls();
    bool outside = true;
    for (int round = 0; outside && round < kConeRounds; ++round) {
      if (!find_speeds()) return false;
      for (std::size_t j = 0; j < freedoms_.size(); ++j) {
        const std::size_t f = at(freedoms_[j]);
        speeds[f] = std::clamp(y_[j] * system.unit[f], system.lower[f], system.upper[f]);
      }
      outside = cut_cones(system, speeds);
    }
    if (outside) shrink(speeds);
    fill_in(static_cast<int>(rows.size()), system, report);
    return true;
  }

  double scale() const { return scale_; }

 private:
  static constexpr int kConeRounds = 6, kShrinkRounds = 24;
  static constexpr double kShrink = 0.7;
  static constexpr double kConeSlack = 1e-10;  // radians outside that are left to the clamp
  static constexpr double kRounding = 1e-13;   // of the largest singular value: what no arithmetic can tell from zero

  /// A ball's cut: which limit it stands for.
  struct Ball {
    int joint;
    bool twist;
    bool in_force;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// Turns rows into directions at right angles: A = U S V^T, and what is wanted along each row of V^T after the
  /// inverse of S. Directions that the inverse gives up are kept with nothing wanted, so that joints that take over do
  /// not wander off along them.
  bool find_task(const VelocitySystem& system, std::span<const int> rows, std::span<const double> speeds,
                 VelocityReport& report) {
    const int m = static_cast<int>(rows.size()), n = static_cast<int>(freedoms_.size()), k = std::min(m, n);
    const MatrixView<double> a(scratch_.take<double>(at(m * n)).data(), m, n);
    const MatrixView<double> u(scratch_.take<double>(at(m * k)).data(), m, k);
    const MatrixView<double> v(scratch_.take<double>(at(n * k)).data(), n, k);
    const std::span<double> task = scratch_.take<double>(at(m)), makeup = scratch_.take<double>(at(m));
    const std::span<double> sigma = scratch_.take<double>(at(k));
    directions_ = {scratch_.take<double>(at(n * k)).data(), k, n};
    task_ = scratch_.take<double>(at(k));
    makeup_ = scratch_.take<double>(at(k));
    both_ = scratch_.take<double>(at(k));
    for (int i = 0; i < m; ++i) {
      const int row = rows[at(i)];
      for (int j = 0; j < n; ++j) a(i, j) = system.jacobian(row, freedoms_[at(j)]) * system.unit[at(freedoms_[at(j)])];
      task[at(i)] = system.wanted[at(row)];
      makeup[at(i)] = 0;
      for (std::size_t f = 0; f < speeds.size(); ++f)
        if (!system.free[f]) makeup[at(i)] -= system.jacobian(row, static_cast<int>(f)) * speeds[f];
    }
    const Scratch::Scope scope(scratch_);
    if (!svd<double>(a, sigma, u, v, scratch_.take<double>(at(svd_scratch_size(m, n)))).ok) return false;
    int count = 0;
    const double floor = method_.inverse == VelocityInverse::Plain ? 0 : kRounding * sigma[0];
    while (count < k && sigma[at(count)] > floor) ++count;
    makes_up_ = false;
    for (int i = 0; i < count; ++i) {
      const double inverse = inverse_of(method_, sigma[at(i)], sigma[0]);
      double along_task = 0, along_makeup = 0;
      for (int r = 0; r < m; ++r) {
        along_task += u(r, i) * task[at(r)];
        along_makeup += u(r, i) * makeup[at(r)];
      }
      task_[at(i)] = inverse * along_task;
      makeup_[at(i)] = inverse * along_makeup;
      both_[at(i)] = task_[at(i)] + makeup_[at(i)];
      makes_up_ = makes_up_ || makeup_[at(i)] != 0;
      report.rank += sigma[at(i)] > method_.rank_threshold * sigma[0];
      for (int j = 0; j < n; ++j) directions_.data()[i + j * count] = v(j, i);
    }
    directions_ = {directions_.data(), count, n};
    task_ = task_.first(at(count));
    makeup_ = makeup_.first(at(count));
    both_ = both_.first(at(count));
    return true;
  }

  /// The least speeds inside the bounds and the present cuts, in y_, and how much of the task they serve.
  bool find_speeds() {
    scale_ = 1;
    compensated_ = true;
    binding_ = false;
    const Scratch::Scope scope(scratch_);
    transpose_multiply<double>(directions_, both_, y_);
    for (const double y : y_)
      if (!is_finite(y)) return false;
    if (is_allowed()) return true;
    BoundedPath path(directions_, lower_, upper_, cuts_.first(cut_count_),
                     method_.inverse == VelocityInverse::Damped ? method_.damping : method_.rank_threshold, scratch_);
    double s = path.advance(both_);
    if (s < 1 && makes_up_) {
      // First make up for the fixed joints, then as much of the task as can be had: the link keeps its direction.
      path.restart();
      if (path.advance(makeup_) == 1) {
        s = path.advance(task_);
      } else {
        compensated_ = false;
        path.restart();
        s = path.advance(both_);
      }
    }
    scale_ = s;
    binding_ = true;
    std::copy(path.speeds().begin(), path.speeds().end(), y_.begin());
    for (std::size_t j = 0; j < y_.size(); ++j) side_[j] = path.side(static_cast<int>(j));
    for (std::size_t c = 0; c < cut_count_; ++c) balls_[c].in_force = path.is_active(c);
    return true;
  }

  bool is_allowed() const {
    for (std::size_t j = 0; j < y_.size(); ++j)
      if (!(y_[j] >= lower_[j] && y_[j] <= upper_[j])) return false;
    for (const Cut& cut : cuts_.first(cut_count_)) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        if (cut.columns[k] >= 0) sum += cut.weights[k] * y_[at(cut.columns[k])];
      if (sum > cut.bound) return false;
    }
    return true;
  }

  int column_of(int freedom) const {
    const auto found = std::lower_bound(freedoms_.begin(), freedoms_.end(), freedom);
    return found != freedoms_.end() && *found == freedom ? static_cast<int>(found - freedoms_.begin()) : -1;
  }

  /// Room for the cuts of all balls that this part moves.
  void collect_balls() {
    std::size_t most = 0;
    for (int i = 0; i < skeleton_.joint_count(); ++i) most += is_limited_ball(i) ? 2 : 0;
    cuts_ = scratch_.take<Cut>(most);
    balls_ = scratch_.take<Ball>(most);
    side_ = scratch_.take<int>(freedoms_.size());
    std::fill(side_.begin(), side_.end(), 0);
    cut_count_ = 0;
  }

  bool is_limited_ball(int joint) const {
    if (skeleton_.kind({joint}) != JointKind::Ball) return false;
    const BallLimits& limits = skeleton_.description({joint}).ball;
    if (!limits.has_swing() && !limits.has_twist()) return false;
    for (int k = 0; k < 3; ++k)
      if (column_of(skeleton_.freedom_of({joint}, k)) >= 0) return true;
    return false;
  }

  /// Where a ball will be, its turn about its own axes given.
  Quat end_of(int joint, const Vec3& speed) const {
    return normalised(joint_rotation(skeleton_, pose_, {joint}) * exp(speed * method_.h));
  }

  Vec3 speed_of(int joint, std::span<const double> speeds) const {
    const auto speed = [&](int k) { return speeds[at(skeleton_.freedom_of({joint}, k))]; };
    return {speed(0), speed(1), speed(2)};
  }

  bool stays_inside(std::span<const double> speeds) const {
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      if (is_limited_ball(i) &&
          limit_violation(skeleton_.description({i}).ball, end_of(i, speed_of(i, speeds))) > kConeSlack)
        return false;
    return true;
  }

  /// Where tangents do not settle (steps of half a radian near the corner of a cone) all joints of the part are slowed
  /// together: inside they are when they stand still.
  void shrink(std::span<double> speeds) {
    for (int round = 0; round < kShrinkRounds && !stays_inside(speeds); ++round) {
      for (const int f : freedoms_) speeds[at(f)] *= kShrink;
      scale_ *= kShrink;
      compensated_ = compensated_ && !makes_up_;
      binding_ = true;
    }
  }

  /// Cuts off, by its tangent, every ball limit that the present speeds would break. False if there was none.
  bool cut_cones(const VelocitySystem& system, std::span<const double> speeds) {
    bool any = false;
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      if (!is_limited_ball(i)) continue;
      const BallLimits& limits = skeleton_.description({i}).ball;
      const Vec3 speed = speed_of(i, speeds);
      const Quat end = end_of(i, speed);
      if (limit_violation(limits, end) <= kConeSlack) continue;
      any |= limits.has_swing() && add_cut(system, i, false, swing_side(limits, end), speed);
      any |= limits.has_twist() && add_cut(system, i, true, twist_side(limits, end), speed);
    }
    return any;
  }

  /// side.row . (turn at the end) must take the excess back: linear in the speeds near the present ones.
  bool add_cut(const VelocitySystem& system, int joint, bool twist, const ConeSide& side, const Vec3& speed) {
    if (!(side.excess > kConeSlack)) return false;
    const Vec3 row = turn_of_change(speed * -method_.h, side.row);  // J_r transposed
    Cut cut;
    double bound = dot(row, speed) - side.excess / method_.h, size = 0;
    for (int k = 0; k < 3; ++k) {
      const int f = skeleton_.freedom_of({joint}, k);
      cut.columns[at(k)] = column_of(f);
      if (cut.columns[at(k)] < 0) {
        bound -= row[k] * speed[k];
        continue;
      }
      cut.weights[at(k)] = row[k] * system.unit[at(f)];
      size += cut.weights[at(k)] * cut.weights[at(k)];
    }
    size = std::sqrt(size);
    if (!(size > 1e-9)) return false;
    // Standing still is always allowed, so a ball at its cone may move along the tangent. What the cone's curvature
    // then lacks, of second order in the step, is clamped.
    if (bound < 0 && dot(row, speed) * method_.h <= kConeSlack) return false;
    for (double& weight : cut.weights) weight /= size;
    cut.bound = std::max(bound / size, 0.0);
    std::size_t place = 0;
    while (place < cut_count_ && (balls_[place].joint != joint || balls_[place].twist != twist)) ++place;
    cut_count_ = std::max(cut_count_, place + 1);
    cuts_[place] = cut;
    balls_[place] = {joint, twist, true};
    return true;
  }

  void fill_in(int rows, const VelocitySystem& system, VelocityReport& report) const {
    const int columns = static_cast<int>(freedoms_.size());
    if (rows * columns > report.largest_rows * report.largest_columns) {
      report.largest_rows = rows;
      report.largest_columns = columns;
    }
    report.scale = std::min(report.scale, scale_);
    report.compensated = report.compensated && compensated_;
    if (!binding_) return;
    for (std::size_t j = 0; j < freedoms_.size(); ++j) {
      if (side_[j] == 0) continue;
      const std::size_t f = at(freedoms_[j]);
      const Skeleton::Freedom& freedom = skeleton_.freedom(freedoms_[j]);
      const bool up = side_[j] > 0;
      const bool fast =
          freedom.value < 0 || (up ? system.upper[f] == freedom.max_speed : system.lower[f] == -freedom.max_speed);
      using Limit = VelocityBinding::Limit;
      list({freedoms_[j], freedom.joint, fast ? Limit::Speed : up ? Limit::Upper : Limit::Lower}, report);
    }
    for (const Ball& ball : balls_.first(cut_count_))
      if (ball.in_force)
        list({skeleton_.freedom_of({ball.joint}),
              {ball.joint},
              ball.twist ? VelocityBinding::Limit::BallTwist : VelocityBinding::Limit::BallSwing},
             report);
  }

  static void list(const VelocityBinding& binding, VelocityReport& report) {
    ++report.total_bindings;
    if (report.binding_count < VelocityReport::kMaxBindings) report.bindings[at(report.binding_count++)] = binding;
  }

  const Skeleton& skeleton_;
  const Velocity& method_;
  std::span<const double> pose_;
  Scratch& scratch_;
  std::span<const int> freedoms_;
  MatrixView<double> directions_;           // rows at right angles that the speeds must follow
  std::span<double> task_, makeup_, both_;  // what is wanted along them: the task, making up for fixed joints, both
  std::span<double> lower_, upper_, y_;     // in the units of the unknowns
  std::span<int> side_;
  std::span<Cut> cuts_;
  std::span<Ball> balls_;
  std::size_t cut_count_ = 0;
  double scale_ = 1;
  bool makes_up_ = false, compensated_ = true, binding_ = false;
};

}  // namespace kine::detail
