#pragma once

#include "kine/batch/internal/lane_block.h"
#include "kine/batch/internal/lane_kernels.h"
#include "kine/batch/two_bones.h"

namespace kine::detail {

template <int W>
[[gnu::flatten]] void two_bones_in_lanes(const TwoBones& limbs, const geometry::TwoBoneOptions<double>& options,
                                         const TwoBoneAnswers& answers, Part part) {
  using T = Lanes<W>;
  geometry::TwoBoneOptions<T> common;
  common.twist = {T(options.twist.sin), T(options.twist.cos)};
  common.softness = T(options.softness);
  common.fade = T(options.fade);
  common.on_unreachable = options.on_unreachable;
  for_blocks<W>(part, [&](const auto& block) {
    geometry::TwoBoneLimb<T> limb;
    limb.upper = block.load(limbs.upper.data());
    limb.lower = block.load(limbs.lower.data());
    limb.upper_frame = all_lanes<T>(limbs.upper_frame);
    limb.lower_frame = all_lanes<T>(limbs.lower_frame);
    limb.frames_are_plain = limbs.frames_are_plain;
    geometry::TwoBoneOptions<T> own = common;
    own.pole = block.load(limbs.pole);
    const geometry::TwoBonePose<T> present{block.load(limbs.root), block.load(limbs.root_rotation),
                                           block.load(limbs.mid_rotation)};
    LaneMask<W> usual;
    const auto solution = geometry::detail::solve_two_bone_lanes(limb, present, block.load(limbs.target), own, usual);
    const unsigned rare = bits_of_lanes(!usual) & block.bits();
    if (rare != 0) [[unlikely]]  // first, since the present pose may lie where the answers go
      block.redo(rare, [&](std::size_t i) { solve_one(limbs, options, answers, i); });
    block.store_but(rare, solution.root_rotation, answers.root_rotation);
    block.store_but(rare, solution.mid_rotation, answers.mid_rotation);
    if (!answers.reached.empty()) block.store_but(rare, solution.reached, answers.reached.data());
  });
}

}  // namespace kine::detail
