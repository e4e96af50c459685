#pragma once

#include <array>
#include <span>
#include <utility>

#include "kine/batch/internal/lane_block.h"
#include "kine/batch/internal/limb_batch.h"
#include "kine/batch/internal/search_in_lanes.h"
#include "kine/model/internal/pose_values.h"
#include "kine/solve/damped/limb_system.h"
#include "kine/solve/damped/unfold.h"

namespace kine::detail {

/// FreeBall in lanes; its bone, which all lanes share, stays where it is.
template <int W>
struct LaneBall {
  QuatT<Lanes<W>> value, world, kept;
  Vec3T<Lanes<W>> at;
};

/// LimbSearch<FreeBall, 3> in lanes: chains of free balls that reach for points.
template <int W>
class LaneBallReach {
  using T = Lanes<W>;
  using V = Vec3T<T>;
  using Q = QuatT<T>;
  using Mask = LaneMask<W>;

 public:
  LaneBallReach(const BallChain& chain, const LimbSettings& settings, const V& target, std::span<LaneBall<W>> links)
      : chain_(chain), settings_(settings), target_(target), links_(links) {
    measure();
  }

  T squared_error() const { return error_squared_; }
  Mask reached() const { return off_squared_ <= T(settings_.position_tolerance * settings_.position_tolerance); }
  T position_error() const { return sqrt(off_squared_); }

  Mask step(const LaneStep<W>& next) {
    for (LaneBall<W>& link : links_) link.kept = select(next.from_best & next.going, link.value, link.kept);
    Mask kept_up(true);
    unfolds_ = (next.left > T(kUnfoldFrom)) & !(unfolds_ & (next.left > T(kUnfoldUpTo)));
    Mask unfolding(false);
    const Mask wants = unfolds_ & next.going;
    if (any(wants)) {
      unfolding = wants & find_unfolding(next, kept_up);
      kept_up |= !wants;
    }
    const Mask turning = next.going & kept_up & !unfolding;
    if (any(turning)) {
      const Mask fine = turn_links(next, turning);
      kept_up &= fine | !turning;
    }
    if (any(unfolding)) unfold(unfolding);
    measure();
    return kept_up;
  }

  void take_back(Mask worse) {
    for (LaneBall<W>& link : links_) link.value = select(worse, link.kept, link.value);
    measure();
  }

  /// As restore_unit_length.
  void restore_unit_length() {
    T most(0);
    for (const LaneBall<W>& link : links_) most = max(most, abs(dot(link.value, link.value) - T(1)));
    const Mask off = most > T(kOffUnit);
    if (!any(off)) return;
    for (LaneBall<W>& link : links_) link.value = select(off, normalised(link.value), link.value);
    measure();
  }

 private:
  const Vec3& bone(std::size_t k) const { return chain_.links[k].bone; }

  void measure() {
    Q rotation = all_lanes<T>(chain_.base_rotation);
    V at = all_lanes<T>(chain_.base);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      LaneBall<W>& link = links_[k];
      rotation = rotation * link.value;
      link.world = rotation;
      link.at = at;
      at += rotate(rotation, all_lanes<T>(bone(k)));
    }
    tip_ = at;
    off_ = target_ - tip_;
    off_squared_ = dot(off_, off_);
    error_squared_ = off_squared_ * T(chain_.per_reach * chain_.per_reach);
  }

  /// An ordinary step of the lanes in `turning`. False for those that might be stationary, or have no step.
  Mask turn_links(const LaneStep<W>& next, Mask turning) {
    BallSystemT<T> system;
    for (const LaneBall<W>& link : links_) system.add(tip_ - link.at, T(1));
    system.error = {off_.x, off_.y, off_.z};
    const T mu = next.damping * system.trace();
    Mask definite;
    std::array<T, 3> y = system.solve(mu, definite);
    const Mask helped = (next.left > T(0)) & (next.left < T(kHelped));
    const Mask fine = definite & (helped | moves(system, y, mu, off_squared_));
    for (T& row : y) row *= T(0.5 * settings_.step);
    for (LaneBall<W>& link : links_) {
      LaneBall<W> turned = link;
      const V half = cross(tip_ - link.at, V{y[0], y[1], y[2]});
      turn_freely(turned, half);
      link.value = select(turning, turned.value, link.value);
    }
    return fine;
  }

