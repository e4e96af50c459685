#include "kine/math/trig.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include "tests/math/trig_measure.h"
#include "tests/math/ulp.h"

namespace {

using kine::test::ulp_error;
using kine::test::trig::kHaveLongDouble;
using kine::test::trig::kHaveMpfr;
using kine::test::trig::Measure;
using kine::test::trig::Random;
using kine::test::trig::Worst;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The figures that kine/math/trig.h states; the design asks for 2 at most.
constexpr double kStatedSinCos = 0.84;
constexpr double kStatedAtan2 = 0.65;
constexpr double kStatedArc = 0.68;
constexpr double kStatedFloat = 0.51;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

#define KINE_NEEDS_A_REFERENCE()                                                                     \
  do {                                                                                               \
    if (!kHaveMpfr && !kHaveLongDouble) GTEST_SKIP() << "neither MPFR nor a long double of 64 bits"; \
  } while (false)

void expect_within(const Worst& worst, double stated, const char* name) {
  worst.print(name);
  EXPECT_LE(worst.error, stated) << name << " at " << worst.at << ", " << worst.at2;
  EXPECT_LE(worst.disagreement, 0.01) << "the two references disagree";
}

TEST(Trig, SinCosIsAccurateOverTenMillionAngles) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst uniform, any_scale, turn;
  Random random(1);
  for (int i = 0; i < 4'000'000; ++i) measure.sin_cos(random.uniform(-1e6, 1e6), false, uniform);
  for (int i = 0; i < 4'000'000;) {
    const double x = random.any_scale(-60, 19);
    if (std::fabs(x) > 1e6) continue;
    measure.sin_cos(x, false, any_scale);
    ++i;
  }
  for (int i = 0; i < 2'000'000; ++i) measure.sin_cos(random.uniform(-2 * kine::kPi, 2 * kine::kPi), false, turn);
  expect_within(uniform, kStatedSinCos, "sin, cos to 1e6");
  expect_within(any_scale, kStatedSinCos, "sin, cos of any scale");
  expect_within(turn, kStatedSinCos, "sin, cos within a turn");
}

TEST(Trig, SinCosIsAccurateBesideEveryMultipleOfAQuarterTurn) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst worst;
  // Negative angles give the same bits with the other sign: see HasExactSymmetry.
  for (int k = 1; k * kine::kHalfPi <= 1e6; ++k) {
    const double x = static_cast<double>(k * 1.57079632679489661923132169163975144L);
    for (const double beside : {std::nextafter(x, 0.0), x, std::nextafter(x, kInf)}) {
      const kine::SinCos r = kine::sin_cos(beside);
      const double small = std::fmin(std::fabs(r.sin), std::fabs(r.cos));
      measure.sin_cos(beside, small < 0x1p-40, worst);
    }
  }
  expect_within(worst, kStatedSinCos, "sin, cos beside k pi/2");
}

TEST(Trig, SinCosStaysAccurateForHugeAngles) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst worst;
  Random random(2);
  for (int i = 0; i < 300'000; ++i) measure.sin_cos(random.any_scale(19, 1023), false, worst);
  for (int i = 0; i < 100'000; ++i) measure.sin_cos(random.uniform(0x1p20 - 10.0, 0x1p20 + 10.0), false, worst);
  const double edges[] = {0x1p20, std::nextafter(0x1p20, kInf), DBL_MAX, -DBL_MAX, 0x1p52, 0x1p53, 0x1p54, 0x1p63,
                          1e22};
  for (const double x : edges) measure.sin_cos(x, true, worst);
  measure.sin_cos(std::ldexp(6381956970095103.0, 797), true, worst);  // the double nearest to a multiple of pi/2
  expect_within(worst, kStatedSinCos, "sin, cos beyond 2^20");
}

TEST(Trig, Atan2IsAccurate) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst plane, any_scale, diagonal, subnormal;
  Random random(3);
  for (int i = 0; i < 500'000; ++i) measure.atan2(random.uniform(-1, 1), random.uniform(-1, 1), false, plane);
  for (int i = 0; i < 300'000; ++i) {
    const double x = random.any_scale(-1022, 1023);
    measure.atan2(random.any_scale(-1022, 1023), x, false, any_scale);
    measure.atan2(std::fmin(DBL_MAX, std::fabs(x) * std::ldexp(random.unit() + 0.5, static_cast<int>(i % 60) - 30)), x,
                  false, any_scale);
  }
  for (int i = 0; i < 200'000; ++i) {
    const double x = random.any_scale(-3, 3);
    measure.atan2(x * (1.0 + random.any_scale(-52, -2)), x, false, diagonal);
  }
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.any_scale(-1074, -1000);  // subnormal and small arguments
    measure.atan2(random.any_scale(-1074, -1000), x, false, subnormal);
    measure.atan2(random.any_scale(-60, 60), std::ldexp(random.unit() + 0.5, 1020), false, subnormal);  // results
  }
  expect_within(plane, kStatedAtan2, "atan2 in the unit square");
  expect_within(any_scale, kStatedAtan2, "atan2 of any scale");
  expect_within(diagonal, kStatedAtan2, "atan2 near the diagonals");
  expect_within(subnormal, kStatedAtan2, "atan2, subnormal");
}

