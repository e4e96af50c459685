#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>

#include <rapidcheck.h>
#include <Eigen/Geometry>

#include "kine/math/screw.h"

/// What the tests of kine/math share: random values, the way to Eigen and back, and distances.
namespace kine {

inline void showValue(const Vec3& v, std::ostream& out) { out << "{" << v.x << ", " << v.y << ", " << v.z << "}"; }
inline void showValue(const Quat& q, std::ostream& out) {
  out << "{" << q.x << ", " << q.y << ", " << q.z << ", " << q.w << "}";
}
inline void showValue(const Transform& t, std::ostream& out) {
  showValue(t.rotation, out);
  out << " ";
  showValue(t.translation, out);
}

namespace testing_math {

/// Evenly within -bound..bound. (Taken at full size: inRange alone would start every run at the lower end.)
inline rc::Gen<double> number(double bound = 1) {
  constexpr std::int64_t kSteps = std::int64_t{1} << 50;
  return rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(-kSteps, kSteps + 1)),
                      [bound](std::int64_t n) { return bound * static_cast<double>(n) / static_cast<double>(kSteps); });
}

/// Evenly within lower..upper.
inline rc::Gen<double> number(double lower, double upper) {
  return rc::gen::map(number(1), [=](double u) { return lower + (upper - lower) * 0.5 * (u + 1); });
}

inline rc::Gen<Vec3> vec3(double bound = 1) {
  return rc::gen::construct<Vec3>(number(bound), number(bound), number(bound));
}

inline rc::Gen<Vec3> unit_vec3() {
  return rc::gen::map(rc::gen::suchThat(vec3(), [](const Vec3& v) { return length(v) > 0.1; }),
                      [](const Vec3& v) { return normalised(v); });
}

inline rc::Gen<Quat> unit_quat() {
  const auto any = rc::gen::construct<Quat>(number(), number(), number(), number());
  return rc::gen::map(rc::gen::suchThat(any, [](const Quat& q) { return length(q) > 0.1; }),
                      [](const Quat& q) { return normalised(q); });
}

inline rc::Gen<Transform> transform(double bound = 1) {
  return rc::gen::construct<Transform>(unit_quat(), vec3(bound));
}

inline Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Eigen::Quaterniond eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
inline Eigen::Matrix3d eigen(const Mat3& m) {
  Eigen::Matrix3d e;
  e << eigen(m.x), eigen(m.y), eigen(m.z);
  return e;
}
inline Eigen::Isometry3d eigen(const Transform& t) {
  Eigen::Isometry3d e = Eigen::Isometry3d::Identity();
  e.linear() = eigen(t.rotation).toRotationMatrix();
  e.translation() = eigen(t.translation);
  return e;
}
/// Angular first, then linear.
inline Eigen::Matrix<double, 6, 1> eigen(const Twist& t) {
  Eigen::Matrix<double, 6, 1> e;
  e << eigen(t.angular), eigen(t.linear);
  return e;
}

inline Vec3 from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Quat from_eigen(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// The largest difference of any number in the two.
inline double apart(const Vec3& a, const Vec3& b) { return (eigen(a) - eigen(b)).cwiseAbs().maxCoeff(); }
inline double apart(const Twist& a, const Twist& b) { return (eigen(a) - eigen(b)).cwiseAbs().maxCoeff(); }
inline double apart(const Line& a, const Line& b) { return apart(hinge_twist(a), hinge_twist(b)); }
inline double apart(const Mat3& a, const Mat3& b) { return (eigen(a) - eigen(b)).cwiseAbs().maxCoeff(); }
inline double apart(const Quat& a, const Quat& b) {
  return (eigen(a).coeffs() - eigen(b).coeffs()).cwiseAbs().maxCoeff();
}
inline double apart(const Transform& a, const Eigen::Isometry3d& b) {
  return (eigen(a).matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

inline double apart(const DualQuat& a, const DualQuat& b) {
  return std::max(apart(a.real, b.real), apart(a.dual, b.dual));
}
inline double apart(const Dual& a, const Dual& b) {
  return std::max(std::abs(a.real - b.real), std::abs(a.dual - b.dual));
}

/// As rotations: q and -q are the same.
inline double turned_apart(const Quat& a, const Quat& b) { return std::min(apart(a, b), apart(a, -b)); }
inline double moved_apart(const Transform& a, const Transform& b) {
  return std::max(turned_apart(a.rotation, b.rotation), apart(a.translation, b.translation));
}

}  // namespace testing_math
}  // namespace kine
