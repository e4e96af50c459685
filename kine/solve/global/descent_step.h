#pragma once

#include <algorithm>
#include <span>

#include "kine/math/dense/ldlt.h"
#include "kine/solve/global/arm_kernel.h"

/// What a step of a descent is made of: the text of ArmDescent and of its form in lanes (kine/batch). T: double, or lanes.
namespace kine::detail {

// Fitted: fewest steps a solution over generated chains (bench/arms.cpp).
inline constexpr double kDamping = 0.03;          // of the squared error
inline constexpr double kLongestStep = 1.2;       // radians (reaches): what a linear model is good for
inline constexpr double kProgress = 0.4;          // of the squared error: what is left more of is no progress
inline constexpr int kPatience = 1;               // steps without progress before a descent is given up
inline constexpr double kLeastDamping = 1e-13;    // keeps the system definite where the arm has too few joints
inline constexpr int kRounds = 3;                 // of taking joints out, in one step
inline constexpr double kSmallest = 1e-140;       // of a length: its square in smaller units is no number
inline constexpr std::size_t kDescentStride = 6;  // from column to column: turn, then shift in reaches

/// J W J^T and damping, the lower triangle.
template <int kRows, class T>
void fill_system(const T* column, std::span<const T> weights, T damping, Matrix<T, kRows, kRows>& system) {
  T sum[kRows * kRows] = {};
  for_each_index(Fixed<0>{}, Fixed<kRows>{}, [&](auto k) { sum[k + k * kRows] = damping; });
  for (const T& weight : weights) {
    for_each_index(Fixed<0>{}, Fixed<kRows>{}, [&](auto j) {
      const T scaled = column[j] * weight;
      for_each_index(j, Fixed<kRows>{}, [&](auto i) { sum[i + j * kRows] += column[i] * scaled; });
    });
    column += kDescentStride;
  }
  std::copy(sum, sum + kRows * kRows, system.data());
}

}  // namespace kine::detail
