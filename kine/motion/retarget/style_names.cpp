#include <algorithm>
#include <array>
#include <string>

#include "kine/math/trig.h"
#include "kine/motion/style.h"

// The styles that come along, by eye: tried on walks until they could be told from each other at a glance.

namespace kine {
namespace {

Style named(std::string_view name, std::vector<StylePart> parts) { return {std::string(name), std::move(parts)}; }

StylePart part(std::string_view name, double weight, Vec3 offset = {}) {
  return {std::string(name), weight, {}, offset};
}
StylePart bound(std::string_view name, Range limits, Vec3 offset = {}) {
  return {std::string(name), 1, limits, offset};
}

constexpr auto kNames =
    std::to_array<std::string_view>({"limp", "stiff left knee", "old", "heavy", "child", "arm in a sling"});

Style make(std::string_view name) {
  if (name == "limp")
    return named(name, {part("pelvis", 1, {0, 0, 0.04}), part("spine", 1, {0.06, 0, -0.1}), part("left_thigh", 1.6),
                        bound("left_shank", {0.15, 0.6}), part("left_foot", 2), part("left_upper_arm", 1.5)});
  if (name == "stiff left knee") return named(name, {bound("left_shank", {0, 0.1})});
  if (name == "old")
    return named(name, {part("spine", 1, {0.5, 0, 0}), part("neck", 1, {-0.2, 0, 0}), part("head", 1, {-0.15, 0, 0}),
                        part("left_upper_arm", 2), part("right_upper_arm", 2), part("left_forearm", 1, {-0.4, 0, 0}),
                        part("right_forearm", 1, {-0.4, 0, 0}), part("left_thigh", 1.3), part("right_thigh", 1.3)});
  if (name == "heavy")
    return named(name, {part("spine", 1, {-0.12, 0, 0}), part("left_upper_arm", 1.3, {0, 0, 0.3}),
                        part("right_upper_arm", 1.3, {0, 0, -0.3}), part("left_thigh", 1.15, {0, 0, 0.08}),
                        part("right_thigh", 1.15, {0, 0, -0.08})});
  if (name == "child")
    return named(name, {part("left_upper_arm", 0.7), part("right_upper_arm", 0.7), part("head", 0.8, {-0.1, 0, 0}),
                        part("left_thigh", 0.9), part("right_thigh", 0.9)});
  return named(name, {part("left_upper_arm", 8, {-0.15, 0, -0.05}),
                      StylePart{"left_forearm", 6, Range{-1.7, -1.4}, {0, 0, 0}}, part("left_hand", 5)});
}

}  // namespace

std::span<const std::string_view> style_names() { return kNames; }

Result<Style> find_style(std::string_view name) {
  if (std::ranges::find(kNames, name) != kNames.end()) return make(name);
  std::string known;
  for (const std::string_view each : kNames) known.append(known.empty() ? "" : ", ").append(each);
  return Error{"no style is called \"" + std::string(name) + "\": " + known};
}

}  // namespace kine
