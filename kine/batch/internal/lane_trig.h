#pragma once

#include "kine/batch/internal/lanes.h"
#include "kine/math/trig.h"

namespace kine::detail {

// Of single numbers, in a file for every processor: see tools/check/lanes.
SinCos sin_cos_alone(double x);
double atan2_alone(double y, double x);
double asin_alone(double x);

/// kine::sin_cos in lanes; angles beyond a million turns, or that are not finite, one by one.
template <int W>
KINE_LANES_INLINE SinCosT<Lanes<W>> sin_cos(Lanes<W> x) {
  SinCosT<Lanes<W>> out = sin_cos_bounded(x);
  const unsigned beyond = bits_of_lanes(!(magnitude(x) <= Lanes<W>(kReduceLimit)));
  if (beyond != 0) [[unlikely]]
    for (int i = 0; i < W; ++i)
      if ((beyond >> i & 1) != 0) {
        const SinCos one = sin_cos_alone(x[i]);
        out.sin.set(i, one.sin);
        out.cos.set(i, one.cos);
      }
  return out;
}

/// kine::atan2 in lanes; the point at the origin and what is not finite one by one.
template <int W>
KINE_LANES_INLINE Lanes<W> atan2(Lanes<W> y, Lanes<W> x) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const Lanes<W> ay = magnitude(y), ax = magnitude(x);
  Lanes<W> out = flip(atan2_magnitude(ay, ax, is_negative(x)), sign_of(y));
  const LaneMask<W> usual = (ay <= kMost) & (ax <= kMost) & ((ay > 0.0) | (ax > 0.0));
  const unsigned odd = bits_of_lanes(!usual);
  if (odd != 0) [[unlikely]]
    for (int i = 0; i < W; ++i)
      if ((odd >> i & 1) != 0) out.set(i, atan2_alone(y[i], x[i]));
  return out;
}

/// kine::log of a unit quaternion in lanes.
template <int W>
KINE_LANES_INLINE Vec3T<Lanes<W>> log(const QuatT<Lanes<W>>& q) {
  using T = Lanes<W>;
  const Vec3T<T> v = q.vector();
  const T sine = length(v);
  const T sign = select(q.w < T(0), T(-1), T(1));
  const T cosine = q.w * sign;
  return v * select(sine < T(1e-10), sign * T(2), sign * T(2) * atan2(sine, cosine) / sine);
}

}  // namespace kine::detail
