#pragma once

#include "kine/solve/global/six_chain.h"

namespace kine::detail {

/// A proof that a chain of the family Wrist has no pose, whatever its limits: its first three hinges bring the wrist's point nowhere
/// near where the target has it. `blur`: how far from there it may be, in the unit of the chain: what is allowed of the tip,
/// seen at the wrist. False proves nothing.
bool wrist_is_out_of_reach(const SixChain& chain, const ArmFrame& target, double blur);

}  // namespace kine::detail
