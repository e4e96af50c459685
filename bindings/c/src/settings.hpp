// Numbers of a struct by their names, told once for each struct:
//
//   template <class F>
//   void each_setting(Ccd& m, F f) { f("max_turn", m.max_turn); ... }
//
// Everything that a caller can do with settings (set, get, count, name) is a visitor of that list. Private to the C
// API.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "bindings/c/src/handles.hpp"

namespace kine::c_api {

/// A choice of `count` possibilities, numbered from 0.
template <class E>
struct Choice {
  E& value;
  int count;
};

inline bool is_whole(double value, double lower, double upper) {
  return value >= lower && value <= upper && value == static_cast<double>(static_cast<std::int64_t>(value));
}

/// Sets the one of that name.
struct SetByName {
  std::string_view name;
  double value;
  const Skeleton& skeleton;
  kine_status status = KINE_BAD_INDEX;

  void operator()(std::string_view setting, double& number) {
    if (setting == name) put(number, value == value, value);
  }
  void operator()(std::string_view setting, int& number) {
    constexpr double kLeast = std::numeric_limits<int>::min(), kMost = std::numeric_limits<int>::max();
    if (setting == name) put(number, is_whole(value, kLeast, kMost), value);
  }
  void operator()(std::string_view setting, std::uint64_t& number) {
    if (setting == name) put(number, is_whole(value, 0, 9007199254740992.0), value);  // whole numbers end at 2^53
  }
  void operator()(std::string_view setting, bool& flag) {
    if (setting == name) put(flag, value == 0 || value == 1, value);
  }
  void operator()(std::string_view setting, JointId& joint) {
    if (setting == name) put(joint.index, is_whole(value, -1, skeleton.joint_count() - 1), value);
  }
  template <class E>
  void operator()(std::string_view setting, Choice<E> choice) {
    if (setting == name) put(choice.value, is_whole(value, 0, choice.count - 1), value);
  }

 private:
  template <class T>
  void put(T& target, bool good, double number) {
    status = good ? KINE_OK : KINE_BAD_VALUE;
    if (!good) return;
    if constexpr (std::is_enum_v<T>) {
      target = static_cast<T>(static_cast<int>(number));
    } else {
      target = static_cast<T>(number);
    }
  }
};

/// Reads the one of that name.
struct GetByName {
  std::string_view name;
  double value = std::numeric_limits<double>::quiet_NaN();

  template <class T>
  void operator()(std::string_view setting, const T& number) {
    if (setting == name) value = read(number);
  }

 private:
  template <class T>
  static double read(const T& number) {
    return static_cast<double>(number);
  }
  static double read(const JointId& joint) { return joint.index; }
  template <class E>
  static double read(const Choice<E>& choice) {
    return static_cast<int>(choice.value);
  }
};

/// Counts them, and keeps the name of one. Names are literals, which end in a zero.
struct NameByIndex {
  int wanted = -1;
  int count = 0;
  const char* name = nullptr;

  template <class T>
  void operator()(const char* setting, const T&) {
    if (count++ == wanted) name = setting;
  }
};

}  // namespace kine::c_api
