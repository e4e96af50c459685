// Small dense matrices: views on memory that somebody else owns, and a fixed-size matrix that owns its own.
//
// Storage is column-major everywhere: a column of a Jacobian is one freedom and lies contiguously.
// Nothing here allocates. Sizes are plain ints, known when running; `Matrix` knows its own when compiling.
// The kernels of this folder use only + - * / and sqrt in a fixed order, so their results are the same bit for bit on
// every compiler and processor (when nobody turns on fast-math or contraction).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "kine/core/assert.h"

namespace kine {

/// A rows × cols window on column-major memory; the first entries of neighbouring columns are `stride` apart.
/// Copying a view copies no numbers. `MatrixView<const T>` cannot be written through; views convert towards const.
template <class T>
class MatrixView {
 public:
  using Scalar = std::remove_const_t<T>;

  constexpr MatrixView() = default;
  constexpr MatrixView(T* data, int rows, int cols) : MatrixView(data, rows, cols, rows) {}
  constexpr MatrixView(T* data, int rows, int cols, int stride)
      : data_(data), rows_(rows), cols_(cols), stride_(stride) {
    KINE_ASSERT(rows >= 0 && cols >= 0 && stride >= rows, "sizes cannot be negative, nor columns overlap");
  }
  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<U, Scalar>)
  constexpr MatrixView(MatrixView<U> other)  // NOLINT(google-explicit-constructor): writable to read-only is harmless.
      : MatrixView(other.data(), other.rows(), other.cols(), other.stride()) {}

  constexpr T* data() const { return data_; }
  constexpr int rows() const { return rows_; }
  constexpr int cols() const { return cols_; }
  constexpr int stride() const { return stride_; }
  constexpr bool empty() const { return rows_ == 0 || cols_ == 0; }

  constexpr T& operator()(int row, int col) const { return data_[row + col * stride_]; }
  constexpr std::span<T> column(int col) const { return {data_ + col * stride_, static_cast<std::size_t>(rows_)}; }
  constexpr MatrixView block(int row, int col, int rows, int cols) const {
    KINE_ASSERT(row >= 0 && col >= 0 && row + rows <= rows_ && col + cols <= cols_,
                "a block must lie inside its matrix");
    return {data_ + row + col * stride_, rows, cols, stride_};
  }

 private:
  T* data_ = nullptr;
  int rows_ = 0;
  int cols_ = 0;
  int stride_ = 0;
};

template <class T>
using ConstMatrixView = MatrixView<const T>;

/// An R × C matrix that owns its numbers, column by column. Zero when made.
template <class T, int R, int C>
struct Matrix {
  static_assert(R > 0 && C > 0);
  std::array<T, static_cast<std::size_t>(R* C)> values{};

  static constexpr Matrix identity() {
    Matrix m;
    for (int i = 0; i < (R < C ? R : C); ++i) m(i, i) = T(1);
    return m;
  }

  constexpr T& operator()(int row, int col) { return values[static_cast<std::size_t>(row + col * R)]; }
  constexpr const T& operator()(int row, int col) const { return values[static_cast<std::size_t>(row + col * R)]; }
  constexpr T* data() { return values.data(); }
  constexpr const T* data() const { return values.data(); }
  static constexpr int rows() { return R; }
  static constexpr int cols() { return C; }

  constexpr MatrixView<T> view() { return {data(), R, C}; }
  constexpr ConstMatrixView<T> view() const { return {data(), R, C}; }
  constexpr operator MatrixView<T>() { return view(); }             // NOLINT(google-explicit-constructor)
  constexpr operator ConstMatrixView<T>() const { return view(); }  // NOLINT(google-explicit-constructor)
};

namespace detail {

/// Keeps a parameter out of template deduction, so that a Matrix or a writable view may be handed in as it is.
template <class T>
using In = ConstMatrixView<std::type_identity_t<T>>;
template <class T>
using InSpan = std::span<const std::type_identity_t<T>>;
template <class T>
using OutSpan = std::span<std::type_identity_t<T>>;

/// A size known when compiling. Kernels take `int` or this; with this their loops have constant bounds.
template <int N>
using Fixed = std::integral_constant<int, N>;

/// The size to hand to a kernel: fixed while writing out the loops pays, a plain int for larger matrices.
template <int N>
using KernelSize = std::conditional_t<(N <= 8), Fixed<N>, int>;
template <int N>
inline constexpr KernelSize<N> kSize = [] {
  if constexpr (N <= 8) {
    return Fixed<N>{};
  } else {
    return N;
  }
}();

/// i + 1, known when compiling if i is.
constexpr int next(int i) { return i + 1; }
template <int I>
constexpr Fixed<I + 1> next(Fixed<I>) {
  return {};
}

/// f(first), f(first + 1) … f(last − 1). With fixed bounds there is no loop: f is written out for each index, which
/// compilers do not always do by themselves (g++ 12 gains a third on a 6×6 factorisation).
template <class F>
void for_each_index(int first, int last, F&& f) {
  for (int i = first; i < last; ++i) f(i);
}
template <int I, class F>
void for_each_index(Fixed<I>, int last, F&& f) {
  for (int i = I; i < last; ++i) f(i);
}
template <int First, int Last, class F>
void for_each_index(Fixed<First>, Fixed<Last>, F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(Fixed<First + I>{}), ...);
  }(std::make_integer_sequence<int, (Last > First ? Last - First : 0)>{});
}

