#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"

namespace kine {

/// A picture of one number a pixel, row after row from the top.
struct GreyPicture {
  int width = 0, height = 0;
  int bits = 8;  ///< of a number: 1, 2, 4, 8 or 16; numbers go from 0 to 2^bits - 1
  std::vector<std::uint16_t> values{};
  std::vector<bool> transparent{};  ///< pixels that are not there at all; empty where every one is
  bool coloured = false;            ///< it had colours, of which the red part is here
};

/// True if the bytes begin like a PNG.
bool is_png(std::string_view bytes);

/// Reads a PNG: every colour type and depth, interlaced or not. Of colours the red part is taken. Refused with a
/// sentence: what is cut off or broken (checksums are compared), or has more pixels than a HeightGrid may.
Result<GreyPicture> read_png(std::string_view bytes, std::string_view name);

}  // namespace kine
