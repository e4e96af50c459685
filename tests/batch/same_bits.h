#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "kine/batch/executor.h"

namespace kine::test {

/// Every width of lanes; those that the processor does not have count as the next narrower ones.
inline constexpr int kLaneWidths[] = {2, 4, 8};

/// Calls the pieces in an order of its own, in one thread.
class Backwards : public Executor {
 public:
  void run(std::size_t count, Piece piece, const void* data) override {
    for (std::size_t i = count; i-- > 0;) piece(data, i);
  }
};

/// Bit for bit, but that all numbers that are none are alike.
inline bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

/// Numbers that kernels stumble over.
inline constexpr double kOddNumbers[] = {0.0,
                                         -0.0,
                                         1.0,
                                         -1.0,
                                         2.0,
                                         1e-9,
                                         1e-160,
                                         5e-324,
                                         1e9,
                                         1e154,
                                         1e160,
                                         -1e300,
                                         std::numeric_limits<double>::infinity(),
                                         -std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::quiet_NaN()};
inline constexpr int kOddCount = static_cast<int>(std::size(kOddNumbers));

}  // namespace kine::test
