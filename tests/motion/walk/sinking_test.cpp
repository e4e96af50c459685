#include "kine/motion/walk/sinking.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

double bent(const Sinking& sinking, double part) {
  constexpr double kStep = 1e-4;
  return (sinking.at(part + kStep) - 2 * sinking.at(part) + sinking.at(part - kStep)) / (kStep * kStep);
}

/// What is made least: bends and points, both in units of the knots.
double cost(const Sinking& sinking, double time) {
  const double back = sinking.spacing / time, weight = back * back * back * back;
  double sum = 0;
  for (int i = 0; i + 2 < Sinking::kPoints; ++i) {
    const double* p = sinking.points + i;
    const double bend = p[0] - 2 * p[1] + p[2];
    sum += bend * bend + weight * p[2] * p[2];
  }
  return sum;
}

TEST(Sinking, StartsAsItIsToldAndWithoutABreak) {
  const SinkTask task{0.2, 1.2, 0.03, -0.1, 0.4};
  const SinkNeed needs[] = {{0.6, 0.05}, {1.0, 0.02}, {1.2, 0.06}};
  const Sinking sinking = smooth_sinking(task, needs);
  EXPECT_NEAR(sinking.at(0.2), 0.03, 1e-12);
  EXPECT_NEAR(sinking.slope(0.2), -0.1, 1e-12);
  for (double part = 0.21; part < 1.19; part += 0.01) {
    constexpr double kStep = 1e-6;
    const double slope = (sinking.at(part + kStep) - sinking.at(part - kStep)) / (2 * kStep);
    EXPECT_NEAR(sinking.slope(part), slope, 1e-7) << part;
    EXPECT_LE(std::abs(bent(sinking, part)), sinking.most_bend() + 1e-5) << part;
  }
}

TEST(Sinking, IsNoLessThanNeeded) {
  const SinkNeed needs[] = {{0.3, 0.01}, {0.5, 0.04}, {0.9, -0.02}, {1.0, 0.05}, {1.1, 0.055}, {1.2, 0.02}};
  const Sinking sinking = smooth_sinking({0, 1.2, 0, 0, 0.4}, needs);
  for (const SinkNeed& need : needs) EXPECT_GE(sinking.at(need.at), need.least - 5e-4) << need.at;
}

TEST(Sinking, EvensOutTheHeightThatItIsTakenFrom) {
  const auto height = [](double part) { return -0.1 * ease((part - 0.1) / 0.8); };
  SinkTask task{0, 1.2, 0, 0, 0.4};
  double before = height(-task.spacing()), now = height(0), most = 0;
  for (std::size_t i = 0; i < task.height_bends.size(); ++i) {
    const double next = height(static_cast<double>(i + 1) * task.spacing());
    task.height_bends[i] = before - 2 * now + next;
    most = std::max<double>(most, std::abs(task.height_bends[i]));
    before = now, now = next;
  }
  const Sinking sinking = smooth_sinking(task, {});
  EXPECT_EQ(sinking.at(0), 0);
  for (std::size_t i = 0; i < task.height_bends.size(); ++i) {
    const double* p = sinking.points + i;
    EXPECT_LE(std::abs(task.height_bends[i] - (p[0] - 2 * p[1] + p[2])), 0.6 * most) << i;
  }
}

TEST(Sinking, GoesBackToNothing) {
  const Sinking sinking = smooth_sinking({0, 2, 0.05, 0, 0.2}, {});
  EXPECT_LT(std::abs(sinking.at(2)), 0.002);
  EXPECT_EQ(smooth_sinking({0, 1, 0, 0, 0.2}, {}).at(0.7), 0);
}

TEST(Sinking, EndsLevelWhereItRests) {
  const SinkNeed needs[] = {{1.0, 0.01}};
  const SinkTask task{.from = 0, .to = 1, .value = 0.04, .slope = 0.1, .time = 0.3, .rests = true};
  const Sinking sinking = smooth_sinking(task, needs);
  EXPECT_NEAR(sinking.slope(1), 0, 1e-3);
  EXPECT_NEAR(sinking.at(1), 0.01, 1e-3);
}

TEST(Sinking, DoesNotHurryForWhatCameTooLate) {
  const SinkNeed needs[] = {{0.1, 0.05}, {1.0, 0.05}};
  const SinkTask task{.from = 0, .to = 1, .value = 0, .slope = 0, .time = 0.4, .most_bend = 1};
  const Sinking sinking = smooth_sinking(task, needs);
  EXPECT_LT(sinking.at(0.1), 0.02);
  EXPECT_GE(sinking.at(1.0), 0.0495);
}

// Without needs it is a plain least squares: Eigen finds no lower sum, and with needs no step along any free point that
// keeps them does.
TEST(Sinking, IsTheSmoothest) {
  const SinkTask task{0, 1.1, 0.02, 0.05, 0.35};
  const Sinking free = smooth_sinking(task, {});
  Eigen::Matrix<double, 2, Sinking::kPoints> start = Eigen::Matrix<double, 2, Sinking::kPoints>::Zero();
  start.row(0).head(3) << 1.0 / 6, 4.0 / 6, 1.0 / 6;
  start.row(1).head(3) << -0.5 / free.spacing, 0, 0.5 / free.spacing;
  const int n = Sinking::kPoints;
  Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + 2, n + 2);
  const double back = free.spacing / task.time;
  for (int i = 0; i + 2 < n; ++i) {
    Eigen::VectorXd bend = Eigen::VectorXd::Zero(n);
    bend.segment<3>(i) << 1, -2, 1;
    kkt.topLeftCorner(n, n) += bend * bend.transpose();
    kkt(i + 2, i + 2) += std::pow(back, 4);
  }
  kkt.bottomLeftCorner(2, n) = start;
  kkt.topRightCorner(n, 2) = start.transpose();
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + 2);
  right.tail(2) << task.value, task.slope;
  const Eigen::VectorXd best = kkt.fullPivLu().solve(right);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(free.points[i], best(i), 1e-9) << i;

  const std::vector<SinkNeed> needs = {{0.4, 0.03}, {0.8, 0.06}, {1.0, 0.06}};
  const Sinking held = smooth_sinking(task, needs);
  for (int i = 3; i < n; ++i)
    for (const double by : {-1e-3, 1e-3}) {
      Sinking other = held;
      other.points[i] += by;
      bool keeps = true;
      for (const SinkNeed& need : needs) keeps &= other.at(need.at) >= std::min(need.least, held.at(need.at));
      if (!keeps) continue;
      EXPECT_GE(cost(other, task.time), cost(held, task.time)) << i << " by " << by;
    }
}

}  // namespace
}  // namespace kine::detail
