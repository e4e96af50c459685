#pragma once

#include <array>

#include "kine/batch/internal/arm_batch.h"
#include "kine/batch/internal/lane_block.h"
#include "kine/batch/internal/lane_trig.h"
#include "kine/batch/internal/plain_problem.h"
#include "kine/solve/global/arm_kernel.h"
#include "kine/solve/global/descent_step.h"

namespace kine::detail {

/// ArmDescent in lanes: the same steps, each lane until it has reached. Lanes that do not reach from their seed, or in which
/// something rare happens (`odd`), are given up: Global then solves them alone.
template <int W, int kRows>
class LaneDescent {
  using T = Lanes<W>;
  using V = Vec3T<T>;
  using Mask = LaneMask<W>;
  static constexpr std::size_t kMost = ArmBatch::kMostLinks, kStride = kDescentStride;
  static constexpr std::size_t kFirst = 6 - kRows;  // the first row that counts

 public:
  LaneDescent(const ArmBatch& batch, const V& target, const QuatT<T>& orientation, Mask usual)
      : arm_(batch.arm), allowed_(batch.allowed), per_reach_(1 / batch.arm.reach), going_(usual) {
    const Mat3T<T> base_from_world = all_lanes<T>(transposed(arm_.world_from_base));
    target_ = {base_from_world * to_matrix(orientation) * all_lanes<T>(transposed(arm_.last_from_tip)),
               base_from_world * (target - all_lanes<T>(arm_.base))};
    going_ &= T(kSmallest) * length(target_.position) <= T(arm_.reach);
    variables_ = arm_.variables.size();
  }

  std::array<T, kMost> x;        ///< the variables, inside their limits
  std::array<T, kMost> changes;  ///< of a step
  T iterations{};
  Mask reached{false};

  void run(int most, double largest) {
    place();
    going_ &= squared_ <= T(largest);
    T mark = squared_, since(0);
    for (int i = 0;; ++i) {
      const Mask done = going_ & within_allowed();
      reached |= done;
      iterations = select(done, T(i), iterations);
      going_ &= !done;
      if (i == most || !any(going_)) return;
      fill_columns();
      step();
      place();
      const Mask better = squared_ < T(kProgress) * mark;
      mark = select(better, squared_, mark);
      since = select(better, T(0), since + T(1));
      going_ &= (since <= T(kPatience)) | within_allowed();
    }
  }

  T position_error() const { return length(shift()) * T(arm_.reach); }
  T turn_error() const { return length(turn()); }

 private:
  V turn() const { return {error_[0], error_[1], error_[2]}; }
  V shift() const { return {error_[3], error_[4], error_[5]}; }

  void place() {
    ArmFrameT<T> frame;
    for (std::size_t i = 0; i < arm_.links.size(); ++i) {
      const ArmLink& link = arm_.links[i];
      axes_[i] = frame.z;
      points_[i] = frame.at;
      const T amount = T(link.factor) * x[static_cast<std::size_t>(link.variable)] + T(link.offset);
      const SinCosT<T> turn = link.slides ? SinCosT<T>{T(0), T(1)} : sin_cos(amount);
      pass(link, turn.sin, turn.cos, link.slides ? amount : T(0), frame);
    }
    frame.shift(T(arm_.tip.x), T(arm_.tip.y), T(arm_.tip.z));
    tip_ = frame.at;
    V turn{};  // NOLINT(misc-const-correctness): a reach leaves it
    if constexpr (kRows == 6) {
      const T squared = four_w_squared(frame, target_.last);
      going_ &= squared > T(kNearHalfTurn);
      turn = lesser_turn_between(frame, target_.last, squared);
    }
    const V shift = (target_.position - tip_) * T(per_reach_);
    error_ = {turn.x, turn.y, turn.z, shift.x, shift.y, shift.z};
    squared_ = dot(turn, turn) + dot(shift, shift);
  }

  void fill_columns() {
    for (std::size_t i = 0; i < arm_.links.size(); ++i) {
      const ArmLink& link = arm_.links[i];
      const double share = link.factor * arm_.variables[static_cast<std::size_t>(link.variable)].unit;
      const V turn = link.slides ? V{} : axes_[i] * T(share);
      const V shift = (link.slides ? axes_[i] : cross(axes_[i], tip_ - points_[i])) * T(share * per_reach_);
      T* column = columns_.data() + static_cast<std::size_t>(link.variable) * kStride;
      const T entries[kStride] = {turn.x, turn.y, turn.z, shift.x, shift.y, shift.z};
      std::copy(entries, entries + kStride, column);
    }
  }

  static T clamp(const Range& limits, T value) {
    return select(value < T(limits.lower), T(limits.lower), select(value > T(limits.upper), T(limits.upper), value));
  }
  /// ArmVariable::inside.
  static T inside(const ArmVariable& variable, T to) {
    if (variable.wraps) {
      const Mask below = to<T(variable.limits.lower), above = to> T(variable.limits.upper);
      to = select(below, to + T(kTwoPi), select(above, to + T(-kTwoPi), to));
    }
    return clamp(variable.limits, to);
  }

