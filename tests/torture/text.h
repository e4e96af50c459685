#pragma once

#include <sstream>
#include <string>

namespace kine::torture {

/// The parts one after the other, numbers to their last digit.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  out.precision(17);
  (out << ... << parts);
  return out.str();
}

}  // namespace kine::torture
