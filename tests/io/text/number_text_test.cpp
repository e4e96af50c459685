#include "kine/io/text/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "scenes/random_pose.h"

namespace kine {
namespace {

std::string fixed(double value, int decimals) {
  std::string text = "=";
  append_fixed(value, decimals, text);
  return text.substr(1);
}
std::string trimmed(double value, int decimals) {
  std::string text;
  append_trimmed(value, decimals, text);
  return text;
}

TEST(NumberText, HasTheDecimalsAskedFor) {
  EXPECT_EQ(fixed(0, 6), "0.000000");
  EXPECT_EQ(fixed(-0.0, 2), "0.00");
  EXPECT_EQ(fixed(-1e-9, 6), "0.000000");
  EXPECT_EQ(fixed(1.9999999, 6), "2.000000");
  EXPECT_EQ(fixed(-12.5, 0), "-13");
  EXPECT_EQ(fixed(-0.25, 2), "-0.25");
  EXPECT_EQ(fixed(1e15, 3), "1000000000000000.000");
  EXPECT_EQ(trimmed(0.5, 9), "0.5");
  EXPECT_EQ(trimmed(120, 9), "120");
  EXPECT_EQ(trimmed(-3.25, 2), "-3.25");
  EXPECT_EQ(trimmed(1e-12, 6), "0");
}

TEST(NumberText, AgreesWithPrintf) {
  scenes::Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = random.between(-1, 1) * std::pow(10, random.between(-8, 9));
    const int decimals = static_cast<int>(random.between(0, 9.99));
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.*f", decimals, value);
    const std::string found = fixed(value, decimals);
    // printf rounds the exact value; a tie to the last bit may go either way.
    EXPECT_NEAR(std::strtod(found.c_str(), nullptr), std::strtod(expected, nullptr), 1.01 * std::pow(10, -decimals));
    EXPECT_LE(std::abs(std::strtod(found.c_str(), nullptr) - value),
              0.5 * std::pow(10, -decimals) + 4e-16 * std::abs(value));
  }
}

TEST(NumberText, TheShortestTextReadsBackToTheVeryBits) {
  scenes::Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const double value = random.between(-1, 1) * std::pow(10, random.between(-300, 300));
    std::string text;
    append_shortest(value, text);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
  }
}

}  // namespace
}  // namespace kine
