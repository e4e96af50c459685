#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine {

/// Many vectors, each coordinate in an array of its own: what lanes read in one go. T: double, or const double to read only.
template <class T>
struct Vec3Arrays {
  std::span<T> x{}, y{}, z{};

  std::size_t size() const { return x.size(); }
  Vec3 at(std::size_t i) const { return {x[i], y[i], z[i]}; }
  void set(std::size_t i, const Vec3& v) const {
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
  }
  operator Vec3Arrays<const T>() const { return {x, y, z}; }  // NOLINT(google-explicit-constructor): as spans do
};

/// Many quaternions, likewise.
template <class T>
struct QuatArrays {
  std::span<T> x{}, y{}, z{}, w{};

  std::size_t size() const { return x.size(); }
  Quat at(std::size_t i) const { return {x[i], y[i], z[i], w[i]}; }
  void set(std::size_t i, const Quat& q) const {
    x[i] = q.x;
    y[i] = q.y;
    z[i] = q.z;
    w[i] = q.w;
  }
  operator QuatArrays<const T>() const { return {x, y, z, w}; }  // NOLINT(google-explicit-constructor): as spans do
};

/// Several arrays of numbers of one size, in one piece of memory.
class Arrays {
 public:
  Arrays(int count, std::size_t size) : size_(size), stride_(stride_of(size)), numbers_(index(count) * stride_) {}

  int count() const { return static_cast<int>(numbers_.size() / stride_); }
  std::size_t size() const { return size_; }

  std::span<double> operator[](int array) { return {numbers_.data() + index(array) * stride_, size_}; }
  std::span<const double> operator[](int array) const { return {numbers_.data() + index(array) * stride_, size_}; }

  /// Three neighbouring arrays as vectors, or four as quaternions.
  Vec3Arrays<double> vectors(int first) { return {(*this)[first], (*this)[first + 1], (*this)[first + 2]}; }
  Vec3Arrays<const double> vectors(int first) const { return {(*this)[first], (*this)[first + 1], (*this)[first + 2]}; }
  QuatArrays<double> quaternions(int first) {
    return {(*this)[first], (*this)[first + 1], (*this)[first + 2], (*this)[first + 3]};
  }
  QuatArrays<const double> quaternions(int first) const {
    return {(*this)[first], (*this)[first + 1], (*this)[first + 2], (*this)[first + 3]};
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// Whole cache lines, and never a multiple of the 4 KiB after which a cache puts two arrays in one place.
  static std::size_t stride_of(std::size_t size) {
    constexpr std::size_t kLine = 8, kPage = 512;
    const std::size_t lines = (size + kLine - 1) / kLine * kLine;
    return lines % kPage == 0 ? lines + kLine : lines;
  }

  std::size_t size_, stride_;
  std::vector<double> numbers_;
};

}  // namespace kine
