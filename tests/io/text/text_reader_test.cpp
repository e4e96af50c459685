#include "kine/io/text/text_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>
#include <string>

namespace kine {
namespace {

TEST(ParseNumber, ReadsWhatTheCLibraryReads) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    std::array<char, 64> text;
    const int digits = static_cast<int>(1 + random() % 20);
    std::snprintf(text.data(), text.size(), "%.*e", digits, value);
    const double wanted = std::strtod(text.data(), nullptr);
    const std::optional<double> read = parse_number(text.data());
    if (std::isfinite(wanted)) {
      ASSERT_TRUE(read) << text.data();
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*read), std::bit_cast<std::uint64_t>(wanted)) << text.data();
    } else {
      ASSERT_FALSE(read) << text.data();
    }
  }
}

TEST(ParseNumber, TakesOnlyWholeFiniteNumbers) {
  for (const char* good : {"0", "-0", "+1", "1.", ".5", "1e3", "1E+3", "-1.5e-7", "007"}) {
    EXPECT_EQ(parse_number(good), std::strtod(good, nullptr)) << good;
  }
  for (const char* bad : {"", "+", "-", ".", "e5", "1e", "nan", "inf", "-infinity", "1e999", "0x10", "1,5", "1 ", " 1",
                          "1.2.3", "+-1", "++1", "one"}) {
    EXPECT_FALSE(parse_number(bad)) << bad;
  }
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_FALSE(parse_number(std::string_view("1\0", 2)));
}

TEST(TextReader, PassesOverCommentsBlankLinesAndCarriageReturns) {
  TextReader reader("\xef\xbb\xbf# a comment\r\n\r\n \t \r\n  # another\r\none\ttwo \r\nthree", "file");
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.line(), 5);
  EXPECT_EQ(reader.next_word(), "one");
  EXPECT_EQ(reader.next_word(), "two");
  EXPECT_EQ(reader.next_word(), "");
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.line(), 6);
  EXPECT_EQ(reader.next_word(), "three");
  EXPECT_FALSE(reader.next_line());
  EXPECT_TRUE(reader.ok());
}

TEST(TextReader, KeepsTheFirstFailureAndDoesNothingAfterIt) {
  TextReader reader("1 x 3\n4\n", "data.txt");
  reader.next_line();
  EXPECT_EQ(reader.number("a number"), 1);
  EXPECT_EQ(reader.number("a number"), 0);
  EXPECT_EQ(reader.number("a number"), 0);
  EXPECT_EQ(reader.whole_number("a number", 3, 5), 3);
  EXPECT_EQ(reader.next_word(), "");
  EXPECT_FALSE(reader.next_line());
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().sentence, "data.txt:1: \"x\" is not a finite number");
}

TEST(TextReader, ShowsStrangeWordsWithoutUpsettingATerminal) {
  const std::string text = "\x1b[31m\x07\xff" + std::string(100, 'a');
  TextReader reader(text, "f");
  reader.next_line();
  reader.number("a number");
  EXPECT_EQ(reader.error().sentence, "f:1: \"?[31m??" + std::string(33, 'a') + "...\" is not a finite number");
}

}  // namespace
}  // namespace kine
