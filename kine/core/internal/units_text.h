#pragma once

#include <string>

namespace kine {

/// A number with so many significant digits and no exponent: "1060" and "0.0123" of three. Zero is "0".
std::string significant_text(double value, int digits = 3);

/// A length with three digits and the unit that suits it: "1.06 m", "35.0 mm", "2.40 µm", "0 mm".
std::string length_text(double metres);

/// An angle in degrees with three digits: "12.5°", "0.00120°"; below a millionth of a degree "0°".
std::string angle_text(double radians);

}  // namespace kine
