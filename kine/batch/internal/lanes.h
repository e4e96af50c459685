#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "kine/math/quat.h"

/// Numbers side by side: the kernels are templates on their number type, and with Lanes instead of double they do W problems at
/// once. Every operation is the one IEEE 754 asks of each number by itself, so a lane has the bits that double would have.
///
/// Made of the vector extension of g++ and clang: plain arrays that the compiler knows to be one register. Each W belongs to one
/// instruction set (2: SSE2, NEON, WebAssembly; 4: AVX2; 8: AVX-512) and is used in the one file that is compiled for it.
namespace kine::detail {

#define KINE_LANES_INLINE [[gnu::always_inline]] inline

template <int W>
struct LaneVectors {
  typedef double Number __attribute__((vector_size(8 * W)));
  typedef std::int64_t Truth __attribute__((vector_size(8 * W)));
  typedef std::uint64_t Bits __attribute__((vector_size(8 * W)));
};

/// A truth a lane: all bits set or none.
template <int W>
struct LaneMask {
  using Truth = typename LaneVectors<W>::Truth;
  Truth m;

  LaneMask() : m{} {}
  KINE_LANES_INLINE explicit LaneMask(Truth truth) : m(truth) {}
  KINE_LANES_INLINE LaneMask(bool all) : m(Truth{} - (all ? 1 : 0)) {}  // NOLINT(google-explicit-constructor)

  KINE_LANES_INLINE friend LaneMask operator&(LaneMask a, LaneMask b) { return LaneMask(a.m & b.m); }
  KINE_LANES_INLINE friend LaneMask operator|(LaneMask a, LaneMask b) { return LaneMask(a.m | b.m); }
  KINE_LANES_INLINE friend LaneMask operator!(LaneMask a) { return LaneMask(~a.m); }
  KINE_LANES_INLINE friend LaneMask operator!=(LaneMask a, LaneMask b) { return LaneMask(a.m ^ b.m); }
  KINE_LANES_INLINE LaneMask& operator&=(LaneMask b) { return *this = *this & b; }
  KINE_LANES_INLINE LaneMask& operator|=(LaneMask b) { return *this = *this | b; }

  bool operator[](int lane) const { return m[lane] != 0; }
};

/// A bit a lane.
template <int W>
KINE_LANES_INLINE unsigned bits_of_lanes(LaneMask<W> mask) {
#if defined(__AVX512DQ__)
  if constexpr (W == 8) return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask.m));
#endif
#if defined(__AVX__)
  if constexpr (W == 4) return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.m)));
#endif
#if defined(__SSE2__)
  if constexpr (W == 2) return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask.m)));
#endif
  unsigned bits = 0;
  for (int i = 0; i < W; ++i) bits |= mask.m[i] != 0 ? 1u << i : 0u;
  return bits;
}

/// A lane a bit.
template <int W>
KINE_LANES_INLINE LaneMask<W> lanes_of_bits(unsigned bits) {
  using Truth = typename LaneVectors<W>::Truth;
  Truth place;
  for (int i = 0; i < W; ++i) place[i] = i;
  return LaneMask<W>(Truth{} - (((Truth{} + static_cast<std::int64_t>(bits)) >> place) & 1));
}

template <int W>
KINE_LANES_INLINE bool any(LaneMask<W> mask) {
  return bits_of_lanes(mask) != 0;
}
template <int W>
KINE_LANES_INLINE bool all(LaneMask<W> mask) {
  return bits_of_lanes(mask) == (1u << W) - 1;
}

/// The bits of a number a lane.
template <int W>
struct LaneBits {
  using Bits = typename LaneVectors<W>::Bits;
  Bits v;

  LaneBits() : v{} {}
  KINE_LANES_INLINE explicit LaneBits(Bits bits) : v(bits) {}
  KINE_LANES_INLINE LaneBits(std::uint64_t bits) : v(Bits{} + bits) {}  // NOLINT(google-explicit-constructor)

  KINE_LANES_INLINE friend LaneBits operator^(LaneBits a, LaneBits b) { return LaneBits(a.v ^ b.v); }
  KINE_LANES_INLINE friend LaneBits operator&(LaneBits a, LaneBits b) { return LaneBits(a.v & b.v); }
  KINE_LANES_INLINE friend LaneBits operator-(LaneBits a, LaneBits b) { return LaneBits(a.v - b.v); }
  KINE_LANES_INLINE friend LaneBits operator+(LaneBits a, LaneBits b) { return LaneBits(a.v + b.v); }
  KINE_LANES_INLINE friend LaneBits operator<<(LaneBits a, int by) { return LaneBits(a.v << by); }
};

template <int W>
struct Lanes {
  using Number = typename LaneVectors<W>::Number;
  using Mask = LaneMask<W>;
  static constexpr int kCount = W;
  Number v;

  Lanes() : v{} {}
  KINE_LANES_INLINE explicit Lanes(Number numbers) : v(numbers) {}
  KINE_LANES_INLINE Lanes(double all)
      : v(all - Number{}) {}  // NOLINT(google-explicit-constructor): literals must just work

  KINE_LANES_INLINE static Lanes load(const double* from) {
    Lanes out;
    std::memcpy(&out.v, from, sizeof(Number));
    return out;
  }
  KINE_LANES_INLINE void store(double* to) const { std::memcpy(to, &v, sizeof(Number)); }