template <class T>
constexpr int length(std::span<T> s) {
  return static_cast<int>(s.size());
}

template <class T>
T magnitude(T x) {
  using std::abs;
  return abs(x);
}

template <class T>
T square_root(T x) {
  using std::sqrt;
  return sqrt(x);
}

/// False for infinities and NaN.
template <class T>
bool is_finite(T x) {
  return magnitude(x) <= std::numeric_limits<T>::max();
}

template <class T>
void swap_values(T& a, T& b) {
  const T t = a;
  a = b;
  b = t;
}

/// The power of two that brings `largest` (positive, finite) into [1/2, 1). Multiplying by it is exact.
/// Kept within 2^±1000 for double (2^±100 for float), so that the power and its reciprocal are both normal numbers.
template <class T>
T power_of_two_scale(T largest) {
  constexpr int kLimit = std::numeric_limits<T>::max_exponent > 1000 ? 1000 : 100;
  constexpr double kTwo32 = 4294967296.0;
  T scale(1);
  int exponent = 0;
  const auto step = [&](double factor, int bits) {
    scale *= T(factor);
    largest *= T(factor);
    exponent += bits;
  };
  while (largest >= T(kTwo32) && exponent - 32 >= -kLimit) step(1 / kTwo32, -32);
  while (largest >= T(1) && exponent > -kLimit) step(0.5, -1);
  while (largest < T(1 / kTwo32) && exponent + 32 <= kLimit) step(kTwo32, 32);
  while (largest < T(0.5) && exponent < kLimit) step(2.0, 1);
  return scale;
}

}  // namespace detail

/// The largest absolute value, 0 when empty; NaN when any entry is infinite or NaN.
template <class T>
std::remove_const_t<T> largest_abs(MatrixView<T> a) {
  using S = std::remove_const_t<T>;
  S largest(0);
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) {
      const S x = detail::magnitude<S>(a(i, j));
      if (!(x <= std::numeric_limits<S>::max())) return std::numeric_limits<S>::quiet_NaN();
      if (x > largest) largest = x;
    }
  }
  return largest;
}

/// Euclidean length that neither overflows nor loses small vectors; NaN when an entry is infinite or NaN.
template <class T>
std::remove_const_t<T> norm(std::span<T> x) {
  using S = std::remove_const_t<T>;
  using Limits = std::numeric_limits<S>;
  S sum(0);
  for (const S& value : x) sum += value * value;
  // Squares are trusted when the sum is far from both ends: what underflowed cannot matter above min/eps.
  if (sum > Limits::min() / Limits::epsilon() && sum <= Limits::max()) return detail::square_root(sum);
  const S largest = largest_abs(MatrixView<const S>(x.data(), detail::length(x), 1));
  if (!(largest > S(0))) return largest;
  const S scale = detail::power_of_two_scale(largest);
  sum = S(0);
  for (const S& value : x) sum += (value * scale) * (value * scale);
  return detail::square_root(sum) / scale;
}

/// Square root of the sum of all squares, safe as `norm` is.
template <class T>
std::remove_const_t<T> frobenius_norm(MatrixView<T> a) {
  using S = std::remove_const_t<T>;
  const S largest = largest_abs(a);
  if (!(largest > S(0))) return largest;
  const S scale = detail::power_of_two_scale(largest);
  S sum(0);
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) sum += (a(i, j) * scale) * (a(i, j) * scale);
  }
  return detail::square_root(sum) / scale;
}

/// to = from. The shapes must agree.
template <class T>
void copy(detail::In<T> from, MatrixView<T> to) {
  KINE_ASSERT(from.rows() == to.rows() && from.cols() == to.cols(), "the shapes do not fit");
  for (int j = 0; j < to.cols(); ++j) {
    for (int i = 0; i < to.rows(); ++i) to(i, j) = from(i, j);
  }
}

template <class T>
void set_identity(MatrixView<T> a) {
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) a(i, j) = T(i == j ? 1 : 0);
  }
}

