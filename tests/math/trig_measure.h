#pragma once

// Measures the error of kine's trigonometry against functions that are not ours.
//
// The reference is the C library's long double functions where long double has 64 bits or more, and MPFR for every
// sixteenth value and all the hard ones; both must measure the same error. KINE_TRIG_MPFR_EVERY=1 in the environment
// sends every value through MPFR (a minute or two).

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "kine/math/trig.h"
#include "tests/math/ulp.h"

namespace kine::test::trig {

// Random numbers that are the same on every platform (the standard's distributions are not): Steele's splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(word() >> 11) * 0x1p-53; }
  double uniform(double from, double to) { return from + (to - from) * unit(); }
  // A random mantissa and sign, with the exponent uniform in [from, to].
  double any_scale(int from, int to) {
    const int exponent = from + static_cast<int>(word() % static_cast<std::uint64_t>(to - from + 1));
    const double x = std::ldexp(1.0 + unit(), exponent);
    return (word() & 1) != 0 ? -x : x;
  }

 private:
  std::uint64_t state_;
};

#if LDBL_MANT_DIG >= 64
constexpr bool kHaveLongDouble = true;
#else
constexpr bool kHaveLongDouble = false;
#endif

#if defined(KINE_HAVE_MPFR)
constexpr bool kHaveMpfr = true;
class Mpfr {
 public:
  explicit Mpfr(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Mpfr() { mpfr_clear(value_); }
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};
#else
constexpr bool kHaveMpfr = false;
#endif

// The largest error seen, where, and how far the two references ever disagreed about an error.
struct Worst {
  double error = 0.0;
  double at = 0.0;
  double at2 = 0.0;
  double disagreement = 0.0;
  std::uint64_t measured = 0;
  std::uint64_t measured_by_mpfr = 0;

  void note(double e, double where, double where2 = 0.0) {
    if (!(e <= error)) {
      error = e;
      at = where;
      at2 = where2;
    }
  }
  void print(const char* name) const {
    std::printf("%-28s %.4f ulp at most, at %a %a; %llu values, %llu of them by MPFR\n", name, error, at, at2,
                static_cast<unsigned long long>(measured), static_cast<unsigned long long>(measured_by_mpfr));
  }
};

class Measure {
 public:
  Measure() {
    if (const char* every = std::getenv("KINE_TRIG_MPFR_EVERY")) every_ = std::strtoull(every, nullptr, 10);
    if (every_ == 0) every_ = 1;
    if (!kHaveMpfr) std::printf("MPFR was not found: measured against long double alone.\n");
  }

  // `hard` values always go through MPFR.
  void sin_cos(double x, bool hard, Worst& worst) {
    const kine::SinCos r = kine::sin_cos(x);
    begin(hard, worst);
    long_double([&] { return ulp_error(r.sin, std::sin(static_cast<long double>(x))); }, 0);
    long_double([&] { return ulp_error(r.cos, std::cos(static_cast<long double>(x))); }, 1);
#if defined(KINE_HAVE_MPFR)
    if (use_mpfr_) {
      mpfr_set_d(x_, x, MPFR_RNDN);
      mpfr_sin_cos(first_, second_, x_, MPFR_RNDN);
      mpfr(ulp_error(r.sin, first_, scratch_), 0, worst);
      mpfr(ulp_error(r.cos, second_, scratch_), 1, worst);
    }
#endif
    end(x, 0.0, 2, worst);
  }

  void atan2(double y, double x, bool hard, Worst& worst) {
    const double angle = kine::atan2(y, x);
    begin(hard, worst);
    long_double([&] { return ulp_error(angle, std::atan2(static_cast<long double>(y), static_cast<long double>(x))); },
                0);
#if defined(KINE_HAVE_MPFR)
    if (use_mpfr_) {
      mpfr_set_d(x_, x, MPFR_RNDN);
      mpfr_set_d(y_, y, MPFR_RNDN);
      mpfr_atan2(first_, y_, x_, MPFR_RNDN);
      mpfr(ulp_error(angle, first_, scratch_), 0, worst);
    }
#endif
    end(y, x, 1, worst);
  }

  void asin_acos(double x, bool hard, Worst& worst) {
    const double arc_sine = kine::asin(x);
    const double arc_cosine = kine::acos(x);
    begin(hard, worst);
    long_double([&] { return ulp_error(arc_sine, std::asin(static_cast<long double>(x))); }, 0);
    long_double([&] { return ulp_error(arc_cosine, std::acos(static_cast<long double>(x))); }, 1);
#if defined(KINE_HAVE_MPFR)
    if (use_mpfr_) {
      mpfr_set_d(x_, x, MPFR_RNDN);
      mpfr_asin(first_, x_, MPFR_RNDN);
      mpfr_acos(second_, x_, MPFR_RNDN);
      mpfr(ulp_error(arc_sine, first_, scratch_), 0, worst);
      mpfr(ulp_error(arc_cosine, second_, scratch_), 1, worst);
    }
#endif
    end(x, 0.0, 2, worst);
  }

 private:
  void begin(bool hard, Worst& worst) {
    use_mpfr_ = kHaveMpfr && (hard || ++count_ % every_ == 0);
    ++worst.measured;
    if (use_mpfr_) ++worst.measured_by_mpfr;
  }
  template <typename F>
  void long_double(F error, int which) {
    if constexpr (kHaveLongDouble) error_[which] = error();
  }
  [[maybe_unused]] void mpfr(double error, int which, Worst& worst) {
    if (kHaveLongDouble) worst.disagreement = std::max(worst.disagreement, std::fabs(error - error_[which]));
    error_[which] = error;
  }
  void end(double at, double at2, int count, Worst& worst) {
    for (int i = 0; i < count; ++i) worst.note(error_[i], at, at2);
  }

  std::uint64_t every_ = 16;
  std::uint64_t count_ = 0;
  bool use_mpfr_ = false;
  double error_[2] = {0.0, 0.0};
#if defined(KINE_HAVE_MPFR)
  Mpfr x_{53}, y_{53}, first_{96}, second_{96}, scratch_{96};
#endif
};

}  // namespace kine::test::trig
