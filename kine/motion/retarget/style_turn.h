#pragma once

#include <span>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/quat.h"
#include "kine/motion/style.h"

namespace kine::detail {

struct RetargetModel;

/// What a style does to one of a map's turns.
struct StyledTurn {
  int parent = -1;        ///< the turn that it hangs on
  bool has_part = false;  ///< false: it only goes along with what it hangs on
  double share = 1;       ///< of the part that this bone is, where a part has several bones
  double weight = 1;
  std::optional<Range> limits{};
  Vec3 offset{};
};

/// Turns what the source asks for into what it is in that style: `wanted` are the turns of the target's joints in its
/// world.
void apply_style(const RetargetModel& model, std::span<Quat> wanted);

}  // namespace kine::detail
