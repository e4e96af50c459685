#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"

namespace kine {

/// A line of a style: how one part of a body moves; see StylePart.
struct StyleLine {
  std::string part;
  double weight = 1;
  std::optional<std::array<double, 2>> limits{};  ///< radians
  std::array<double, 3> offset{};                 ///< radians
};

/// Reads a style: {"parts": {"left_shank": {"weight": 2, "limits": [0, 0.1], "offset": [0, 0, 0.2]}}}, each of the three
/// may be left out. Which parts there are is not looked at here. Anything else is refused with its line.
Result<std::vector<StyleLine>> read_style(std::string_view text, std::string_view name);

}  // namespace kine
