#include "bindings/python/src/pose.h"

#include <utility>

#include "bindings/python/src/module.h"
#include "kine/model/pose.h"

namespace kine::python {

namespace {

using PoseRef = Ref<NamedPose>;

std::shared_ptr<NamedPose> make_pose(const SkeletonRef& skeleton, const py::object& q) {
  const std::vector<double> values = q.is_none() ? skeleton->rest_pose().q : row_of(q, "q", skeleton->value_count());
  return std::make_shared<NamedPose>(NamedPose{skeleton, array_of(values)});
}

std::shared_ptr<NamedPose> copy_of(const NamedPose& pose) {
  return std::make_shared<NamedPose>(
      NamedPose{pose.skeleton, array_of(row_of(pose.q, "q", pose.skeleton->value_count()))});
}

py::slice values_of(const NamedPose& pose, const py::object& joint) {
  const JointId id = id_of(*pose.skeleton, joint, "joint");
  return {pose.skeleton->first_value(id), pose.skeleton->first_value(id) + pose.skeleton->value_count(id), 1};
}

// A joint is known by its name here; everything else is an index of the array.
py::object key_of(const NamedPose& pose, const py::object& key) {
  if (PyUnicode_Check(key.ptr())) return values_of(pose, key);
  return key;
}

bool has_quaternion(const Skeleton& skeleton, JointId joint) {
  return skeleton.kind(joint) == JointKind::Ball || skeleton.kind(joint) == JointKind::Free;
}

JointId turning_joint(const NamedSkeleton& skeleton, const py::object& joint) {
  const JointId id = id_of(skeleton, joint, "joint");
  if (!has_quaternion(skeleton, id))
    refuse("joint: a ball or free joint was expected, " + skeleton.name(id) + " is neither");
  return id;
}

JointId shifting_joint(const NamedSkeleton& skeleton, const py::object& joint) {
  const JointId id = id_of(skeleton, joint, "joint");
  if (skeleton.kind(id) != JointKind::Free)
    refuse("joint: a free joint was expected, " + skeleton.name(id) + " is none");
  return id;
}

void bind_pose_class(py::module_& m) {
  py::class_<NamedPose, std::shared_ptr<NamedPose>>(m, "Pose", doc("Pose"))
      .def(py::init(&make_pose), py::arg("skeleton"), py::arg("q") = py::none(), doc("Pose.__init__"))
      .def_property_readonly(
          "skeleton", [](const PoseRef& p) { return p->skeleton; }, doc("Pose.skeleton"))
      .def_property_readonly(
          "q", [](const PoseRef& p) { return p->q; }, doc("Pose.q"))
      .def(
          "copy", [](const PoseRef& p) { return copy_of(*p); }, doc("Pose.copy"))
      .def(
          "__copy__", [](const PoseRef& p) { return copy_of(*p); }, doc("Pose.__copy__"))
      .def(
          "__deepcopy__", [](const PoseRef& p, const py::object&) { return copy_of(*p); }, py::arg("memo"),
          doc("Pose.__deepcopy__"))
      .def(
          "__getitem__", [](const PoseRef& p, const py::object& key) { return py::object(p->q[key_of(*p, key)]); },
          py::arg("key"), doc("Pose.__getitem__"))
      .def(
          "__setitem__",
          [](const PoseRef& p, const py::object& key, const py::object& value) {
            p->q.attr("__setitem__")(key_of(*p, key), value);
          },
          py::arg("key"), py::arg("value"), doc("Pose.__setitem__"))
      .def(
          "__len__", [](const PoseRef& p) { return p->q.size(); }, doc("Pose.__len__"))
      .def(
          "__array__",
          [](const PoseRef& p, const py::object& dtype, const py::object&) -> py::object {
            if (dtype.is_none()) return p->q;
            return p->q.attr("astype")(dtype);
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none(), doc("Pose.__array__"))
      .def("__repr__", [](const PoseRef& p) { return "kine.Pose(" + std::string(py::repr(p->q)) + ")"; });
}

}  // namespace

py::object pose_array(py::handle object) {
  if (py::isinstance<NamedPose>(object)) return py::cast<PoseRef>(object)->q;
  return py::reinterpret_borrow<py::object>(object);
}

void bind_pose(py::module_& m) {
  bind_pose_class(m);
  m.def(
      "integrate",
      [](const SkeletonRef& s, const py::object& speeds, double dt, const py::object& pose) {
        const std::vector<double> v = row_of(speeds, "speeds", s->freedom_count());
        InOut q(pose, "pose", s->value_count());
        integrate(*s, v, dt, q.values());
        q.write();
      },
      py::arg("skeleton"), py::arg("speeds"), py::arg("dt"), py::arg("pose"), doc("integrate"));
  m.def(
      "difference",
      [](const SkeletonRef& s, const py::object& from, const py::object& to) {
        const std::vector<double> a = row_of(from, "a", s->value_count()), b = row_of(to, "b", s->value_count());
        std::vector<double> speeds(static_cast<std::size_t>(s->freedom_count()));
        difference(*s, a, b, speeds);
        return array_of(speeds);
      },
      py::arg("skeleton"), py::arg("a"), py::arg("b"), doc("difference"));
  m.def(
      "blend",
      [](const SkeletonRef& s, const py::object& from, const py::object& to, double t) {
        const std::vector<double> a = row_of(from, "a", s->value_count()), b = row_of(to, "b", s->value_count());
        std::vector<double> out(a.size());
        blend(*s, a, b, t, out);
        return std::make_shared<NamedPose>(NamedPose{s, array_of(out)});
      },
      py::arg("skeleton"), py::arg("a"), py::arg("b"), py::arg("t"), doc("blend"));
  m.def(
      "clamp_to_limits",
      [](const SkeletonRef& s, const py::object& pose) {
        InOut q(pose, "pose", s->value_count());
        const bool moved = clamp_to_limits(*s, q.values());
        q.write();
        return moved;
      },
      py::arg("skeleton"), py::arg("pose"), doc("clamp_to_limits"));
  m.def(
      "limit_violation",
      [](const SkeletonRef& s, const py::object& pose) {
        return limit_violation(*s, row_of(pose, "pose", s->value_count()));
      },
      py::arg("skeleton"), py::arg("pose"), doc("limit_violation"));
  m.def(
      "joint_rotation",
      [](const SkeletonRef& s, const py::object& pose, const py::object& joint) {
        const JointId id = turning_joint(*s, joint);
        return array_of(joint_rotation(*s, row_of(pose, "pose", s->value_count()), id));
      },
      py::arg("skeleton"), py::arg("pose"), py::arg("joint"), doc("joint_rotation"));
  m.def(
      "set_rotation",
      [](const SkeletonRef& s, const py::object& joint, const py::object& rotation, const py::object& pose) {
        const JointId id = turning_joint(*s, joint);
        const Quat turn = quat_of(rotation, "rotation");
        InOut q(pose, "pose", s->value_count());
        set_rotation(*s, id, turn, q.values());
        q.write();
      },
      py::arg("skeleton"), py::arg("joint"), py::arg("rotation"), py::arg("pose"), doc("set_rotation"));
  m.def(
      "set_translation",
      [](const SkeletonRef& s, const py::object& joint, const py::object& translation, const py::object& pose) {
        const JointId id = shifting_joint(*s, joint);
        const Vec3 shift = vec3_of(translation, "translation");
        InOut q(pose, "pose", s->value_count());
        set_translation(*s, id, shift, q.values());
        q.write();
      },
      py::arg("skeleton"), py::arg("joint"), py::arg("translation"), py::arg("pose"), doc("set_translation"));
}

}  // namespace kine::python
