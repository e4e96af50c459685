#pragma once

/// For those who use Eigen: kine's types to and from Eigen's, and kine's arrays as Eigen maps without a copy.
/// Needs Eigen 3.3 or newer; kine itself does not, so kine.h leaves this header out.
///
///   Eigen::MatrixXd j(6, skeleton.freedom_count());
///   jacobian(skeleton, frames, {hand}, {}, view(j));   // kine writes into Eigen's memory
///   Eigen::MatrixXd paper = linear_first(j);           // rows in the order of Meredith & Maddock

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <type_traits>

#include "kine/math/mat3.h"
#include "kine/math/matrix.h"
#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/twist.h"
#include "kine/math/vec3.h"
#include "kine/model/pose.h"

namespace kine {

// ---- to Eigen ------------------------------------------------------------------------------------------------------

template <class T>
Eigen::Matrix<T, 3, 1> to_eigen(const Vec3T<T>& v) {
  return {v.x, v.y, v.z};
}

/// Mind that Eigen's own constructor takes w first.
template <class T>
Eigen::Quaternion<T> to_eigen(const QuatT<T>& q) {
  return {q.w, q.x, q.y, q.z};
}

template <class T>
Eigen::Matrix<T, 3, 3> to_eigen(const Mat3T<T>& m) {
  Eigen::Matrix<T, 3, 3> out;
  out << to_eigen(m.x), to_eigen(m.y), to_eigen(m.z);
  return out;
}

template <class T>
Eigen::Transform<T, 3, Eigen::Isometry> to_eigen(const TransformT<T>& a_from_b) {
  Eigen::Transform<T, 3, Eigen::Isometry> out = Eigen::Transform<T, 3, Eigen::Isometry>::Identity();
  out.linear() = to_eigen(to_matrix(a_from_b.rotation));
  out.translation() = to_eigen(a_from_b.translation);
  return out;
}

template <class T>
Eigen::Transform<T, 3, Eigen::Affine> to_eigen(const AffineT<T>& a_from_b) {
  Eigen::Transform<T, 3, Eigen::Affine> out = Eigen::Transform<T, 3, Eigen::Affine>::Identity();
  out.linear() = to_eigen(a_from_b.linear);
  out.translation() = to_eigen(a_from_b.translation);
  return out;
}

template <class T>
Eigen::Transform<T, 3, Eigen::Affine> to_eigen(const LocalTransformT<T>& a_from_b) {
  return to_eigen(to_affine(a_from_b));
}

/// Angular first, as in kine.
template <class T>
Eigen::Matrix<T, 6, 1> to_eigen(const TwistT<T>& twist) {
  Eigen::Matrix<T, 6, 1> out;
  out << to_eigen(twist.angular), to_eigen(twist.linear);
  return out;
}

// ---- from Eigen; expressions such as `a + b` are taken as well ------------------------------------------------------

namespace detail {
template <class Derived, int kRows, int kCols>
inline constexpr bool kHasShape = int(Derived::RowsAtCompileTime) == kRows && int(Derived::ColsAtCompileTime) == kCols;
}  // namespace detail

template <class Derived>
  requires detail::kHasShape<Derived, 3, 1>
Vec3T<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& v) {
  const auto e = v.eval();
  return {e.x(), e.y(), e.z()};
}

template <class Derived>
QuatT<typename Derived::Scalar> from_eigen(const Eigen::QuaternionBase<Derived>& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

template <class Derived>
  requires detail::kHasShape<Derived, 3, 3>
Mat3T<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& m) {
  const auto e = m.eval();
  return {from_eigen(e.col(0)), from_eigen(e.col(1)), from_eigen(e.col(2))};
}

/// Its linear part must be a rotation, as the type promises.
template <class T, int kOptions>
TransformT<T> from_eigen(const Eigen::Transform<T, 3, Eigen::Isometry, kOptions>& a_from_b) {
  return {to_quat(from_eigen(a_from_b.linear())), from_eigen(a_from_b.translation())};
}

