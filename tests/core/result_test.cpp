#include "kine/core/result.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace kine {
namespace {

Result<int> parse_digit(char c) {
  if (c < '0' || c > '9') return Error{std::string("'") + c + "' is not a digit"};
  return c - '0';
}

TEST(Result, HoldsAValue) {
  const Result<int> r = parse_digit('7');
  EXPECT_TRUE(r.ok());
  EXPECT_TRUE(static_cast<bool>(r));
  EXPECT_EQ(r.value(), 7);
  EXPECT_EQ(*r, 7);
  EXPECT_EQ(r.error(), "");
}

TEST(Result, HoldsASentence) {
  const Result<int> r = parse_digit('x');
  EXPECT_FALSE(r.ok());
  EXPECT_FALSE(static_cast<bool>(r));
  EXPECT_EQ(r.error(), "'x' is not a digit");
}

TEST(Result, ItsValueCanBeChangedAndReachedInto) {
  Result<std::string> r = std::string("arm");
  r->push_back('s');
  *r += "!";
  EXPECT_EQ(r.value(), "arms!");
  const Result<std::string>& fixed = r;
  EXPECT_EQ(fixed->size(), 5u);
}

TEST(Result, CarriesWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> r = std::make_unique<int>(3);
  ASSERT_TRUE(r.ok());
  const std::unique_ptr<int> taken = *std::move(r);
  EXPECT_EQ(*taken, 3);
  EXPECT_EQ(*Result<std::unique_ptr<int>>(std::make_unique<int>(4)).value(), 4);
}

TEST(Result, ErrorCanBePassedOnAsAnotherType) {
  const auto outer = [](char c) -> Result<std::string> {
    const Result<int> digit = parse_digit(c);
    if (!digit) return Error{digit.error()};
    return std::string(static_cast<std::size_t>(*digit), '*');
  };
  EXPECT_EQ(*outer('3'), "***");
  EXPECT_EQ(outer('?').error(), "'?' is not a digit");
}

#if KINE_ASSERTS
using ResultDeathTest = ::testing::Test;

TEST(ResultDeathTest, ReadingAValueThatIsNotThereIsAnAssertion) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH_IF_SUPPORTED((void)parse_digit('x').value(), "a Result without a value was read");
}
#endif

}  // namespace
}  // namespace kine
