#pragma once

// The part of kine/math/trig.h that brings an angle into [-pi/4, pi/4], and the exact arithmetic that it rests on.

#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__FAST_MATH__)
#error "kine needs IEEE arithmetic: compile without -ffast-math"
#endif

namespace kine::detail {

static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8, "double must be IEEE 754 binary64");
static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1, "double arithmetic must round to double, not to more");

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

constexpr std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
constexpr double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }
constexpr std::uint64_t sign_of(double x) { return bits_of(x) & kSignBit; }
constexpr double magnitude(double x) { return double_of(bits_of(x) & ~kSignBit); }
constexpr std::uint64_t sign_if(bool negative) { return negative ? kSignBit : 0; }
constexpr bool is_negative(double x) { return sign_of(x) != 0; }
template <class T>
constexpr T flip(T x, decltype(bits_of(T(0))) sign) {
  return double_of(bits_of(x) ^ sign);
}

// A value as the unevaluated sum hi + lo, with |lo| a few parts in 2^53 of |hi| or less.
template <class T>
struct PairT {
  T hi;
  T lo;
};
using Pair = PairT<double>;

// a*b exactly (Dekker 1971, with Veltkamp's splitting of each factor in two halves of 26 bits).
// For products and factors far from overflow and underflow, which is all that is asked of it here.
template <class T>
constexpr PairT<T> exact_product(T a, T b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const T a_scaled = a * kSplitter;
  const T a_hi = a_scaled - (a_scaled - a);
  const T a_lo = a - a_hi;
  const T b_scaled = b * kSplitter;
  const T b_hi = b_scaled - (b_scaled - b);
  const T b_lo = b - b_hi;
  const T product = a * b;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

inline constexpr Pair kHalfPiPair = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// |x| = (4 m + quadrant) pi/2 + hi + lo for some whole m, |hi| <= pi/4 (1 + 2^-30). T: double, or lanes of them (kine/batch).
template <class T>
struct ReducedT {
  T hi;
  T lo;
  decltype(bits_of(T(0))) quadrant;  // only the two lowest bits count
};
using Reduced = ReducedT<double>;

// Up to here reduce_bounded holds. Elements beyond take the slow path.
inline constexpr double kReduceLimit = 0x1p20;

// For 0 <= x <= kReduceLimit, without branches. Cody and Waite's reduction with pi/2 in four parts of 33, 33, 33 and 53
// bits: n has at most 20 bits, so its products with the first three parts are exact. What a subtraction rounds away is
// recovered exactly: (t - r) - w is exact because t is a multiple of the last place of w, or larger than w. The doubles
// that come nearest to a multiple of pi/2 leave about 2^-58 after the cancellation; the parts reach 2^-159.
template <class T>
constexpr ReducedT<T> reduce_bounded(T x) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kRounder = 0x1.8p52;  // adding it leaves the nearest whole number in the low bits
  constexpr double kPart1 = 0x1.921fb544p+0;
  constexpr double kPart2 = 0x1.0b4611a6p-34;
  constexpr double kPart3 = 0x1.3198a2ep-69;
  constexpr double kPart4 = 0x1.b839a252049c1p-104;
  const T shifted = x * kTwoOverPi + kRounder;
  const T n = shifted - kRounder;
  const T r1 = x - n * kPart1;  // exact
  const T w2 = n * kPart2;
  const T r2 = r1 - w2;
  const T lost2 = (r1 - r2) - w2;
  const T w3 = n * kPart3;
  const T r3 = r2 - w3;
  const T lost3 = (r2 - r3) - w3;
  return {r3, lost2 + (lost3 - n * kPart4), bits_of(shifted)};
}

// The 128-bit product of two words.
struct Wide {
  std::uint64_t high;
  std::uint64_t low;
};
constexpr Wide wide_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow = 0xffffffffu;
  const std::uint64_t low = (a & kLow) * (b & kLow);
  const std::uint64_t middle1 = (a >> 32) * (b & kLow) + (low >> 32);
  const std::uint64_t middle2 = (a & kLow) * (b >> 32) + (middle1 & kLow);
  return {(a >> 32) * (b >> 32) + (middle1 >> 32) + (middle2 >> 32), (middle2 << 32) | (low & kLow)};
}

