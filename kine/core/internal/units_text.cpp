#include "kine/core/internal/units_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace kine {

std::string significant_text(double value, int digits) {
  if (!std::isfinite(value)) return value < 0 ? "-infinite" : value > 0 ? "infinite" : "not a number";
  if (value == 0) return "0";
  char text[400];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, value);  // says how large the rounded number is
  const std::string_view scientific = text;
  std::string_view power = scientific.substr(scientific.find('e') + 1);
  if (power.front() == '+') power.remove_prefix(1);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  int decimals = digits - 1 - exponent;
  double step = 1;  // what a whole number is rounded to
  for (; decimals < 0; ++decimals) step *= 10;
  std::snprintf(text, sizeof text, "%.*f", decimals, step > 1 ? std::round(value / step) * step : value);
  return text;
}

std::string length_text(double metres) {
  struct Unit {
    double metres;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1, " m"}, {1e-3, " mm"}, {1e-6, " µm"}, {1e-9, " nm"}};
  constexpr double kRounds = 0.9995;  // 999.5 of a unit would be written as 1000: the larger one is meant
  const double size = std::abs(metres);
  if (size < kUnits[3].metres) return "0 mm";
  for (const Unit& unit : kUnits)
    if (size >= kRounds * unit.metres) return significant_text(metres / unit.metres) + unit.name;
  return significant_text(metres / kUnits[3].metres) + kUnits[3].name;
}

std::string angle_text(double radians) {
  constexpr double kDegreesPerRadian = 57.295779513082321;
  constexpr double kNone = 1e-6;  // degrees
  const double degrees = radians * kDegreesPerRadian;
  return (std::abs(degrees) < kNone ? std::string("0") : significant_text(degrees)) + "°";
}

}  // namespace kine
