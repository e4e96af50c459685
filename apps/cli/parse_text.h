#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/transform.h"

/// Numbers, places and units as people type them.
namespace kine::cli {

/// Numbers with commas between them, blanks around each allowed: "0.3, 1.2, 0.4". Refused: what is no finite number.
Result<std::vector<double>> parse_numbers(std::string_view text);
/// Three numbers.
Result<Vec3> parse_point(std::string_view text);
/// Four numbers x,y,z,w of any length that is none too small: made a unit quaternion.
Result<Quat> parse_rotation(std::string_view text);

/// A place, and how it is turned where that was given.
struct PlaceText {
  Vec3 position{};
  std::optional<Quat> rotation{};
};
/// "x,y,z" or "x,y,z,qx,qy,qz,qw".
Result<PlaceText> parse_place(std::string_view text);

/// A number of bytes: "65536", "64K", "500M", "2G" (K, M and G count by 1024). At least 1.
Result<std::size_t> parse_bytes(std::string_view text);

/// The metres of a unit: m, dm, cm, mm, in, ft, cmu, or a number of metres.
Result<double> parse_unit(std::string_view text);
/// The units there are, for help texts.
extern const char* const kUnitNames;

}  // namespace kine::cli