template <class T, int kOptions>
AffineT<T> from_eigen(const Eigen::Transform<T, 3, Eigen::Affine, kOptions>& a_from_b) {
  return {from_eigen(a_from_b.linear()), from_eigen(a_from_b.translation())};
}

/// A twist with the angular part first.
template <class Derived>
  requires detail::kHasShape<Derived, 6, 1>
TwistT<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& angular_first) {
  const auto e = angular_first.eval();
  return {from_eigen(e.template head<3>()), from_eigen(e.template tail<3>())};
}

// ---- shared memory -------------------------------------------------------------------------------------------------

/// kine's matrices and arrays as Eigen maps. They hold no numbers of their own.
template <class T>
auto map(MatrixView<T> m) {
  using Plain = Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, Eigen::Dynamic>;
  using Maybe = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;
  return Eigen::Map<Maybe, Eigen::Unaligned, Eigen::OuterStride<>>(m.data(), m.rows(), m.cols(),
                                                                   Eigen::OuterStride<>(m.stride()));
}

template <class T>
auto map(std::span<T> values) {
  using Plain = Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, 1>;
  using Maybe = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;
  return Eigen::Map<Maybe>(values.data(), static_cast<Eigen::Index>(values.size()));
}

inline auto map(Pose& pose) { return map(std::span<double>(pose.q)); }
inline auto map(const Pose& pose) { return map(std::span<const double>(pose.q)); }

/// Eigen's memory as a kine view, to be written or read by kine's functions: any matrix, block, Map or Ref whose
/// columns lie contiguously. The matrix must outlive the view.
template <class Derived>
  requires(!bool(Derived::IsRowMajor) && int(Derived::InnerStrideAtCompileTime) == 1)
MatrixView<typename Derived::Scalar> view(Eigen::DenseBase<Derived>& m) {
  Derived& d = m.derived();
  return {d.data(), static_cast<int>(d.rows()), static_cast<int>(d.cols()), static_cast<int>(d.outerStride())};
}
template <class Derived>
  requires(!bool(Derived::IsRowMajor) && int(Derived::InnerStrideAtCompileTime) == 1)
MatrixView<const typename Derived::Scalar> view(const Eigen::DenseBase<Derived>& m) {
  const Derived& d = m.derived();
  return {d.data(), static_cast<int>(d.rows()), static_cast<int>(d.cols()), static_cast<int>(d.outerStride())};
}

// ---- the two orders of rows ----------------------------------------------------------------------------------------

namespace detail {
template <class Derived>
Eigen::Matrix<typename Derived::Scalar, 6, Derived::ColsAtCompileTime> halves_exchanged(
    const Eigen::MatrixBase<Derived>& m) {
  static_assert(int(Derived::RowsAtCompileTime) == 6 || int(Derived::RowsAtCompileTime) == Eigen::Dynamic,
                "a twist, a full Jacobian or another matrix of six rows");
  KINE_ASSERT(m.rows() == 6, "a matrix of six rows");
  Eigen::Matrix<typename Derived::Scalar, 6, Derived::ColsAtCompileTime> out(6, m.cols());
  out.template topRows<3>() = m.template bottomRows<3>();
  out.template bottomRows<3>() = m.template topRows<3>();
  return out;
}
}  // namespace detail

/// A twist or full Jacobian of kine (angular rows first) with the linear rows first, as Meredith & Maddock stack them.
template <class Derived>
auto linear_first(const Eigen::MatrixBase<Derived>& angular_first_rows) {
  return detail::halves_exchanged(angular_first_rows);
}
template <class T>
auto linear_first(const TwistT<T>& twist) {
  return detail::halves_exchanged(to_eigen(twist));
}
template <class T>
auto linear_first(MatrixView<T> angular_first_rows) {
  return detail::halves_exchanged(map(angular_first_rows));
}

/// And back: what has its linear rows first, in kine's order.
template <class Derived>
auto angular_first(const Eigen::MatrixBase<Derived>& linear_first_rows) {
  return detail::halves_exchanged(linear_first_rows);
}

}  // namespace kine
