#pragma once

// Trigonometry that gives the same bits everywhere.
//
// The C library's sin, cos, atan2 and acos differ in the last bit between platforms and versions. These are made of
// nothing but + - * / sqrt, bit casts and integer arithmetic, which IEEE 754 pins down, so every compiler, optimisation
// level and processor gives the same result. The one thing asked of the compiler: no fast-math, and no contraction of
// a*b+c into one rounding (-ffp-contract=off; the kine::kine target passes it on).
//
// No error larger than this was found against MPFR (tests/math/trig_test.cpp), in units in the last place of the true
// value:
//
//   sin, cos     0.84   |x| <= 1e6, with the doubles around every multiple of pi/2, and all larger |x|
//   atan2, atan  0.65   all quadrants, tiny and huge ratios, subnormal results
//   asin, acos   0.68   [-1, 1]
//   float        0.51   of a float: computed in double, then rounded once
//
// Names: callers write kine::sin(x). There are overloads for float and double only. An integer argument, or a float
// mixed with a double in atan2, is ambiguous and does not compile: say which is meant. The same is true of plain
// sin(x) after `using namespace kine` where the C library's sin is visible too, so neither is taken by accident.
//
// Not a number in gives not a number out, always the same quiet NaN.

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "kine/math/select.h"
#include "kine/math/trig_reduction.h"

