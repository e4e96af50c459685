#pragma once

#include <array>
#include <span>
#include <utility>

#include "kine/batch/internal/lane_block.h"
#include "kine/batch/internal/lane_trig.h"
#include "kine/batch/internal/limb_batch.h"
#include "kine/batch/internal/plain_problem.h"
#include "kine/batch/internal/search_in_lanes.h"
#include "kine/solve/damped/limb_system.h"

namespace kine::detail {

/// What of a hinge or slider differs from lane to lane; the rest is in its Link.
template <int W, int M>
struct LaneLink {
  Lanes<W> amount, kept, change;
  Vec3T<Lanes<W>> axis, at;
  Column<M, Lanes<W>> column;
  LaneMask<W> held;
};

/// LimbSearch<Link, M> in lanes: limbs of hinges and sliders.
template <int W, int M>
class LaneHingeSearch {
  using T = Lanes<W>;
  using V = Vec3T<T>;
  using Q = QuatT<T>;
  using Mask = LaneMask<W>;

 public:
  LaneHingeSearch(const Limb& limb, const LimbSettings& settings, const V& target, const Q& rotation,
                  std::span<LaneLink<W, M>> links)
      : limb_(limb), settings_(settings), target_(target), rotation_(rotation), links_(links) {
    measure();
  }

  T squared_error() const { return error_squared_; }
  Mask reached() const {
    const Mask near = off_squared_ <= T(settings_.position_tolerance * settings_.position_tolerance);
    if constexpr (M == 3) return near;
    return near & (angle_squared_ <= T(settings_.angle_tolerance * settings_.angle_tolerance));
  }
  T position_error() const { return sqrt(off_squared_); }
  T angle_error() const { return sqrt(angle_squared_); }

  Mask step(const LaneStep<W>& next) {
    system_.normal = {};
    for (std::size_t k = 0; k < links_.size(); ++k) {
      LaneLink<W, M>& link = links_[k];
      link.kept = select(next.from_best & next.going, link.amount, link.kept);
      link.held = Mask(false);
      link.column = column_of(limb_.links[k], link);
      system_.add(link.column, T(limb_.links[k].weight));
    }
    const T mu = next.damping * system_.trace();
    Mask definite;
    std::array<T, M> y = system_.solve(mu, definite);
    const Mask helped = (next.left > T(0)) & (next.left < T(kHelped));
    Mask fine = definite & (helped | moves(y, mu));
    Mask open = next.going & fine;
    for (int pass = 0; limb_.limited && pass < kLimitPasses; ++pass) {
      open &= hold_at_limits(y, open);
      if (!any(open)) break;
      const std::array<T, M> again = system_.solve(mu, definite);
      fine &= definite | !open;
      for (std::size_t i = 0; i < M; ++i) y[i] = select(open, again[i], y[i]);
    }
    for (T& row : y) row *= T(0.5 * settings_.step);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      LaneLink<W, M>& link = links_[k];
      const Link& its = limb_.links[k];
      const T change =
          select(link.held, link.change, T(2 * its.weight) * link.column.along(y.data()) * T(unit_of(limb_, its)));
      link.amount = select(next.going, clamp(its.limits, link.amount + change), link.amount);
    }
    measure();
    return fine;
  }

  void take_back(Mask worse) {
    for (LaneLink<W, M>& link : links_) link.amount = select(worse, link.kept, link.amount);
    measure();
  }

 private:
  static T clamp(const Range& limits, T value) {
    return select(value < T(limits.lower), T(limits.lower), select(value > T(limits.upper), T(limits.upper), value));
  }

