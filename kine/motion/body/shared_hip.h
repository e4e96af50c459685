#pragma once

#include <array>
#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/body/leg_solve.h"

namespace kine::detail {

/// Puts both feet where they should be on a body whose hips share a value (Nao's legs turn outwards together, by one
/// motor). Each leg then has five angles of its own for six rows; the shared value and the heading of the pelvis are
/// the other two unknowns of twelve rows, so the pelvis turns to what the feet leave it. Damped steps on all twelve at
/// once, from the values in the pose; limits are hard. `hips` is what the pelvis turns about.
std::array<LegReport, 2> solve_together(const BipedModel& body, const std::array<FootPose, 2>& feet, const Vec3& hips,
                                        std::span<double> pose, Scratch& scratch);

/// The bytes of scratch that takes.
std::size_t together_bytes(const Skeleton& skeleton);

}  // namespace kine::detail
