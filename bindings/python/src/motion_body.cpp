#include "bindings/python/src/motion_body.h"

#include <pybind11/stl.h>

#include <algorithm>

#include "bindings/python/src/module.h"
#include "bindings/python/src/moving.h"

namespace kine::python {

namespace {

std::shared_ptr<NamedMotionBody> make_body(const SkeletonRef& skeleton, const std::string& up,
                                           const std::map<std::string, std::string>& bones) {
  const Vec3 upwards = up_vector(up);
  const py::gil_scoped_release unlocked;
  return std::make_shared<NamedMotionBody>(
      skeleton, value_of(MotionBody::build(*skeleton, bones_of(*skeleton, upwards, bones), upwards)));
}

// The joint that carries each bone that the figure has.
std::map<std::string, std::string> bone_joints(const BodyRef& body) {
  std::map<std::string, std::string> joints;
  for (const std::string_view name : bone_names())
    if (const BoneSegment segment = bone(body->body.bones(), name); segment.valid())
      joints.emplace(name, body->skeleton->name(segment.last));
  return joints;
}

SoleFit fit_soles(const BodyRef& body, const ClipRef& clip) {
  const Clip copy = clip_for(body, clip);
  return locked(body, [&](NamedMotionBody& b) { return b.fit = b.body.fit_soles(copy); });
}

}  // namespace

Vec3 up_vector(const std::string& up) {
  constexpr Vec3 kAxes[] = {kUnitX, kUnitY, kUnitZ};
  return kAxes[choice_of(up, "up", {"x", "y", "z"})];
}

BoneMap bones_of(const Skeleton& skeleton, const Vec3& up, const std::map<std::string, std::string>& known) {
  std::vector<BoneOverride> overrides;
  for (const auto& [bone, joint] : known) overrides.push_back({bone, joint});
  return value_of(find_bones(skeleton, up, overrides));
}

Clip clip_for(const BodyRef& body, const ClipRef& clip) {
  if (clip->skeleton.shared() != body->skeleton.shared()) refuse("clip: it is of another skeleton than the body");
  return usable_copy(clip);
}

PoseRows::PoseRows(const py::object& object, const char* name, const Skeleton& skeleton)
    : given_(numbers_of(object, name, {{skeleton.value_count()}, {kAny, skeleton.value_count()}})),
      width_(static_cast<std::size_t>(skeleton.value_count())),
      count_(given_.shape.size() == 1 ? 1 : static_cast<int>(given_.rows())) {}

Shape PoseRows::shape(Count wide) const {
  Shape shape;
  if (given_.shape.size() == 2) shape.push_back(count_);
  if (wide > 1) shape.push_back(wide);
  return shape;
}

py::array_t<double> PoseRows::poses() const {
  auto out = new_array(given_.shape);
  std::ranges::copy(given_.values, out.mutable_data());
  return out;
}

py::array_t<double> PoseRows::array(std::span<const double> values, int wide) const {
  auto out = new_array(shape(wide));
  std::ranges::copy(values, out.mutable_data());
  return out;
}

py::array_t<bool> PoseRows::flags(std::span<const char> values, int wide) const {
  py::array_t<bool> out(shape(wide));
  std::ranges::transform(values, out.mutable_data(), [](char flag) { return flag != 0; });
  return out;
}

void FrameRows::check_count(int frames) const {
  if (given_.shape.size() == 1 || given_.rows() == frames) return;
  refuse(name_ + ": one row was expected, or one for each of " + std::to_string(frames) + " frames, these are " +
         std::to_string(given_.rows()));
}

void bind_motion_body(py::module_& m) {
  py::class_<SoleFit, std::shared_ptr<SoleFit>>(m, "SoleFit", doc("SoleFit"))
      .def_property_readonly(
          "floor", [](const Ref<SoleFit>& fit) { return fit->floor; }, doc("SoleFit.floor"))
      .def_property_readonly(
          "straightest", [](const Ref<SoleFit>& fit) { return fit->straightest; }, doc("SoleFit.straightest"))
      .def_property_readonly(
          "frames", [](const Ref<SoleFit>& fit) { return fit->frames; }, doc("SoleFit.frames"))
      .def("__repr__", [](const Ref<SoleFit>& fit) {
        return "<kine.SoleFit: floor " + shown(fit->floor, 3) + " m, stood in " + std::to_string(fit->frames) +
               " frames>";
      });
  py::class_<NamedMotionBody, std::shared_ptr<NamedMotionBody>>(m, "MotionBody", doc("MotionBody"))
      .def(py::init(&make_body), py::arg("skeleton"), py::kw_only(), py::arg("up") = "y", py::arg("bones") = py::dict(),
           doc("MotionBody.__init__"))
      .def_property_readonly(
          "skeleton", [](const BodyRef& b) { return b->skeleton; }, doc("MotionBody.skeleton"))
      .def_property_readonly("bones", &bone_joints, doc("MotionBody.bones"))
      .def_property_readonly(
          "notes", [](const BodyRef& b) { return b->body.bones().notes; }, doc("MotionBody.notes"))
      .def_property_readonly(
          "leg", [](const BodyRef& b) { return b->body.leg(); }, doc("MotionBody.leg"))
      .def("fit_soles", &fit_soles, py::arg("clip"), doc("MotionBody.fit_soles"))
      .def("__repr__", [](const BodyRef& b) {
        return "<kine.MotionBody of " + std::to_string(b->skeleton->joint_count()) + " joints, legs " +
               shown(b->body.leg(), 2) + " m>";
      });
}

}  // namespace kine::python
