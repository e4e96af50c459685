// What the opaque handles of kine.h are. Private to the C API.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/c/include/kine_c/kine.h"
#include "kine/kinematics/frames.h"
#include "kine/model/clip.h"
#include "kine/model/joint.h"
#include "kine/model/shape.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"

struct kine_builder {
  std::vector<kine::Joint> joints;
  std::string fault;  // the sentence of the first setting that failed; empty: none did
};

struct kine_skeleton {
  std::shared_ptr<const kine::Skeleton> model;
};

// The model is shared, so that frames may outlive the skeleton's handle and a check for the right skeleton cannot be
// fooled by a new one at an old address.
struct kine_frames {
  std::shared_ptr<const kine::Skeleton> model;
  kine::Frames frames;
};

// What a goal was told that the Goal itself does not keep: arrays that it points to, and what its offset and orientation
// are made of.
struct kine_goal_parts {
  std::vector<double> posture, freedom_weights;
  std::optional<kine::Transform> joint_from_tool;
  kine::Quat orientation{};  // in the frame, of the tool or else the joint
  kine::Vec3 offset{};       // in the frame of the tool or else the joint
};

// The parts are kept beside the goals, by the same index, and longer than they: a vector that was once large enough is
// used again.
struct kine_goals {
  std::shared_ptr<const kine::Skeleton> model;
  std::vector<kine::Goal> goals;
  std::vector<kine_goal_parts> parts;
};

struct kine_clip {
  std::shared_ptr<const kine::Skeleton> model;
  kine::Clip clip;
};

struct kine_shape {
  std::shared_ptr<const kine::Skeleton> model;
  kine::Shape shape;
};

namespace kine::c_api {

/// Copies a sentence to where a caller wants it; cut at a whole UTF-8 character if it does not fit.
void write_message(std::string_view sentence, char* message, size_t message_size);

inline bool has_joint(const Skeleton& skeleton, int joint) { return joint >= 0 && joint < skeleton.joint_count(); }
inline bool has_joint(const kine_skeleton* skeleton, int joint) {
  return skeleton && has_joint(*skeleton->model, joint);
}

inline bool has_freedom(const kine_skeleton* skeleton, int freedom) {
  return skeleton && freedom >= 0 && freedom < skeleton->model->freedom_count();
}

}  // namespace kine::c_api