TEST(Trig, AtanIsAccurate) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst worst;
  Random random(4);
  for (int i = 0; i < 300'000; ++i) {
    const double x = random.any_scale(-40, 60);
    EXPECT_EQ(bits(kine::atan(x)), bits(kine::atan2(x, 1.0)));
    measure.atan2(x, 1.0, false, worst);
    measure.atan2(random.uniform(-3, 3), 1.0, false, worst);
  }
  expect_within(worst, kStatedAtan2, "atan");
}

TEST(Trig, AsinAndAcosAreAccurate) {
  KINE_NEEDS_A_REFERENCE();
  Measure measure;
  Worst inside, near_zero, near_one, near_half;
  Random random(5);
  for (int i = 0; i < 500'000; ++i) measure.asin_acos(random.uniform(-1, 1), false, inside);
  for (int i = 0; i < 100'000; ++i) measure.asin_acos(random.any_scale(-1074, -1), false, near_zero);
  for (int i = 0; i < 300'000; ++i) {
    const double x = 1.0 - std::fabs(random.any_scale(-53, -2));
    measure.asin_acos((i & 1) != 0 ? x : -x, false, near_one);
  }
  for (int i = 0; i < 100'000; ++i) {
    const double x = 0.5 + random.any_scale(-54, -10);
    measure.asin_acos((i & 1) != 0 ? x : -x, false, near_half);
  }
  double x = 1.0;
  for (int i = 0; i < 1000; ++i, x = std::nextafter(x, 0.0)) {
    measure.asin_acos(x, true, near_one);
    measure.asin_acos(-x, true, near_one);
  }
  expect_within(inside, kStatedArc, "asin, acos");
  expect_within(near_zero, kStatedArc, "asin, acos near 0");
  expect_within(near_one, kStatedArc, "asin, acos near +-1");
  expect_within(near_half, kStatedArc, "asin, acos near +-1/2");
}

TEST(Trig, FloatIsTheDoubleRoundedOnce) {
  Random random(6);
  double worst = 0.0;
  for (int i = 0; i < 200'000; ++i) {
    const float x = static_cast<float>(random.any_scale(-40, 127));
    const kine::SinCosF r = kine::sin_cos(x);
    const double wide = static_cast<double>(x);
    EXPECT_EQ(bits(r.sin), bits(static_cast<float>(kine::sin(wide))));
    EXPECT_EQ(bits(r.sin), bits(kine::sin(x)));
    EXPECT_EQ(bits(r.cos), bits(kine::cos(x)));
    worst = std::fmax(worst, ulp_error(r.sin, std::sin(static_cast<long double>(x))));
    worst = std::fmax(worst, ulp_error(r.cos, std::cos(static_cast<long double>(x))));
    const float y = static_cast<float>(random.any_scale(-40, 40));
    worst = std::fmax(
        worst, ulp_error(kine::atan2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x))));
    const float w = static_cast<float>(random.uniform(-1, 1));
    worst = std::fmax(worst, ulp_error(kine::acos(w), std::acos(static_cast<long double>(w))));
    worst = std::fmax(worst, ulp_error(kine::asin(w), std::asin(static_cast<long double>(w))));
    worst = std::fmax(worst, ulp_error(kine::atan(w), std::atan(static_cast<long double>(w))));
  }
  std::printf("%-28s %.4f ulp of float at most\n", "float", worst);
  EXPECT_LE(worst, kStatedFloat);
}

TEST(Trig, SinCosOfSpecialValues) {
  EXPECT_EQ(bits(kine::sin(0.0)), bits(0.0));
  EXPECT_EQ(bits(kine::sin(-0.0)), bits(-0.0));
  EXPECT_EQ(kine::cos(0.0), 1.0);
  EXPECT_EQ(kine::cos(-0.0), 1.0);
  EXPECT_EQ(kine::sin(kine::kHalfPi), 1.0);
  EXPECT_EQ(kine::cos(kine::kPi), -1.0);
  EXPECT_EQ(kine::sin(kine::kPi), 0x1.1a62633145c07p-53);  // what pi, rounded to double, falls short of pi
  EXPECT_EQ(kine::sin(DBL_TRUE_MIN), DBL_TRUE_MIN);
  EXPECT_EQ(kine::sin(-DBL_MIN), -DBL_MIN);
  for (const double x : {kInf, -kInf, kNan, -kNan}) {
    EXPECT_EQ(bits(kine::sin(x)), bits(kNan));
    EXPECT_EQ(bits(kine::cos(x)), bits(kNan));
    EXPECT_EQ(bits(kine::atan2(x, kNan)), bits(kNan));
    EXPECT_EQ(bits(kine::atan2(kNan, x)), bits(kNan));
  }
  EXPECT_TRUE(std::isnan(kine::sin(std::numeric_limits<float>::infinity())));
}

