#pragma once

// What comes from Python, read and checked before it is used. Everything is copied: an array may change, shrink or go
// while a solve runs without Python's lock.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/fault.h"
#include "kine/core/result.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine::python {

namespace py = pybind11;

/// An object of Python's, alive as long as this is. Functions take objects in this way only, themselves included: None,
/// and objects whose __init__ never ran, are refused, where pybind11 would hand out nothing or raw memory.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::shared_ptr<T> object) : object_(std::move(object)) {}

  T& operator*() const { return *object_; }
  T* operator->() const { return object_.get(); }
  const std::shared_ptr<T>& shared() const { return object_; }

 private:
  std::shared_ptr<T> object_;
};

/// A skeleton as Python holds it: what a file calls its joints besides (a URDF's links) finds them too.
struct NamedSkeleton : Skeleton {
  std::map<std::string, JointId, std::less<>> aliases{};  // those that are no joint's own name
};
using SkeletonRef = Ref<NamedSkeleton>;

/// The documentation of a function, class or attribute ("Skeleton.name"), as the stub file says it.
const char* doc(std::string_view name);

/// Another number each time: tells objects apart that may lie at the same address one after the other.
std::uint64_t new_id();

/// A ValueError with this sentence.
[[noreturn]] void refuse(const std::string& sentence);

/// The value, or a ValueError with the library's sentence.
template <class T>
T value_of(Result<T> result) {
  if (!result) refuse(result.error());
  return *std::move(result);
}

using Count = py::ssize_t;
/// A length that may be any.
inline constexpr Count kAny = -1;
using Shape = std::vector<Count>;

/// An array of numbers as it was handed in, converted to double.
struct Numbers {
  Shape shape;
  std::vector<double> values;

  Count rows() const { return shape.empty() ? 1 : shape.front(); }
  std::span<const double> row(Count i) const {
    const auto width = static_cast<std::size_t>(shape.back());
    return std::span(values).subspan(static_cast<std::size_t>(i) * width, width);
  }
};

/// Reads an array (or a list, or a Pose) whose shape is one of these; `name` is the argument's. A ValueError says which
/// shapes would do.
Numbers numbers_of(py::handle object, const char* name, std::initializer_list<Shape> shapes);
/// The same of one row of so many numbers.
std::vector<double> row_of(py::handle object, const char* name, Count size);
Vec3 vec3_of(py::handle object, const char* name);
/// x y z w, of any length.
Quat quat_of(py::handle object, const char* name);
/// x y z, then qx qy qz qw: a place is a point and how it is turned.
Transform transform_of(py::handle object, const char* name);
/// The same of seven numbers.
Transform to_transform(std::span<const double> v);
/// Two numbers, or None for no limits.
Range range_of(py::handle object, const char* name);
double number_of(py::handle object, const char* name);

int whole_number_of(py::handle object, const char* name);
bool truth_of(py::handle object, const char* name);

/// An object of one of our classes, or a ValueError that says which was expected: "a Tolerance".
template <class T>
Ref<T> object_of(py::handle object, const char* name, const char* expected) {
  if (py::isinstance<T>(object)) return py::cast<Ref<T>>(object);
  refuse(std::string(name) + ": " + expected + " was expected, this is a " + Py_TYPE(object.ptr())->tp_name);
}

/// A number with so many decimals, as objects print themselves.
std::string shown(double value, int decimals);

/// One flag a freedom; empty where it is None.
std::vector<char> flags_of(py::handle object, const char* name, Count size);

/// An array of the caller's that a function reads and writes: float64, contiguous, writable.
class InOut {
 public:
  InOut(py::handle object, const char* name, Count size);

  std::vector<double>& values() { return values_; }
  /// Copies the values back into the array.
  void write();

 private:
  py::array array_;
  const char* name_;
  std::vector<double> values_;
};

/// A new array of this shape.
py::array_t<double> new_array(const Shape& shape);
py::array_t<double> array_of(std::span<const double> values);
py::array_t<double> array_of(const Vec3& v);
py::array_t<double> array_of(const Quat& q);
/// x y z, then qx qy qz qw.
py::array_t<double> array_of(const Transform& t);
/// A view on memory that `owner` keeps alive.
py::array view_of(const double* data, const Shape& shape, py::handle owner, bool writable);

/// A joint as the caller names it: by its name or its index; None: the world.
struct JointRef {
  std::string name{};
  int index = -1;
  bool named = false;

  bool world() const { return !named && index < 0; }
};
JointRef joint_ref(py::handle object, const char* argument);
/// The joint of the skeleton, or a ValueError.
JointId id_of(const NamedSkeleton& skeleton, const JointRef& joint);
JointId id_of(const NamedSkeleton& skeleton, py::handle object, const char* argument);

/// A string that must be one of these: its place among them.
int choice_of(const std::string& text, const char* name, std::initializer_list<const char*> choices);

}  // namespace kine::python

namespace pybind11::detail {

template <class T>
struct type_caster<kine::python::Ref<T>> {
  // pybind11 looks for it under this name. NOLINTNEXTLINE(readability-identifier-naming)
  static constexpr auto name = copyable_holder_caster<T, std::shared_ptr<T>>::name;

  bool load(handle source, bool convert) {
    if (source.is_none()) return false;
    copyable_holder_caster<T, std::shared_ptr<T>> caster;
    try {
      if (!caster.load(source, convert)) return false;
    } catch (const cast_error&) {  // its __init__ never ran
      return false;
    }
    value_ = static_cast<std::shared_ptr<T>&>(caster);
    return value_.shared() != nullptr;
  }
  static handle cast(const kine::python::Ref<T>& source, return_value_policy policy, handle parent) {
    return copyable_holder_caster<T, std::shared_ptr<T>>::cast(source.shared(), policy, parent);
  }

  template <class U>
  using cast_op_type = pybind11::detail::cast_op_type<U>;
  operator kine::python::Ref<T>*() { return &value_; }
  operator kine::python::Ref<T>&() { return value_; }

 private:
  kine::python::Ref<T> value_;
};

}  // namespace pybind11::detail
