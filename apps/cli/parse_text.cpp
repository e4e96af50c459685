#include "apps/cli/parse_text.h"

#include <span>
#include <string>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/text/text_reader.h"

namespace kine::cli {

namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Result<Quat> unit_rotation(std::span<const double> numbers, std::string_view text) {
  const Quat rotation{numbers[0], numbers[1], numbers[2], numbers[3]};
  const bool can_be_made_unit = length(rotation) > 1e-6 && length(rotation) < 1e6;
  if (!can_be_made_unit) return Error{"the quaternion in " + kine::quoted(text) + " has no length"};
  return normalised(rotation);
}

Error wrong_count(std::string_view text, std::size_t count, std::string_view wanted) {
  return {kine::quoted(text) + " has " + std::to_string(count) + (count == 1 ? " number" : " numbers") +
          "; it should be " + std::string(wanted)};
}

}  // namespace

const char* const kUnitNames = "m, dm, cm, mm, in, ft, cmu (CMU's motion capture) or metres such as 0.0254";

Result<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = trimmed(rest.substr(0, comma));
    const std::optional<double> value = parse_number(word);
    if (!value) return Error{kine::quoted(word) + " in " + kine::quoted(text) + " is not a finite number"};
    numbers.push_back(*value);
    if (comma == std::string_view::npos) return numbers;
    rest.remove_prefix(comma + 1);
  }
}

Result<Vec3> parse_point(std::string_view text) {
  const Result<std::vector<double>> numbers = parse_numbers(text);
  if (!numbers) return Error{numbers.error()};
  if (numbers->size() != 3) return wrong_count(text, numbers->size(), "x,y,z");
  return Vec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Result<Quat> parse_rotation(std::string_view text) {
  const Result<std::vector<double>> numbers = parse_numbers(text);
  if (!numbers) return Error{numbers.error()};
  if (numbers->size() != 4) return wrong_count(text, numbers->size(), "qx,qy,qz,qw");
  return unit_rotation(*numbers, text);
}

Result<PlaceText> parse_place(std::string_view text) {
  const Result<std::vector<double>> numbers = parse_numbers(text);
  if (!numbers) return Error{numbers.error()};
  if (numbers->size() != 3 && numbers->size() != 7)
    return wrong_count(text, numbers->size(), "x,y,z or x,y,z,qx,qy,qz,qw");
  PlaceText place{{(*numbers)[0], (*numbers)[1], (*numbers)[2]}, std::nullopt};
  if (numbers->size() == 3) return place;
  const Result<Quat> rotation = unit_rotation(std::span(*numbers).subspan(3), text);
  if (!rotation) return Error{rotation.error()};
  place.rotation = *rotation;
  return place;
}

Result<std::size_t> parse_bytes(std::string_view text) {
  constexpr double kMost = 1024.0 * 1024 * 1024 * 1024;  // 1 TiB: no file that one would wait for is larger
  constexpr std::pair<char, double> kUnits[] = {{'K', 1024.0}, {'M', 1024.0 * 1024}, {'G', 1024.0 * 1024 * 1024}};
  double unit = 1;
  std::string_view digits = text;
  for (const auto& [letter, bytes] : kUnits) {
    if (digits.empty() || (digits.back() != letter && digits.back() != letter - 'A' + 'a')) continue;
    digits.remove_suffix(1);
    unit = bytes;
    break;
  }
  const std::optional<double> number = parse_number(digits);
  if (number && *number * unit >= 1 && *number * unit <= kMost) return static_cast<std::size_t>(*number * unit);
  return Error{kine::quoted(text) + " is no size of a file: bytes, or such as 64K, 500M or 2G"};
}

Result<double> parse_unit(std::string_view text) {
  constexpr std::pair<std::string_view, double> kNames[] = {{"m", 1},       {"dm", 0.1},      {"cm", 0.01},
                                                            {"mm", 0.001},  {"in", 0.0254},   {"inch", 0.0254},
                                                            {"ft", 0.3048}, {"cmu", kCmuUnit}};
  for (const auto& [name, metres] : kNames)
    if (text == name) return metres;
  const std::optional<double> number = parse_number(text);
  if (number && *number > 1e-9 && *number < 1e9) return *number;
  return Error{kine::quoted(text) + " is no unit: " + kUnitNames};
}

}  // namespace kine::cli
