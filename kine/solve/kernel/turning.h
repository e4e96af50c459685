#pragma once

#include "kine/solve/detail/turning.h"

/// Single joints placed and turned by hand, for those who pose figures.
namespace kine::kernel {

using detail::locate;
using detail::set_turn;
using detail::turn_of;

}  // namespace kine::kernel