  /// Places the links, and measures how far the tip is off.
  void measure() {
    Q rotation = all_lanes<T>(limb_.base_rotation);
    V at = all_lanes<T>(limb_.base);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      LaneLink<W, M>& link = links_[k];
      const Link& its = limb_.links[k];
      link.axis = rotate(rotation, all_lanes<T>(its.axis_above));
      if (its.kind == LinkKind::Hinge) {
        const SinCosT<T> half = sin_cos(link.amount / T(2));
        rotation = rotation * (all_lanes<T>(its.rest) * half.cos + all_lanes<T>(its.rest_axis) * half.sin);
      } else {
        at += link.axis * link.amount;
        if (!its.plain_rest) rotation = rotation * all_lanes<T>(its.rest);
      }
      link.at = at;
      at += rotate(rotation, all_lanes<T>(its.bone));
    }
    tip_ = at;
    const V off = target_ - tip_;
    off_squared_ = dot(off, off);
    if constexpr (M == 3) {
      error_squared_ = off_squared_ * T(limb_.per_reach * limb_.per_reach);
      system_.error = {off.x, off.y, off.z};
    } else {
      const V linear = off * T(limb_.per_reach);
      const V angular = log(rotation_ * conjugate(rotation * all_lanes<T>(limb_.tip_turn)));
      angle_squared_ = dot(angular, angular);
      error_squared_ = dot(linear, linear) + angle_squared_;
      system_.error = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    }
  }

  Column<M, T> column_of(const Link& its, const LaneLink<W, M>& link) const {
    if (its.kind == LinkKind::Slide) return sliding<M>(link.axis * T(limb_.reach * rows_per_metre<M>(limb_)));
    const V arm = tip_ - link.at;
    return turning<M>(link.axis, M == 3 ? arm : arm * T(limb_.per_reach));
  }

  /// The first and usual test of is_stationary.
  Mask moves(const std::array<T, M>& y, T mu) const {
    T left(0);
    for (std::size_t i = 0; i < M; ++i) left += system_.error[i] * y[i];
    return mu * left < T(kNoShare) * (M == 3 ? off_squared_ : error_squared_);
  }

  /// Takes the links that would pass a limit out of the system, in the lanes that are open. Gives those where there are such.
  Mask hold_at_limits(const std::array<T, M>& y, Mask open) {
    Mask some(false);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      LaneLink<W, M>& link = links_[k];
      const Link& its = limb_.links[k];
      const double unit = unit_of(limb_, its);
      const T wanted = link.amount + T(settings_.step * its.weight) * link.column.along(y.data()) * T(unit);
      const Mask inside = (T(its.limits.lower) <= wanted) & (wanted <= T(its.limits.upper));
      const Mask stops = open & !link.held & !inside;
      if (!any(stops)) continue;
      some |= stops;
      link.held |= stops;
      link.change = select(stops, clamp(its.limits, wanted) - link.amount, link.change);
      System<M, T> without = system_;
      without.add(link.column, T(-its.weight));
      link.column.add_to(-link.change / T(unit), without.error.data());
      for (int j = 0; j < M; ++j) {
        const auto row = static_cast<std::size_t>(j);
        system_.error[row] = select(stops, without.error[row], system_.error[row]);
        for (int i = j; i < M; ++i) system_.normal(i, j) = select(stops, without.normal(i, j), system_.normal(i, j));
      }
    }
    return some;
  }

  const Limb& limb_;
  const LimbSettings& settings_;
  V target_;
  Q rotation_;
  std::span<LaneLink<W, M>> links_;
  System<M, T> system_;
  V tip_;
  T off_squared_, angle_squared_, error_squared_;
};

template <int W, int M>
[[gnu::flatten]] void hinges_by_rows(const LimbBatch<Link>& batch, Part part, const AloneCall& alone) {
  using T = Lanes<W>;
  const Scratch::Scope scope(batch.scratch);
  const std::span<LaneLink<W, M>> links = batch.scratch.take<LaneLink<W, M>>(batch.limb.links.size());
  for_blocks<W>(part, [&](const auto& block) {
    const Vec3T<T> target = block.load(batch.goal.target);
    const QuatT<T> orientation = block.load(batch.goal.orientation);
    const LaneMask<W> usual = is_plain_problem<W>(batch.poses, block, target, orientation);
    for (std::size_t k = 0; k < links.size(); ++k) {
      const Link& its = batch.limb.links[k];
      const T value = block.load(std::as_const(batch.poses).values(its.place).data());
      links[k].amount = links[k].kept = select(value < T(its.limits.lower), T(its.limits.lower),
                                               select(value > T(its.limits.upper), T(its.limits.upper), value));
      links[k].change = T(0);
    }
    LaneHingeSearch<W, M> search(batch.limb, batch.settings, target, normalised(orientation), links);
    LaneMask<W> reached(false);
    T iterations;
    descend_in_lanes(search, batch.settings.max_iterations, usual, reached, iterations);
    double angle[W];
    search.angle_error().store(angle);
    const unsigned done =
        report_reached<W>(batch, block, reached, iterations, search.position_error(), [&](int i) { return angle[i]; });
    const unsigned rest = ~done & block.bits();
    for (std::size_t k = 0; k < links.size(); ++k)
      block.store_but(rest, links[k].amount, batch.poses.values(batch.limb.links[k].place).data());
    block.redo(rest, alone);
  });
}

template <int W>
void hinges_in_lanes(const LimbBatch<Link>& batch, Part part, const AloneCall& alone) {
  if (batch.goal.orientation.size() > 0) return hinges_by_rows<W, 6>(batch, part, alone);
  hinges_by_rows<W, 3>(batch, part, alone);
}

}  // namespace kine::detail
