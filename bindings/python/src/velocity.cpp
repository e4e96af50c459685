#include "kine/solve/velocity.h"

#include <vector>

#include "bindings/python/src/module.h"
#include "bindings/python/src/report.h"
#include "bindings/python/src/settings.h"

namespace kine::python {

namespace {

/// The method as Python hands it over: fixed freedoms its own.
struct VelocitySettings {
  Velocity settings{};
  std::vector<double> fixed{};  // indices, as an array of numbers

  std::vector<int> fixed_freedoms(const Skeleton& skeleton) const {
    std::vector<int> out;
    for (const double index : fixed) {
      const bool whole = index >= 0 && index < skeleton.freedom_count() && index == static_cast<int>(index);
      if (!whole)
        refuse("fixed: indices of freedoms were expected, 0 to " + std::to_string(skeleton.freedom_count() - 1));
      out.push_back(static_cast<int>(index));
    }
    return out;
  }
};

template <class F>
void each_setting(VelocitySettings& m, F& f) {
  Velocity& s = m.settings;
  f("h", s.h);
  f("beta", s.beta);
  f("drift", Words{s.drift, {"logarithm", "printed"}});
  f("inverse", Words{s.inverse, {"plain", "by-rank", "damped"}});
  f("rank_threshold", s.rank_threshold);
  f("damping", s.damping);
  f("separate", s.separate);
  f("fixed", m.fixed);
  f("length", s.length);
  f("tolerance", s.tolerance);
}

/// A constraint whose joint is known by name until it meets a skeleton.
struct NamedConstraint {
  VelocityConstraint constraint;
  JointRef joint;
};
using ConstraintPtr = std::shared_ptr<NamedConstraint>;

constexpr JointId kLater{};

VelocityOptions options_of(const py::object& offset, double weight, bool correct) {
  return {.offset = vec3_of(offset, "offset"), .weight = weight, .correct = correct};
}

ConstraintPtr named(const py::object& joint, const VelocityConstraint& constraint) {
  JointRef ref = joint_ref(joint, "joint");
  if (ref.world()) refuse("joint: the name or the index of a joint was expected, this is None");
  return std::make_shared<NamedConstraint>(NamedConstraint{constraint, std::move(ref)});
}

// Angular first, as everywhere.
Twist twist_of(const py::object& object, const char* name) {
  const std::vector<double> v = row_of(object, name, 6);
  return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
}

ConstraintPtr make_turn_about(const py::object& joint, const py::object& axis, const py::object& axis_in_joint,
                              const py::object& axis_velocity, double weight, bool correct) {
  const VelocityOptions options{.weight = weight, .correct = correct};
  const Vec3 in_world = vec3_of(axis, "axis");
  if (axis_in_joint.is_none()) return named(joint, turn_about(kLater, in_world, options));
  return named(joint, turn_about(kLater, vec3_of(axis_in_joint, "axis_in_joint"), in_world,
                                 vec3_of(axis_velocity, "axis_velocity"), options));
}

ConstraintPtr make_twist(const py::object& joint, const py::object& rows, const py::object& values,
                         const py::object& offset, double weight) {
  const Numbers given = numbers_of(rows, "rows", {{kAny, 6}});
  if (given.shape[0] < 1 || given.shape[0] > 6) refuse("rows: the shape (N, 6) with N from 1 to 6 was expected");
  std::vector<Twist> twists;
  for (Count i = 0; i < given.shape[0]; ++i) {
    const std::span<const double> v = given.row(i);
    twists.push_back({{v[0], v[1], v[2]}, {v[3], v[4], v[5]}});
  }
  const std::vector<double> products = row_of(values, "values", given.shape[0]);
  return named(joint, constrain_twist(kLater, twists, products, options_of(offset, weight, true)));
}

std::vector<VelocityConstraint> constraints_of(const NamedSkeleton& skeleton, const py::object& constraints) {
  std::vector<VelocityConstraint> out;
  const auto add = [&](py::handle object) {
    if (!py::isinstance<NamedConstraint>(object))
      refuse(std::string("constraints: a list of constraints was expected, there is a ") +
             Py_TYPE(object.ptr())->tp_name + " in it");
    const auto one = py::cast<Ref<NamedConstraint>>(object);
    out.push_back(one->constraint);
    out.back().joint = id_of(skeleton, one->joint);
  };
  if (py::isinstance<NamedConstraint>(constraints)) {
    add(constraints);
    return out;
  }
  if (!py::isinstance<py::iterable>(constraints)) refuse("constraints: a list of constraints was expected");
  for (const py::handle one : constraints) add(one);
  return out;
}

std::shared_ptr<VelocityReport> step_once(const SkeletonRef& skeleton, const py::object& constraints,
                                          const Ref<VelocitySettings>& method, const py::object& speeds,
                                          const py::object& pose) {
  const std::vector<VelocityConstraint> list = constraints_of(*skeleton, constraints);
  const std::vector<int> fixed = method->fixed_freedoms(*skeleton);
  Velocity settings = method->settings;
  settings.fixed = fixed;
  InOut v(speeds, "speeds", skeleton->freedom_count());
  InOut q(pose, "pose", skeleton->value_count());
  auto report = std::make_shared<VelocityReport>();
  {
    const py::gil_scoped_release unlocked;
    Scratch scratch(scratch_bytes(*skeleton, list));
    *report = step(*skeleton, list, settings, v.values(), q.values(), scratch);
  }
  v.write();
  q.write();
  return report;
}

void bind_constraints(py::module_& m) {
  py::class_<NamedConstraint, ConstraintPtr>(m, "VelocityConstraint", doc("VelocityConstraint"))
      .def_property_readonly(
          "kind",
          [](const Ref<NamedConstraint>& c) {
            constexpr const char* kNames[] = {"axis", "pose", "point", "plane", "general"};
            return kNames[static_cast<int>(c->constraint.kind)];
          },
          doc("VelocityConstraint.kind"))
      .def("__repr__", [](const Ref<NamedConstraint>& c) {
        return "<kine.VelocityConstraint of " +
               (c->joint.named ? "'" + c->joint.name + "'" : "joint " + std::to_string(c->joint.index)) + ">";
      });
  const auto zero = py::make_tuple(0, 0, 0);
  const auto still = py::make_tuple(0, 0, 0, 0, 0, 0);
  m.def("turn_about", &make_turn_about, py::arg("joint"), py::arg("axis"), py::arg("axis_in_joint") = py::none(),
        py::arg("axis_velocity") = zero, py::kw_only(), py::arg("weight") = 1.0, py::arg("correct") = true,
        doc("turn_about"));
  m.def(
      "follow_pose",
      [](const py::object& joint, const py::object& target, const py::object& velocity, const py::object& offset,
         double weight, bool correct) {
        return named(joint, follow_pose(kLater, transform_of(target, "target"), twist_of(velocity, "velocity"),
                                        options_of(offset, weight, correct)));
      },
      py::arg("joint"), py::arg("target"), py::arg("velocity") = still, py::kw_only(), py::arg("offset") = zero,
      py::arg("weight") = 1.0, py::arg("correct") = true, doc("follow_pose"));
  m.def(
      "follow_point",
      [](const py::object& joint, const py::object& target, const py::object& velocity, const py::object& offset,
         double weight, bool correct) {
        return named(joint, follow_point(kLater, vec3_of(target, "target"), vec3_of(velocity, "velocity"),
                                         options_of(offset, weight, correct)));
      },
      py::arg("joint"), py::arg("target"), py::arg("velocity") = zero, py::kw_only(), py::arg("offset") = zero,
      py::arg("weight") = 1.0, py::arg("correct") = true, doc("follow_point"));
  m.def(
      "stay_in_plane",
      [](const py::object& joint, const py::object& point, const py::object& normal, const py::object& velocity,
         const py::object& offset, double weight, bool correct) {
        return named(joint, stay_in_plane(kLater, vec3_of(point, "point"), vec3_of(normal, "normal"),
                                          twist_of(velocity, "velocity"), options_of(offset, weight, correct)));
      },
      py::arg("joint"), py::arg("point"), py::arg("normal"), py::arg("velocity") = still, py::kw_only(),
      py::arg("offset") = zero, py::arg("weight") = 1.0, py::arg("correct") = true, doc("stay_in_plane"));
  m.def("constrain_twist", &make_twist, py::arg("joint"), py::arg("rows"), py::arg("values"), py::kw_only(),
        py::arg("offset") = zero, py::arg("weight") = 1.0, doc("constrain_twist"));
}

void bind_report(py::module_& m) {
  using R = Ref<VelocityReport>;
  py::class_<VelocityReport, std::shared_ptr<VelocityReport>>(m, "VelocityReport", doc("VelocityReport"))
      .def_property_readonly(
          "status", [](const R& r) { return to_python(r->status); }, doc("VelocityReport.status"))
      .def_property_readonly(
          "reached", [](const R& r) { return r->reached(); }, doc("VelocityReport.reached"))
      .def_property_readonly(
          "scale", [](const R& r) { return r->scale; }, doc("VelocityReport.scale"))
      .def_property_readonly(
          "angular", [](const R& r) { return r->angular; }, doc("VelocityReport.angular"))
      .def_property_readonly(
          "linear", [](const R& r) { return r->linear; }, doc("VelocityReport.linear"))
      .def_property_readonly(
          "angle_error", [](const R& r) { return r->angle_error; }, doc("VelocityReport.angle_error"))
      .def_property_readonly(
          "position_error", [](const R& r) { return r->position_error; }, doc("VelocityReport.position_error"))
      .def_property_readonly(
          "rank", [](const R& r) { return r->rank; }, doc("VelocityReport.rank"))
      .def_property_readonly(
          "fault", [](const R& r) { return std::string(r->fault.sentence()); }, doc("VelocityReport.fault"))
      .def("__repr__", [](const R& r) {
        if (r->reached()) return std::string("<kine.VelocityReport: reached>");
        if (const std::string fault = r->fault.sentence(); !fault.empty())
          return "<kine.VelocityReport: " + fault + ">";
        return "<kine.VelocityReport: " + shown(r->angular, 3) + " rad/s and " + shown(r->linear, 3) + " m/s lacking>";
      });
}

}  // namespace

void bind_velocity(py::module_& m) {
  bind_constraints(m);
  bind_report(m);
  py::class_<VelocitySettings, std::shared_ptr<VelocitySettings>> method(m, "Velocity", doc("Velocity"));
  bind_settings<VelocitySettings>(method, "Velocity");
  m.def("step", &step_once, py::arg("skeleton"), py::arg("constraints"), py::arg("method"), py::arg("speeds"),
        py::arg("pose"), doc("step"));
}

}  // namespace kine::python
