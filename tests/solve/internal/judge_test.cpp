#include "kine/solve/internal/judge.h"

#include <gtest/gtest.h>

namespace kine::detail {
namespace {

TEST(ReachRange, IsWhatTheBonesAllow) {
  BoneSum bones;
  for (const double bone : {0.2, 0.7, 0.1}) bones.add(bone);
  const ReachRange range = bones.range();
  EXPECT_NEAR(range.reach, 1.0, 1e-15);
  EXPECT_NEAR(range.hollow, 0.4, 1e-15);
  EXPECT_TRUE(range.excludes(1.1, 0.05));
  EXPECT_TRUE(range.excludes(0.3, 0.05));
  EXPECT_FALSE(range.excludes(1.04, 0.05));
  EXPECT_FALSE(range.excludes(0.36, 0.05));
  EXPECT_FALSE(ReachRange{}.excludes(1e9, 0));  // nothing is known
}

TEST(Judge, AsksForAProofOnlyWhereAGoalIsMissed) {
  const Allowed allowed{0.01, 0.1};
  int asked = 0;
  const auto proof = [&] { return ++asked > 0; };
  EXPECT_EQ(status_of({0.01, 0.1}, allowed, proof), Status::Reached);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(status_of({0.02, 0.1}, allowed, proof), Status::Unreachable);
  EXPECT_EQ(status_of({0.01, 0.2}, allowed, [] { return false; }), Status::NotFound);
}

TEST(Judge, ReportsTheWorstOfAllGoals) {
  Report report;
  ReportWriter writer(report);
  writer.add(0, {0.001, 0}, {0.01, 0.1}, Status::Reached);
  writer.add(1, {0.03, 0}, {0.01, 0.1}, Status::Unreachable);
  writer.add(2, {0, 0.5}, {0.01, 0.1}, Status::NotFound);
  EXPECT_EQ(report.status, Status::Unreachable);
  EXPECT_EQ(report.worst_goal, 2);
  EXPECT_EQ(report.position_error, 0.03);
  EXPECT_EQ(report.angle_error, 0.5);
}

}  // namespace
}  // namespace kine::detail
