// The complexity tables of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian" (tables 1.1
// and 1.2, figure 1.2), counted by running their text and ours on numbers that count (kine/math/internal/counted.h).
#pragma once

#include <array>
#include <vector>

#include "kine/math/dense/ldlt.h"
#include "kine/math/dense/paper_inverse.h"
#include "kine/math/internal/counted.h"
#include "kine/math/matrix.h"

namespace kine::cli {

/// A cost that grows with the number of freedoms: per_freedom * n + constant.
struct Cost {
  long per_freedom = 0;
  long constant = 0;
  constexpr long at(long n) const { return per_freedom * n + constant; }
  friend constexpr Cost operator+(Cost a, Cost b) { return {a.per_freedom + b.per_freedom, a.constant + b.constant}; }
  friend constexpr bool operator==(const Cost&, const Cost&) = default;
};

template <class F>
long flops_of(F&& work) {
  const FlopCounter counter;
  work();
  return counter.tally().flops();
}

/// Runs `work` for 12 and for 24 freedoms and reads the straight line off.
template <class F>
Cost cost_of(F&& work) {
  const long at_12 = flops_of([&] { work(12); }), at_24 = flops_of([&] { work(24); });
  return {(at_24 - at_12) / 12, 2 * at_12 - at_24};
}

/// Numbers without zeros, so that nothing degenerates.
inline std::vector<Counted> some_numbers(int count) {
  std::vector<Counted> numbers(static_cast<std::size_t>(count));
  std::size_t i = 0;
  for (Counted& number : numbers) number = 0.3 + static_cast<double>((37 * ++i) % 101) / 64;
  return numbers;
}

/// Table 1.1 for R rows.
struct PseudoInverseCosts {
  Cost jjt, inverse, jtb, all;
};

template <int R>
PseudoInverseCosts count_pseudo_inverse() {
  PseudoInverseCosts costs;
  Matrix<Counted, R, R> a, b;
  const std::vector<Counted> square = some_numbers(R * R);
  for (std::size_t i = 0; i < square.size(); ++i) a.values[i] = b.values[i] = square[i];
  costs.jjt = cost_of([&](int n) {
    const std::vector<Counted> j = some_numbers(R * n);
    Matrix<Counted, R, R> out;
    paper_jjt<Counted, R>(ConstMatrixView<Counted>(j.data(), R, n), out);
  });
  costs.inverse = {0, flops_of([&] {
                     Matrix<Counted, R, R> out;
                     if constexpr (R == 3) paper_inverse3(a, out);
                     if constexpr (R == 6) paper_lu_inverse(a, out);
                   })};
  costs.jtb = cost_of([&](int n) {
    const std::vector<Counted> j = some_numbers(R * n);
    std::vector<Counted> out(j.size());
    paper_jtb<Counted, R>(ConstMatrixView<Counted>(j.data(), R, n), b, MatrixView<Counted>(out.data(), n, R));
  });
  costs.all = cost_of([&](int n) {
    const std::vector<Counted> j = some_numbers(R * n);
    std::vector<Counted> out(j.size());
    paper_pseudo_inverse<Counted, R>(ConstMatrixView<Counted>(j.data(), R, n), MatrixView<Counted>(out.data(), n, R));
  });
  return costs;
}

/// One limb of three freedoms as the paper describes it: its matrix from three angles, the product with the matrix of
/// the limb above, and one column (a cross product) for each freedom.
struct LimbCosts {
  long place;    ///< the matrix and the product: what forward kinematics costs
  long columns;  ///< the difference to the end, and three columns
};

inline LimbCosts count_limb() {
  const Counted sx = 0.1, cx = 0.9, sy = 0.2, cy = 0.8, sz = 0.3, cz = 0.7;
  Matrix<Counted, 4, 4> local = Matrix<Counted, 4, 4>::identity(), parent = local, world;
  std::array<Counted, 3> end{1, 2, 3}, arm, column;
  const long place = flops_of([&] {
    local(0, 0) = cy * cz;
    local(0, 1) = sx * sy * cz - cx * sz;
    local(0, 2) = cx * sy * cz + sx * sz;
    local(1, 0) = cy * sz;
    local(1, 1) = sx * sy * sz + cx * cz;
    local(1, 2) = cx * sy * sz - sx * cz;
    local(2, 0) = -sy;
    local(2, 1) = sx * cy;
    local(2, 2) = cx * cy;
    multiply(parent.view(), local.view(), world.view());
  });
  const long columns = flops_of([&] {
    for (int i = 0; i < 3; ++i) arm[static_cast<std::size_t>(i)] = end[static_cast<std::size_t>(i)] - world(i, 3);
    for (int axis = 0; axis < 3; ++axis) {
      column[0] = world(1, axis) * arm[2] - world(2, axis) * arm[1];
      column[1] = world(2, axis) * arm[0] - world(0, axis) * arm[2];
      column[2] = world(0, axis) * arm[1] - world(1, axis) * arm[0];
    }
  });
  return {place, columns};
}

/// Table 1.2 for R rows: a loop of the paper's solver. `reduce` is for each halving of dX.
struct LoopCosts {
  Cost increment, jacobian, pseudo_inverse, check, update, position;
  long reduce = 0;
  Cost all() const { return increment + jacobian + pseudo_inverse + check + update + position; }
};

template <int R>
LoopCosts count_loop() {
  std::array<Counted, R> goal, position, dx, error;
  Matrix<Counted, R, R> defect;
  const auto apply_defect = [&] { multiply<Counted>(defect, dx, error); };
  LoopCosts costs;
  costs.increment = {0, flops_of([&] {
                       for (std::size_t i = 0; i < R; ++i) dx[i] = goal[i] - position[i];
                     })};
  const LimbCosts limb = count_limb();
  costs.jacobian = {(limb.place + limb.columns) / 3, 0};
  costs.position = {limb.place / 3, 0};
  costs.pseudo_inverse = count_pseudo_inverse<R>().all;
  costs.check = cost_of([&](int n) {  // equation 1.7 without the norm, as the table has it
    const std::vector<Counted> j = some_numbers(R * n), inverse = some_numbers(R * n);
    multiply(ConstMatrixView<Counted>(j.data(), R, n), ConstMatrixView<Counted>(inverse.data(), n, R), defect.view());
    for (int c = 0; c < R; ++c)
      for (int r = 0; r < R; ++r) defect(r, c) = Counted(r == c ? 1 : 0) - defect(r, c);
    apply_defect();
  });
  costs.reduce = flops_of([&] {
    for (Counted& value : dx) value /= 2;
    apply_defect();
  });
  costs.update = cost_of([&](int n) {
    const std::vector<Counted> inverse = some_numbers(R * n);
    std::vector<Counted> step(static_cast<std::size_t>(n)), theta(static_cast<std::size_t>(n));
    multiply<Counted>(ConstMatrixView<Counted>(inverse.data(), n, R), dx, step);
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] += step[i];
  });
  return costs;
}

