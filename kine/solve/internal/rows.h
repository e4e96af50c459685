#pragma once

#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/matrix.h"
#include "kine/solve/goal.h"

namespace kine::detail {

/// The rows of a goal at a pose, linearised: their numbers, which should lie within the goal's bounds, and how each
/// freedom at speed one changes them. This is all that the numerical solvers know of goals.
///
/// `values` has row_count numbers, `jacobian` as many rows and one column per freedom (zero for fixed ones). Frames come
/// from `forward` at `pose`. `work` is working memory of 6 rows by the number of freedoms. Allocates nothing.
///
/// For rows of orientation the Jacobian is that of the rotation vector near zero, which is what a solver needs to
/// converge; far from zero it is the direction of the shortest turn.
void evaluate_rows(const Skeleton& skeleton, const Frames& frames, std::span<const double> pose, const Goal& goal,
                   std::span<double> values, MatrixView<double> jacobian, MatrixView<double> work);

/// The two numbers of an aim goal: the least turn that leads from the wanted direction to where the axis points, taken about
/// two lines perpendicular to the axis. Unit directions.
struct AimAngles {
  Vec3 lines[2];
  double about_line[2];
};
AimAngles aim_angles(const Vec3& along, const Vec3& wanted);

/// True if row `component` of a goal is an angle.
bool is_angle(const Goal& goal, int component);

}  // namespace kine::detail
