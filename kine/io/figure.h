#pragma once

#include <span>
#include <string>
#include <unordered_map>
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

/// How high the figure stands in its rest pose: from the lowest to the highest joint, metres.
double figure_height(const Skeleton& skeleton, Up up);

/// "x", "y" or "z".
char to_char(Up up);

/// The metres a unit has, guessed from how large a figure is in units, taken for a grown person: metres, decimetres,
/// CMU's unit (an inch through 0.45), inches, centimetres or millimetres. `note` says what was guessed and why.
double guess_metres_per_unit(double units_large, std::string& note);

/// CMU's unit: its ASF files say `length 0.45`, and an inch through that is one unit.
inline constexpr double kCmuUnit = 0.0254 / 0.45;

/// Y, unless the figure is clearly taller along Z at rest and still along Z in the first pose (if there is one).
Up guess_up(const Skeleton& skeleton, std::span<const double> first_pose);

/// A reader may make no more joints than that: a joint takes far more memory than the bytes that name it.
inline constexpr int kMaxFileJoints = 65536;

/// Gives every joint a name of its own, and remembers those that had to be changed.
class UniqueNames {
 public:
  /// `wanted`, or with _2, _3 ... behind it where that is taken.
  std::string take(std::string wanted);
  /// A sentence on the names that were changed so far; empty if none was.
  std::string note() const;

 private:
  std::unordered_map<std::string, int> uses_;
  int changed_ = 0;
  std::string example_;
};

}  // namespace kine
