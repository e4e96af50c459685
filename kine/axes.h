#pragma once

#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/twist.h"
#include "kine/math/vec3.h"

/// Numbers of other programs to kine's and back. kine itself cares only that a frame is right-handed and in metres; the
/// meaning used here is glTF's: +Y up, +Z forward, +X left (so -X is right).
///
///   using namespace kine;
///   const Transform hand = from(kUnity, hand_in_unity);   // Unity's numbers in, kine's out
///   const Quat wrist_for_unity = to(kUnity, wrist);
///
/// Every frame is renamed the same way, so products stay products: to(c, a * b) = to(c, a) * to(c, b), for the
/// transforms of bones as well as of whole bodies. Angles in radians need no converting, but a left-handed (mirrored)
/// convention counts turns by the left hand: convert the quaternion, or the axis with angular_to.
/// A quaternion is given in kine's order x, y, z, w, which Unity, Unreal, Godot and ROS share; Blender writes w first.
namespace kine {

/// One of kine's six axis directions.
enum class SignedAxis : unsigned char { PlusX, MinusX, PlusY, MinusY, PlusZ, MinusZ };

/// Which of kine's directions another program's axes are, and how long its unit is.
struct AxisConvention {
  SignedAxis x = SignedAxis::PlusX;  ///< their +X is this direction of ours
  SignedAxis y = SignedAxis::PlusY;  ///< their +Y
  SignedAxis z = SignedAxis::PlusZ;  ///< their +Z
  double units_per_metre = 1;        ///< how many of their units make a metre

