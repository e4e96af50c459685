#include "bindings/python/src/convert.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "bindings/python/src/pose.h"
#include "kine/io/scene.h"

namespace kine::python {

namespace {

std::string text_of(const Shape& shape) {
  std::string text = "(", any = "N";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    if (shape[i] != kAny) {
      text += std::to_string(shape[i]);
    } else {
      text += any;
      any = "M";  // another length
    }
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string text_of(std::initializer_list<Shape> shapes) {
  std::string text;
  std::size_t i = 0;
  for (const Shape& shape : shapes) {
    if (i > 0) text += i + 1 == shapes.size() ? " or " : ", ";
    text += text_of(shape);
    ++i;
  }
  return text;
}

bool fits(const Shape& shape, const Shape& wanted) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (wanted[i] != kAny && wanted[i] != shape[i]) return false;
  return true;
}

// Lists and tuples of plain numbers, without a detour through NumPy.
bool read_list(py::handle object, Numbers& out) {
  if (!PyList_CheckExact(object.ptr()) && !PyTuple_CheckExact(object.ptr())) return false;
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(object.ptr());
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(object.ptr(), i);
    if (PyFloat_CheckExact(item)) {
      out.values.push_back(PyFloat_AS_DOUBLE(item));
    } else if (PyLong_CheckExact(item)) {
      const double value = PyLong_AsDouble(item);
      if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
      out.values.push_back(value);
    } else {
      out.values.clear();
      return false;
    }
  }
  out.shape = {size};
  return true;
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Numbers that NumPy holds as float, int or unsigned become doubles; all else is refused rather than guessed.
Doubles doubles_of(py::handle object, const char* name) {
  const std::string expected = std::string(name) + ": an array of numbers was expected, this is ";
  const py::array any = py::array::ensure(object);
  if (!any) {
    PyErr_Clear();
    refuse(expected + "a " + Py_TYPE(object.ptr())->tp_name);
  }
  const char kind = any.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && any.size() > 0)
    refuse(expected + "one of " + std::string(py::str(any.dtype())));
  Doubles numbers =
      any.size() > 0 ? Doubles::ensure(any) : Doubles(std::vector<Count>(any.shape(), any.shape() + any.ndim()));
  if (!numbers) {
    PyErr_Clear();
    refuse(expected + "one of " + std::string(py::str(any.dtype())));
  }
  return numbers;
}

bool is_behaved(const py::array& array) {
  constexpr int kBehaved = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  return (array.flags() & kBehaved) == kBehaved;
}

// Arrays that are as we want them, without a conversion.
bool read_doubles(py::handle object, Numbers& out) {
  if (!py::isinstance<py::array_t<double>>(object)) return false;
  const auto array = py::reinterpret_borrow<py::array>(object);
  if (!is_behaved(array)) return false;
  out.shape.assign(array.shape(), array.shape() + array.ndim());
  const auto* data = static_cast<const double*>(array.data());
  if (array.size() > 0) out.values.assign(data, data + array.size());
  return true;
}

Numbers read(py::handle object, const char* name) {
  Numbers out;
  if (read_doubles(object, out) || read_list(object, out)) return out;
  const Doubles numbers = doubles_of(pose_array(object), name);
  out.shape.assign(numbers.shape(), numbers.shape() + numbers.ndim());
  if (numbers.size() > 0) out.values.assign(numbers.data(), numbers.data() + numbers.size());
  return out;
}

}  // namespace

std::uint64_t new_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void refuse(const std::string& sentence) { throw py::value_error(sentence); }

Numbers numbers_of(py::handle object, const char* name, std::initializer_list<Shape> shapes) {
  Numbers numbers = read(object, name);
  for (const Shape& shape : shapes)
    if (fits(numbers.shape, shape)) return numbers;
  refuse(std::string(name) + ": the shape " + text_of(shapes) + " was expected, this one is " + text_of(numbers.shape));
}

std::vector<double> row_of(py::handle object, const char* name, Count size) {
  return numbers_of(object, name, {{size}}).values;
}

Vec3 vec3_of(py::handle object, const char* name) {
  const std::vector<double> v = row_of(object, name, 3);
  return {v[0], v[1], v[2]};
}

Quat quat_of(py::handle object, const char* name) {
  const std::vector<double> v = row_of(object, name, 4);
  return {v[0], v[1], v[2], v[3]};
}

Transform to_transform(std::span<const double> v) { return {{v[3], v[4], v[5], v[6]}, {v[0], v[1], v[2]}}; }

Transform transform_of(py::handle object, const char* name) { return to_transform(row_of(object, name, 7)); }

Range range_of(py::handle object, const char* name) {
  if (object.is_none()) return {};
  const std::vector<double> v = row_of(object, name, 2);
  return {v[0], v[1]};
}

double number_of(py::handle object, const char* name) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    refuse(std::string(name) + ": a number was expected, this is a " + Py_TYPE(object.ptr())->tp_name);
  }
  return value;
}

int whole_number_of(py::handle object, const char* name) {
  const long value = PyLong_AsLong(object.ptr());
  const bool failed = value == -1 && PyErr_Occurred() != nullptr;
  if (failed) PyErr_Clear();
  if (failed || value < INT32_MIN || value > INT32_MAX)
    refuse(std::string(name) + ": a whole number was expected, this is " + std::string(py::repr(object)));
  return static_cast<int>(value);
}