TEST(Trig, Atan2TreatsZerosAndInfinitiesAsC) {
  const double values[] = {0.0,  -0.0,  1.0,     -1.0,     2.5,     -2.5,     DBL_TRUE_MIN, -DBL_TRUE_MIN,
                           kInf, -kInf, DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 1e-300,       1e300};
  for (const double y : values) {
    for (const double x : values) {
      const double mine = kine::atan2(y, x);
      const double reference = std::atan2(y, x);
      EXPECT_LE(kine::test::ulps_between(mine, reference), 1) << y << ", " << x;
      EXPECT_EQ(std::signbit(mine), std::signbit(reference)) << y << ", " << x;
      if (y == 0.0 || x == 0.0 || std::isinf(y) || std::isinf(x)) {
        EXPECT_EQ(bits(mine), bits(reference)) << y << ", " << x;
      }
    }
  }
  EXPECT_EQ(bits(kine::atan(-0.0)), bits(-0.0));
  EXPECT_EQ(kine::atan(kInf), kine::kHalfPi);
  EXPECT_EQ(kine::atan(-kInf), -kine::kHalfPi);
  EXPECT_EQ(kine::atan(1.0), kine::kHalfPi / 2);
}

TEST(Trig, ArcFunctionsAtTheEndsOfTheirRange) {
  EXPECT_EQ(bits(kine::acos(1.0)), bits(0.0));
  EXPECT_EQ(kine::acos(-1.0), kine::kPi);
  EXPECT_EQ(kine::acos(0.0), kine::kHalfPi);
  EXPECT_EQ(kine::acos(-0.0), kine::kHalfPi);
  EXPECT_EQ(kine::asin(1.0), kine::kHalfPi);
  EXPECT_EQ(kine::asin(-1.0), -kine::kHalfPi);
  EXPECT_EQ(bits(kine::asin(0.0)), bits(0.0));
  EXPECT_EQ(bits(kine::asin(-0.0)), bits(-0.0));
  const double outside[] = {std::nextafter(1.0, 2.0), std::nextafter(-1.0, -2.0), 2.0, -kInf, kInf, kNan};
  for (const double x : outside) {
    EXPECT_EQ(bits(kine::acos(x)), bits(kNan));
    EXPECT_EQ(bits(kine::asin(x)), bits(kNan));
  }
}

TEST(Trig, HasExactSymmetry) {
  Random random(7);
  for (int i = 0; i < 500'000; ++i) {
    const double x = (i & 1) != 0 ? random.uniform(-1e6, 1e6) : random.any_scale(-1074, 1023);
    const kine::SinCos plus = kine::sin_cos(x);
    const kine::SinCos minus = kine::sin_cos(-x);
    ASSERT_EQ(bits(minus.sin), bits(-plus.sin)) << x;
    ASSERT_EQ(bits(minus.cos), bits(plus.cos)) << x;
    ASSERT_LE(std::fabs(plus.sin), 1.0);
    ASSERT_LE(std::fabs(plus.cos), 1.0);
    const double y = random.any_scale(-300, 300);
    ASSERT_EQ(bits(kine::atan2(-y, x)), bits(-kine::atan2(y, x)));
    const double w = random.uniform(-1, 1);
    ASSERT_EQ(bits(kine::asin(-w)), bits(-kine::asin(w)));
  }
}

TEST(Trig, RisesNearZero) {
  for (const double start : {0.0, 1e-300, 1e-9, 1e-4, 0.01, 0.1}) {
    double x = start;
    kine::SinCos before = kine::sin_cos(x);
    for (int i = 0; i < 100'000; ++i) {
      x = std::nextafter(x, 1.0);
      const kine::SinCos now = kine::sin_cos(x);
      ASSERT_GE(now.sin, before.sin) << x;
      ASSERT_LE(now.cos, before.cos) << x;
      ASSERT_LE(now.sin, x);
      before = now;
    }
  }
}

