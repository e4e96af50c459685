// On, whatever the build says: this file alone decides for itself. assert_off_test.cpp is its counterpart.
#undef KINE_ASSERTS
#define KINE_ASSERTS 1
#include "kine/core/assert.h"

#include <string>

#include <gtest/gtest.h>

namespace kine {
namespace {

std::string g_condition, g_sentence, g_file;
int g_line = 0;

void remember(const char* condition, const char* sentence, const char* file, int line) {
  g_condition = condition;
  g_sentence = sentence;
  g_file = file;
  g_line = line;
}

TEST(Assert, TellsTheHandlerWhatFailedAndWhereAndGoesOn) {
  const AssertHandler before = set_assert_handler(&remember);
  KINE_ASSERT(1 + 1 == 3, "sums are right");
  const int line = __LINE__ - 1;
  EXPECT_EQ(set_assert_handler(before), &remember);
  EXPECT_EQ(g_condition, "1 + 1 == 3");
  EXPECT_EQ(g_sentence, "sums are right");
  EXPECT_NE(g_file.find("assert_test.cpp"), std::string::npos);
  EXPECT_EQ(g_line, line);
}

TEST(Assert, SaysNothingWhenAllIsWellAndEvaluatesOnce) {
  const AssertHandler before = set_assert_handler(&remember);
  g_sentence.clear();
  int evaluated = 0;
  KINE_ASSERT(++evaluated == 1, "never seen");
  set_assert_handler(before);
  EXPECT_EQ(evaluated, 1);
  EXPECT_EQ(g_sentence, "");
}

TEST(Assert, IsAnExpression) {
  const bool condition = true;
  const int value = (KINE_ASSERT(condition, "usable within an expression"), 7);
  EXPECT_EQ(value, 7);
}

using AssertDeathTest = ::testing::Test;

TEST(AssertDeathTest, WritesOneLineAndAbortsByDefault) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const AssertHandler before = set_assert_handler(nullptr);
  EXPECT_DEATH_IF_SUPPORTED(KINE_ASSERT(false, "the sky is up"),
                            "assert_test.cpp:[0-9]+: kine assertion failed: the sky is up \\(false\\)");
  set_assert_handler(before);
}

}  // namespace
}  // namespace kine
