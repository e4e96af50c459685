#include <utility>

#include "bindings/c/src/handles.hpp"
#include "kine/model/denavit_hartenberg.h"

using kine::AxisSettings;
using kine::Joint;
using kine::JointKind;

namespace {

int axes_of(const Joint& joint) {
  return joint.kind == JointKind::Euler ? joint.euler_count : kine::axis_count(joint.kind);
}

// The first failure is kept for the build: later ones are often its consequences.
kine_status fail(kine_builder& builder, kine_status status, std::string sentence) {
  if (builder.fault.empty()) builder.fault = std::move(sentence);
  return status;
}

kine_status fail(kine_builder& builder, const Joint& joint, kine_status status, const std::string& sentence) {
  return fail(builder, status, "joint \"" + joint.name + "\": " + sentence);
}

std::string a_kind(JointKind kind) {
  const std::string name(kine::to_string(kind));
  return (kind == JointKind::Euler ? "an " : "a ") + name + " joint";
}

// Finds a joint and lets `change` set something on it.
template <class Change>
kine_status set(kine_builder* builder, int joint, Change change) {
  if (!builder) return KINE_NULL;
  const int count = static_cast<int>(builder->joints.size());
  if (joint < 0 || joint >= count)
    return fail(*builder, KINE_BAD_INDEX,
                "a setting was made for joint " + std::to_string(joint) + " of " + std::to_string(count));
  return change(builder->joints[static_cast<std::size_t>(joint)]);
}

// The same for joints of one kind, or of either of two.
template <class Change>
kine_status set_kind(kine_builder* builder, int joint, JointKind kind, JointKind other, const char* what,
                     Change change) {
  return set(builder, joint, [&](Joint& j) {
    if (j.kind != kind && j.kind != other)
      return fail(*builder, j, KINE_BAD_VALUE, a_kind(j.kind) + " has no " + what + " to set");
    return change(j);
  });
}

// The same for one axis of a joint.
template <class Change>
kine_status set_axis(kine_builder* builder, int joint, int axis, Change change) {
  return set(builder, joint, [&](Joint& j) {
    if (axis < 0 || axis >= axes_of(j))
      return fail(*builder, j, KINE_BAD_INDEX,
                  "a setting was made for axis " + std::to_string(axis) + ", but it has " + std::to_string(axes_of(j)));
    return change(j, j.axes[static_cast<std::size_t>(axis)]);
  });
}

}  // namespace

kine_builder* kine_builder_create(void) { return new kine_builder; }

kine_builder* kine_builder_from_skeleton(const kine_skeleton* skeleton) {
  if (!skeleton) return nullptr;
  auto* builder = new kine_builder;
  builder->joints.reserve(static_cast<std::size_t>(skeleton->model->joint_count()));
  for (int i = 0; i < skeleton->model->joint_count(); ++i) builder->joints.push_back(skeleton->model->description({i}));
  return builder;
}

void kine_builder_destroy(kine_builder* builder) { delete builder; }

int kine_builder_add_dh(kine_builder* builder, int modified, const double* rows, const int* kinds,
                        const char* const* names, int row_count, const char* parent, const char* tip) {
  if (!builder) return -1;
  const auto refuse = [&](std::string sentence) {
    fail(*builder, KINE_BAD_VALUE, std::move(sentence));
    return -1;
  };
  if (!rows || !tip || row_count < 0) return refuse("a Denavit-Hartenberg table needs rows and the name of its tip");
  std::vector<kine::DhRow> table(static_cast<std::size_t>(row_count));
  for (std::size_t i = 0; i < table.size(); ++i, rows += 4) {
    if (names && !names[i]) return refuse("a row of a Denavit-Hartenberg table has NULL as its name");
    if (names) table[i].name = names[i];
    if (kinds && (kinds[i] < KINE_FIXED || kinds[i] > KINE_FREE))
      return refuse(std::to_string(kinds[i]) + " is no kind of joint");
    if (kinds) table[i].kind = static_cast<JointKind>(kinds[i]);
    table[i].a = rows[0];
    table[i].alpha = rows[1];
    table[i].d = rows[2];
    table[i].theta = rows[3];
  }
  const auto convention = modified != 0 ? kine::DhConvention::Modified : kine::DhConvention::Classic;
  kine::Result<std::vector<Joint>> chain = kine::from_dh(table, convention, {tip, parent ? parent : "", {}});
  if (!chain) return refuse(chain.error());
  const int first = static_cast<int>(builder->joints.size());
  for (Joint& joint : *chain) builder->joints.push_back(std::move(joint));
  return first;
}

int kine_builder_add_joint(kine_builder* builder, const char* name, const char* parent, int kind) {
  if (!builder) return -1;
  const std::string given = name ? name : "";
  if (!name || kind < KINE_FIXED || kind > KINE_FREE) {
    fail(*builder, KINE_BAD_VALUE,
         name ? "joint \"" + given + "\": " + std::to_string(kind) + " is no kind of joint"
              : std::string("a joint was added without a name"));
    return -1;
  }
  Joint joint;
  joint.name = given;
  joint.parent = parent ? parent : "";
  joint.kind = static_cast<JointKind>(kind);
  builder->joints.push_back(std::move(joint));
  return static_cast<int>(builder->joints.size()) - 1;
}

kine_status kine_builder_set_translation(kine_builder* builder, int joint, double x, double y, double z) {
  return set(builder, joint, [&](Joint& j) {
    j.rest.translation = {x, y, z};
    return KINE_OK;
  });
}