// For any finite x > kReduceLimit. Payne and Hanek's reduction in whole numbers: x = m 2^e with a 53-bit m; of the
// binary digits of 2/pi only the 192 that matter for m 2^e 2/pi modulo 4 are multiplied. The fraction that is left is
// at least 2^-62 for every double (Muller, Elementary Functions, table of worst cases), so its top word is not zero.
constexpr Reduced reduce_huge(double x) {
  constexpr std::uint64_t kTwoOverPi[] = {0,  // room for the exponents below 1
                                          0xa2f9836e4e441529,
                                          0xfc2757d1f534ddc0,
                                          0xdb6295993c439041,
                                          0xfe5163abdebbc561,
                                          0xb7246e3a424dd2e0,
                                          0x06492eea09d1921c,
                                          0xfe1deb1cb129a73e,
                                          0xe88235f52ebb4484,
                                          0xe99c7026b45f7e41,
                                          0x3991d639835339f4,
                                          0x9c845f8bbdf9283b,
                                          0x1ff897ffde05980f,
                                          0xef2f118b5a0a6d1f,
                                          0x6d367ecf27cb09b7,
                                          0x4f463f669e5fea2d,
                                          0x7527bac7ebe5f17b,
                                          0x3d0739f78a5292ea,
                                          0x6bfb5fb11f8d5d08,
                                          0x56033046fc7b6bab};
  const std::uint64_t m = (bits_of(x) & 0x000fffffffffffff) | 0x0010000000000000;
  // The digit of weight 2^-j stands at 63 + j. Digits with j < e - 1 add multiples of 4 and are left out.
  const std::uint64_t first = 63 + (bits_of(x) >> 52) - (1023 + 52) - 1;  // e is the biased exponent - 1023 - 52
  const std::size_t word = static_cast<std::size_t>(first / 64);
  const int shift = static_cast<int>(first % 64);
  const auto join = [](std::uint64_t high, std::uint64_t low, int left) {
    return left == 0 ? high : (high << left) | (low >> (64 - left));
  };
  const std::uint64_t w2 = join(kTwoOverPi[word], kTwoOverPi[word + 1], shift);
  const std::uint64_t w1 = join(kTwoOverPi[word + 1], kTwoOverPi[word + 2], shift);
  const std::uint64_t w0 = join(kTwoOverPi[word + 2], kTwoOverPi[word + 3], shift);

  // The low 192 bits of m * w: two digits before the binary point, 190 after it.
  const Wide low = wide_product(m, w0);
  const Wide middle = wide_product(m, w1);
  const std::uint64_t p0 = low.low;
  const std::uint64_t p1 = low.high + middle.low;
  const std::uint64_t p2 = middle.high + m * w2 + (p1 < low.high ? 1u : 0u);
  std::uint64_t quadrant = p2 >> 62;
  std::uint64_t f2 = join(p2, p1, 2);
  std::uint64_t f1 = join(p1, p0, 2);
  std::uint64_t f0 = p0 << 2;
  std::uint64_t sign = 0;
  if (f2 >> 63 != 0) {  // a fraction above one half: count down from the next quadrant
    ++quadrant;
    sign = kSignBit;
    f0 = ~f0 + 1;
    f1 = ~f1 + (f0 == 0 ? 1u : 0u);
    f2 = ~f2 + (f0 == 0 && f1 == 0 ? 1u : 0u);
  }
  const int zeros = std::countl_zero(f2);
  const std::uint64_t g1 = join(f2, f1, zeros);
  const std::uint64_t g0 = join(f1, f0, zeros);
  const double scale = double_of(static_cast<std::uint64_t>(1023 - 53 - zeros) << 52);
  const double fraction_hi = static_cast<double>(g1 >> 11) * scale;
  const double fraction_lo = static_cast<double>(((g1 & 0x7ff) << 42) | (g0 >> 22)) * (scale * 0x1p-53);
  const Pair product = exact_product(fraction_hi, kHalfPiPair.hi);
  const double lo = product.lo + (fraction_hi * kHalfPiPair.lo + fraction_lo * kHalfPiPair.hi);
  return {flip(product.hi, sign), flip(lo, sign), quadrant};
}

}  // namespace kine::detail
