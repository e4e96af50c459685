#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kine/batch/internal/lanes.h"
#include "kine/solve/damped/damped_search.h"

namespace kine::detail {

/// NextStep, a lane each.
template <int W>
struct LaneStep {
  Lanes<W> damping, left;
  LaneMask<W> from_best, going;
};

/// `descend` (damped_search.h) in lanes, each lane with a search of its own. `going`: the lanes that are to be solved. Lanes that
/// stall, that would bend, or that use up their steps are given up: they are solved alone, from their beginning.
///
///   Lanes squared_error() const, LaneMask reached() const
///   LaneMask step(const LaneStep&)   makes a step in the lanes that are going and measures; false for those that it gives up
///   void take_back(LaneMask)         goes back to the values last noted, and measures
template <int W, class Problem>
void descend_in_lanes(Problem& problem, int most, LaneMask<W> going, LaneMask<W>& reached, Lanes<W>& iterations) {
  std::array<double, W> squared;
  problem.squared_error().store(squared.data());
  auto searches = [&]<std::size_t... kLane>(std::index_sequence<kLane...>) {
    return std::array<DampedSearch, W>{DampedSearch(squared[kLane], SearchRules{})...};
  }(std::make_index_sequence<W>{});
  for (int steps = 0;; ++steps) {
    const LaneMask<W> done = going & problem.reached();
    reached |= done;
    iterations = select(done, Lanes<W>(steps), iterations);
    unsigned open = bits_of_lanes(going & !done), from_best = 0;
    if (steps == most) return;
    std::array<double, W> damping{}, left{};
    for (int i = 0; i < W; ++i) {
      const auto lane = static_cast<std::size_t>(i);
      if ((open >> i & 1) == 0) continue;
      if (!searches[lane].going()) {
        open &= ~(1u << i);
        continue;
      }
      const NextStep next = searches[lane].next();
      damping[lane] = next.damping;
      left[lane] = next.left;
      from_best |= next.from_best ? 1u << i : 0u;
    }
    if (open == 0) return;
    going = lanes_of_bits<W>(open);
    going &= problem.step(
        LaneStep<W>{Lanes<W>::load(damping.data()), Lanes<W>::load(left.data()), lanes_of_bits<W>(from_best), going});
    problem.squared_error().store(squared.data());
    open = bits_of_lanes(going);
    unsigned worse = 0;
    for (int i = 0; i < W; ++i)
      if ((open >> i & 1) != 0 && !searches[static_cast<std::size_t>(i)].judge(squared[static_cast<std::size_t>(i)]))
        worse |= 1u << i;
    if (worse != 0) problem.take_back(lanes_of_bits<W>(worse));
  }
}

}  // namespace kine::detail
