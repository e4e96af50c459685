// The flop tables of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian", by running the
// text.
#include "kine/math/dense/paper_inverse.h"

#include <gtest/gtest.h>

#include "kine/math/dense/inverse3.h"
#include "kine/math/dense/lu.h"
#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Dense;
using test::Random;

template <class T, int R, int C>
Matrix<T, R, C> random_matrix(Random& random) {
  Matrix<T, R, C> m;
  for (T& value : m.values) value = T(random.uniform(-1, 1));
  return m;
}

template <class F>
FlopTally cost(F&& f) {
  const FlopCounter counter;
  f();
  return counter.tally();
}

FlopTally tally(long multiplications, long divisions, long additions) {
  return {multiplications, divisions, additions, 0};
}

TEST(PaperFlops, LuOfSixBySixCostsWhatIsPrinted) {
  Random random(1);
  const auto a = random_matrix<Counted, 6, 6>(random);
  Matrix<Counted, 6, 6> l, u, inverse;
  EXPECT_EQ(cost([&] { paper_lu_decompose(a, l, u); }), tally(55, 16, 80));           // 151, as printed
  EXPECT_EQ(cost([&] { paper_lu_substitute(l, u, inverse); }), tally(180, 36, 252));  // 468, as printed
  EXPECT_EQ(cost([&] { paper_lu_inverse(a, inverse); }).flops(), 619);                // as printed
}

TEST(PaperFlops, AnalyticThreeByThreeCostsWhatIsPrinted) {
  Random random(2);
  const auto a = random_matrix<Counted, 3, 3>(random);
  Matrix<Counted, 3, 3> inverse;
  EXPECT_EQ(cost([&] { paper_inverse3(a, inverse); }), tally(36, 1, 14));  // 51, as printed
}

/// Table 1.1 for R rows and n freedoms.
template <int R>
void check_table_1_1(int n, long jjt, long inverse_cost, long jtb) {
  std::vector<Counted> j(static_cast<std::size_t>(R * n)), out(static_cast<std::size_t>(R * n));
  Random random(3);
  for (Counted& value : j) value = random.uniform(-1, 1);
  const ConstMatrixView<Counted> jacobian(j.data(), R, n);
  const MatrixView<Counted> result(out.data(), n, R);
  Matrix<Counted, R, R> a, b;
  EXPECT_EQ(cost([&] { paper_jjt<Counted, R>(jacobian, a); }).flops(), jjt) << n;
  EXPECT_EQ(cost([&] { paper_jtb<Counted, R>(jacobian, b, result); }).flops(), jtb) << n;
  EXPECT_EQ(cost([&] { paper_pseudo_inverse<Counted, R>(jacobian, result); }).flops(), jjt + inverse_cost + jtb) << n;
}

TEST(PaperFlops, TableOneOneHoldsForThreeRows) {
  for (int n = 3; n <= 30; ++n) check_table_1_1<3>(n, 18 * n - 9, 51, 15 * n);  // sum 33n + 42, as printed
}

TEST(PaperFlops, TableOneOneForSixRowsNeeds66nWhere33nIsPrinted) {
  for (int n = 6; n <= 30; ++n) check_table_1_1<6>(n, 72 * n - 36, 619, 66 * n);  // sum 138n + 583; printed 105n + 583
}

/// The products of the solver's stages 1, 4, 5 and 6 for R rows and n freedoms, run on counted numbers.
struct Stages {
  FlopTally increment, check, reduce, update;
};

template <int R>
Stages run_stages(int n) {
  std::vector<Counted> j(static_cast<std::size_t>(R * n)), inv(static_cast<std::size_t>(R * n));
  const ConstMatrixView<Counted> jacobian(j.data(), R, n);
  const ConstMatrixView<Counted> inverse(inv.data(), n, R);
  std::array<Counted, R> goal, position, dx, error;
  Matrix<Counted, R, R> defect;
  const auto apply_defect = [&] { multiply<Counted>(defect, dx, error); };
  Stages stages;
  stages.increment = cost([&] {
    for (std::size_t i = 0; i < R; ++i) dx[i] = goal[i] - position[i];
  });
  stages.check = cost([&] {
    multiply(jacobian, inverse, defect.view());
    const auto one = Matrix<Counted, R, R>::identity();
    for (int c = 0; c < R; ++c) {
      for (int r = 0; r < R; ++r) defect(r, c) = one(r, c) - defect(r, c);
    }
    apply_defect();
  });
  stages.reduce = cost([&] {
    for (Counted& value : dx) value /= 2;
    apply_defect();
  });
  std::vector<Counted> theta(static_cast<std::size_t>(n)), step(static_cast<std::size_t>(n));
  stages.update = cost([&] {
    multiply<Counted>(inverse, dx, step);
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] += step[i];
  });
  return stages;
}

TEST(PaperFlops, TableOneTwoStagesCostWhatIsPrintedWhenTheNormIsLeftOut) {
  for (int n = 3; n <= 30; ++n) {
    const Stages three = run_stages<3>(n);
    EXPECT_EQ(three.increment.flops(), 3);
    EXPECT_EQ(three.check.flops(), 18 * n + 15);
    EXPECT_EQ(three.reduce.flops(), 18);
    EXPECT_EQ(three.update.flops(), 6 * n);
    const Stages six = run_stages<6>(n);
    EXPECT_EQ(six.increment.flops(), 6);
    EXPECT_EQ(six.check.flops(), 72 * n + 66);
    EXPECT_EQ(six.reduce.flops(), 72);
    EXPECT_EQ(six.update.flops(), 12 * n);
  }
}