namespace kine {

inline constexpr double kPi = 0x1.921fb54442d18p+1;
inline constexpr double kHalfPi = 0x1.921fb54442d18p+0;
inline constexpr double kTwoPi = 0x1.921fb54442d18p+2;

// Divides first, so that multiples of 45 degrees and of pi/4 map onto each other exactly.
constexpr double degrees(double radians) { return radians / kPi * 180.0; }
constexpr double radians(double degrees) { return degrees / 180.0 * kPi; }
constexpr float degrees(float radians) { return static_cast<float>(degrees(static_cast<double>(radians))); }
constexpr float radians(float degrees) { return static_cast<float>(radians(static_cast<double>(degrees))); }

template <typename T>
struct SinCosT {
  T sin;
  T cos;
};
using SinCos = SinCosT<double>;
using SinCosF = SinCosT<float>;

namespace detail {

// Estrin's scheme: coefficients [kBegin, kBegin + kCount) of a polynomial in z. Its chain of dependent operations is
// short, which matters more than the few extra multiplications.
template <class T>
struct Powers {
  T z1, z2, z4, z8, z16;
  constexpr explicit Powers(T z) : z1(z), z2(z * z), z4(z2 * z2), z8(z4 * z4), z16(z8 * z8) {}
};
template <std::size_t kBegin, std::size_t kCount, class T, std::size_t kSize>
constexpr T polynomial(const double (&coefficients)[kSize], const Powers<T>& z) {
  static_assert(kBegin + kCount <= kSize && kCount >= 1 && kCount <= 32);
  if constexpr (kCount == 1) {
    return T(coefficients[kBegin]);
  } else {
    constexpr std::size_t kHalf = std::bit_floor(kCount - 1);
    constexpr T Powers<T>::* kPower = kHalf == 1   ? &Powers<T>::z1
                                      : kHalf == 2 ? &Powers<T>::z2
                                      : kHalf == 4 ? &Powers<T>::z4
                                      : kHalf == 8 ? &Powers<T>::z8
                                                   : &Powers<T>::z16;
    return polynomial<kBegin, kHalf>(coefficients, z) +
           polynomial<kBegin + kHalf, kCount - kHalf>(coefficients, z) * z.*kPower;
  }
}
template <class T, std::size_t kSize>
constexpr T polynomial(const double (&coefficients)[kSize], T z) {
  return polynomial<0, kSize>(coefficients, Powers<T>(z));
}

// All polynomials are minimax fits of our own (Remez exchange in 70 digits; each coefficient was rounded to double in
// turn and the ones after it fitted again). The error is relative to the whole function value.

// sin r = r + r z S(z), z = r*r, |r| <= pi/4: degree 5 in z, error 2^-57.8.
inline constexpr double kSinCoefficients[] = {-0x1.5555555555548p-3, 0x1.111111110f730p-7,   -0x1.a01a019be9217p-13,
                                              0x1.71de35552b516p-19, -0x1.ae5e4b83e0a9bp-26, 0x1.5d8b5591dfe5bp-33};
// cos r = 1 - z/2 + z z C(z), same interval: degree 5 in z, error 2^-63.9.
inline constexpr double kCosCoefficients[] = {0x1.555555555554bp-5,   -0x1.6c16c16c15015p-10, 0x1.a01a019c8f254p-16,
                                              -0x1.27e4f7f191488p-22, 0x1.1ee9dbcefaf26p-29,  -0x1.8fa68485e6b97p-37};
// asin m = m + m z A(z), z = m*m, 0 <= m <= 1/2: degree 12 in z, error 2^-59.8.
inline constexpr double kAsinCoefficients[] = {
    0x1.5555555555577p-3, 0x1.333333332e131p-4,  0x1.6db6db721267fp-5, 0x1.f1c71a94f2e49p-6, 0x1.6e8bdee041d48p-6,
    0x1.1c49f05ca0816p-6, 0x1.ca1f8d78aa1b0p-7,  0x1.7585894febbc8p-7, 0x1.613c8e86e5d5bp-7, 0x1.e5f56ba349f20p-9,
    0x1.639c787351f26p-6, -0x1.57fd7fbb0c7d1p-6, 0x1.0b46bc8f803b6p-5};
// atan t = t + t z B(z), z = t*t, |t| <= 0.41422, a little above tan(pi/8): degree 10 in z, error 2^-59.4.
inline constexpr double kAtanCoefficients[] = {-0x1.555555555553dp-2, 0x1.9999999995867p-3,  -0x1.24924922ad3d7p-3,
                                               0x1.c71c70e5feacap-4,  -0x1.745cf8da5a99bp-4, 0x1.3b1118f6f3721p-4,
                                               -0x1.10ebb6aaee48cp-4, 0x1.df0f35223f605p-5,  -0x1.9cd260d3d0122p-5,
                                               0x1.37d4cea5e133ap-5,  -0x1.2568b116259dcp-6};

// Both polynomials, then the quadrant picks by bit masks: no branch, so that loops vectorise.
template <class T>
constexpr SinCosT<T> sin_cos_of(const ReducedT<T>& r, decltype(bits_of(T(0))) sign) {
  using Bits = decltype(bits_of(T(0)));
  const T z = r.hi * r.hi;
  const T half_z = 0.5 * z;
  const Powers<T> powers(z);
  // sin(hi + lo) = sin hi + lo cos hi
  const T s = r.hi + ((r.lo - half_z * r.lo) + (r.hi * z) * polynomial<0, 6>(kSinCoefficients, powers));
  // cos(hi + lo) = cos hi - lo sin hi; (1 - near_one) - half_z is what near_one lost
  const T near_one = 1.0 - half_z;
  const T c =
      near_one + (((1.0 - near_one) - half_z) + (powers.z2 * polynomial<0, 6>(kCosCoefficients, powers) - r.hi * r.lo));
  const Bits exchanged = (bits_of(s) ^ bits_of(c)) & (Bits(0) - (r.quadrant & Bits(1)));
  return {double_of(bits_of(s) ^ exchanged ^ sign ^ ((r.quadrant & Bits(2)) << 62)),
          double_of(bits_of(c) ^ exchanged ^ (((r.quadrant + Bits(1)) & Bits(2)) << 62))};
}

// For |x| <= kReduceLimit only; the body of the scalar function, the batched one and the one in lanes.
template <class T>
constexpr SinCosT<T> sin_cos_bounded(T x) {
  return sin_cos_of(reduce_bounded(magnitude(x)), sign_of(x));
}

constexpr SinCos sin_cos_unbounded(double x) {
  if (!(magnitude(x) <= std::numeric_limits<double>::max())) return {kNan, kNan};
  return sin_cos_of(reduce_huge(magnitude(x)), sign_of(x));
}

// eighths * pi/4 + (angle with this sign), for eighths of a turn from 0 to 4. Where eighths is not 0, angle.hi is
// smaller than the base, so that what their sum loses is found exactly.
template <class T>
constexpr T add_angle(T eighths, const PairT<T>& angle, decltype(bits_of(T(0))) sign) {
  const T base_hi = eighths * (0.5 * kHalfPiPair.hi);  // exact: the constant ends in three zero bits
  const T base_lo = eighths * (0.5 * kHalfPiPair.lo);
  const T signed_hi = flip(angle.hi, sign);
  const T hi = base_hi + signed_hi;
  const T lost = (base_hi - hi) + signed_hi;
  return hi + (lost + (base_lo + flip(angle.lo, sign)));
}

// The angle of (x, y) from the positive x axis, for finite y, x >= 0, not both 0; then mirrored when x is negative.
// Folded into the lowest eighth of a turn by exchanging x and y, and then about its middle:
// atan(a / b) = pi/4 + atan((a - b) / (a + b)).
template <class T>
constexpr T atan2_magnitude(T y, T x, MaskOf<T> x_is_negative) {
  const MaskOf<T> steep = y > x;
  const T a = select(steep, x, y);
  const T b = select(steep, y, x);
  // On a scale where sums and exact products neither overflow nor (unless a is negligible) underflow.
  const T scale = select(b > 0x1p500, T(0x1p-600), select(b < 0x1p-500, T(0x1p600), T(1.0)));
  const T a_scaled = a * scale;
  const T b_scaled = b * scale;
  const MaskOf<T> fold = a_scaled > 0x1.a8279ap-2 * b_scaled;
  const T sum = b_scaled + a_scaled;
  const T difference = b_scaled - a_scaled;
  const T sum_lost = (b_scaled - sum) + a_scaled;
  const T difference_lost = (b_scaled - difference) - a_scaled;
  const T t = select(fold, -difference, a) / select(fold, sum, b);
  // What the quotient lost. A small t is its own arc tangent and needs no more than its own rounding.
  const T numerator = select(fold, -difference, a_scaled);
  const T denominator = select(fold, sum, b_scaled);
  const PairT<T> product = exact_product(t, denominator);
  const T residue = ((numerator - product.hi) - product.lo) - select(fold, difference_lost + t * sum_lost, T(0.0));
  const T z = t * t;
  const T t_lo = select(magnitude(t) < 0x1p-30, T(0.0), residue / (denominator + denominator * z));  // dt / (1 + t*t)
  const PairT<T> angle = {t, t_lo + (t * z) * polynomial(kAtanCoefficients, z)};
  const T eighths = select(fold, T(1.0), T(0.0));
  const T unsteepened = select(steep, 2.0 - eighths, eighths);
  return add_angle(select(x_is_negative, 4.0 - unsteepened, unsteepened), angle, sign_if(steep != x_is_negative));
}

// asin of m = |x| <= 1/2 as it stands; beyond, m = sqrt((1 - |x|) / 2) and the angle is the half of acos |x|.
struct Arc {
  Pair angle;
  bool beyond_half;
};
inline Arc arc_of(double x) {
  const bool beyond_half = x > 0.5;
  const double w = (1.0 - x) * 0.5;  // exact beyond one half
  const double root = std::sqrt(w);
  const Pair square = exact_product(root, root);
  const double root_lo = ((w - square.hi) - square.lo) / ((root > 0x1p-30 ? root : 1.0) * 2.0);  // root is 0 or > 2^-28
  const double m = beyond_half ? root : x;
  const double z = beyond_half ? w : x * x;
  const Pair angle = {m, (beyond_half ? root_lo : 0.0) + (m * z) * polynomial(kAsinCoefficients, z)};
  return {beyond_half ? Pair{2.0 * angle.hi, 2.0 * angle.lo} : angle, beyond_half};
}

}  // namespace detail

// Sine and cosine of x radians. For |x| > 2^20 a slower path keeps the same accuracy over the whole range of double.
// sin(-0) is -0. Infinite x gives NaN.
constexpr SinCos sin_cos(double x) {
  if (detail::magnitude(x) <= detail::kReduceLimit) [[likely]]
    return detail::sin_cos_bounded(x);
  return detail::sin_cos_unbounded(x);
}
constexpr double sin(double x) { return sin_cos(x).sin; }
constexpr double cos(double x) { return sin_cos(x).cos; }

constexpr SinCosF sin_cos(float x) {
  const SinCos r = sin_cos(static_cast<double>(x));
  return {static_cast<float>(r.sin), static_cast<float>(r.cos)};
}
constexpr float sin(float x) { return sin_cos(x).sin; }
constexpr float cos(float x) { return sin_cos(x).cos; }

// The angle of the point (x, y) from the positive x axis, in [-pi, pi]. Signed zeros and infinities as in C: the sign
// of the result is that of y; atan2(+-0, +0) = +-0, atan2(+-0, -0) = +-pi, atan2(+-inf, +-inf) is an odd multiple of
// pi/4.
constexpr double atan2(double y, double x) {
  constexpr double kMax = std::numeric_limits<double>::max();
  double ay = detail::magnitude(y);
  double ax = detail::magnitude(x);
  if (!(ay <= kMax && ax <= kMax && (ay > 0.0 || ax > 0.0))) [[unlikely]] {
    if (y != y || x != x) return detail::kNan;
    const bool y_infinite = ay > kMax;
    const bool x_infinite = ax > kMax;
    ay = y_infinite ? 1.0 : 0.0;  // a point in the same direction
    ax = x_infinite || !y_infinite ? 1.0 : 0.0;
  }
  return detail::flip(detail::atan2_magnitude(ay, ax, detail::is_negative(x)), detail::sign_of(y));
}
constexpr double atan(double x) { return atan2(x, 1.0); }

// The angle in [0, pi] whose cosine is x. NaN for |x| > 1, as in C: clamp first what may have been rounded beyond 1.
inline double acos(double x) {
  const double magnitude = detail::magnitude(x);
  if (!(magnitude <= 1.0)) [[unlikely]]
    return detail::kNan;
  const detail::Arc arc = detail::arc_of(magnitude);
  const bool negative = x < 0.0;
  // |x| <= 1/2: pi/2 - asin x. Beyond: the arc itself, or pi minus it.
  const double eighths = !arc.beyond_half ? 2.0 : negative ? 4.0 : 0.0;
  return detail::add_angle(eighths, arc.angle, negative == arc.beyond_half ? detail::kSignBit : 0);
}

// The angle in [-pi/2, pi/2] whose sine is x. asin(-0) is -0. NaN for |x| > 1, as in C.
inline double asin(double x) {
  const double magnitude = detail::magnitude(x);
  if (!(magnitude <= 1.0)) [[unlikely]]
    return detail::kNan;
  const detail::Arc arc = detail::arc_of(magnitude);
  const double eighths = arc.beyond_half ? 2.0 : 0.0;
  return detail::flip(detail::add_angle(eighths, arc.angle, arc.beyond_half ? detail::kSignBit : 0),
                      detail::sign_of(x));
}

constexpr float atan2(float y, float x) {
  return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}
constexpr float atan(float x) { return static_cast<float>(atan(static_cast<double>(x))); }
inline float acos(float x) { return static_cast<float>(acos(static_cast<double>(x))); }
inline float asin(float x) { return static_cast<float>(asin(static_cast<double>(x))); }

namespace detail {

// Exactly kCount angles, a number known to the compiler so that it can keep them in registers. Reads all before it
// writes any.
template <std::size_t kCount>
inline void sin_cos_block(const double* angles, double* sines, double* cosines) {
  double s[kCount];
  double c[kCount];
  std::uint64_t beyond = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const SinCos r = sin_cos_bounded(angles[i]);
    s[i] = r.sin;
    c[i] = r.cos;
    // Borrows from the top bit when |x| is above the limit (or NaN, whose bits compare as larger still).
    beyond |= bits_of(kReduceLimit) - bits_of(magnitude(angles[i]));
  }
  if ((beyond & kSignBit) != 0) [[unlikely]] {
    for (std::size_t i = 0; i < kCount; ++i) {
      const SinCos r = sin_cos(angles[i]);
      s[i] = r.sin;
      c[i] = r.cos;
    }
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    sines[i] = s[i];
    cosines[i] = c[i];
  }
}

}  // namespace detail

