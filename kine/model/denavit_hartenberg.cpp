#include "kine/model/denavit_hartenberg.h"

#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "kine/math/quat.h"

namespace kine {

namespace {

/// Rz(theta) Tz(d): a screw along z, whose two parts commute.
Transform along_z(const DhRow& row) { return {from_axis_angle(kUnitZ, row.theta), {0, 0, row.d}}; }

/// Rx(alpha) Tx(a): a screw along x.
Transform along_x(const DhRow& row) { return {from_axis_angle(kUnitX, row.alpha), {row.a, 0, 0}}; }

/// A row's transform with the joint's value at 0. The value's own motion is a turn about z or a shift along z: it
/// commutes with along_z, and so stands before a Classic row and behind a Modified one.
Transform at_zero(const DhRow& row, DhConvention convention) {
  return convention == DhConvention::Classic ? along_z(row) * along_x(row) : along_x(row) * along_z(row);
}

std::string where(std::size_t row) { return "row " + std::to_string(row + 1) + " of the Denavit-Hartenberg table"; }

/// An empty string if the row can be used, else what is wrong with it.
std::string fault(const DhRow& row, std::size_t index) {
  if (row.kind != JointKind::Hinge && row.kind != JointKind::Slider && row.kind != JointKind::Fixed) {
    return where(index) + " is of kind " + std::string(to_string(row.kind)) + "; it can be Hinge, Slider or Fixed";
  }
  const std::pair<std::string_view, double> numbers[] = {
      {"a", row.a}, {"alpha", row.alpha}, {"d", row.d}, {"theta", row.theta}};
  for (const auto& [name, number] : numbers) {
    if (!std::isfinite(number)) return where(index) + ": " + std::string(name) + " is not a finite number";
  }
  return {};
}

Joint joint_at(std::string name, std::string parent, const Transform& parent_from_joint) {
  Joint joint;
  joint.name = std::move(name);
  joint.parent = std::move(parent);
  joint.rest.translation = parent_from_joint.translation;
  joint.rest.rotation = parent_from_joint.rotation;
  return joint;
}

}  // namespace

Result<std::vector<Joint>> from_dh(std::span<const DhRow> rows, DhConvention convention, const DhEnds& ends) {
  if (rows.empty()) return Error{"the Denavit-Hartenberg table has no rows"};
  std::vector<Joint> joints;
  joints.reserve(rows.size() + 1);
  Transform parent_from_next = ends.parent_from_base;
  std::string parent = ends.parent;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DhRow& row = rows[i];
    if (std::string sentence = fault(row, i); !sentence.empty()) return Error{std::move(sentence)};
    if (convention == DhConvention::Modified) parent_from_next = parent_from_next * at_zero(row, convention);
    Joint joint = joint_at(row.name.empty() ? "joint" + std::to_string(i + 1) : row.name, parent, parent_from_next);
    joint.kind = row.kind;
    joint.axis = kUnitZ;
    joint.axes[0] = row.settings;
    parent = joint.name;
    joints.push_back(std::move(joint));
    parent_from_next = convention == DhConvention::Classic ? at_zero(row, convention) : Transform{};
  }
  joints.push_back(joint_at(ends.tip, parent, parent_from_next));
  return joints;
}

}  // namespace kine
