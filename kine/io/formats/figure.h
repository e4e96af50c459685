#pragma once

#include <span>
#include <string>
#include <vector>

#include "kine/io/scene.h"
#include "kine/math/vec3.h"
#include "kine/model/shape.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Every value 0 and every joint unturned, limits or not: the pose in which joints are where their rest transforms say.
std::vector<double> zero_pose(const Skeleton& skeleton);

/// Where the joints are in the world, in one pose.
std::vector<Vec3> joint_positions(const Skeleton& skeleton, std::span<const double> pose);
std::vector<Vec3> joint_positions(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape);

/// From the least to the greatest of each coordinate; zero for no points.
Vec3 extent(std::span<const Vec3> points);

/// The metres a unit has, guessed from how large a figure is in units, taken for a grown person: metres, decimetres,
/// CMU's unit (an inch through 0.45), inches, centimetres or millimetres. `note` says what was guessed and why.
double guess_metres_per_unit(double units_large, std::string& note);

/// Y, unless the figure is clearly taller along Z at rest and still along Z in the first pose (if there is one).
Up guess_up(const Skeleton& skeleton, std::span<const double> first_pose);

}  // namespace kine
