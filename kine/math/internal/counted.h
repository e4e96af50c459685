// A scalar that counts what is done with it.
//
// Run any kernel templated on its scalar with `Counted` instead of `double` and the tally says how many floating-point
// operations that very text costs. This is how the complexity tables of Meredith & Maddock, "Real-Time Inverse
// Kinematics: The Return of the Jacobian", are checked: the same text that computes is the text that is counted.
//
// Counted: every +, - (of two operands), *, /, and, apart from them, every square root. Not counted: copies, sign
// changes, absolute values, comparisons, conversions. As in the paper, `sum = 0; sum += x;` counts as one addition.
#pragma once

#include <cmath>
#include <limits>

namespace kine {

/// How many operations were done. Square roots are kept apart: the paper's tables do not count them as flops.
struct FlopTally {
  long multiplications = 0;
  long divisions = 0;
  long additions = 0;  ///< Additions and subtractions.
  long square_roots = 0;

  constexpr long flops() const { return multiplications + divisions + additions; }
  friend constexpr bool operator==(const FlopTally&, const FlopTally&) = default;
};

namespace detail {
inline FlopTally& flop_tally() {
  thread_local FlopTally tally;
  return tally;
}
}  // namespace detail

/// A double that counts. Each thread has its own tally. The values are exactly those of double arithmetic.
class Counted {
 public:
  constexpr Counted() = default;
  constexpr Counted(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): literals must just work.
  constexpr explicit operator double() const { return value_; }
  constexpr explicit operator float() const { return static_cast<float>(value_); }
  constexpr double value() const { return value_; }

  friend Counted operator+(Counted a, Counted b) {
    ++detail::flop_tally().additions;
    return a.value_ + b.value_;
  }
  friend Counted operator-(Counted a, Counted b) {
    ++detail::flop_tally().additions;
    return a.value_ - b.value_;
  }
  friend Counted operator*(Counted a, Counted b) {
    ++detail::flop_tally().multiplications;
    return a.value_ * b.value_;
  }
  friend Counted operator/(Counted a, Counted b) {
    ++detail::flop_tally().divisions;
    return a.value_ / b.value_;
  }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  Counted& operator/=(Counted b) { return *this = *this / b; }

  friend constexpr Counted operator+(Counted a) { return a; }
  friend constexpr Counted operator-(Counted a) { return -a.value_; }
  friend constexpr bool operator==(Counted a, Counted b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Counted a, Counted b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Counted a, Counted b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Counted a, Counted b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Counted a, Counted b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Counted a, Counted b) { return a.value_ >= b.value_; }

  friend Counted sqrt(Counted a) {
    ++detail::flop_tally().square_roots;
    return std::sqrt(a.value_);
  }
  friend Counted abs(Counted a) { return std::abs(a.value_); }
  friend Counted fabs(Counted a) { return std::abs(a.value_); }
  friend Counted floor(Counted a) { return std::floor(a.value_); }
  friend Counted min(Counted a, Counted b) { return b.value_ < a.value_ ? b : a; }
  friend Counted max(Counted a, Counted b) { return a.value_ < b.value_ ? b : a; }
  friend bool isfinite(Counted a) { return std::isfinite(a.value_); }

 private:
  double value_ = 0;
};

/// What a piece of work costs in this thread: starts at nothing, reads what was done since. Counters may be nested.
class FlopCounter {
 public:
  FlopCounter() : start_(detail::flop_tally()) {}
  FlopTally tally() const {
    const FlopTally& now = detail::flop_tally();
    return {now.multiplications - start_.multiplications, now.divisions - start_.divisions,
            now.additions - start_.additions, now.square_roots - start_.square_roots};
  }

 private:
  FlopTally start_;
};

}  // namespace kine

/// The limits of Counted are those of the double inside.
template <>
struct std::numeric_limits<kine::Counted> : std::numeric_limits<double> {
  using Of = std::numeric_limits<double>;
  static constexpr kine::Counted min() noexcept { return Of::min(); }
  static constexpr kine::Counted max() noexcept { return Of::max(); }
  static constexpr kine::Counted lowest() noexcept { return Of::lowest(); }
  static constexpr kine::Counted epsilon() noexcept { return Of::epsilon(); }
  static constexpr kine::Counted round_error() noexcept { return Of::round_error(); }
  static constexpr kine::Counted infinity() noexcept { return Of::infinity(); }
  static constexpr kine::Counted quiet_NaN() noexcept { return Of::quiet_NaN(); }
  static constexpr kine::Counted denorm_min() noexcept { return Of::denorm_min(); }
};
