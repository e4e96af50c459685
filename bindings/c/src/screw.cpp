#include "kine/math/screw.h"

#include "bindings/c/src/numbers.hpp"

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

DualQuat dual_quat_of(const double* n) { return {quat(n), quat(n + 4)}; }
Screw screw_of(const double* n) { return {line_of(n), n[6], n[7]}; }

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
  return give(transform_of(a_from_b) * transform_of(b_from_c), out);
}

kine_status kine_transform_inverse(const double* a_from_b, double* out) {
  if (!all(a_from_b, out)) return KINE_NULL;
  return give(kine::inverse(transform_of(a_from_b)), out);
}

kine_status kine_transform_point(const double* a_from_b, const double* point, double* out) {
  if (!all(a_from_b, point, out)) return KINE_NULL;
  return give(transform_of(a_from_b) * vec3(point), out);
}

kine_status kine_transform_exp(const double* twist, double* out) {
  if (!all(twist, out)) return KINE_NULL;
  return give(kine::exp(twist_of(twist)), out);
}

kine_status kine_transform_log(const double* displacement, double* out) {
  if (!all(displacement, out)) return KINE_NULL;
  return give(kine::log(transform_of(displacement)), out);
}

kine_status kine_transform_blend(const double* a, const double* b, double t, double* out) {
  if (!all(a, b, out)) return KINE_NULL;
  return give(kine::sclerp(transform_of(a), transform_of(b), t), out);
}

kine_status kine_screw_of(const double* displacement, double* out) {
  if (!all(displacement, out)) return KINE_NULL;
  return give(kine::screw_of(transform_of(displacement)), out);
}

kine_status kine_screw_between(const double* from, const double* to, double* out) {
  if (!all(from, to, out)) return KINE_NULL;
  return give(kine::screw_of(transform_of(to) * kine::inverse(transform_of(from))), out);
}

kine_status kine_screw_transform(const double* screw, double t, double* out) {
  if (!all(screw, out)) return KINE_NULL;
  Screw part = screw_of(screw);
  part.angle *= t;
  part.distance *= t;
  return give(kine::to_transform(part), out);
}

kine_status kine_dual_quat_of(const double* transform, double* out) {
  if (!all(transform, out)) return KINE_NULL;
  return give(kine::to_dual_quat(transform_of(transform)), out);
}

kine_status kine_dual_quat_transform(const double* dual_quat, double* out) {
  if (!all(dual_quat, out)) return KINE_NULL;
  return give(kine::to_transform(dual_quat_of(dual_quat)), out);
}

kine_status kine_dual_quat_multiply(const double* a, const double* b, double* out) {
  if (!all(a, b, out)) return KINE_NULL;
  return give(dual_quat_of(a) * dual_quat_of(b), out);
}

kine_status kine_dual_quat_normalise(const double* dual_quat, double* out) {
  if (!all(dual_quat, out)) return KINE_NULL;
  return give(kine::normalised(dual_quat_of(dual_quat)), out);
}

kine_status kine_dual_quat_line(const double* dual_quat, const double* line, double* out) {
  if (!all(dual_quat, line, out)) return KINE_NULL;
  return give(kine::sandwich(dual_quat_of(dual_quat), line_of(line)), out);
}

kine_status kine_dual_quat_twist(const double* dual_quat, const double* twist, double* out) {
  if (!all(dual_quat, twist, out)) return KINE_NULL;
  return give(kine::sandwich(dual_quat_of(dual_quat), twist_of(twist)), out);
}

kine_status kine_line_through(const double* point, const double* direction, double* out) {
  if (!all(point, direction, out)) return KINE_NULL;
  return give(kine::line_through(vec3(point), vec3(direction)), out);
}

kine_status kine_line_closest_point(const double* line, const double* point, double* out) {
  if (!all(line, point, out)) return KINE_NULL;
  return give(kine::closest_point(line_of(line), vec3(point)), out);
}

kine_status kine_line_between(const double* first, const double* second, double* out) {
  if (!all(first, second, out)) return KINE_NULL;
  const kine::Line a = line_of(first), b = line_of(second);
  const auto amount = kine::dual_angle(a, b);
  const auto nearest = kine::closest_points(a, b);
  write({amount.angle, amount.distance}, out);
  write(nearest.on_first, out + 2);
  write(nearest.on_second, out + 5);
  return KINE_OK;
}

kine_status kine_twist_velocity_at(const double* twist, const double* point, double* out) {
  if (!all(twist, point, out)) return KINE_NULL;
  return give(kine::velocity_at(twist_of(twist), vec3(point)), out);
}