TEST(Trig, KeepsTheIdentities) {
  Random random(8);
  for (int i = 0; i < 200'000; ++i) {
    const double x = random.uniform(-kine::kPi, kine::kPi);
    const kine::SinCos r = kine::sin_cos(x);
    ASSERT_NEAR(r.sin * r.sin + r.cos * r.cos, 1.0, 4e-16);
    ASSERT_NEAR(kine::atan2(r.sin, r.cos), x, 8e-16);
    const kine::SinCos twice = kine::sin_cos(2.0 * x);
    ASSERT_NEAR(twice.sin, 2.0 * r.sin * r.cos, 6e-16);
    const double w = random.uniform(-1, 1);
    ASSERT_NEAR(kine::asin(w) + kine::acos(w), kine::kHalfPi, 5e-16);
    ASSERT_NEAR(kine::cos(kine::acos(w)), w, 5e-16);
    ASSERT_NEAR(kine::sin(kine::asin(w)), w, 3e-16);
  }
}

TEST(Trig, BatchGivesTheBitsOfTheScalarCall) {
  Random random(9);
  const double odd_ones[] = {kInf, -kInf, kNan, 1e300, -0x1p20, std::nextafter(0x1p20, kInf), -0.0, DBL_TRUE_MIN};
  std::vector<double> angles, sines, cosines;
  for (std::size_t count = 0; count <= 100; ++count) {
    for (int round = 0; round < 40; ++round) {
      angles.resize(count);
      for (double& a : angles) a = (round & 1) != 0 ? random.uniform(-7, 7) : random.any_scale(-30, 19);
      if (round >= 20 && count > 0) angles[random.word() % count] = odd_ones[random.word() % 8];
      sines.assign(count + 1, 42.0);
      cosines.assign(count + 1, 42.0);
      kine::sin_cos(angles, std::span(sines).first(count), std::span(cosines).first(count));
      for (std::size_t i = 0; i < count; ++i) {
        const kine::SinCos r = kine::sin_cos(angles[i]);
        ASSERT_EQ(bits(sines[i]), bits(r.sin)) << count << ": " << angles[i];
        ASSERT_EQ(bits(cosines[i]), bits(r.cos)) << count << ": " << angles[i];
      }
      ASSERT_EQ(sines[count], 42.0);
      ASSERT_EQ(cosines[count], 42.0);
      // In place, over the angles themselves.
      std::vector<double> in_place = angles;
      kine::sin_cos(in_place, in_place, std::span(cosines).first(count));
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bits(in_place[i]), bits(sines[i])) << count << ", " << i;
      in_place = angles;
      kine::sin_cos(in_place, std::span(sines).first(count), in_place);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bits(in_place[i]), bits(cosines[i])) << count << ", " << i;
    }
  }
}

TEST(Trig, ConvertsDegreesExactlyAtTheQuarters) {
  static_assert(kine::radians(180.0) == kine::kPi && kine::degrees(kine::kPi) == 180.0);
  static_assert(kine::radians(-90.0) == -kine::kHalfPi && kine::degrees(kine::kHalfPi) == 90.0);
  static_assert(kine::radians(360.0) == kine::kTwoPi && kine::radians(180.0f) == static_cast<float>(kine::kPi));
  static_assert(kine::kHalfPi * 2 == kine::kPi && kine::kPi * 2 == kine::kTwoPi);
  EXPECT_NEAR(kine::degrees(1.0), 57.29577951308232, 1e-14);
  EXPECT_NEAR(kine::radians(1.0), 0.017453292519943295, 1e-17);
}

TEST(Trig, WorksAtCompileTime) {
  static_assert(kine::sin(0.0) == 0.0 && kine::cos(0.0) == 1.0);
  static_assert(kine::sin(kine::kHalfPi) == 1.0);
  static_assert(kine::atan2(1.0, 0.0) == kine::kHalfPi);
  constexpr kine::SinCos kHuge = kine::sin_cos(1e22);
  volatile double run_time = 1e22;
  EXPECT_EQ(bits(kHuge.sin), bits(kine::sin(run_time)));
  EXPECT_EQ(bits(kHuge.cos), bits(kine::cos(run_time)));
}

// One number for the bits of 600,000 results. It must be the same for every compiler, optimisation and processor.
TEST(Trig, GivesTheSameBitsEverywhere) {
  Random random(10);
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](double x) { hash = (hash ^ bits(x)) * 0x100000001b3u; };
  for (int i = 0; i < 100'000; ++i) {
    const kine::SinCos r = kine::sin_cos((i & 7) == 0 ? random.any_scale(-100, 1000) : random.uniform(-1e4, 1e4));
    add(r.sin);
    add(r.cos);
    const double y = random.any_scale(-20, 20);
    const double x = random.any_scale(-20, 20);
    add(kine::atan2(y, x));
    add(kine::atan(y));
    const double w = random.uniform(-1, 1);
    add(kine::acos(w));
    add(kine::asin(w));
  }
  EXPECT_EQ(hash, 0xcb89cf871467c77fu);
}

}  // namespace
