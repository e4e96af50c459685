#include "kine/motion/retarget/style_turn.h"

#include <algorithm>

#include "kine/math/trig.h"
#include "kine/motion/retarget/retarget_model.h"

namespace kine::detail {
namespace {

/// A turn against what a bone hangs on, with less of it for a greater weight and inside the limits of its bend.
Quat styled(const StyledTurn& style, const Quat& turn) {
  Quat result = style.weight == 1 ? turn : exp(log(turn) * (1 / style.weight));
  if (style.limits) {
    const SwingTwist<double> split = swing_twist(result, kUnitX);
    const double bend = 2 * atan2(split.twist.x, split.twist.w);
    const double allowed =
        std::clamp<double>(bend, style.limits->lower * style.share, style.limits->upper * style.share);
    if (allowed != bend) result = split.swing * from_axis_angle(kUnitX, allowed);
  }
  return result;
}

}  // namespace

void apply_style(const RetargetModel& model, std::span<Quat> wanted) {
  constexpr std::size_t kMost = RetargetModel::kMostStyled;
  // As bones of an upright figure: before and after, and how far what hangs on each goes along.
  std::array<Quat, kMost> after, carried;
  const Quat walk = conjugate(model.figure_from_walk);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const StyledTurn& style = model.style[i];
    const auto parent = static_cast<std::size_t>(std::max(style.parent, 0));
    carried[i] = style.parent < 0 ? Quat{} : carried[parent];
    const Quat& bone = model.turns[i].joint_from_bone;
    after[i] = carried[i] * walk * wanted[i] * bone;
    if (style.has_part) {
      const Quat above = style.parent < 0 ? Quat{} : after[parent];
      // A root is turned in the world: weights and limits say nothing of where it faces.
      const Quat held = style.parent < 0 ? after[i] : above * styled(style, conjugate(above) * after[i]);
      after[i] = held * exp(style.offset * style.share);
      carried[i] = after[i] * conjugate(held) * carried[i];
    }
    wanted[i] = model.figure_from_walk * after[i] * conjugate(bone);
  }
}

}  // namespace kine::detail
