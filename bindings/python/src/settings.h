#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/python/src/convert.h"
#include "kine/solve/tolerance.h"

/// Settings structs as keyword classes. Each struct lists its fields once, by `each_setting(settings, visit)`, which calls
/// visit(name, field); the visitors here read keywords, make attributes and write what __repr__ shows.
namespace kine::python {

/// An enum as the words that Python has for it.
template <class E>
struct Words {
  E& value;
  std::initializer_list<const char*> words;
};
template <class E>
Words(E&, std::initializer_list<const char*>) -> Words<E>;

/// A number that must lie between these.
struct Within {
  double& value;
  double least, most;
};
/// Of metres, seconds and their rates: nothing is as large.
inline constexpr double kMostOfAny = 1e6;
/// Of a time that must not be 0, seconds.
inline constexpr double kLeastTime = 1e-6;
inline Within not_negative(double& value) { return {value, 0, kMostOfAny}; }
inline Within any_height(double& value) { return {value, -kMostOfAny, kMostOfAny}; }
inline Within time(double& value) { return {value, kLeastTime, kMostOfAny}; }
inline Within share(double& value) { return {value, 0, 1}; }

/// Settings of a class of their own, such as a Tolerance.
template <class S>
S settings_of(py::handle object, const char* name) {
  const std::string expected = "a " + std::string(py::str(py::type::of<S>().attr("__name__")));
  return *object_of<S>(object, name, expected.c_str());
}
/// The argument `settings`; None: the defaults.
template <class S>
S settings_or_default(py::handle object) {
  return object.is_none() ? S{} : settings_of<S>(object, "settings");
}

/// Reads the one setting of this name.
struct ReadSetting {
  const std::string& name;
  py::handle object;
  bool found = false;

  template <class F>
  void operator()(const char* field_name, F&& field) {
    if (name != field_name) return;
    found = true;
    read(std::forward<F>(field));
  }

 private:
  void read(double& field) const { field = number_of(object, name.c_str()); }
  void read(bool& field) const { field = truth_of(object, name.c_str()); }
  void read(int& field) const { field = whole_number_of(object, name.c_str()); }
  void read(std::uint64_t& field) const {
    const int value = whole_number_of(object, name.c_str());
    if (value < 0) refuse(name + ": 0 or more was expected");
    field = static_cast<std::uint64_t>(value);
  }
  void read(Vec3& field) const { field = vec3_of(object, name.c_str()); }
  void read(JointRef& field) const { field = joint_ref(object, name.c_str()); }
  void read(Within field) const {
    const double value = number_of(object, name.c_str());
    if (!(value >= field.least && value <= field.most)) {
      const auto text = [](double number) { return std::string(py::str(py::float_(number))); };
      refuse(name + ": a number from " + text(field.least) + " to " + text(field.most) + " was expected, this is " +
             text(value));
    }
    field.value = value;
  }
  template <class S>
  void read(S& field) const {
    field = settings_of<S>(object, name.c_str());
  }
  void read(std::vector<double>& field) const {
    field = object.is_none() ? std::vector<double>() : numbers_of(object, name.c_str(), {{kAny}}).values;
  }
  void read(std::vector<JointRef>& field) const {
    field.clear();
    if (object.is_none()) return;
    if (PyUnicode_Check(object.ptr())) return field.push_back(joint_ref(object, name.c_str()));
    if (!py::isinstance<py::iterable>(object)) refuse(name + ": a list of joints was expected");
    for (const py::handle joint : object) field.push_back(joint_ref(joint, name.c_str()));
  }
  void read(std::vector<char>& field) const {
    const Count size = object.is_none() ? 0 : static_cast<Count>(py::len(object));
    field = flags_of(object, name.c_str(), size);
  }
  template <class E>
  void read(Words<E> field) const {
    if (!PyUnicode_Check(object.ptr()))
      refuse(name + ": a word was expected, this is a " + Py_TYPE(object.ptr())->tp_name);
    field.value = static_cast<E>(choice_of(py::cast<std::string>(object), name.c_str(), field.words));
  }
  template <class T>
  void read(Ref<T>& field) const {
    field = object_of<T>(object, name.c_str(), "another method");
  }
};

/// Gives the one setting of this name to Python.
struct WriteSetting {
  std::string name;
  py::object object = py::none();

  template <class F>
  void operator()(const char* field_name, F&& field) {
    if (name == field_name) object = written(std::forward<F>(field));
  }

