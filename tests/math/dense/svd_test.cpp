#include "kine/math/dense/svd.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Column;
using test::Dense;
using test::Random;
using test::Sample;
using test::Worst;

struct OwnedSvd {
  Dense u, v;
  Column sigma, scratch;
  SvdReport report;

  explicit OwnedSvd(const Dense& a)
      : u(a.rows(), std::min(a.rows(), a.cols())),
        v(a.cols(), u.cols()),
        sigma(u.cols()),
        scratch(svd_scratch_size(static_cast<int>(a.rows()), static_cast<int>(a.cols()))) {
    report = svd(test::view(a), test::span(sigma), test::view(u), test::view(v), test::span(scratch));
  }
};

TEST(Svd, AgreesWithEigenAndHasOrthonormalVectors) {
  Random random(61);
  Worst worst;
  int most_sweeps = 0;
  int compared = 0;
  int too_close = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, test::any_size(random), test::any_size(random));
    const OwnedSvd ours(s.a);
    ASSERT_TRUE(ours.report.ok) << s.family;
    most_sweeps = std::max(most_sweeps, ours.report.sweeps);
    const auto k = ours.sigma.size();
    Eigen::JacobiSVD<Dense> reference(s.a);
    const double largest = reference.singularValues()[0];
    worst.see((ours.sigma - reference.singularValues()).cwiseAbs().maxCoeff(), 1e-13 * largest, s, "singular values");
    worst.see((ours.u.transpose() * ours.u - Dense::Identity(k, k)).cwiseAbs().maxCoeff(), 1e-13, s, "U");
    worst.see((ours.v.transpose() * ours.v - Dense::Identity(k, k)).cwiseAbs().maxCoeff(), 1e-13, s, "V");
    const Dense product = ours.u * ours.sigma.asDiagonal() * ours.v.transpose();
    worst.see((product - s.a).stableNorm(), 1e-13 * s.a.stableNorm(), s, "product");
    for (Eigen::Index j = 1; j < k; ++j) ASSERT_LE(ours.sigma[j], ours.sigma[j - 1]);
    ASSERT_GE(ours.sigma[k - 1], 0);
    for (const double threshold : {3e-3, 3e-6, 3e-9, 3e-12}) {
      // Both sides know the values to a few 1e-16 of the largest; nearer to the threshold the question has no answer.
      const Column gap = reference.singularValues() - Column::Constant(k, threshold * largest);
      if (gap.cwiseAbs().minCoeff() < 5e-15 * largest) {
        ++too_close;
        continue;
      }
      ++compared;
      reference.setThreshold(threshold);
      ASSERT_EQ(svd_rank(test::span(ours.sigma), threshold), reference.rank()) << s.family;
    }
    if (s.rank >= 0 && s.condition < 1e12) {
      ASSERT_EQ(svd_rank(test::span(ours.sigma), 1e-14), s.rank) << s.family;
    }
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
  EXPECT_LE(most_sweeps, 20);
  EXPECT_GT(compared, 100 * too_close);
}