  /// The first and usual test of is_stationary.
  static Mask moves(const BallSystemT<T>& system, const std::array<T, 3>& y, T mu, T squared) {
    const T left = system.error[0] * y[0] + system.error[1] * y[1] + system.error[2] * y[2];
    return mu * left < T(kNoShare) * squared;
  }

  /// Calls what(k, bone in the world, its length) for each link.
  template <class What>
  void for_each_bone(const What& what) {
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const V end = k + 1 < links_.size() ? links_[k + 1].at : tip_;
      const V bone = end - links_[k].at;
      const T size = length(bone);
      what(k, bone, select(size > T(0), size, T(1)));
    }
  }

  /// Unfolding's y. True where there is one; `kept_up` is false for lanes in which that is in doubt.
  Mask find_unfolding(const LaneStep<W>& next, Mask& kept_up) {
    const V out = tip_ - all_lanes<T>(chain_.base);
    const T size = length(out);
    const V direction = out / size;
    const T pull = select(size > T(0), dot(off_, direction), T(0));
    const Mask pulls = pull > T(0);
    if (!any(pulls)) return pulls;
    BallSystemT<T> system;
    for_each_bone([&](std::size_t, const V& bone, T bone_size) { system.add(bone, T(1) / bone_size); });
    system.error = {off_.x, off_.y, off_.z};
    const T mu = next.damping * system.trace() + pull;
    Mask definite;
    const std::array<T, 3> y = system.solve(mu, definite);
    kept_up = (!pulls) | (definite & moves(system, y, mu, off_squared_));
    unfolding_ = {y[0], y[1], y[2]};
    return pulls;
  }

  void unfold(Mask unfolding) {
    const V y = unfolding_ * T(0.5 * settings_.step);
    Q above = all_lanes<T>(chain_.base_rotation);
    for_each_bone([&](std::size_t k, const V& bone, T size) {
      const V half = cross(bone, y) / size;
      const Q world = normalised(Q{half.x, half.y, half.z, T(1)} * links_[k].world);
      links_[k].value = select(unfolding, conjugate(above) * world, links_[k].value);
      above = world;
    });
  }

  const BallChain& chain_;
  const LimbSettings& settings_;
  V target_;
  std::span<LaneBall<W>> links_;
  V tip_, off_, unfolding_;
  T off_squared_, error_squared_;
  Mask unfolds_{false};
};

/// True where all quaternions have unit length and all other values are in range: poses that need no tidying.
template <int W, class Block>
KINE_LANES_INLINE LaneMask<W> is_tidy(const BallChain& chain, const Batch& poses, const Block& block) {
  using T = Lanes<W>;
  LaneMask<W> tidy(true);
  for (int v = 0; v < poses.value_count(); ++v) tidy &= abs(block.load(poses.values(v).data())) <= T(1e100);
  for (const FreeBall& link : chain.links) {
    const QuatT<T> q = block.load(poses.quaternions(link.place));
    tidy &= abs(dot(q, q) - T(1)) <= T(kUnitRounding);
  }
  return tidy;
}

template <int W>
[[gnu::flatten]] void balls_in_lanes(const LimbBatch<FreeBall>& batch, Part part, const AloneCall& alone) {
  using T = Lanes<W>;
  const Scratch::Scope scope(batch.scratch);
  const std::span<LaneBall<W>> links = batch.scratch.take<LaneBall<W>>(batch.limb.links.size());
  for_blocks<W>(part, [&](const auto& block) {
    const Vec3T<T> target = block.load(batch.goal.target);
    const LaneMask<W> usual = is_tidy<W>(batch.limb, batch.poses, block) & (dot(target, target) <= T(1e200));
    for (std::size_t k = 0; k < links.size(); ++k)
      links[k].value = links[k].kept = block.load(std::as_const(batch.poses).quaternions(batch.limb.links[k].place));
    LaneBallReach<W> search(batch.limb, batch.settings, target, links);
    LaneMask<W> reached(false);
    T iterations;
    descend_in_lanes(search, batch.settings.max_iterations, usual, reached, iterations);
    search.restore_unit_length();
    const unsigned done =
        report_reached<W>(batch, block, reached, iterations, search.position_error(), [](int) { return 0.0; });
    const unsigned rest = ~done & block.bits();
    for (std::size_t k = 0; k < links.size(); ++k)
      block.store_but(rest, links[k].value, batch.poses.quaternions(batch.limb.links[k].place));
    block.redo(rest, alone);
  });
}

}  // namespace kine::detail
