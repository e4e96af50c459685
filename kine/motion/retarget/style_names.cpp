#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "kine/motion/style.h"

// The styles that come along, by eye: tried on walks until they could be told from each other at a glance.

namespace kine {
namespace {

/// A part of a style, as StylePart has it.
struct Part {
  const char* name = nullptr;
  double weight = 1;
  Vec3 offset{};
  std::optional<Range> limits{};
};

constexpr Part kLimp[] = {{"pelvis", 1, {0, 0, 0.04}},
                          {"spine", 1, {0.06, 0, -0.1}},
                          {"left_thigh", 1.6},
                          {"left_shank", 1, {}, Range{0.15, 0.6}},
                          {"left_foot", 2},
                          {"left_upper_arm", 1.5}};
constexpr Part kStiffLeftKnee[] = {{"left_shank", 1, {}, Range{0, 0.1}}};
constexpr Part kOld[] = {{"spine", 1, {0.5, 0, 0}},
                         {"neck", 1, {-0.2, 0, 0}},
                         {"head", 1, {-0.15, 0, 0}},
                         {"left_upper_arm", 2},
                         {"right_upper_arm", 2},
                         {"left_forearm", 1, {-0.4, 0, 0}},
                         {"right_forearm", 1, {-0.4, 0, 0}},
                         {"left_thigh", 1.3},
                         {"right_thigh", 1.3}};
constexpr Part kHeavy[] = {{"spine", 1, {-0.12, 0, 0}},
                           {"left_upper_arm", 1.3, {0, 0, 0.3}},
                           {"right_upper_arm", 1.3, {0, 0, -0.3}},
                           {"left_thigh", 1.15, {0, 0, 0.08}},
                           {"right_thigh", 1.15, {0, 0, -0.08}}};
constexpr Part kChild[] = {{"left_upper_arm", 0.7},
                           {"right_upper_arm", 0.7},
                           {"head", 0.8, {-0.1, 0, 0}},
                           {"left_thigh", 0.9},
                           {"right_thigh", 0.9}};
constexpr Part kArmInASling[] = {
    {"left_upper_arm", 8, {-0.15, 0, -0.05}}, {"left_forearm", 6, {}, Range{-1.7, -1.4}}, {"left_hand", 5}};

constexpr auto kNames =
    std::to_array<std::string_view>({"limp", "stiff left knee", "old", "heavy", "child", "arm in a sling"});
/// In the order of their names.
constexpr std::array<std::span<const Part>, kNames.size()> kStyles = {kLimp,  kStiffLeftKnee, kOld,
                                                                      kHeavy, kChild,         kArmInASling};

}  // namespace

std::span<const std::string_view> style_names() { return kNames; }

Result<Style> find_style(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found != kNames.end()) {
    Style style{.name = std::string(name)};
    for (const Part& part : kStyles[static_cast<std::size_t>(found - kNames.begin())])
      style.parts.push_back({part.name, part.weight, part.limits, part.offset});
    return style;
  }
  std::string known;
  for (const std::string_view each : kNames) known.append(known.empty() ? "" : ", ").append(each);
  return Error{"no style is called \"" + std::string(name) + "\": " + known};
}

}  // namespace kine
