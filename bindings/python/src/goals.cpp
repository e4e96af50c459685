#include "bindings/python/src/goals.h"

#include <array>
#include <utility>

#include "bindings/python/src/module.h"

namespace kine::python {

namespace {

using GoalPtr = std::shared_ptr<NamedGoal>;

// What every goal can be told.
struct Options {
  GoalOptions options{};
  JointRef frame{};
  py::object bounds = py::none();
};

Options options_of(const py::kwargs& more) {
  Options out;
  for (const auto& [key, value] : more) {
    const std::string name = py::cast<std::string>(key);
    const auto object = py::reinterpret_borrow<py::object>(value);
    if (name == "offset")
      out.options.offset = vec3_of(object, "offset");
    else if (name == "frame")
      out.frame = joint_ref(object, "frame");
    else if (name == "weight")
      out.options.weight = number_of(object, "weight");
    else if (name == "priority")
      out.options.priority = whole_number_of(object, "priority");
    else if (name == "fade")
      out.options.fade = number_of(object, "fade");
    else if (name == "pole")
      out.options.pole = vec3_of(object, "pole");
    else if (name == "bounds")
      out.bounds = object;
    else
      throw py::type_error("there is no setting '" + name +
                           "' of a goal; there are offset, frame, weight, priority, fade, pole, bounds");
  }
  return out;
}

// How many rows a goal of this kind has at the most that can be told bounds.
Count bounded_rows(const Goal& goal) {
  switch (goal.kind) {
    case GoalKind::Place:
      return 6;
    case GoalKind::Aim:
      return 2;
    case GoalKind::Hold:
    case GoalKind::Distance:
    case GoalKind::HalfSpace:
      return 1;
    default:
      return 3;
  }
}

JointRef some_joint(const py::object& joint, const char* argument) {
  JointRef ref = joint_ref(joint, argument);
  if (ref.world()) refuse(std::string(argument) + ": the name or the index of a joint was expected, this is None");
  return ref;
}

GoalPtr finish(Goal goal, JointRef joint, const Options& options) {
  if (!options.bounds.is_none()) {
    const Count rows = bounded_rows(goal);
    const Numbers bounds = numbers_of(options.bounds, "bounds", {{rows, 2}});
    for (Count i = 0; i < rows; ++i) goal.bounds[static_cast<std::size_t>(i)] = {bounds.row(i)[0], bounds.row(i)[1]};
  }
  return std::make_shared<NamedGoal>(NamedGoal{.goal = goal, .joint = std::move(joint), .frame = options.frame});
}

constexpr JointId kLater{};  // joints are found when the goal meets a skeleton

GoalPtr make_place(const py::object& joint, const py::object& target, const py::object& tool, const py::kwargs& more) {
  const JointRef ref = some_joint(joint, "joint");
  const Transform place_at = transform_of(target, "target");
  const Options options = options_of(more);
  if (tool.is_none()) return finish(place(kLater, place_at, options.options), ref, options);
  return finish(place(kLater, transform_of(tool, "tool"), place_at, options.options), ref, options);
}

GoalPtr make_hold(const py::object& posture, const py::object& weights, const py::kwargs& more) {
  const Options options = options_of(more);
  std::vector<double> pose = numbers_of(posture, "posture", {{kAny}}).values;
  std::vector<double> per_freedom;
  if (!weights.is_none()) per_freedom = numbers_of(weights, "weights", {{kAny}}).values;
  GoalPtr made = finish(hold(std::span<const double>(pose), options.options), {}, options);
  made->posture = std::move(pose);
  made->freedom_weights = std::move(per_freedom);
  return made;
}

GoalPtr make_coincide(const py::object& a, const py::object& b, const py::object& offset_a, const py::object& offset_b,
                      const py::kwargs& more) {
  Options options = options_of(more);
  const JointRef first = some_joint(a, "a");
  options.frame = some_joint(b, "b");
  const Goal goal =
      coincide({kLater, vec3_of(offset_a, "offset_a")}, {kLater, vec3_of(offset_b, "offset_b")}, options.options);
  return finish(goal, first, options);
}

GoalPtr make_relative(const py::object& a, const py::object& b, const py::object& b_from_a, const py::kwargs& more) {
  Options options = options_of(more);
  const JointRef first = some_joint(a, "a");
  options.frame = some_joint(b, "b");
  return finish(relative(kLater, kLater, transform_of(b_from_a, "b_from_a"), options.options), first, options);
}

const char* kind_name(GoalKind kind) {
  constexpr const char* kNames[] = {"reach", "orient",         "place",    "aim",
                                    "hold",  "centre-of-mass", "distance", "half-space"};
  return kNames[static_cast<int>(kind)];
}

void bind_makers(py::module_& m) {
  m.def(
      "reach",
      [](const py::object& joint, const py::object& target, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(reach(kLater, vec3_of(target, "target"), options.options), some_joint(joint, "joint"), options);
      },
      py::arg("joint"), py::arg("target"), doc("reach"));
  m.def("place", &make_place, py::arg("joint"), py::arg("target"), py::arg("tool") = py::none(), doc("place"));
  m.def(
      "orient",
      [](const py::object& joint, const py::object& orientation, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(orient(kLater, quat_of(orientation, "orientation"), options.options), some_joint(joint, "joint"),
                      options);
      },
      py::arg("joint"), py::arg("orientation"), doc("orient"));
  m.def(
      "aim",
      [](const py::object& joint, const py::object& axis, const py::object& target, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(aim(kLater, vec3_of(axis, "axis"), vec3_of(target, "target"), options.options),
                      some_joint(joint, "joint"), options);
      },
      py::arg("joint"), py::arg("axis"), py::arg("target"), doc("aim"));
  m.def("hold", &make_hold, py::arg("posture"), py::arg("weights") = py::none(), doc("hold"));
  m.def(
      "centre_of_mass_at",
      [](const py::object& target, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(centre_of_mass_at(vec3_of(target, "target"), options.options), {}, options);
      },
      py::arg("target"), doc("centre_of_mass_at"));
  m.def(
      "distance",
      [](const py::object& joint, const py::object& target, const py::object& range, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(distance(kLater, vec3_of(target, "target"), range_of(range, "range"), options.options),
                      some_joint(joint, "joint"), options);
      },
      py::arg("joint"), py::arg("target"), py::arg("range"), doc("distance"));
  m.def(
      "half_space",
      [](const py::object& joint, const py::object& point, const py::object& normal, const py::kwargs& more) {
        const Options options = options_of(more);
        return finish(half_space(kLater, vec3_of(point, "point"), vec3_of(normal, "normal"), options.options),
                      some_joint(joint, "joint"), options);
      },
      py::arg("joint"), py::arg("point"), py::arg("normal"), doc("half_space"));
  m.def("coincide", &make_coincide, py::arg("a"), py::arg("b"), py::arg("offset_a") = py::make_tuple(0, 0, 0),
        py::arg("offset_b") = py::make_tuple(0, 0, 0), doc("coincide"));
  m.def("relative", &make_relative, py::arg("a"), py::arg("b"), py::arg("b_from_a"), doc("relative"));
}

}  // namespace

GoalList::GoalList(const NamedSkeleton& skeleton, const py::object& goals) {
  if (py::isinstance<NamedGoal>(goals)) {
    add(skeleton, py::cast<Ref<NamedGoal>>(goals));
    return;
  }
  if (!py::isinstance<py::iterable>(goals))
    refuse(std::string("goals: a goal or a list of goals was expected, this is a ") + Py_TYPE(goals.ptr())->tp_name);
  for (const py::handle goal : goals) {
    if (!py::isinstance<NamedGoal>(goal))
      refuse(std::string("goals: a goal or a list of goals was expected, there is a ") + Py_TYPE(goal.ptr())->tp_name +
             " in it");
    add(skeleton, py::cast<Ref<NamedGoal>>(goal));
  }
}

void GoalList::add(const NamedSkeleton& skeleton, const Ref<NamedGoal>& named) {
  Goal goal = named->goal;
  if (!named->joint.world()) goal.joint = id_of(skeleton, named->joint);
  goal.frame = id_of(skeleton, named->frame);
  const auto expect = [](const char* name, std::size_t there, int wanted) {
    if (there == static_cast<std::size_t>(wanted)) return;
    refuse(std::string(name) + " of hold: the shape (" + std::to_string(wanted) + ",) was expected, this one is (" +
           std::to_string(there) + ",)");
  };
  if (goal.kind == GoalKind::Hold) {
    expect("posture", named->posture.size(), skeleton.value_count());
    if (!named->freedom_weights.empty()) expect("weights", named->freedom_weights.size(), skeleton.freedom_count());
    goal.posture = named->posture;
    goal.freedom_weights = named->freedom_weights;
  }
  owners_.push_back(named);
  goals_.push_back(goal);
}

void bind_goals(py::module_& m) {
  py::class_<NamedGoal, GoalPtr>(m, "Goal", doc("Goal"))
      .def_property_readonly(
          "kind", [](const Ref<NamedGoal>& g) { return kind_name(g->goal.kind); }, doc("Goal.kind"))
      .def_property_readonly(
          "target", [](const Ref<NamedGoal>& g) { return array_of(g->goal.target); }, doc("Goal.target"))
      .def_property_readonly(
          "weight", [](const Ref<NamedGoal>& g) { return g->goal.weight; }, doc("Goal.weight"))
      .def_property_readonly(
          "priority", [](const Ref<NamedGoal>& g) { return g->goal.priority; }, doc("Goal.priority"))
      .def("__repr__", [](const Ref<NamedGoal>& g) {
        const JointRef& joint = g->joint;
        const std::string whose = joint.named     ? " of '" + joint.name + "'"
                                  : joint.world() ? ""
                                                  : " of joint " + std::to_string(joint.index);
        return "<kine.Goal " + std::string(kind_name(g->goal.kind)) + whose + ">";
      });
  bind_makers(m);
}

}  // namespace kine::python