kine_status kine_builder_set_rotation(kine_builder* builder, int joint, double x, double y, double z, double w) {
  return set(builder, joint, [&](Joint& j) {
    j.rest.rotation = {x, y, z, w};
    return KINE_OK;
  });
}

kine_status kine_builder_set_scale(kine_builder* builder, int joint, double x, double y, double z) {
  return set(builder, joint, [&](Joint& j) {
    j.rest.scale = {x, y, z};
    return KINE_OK;
  });
}

kine_status kine_builder_set_axis(kine_builder* builder, int joint, double x, double y, double z) {
  return set_kind(builder, joint, JointKind::Hinge, JointKind::Slider, "single axis", [&](Joint& j) {
    j.axis = {x, y, z};
    return KINE_OK;
  });
}

kine_status kine_builder_set_euler_order(kine_builder* builder, int joint, const char* letters) {
  if (!letters) return builder ? fail(*builder, KINE_NULL, "an Euler order was set to NULL") : KINE_NULL;
  return set_kind(builder, joint, JointKind::Euler, JointKind::Euler, "Euler order", [&](Joint& j) {
    const kine::Result<kine::EulerOrder> order = kine::euler_order(letters);
    if (!order) return fail(*builder, j, KINE_BAD_VALUE, order.error());
    j.euler_axes = order->axes;
    j.euler_count = order->count;
    return KINE_OK;
  });
}

kine_status kine_builder_set_euler_axes(kine_builder* builder, int joint, int count, const double* axes) {
  if (!axes) return builder ? fail(*builder, KINE_NULL, "Euler axes were set to NULL") : KINE_NULL;
  return set_kind(builder, joint, JointKind::Euler, JointKind::Euler, "Euler axes", [&](Joint& j) {
    if (count != 2 && count != 3)
      return fail(*builder, j, KINE_BAD_SIZE,
                  "an Euler joint has two or three axes, " + std::to_string(count) + " were given");
    j.euler_count = count;
    for (int i = 0; i < count; ++i, axes += 3) j.euler_axes[static_cast<std::size_t>(i)] = {axes[0], axes[1], axes[2]};
    return KINE_OK;
  });
}

kine_status kine_builder_set_limits(kine_builder* builder, int joint, int axis, double lower, double upper) {
  return set_axis(builder, joint, axis, [&](Joint&, AxisSettings& settings) {
    settings.limits = {lower, upper};
    return KINE_OK;
  });
}

kine_status kine_builder_set_max_speed(kine_builder* builder, int joint, int axis, double max_speed) {
  return set_axis(builder, joint, axis, [&](Joint&, AxisSettings& settings) {
    settings.max_speed = max_speed;
    return KINE_OK;
  });
}

kine_status kine_builder_set_weight(kine_builder* builder, int joint, int axis, double weight) {
  return set_axis(builder, joint, axis, [&](Joint&, AxisSettings& settings) {
    settings.weight = weight;
    return KINE_OK;
  });
}

kine_status kine_builder_set_fixed(kine_builder* builder, int joint, int axis, int fixed) {
  return set_axis(builder, joint, axis, [&](Joint&, AxisSettings& settings) {
    settings.fixed = fixed != 0;
    return KINE_OK;
  });
}

kine_status kine_builder_set_follow(kine_builder* builder, int joint, int axis, const char* leader, int leader_axis,
                                    double factor, double offset) {
  return set_axis(builder, joint, axis, [&](Joint& j, AxisSettings& settings) {
    if (!leader) return fail(*builder, j, KINE_NULL, "it follows NULL");
    settings.follows = kine::Follow{leader, leader_axis, factor, offset};
    return KINE_OK;
  });
}

kine_status kine_builder_set_ball_axes(kine_builder* builder, int joint, double twist_x, double twist_y, double twist_z,
                                       double first_x, double first_y, double first_z) {
  return set_kind(builder, joint, JointKind::Ball, JointKind::Ball, "ball axes", [&](Joint& j) {
    j.ball.twist_axis = {twist_x, twist_y, twist_z};
    j.ball.first_axis = {first_x, first_y, first_z};
    return KINE_OK;
  });
}

kine_status kine_builder_set_ball_limits(kine_builder* builder, int joint, double swing_first, double swing_second,
                                         double twist_lower, double twist_upper) {
  return set_kind(builder, joint, JointKind::Ball, JointKind::Ball, "ball limits", [&](Joint& j) {
    j.ball.swing_first = swing_first;
    j.ball.swing_second = swing_second;
    j.ball.twist = {twist_lower, twist_upper};
    return KINE_OK;
  });
}

kine_status kine_builder_set_mass(kine_builder* builder, int joint, double mass, double x, double y, double z) {
  return set(builder, joint, [&](Joint& j) {
    j.mass = mass;
    j.centre_of_mass = {x, y, z};
    return KINE_OK;
  });
}

kine_skeleton* kine_builder_build(const kine_builder* builder, char* message, size_t message_size) {
  using kine::c_api::write_message;
  if (!builder) {
    write_message("there is no builder to build from", message, message_size);
    return nullptr;
  }
  if (!builder->fault.empty()) {
    write_message(builder->fault, message, message_size);
    return nullptr;
  }
  kine::Result<kine::Skeleton> skeleton = kine::Skeleton::build(builder->joints);
  write_message(skeleton.error(), message, message_size);
  if (!skeleton) return nullptr;
  return new kine_skeleton{std::make_shared<const kine::Skeleton>(*std::move(skeleton))};
}
