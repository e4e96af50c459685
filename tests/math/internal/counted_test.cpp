#include "kine/math/internal/counted.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <thread>

namespace kine {
namespace {

TEST(Counted, CountsEachOperationOnce) {
  const FlopCounter counter;
  const Counted a = 3;
  const Counted b = 4;
  EXPECT_EQ((a * b).value(), 12);
  EXPECT_EQ((a / b).value(), 0.75);
  EXPECT_EQ((a + b - 1.0).value(), 6);
  EXPECT_EQ(sqrt(b).value(), 2);
  const FlopTally expected{.multiplications = 1, .divisions = 1, .additions = 2, .square_roots = 1};
  EXPECT_EQ(counter.tally(), expected);
  EXPECT_EQ(counter.tally().flops(), 4);
}

TEST(Counted, CompoundAssignmentCountsLikeTheOperation) {
  Counted sum = 0;
  const FlopCounter counter;
  sum += 2;
  sum *= 3;
  sum -= 2;
  sum /= 2;
  EXPECT_EQ(sum.value(), 2);
  const FlopTally expected{.multiplications = 1, .divisions = 1, .additions = 2, .square_roots = 0};
  EXPECT_EQ(counter.tally(), expected);
}

TEST(Counted, SignsComparisonsAndCopiesAreFree) {
  const FlopCounter counter;
  const Counted a = -2;
  Counted b = a;
  b = -b;
  EXPECT_TRUE(a < b && b > a && a <= b && b >= a && a != b && !(a == b));
  EXPECT_EQ(abs(a).value(), 2);
  EXPECT_EQ(min(a, b).value(), -2);
  EXPECT_EQ(max(a, b).value(), 2);
  EXPECT_EQ(floor(Counted(1.5)).value(), 1);
  EXPECT_TRUE(isfinite(a));
  EXPECT_EQ(static_cast<double>(a), -2.0);
  EXPECT_EQ(counter.tally(), FlopTally{});
}

TEST(Counted, CountersNest) {
  Counted a = 1;
  const FlopCounter outer;
  a += 1;
  const FlopCounter inner;
  a += 1;
  EXPECT_EQ(outer.tally().additions, 2);
  EXPECT_EQ(inner.tally().additions, 1);
}

TEST(Counted, EachThreadHasItsOwnTally) {
  const FlopCounter counter;
  long in_thread = 0;
  std::thread([&] {
    const FlopCounter own;
    Counted a = 1;
    a += 1;
    in_thread = own.tally().additions;
  }).join();
  EXPECT_EQ(in_thread, 1);
  EXPECT_EQ(counter.tally(), FlopTally{});
}

TEST(Counted, ComputesLikeDouble) {
  EXPECT_TRUE(rc::check([](double x, double y) {
    RC_ASSERT((Counted(x) + y).value() == x + y);
    RC_ASSERT((Counted(x) - y).value() == x - y);
    RC_ASSERT((Counted(x) * y).value() == x * y);
    if (y != 0) RC_ASSERT((Counted(x) / y).value() == x / y);
  }));
}

TEST(Counted, HasTheLimitsOfDouble) {
  EXPECT_EQ(std::numeric_limits<Counted>::epsilon().value(), std::numeric_limits<double>::epsilon());
  EXPECT_EQ(std::numeric_limits<Counted>::max().value(), std::numeric_limits<double>::max());
  EXPECT_EQ(std::numeric_limits<Counted>::max_exponent, 1024);
}

}  // namespace
}  // namespace kine
