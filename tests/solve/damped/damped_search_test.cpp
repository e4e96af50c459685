// The one damped loop, on problems small enough to know what it should do.
#include "kine/solve/damped/damped_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kine::detail {
namespace {

/// Steps whose squared errors are given beforehand. Error 0 is the solution, a negative one a place where no step
/// helps.
struct Script {
  static constexpr bool kStallsNextToLines = false;
  std::vector<double> errors;
  bool bends = false;

  double now = 1, kept = 1;
  std::size_t at = 0;
  std::vector<NextStep> asked{};
  int taken_back = 0, bent = 0;

  double squared_error() const { return now; }
  bool reached() const { return now == 0; }
  bool step(const NextStep& next) {
    asked.push_back(next);
    if (next.from_best) kept = now;
    const double error = at < errors.size() ? errors[at++] : now;
    if (error < 0) return false;
    now = error;
    return true;
  }
  bool bend() {
    ++bent;
    if (bends) now *= 0.5;
    return bends;
  }
  void take_back() {
    ++taken_back;
    now = kept;
  }
};

TEST(DampedSearch, StopsWhereItArrives) {
  Script script{{0.5, 0.1, 0}};
  EXPECT_EQ(descend(script, 100), 3);
  EXPECT_EQ(script.now, 0);
  EXPECT_EQ(script.taken_back, 0);
}

TEST(DampedSearch, DampsByTheSquaredError) {
  Script script{{0.1, 0.001, 0}};
  descend(script, 100);
  EXPECT_NEAR(script.asked[0].damping, 0.05, 1e-12);
  EXPECT_NEAR(script.asked[1].damping, 0.005, 1e-12);
  EXPECT_NEAR(script.asked[2].damping, 0.00005, 1e-12);
  EXPECT_EQ(script.asked[0].left, 0);
  EXPECT_NEAR(script.asked[2].left, 0.01, 1e-12);
}

TEST(DampedSearch, TakesAStepBackThatMakesThingsWorseAndDampsMore) {
  Script script{{2, 0.5, 0}};
  EXPECT_EQ(descend(script, 100), 3);
  EXPECT_EQ(script.taken_back, 1);
  EXPECT_NEAR(script.asked[1].damping, 8 * script.asked[0].damping, 1e-12);
  EXPECT_TRUE(script.asked[1].from_best);
  EXPECT_NEAR(script.asked[2].damping, 2 * 0.05 * 0.5, 1e-12);  // and comes down again
}

TEST(DampedSearch, EasesTheDampingOfStepsThatHardlyHelp) {
  Script script{{0.98, 0.5, 0}};
  descend(script, 100);
  EXPECT_NEAR(script.asked[1].damping, 0.05 * 0.98 / 4, 1e-12);
}

TEST(DampedSearch, StraysNearTheEndOnlyAndHandsBackTheBest) {
  Script near{{5e-5, 4e-4, 3e-4, 2e-5, 0}};
  EXPECT_EQ(descend(near, 100), 5);
  EXPECT_EQ(near.taken_back, 0);
  EXPECT_FALSE(near.asked[3].from_best);
  Script lost{{5e-5, 4e-4, 4e-4}};
  descend(lost, 3);
  EXPECT_EQ(lost.now, 5e-5);
}

TEST(DampedSearch, GivesUpAfterTwelveStepsThatHardlyHelp) {
  Script script{{}};
  EXPECT_EQ(descend(script, 100), 12);
  EXPECT_EQ(script.now, 1);
}

TEST(DampedSearch, BendsWhereNoStepHelps) {
  Script stiff{{-1}};
  EXPECT_EQ(descend(stiff, 100), 1);
  EXPECT_EQ(stiff.bent, 1);
  Script limber{{-1, 0}, true};
  EXPECT_EQ(descend(limber, 100), 2);
  EXPECT_EQ(limber.now, 0);
}

TEST(DampedSearch, TakesEveryStepWhereThatIsAskedForAndHandsBackTheBest) {
  Script script{{0.5, 2, 3, 4}};
  EXPECT_EQ(descend(script, 4, {.takes_every_step = true}), 4);
  EXPECT_EQ(script.taken_back, 1);  // at the end
  EXPECT_EQ(script.now, 0.5);
}

}  // namespace
}  // namespace kine::detail
