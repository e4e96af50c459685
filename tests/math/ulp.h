#pragma once

// How far a computed number is from the true one, in units in the last place of the true one.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#if defined(KINE_HAVE_MPFR)
#include <mpfr.h>
#endif

namespace kine::test {

// The distance between neighbouring numbers of type T in the binade that begins with 2^exponent.
template <typename T>
double ulp_of_binade(int exponent) {
  using Limits = std::numeric_limits<T>;
  return std::ldexp(1.0, std::max(exponent, Limits::min_exponent - 1) - (Limits::digits - 1));
}

// Error of a computed float or double against a reference of more bits. Infinite when one of them is not finite, or
// when the reference is 0 and the computed number is not.
template <typename T>
double ulp_error(T computed, long double reference) {
  if (static_cast<long double>(computed) == reference) return 0.0;
  if (reference == 0.0L || !std::isfinite(computed) || !std::isfinite(reference))
    return std::numeric_limits<double>::infinity();
  const long double difference = static_cast<long double>(computed) - reference;
  return static_cast<double>(std::fabs(difference) / ulp_of_binade<T>(std::ilogb(reference)));
}

#if defined(KINE_HAVE_MPFR)
// The same against an MPFR number. `scratch` needs at least the reference's precision; it is overwritten.
template <typename T>
double ulp_error(T computed, mpfr_srcptr reference, mpfr_ptr scratch) {
  if (mpfr_cmp_d(reference, static_cast<double>(computed)) == 0 && mpfr_number_p(reference)) return 0.0;
  if (!mpfr_regular_p(reference) || !std::isfinite(computed)) return std::numeric_limits<double>::infinity();
  mpfr_sub_d(scratch, reference, static_cast<double>(computed), MPFR_RNDN);
  // MPFR's mantissas lie in [1/2, 1). Dividing in MPFR keeps subnormal differences exact.
  const int exponent = static_cast<int>(mpfr_get_exp(reference)) - 1;
  mpfr_div_d(scratch, scratch, ulp_of_binade<T>(exponent), MPFR_RNDN);
  return std::fabs(mpfr_get_d(scratch, MPFR_RNDN));
}
#endif

// How many doubles lie between a and b, counting b. Both finite.
inline std::int64_t ulps_between(double a, double b) {
  const auto place = [](double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
  };
  const std::int64_t difference = place(a) - place(b);
  return difference < 0 ? -difference : difference;
}

}  // namespace kine::test