bool truth_of(py::handle object, const char* name) {
  if (!PyBool_Check(object.ptr()))
    refuse(std::string(name) + ": True or False was expected, this is " + std::string(py::repr(object)));
  return object.ptr() == Py_True;
}

std::string shown(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::vector<char> flags_of(py::handle object, const char* name, Count size) {
  if (object.is_none()) return {};
  const auto flags = py::array_t<bool, py::array::c_style>::ensure(object);
  const Shape wanted{size};
  if (!flags || flags.ndim() != 1 || flags.shape(0) != size) {
    PyErr_Clear();
    refuse(std::string(name) + ": flags (bool) of shape " + text_of(wanted) + " were expected");
  }
  return {flags.data(), flags.data() + size};
}

InOut::InOut(py::handle object, const char* name, Count size) : name_(name) {
  const py::object inner = pose_array(object);
  if (!py::isinstance<py::array>(inner))
    refuse(std::string(name) + ": a Pose or an array (float64) of shape " + text_of(Shape{size}) +
           " was expected, into which the answer is written; this is a " + Py_TYPE(object.ptr())->tp_name);
  array_ = py::reinterpret_borrow<py::array>(inner);
  const Shape shape(array_.shape(), array_.shape() + array_.ndim());
  if (!fits(shape, {size}))
    refuse(std::string(name) + ": the shape " + text_of(Shape{size}) + " was expected, this one is " + text_of(shape));
  if (!py::isinstance<py::array_t<double>>(array_) || !is_behaved(array_) || !array_.writeable())
    refuse(std::string(name) +
           ": a writable, contiguous array of float64 was expected, into which the answer is written");
  const double* data = static_cast<const double*>(array_.data());
  values_.assign(data, data + size);
}

void InOut::write() {
  if (array_.size() != static_cast<Count>(values_.size()) || !array_.writeable())
    refuse(std::string(name_) + ": the array has changed while the function ran");
  if (!values_.empty()) std::memcpy(array_.mutable_data(), values_.data(), values_.size() * sizeof(double));
}

py::array_t<double> new_array(const Shape& shape) { return py::array_t<double>(shape); }

py::array_t<double> array_of(std::span<const double> values) {
  return py::array_t<double>(static_cast<Count>(values.size()), values.data());
}

py::array_t<double> array_of(const Vec3& v) {
  const double values[] = {v.x, v.y, v.z};
  return array_of(values);
}

py::array_t<double> array_of(const Quat& q) {
  const double values[] = {q.x, q.y, q.z, q.w};
  return array_of(values);
}

py::array_t<double> array_of(const Transform& t) {
  const double values[] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                           t.rotation.y,    t.rotation.z,    t.rotation.w};
  return array_of(values);
}

py::array view_of(const double* data, const Shape& shape, py::handle owner, bool writable) {
  py::array_t<double> view(shape, data, owner);
  if (!writable) py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

JointRef joint_ref(py::handle object, const char* argument) {
  if (object.is_none()) return {};
  if (PyUnicode_Check(object.ptr())) return {.name = py::cast<std::string>(object), .named = true};
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) {
    PyErr_Clear();
    refuse(std::string(argument) + ": the name or the index of a joint was expected, this is a " +
           Py_TYPE(object.ptr())->tp_name);
  }
  const Py_ssize_t value = PyNumber_AsSsize_t(index.ptr(), nullptr);
  if (value < 0 || value > INT32_MAX)
    refuse(std::string(argument) + ": there is no joint " + std::string(py::str(index)));
  return {.index = static_cast<int>(value)};
}

JointId id_of(const NamedSkeleton& skeleton, const JointRef& joint) {
  if (joint.named) {
    if (const auto alias = skeleton.aliases.find(joint.name); alias != skeleton.aliases.end()) return alias->second;
    Result<JointId> found = skeleton.find(joint.name);
    if (found || skeleton.aliases.empty()) return value_of(std::move(found));
    Scene scene{.name = "", .skeleton = skeleton, .notes = {}};  // its sentence names the nearest alias too
    for (const auto& [name, id] : skeleton.aliases) scene.aliases.push_back({name, id});
    return value_of(find_joint(scene, joint.name));
  }
  if (joint.index >= skeleton.joint_count())
    refuse("there is no joint " + std::to_string(joint.index) + ": the skeleton has " +
           std::to_string(skeleton.joint_count()));
  return {joint.index};
}

JointId id_of(const NamedSkeleton& skeleton, py::handle object, const char* argument) {
  const JointRef joint = joint_ref(object, argument);
  if (joint.world()) refuse(std::string(argument) + ": the name or the index of a joint was expected, this is None");
  return id_of(skeleton, joint);
}

int choice_of(const std::string& text, const char* name, std::initializer_list<const char*> choices) {
  int place = 0;
  std::string known;
  for (const char* choice : choices) {
    if (text == choice) return place;
    known += (place++ > 0 ? ", " : "") + std::string(choice);
  }
  refuse(std::string(name) + ": there is no '" + text + "'; there are " + known);
}

}  // namespace kine::python