  double operator[](int lane) const { return v[lane]; }
  void set(int lane, double value) { v[lane] = value; }

  KINE_LANES_INLINE friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
  KINE_LANES_INLINE friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
  KINE_LANES_INLINE friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
  KINE_LANES_INLINE friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
  KINE_LANES_INLINE friend Lanes operator-(Lanes a) { return Lanes(-a.v); }
  KINE_LANES_INLINE Lanes& operator+=(Lanes b) { return *this = *this + b; }
  KINE_LANES_INLINE Lanes& operator-=(Lanes b) { return *this = *this - b; }
  KINE_LANES_INLINE Lanes& operator*=(Lanes b) { return *this = *this * b; }

  KINE_LANES_INLINE friend Mask operator<(Lanes a, Lanes b) { return Mask(a.v < b.v); }
  KINE_LANES_INLINE friend Mask operator>(Lanes a, Lanes b) { return Mask(a.v > b.v); }
  KINE_LANES_INLINE friend Mask operator<=(Lanes a, Lanes b) { return Mask(a.v <= b.v); }
  KINE_LANES_INLINE friend Mask operator>=(Lanes a, Lanes b) { return Mask(a.v >= b.v); }
  // No ==: vectors of lanes would get one from it that says yes or no of all lanes.
  KINE_LANES_INLINE friend Mask operator!=(Lanes a, Lanes b) { return Mask(a.v != b.v); }
};

template <int W>
KINE_LANES_INLINE Lanes<W> select(LaneMask<W> mask, Lanes<W> yes, Lanes<W> no) {
  return Lanes<W>(mask.m ? yes.v : no.v);
}
template <int W>
KINE_LANES_INLINE LaneBits<W> bits_of(Lanes<W> x) {
  return LaneBits<W>(reinterpret_cast<typename LaneVectors<W>::Bits>(x.v));
}
template <int W>
KINE_LANES_INLINE Lanes<W> double_of(LaneBits<W> bits) {
  return Lanes<W>(reinterpret_cast<typename LaneVectors<W>::Number>(bits.v));
}

// As std::min and std::max have it: the first where they are equal or one is not a number.
template <int W>
KINE_LANES_INLINE Lanes<W> min(Lanes<W> a, Lanes<W> b) {
  return select(b < a, b, a);
}
template <int W>
KINE_LANES_INLINE Lanes<W> max(Lanes<W> a, Lanes<W> b) {
  return select(a < b, b, a);
}
template <int W>
KINE_LANES_INLINE LaneBits<W> sign_of(Lanes<W> a) {
  return bits_of(a) & LaneBits<W>(std::uint64_t{1} << 63);
}
template <int W>
KINE_LANES_INLINE LaneBits<W> sign_if(LaneMask<W> negative) {
  return LaneBits<W>(reinterpret_cast<typename LaneVectors<W>::Bits>(negative.m)) & LaneBits<W>(std::uint64_t{1} << 63);
}
template <int W>
KINE_LANES_INLINE LaneMask<W> is_negative(Lanes<W> a) {
  return LaneMask<W>(reinterpret_cast<typename LaneVectors<W>::Truth>(a.v) < 0);
}
template <int W>
KINE_LANES_INLINE Lanes<W> magnitude(Lanes<W> a) {
  return double_of(bits_of(a) & LaneBits<W>(~(std::uint64_t{1} << 63)));
}
template <int W>
KINE_LANES_INLINE Lanes<W> abs(Lanes<W> a) {
  return magnitude(a);
}
template <int W>
KINE_LANES_INLINE Lanes<W> copysign(Lanes<W> size, Lanes<W> sign) {
  return double_of(bits_of(magnitude(size)) ^ sign_of(sign));
}
template <int W>
KINE_LANES_INLINE Lanes<W> sqrt(Lanes<W> a) {
#if defined(__AVX512F__)
  if constexpr (W == 8) return Lanes<W>(reinterpret_cast<typename Lanes<W>::Number>(_mm512_maskz_sqrt_pd(0xff, a.v)));
#endif
#if defined(__AVX__)
  if constexpr (W == 4) return Lanes<W>(reinterpret_cast<typename Lanes<W>::Number>(_mm256_sqrt_pd(a.v)));
#endif
#if defined(__SSE2__)
  if constexpr (W == 2) return Lanes<W>(reinterpret_cast<typename Lanes<W>::Number>(_mm_sqrt_pd(a.v)));
#endif
  for (int i = 0; i < W; ++i) a.v[i] = std::sqrt(a.v[i]);
  return a;
}

template <int W>
KINE_LANES_INLINE QuatT<Lanes<W>> select(LaneMask<W> mask, const QuatT<Lanes<W>>& yes, const QuatT<Lanes<W>>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z), select(mask, yes.w, no.w)};
}
template <int W>
KINE_LANES_INLINE QuatT<Lanes<W>> normalised(const QuatT<Lanes<W>>& q) {
  const Lanes<W> n = length(q);
  return select(n > Lanes<W>(0), q * (Lanes<W>(1) / n), QuatT<Lanes<W>>{});
}

}  // namespace kine::detail

/// Those of double; conversion makes lanes of them.
template <int W>
// NOLINTNEXTLINE(cert-dcl58-cpp): a specialisation for a type of ours, which std allows
struct std::numeric_limits<kine::detail::Lanes<W>> : std::numeric_limits<double> {};
