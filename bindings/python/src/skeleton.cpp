#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>

#include "bindings/python/src/module.h"
#include "bindings/python/src/pose.h"
#include "kine/core/internal/text.h"
#include "kine/model/pose.h"

namespace kine::python {

namespace {

using JointPtr = std::shared_ptr<Joint>;

void set_all(Joint& joint, const char* name, const py::object& value, double AxisSettings::* field) {
  if (value.is_none()) return;
  const int axes = joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind);
  const Numbers given = numbers_of(
      py::isinstance<py::float_>(value) || py::isinstance<py::int_>(value) ? py::object(py::make_tuple(value)) : value,
      name, {{1}, {axes}});
  for (int i = 0; i < axes; ++i)
    joint.axes[static_cast<std::size_t>(i)].*field =
        given.values[given.values.size() == 1 ? 0 : static_cast<std::size_t>(i)];
}

// (joint, factor, offset) or (joint, factor, offset, component).
Follow follow_of(const py::object& value) {
  const std::string expected = "follows: the name of a joint, or (name, factor, offset) was expected";
  if (PyUnicode_Check(value.ptr())) return {.joint = py::cast<std::string>(value)};
  if (!PyTuple_Check(value.ptr()) || PyTuple_GET_SIZE(value.ptr()) < 1 || PyTuple_GET_SIZE(value.ptr()) > 4)
    refuse(expected);
  const auto parts = py::reinterpret_borrow<py::tuple>(value);
  if (!PyUnicode_Check(parts[0].ptr())) refuse(expected);
  Follow follow{.joint = py::cast<std::string>(parts[0])};
  if (parts.size() > 1) follow.factor = number_of(parts[1], "follows");
  if (parts.size() > 2) follow.offset = number_of(parts[2], "follows");
  if (parts.size() > 3) follow.component = whole_number_of(parts[3], "follows");
  return follow;
}

JointPtr finish(Joint joint, const py::kwargs& more) {
  for (const auto& [key, value] : more) {
    const std::string name = py::cast<std::string>(key);
    const auto object = py::reinterpret_borrow<py::object>(value);
    if (name == "rotation")
      joint.rest.rotation = quat_of(object, "rotation");
    else if (name == "scale")
      joint.rest.scale = vec3_of(object, "scale");
    else if (name == "mass")
      joint.mass = number_of(object, "mass");
    else if (name == "centre_of_mass")
      joint.centre_of_mass = vec3_of(object, "centre_of_mass");
    else if (name == "max_speed")
      set_all(joint, "max_speed", object, &AxisSettings::max_speed);
    else if (name == "weight")
      set_all(joint, "weight", object, &AxisSettings::weight);
    else if (name == "fixed")
      for (AxisSettings& axis : joint.axes) axis.fixed = truth_of(object, "fixed");
    else if (name == "follows")
      joint.axes[0].follows = follow_of(object);
    else
      throw py::type_error(
          "there is no setting '" + name +
          "' of a joint; there are rotation, scale, mass, centre_of_mass, max_speed, weight, fixed, follows");
  }
  return std::make_shared<Joint>(std::move(joint));
}

BallLimits ball_limits(const py::object& swing, const py::object& twist, const py::object& axis,
                       const py::object& first) {
  BallLimits limits;
  if (!swing.is_none()) {
    const std::vector<double> half = row_of(swing, "swing", 2);
    limits.swing_first = half[0];
    limits.swing_second = half[1];
  }
  if (!twist.is_none()) limits.twist = range_of(twist, "twist");
  if (!axis.is_none()) limits.twist_axis = vec3_of(axis, "twist_axis");
  if (!first.is_none()) limits.first_axis = vec3_of(first, "first_axis");
  return limits;
}

std::vector<Range> ranges_of(const py::object& limits, Count count) {
  std::vector<Range> ranges(static_cast<std::size_t>(count));
  if (limits.is_none()) return ranges;
  const Numbers given = numbers_of(limits, "limits", {{count, 2}});
  for (Count i = 0; i < count; ++i) ranges[static_cast<std::size_t>(i)] = {given.row(i)[0], given.row(i)[1]};
  return ranges;
}

void bind_joint(py::module_& m) {
  py::class_<Joint, JointPtr> joint(m, "Joint", doc("Joint"));
  joint.def_property_readonly(
           "name", [](const Ref<Joint>& j) { return j->name; }, doc("Joint.name"))
      .def_property_readonly(
          "parent", [](const Ref<Joint>& j) { return j->parent; }, doc("Joint.parent"))
      .def_property_readonly(
          "kind", [](const Ref<Joint>& j) { return lower_case(to_string(j->kind)); }, doc("Joint.kind"))
      .def_property_readonly(
          "offset", [](const Ref<Joint>& j) { return array_of(j->rest.translation); }, doc("Joint.offset"))
      .def_property_readonly(
          "rotation", [](const Ref<Joint>& j) { return array_of(j->rest.rotation); }, doc("Joint.rotation"))
      .def_property_readonly(
          "axis", [](const Ref<Joint>& j) { return array_of(j->axis); }, doc("Joint.axis"))
      .def_property_readonly(
          "mass", [](const Ref<Joint>& j) { return j->mass; }, doc("Joint.mass"))
      .def("__repr__",
           [](const Ref<Joint>& j) { return "<kine.Joint " + lower_case(to_string(j->kind)) + " '" + j->name + "'>"; });

  m.def(
      "fixed_joint",
      [](std::string name, std::string parent, const py::object& offset, const py::kwargs& more) {
        return finish(fixed_joint(std::move(name), std::move(parent), vec3_of(offset, "offset")), more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0), doc("fixed_joint"));
  m.def(
      "hinge",
      [](std::string name, std::string parent, const py::object& offset, const py::object& axis,
         const py::object& limits, const py::kwargs& more) {
        return finish(hinge(std::move(name), std::move(parent), vec3_of(offset, "offset"), vec3_of(axis, "axis"),
                            range_of(limits, "limits")),
                      more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0),
      py::arg("axis") = py::make_tuple(0, 0, 1), py::arg("limits") = py::none(), doc("hinge"));
  m.def(
      "slider",
      [](std::string name, std::string parent, const py::object& offset, const py::object& axis,
         const py::object& limits, const py::kwargs& more) {
        return finish(slider(std::move(name), std::move(parent), vec3_of(offset, "offset"), vec3_of(axis, "axis"),
                             range_of(limits, "limits")),
                      more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0),
      py::arg("axis") = py::make_tuple(0, 0, 1), py::arg("limits") = py::none(), doc("slider"));
  m.def(
      "euler",
      [](std::string name, std::string parent, const py::object& offset, const std::string& order,
         const py::object& limits, const py::kwargs& more) {
        const EulerOrder axes = value_of(euler_order(order));
        Joint made = euler(std::move(name), std::move(parent), vec3_of(offset, "offset"), order);
        const std::vector<Range> ranges = ranges_of(limits, axes.count);
        for (std::size_t i = 0; i < ranges.size(); ++i) made.axes[i].limits = ranges[i];
        return finish(std::move(made), more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0), py::arg("order") = "ZYX",
      py::arg("limits") = py::none(), doc("euler"));
  m.def(
      "ball",
      [](std::string name, std::string parent, const py::object& offset, const py::object& swing,
         const py::object& twist, const py::object& twist_axis, const py::object& first_axis, const py::kwargs& more) {
        return finish(ball(std::move(name), std::move(parent), vec3_of(offset, "offset"),
                           ball_limits(swing, twist, twist_axis, first_axis)),
                      more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0),
      py::arg("swing") = py::none(), py::arg("twist") = py::none(), py::arg("twist_axis") = py::none(),
      py::arg("first_axis") = py::none(), doc("ball"));
  m.def(
      "free_joint",
      [](std::string name, std::string parent, const py::object& offset, const py::kwargs& more) {
        return finish(free_joint(std::move(name), std::move(parent), vec3_of(offset, "offset")), more);
      },
      py::arg("name"), py::arg("parent") = "", py::arg("offset") = py::make_tuple(0, 0, 0), doc("free_joint"));
}

std::shared_ptr<NamedSkeleton> build(const py::iterable& joints) {
  std::vector<Joint> list;
  for (const py::handle joint : joints) list.push_back(*object_of<Joint>(joint, "joints", "a Joint"));
  return std::make_shared<NamedSkeleton>(NamedSkeleton{value_of(Skeleton::build(list))});
}

py::array_t<double> limits_of(const SkeletonRef& s) {
  py::array_t<double> out = new_array({s->freedom_count(), 2});
  double* to = out.mutable_data();
  for (const Skeleton::Freedom& freedom : s->freedoms()) {
    *to++ = freedom.limits.lower;
    *to++ = freedom.limits.upper;
  }
  return out;
}

template <class Field>
py::array_t<double> each_freedom(const SkeletonRef& s, Field field) {
  std::vector<double> values;
  for (const Skeleton::Freedom& freedom : s->freedoms()) values.push_back(freedom.*field);
  return array_of(values);
}

std::vector<std::string> freedom_names(const SkeletonRef& s) {
  std::vector<std::string> names;
  for (const Skeleton::Freedom& freedom : s->freedoms()) {
    const bool several = s->axis_count(freedom.joint) > 1;
    names.push_back(s->name(freedom.joint) + (several ? "." + std::to_string(freedom.component) : ""));
  }
  return names;
}

int freedom_of(const SkeletonRef& s, const py::object& joint, int component) {
  const JointId id = id_of(*s, joint, "joint");
  if (component < 0 || component >= s->axis_count(id))
    refuse("component: " + s->name(id) + " has " + std::to_string(s->axis_count(id)) + " axes");
  return s->freedom_of(id, component);
}

void bind_skeleton_class(py::module_& m) {
  py::class_<NamedSkeleton, std::shared_ptr<NamedSkeleton>>(m, "Skeleton", doc("Skeleton"))
      .def(py::init(&build), py::arg("joints"), doc("Skeleton.__init__"))
      .def_property_readonly(
          "joint_count", [](const SkeletonRef& s) { return s->joint_count(); }, doc("Skeleton.joint_count"))
      .def_property_readonly(
          "value_count", [](const SkeletonRef& s) { return s->value_count(); }, doc("Skeleton.value_count"))
      .def_property_readonly(
          "freedom_count", [](const SkeletonRef& s) { return s->freedom_count(); }, doc("Skeleton.freedom_count"))
      .def_property_readonly(
          "names",
          [](const SkeletonRef& s) {
            std::vector<std::string> names;
            for (int i = 0; i < s->joint_count(); ++i) names.push_back(s->name({i}));
            return names;
          },
          doc("Skeleton.names"))
      .def_property_readonly(
          "parents",
          [](const SkeletonRef& s) {
            std::vector<int> parents;
            for (int i = 0; i < s->joint_count(); ++i) parents.push_back(s->parent({i}).index);
            return parents;
          },
          doc("Skeleton.parents"))
      .def_property_readonly("freedom_names", &freedom_names, doc("Skeleton.freedom_names"))
      .def_property_readonly("limits", &limits_of, doc("Skeleton.limits"))
      .def_property_readonly(
          "max_speeds", [](const SkeletonRef& s) { return each_freedom(s, &Skeleton::Freedom::max_speed); },
          doc("Skeleton.max_speeds"))
      .def_property_readonly(
          "weights", [](const SkeletonRef& s) { return each_freedom(s, &Skeleton::Freedom::weight); },
          doc("Skeleton.weights"))
      .def_property_readonly(
          "mass", [](const SkeletonRef& s) { return s->mass(); }, doc("Skeleton.mass"))
      .def_property_readonly(
          "size", [](const SkeletonRef& s) { return s->size(); }, doc("Skeleton.size"))
      .def(
          "index", [](const SkeletonRef& s, const py::object& joint) { return id_of(*s, joint, "joint").index; },
          py::arg("joint"), doc("Skeleton.index"))
      .def(
          "joint",
          [](const SkeletonRef& s, const py::object& joint) {
            return std::make_shared<Joint>(s->description(id_of(*s, joint, "joint")));
          },
          py::arg("joint"), doc("Skeleton.joint"))
      .def(
          "values",
          [](const SkeletonRef& s, const py::object& joint) {
            const JointId id = id_of(*s, joint, "joint");
            return py::slice(s->first_value(id), s->first_value(id) + s->value_count(id), 1);
          },
          py::arg("joint"), doc("Skeleton.values"))
      .def("freedom", &freedom_of, py::arg("joint"), py::arg("component") = 0, doc("Skeleton.freedom"))
      .def(
          "rest_pose",
          [](const SkeletonRef& s) { return std::make_shared<NamedPose>(NamedPose{s, array_of(s->rest_pose().q)}); },
          doc("Skeleton.rest_pose"))
      .def(
          "__deepcopy__", [](const SkeletonRef& s, const py::object&) { return s; }, py::arg("memo"),
          doc("Skeleton.__deepcopy__"))
      .def("__repr__", [](const SkeletonRef& s) {
        return "<kine.Skeleton of " + std::to_string(s->joint_count()) + " joints and " +
               std::to_string(s->freedom_count()) + " freedoms>";
      });
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !lower.empty()) lower += '-';
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower;
}

void bind_skeleton(py::module_& m) {
  bind_joint(m);
  bind_skeleton_class(m);
}

}  // namespace kine::python
