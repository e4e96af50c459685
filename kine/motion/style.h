#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/vec3.h"
#include "kine/model/limits.h"

namespace kine {

/// What is particular about one part of a body. Axes are those of a figure that stands upright with its arms hanging:
/// X to the left, Y up, Z ahead; a turn is measured from that pose, against the part that it hangs on.
struct StylePart {
  std::string part;   ///< one of bone_names(), or "spine" for all of it
  double weight = 1;  ///< > 0: how hard it is to turn; 2 turns half as far, and what hangs on it makes up for that
  std::optional<Range> limits{};  ///< radians that it bends forwards (a knee: backwards) at the least and the most
  Vec3 offset{};                  ///< a turn that is added, a rotation vector in radians; what hangs on it goes along
};

/// A manner of moving: builds, habits, injuries. It acts on clips and on retargeting.
struct Style {
  std::string name{};
  std::vector<StylePart> parts{};
};

/// The names of the styles that come along: limp, stiff left knee, old, heavy, child, arm in a sling.
std::span<const std::string_view> style_names();

/// One of them, or a sentence with the names there are.
Result<Style> find_style(std::string_view name);

}  // namespace kine