  friend constexpr bool operator==(const AxisConvention&, const AxisConvention&) = default;
};

/// kine's own, and glTF's: nothing changes. Also right for models that Godot has imported from glTF: its importer keeps
/// their axes, and so they face +Z there (Godot's Vector3.MODEL_FRONT).
inline constexpr AxisConvention kGltf{};

/// Unity: left-handed, metres; X right, Y up, Z forward.
inline constexpr AxisConvention kUnity{SignedAxis::MinusX, SignedAxis::PlusY, SignedAxis::PlusZ, 1};

/// Unreal: left-handed, centimetres; X forward, Y right, Z up. (FQuat multiplies as Quat does; FTransform's product
/// reads the other way round: its A * B does A first.)
inline constexpr AxisConvention kUnreal{SignedAxis::PlusZ, SignedAxis::MinusX, SignedAxis::PlusY, 100};

/// Godot's nodes and cameras: right-handed, metres; X right, Y up, -Z forward. For imported models see kGltf.
inline constexpr AxisConvention kGodot{SignedAxis::MinusX, SignedAxis::PlusY, SignedAxis::MinusZ, 1};

/// Blender: right-handed, metres; X to a figure's left, -Y forward, Z up. Blender's own glTF importer turns the axes
/// the same way. (The axes of objects and of the world, not those that Blender gives each bone.)
inline constexpr AxisConvention kBlender{SignedAxis::PlusX, SignedAxis::MinusZ, SignedAxis::PlusY, 1};

/// ROS (REP 103, body frames): right-handed, metres; X forward, Y left, Z up.
inline constexpr AxisConvention kRos{SignedAxis::PlusZ, SignedAxis::PlusX, SignedAxis::PlusY, 1};

namespace detail {

constexpr int axis_index(SignedAxis a) { return static_cast<int>(a) / 2; }
constexpr int axis_sign(SignedAxis a) { return static_cast<int>(a) % 2 == 0 ? 1 : -1; }

template <class T>
constexpr T component(const Vec3T<T>& v, SignedAxis a) {
  return axis_sign(a) > 0 ? v[axis_index(a)] : -v[axis_index(a)];
}

template <class T>
constexpr void set_component(SignedAxis a, T value, Vec3T<T>& v) {
  v[axis_index(a)] = axis_sign(a) > 0 ? value : -value;
}

}  // namespace detail

/// Whether the three axes lie along three different ones of ours and the unit is a length. All below needs this.
constexpr bool is_valid(const AxisConvention& c) {
  const int x = detail::axis_index(c.x), y = detail::axis_index(c.y), z = detail::axis_index(c.z);
  return x != y && y != z && z != x && c.units_per_metre > 0 && c.units_per_metre - c.units_per_metre == 0;
}

/// Whether it is left-handed.
constexpr bool is_mirrored(const AxisConvention& c) {
  const bool odd = detail::axis_index(c.y) != (detail::axis_index(c.x) + 1) % 3;
  return (detail::axis_sign(c.x) * detail::axis_sign(c.y) * detail::axis_sign(c.z) < 0) != odd;
}

static_assert(is_valid(kGltf) && is_valid(kUnity) && is_valid(kUnreal) && is_valid(kGodot) && is_valid(kBlender) &&
              is_valid(kRos));
static_assert(!is_mirrored(kGltf) && is_mirrored(kUnity) && is_mirrored(kUnreal) && !is_mirrored(kGodot) &&
              !is_mirrored(kBlender) && !is_mirrored(kRos));

/// A direction without a length unit: a unit vector, an axis of a slider, a surface's normal.
template <class T>
constexpr Vec3T<T> direction_to(const AxisConvention& c, const Vec3T<T>& v) {
  return {detail::component(v, c.x), detail::component(v, c.y), detail::component(v, c.z)};
}

template <class T>
constexpr Vec3T<T> direction_from(const AxisConvention& c, const Vec3T<T>& v) {
  Vec3T<T> ours;
  detail::set_component(c.x, v.x, ours);
  detail::set_component(c.y, v.y, ours);
  detail::set_component(c.z, v.z, ours);
  return ours;
}

/// An angular velocity or a turning axis, which a mirror also reverses.
template <class T>
constexpr Vec3T<T> angular_to(const AxisConvention& c, const Vec3T<T>& v) {
  return is_mirrored(c) ? -direction_to(c, v) : direction_to(c, v);
}

template <class T>
constexpr Vec3T<T> angular_from(const AxisConvention& c, const Vec3T<T>& v) {
  return is_mirrored(c) ? -direction_from(c, v) : direction_from(c, v);
}

/// A point, a shift or a velocity: metres to their unit.
template <class T>
constexpr Vec3T<T> to(const AxisConvention& c, const Vec3T<T>& v) {
  return direction_to(c, v) * T(c.units_per_metre);
}

/// Their unit to metres.
template <class T>
constexpr Vec3T<T> from(const AxisConvention& c, const Vec3T<T>& v) {
  return direction_from(c, v) / T(c.units_per_metre);
}

template <class T>
constexpr QuatT<T> to(const AxisConvention& c, const QuatT<T>& q) {
  const Vec3T<T> v = angular_to(c, q.vector());
  return {v.x, v.y, v.z, q.w};
}

template <class T>
constexpr QuatT<T> from(const AxisConvention& c, const QuatT<T>& q) {
  const Vec3T<T> v = angular_from(c, q.vector());
  return {v.x, v.y, v.z, q.w};
}

template <class T>
constexpr TransformT<T> to(const AxisConvention& c, const TransformT<T>& t) {
  return {to(c, t.rotation), to(c, t.translation)};
}

template <class T>
constexpr TransformT<T> from(const AxisConvention& c, const TransformT<T>& t) {
  return {from(c, t.rotation), from(c, t.translation)};
}

/// Three factors, one per axis: they change places but neither sign nor size.
template <class T>
constexpr Vec3T<T> scale_to(const AxisConvention& c, const Vec3T<T>& factors) {
  return {factors[detail::axis_index(c.x)], factors[detail::axis_index(c.y)], factors[detail::axis_index(c.z)]};
}

template <class T>
constexpr Vec3T<T> scale_from(const AxisConvention& c, const Vec3T<T>& factors) {
  Vec3T<T> ours;
  ours[detail::axis_index(c.x)] = factors.x;
  ours[detail::axis_index(c.y)] = factors.y;
  ours[detail::axis_index(c.z)] = factors.z;
  return ours;
}

template <class T>
constexpr LocalTransformT<T> to(const AxisConvention& c, const LocalTransformT<T>& t) {
  return {to(c, t.translation), to(c, t.rotation), scale_to(c, t.scale)};
}

template <class T>
constexpr LocalTransformT<T> from(const AxisConvention& c, const LocalTransformT<T>& t) {
  return {from(c, t.translation), from(c, t.rotation), scale_from(c, t.scale)};
}

template <class T>
constexpr TwistT<T> to(const AxisConvention& c, const TwistT<T>& t) {
  return {angular_to(c, t.angular), to(c, t.linear)};
}

template <class T>
constexpr TwistT<T> from(const AxisConvention& c, const TwistT<T>& t) {
  return {angular_from(c, t.angular), from(c, t.linear)};
}

}  // namespace kine
