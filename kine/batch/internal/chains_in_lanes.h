#pragma once

#include <array>
#include <type_traits>

#include "kine/batch/internal/lane_block.h"
#include "kine/batch/internal/lane_trig.h"
#include "kine/kinematics/internal/chain_parts.h"
#include "kine/solve/global/arm_kernel.h"

namespace kine::detail {

/// ChainKernel's walk, one block of poses: calls see(link, axis, point) for every link and gives the frame of the tip.
template <int W, class Block, class See>
KINE_LANES_INLINE AffineT<Lanes<W>> walk_chain(const ChainParts& chain, const Batch& poses, const Block& block,
                                               const See& see) {
  using T = Lanes<W>;
  const Mat3T<T> base = all_lanes<T>(chain.world_from_base.linear);
  ArmFrameT<T> frame{base.x, base.y, base.z, all_lanes<T>(chain.world_from_base.translation)};
  for (const ChainParts::Link& link : chain.links) {
    see(link, frame.z, frame.at);
    const T amount = T(link.factor) * block.load(poses.values(link.value).data()) + T(link.offset);
    if (link.slides) {
      frame.turn(T(link.rest_sin), T(link.rest_cos));
      frame.shift(T(link.a), T(link.b), T(link.d) + amount);
    } else {
      const SinCosT<T> turn = sin_cos(amount);
      frame.turn(turn.sin, turn.cos);
      frame.shift(T(link.a), T(link.b), T(link.d));
    }
    frame.twist(T(link.twist_sin), T(link.twist_cos));
  }
  const AffineT<T> world_from_last{{frame.x, frame.y, frame.z}, frame.at};
  return world_from_last *
         AffineT<T>{all_lanes<T>(chain.last_from_tip.linear), all_lanes<T>(chain.last_from_tip.translation)};
}

template <int W, class Block>
KINE_LANES_INLINE void store_tip(const Block& block, const AffineT<Lanes<W>>& tip, Arrays& tips) {
  const Vec3T<Lanes<W>>* const columns[] = {&tip.linear.x, &tip.linear.y, &tip.linear.z, &tip.translation};
  for (int k = 0; k < 4; ++k) block.store(*columns[k], tips.vectors(3 * k));
}

template <int W>
[[gnu::flatten]] void chain_tips_in_lanes(const ChainKernel& kernel, const Batch& poses, Arrays& tips, Part part) {
  const ChainParts chain(kernel);
  for_blocks<W>(part, [&](const auto& block) {
    store_tip<W>(block, walk_chain<W>(chain, poses, block, [](const auto&, const auto&, const auto&) {}), tips);
  });
}

inline constexpr int kShortChain = 16;

/// The columns of a block of Jacobians while they are made. Of short chains they lie side by side in the fastest memory.
template <int W, class Block, bool kShort>
class LaneColumns {
  using V = Vec3T<Lanes<W>>;

 public:
  LaneColumns(const Block& block, Arrays& out) : block_(block), out_(out) {}

  V angular(int column) const { return get(2 * column); }
  V linear(int column) const { return get(2 * column + 1); }
  void set_angular(int column, const V& v) { set(2 * column, v); }
  void set_linear(int column, const V& v) { set(2 * column + 1, v); }
  void finish(int column, const V& angular, const V& linear) {
    block_.store(angular, out_.vectors(6 * column));
    block_.store(linear, out_.vectors(6 * column + 3));
  }

 private:
  V get(int k) const {
    if constexpr (kShort) return here_[static_cast<std::size_t>(k)];
    return block_.load(Vec3Arrays<const double>(out_.vectors(3 * k)));
  }
  void set(int k, const V& v) {
    if constexpr (kShort) {
      here_[static_cast<std::size_t>(k)] = v;
    } else {
      block_.store(v, out_.vectors(3 * k));
    }
  }

  const Block& block_;
  Arrays& out_;
  std::array<V, kShort ? 2 * kShortChain : 0> here_;
};

/// As in ChainKernel: until the tip is known, a column keeps its axis and its point (without followers), or adds up what its
/// axes do to the world's origin (with them).
template <int W, bool kShort>
[[gnu::flatten]] void jacobians_in_lanes(const ChainParts& chain, const Batch& poses, const Vec3& offset, Arrays& tips,
                                         Arrays& jacobians, Part part) {
  using T = Lanes<W>;
  using V = Vec3T<T>;
  const int count = jacobians.count() / 6;
  for_blocks<W>(part, [&](const auto& block) {
    LaneColumns<W, std::remove_cvref_t<decltype(block)>, kShort> columns(block, jacobians);
    for (int c = 0; chain.follows && c < count; ++c) {
      columns.set_angular(c, V{});
      columns.set_linear(c, V{});
    }
    const AffineT<T> tip =
        walk_chain<W>(chain, poses, block, [&](const ChainParts::Link& link, const V& z, const V& o) {
          const int c = link.column;
          if (!chain.follows) {
            columns.set_angular(c, z);
            columns.set_linear(c, o);
            return;
          }
          const V turned = link.slides ? V{} : z * T(link.factor);
          columns.set_angular(c, columns.angular(c) + turned);
          columns.set_linear(c, columns.linear(c) + (link.slides ? z * T(link.factor) : cross(o, turned)));
        });
    store_tip<W>(block, tip, tips);
    const V p = tip * all_lanes<T>(offset);
    for (int c = 0; chain.follows && c < count; ++c)
      columns.finish(c, columns.angular(c), columns.linear(c) + cross(columns.angular(c), p));
    if (chain.follows) return;
    for (const ChainParts::Link& link : chain.links) {
      const V z = columns.angular(link.column), o = columns.linear(link.column);
      columns.finish(link.column, link.slides ? V{} : z, link.slides ? z : cross(z, p - o));
    }
  });
}

template <int W>
void chain_jacobians_in_lanes(const ChainKernel& kernel, const Batch& poses, const Vec3& offset, Arrays& tips,
                              Arrays& jacobians, Part part) {
  const ChainParts chain(kernel);
  if (jacobians.count() <= 6 * kShortChain)
    return jacobians_in_lanes<W, true>(chain, poses, offset, tips, jacobians, part);
  jacobians_in_lanes<W, false>(chain, poses, offset, tips, jacobians, part);
}

}  // namespace kine::detail
