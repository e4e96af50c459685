#include "kine/model/joint.h"

#include <utility>

#include "kine/core/internal/text.h"

namespace kine {
namespace {

Joint joint_of(JointKind kind, std::string name, std::string parent, const Vec3& offset) {
  Joint joint;
  joint.name = std::move(name);
  joint.parent = std::move(parent);
  joint.kind = kind;
  joint.rest.translation = offset;
  return joint;
}

Joint one_axis_joint(JointKind kind, std::string name, std::string parent, const Vec3& offset, const Vec3& axis,
                     Range limits) {
  Joint joint = joint_of(kind, std::move(name), std::move(parent), offset);
  joint.axis = axis;
  joint.axes[0].limits = limits;
  return joint;
}

}  // namespace

std::string_view to_string(JointKind kind) {
  constexpr std::string_view kNames[] = {"fixed", "hinge", "slider", "euler", "ball", "free"};
  return kNames[static_cast<int>(kind)];
}

Result<EulerOrder> euler_order(std::string_view letters) {
  EulerOrder order{{kUnitX, kUnitY, kUnitZ}, static_cast<int>(letters.size())};
  bool good = letters.size() == 2 || letters.size() == 3;
  for (std::size_t i = 0; good && i < letters.size(); ++i) {
    const char letter = static_cast<char>(letters[i] & ~0x20);  // upper case
    good = letter >= 'X' && letter <= 'Z' && (i == 0 || (letters[i - 1] & ~0x20) != letter);
    order.axes[i] = letter == 'X' ? kUnitX : letter == 'Y' ? kUnitY : kUnitZ;
  }
  if (good) return order;
  return Error{quoted(letters) + " is no order of rotations: give two or three of X, Y, Z, such as ZYX"};
}

Joint fixed_joint(std::string name, std::string parent, const Vec3& offset) {
  return joint_of(JointKind::Fixed, std::move(name), std::move(parent), offset);
}

Joint hinge(std::string name, std::string parent, const Vec3& offset, const Vec3& axis, Range limits) {
  return one_axis_joint(JointKind::Hinge, std::move(name), std::move(parent), offset, axis, limits);
}

Joint slider(std::string name, std::string parent, const Vec3& offset, const Vec3& axis, Range limits) {
  return one_axis_joint(JointKind::Slider, std::move(name), std::move(parent), offset, axis, limits);
}

Joint euler(std::string name, std::string parent, const Vec3& offset, std::string_view order) {
  Joint joint = joint_of(JointKind::Euler, std::move(name), std::move(parent), offset);
  const Result<EulerOrder> axes = euler_order(order);
  KINE_ASSERT(axes.ok(), "an Euler order is two or three of X, Y, Z, such as ZYX");
  if (axes) {
    joint.euler_axes = axes->axes;
    joint.euler_count = axes->count;
  }
  return joint;
}

Joint ball(std::string name, std::string parent, const Vec3& offset, const BallLimits& limits) {
  Joint joint = joint_of(JointKind::Ball, std::move(name), std::move(parent), offset);
  joint.ball = limits;
  return joint;
}

Joint free_joint(std::string name, std::string parent, const Vec3& offset) {
  return joint_of(JointKind::Free, std::move(name), std::move(parent), offset);
}

}  // namespace kine
