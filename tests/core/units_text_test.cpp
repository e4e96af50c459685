#include "kine/core/internal/units_text.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(UnitsText, HasThreeDigitsAndNoExponent) {
  EXPECT_EQ(significant_text(1063.7), "1060");
  EXPECT_EQ(significant_text(-0.0123456), "-0.0123");
  EXPECT_EQ(significant_text(1e-7), "0.000000100");
  EXPECT_EQ(significant_text(0), "0");
  EXPECT_EQ(significant_text(123456, 6), "123456");
}

TEST(UnitsText, LengthsHaveTheUnitThatSuitsThem) {
  EXPECT_EQ(length_text(1.06312), "1.06 m");
  EXPECT_EQ(length_text(1063), "1060 m");
  EXPECT_EQ(length_text(0.35), "350 mm");
  EXPECT_EQ(length_text(0.99996), "1.00 m");
  EXPECT_EQ(length_text(0.0123), "12.3 mm");
  EXPECT_EQ(length_text(2.4e-6), "2.40 µm");
  EXPECT_EQ(length_text(3e-9), "3.00 nm");
  EXPECT_EQ(length_text(1e-15), "0 mm");
  EXPECT_EQ(length_text(-0.35), "-350 mm");
}

TEST(UnitsText, AnglesAreDegrees) {
  EXPECT_EQ(angle_text(1), "57.3°");
  EXPECT_EQ(angle_text(1e-12), "0°");
  EXPECT_EQ(angle_text(1e-5), "0.000573°");
}

}  // namespace
}  // namespace kine
