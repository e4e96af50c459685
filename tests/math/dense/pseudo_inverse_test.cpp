#include "kine/math/dense/pseudo_inverse.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kine/math/dense/paper_inverse.h"
#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Column;
using test::Dense;
using test::Random;
using test::Sample;
using test::Worst;

struct OwnedInverse {
  Dense x;
  PseudoInverseReport report;

  OwnedInverse(const Dense& a, double threshold) : x(a.cols(), a.rows()) {
    const int size = pseudo_inverse_scratch_size(static_cast<int>(a.rows()), static_cast<int>(a.cols()));
    Column scratch(size);
    x.setConstant(7);
    report = pseudo_inverse(test::view(a), threshold, test::view(x), test::span(scratch));
  }
};

TEST(PseudoInverse, FulfilsMooreAndPenrosesFourConditions) {
  Random random(71);
  Worst worst;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, test::any_size(random), test::any_size(random));
    const int m = static_cast<int>(s.a.rows());
    const int n = static_cast<int>(s.a.cols());
    const double largest = s.a.cwiseAbs().maxCoeff();
    const Dense a = largest > 0 ? Dense(s.a / largest) : s.a;
    const OwnedInverse ours(s.a, pseudo_inverse_default_threshold<double>(m, n));
    ASSERT_TRUE(ours.report.ok) << s.family;
    const Dense x = largest > 0 ? Dense(ours.x * largest) : ours.x;
    if (s.rank >= 0 && s.condition < 1e6) {
      ASSERT_EQ(ours.report.rank, s.rank) << s.family;
    }
    // ‖A‖·‖A⁺‖ is the condition at the rank found; rounding in A⁺ is felt that many times over.
    const double condition = std::max(1.0, a.norm() * x.norm());
    const Dense ax = a * x;
    const Dense xa = x * a;
    worst.see((ax * a - a).norm(), 1e-14 * condition * a.norm(), s, "AXA = A");
    worst.see((xa * x - x).norm(), 1e-14 * condition * x.norm(), s, "XAX = X");
    worst.see((ax - ax.transpose()).norm(), 1e-14 * condition, s, "AX symmetric");
    worst.see((xa - xa.transpose()).norm(), 1e-14 * condition, s, "XA symmetric");
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
}

TEST(PseudoInverse, AgreesWithEigensAtEveryRank) {
  Random random(72);
  Worst worst;
  for (int i = 0; i < 20000; ++i) {
    const int m = random.integer(1, 12);
    const int n = random.integer(1, 12);
    const Sample s = i % 2 == 0 ? test::deficient(random, m, n) : test::repeated(random, m, n);
    const OwnedInverse ours(s.a, 1e-10);
    ASSERT_EQ(ours.report.rank, s.rank);
    if (s.rank == 0) {
      ASSERT_EQ(ours.x.norm(), 0);
      continue;
    }
    Eigen::CompleteOrthogonalDecomposition<Dense> reference;
    reference.setThreshold(1e-10);
    reference.compute(s.a);
    const Dense expected = reference.pseudoInverse();
    worst.see((ours.x - expected).norm(), 1e-13 * s.condition * expected.norm(), s, "inverse");
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
}

TEST(PseudoInverse, AppliedToAVectorIsTheProduct) {
  Random random(73);
  Worst worst;
  for (int i = 0; i < 20000; ++i) {
    const Sample s = test::sample(random, i, random.integer(1, 12), random.integer(1, 12));
    const Column b = random.vector(static_cast<int>(s.a.rows()));
    const OwnedInverse formed(s.a, 1e-10);
    Column x(s.a.cols());
    Column scratch(pseudo_inverse_scratch_size(static_cast<int>(s.a.rows()), static_cast<int>(s.a.cols())));
    const auto report = pseudo_inverse_apply(test::view(s.a), 1e-10, test::span(b), test::span(x), test::span(scratch));
    ASSERT_TRUE(report.ok);
    ASSERT_EQ(report.rank, formed.report.rank);
    worst.see((x - formed.x * b).stableNorm(), 1e-14 * formed.x.stableNorm() * b.norm(), s, "product");
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
}

TEST(PseudoInverse, ChoosingByShapeFailsWhereChoosingByRankDoesNot) {
  // Van den Bergen's slides take Jᵀ(JJᵀ)⁻¹ when there are more columns than rows. A straight leg has them, and no
  // inverse.
  Dense j = Dense::Zero(3, 4);
  j.row(0) << -0.9, -0.5, -0.1, 0;
  j.row(1) << 0.2, 0.2, 0.2, 0.2;
  Dense by_shape(4, 3);
  paper_pseudo_inverse<double, 3>(test::view(j), test::view(by_shape));
  EXPECT_FALSE(by_shape.allFinite());

  const OwnedInverse ours(j, 1e-10);
  ASSERT_TRUE(ours.report.ok);
  EXPECT_EQ(ours.report.rank, 2);
  EXPECT_LE((j * ours.x * j - j).norm(), 1e-15);
}

TEST(PseudoInverse, LeavesTheOutputAloneWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (int i = 0; i < 6; ++i) {
      Dense a = Dense::Ones(2, 3);
      a.data()[i] = bad;
      const OwnedInverse ours(a, 1e-10);
      EXPECT_FALSE(ours.report.ok);
      EXPECT_EQ(ours.x, Dense::Constant(3, 2, 7));
    }
  }
}

TEST(PseudoInverse, SaysWhenTheInverseIsTooLargeForTheType) {
  const OwnedInverse ours(Dense::Constant(2, 2, 1e-320), 1e-10);
  EXPECT_FALSE(ours.report.ok);
}

TEST(PseudoInverse, WorksInFloatAndOnCountedNumbers) {
  const std::array<float, 2> a{3, 4};
  std::array<float, 2> out;
  std::array<float, pseudo_inverse_scratch_size(1, 2)> scratch;
  ASSERT_TRUE(
      pseudo_inverse<float>(ConstMatrixView<float>(a.data(), 1, 2), 1e-5f, MatrixView<float>(out.data(), 2, 1), scratch)
          .ok);
  EXPECT_NEAR(out[0], 0.12f, 1e-7f);
  EXPECT_NEAR(out[1], 0.16f, 1e-7f);

  const std::array<Counted, 2> c{3, 4};
  std::array<Counted, 2> counted_out;
  std::array<Counted, pseudo_inverse_scratch_size(1, 2)> counted_scratch;
  const FlopCounter counter;
  ASSERT_TRUE(pseudo_inverse<Counted>(ConstMatrixView<Counted>(c.data(), 1, 2), 1e-5,
                                      MatrixView<Counted>(counted_out.data(), 2, 1), counted_scratch)
                  .ok);
  EXPECT_GT(counter.tally().flops(), 0);
}

TEST(PseudoInverse, OfTheTransposeIsTheTranspose) {
  EXPECT_TRUE(rc::check([](const std::array<double, 12>& values) {
    const Dense a = Eigen::Map<const Dense>(values.data(), 3, 4);
    const double largest = a.cwiseAbs().maxCoeff();
    RC_PRE(largest < 1e100 && largest > 1e-100);
    const OwnedInverse one(a, 1e-8), other(a.transpose(), 1e-8);
    RC_ASSERT(one.report.ok && other.report.ok);
    RC_ASSERT((one.x - other.x.transpose()).stableNorm() <= 1e-15 * one.x.stableNorm());
  }));
}

}  // namespace
}  // namespace kine
