#pragma once

#include <array>
#include <vector>

#include "kine/core/result.h"
#include "kine/motion/bone_map.h"

namespace kine::detail {

/// How any figure stands upright: legs and arms straight down, feet flat and pointing ahead, whatever its rest pose is.
struct Standing {
  std::vector<double> pose{};
  Quat walk_from_figure{};     ///< turns the figure's world so that it stands Y up and faces +Z
  std::array<Quat, 2> foot{};  ///< world_from_joint of the feet's last joints, flat and pointing ahead; figure's world
};

/// Stands a figure up from its rest pose, as far as its joints allow: a row of hinges, as robots have for hips, is left
/// as it rests. One that lies is raised by its root, a trunk that lies by its spine. Feet are taken to be flat at rest,
/// unless they point down more than 60 degrees; toes tell where they point. Refused with a sentence: a leg without a
/// knee or a foot that hangs on it, a trunk that lies or toes that point to the side where no joint can right them.
Result<Standing> stand_up(const Skeleton& skeleton, const BoneMap& map, const Vec3& up);

}  // namespace kine::detail
