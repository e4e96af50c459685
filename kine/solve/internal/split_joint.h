#pragma once

#include <cstdint>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// How a link of a compiled chain or tree moves.
enum class LinkKind : std::uint8_t { Ball, Hinge, Slide };

/// One single motion of a joint.
struct JointMotion {
  LinkKind kind;
  int component;               ///< of the joint's axes, the first of three for a ball
  int value;                   ///< the first of its values in the pose
  Vec3 axis{};                 ///< Hinge, Slide: in the joint's own frame
  const BallLimits* limits{};  ///< Ball: its limits, or nullptr if it has none

  const Skeleton::Freedom& freedom(const Skeleton& skeleton, const CompiledJoint& compiled, int offset = 0) const {
    const CompiledAxis& axis_of = skeleton.compiled().axis(compiled.first_axis + component + offset);
    return skeleton.freedoms()[static_cast<std::size_t>(axis_of.freedom)];
  }
};

/// Calls `take(motion)` for each single motion of a joint, outermost first. The links of all compiled chains and trees
/// come from here: a hinge, a slider and a ball are one motion, an Euler joint becomes hinges at one point, a free
/// joint three slides and a ball.
template <class Take>
void split_joint(const Skeleton& skeleton, int joint, const Take& take) {
  const CompiledJoint& compiled = skeleton.compiled().joint(joint);
  const int value = compiled.first_value;
  switch (compiled.kind) {
    case JointKind::Fixed:
      break;
    case JointKind::Hinge:
      take(JointMotion{LinkKind::Hinge, 0, value, compiled.axis});
      break;
    case JointKind::Slider:
      take(JointMotion{LinkKind::Slide, 0, value, compiled.axis});
      break;
    case JointKind::Euler:
      for (int k = 0; k < compiled.axis_count; ++k)
        take(JointMotion{LinkKind::Hinge, k, value + k,
                         skeleton.description({joint}).euler_axes[static_cast<std::size_t>(k)]});
      break;
    case JointKind::Free:  // its values are a quaternion and a place, its axes turn before they slide
      take(JointMotion{LinkKind::Slide, 3, value + 4, kUnitX});
      take(JointMotion{LinkKind::Slide, 4, value + 5, kUnitY});
      take(JointMotion{LinkKind::Slide, 5, value + 6, kUnitZ});
      take(JointMotion{LinkKind::Ball, 0, value});
      break;
    case JointKind::Ball: {
      const BallLimits& limits = skeleton.description({joint}).ball;
      take(JointMotion{LinkKind::Ball, 0, value, {}, limits.has_swing() || limits.has_twist() ? &limits : nullptr});
      break;
    }
  }
}

/// What is rigid before a joint, with the joint's place at rest added: where its first motion sits.
inline Transform with_rest_of(const CompiledJoint& compiled, const Transform& rigid) {
  return {compiled.rest_rotation == Quat{} ? rigid.rotation : rigid.rotation * compiled.rest_rotation,
          rigid * compiled.rest_translation};
}

}  // namespace kine::detail
