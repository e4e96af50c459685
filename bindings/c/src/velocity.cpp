#include "kine/solve/velocity.h"

#include <algorithm>
#include <array>

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"

using kine::JointId;
using kine::VelocityConstraint;
using kine::VelocityKind;
using namespace kine::c_api;

struct kine_constraints {
  std::shared_ptr<const kine::Skeleton> model;
  std::vector<VelocityConstraint> list;
};

struct kine_stepper {
  std::shared_ptr<const kine::Skeleton> model;
  kine::Velocity method;
  std::vector<int> fixed;
  std::unique_ptr<kine::Scratch> scratch;
  std::vector<kine::VelocityResult> results;
  kine::VelocityReport report;
  bool stepped = false;
};

namespace {

template <class Change>
kine_status set(kine_constraints* constraints, int constraint, Change change) {
  if (!constraints) return KINE_NULL;
  if (constraint < 0 || constraint >= static_cast<int>(constraints->list.size())) return KINE_BAD_INDEX;
  return change(constraints->list[static_cast<std::size_t>(constraint)]);
}

template <class T>
kine_status put(kine_constraints* constraints, int constraint, T VelocityConstraint::* member, const T& value) {
  return set(constraints, constraint, [&](VelocityConstraint& c) {
    c.*member = value;
    return KINE_OK;
  });
}

template <class F>
F& each_setting(kine::Velocity& m, F& f) {
  f("h", m.h);
  f("beta", m.beta);
  f("printed_drift", Choice<kine::DriftCorrection>{m.drift, 2});
  f("inverse", Choice<kine::VelocityInverse>{m.inverse, 3});
  f("rank_threshold", m.rank_threshold);
  f("damping", m.damping);
  f("separate", m.separate);
  f("length", m.length);
  f("tolerance", m.tolerance);
  return f;
}

template <class F>
F& each_setting(const kine::Velocity& m, F& f) {
  kine::Velocity copy = m;
  return each_setting(copy, f);
}

void each_result(const kine::VelocityReport& r, GetByName& f) {
  f("scale", r.scale);
  f("compensated", r.compensated);
  f("angular", r.angular);
  f("linear", r.linear);
  f("general", r.general);
  f("angle_error", r.angle_error);
  f("position_error", r.position_error);
  f("worst_constraint", r.worst_constraint);
  f("rows", r.rows);
  f("columns", r.columns);
  f("rank", r.rank);
  f("parts", r.parts);
  f("clamped", r.clamped);
  f("binding_count", r.binding_count);
}

void each_result(const kine::VelocityResult& r, GetByName& f) {
  f("angular", r.angular);
  f("linear", r.linear);
  f("general", r.general);
  f("angle_error", r.angle_error);
  f("position_error", r.position_error);
  f("scale", r.scale);
  f("part", r.part);
}

const kine::VelocityBinding* binding_of(const kine_stepper* stepper, int binding) {
  const bool there = stepper && binding >= 0 && binding < stepper->report.binding_count;
  return there ? &stepper->report.bindings[static_cast<std::size_t>(binding)] : nullptr;
}

}  // namespace

kine_constraints* kine_constraints_create(const kine_skeleton* skeleton) {
  return skeleton ? new kine_constraints{skeleton->model, {}} : nullptr;
}

void kine_constraints_destroy(kine_constraints* constraints) { delete constraints; }

int kine_constraints_add(kine_constraints* constraints, int kind, int joint) {
  if (!constraints || kind < KINE_TURN_ABOUT || kind > KINE_TWIST_ROWS) return -1;
  if (!has_joint(*constraints->model, joint)) return -1;
  VelocityConstraint constraint;
  constraint.kind = static_cast<VelocityKind>(kind);
  constraint.joint = JointId{joint};
  constraints->list.push_back(constraint);
  return static_cast<int>(constraints->list.size()) - 1;
}

kine_status kine_constraints_clear(kine_constraints* constraints) {
  if (!constraints) return KINE_NULL;
  constraints->list.clear();
  return KINE_OK;
}

int kine_constraints_count(const kine_constraints* constraints) {
  return constraints ? static_cast<int>(constraints->list.size()) : -1;
}

kine_status kine_constraints_set_target(kine_constraints* constraints, int constraint, double x, double y, double z) {
  return set(constraints, constraint, [&](VelocityConstraint& c) {
    c.target.translation = {x, y, z};
    return KINE_OK;
  });
}

kine_status kine_constraints_set_orientation(kine_constraints* constraints, int constraint, double x, double y,
                                             double z, double w) {
  return set(constraints, constraint, [&](VelocityConstraint& c) {
    c.target.rotation = {x, y, z, w};
    return KINE_OK;
  });
}

kine_status kine_constraints_set_velocity(kine_constraints* constraints, int constraint, const double* twist) {
  if (!twist) return KINE_NULL;
  return put(constraints, constraint, &VelocityConstraint::velocity, twist_of(twist));
}

kine_status kine_constraints_set_axis(kine_constraints* constraints, int constraint, double x, double y, double z) {
  return put(constraints, constraint, &VelocityConstraint::axis, kine::Vec3{x, y, z});
}

kine_status kine_constraints_set_axis_in_joint(kine_constraints* constraints, int constraint, double x, double y,
                                               double z) {
  return put(constraints, constraint, &VelocityConstraint::axis_in_joint, kine::Vec3{x, y, z});
}