// Sines and cosines of many angles, bit for bit those of sin_cos(angle), in vector registers where there are any.
// All three spans have the same size. Either output may be the same memory as the angles, but not overlap it otherwise.
inline void sin_cos(std::span<const double> angles, std::span<double> sines, std::span<double> cosines) {
  assert(angles.size() == sines.size() && angles.size() == cosines.size());
  const double* a = angles.data();
  double* s = sines.data();
  double* c = cosines.data();
  std::size_t rest = angles.size();
  for (; rest >= 8; rest -= 8, a += 8, s += 8, c += 8) detail::sin_cos_block<8>(a, s, c);
  if (rest > 4) {
    // Two blocks that overlap, quicker than blocks of 4, 2 and 1. The second is read before the first is written.
    const double* last = a + (rest - 4);
    const double second[4] = {last[0], last[1], last[2], last[3]};
    detail::sin_cos_block<4>(a, s, c);
    detail::sin_cos_block<4>(second, s + (rest - 4), c + (rest - 4));
  } else if (rest == 4) {
    detail::sin_cos_block<4>(a, s, c);
  } else if (rest > 0) {
    if (rest >= 2) detail::sin_cos_block<2>(a, s, c);
    if (rest != 2) detail::sin_cos_block<1>(a + (rest - 1), s + (rest - 1), c + (rest - 1));
  }
}

}  // namespace kine
