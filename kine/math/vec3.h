#pragma once

#include <cmath>

namespace kine {

/// Three numbers: a point, a direction or an amount along each axis. Which one, and in which frame, the name says.
template <class T>
struct Vec3T {
  T x{}, y{}, z{};

  constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  constexpr Vec3T& operator+=(const Vec3T& o) { return *this = *this + o; }
  constexpr Vec3T& operator-=(const Vec3T& o) { return *this = *this - o; }
  constexpr Vec3T& operator*=(T s) { return *this = *this * s; }

  friend constexpr Vec3T operator+(const Vec3T& a, const Vec3T& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3T operator-(const Vec3T& a, const Vec3T& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3T operator-(const Vec3T& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3T operator*(const Vec3T& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3T operator*(T s, const Vec3T& a) { return a * s; }
  friend constexpr Vec3T operator/(const Vec3T& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  friend constexpr bool operator==(const Vec3T&, const Vec3T&) = default;
};

using Vec3 = Vec3T<double>;
using Vec3f = Vec3T<float>;

inline constexpr Vec3 kUnitX{1, 0, 0};
inline constexpr Vec3 kUnitY{0, 1, 0};
inline constexpr Vec3 kUnitZ{0, 0, 1};

template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Component by component: how a scale acts.
template <class T>
constexpr Vec3T<T> scaled(const Vec3T<T>& a, const Vec3T<T>& factors) {
  return {a.x * factors.x, a.y * factors.y, a.z * factors.z};
}

template <class T>
T length(const Vec3T<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// `a` normalised. The zero vector (and one whose square underflows) gives `otherwise`.
template <class T>
Vec3T<T> normalised(const Vec3T<T>& a, const Vec3T<T>& otherwise = {}) {
  const T n = length(a);
  return n > T(0) ? a / n : otherwise;
}

/// Some unit vector perpendicular to the unit vector `a`, the axis least along `a` decides which.
template <class T>
Vec3T<T> any_perpendicular(const Vec3T<T>& a) {
  using std::abs;
  const Vec3T<T> b = abs(a.x) <= abs(a.y) && abs(a.x) <= abs(a.z) ? Vec3T<T>{T(1), T(0), T(0)}
                     : abs(a.y) <= abs(a.z)                       ? Vec3T<T>{T(0), T(1), T(0)}
                                                                  : Vec3T<T>{T(0), T(0), T(1)};
  return normalised(cross(a, b));
}

inline bool is_finite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

}  // namespace kine