TEST(Svd, LargeMatricesToo) {
  Random random(62);
  for (const auto& [m, n] : {std::pair(200, 200), std::pair(6, 200), std::pair(200, 6), std::pair(150, 90)}) {
    const Dense a = test::deficient(random, m, n).a;
    const OwnedSvd ours(a);
    ASSERT_TRUE(ours.report.ok);
    const Eigen::BDCSVD<Dense> reference(a);
    EXPECT_LE((ours.sigma - reference.singularValues()).cwiseAbs().maxCoeff(), 1e-13);
    const auto k = ours.sigma.size();
    EXPECT_LE((ours.u.transpose() * ours.u - Dense::Identity(k, k)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LE((ours.v.transpose() * ours.v - Dense::Identity(k, k)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LE((ours.u * ours.sigma.asDiagonal() * ours.v.transpose() - a).norm(), 1e-12);
  }
}

TEST(Svd, VectorsAreOptionalAndDoNotChangeTheValues) {
  Random random(63);
  for (int i = 0; i < 2000; ++i) {
    const Sample s = test::sample(random, i, random.integer(1, 9), random.integer(1, 9));
    const OwnedSvd full(s.a);
    Column sigma(full.sigma.size()), scratch(full.scratch.size());
    Dense u = full.u, v = full.v;
    const MatrixView<double> none;
    ASSERT_TRUE(svd(test::view(s.a), test::span(sigma), none, none, test::span(scratch)).ok);
    ASSERT_EQ(sigma, full.sigma);
    u.setConstant(7);
    ASSERT_TRUE(svd(test::view(s.a), test::span(sigma), test::view(u), none, test::span(scratch)).ok);
    ASSERT_EQ(u, full.u);
    v.setConstant(7);
    ASSERT_TRUE(svd(test::view(s.a), test::span(sigma), none, test::view(v), test::span(scratch)).ok);
    ASSERT_EQ(v, full.v);
  }
}

TEST(Svd, ZeroMatrixHasZeroValuesAndStillOrthonormalVectors) {
  const OwnedSvd ours(Dense::Zero(4, 6));
  EXPECT_TRUE(ours.report.ok);
  EXPECT_EQ(ours.sigma.norm(), 0);
  EXPECT_EQ(ours.u.transpose() * ours.u, Dense::Identity(4, 4));
  EXPECT_EQ(ours.v.transpose() * ours.v, Dense::Identity(4, 4));
  EXPECT_EQ(svd_rank(test::span(ours.sigma), 1e-10), 0);
}

TEST(Svd, TinyAndHugeNumbersKeepTheirRatios) {
  const Eigen::Vector3d d(3, 2, 1);
  for (const double scale : {1e-300, 1e-150, 1e150, 1e300}) {
    const OwnedSvd ours(Dense(scale * d.asDiagonal().toDenseMatrix()));
    ASSERT_TRUE(ours.report.ok);
    EXPECT_LE((ours.sigma / scale - d).norm(), 1e-14) << scale;
  }
  // A spread wider than squares can hold: what is dropped is far below the last digit.
  Dense spread = Dense::Zero(3, 3);
  spread.diagonal() << 1e200, 1, 1e-200;
  const OwnedSvd ours(spread);
  ASSERT_TRUE(ours.report.ok);
  EXPECT_EQ(ours.sigma[0], 1e200);
  EXPECT_LE((ours.u.transpose() * ours.u - Dense::Identity(3, 3)).norm(), 1e-14);
}

TEST(Svd, SaysWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (int i = 0; i < 12; ++i) {
      Dense a = Dense::Ones(3, 4);
      a.data()[i] = bad;
      EXPECT_FALSE(OwnedSvd(a).report.ok);
    }
  }
}

TEST(Svd, WorksInFloatAndOnCountedNumbers) {
  const std::array<float, 6> a{3, 0, 0, 0, 4, 0};
  std::array<float, 2> sigma;
  std::array<float, 6> scratch;
  const MatrixView<float> none;
  ASSERT_TRUE(svd<float>(ConstMatrixView<float>(a.data(), 3, 2), sigma, none, none, scratch).ok);
  EXPECT_FLOAT_EQ(sigma[0], 4);
  EXPECT_FLOAT_EQ(sigma[1], 3);

  const std::array<Counted, 6> c{3, 1, 0, 1, 4, 0};
  std::array<Counted, 2> counted_sigma;
  std::array<Counted, 6> counted_scratch;
  const MatrixView<Counted> no_vectors;
  const FlopCounter counter;
  ASSERT_TRUE(
      svd<Counted>(ConstMatrixView<Counted>(c.data(), 3, 2), counted_sigma, no_vectors, no_vectors, counted_scratch)
          .ok);
  EXPECT_GT(counter.tally().flops(), 0);
}

TEST(Svd, RandomFloatMatricesAgreeWithEigens) {
  Random random(64);
  for (int i = 0; i < 2000; ++i) {
    const Eigen::MatrixXf a = test::sample(random, 10 * i, random.integer(1, 9), random.integer(1, 9)).a.cast<float>();
    Eigen::VectorXf sigma(std::min(a.rows(), a.cols())), scratch(a.size());
    const MatrixView<float> none;
    const ConstMatrixView<float> view(a.data(), static_cast<int>(a.rows()), static_cast<int>(a.cols()));
    const std::span<float> out(sigma.data(), static_cast<std::size_t>(sigma.size()));
    ASSERT_TRUE(svd<float>(view, out, none, none, {scratch.data(), static_cast<std::size_t>(scratch.size())}).ok);
    ASSERT_LE((sigma - a.jacobiSvd().singularValues()).cwiseAbs().maxCoeff(), 2e-6f * sigma[0]);
  }
}

TEST(Svd, TransposeHasTheSameValues) {
  EXPECT_TRUE(rc::check([](const std::array<double, 12>& values) {
    const Dense a = Eigen::Map<const Dense>(values.data(), 3, 4);
    RC_PRE(a.cwiseAbs().maxCoeff() < 1e150);
    const OwnedSvd one(a), other(a.transpose());
    RC_ASSERT(one.report.ok && other.report.ok);
    RC_ASSERT(one.sigma == other.sigma);
  }));
}

}  // namespace
}  // namespace kine
