#pragma once

#include <cstdint>
#include <vector>

#include "kine/math/transform.h"
#include "kine/model/internal/aligned_axes.h"
#include "kine/model/joint.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// A joint made ready for forward kinematics.
struct CompiledJoint {
  Quat rest_rotation;    ///< parent_from_joint at rest
  Quat rest_times_axis;  ///< rest_rotation * axis: a hinge's turn is cos(a/2) rest + sin(a/2) this
  Vec3 rest_translation;
  Vec3 rest_scale;
  Vec3 slide;  ///< the axis in the parent's frame
  Vec3 axis;   ///< Hinge, Slider: in the joint's frame
  int parent;
  int first_value;
  int first_axis;
  JointKind kind;
  std::uint8_t value_count, axis_count;
  bool scaled;
  bool unturned;  ///< the rest rotation is none
  bool plain;     ///< not scaled and unturned at rest, and fixed or a ball of weight one that is free and has no limits

  // Of the path from the root to this joint, both included.
  bool plain_path;  ///< all its joints are plain
  int path_joints, path_axes, path_balls;
};

/// One axis: the freedom that moves it and how much, and whether it turns or slides.
struct CompiledAxis {
  double factor;  ///< 1, or a follower's factor
  int joint;
  int freedom;
  bool slides;
  bool fixed;  ///< its freedom is fixed
};

/// Where an angle or distance of a pose is read: factor * q[value] + offset (1 and 0 where nothing is followed).
struct ValueSource {
  double factor, offset;
  int value;
};

/// What the fast loops read of a skeleton; made by Skeleton::build.
struct CompiledSkeleton {
  std::vector<CompiledJoint> joints;
  std::vector<CompiledAxis> axes;
  std::vector<ValueSource> sources;          ///< where each value of a pose is read from
  std::vector<int> angle_values;             ///< the values that are angles of hinges and Euler joints, in order
  std::vector<AlignedAxis> aligned_axes;     ///< by axis; what no chain of hinges and sliders has is left as it is
  std::vector<AlignedJoint> aligned_joints;  ///< by joint

  const CompiledJoint& joint(int index) const { return joints[static_cast<std::size_t>(index)]; }
  const CompiledJoint& joint(JointId id) const { return joint(id.index); }
  const CompiledAxis& axis(int index) const { return axes[static_cast<std::size_t>(index)]; }
};

}  // namespace kine::detail
