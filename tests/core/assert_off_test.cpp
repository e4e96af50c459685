// Off, whatever the build says: the counterpart of assert_test.cpp.
#undef KINE_ASSERTS
#define KINE_ASSERTS 0
#include "kine/core/assert.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(AssertOff, DoesNotEvenEvaluateItsCondition) {
  int evaluated = 0;
  KINE_ASSERT(++evaluated == 99, "never seen");
  EXPECT_EQ(evaluated, 0);
}

}  // namespace
}  // namespace kine
