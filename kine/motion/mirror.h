#pragma once

#include <vector>

#include "kine/model/clip.h"
#include "kine/motion/motion_body.h"

namespace kine {

/// For each joint of a figure the one on the other side; itself for what is in the middle, kWorld for what has no
/// counterpart. Told by the bone map, and below its bones by where joints are.
std::vector<JointId> mirror_pairs(const MotionBody& body);

/// The same motion with left and right exchanged. It begins where the clip begins and goes the same way; mirrored twice it
/// is the clip again. Joints whose axes are each other's mirror image have the other's values to the bit but for
/// signs; others take the rotation that is the mirror image, as near as their axes can. Joints without a counterpart
/// keep their values. Limits are not looked at: a clip is never clamped.
Clip mirror_clip(const MotionBody& body, const Clip& clip);

}  // namespace kine
