#pragma once

#include "kine/solve/internal/turning.h"

/// Single joints placed and turned by hand, for those who pose figures.
namespace kine::detail {

using detail::locate;
using detail::set_turn;
using detail::turn_of;

}  // namespace kine::detail
