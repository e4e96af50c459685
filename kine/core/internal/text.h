#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace kine {

/// A name between quotation marks, as sentences show it.
inline std::string quoted(std::string_view name) {
  std::string text;  // by appending: g++ 12 warns wrongly of `"..." + std::string` when it inlines it
  text.reserve(name.size() + 2);
  text += '"';
  text += name;
  text += '"';
  return text;
}

/// A number as a person would write it; std::to_string makes 1e-9 into 0.000000.
inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

}  // namespace kine
