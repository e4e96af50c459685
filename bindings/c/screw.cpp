#include "kine/math/screw.h"

#include "bindings/c/numbers.hpp"

using kine::DualQuat;
using kine::Screw;
using namespace kine::c_api;

namespace {

template <class... Pointers>
bool all(Pointers... pointers) {
  return (... && (pointers != nullptr));
}

// Everything is read before anything is written, so `out` may be what went in.
template <class T>
kine_status give(const T& value, double* out) {
  write(value, out);
  return KINE_OK;
}

DualQuat dual_quat(const double* n) { return {quat(n), quat(n + 4)}; }
Screw screw(const double* n) { return {line(n), n[6], n[7]}; }

kine_status give(const DualQuat& q, double* out) {
  write(q.real, out);
  write(q.dual, out + 4);
  return KINE_OK;
}

kine_status give(const Screw& s, double* out) {
  write(s.axis, out);
  write({s.angle, s.distance}, out + 6);
  return KINE_OK;
}

}  // namespace

kine_status kine_transform_multiply(const double* a_from_b, const double* b_from_c, double* out) {
  if (!all(a_from_b, b_from_c, out)) return KINE_NULL;
  return give(transform(a_from_b) * transform(b_from_c), out);
}

kine_status kine_transform_inverse(const double* a_from_b, double* out) {
  if (!all(a_from_b, out)) return KINE_NULL;
  return give(kine::inverse(transform(a_from_b)), out);
}

kine_status kine_transform_point(const double* a_from_b, const double* point, double* out) {
  if (!all(a_from_b, point, out)) return KINE_NULL;
  return give(transform(a_from_b) * vec3(point), out);
}

kine_status kine_transform_exp(const double* numbers, double* out) {
  if (!all(numbers, out)) return KINE_NULL;
  return give(kine::exp(twist(numbers)), out);
}

kine_status kine_transform_log(const double* displacement, double* out) {
  if (!all(displacement, out)) return KINE_NULL;
  return give(kine::log(transform(displacement)), out);
}

kine_status kine_transform_blend(const double* a, const double* b, double t, double* out) {
  if (!all(a, b, out)) return KINE_NULL;
  return give(kine::sclerp(transform(a), transform(b), t), out);
}

kine_status kine_screw_of(const double* displacement, double* out) {
  if (!all(displacement, out)) return KINE_NULL;
  return give(kine::screw_of(transform(displacement)), out);
}

kine_status kine_screw_between(const double* from, const double* to, double* out) {
  if (!all(from, to, out)) return KINE_NULL;
  return give(kine::screw_of(transform(to) * kine::inverse(transform(from))), out);
}

kine_status kine_screw_transform(const double* numbers, double t, double* out) {
  if (!all(numbers, out)) return KINE_NULL;
  Screw part = screw(numbers);
  part.angle *= t;
  part.distance *= t;
  return give(kine::to_transform(part), out);
}

kine_status kine_dual_quat_of(const double* numbers, double* out) {
  if (!all(numbers, out)) return KINE_NULL;
  return give(kine::to_dual_quat(transform(numbers)), out);
}

kine_status kine_dual_quat_transform(const double* numbers, double* out) {
  if (!all(numbers, out)) return KINE_NULL;
  return give(kine::to_transform(dual_quat(numbers)), out);
}

kine_status kine_dual_quat_multiply(const double* a, const double* b, double* out) {
  if (!all(a, b, out)) return KINE_NULL;
  return give(dual_quat(a) * dual_quat(b), out);
}

kine_status kine_dual_quat_normalise(const double* numbers, double* out) {
  if (!all(numbers, out)) return KINE_NULL;
  return give(kine::normalised(dual_quat(numbers)), out);
}

kine_status kine_dual_quat_line(const double* numbers, const double* carried, double* out) {
  if (!all(numbers, carried, out)) return KINE_NULL;
  return give(kine::sandwich(dual_quat(numbers), line(carried)), out);
}

kine_status kine_dual_quat_twist(const double* numbers, const double* carried, double* out) {
  if (!all(numbers, carried, out)) return KINE_NULL;
  return give(kine::sandwich(dual_quat(numbers), twist(carried)), out);
}

kine_status kine_line_through(const double* point, const double* direction, double* out) {
  if (!all(point, direction, out)) return KINE_NULL;
  return give(kine::line_through(vec3(point), vec3(direction)), out);
}

kine_status kine_line_closest_point(const double* numbers, const double* point, double* out) {
  if (!all(numbers, point, out)) return KINE_NULL;
  return give(kine::closest_point(line(numbers), vec3(point)), out);
}

kine_status kine_line_between(const double* first, const double* second, double* out) {
  if (!all(first, second, out)) return KINE_NULL;
  const kine::Line a = line(first), b = line(second);
  const auto amount = kine::dual_angle(a, b);
  const auto nearest = kine::closest_points(a, b);
  write({amount.angle, amount.distance}, out);
  write(nearest.on_first, out + 2);
  write(nearest.on_second, out + 5);
  return KINE_OK;
}

kine_status kine_twist_velocity_at(const double* numbers, const double* point, double* out) {
  if (!all(numbers, point, out)) return KINE_NULL;
  return give(kine::velocity_at(twist(numbers), vec3(point)), out);
}