TEST(PaperFlops, TheNormOfEquationOneSevenAddsFiveOrElevenToStagesFourAndFive) {
  const auto norm_cost = [](std::size_t rows) {
    std::vector<Counted> x(rows, Counted(1));
    return cost([&] {
      Counted sum = x[0] * x[0];
      for (std::size_t i = 1; i < rows; ++i) sum += x[i] * x[i];
      EXPECT_GT(sqrt(sum), 0.0);
    });
  };
  EXPECT_EQ(norm_cost(3).flops(), 5);
  EXPECT_EQ(norm_cost(6).flops(), 11);
  EXPECT_EQ(norm_cost(6).square_roots, 1);
}

TEST(PaperFlops, OneLimbCosts162AsALocalMatrixAProductAndThreeAxes) {
  // 98 multiplications and 64 additions come out when a limb of three freedoms is: its matrix from three angles with
  // every product of sines and cosines written out, a full 4×4 product, one difference and three cross products.
  const Counted sx = 0.1, cx = 0.9, sy = 0.2, cy = 0.8, sz = 0.3, cz = 0.7;
  Matrix<Counted, 4, 4> local = Matrix<Counted, 4, 4>::identity();
  Matrix<Counted, 4, 4> parent = local;
  Matrix<Counted, 4, 4> world;
  std::array<Counted, 3> end{1, 2, 3}, arm, column;
  const FlopTally limb = cost([&] {
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
    for (int i = 0; i < 3; ++i) arm[static_cast<std::size_t>(i)] = end[static_cast<std::size_t>(i)] - world(i, 3);
    for (int axis = 0; axis < 3; ++axis) {
      column[0] = world(1, axis) * arm[2] - world(2, axis) * arm[1];
      column[1] = world(2, axis) * arm[0] - world(0, axis) * arm[2];
      column[2] = world(0, axis) * arm[1] - world(1, axis) * arm[0];
    }
  });
  EXPECT_EQ(limb, tally(98, 0, 64));
  EXPECT_EQ(limb.flops(), 162);
}

TEST(PaperFlops, TableOneTwoAddsUpTo222And260n) {
  // Constants of three rows: printed 252.
  EXPECT_EQ(3 + 162 + 42 + 15, 222);
  // Constants of six rows: as printed.
  EXPECT_EQ(6 + 162 + 583 + 66, 817);
  // Factors of n with the 38n of stage 7 taken as printed: three rows as printed, six rows printed 227.
  const long three = 33 + 18 + 6 + 38;
  const long six = 138 + 72 + 12 + 38;
  EXPECT_EQ(three, 95);
  EXPECT_EQ(six, 260);
  EXPECT_NEAR(static_cast<double>(six) / static_cast<double>(three), 2.74, 0.005);
}

template <int N>
long lu_inverse_flops() {
  Random random(4);
  const auto a = random_matrix<Counted, N, N>(random);
  Matrix<Counted, N, N> inverse;
  return cost([&] { paper_lu_inverse(a, inverse); }).flops();
}

TEST(PaperFlops, LuInverseGrowsWithTheCube) {
  // Figure 1.2 says squares. Doubling the size multiplies the cost by nearly eight.
  EXPECT_EQ(lu_inverse_flops<6>(), 619);
  const double ratio = static_cast<double>(lu_inverse_flops<24>()) / static_cast<double>(lu_inverse_flops<12>());
  EXPECT_GT(ratio, 7.4);
  EXPECT_LT(ratio, 8.0);
}

TEST(PaperInverse, IsAnInverseWhereNoPivotVanishes) {
  Random random(5);
  for (int round = 0; round < 1000; ++round) {
    const auto j = random_matrix<double, 6, 9>(random);
    Matrix<double, 6, 6> a, inverse, product;
    multiply_transposed(j.view(), a.view());
    paper_lu_inverse(a, inverse);
    multiply(a.view(), inverse.view(), product.view());
    for (int i = 0; i < 6; ++i) product(i, i) -= 1;
    ASSERT_LE(largest_abs(product.view()), 1e-8);
    const auto b = random_matrix<double, 3, 3>(random);
    Matrix<double, 3, 3> paper, ours;
    paper_inverse3(b, paper);
    const auto report = inverse3(b, ours);
    ASSERT_TRUE(report.ok);
    for (std::size_t i = 0; i < 9; ++i) {
      ASSERT_NEAR(paper.values[i], ours.values[i],
                  1e-13 / report.reciprocal_condition * std::abs(ours.values[i]) + 1e-11);
    }
  }
}

TEST(PaperInverse, WithoutPivotingFailsOnAnInvertibleMatrix) {
  // A permutation is as well conditioned as a matrix can be, yet its first pivot is zero.
  Matrix<double, 6, 6> a;
  for (int i = 0; i < 6; ++i) a(i, (i + 1) % 6) = 1;
  Matrix<double, 6, 6> inverse;
  paper_lu_inverse(a, inverse);
  EXPECT_TRUE(std::isnan(largest_abs(inverse.view())));

  std::array<int, 6> pivots;
  ASSERT_EQ(lu_inverse(a.view(), pivots, inverse.view()), LuStatus::Ok);
  EXPECT_EQ(largest_abs(inverse.view()), 1.0);
}

TEST(PaperInverse, DividesByAZeroDeterminantAtAStraightLeg) {
  // Three hinges about y in a leg stretched along z: the tip cannot move along z, nor along y.
  Matrix<double, 3, 3> j;
  j(0, 0) = -0.9;
  j(0, 1) = -0.5;
  j(0, 2) = -0.1;
  Matrix<double, 3, 3> jjt, inverse;
  multiply_transposed(j.view(), jjt.view());
  paper_inverse3(jjt, inverse);
  EXPECT_TRUE(std::isnan(largest_abs(inverse.view())));
  EXPECT_FALSE(inverse3(jjt, inverse).ok);
}

}  // namespace
}  // namespace kine