/// out = A·x. `out` must not overlap the inputs; neither may it in the products below.
template <class T>
void multiply(detail::In<T> a, detail::InSpan<T> x, std::span<T> out) {
  KINE_ASSERT(detail::length(x) == a.cols() && detail::length(out) == a.rows(), "the shapes do not fit");
  if (a.cols() == 0) {
    for (T& value : out) value = T(0);
    return;
  }
  for (int i = 0; i < a.rows(); ++i) out[i] = a(i, 0) * x[0];
  for (int k = 1; k < a.cols(); ++k) {
    for (int i = 0; i < a.rows(); ++i) out[i] += a(i, k) * x[k];
  }
}

/// out = A·B.
template <class T>
void multiply(detail::In<T> a, detail::In<T> b, MatrixView<T> out) {
  KINE_ASSERT(a.cols() == b.rows() && a.rows() == out.rows() && b.cols() == out.cols(), "the shapes do not fit");
  for (int j = 0; j < b.cols(); ++j) multiply<T>(a, b.column(j), out.column(j));
}

/// out = Aᵀ·x.
template <class T>
void transpose_multiply(detail::In<T> a, detail::InSpan<T> x, std::span<T> out) {
  KINE_ASSERT(detail::length(x) == a.rows() && detail::length(out) == a.cols(), "the shapes do not fit");
  for (int j = 0; j < a.cols(); ++j) {
    T sum = a.rows() > 0 ? a(0, j) * x[0] : T(0);
    for (int i = 1; i < a.rows(); ++i) sum += a(i, j) * x[i];
    out[j] = sum;
  }
}

/// out = Aᵀ·B.
template <class T>
void transpose_multiply(detail::In<T> a, detail::In<T> b, MatrixView<T> out) {
  KINE_ASSERT(a.rows() == b.rows() && a.cols() == out.rows() && b.cols() == out.cols(), "the shapes do not fit");
  for (int j = 0; j < b.cols(); ++j) transpose_multiply<T>(a, b.column(j), out.column(j));
}

namespace detail {

/// The lower triangle of A·Aᵀ, column after column of A, mirrored at the end.
template <class T, class N>
void multiply_transposed_kernel(ConstMatrixView<T> a, N n, MatrixView<T> out) {
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      T sum = a.cols() > 0 ? a(i, 0) * a(j, 0) : T(0);
      for (int k = 1; k < a.cols(); ++k) sum += a(i, k) * a(j, k);
      out(i, j) = sum;
      out(j, i) = sum;
    }
  }
}

/// The same sums in the same order for a fixed number of rows: a column of the result at a time stays in registers.
/// Columns start at an even row, which suits processors that multiply pairs; what lies above the diagonal is
/// overwritten.
template <class T, int N>
void multiply_transposed_kernel(ConstMatrixView<T> a, Fixed<N>, MatrixView<T> out) {
  if (a.cols() == 0) return multiply_transposed_kernel<T, int>(a, N, out);
  const auto column = [&]<int J>(Fixed<J>) {
    constexpr int kFirst = J - J % 2;
    std::array<T, static_cast<std::size_t>(N - kFirst)> sums;
    const T* c = a.data();
    for (int i = kFirst; i < N; ++i) sums[static_cast<std::size_t>(i - kFirst)] = c[i] * c[J];
    for (int k = 1; k < a.cols(); ++k) {
      c += a.stride();
      for (int i = kFirst; i < N; ++i) sums[static_cast<std::size_t>(i - kFirst)] += c[i] * c[J];
    }
    for (int i = J; i < N; ++i) {
      out(i, J) = sums[static_cast<std::size_t>(i - kFirst)];
      out(J, i) = sums[static_cast<std::size_t>(i - kFirst)];
    }
  };
  [&]<int... J>(std::integer_sequence<int, J...>) { (column(Fixed<J>{}), ...); }(std::make_integer_sequence<int, N>{});
}

}  // namespace detail

/// out = A·Aᵀ, both triangles, at little more than the price of one: rows·(rows+1)/2 dot products of 2·cols − 1 flops
/// (24 instead of 21 of them for six rows).
template <class T>
void multiply_transposed(detail::In<T> a, MatrixView<T> out) {
  KINE_ASSERT(out.rows() == a.rows() && out.cols() == a.rows(), "the shapes do not fit");
  switch (a.rows()) {
    case 3:
      return detail::multiply_transposed_kernel<T>(a, detail::Fixed<3>{}, out);
    case 6:
      return detail::multiply_transposed_kernel<T>(a, detail::Fixed<6>{}, out);
    default:
      return detail::multiply_transposed_kernel<T, int>(a, a.rows(), out);
  }
}

}  // namespace kine
