// Arrays of numbers to and from the library's types. Private to the C API.
#pragma once

#include <initializer_list>
#include <span>

#include "bindings/c/include/kine_c/kine.h"
#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/twist.h"
#include "kine/math/vec3.h"

namespace kine::c_api {

inline Vec3 vec3(const double* n) { return {n[0], n[1], n[2]}; }
inline Quat quat(const double* n) { return {n[0], n[1], n[2], n[3]}; }
/// Seven numbers: translation x, y, z, then rotation x, y, z, w.
inline Transform transform_of(const double* n) { return {quat(n + 3), vec3(n)}; }
inline Twist twist_of(const double* n) { return {vec3(n), vec3(n + 3)}; }
inline Line line_of(const double* n) { return {vec3(n), vec3(n + 3)}; }

inline void write(std::initializer_list<double> numbers, double* out) {
  for (const double number : numbers) *out++ = number;
}
inline void write(const Vec3& v, double* out) { write({v.x, v.y, v.z}, out); }
inline void write(const Quat& q, double* out) { write({q.x, q.y, q.z, q.w}, out); }
inline void write(const Transform& t, double* out) {
  write(t.translation, out);
  write(t.rotation, out + 3);
}
inline void write(const Twist& t, double* out) {
  write(t.angular, out);
  write(t.linear, out + 3);
}
inline void write(const Line& l, double* out) {
  write(l.direction, out);
  write(l.moment, out + 3);
}

/// An array that is as long as it must be. Size 0 may be right, and the array may then be NULL.
template <class T>
kine_status check_array(const T* array, int size, int needed) {
  if (size != needed) return KINE_BAD_SIZE;
  return array || size == 0 ? KINE_OK : KINE_NULL;
}

inline std::span<const double> in_span(const double* array, int size) {
  return {array, static_cast<std::size_t>(size)};
}
inline std::span<double> out_span(double* array, int size) { return {array, static_cast<std::size_t>(size)}; }

}  // namespace kine::c_api
