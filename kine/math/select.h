#pragma once

/// Choices that serve one number and lanes of them (kine/batch): what compares two numbers gives a bool, or a truth a lane.
/// With them a kernel is one text for both. For a bool they are what they seem to be, and cost the same.
namespace kine::detail {

/// What a comparison of two numbers gives: bool, but for lanes.
template <class T>
using MaskOf = decltype(T(0) < T(0));

constexpr bool any(bool truth) { return truth; }
constexpr bool all(bool truth) { return truth; }

template <class T>
constexpr T select(bool truth, T yes, T no) {
  return truth ? yes : no;
}

}  // namespace kine::detail
