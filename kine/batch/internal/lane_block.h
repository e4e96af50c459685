#pragma once

#include "kine/batch/arrays.h"
#include "kine/batch/internal/lanes.h"
#include "kine/batch/internal/part.h"
#include "kine/batch/solve.h"
#include "kine/math/mat3.h"
#include "kine/math/select.h"

namespace kine::detail {

/// W neighbours of a batch, or as many as are left: what is missing at the end is made up by the last.
template <int W, bool kWhole>
struct LaneBlock {
  std::size_t first;
  int count;

  KINE_LANES_INLINE Lanes<W> load(const double* from) const {
    if constexpr (kWhole) return Lanes<W>::load(from + first);
    double some[W];
    for (int i = 0; i < W; ++i) some[i] = from[first + static_cast<std::size_t>(i < count ? i : count - 1)];
    return Lanes<W>::load(some);
  }
  /// Lanes whose bit is set in `rare` are left as they are.
  KINE_LANES_INLINE void store_but(unsigned rare, Lanes<W> lanes, double* to) const {
    if (kWhole && rare == 0) [[likely]]
      return lanes.store(to + first);
    double some[W];
    lanes.store(some);
    for (int i = 0; i < count; ++i)
      if ((rare >> i & 1) == 0) to[first + static_cast<std::size_t>(i)] = some[i];
  }
  KINE_LANES_INLINE void store_but(unsigned rare, LaneMask<W> mask, bool* to) const {
    const unsigned bits = bits_of_lanes(mask);
    for (int i = 0; i < count; ++i)
      if ((rare >> i & 1) == 0) to[first + static_cast<std::size_t>(i)] = (bits >> i & 1) != 0;
  }
  /// Calls alone(i) for the problems whose bit is set in `rare`.
  template <class Alone>
  void redo(unsigned rare, const Alone& alone) const {
    for (int i = 0; i < count; ++i)
      if ((rare >> i & 1) != 0) alone(first + static_cast<std::size_t>(i));
  }
  unsigned bits() const { return (1u << count) - 1; }

  KINE_LANES_INLINE Vec3T<Lanes<W>> load(const Vec3Arrays<const double>& from) const {
    if (from.x.empty()) return {};
    return {load(from.x.data()), load(from.y.data()), load(from.z.data())};
  }
  KINE_LANES_INLINE QuatT<Lanes<W>> load(const QuatArrays<const double>& from) const {
    if (from.x.empty()) return {};
    return {load(from.x.data()), load(from.y.data()), load(from.z.data()), load(from.w.data())};
  }
  KINE_LANES_INLINE void store(const Vec3T<Lanes<W>>& v, const Vec3Arrays<double>& to) const {
    store_but(0, v.x, to.x.data());
    store_but(0, v.y, to.y.data());
    store_but(0, v.z, to.z.data());
  }
  KINE_LANES_INLINE void store_but(unsigned rare, const QuatT<Lanes<W>>& q, const QuatArrays<double>& to) const {
    store_but(rare, q.x, to.x.data());
    store_but(rare, q.y, to.y.data());
    store_but(rare, q.z, to.z.data());
    store_but(rare, q.w, to.w.data());
  }
};

/// Calls what(block) for the blocks of a part.
template <int W, class What>
KINE_LANES_INLINE void for_blocks(Part part, const What& what) {
  std::size_t i = part.first;
  for (; i + W <= part.end; i += W) what(LaneBlock<W, true>{i, W});
  if (i < part.end) what(LaneBlock<W, false>{i, static_cast<int>(part.end - i)});
}

template <class T>
KINE_LANES_INLINE Vec3T<T> all_lanes(const Vec3& v) {
  return {T(v.x), T(v.y), T(v.z)};
}
template <class T>
KINE_LANES_INLINE QuatT<T> all_lanes(const Quat& q) {
  return {T(q.x), T(q.y), T(q.z), T(q.w)};
}
template <class T>
KINE_LANES_INLINE Mat3T<T> all_lanes(const Mat3& m) {
  return {all_lanes<T>(m.x), all_lanes<T>(m.y), all_lanes<T>(m.z)};
}

/// Writes the reports of the lanes that reached, and gives those of them that are within what is allowed by their errors too.
template <int W, class SomeBatch, class Block, class AngleOf>
unsigned report_reached(const SomeBatch& batch, const Block& block, LaneMask<W> reached, Lanes<W> iterations,
                        Lanes<W> position_error, const AngleOf& angle_of) {
  double position[W], steps[W];
  position_error.store(position);
  iterations.store(steps);
  unsigned done = bits_of_lanes(reached) & block.bits();
  for (int i = 0; i < block.count; ++i) {
    if ((done >> i & 1) == 0) continue;
    const double angle = angle_of(i);
    if (!batch.allowed.contains({position[i], angle})) {
      done &= ~(1u << i);
    } else if (!batch.reports.empty()) {
      batch.reports[block.first + static_cast<std::size_t>(i)] = {Status::Reached, static_cast<int>(steps[i]),
                                                                  position[i], angle};
    }
  }
  return done;
}

}  // namespace kine::detail