  /// One damped step of the lanes that are going.
  void step() {
    for (std::size_t v = 0; v < variables_; ++v) weights_[v] = T(arm_.variables[v].weight);
    std::array<T, kRows> wanted;
    for (std::size_t k = 0; k < kRows; ++k) wanted[k] = error_[k + kFirst];
    const T damping = T(kDamping) * squared_ + T(kLeastDamping);
    Mask open = going_;  // lanes in which somebody was stopped in the round before
    for (int round = 0; round < kRounds; ++round) {
      Matrix<T, kRows, kRows> system;
      fill_system<kRows, T>(columns_.data() + kFirst, std::span<const T>(weights_.data(), variables_), damping, system);
      const Mask definite = ldlt_factor_definite(system);
      going_ &= definite | !open;
      open &= definite;
      std::array<T, kRows> y = wanted;
      ldlt_solve_definite(system, y);
      open &= move_all(y, open);
      if (!any(open) || round + 1 == kRounds) break;
      for (std::size_t k = 0; k < kRows; ++k) wanted[k] = error_[k + kFirst];
      for (std::size_t v = 0; v < variables_; ++v) {
        const Mask out = !(weights_[v] != T(0));
        for (std::size_t k = 0; k < kRows; ++k)
          wanted[k] = select(out, wanted[k] - columns_[v * kStride + kFirst + k] * changes[v], wanted[k]);
      }
    }
    T longest(0);
    for (std::size_t v = 0; v < variables_; ++v) longest = max(longest, abs(changes[v]));
    const T part = select(longest > T(kLongestStep), T(kLongestStep) / longest, T(1));
    for (std::size_t v = 0; v < variables_; ++v) {
      const ArmVariable& variable = arm_.variables[v];
      const T to = x[v] + changes[v] * (part * T(variable.unit));
      x[v] = select(going_, inside(variable, to), x[v]);
    }
  }

  /// The changes that y asks for, in the lanes that are open; those that a limit stops go as far as they may and out of the
  /// system. Gives the lanes in which there are such.
  Mask move_all(const std::array<T, kRows>& y, Mask open) {
    Mask stopped(false);
    for (std::size_t v = 0; v < variables_; ++v) {
      const Mask moving = open & (weights_[v] != T(0));
      const T* column = columns_.data() + v * kStride + kFirst;
      T change(0);
      for (std::size_t k = 0; k < kRows; ++k) change += column[k] * y[k];
      change *= weights_[v];
      const ArmVariable& variable = arm_.variables[v];
      changes[v] = select(moving, change, changes[v]);
      if (variable.wraps) continue;
      const T to = x[v] + change * T(variable.unit), nearest = clamp(variable.limits, to);
      const Mask stops = moving & (to != nearest);
      changes[v] = select(stops, (nearest - x[v]) / T(variable.unit), changes[v]);
      weights_[v] = select(stops, T(0), weights_[v]);
      stopped |= stops;
    }
    return stopped;
  }

  Mask within_allowed() const {
    const double metres = allowed_.metres * per_reach_;
    return (dot(turn(), turn()) <= T(allowed_.radians * allowed_.radians)) &
           (dot(shift(), shift()) <= T(metres * metres));
  }

  const Arm& arm_;
  Allowed allowed_;
  double per_reach_;
  std::size_t variables_ = 0;
  ArmTargetT<T> target_;
  Mask going_;
  std::array<V, kMost> axes_, points_;
  std::array<T, kMost * kStride> columns_;
  std::array<T, kMost> weights_;
  std::array<T, 6> error_;
  T squared_;
  V tip_;
};

template <int W, int kRows>
[[gnu::flatten]] void arms_by_rows(const ArmBatch& batch, Part part, const AloneCall& alone) {
  using T = Lanes<W>;
  const Arm& arm = batch.arm;
  for_blocks<W>(part, [&](const auto& block) {
    const Vec3T<T> target = block.load(batch.goal.target);
    const QuatT<T> orientation = block.load(batch.goal.orientation);
    LaneDescent<W, kRows> descent(batch, target, normalised(orientation),
                                  is_plain_problem<W>(batch.poses, block, target, orientation));
    for (std::size_t v = 0; v < arm.variables.size(); ++v) {
      const T value = block.load(batch.poses.values(arm.variables[v].value).data());
      const Range& limits = arm.variables[v].limits;
      descent.x[v] =
          select(value < T(limits.lower), T(limits.lower), select(value > T(limits.upper), T(limits.upper), value));
      descent.changes[v] = T(0);
    }
    descent.run(batch.iterations, batch.largest);
    double turn[W];
    descent.turn_error().store(turn);
    const unsigned done = report_reached<W>(batch, block, descent.reached, descent.iterations, descent.position_error(),
                                            [&](int i) { return 2 * asin_alone(turn[i] / 2); });
    const unsigned rest = ~done & block.bits();
    for (std::size_t v = 0; v < arm.variables.size(); ++v)
      block.store_but(rest, descent.x[v], batch.poses.values(arm.variables[v].value).data());
    block.redo(rest, alone);
  });
}

template <int W>
void arms_in_lanes(const ArmBatch& batch, Part part, const AloneCall& alone) {
  if (batch.goal.orientation.size() > 0) return arms_by_rows<W, 6>(batch, part, alone);
  arms_by_rows<W, 3>(batch, part, alone);
}

}  // namespace kine::detail
