#pragma once

#include <span>

#include "kine/kinematics/chain_kernel.h"

namespace kine::detail {

/// What a chain kernel is made of, for loops that do many at once.
struct ChainParts {
  using Link = ChainKernel::Link;
  std::span<const Link> links;
  const Affine& world_from_base;
  const Affine& last_from_tip;
  bool follows;

  explicit ChainParts(const ChainKernel& kernel)
      : links(kernel.links_),
        world_from_base(kernel.world_from_base_),
        last_from_tip(kernel.last_from_tip_),
        follows(kernel.follows_) {}
};

}  // namespace kine::detail
