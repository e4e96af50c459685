#include "kine/io/style_file.h"

#include <cstddef>

#include "kine/core/internal/text.h"
#include "kine/io/text/json.h"

namespace kine {
namespace {

/// The numbers of a list of so many; nothing where it is no such list.
template <std::size_t N>
std::optional<std::array<double, N>> numbers(const json::Value& list) {
  std::array<double, N> out{};
  if (!list.is_array() || list.size() != N) return {};
  for (std::size_t i = 0; i < N; ++i) {
    const std::optional<double> number = list.at(i).number();
    if (!number) return {};
    out[i] = *number;
  }
  return out;
}

/// Fills a line from its member; nothing, or what is wrong with it.
std::string fill(const json::Value& member, StyleLine& line) {
  for (std::size_t k = 0; k < member.size(); ++k) {
    const std::string& key = member.keys()[k];
    const json::Value& value = member.at(k);
    if (key == "weight") {
      if (!value.is_number() || !(value.number_or(0) > 0)) return "\"weight\" is a number above 0";
      line.weight = value.number_or(1);
    } else if (key == "limits") {
      line.limits = numbers<2>(value);
      if (!line.limits || !((*line.limits)[0] <= (*line.limits)[1]))
        return "\"limits\" are two angles in radians, the lower one first";
    } else if (key == "offset") {
      const auto offset = numbers<3>(value);
      if (!offset) return "\"offset\" is three angles in radians";
      line.offset = *offset;
    } else {
      return "there is no " + quoted(key) + ": weight, limits, offset";
    }
  }
  return {};
}

}  // namespace

Result<std::vector<StyleLine>> read_style(std::string_view text, std::string_view name) {
  const Result<json::Value> root = json::parse(text, name);
  if (!root) return Error{root.error()};
  const auto where = [&](const json::Value& value) {
    return std::string(name) + ':' + std::to_string(value.line()) + ": ";
  };
  const json::Value& parts = (*root)["parts"];
  if (!root->is_object() || !parts.is_object())
    return Error{where(*root) + R"(a style is an object such as {"parts": {"left_shank": {"limits": [0, 0.1]}}})"};
  std::vector<StyleLine> lines;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const json::Value& member = parts.at(i);
    StyleLine line{parts.keys()[i]};
    if (!member.is_object()) return Error{where(member) + quoted(line.part) + " should be an object"};
    if (const std::string fault = fill(member, line); !fault.empty())
      return Error{where(member) + quoted(line.part) + ": " + fault};
    lines.push_back(line);
  }
  return lines;
}

}  // namespace kine