kine_status kine_constraints_set_offset(kine_constraints* constraints, int constraint, double x, double y, double z) {
  return put(constraints, constraint, &VelocityConstraint::offset, kine::Vec3{x, y, z});
}

kine_status kine_constraints_set_weight(kine_constraints* constraints, int constraint, double weight) {
  return put(constraints, constraint, &VelocityConstraint::weight, weight);
}

kine_status kine_constraints_set_correct(kine_constraints* constraints, int constraint, int correct) {
  return put(constraints, constraint, &VelocityConstraint::correct, correct != 0);
}

kine_status kine_constraints_set_rows(kine_constraints* constraints, int constraint, int count, const double* rows,
                                      const double* values) {
  if (!rows || !values) return KINE_NULL;
  return set(constraints, constraint, [&](VelocityConstraint& c) {
    if (c.kind != VelocityKind::General) return KINE_BAD_VALUE;
    if (count < 1 || count > 6) return KINE_BAD_SIZE;
    c.row_count = count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      c.rows[i] = twist_of(rows + 6 * i);
      c.values[i] = values[i];
    }
    return KINE_OK;
  });
}

kine_stepper* kine_stepper_create(const kine_skeleton* skeleton) {
  return skeleton ? new kine_stepper{skeleton->model, {}, {}, nullptr, {}, {}, false} : nullptr;
}

void kine_stepper_destroy(kine_stepper* stepper) { delete stepper; }

kine_status kine_stepper_set(kine_stepper* stepper, const char* setting, double value) {
  if (!stepper || !setting) return KINE_NULL;
  SetByName visitor{setting, value, *stepper->model};
  return each_setting(stepper->method, visitor).status;
}

double kine_stepper_get(const kine_stepper* stepper, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return stepper ? each_setting(stepper->method, visitor).value : visitor.value;
}

int kine_stepper_setting_count(const kine_stepper* stepper) {
  NameByIndex visitor;
  return stepper ? each_setting(stepper->method, visitor).count : -1;
}

const char* kine_stepper_setting_name(const kine_stepper* stepper, int setting) {
  NameByIndex visitor{setting};
  return stepper && setting >= 0 ? each_setting(stepper->method, visitor).name : nullptr;
}

kine_status kine_stepper_set_fixed(kine_stepper* stepper, int freedom, int fixed) {
  if (!stepper) return KINE_NULL;
  if (freedom < 0 || freedom >= stepper->model->freedom_count()) return KINE_BAD_INDEX;
  const auto found = std::find(stepper->fixed.begin(), stepper->fixed.end(), freedom);
  if (fixed != 0 && found == stepper->fixed.end()) stepper->fixed.push_back(freedom);
  if (fixed == 0 && found != stepper->fixed.end()) stepper->fixed.erase(found);
  stepper->method.fixed = stepper->fixed;
  return KINE_OK;
}

kine_status kine_step(kine_stepper* stepper, const kine_constraints* constraints, double* speeds, int speeds_size,
                      double* pose, int pose_size) {
  if (!stepper || !constraints) return KINE_NULL;
  if (stepper->model != constraints->model) return KINE_WRONG_SKELETON;
  const kine::Skeleton& skeleton = *stepper->model;
  if (const kine_status status = check_array(speeds, speeds_size, skeleton.freedom_count())) return status;
  if (const kine_status status = check_array(pose, pose_size, skeleton.value_count())) return status;
  const std::size_t bytes = kine::scratch_bytes(skeleton, constraints->list);
  if (!stepper->scratch || stepper->scratch->capacity() < bytes) {
    stepper->scratch.reset();
    stepper->scratch = std::make_unique<kine::Scratch>(bytes);
  }
  stepper->results.assign(constraints->list.size(), {});
  stepper->report = kine::step(skeleton, constraints->list, stepper->method, out_span(speeds, speeds_size),
                               out_span(pose, pose_size), *stepper->scratch, stepper->results);
  stepper->stepped = true;
  return KINE_OK;
}

int kine_stepper_outcome(const kine_stepper* stepper) {
  return stepper && stepper->stepped ? static_cast<int>(stepper->report.status) : -1;
}

const char* kine_stepper_fault(const kine_stepper* stepper) { return stepper ? stepper->report.fault.sentence() : ""; }

double kine_stepper_result(const kine_stepper* stepper, const char* name) {
  GetByName visitor{name ? name : ""};
  if (stepper && stepper->stepped) each_result(stepper->report, visitor);
  return visitor.value;
}

double kine_stepper_constraint_result(const kine_stepper* stepper, int constraint, const char* name) {
  GetByName visitor{name ? name : ""};
  if (stepper && constraint >= 0 && constraint < static_cast<int>(stepper->results.size()))
    each_result(stepper->results[static_cast<std::size_t>(constraint)], visitor);
  return visitor.value;
}

int kine_stepper_binding_freedom(const kine_stepper* stepper, int binding) {
  const kine::VelocityBinding* found = binding_of(stepper, binding);
  return found ? found->freedom : -1;
}

int kine_stepper_binding_limit(const kine_stepper* stepper, int binding) {
  const kine::VelocityBinding* found = binding_of(stepper, binding);
  return found ? static_cast<int>(found->limit) : -1;
}