  static py::object written(double field) { return py::float_(field); }
  static py::object written(bool field) { return py::bool_(field); }
  static py::object written(int field) { return py::int_(field); }
  static py::object written(std::uint64_t field) { return py::int_(field); }
  static py::object written(const Vec3& field) { return py::make_tuple(field.x, field.y, field.z); }
  static py::object written(const JointRef& field) {
    if (field.world()) return py::none();
    if (field.named) return py::str(field.name);
    return py::int_(field.index);
  }
  static py::object written(Within field) { return py::float_(field.value); }
  template <class S>
  static py::object written(const S& field) {
    return py::cast(std::make_shared<S>(field));
  }
  static py::object written(const std::vector<double>& field) {
    if (field.empty()) return py::none();
    return array_of(field);
  }
  static py::object written(const std::vector<JointRef>& field) {
    py::list list;
    for (const JointRef& joint : field) list.append(written(joint));
    return py::tuple(list);
  }
  static py::object written(const std::vector<char>& field) {
    if (field.empty()) return py::none();
    py::list list;
    for (const char flag : field) list.append(py::bool_(flag != 0));
    return py::tuple(list);
  }
  template <class E>
  static py::object written(Words<E> field) {
    return py::str(field.words.begin()[static_cast<int>(field.value)]);
  }
  template <class T>
  static py::object written(const Ref<T>& field) {
    return py::cast(field);
  }
};

/// All names, in their order.
struct ListSettings {
  std::vector<std::string> names{};

  template <class F>
  void operator()(const char* name, F&&) {
    names.emplace_back(name);
  }
};

template <class S>
std::vector<std::string> setting_names() {
  S settings{};
  ListSettings list;
  each_setting(settings, list);
  return std::move(list.names);
}

template <class S>
S read_settings(S settings, const py::kwargs& keywords, const char* of) {
  for (const auto& [key, value] : keywords) {
    const std::string name = py::cast<std::string>(key);
    ReadSetting read{name, value};
    each_setting(settings, read);
    if (read.found) continue;
    std::string known;
    for (const std::string& other : setting_names<S>()) known += (known.empty() ? "" : ", ") + other;
    throw py::type_error(std::string("there is no setting '") + name + "' of " + of + "; there are " + known);
  }
  return settings;
}

/// One setting as an attribute that is only read.
template <class S, class Class>
void bind_attribute(Class& bound, const char* class_name, const std::string& name) {
  bound.def_property_readonly(
      name.c_str(),
      [name](const Ref<S>& self) {
        WriteSetting write{name};
        each_setting(*self, write);
        return write.object;
      },
      doc(std::string(class_name) + "." + name));
}

/// Settings as attributes, but for those that a base class shows.
template <class S, class Class>
void bind_attributes(Class& bound, const char* class_name) {
  for (const std::string& name : setting_names<S>())
    if (!py::hasattr(bound, name.c_str())) bind_attribute<S>(bound, class_name, name);
  bound.def("__repr__", [class_name](const Ref<S>& self) {
    std::string text = std::string("kine.") + class_name + "(";
    S defaults{};
    bool first = true;
    for (const std::string& name : setting_names<S>()) {
      WriteSetting mine{name}, usual{name};
      each_setting(*self, mine);
      each_setting(defaults, usual);
      const std::string shown = py::repr(mine.object);
      if (shown == std::string(py::repr(usual.object))) continue;
      text += (first ? "" : ", ") + name + "=" + shown;
      first = false;
    }
    return text + ")";
  });
}

/// A class that takes its settings as keywords and shows them as attributes.
template <class S, class Class>
void bind_settings(Class& bound, const char* class_name) {
  bind_attributes<S>(bound, class_name);
  bound.def(py::init([class_name](const py::kwargs& keywords) {
              return std::make_shared<S>(read_settings(S{}, keywords, class_name));
            }),
            doc(std::string(class_name) + ".__init__"));
}

/// The same, as a new class of the module.
template <class S>
void bind_settings_class(py::module_& m, const char* name) {
  py::class_<S, std::shared_ptr<S>> bound(m, name, doc(name));
  bind_settings<S>(bound, name);
}

template <class F>
void each_setting(Tolerance& tolerance, F& f) {
  f("position", tolerance.position);
  f("angle", tolerance.angle);
  f("metres", tolerance.metres);
}

}  // namespace kine::python