/// What a damped step of kine costs instead of stages 3 to 6: half of J Jᵀ, L D Lᵀ, and Jᵀ times a vector. No inverse
/// is made.
template <int R>
Cost count_damped_step() {
  return cost_of([](int n) {
    const std::vector<Counted> numbers = some_numbers(R * n);
    const ConstMatrixView<Counted> j(numbers.data(), R, n);
    Matrix<Counted, R, R> normal;
    multiply_transposed(j, normal.view());
    std::array<Counted, R> y;
    for (int i = 0; i < R; ++i) {
      normal(i, i) += Counted(1e3);  // definite, whatever the numbers are
      y[static_cast<std::size_t>(i)] = 1;
    }
    ldlt_factor_definite(normal);
    ldlt_solve_definite(normal, y);
    std::vector<Counted> theta(static_cast<std::size_t>(n));
    for (int c = 0; c < n; ++c) {
      Counted sum = j(0, c) * y[0];
      for (int r = 1; r < R; ++r) sum += j(r, c) * y[static_cast<std::size_t>(r)];
      theta[static_cast<std::size_t>(c)] += sum;
    }
  });
}

/// Figure 1.2, the analytic side: a determinant by expansion along its first row, minors by the same rule. `rows` is
/// the first row left, `columns` those that are left.
template <class T>
T expand(const std::vector<T>& a, int size, const std::vector<int>& rows, const std::vector<int>& columns) {
  const auto at = [&](int r, int c) { return a[static_cast<std::size_t>(r + c * size)]; };
  if (columns.size() == 1) return at(rows[0], columns[0]);
  const std::vector<int> below(rows.begin() + 1, rows.end());
  T sum(0);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::vector<int> others = columns;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const T term = at(rows[0], columns[k]) * expand(a, size, below, others);
    sum = k == 0 ? term : k % 2 ? sum - term : sum + term;
  }
  return sum;
}

/// The inverse by cofactors: appendix C's way for any size, every minor by itself. Column-major.
template <class T>
std::vector<T> cofactor_inverse(const std::vector<T>& a, int size) {
  std::vector<int> all;
  for (int i = 0; i < size; ++i) all.push_back(i);
  const T over_determinant = T(1) / expand(a, size, all, all);
  if (size == 1) return {over_determinant};
  std::vector<T> inverse(a.size());
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      std::vector<int> rows = all, columns = all;
      rows.erase(rows.begin() + c);  // the inverse is the transpose of the cofactors
      columns.erase(columns.begin() + r);
      const T minor = expand(a, size, rows, columns);
      inverse[static_cast<std::size_t>(r + c * size)] = ((r + c) % 2 ? -minor : minor) * over_determinant;
    }
  }
  return inverse;
}

inline long count_cofactor_inverse(int size) {
  const std::vector<Counted> a = some_numbers(size * size);
  return flops_of([&] { cofactor_inverse(a, size); });
}

/// Figure 1.2, the numerical side: appendices A and B.
template <int N>
long count_lu_inverse() {
  Matrix<Counted, N, N> a, inverse;
  const std::vector<Counted> numbers = some_numbers(N * N);
  for (std::size_t i = 0; i < numbers.size(); ++i) a.values[i] = numbers[i];
  return flops_of([&] { paper_lu_inverse(a, inverse); });
}

}  // namespace kine::cli
