#include "kine/io/formats/figure.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "kine/core/internal/units_text.h"
#include "kine/io/asf_amc.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/local_transforms.h"

namespace kine {
namespace {

std::vector<Vec3> positions(const Skeleton& skeleton, std::span<const double> pose, const Shape* shape) {
  std::vector<Affine> frames;
  std::vector<Vec3> points;
  const auto count = static_cast<std::size_t>(skeleton.joint_count());
  frames.reserve(count);
  points.reserve(count);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const LocalTransform local =
        shape == nullptr ? parent_from_joint(skeleton, pose, {i}) : parent_from_joint(skeleton, pose, *shape, {i});
    const JointId parent = skeleton.parent({i});
    const Affine own = to_affine(local);
    frames.push_back(parent.valid() ? frames[static_cast<std::size_t>(parent.index)] * own : own);
    points.push_back(frames.back().translation);
  }
  return points;
}

}  // namespace

std::vector<double> zero_pose(const Skeleton& skeleton) {
  std::vector<double> pose(static_cast<std::size_t>(skeleton.value_count()), 0);
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints)
    if (detail::has_quaternion(joint.kind)) pose[static_cast<std::size_t>(joint.first_value) + 3] = 1;
  return pose;
}

std::vector<Vec3> joint_positions(const Skeleton& skeleton, std::span<const double> pose) {
  return positions(skeleton, pose, nullptr);
}

std::vector<Vec3> joint_positions(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape) {
  return positions(skeleton, pose, &shape);
}

Vec3 extent(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Vec3 least = points[0], greatest = points[0];
  for (const Vec3& p : points) {
    for (int k = 0; k < 3; ++k) {
      least[k] = std::min<double>(least[k], p[k]);
      greatest[k] = std::max<double>(greatest[k], p[k]);
    }
  }
  return greatest - least;
}

double guess_metres_per_unit(double units_large, std::string& note) {
  struct Unit {
    double up_to;  ///< units, for a figure of roughly human size
    double metres;
    const char* name;
  };
  // Grown people stand 1.4 to 2.1 m. Between the ranges lie children, animals, and figures without a head or arms: the
  // bounds are set so that such a figure is still taken for the more usual unit.
  constexpr Unit kUnits[] = {
      {5, 1, "a metre"},       {21.5, 0.1, "a decimetre"},  {44, kCmuUnit, "0.0564 m (CMU's unit)"},
      {83, 0.0254, "an inch"}, {500, 0.01, "a centimetre"}, {kInfinity, 0.001, "a millimetre"}};
  const Unit* unit = kUnits;
  while (units_large >= unit->up_to) ++unit;
  note = "the file states no unit: the figure is " + significant_text(units_large, 4) +
         " units large, so a unit is taken for " + unit->name + ", which makes it " +
         length_text(units_large * unit->metres);
  return unit->metres;
}

Up guess_up(const Skeleton& skeleton, std::span<const double> first_pose) {
  constexpr int kFewest = 8;  // a chain of a few joints may point anywhere
  if (skeleton.joint_count() < kFewest) return Up::Y;
  const Vec3 at_rest = extent(joint_positions(skeleton, zero_pose(skeleton)));
  if (!(at_rest.z > 3 * at_rest.y)) return Up::Y;
  if (first_pose.empty()) return Up::Z;
  const Vec3 at_first = extent(joint_positions(skeleton, first_pose));  // the root may turn it upright
  return at_first.z > at_first.y ? Up::Z : Up::Y;
}

}  // namespace kine
