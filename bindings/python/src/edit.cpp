#include "kine/motion/edit.h"

#include <vector>

#include "bindings/python/src/clip.h"
#include "bindings/python/src/module.h"

namespace kine::python {

namespace {

std::vector<JointId> joints_of(const NamedSkeleton& skeleton, const py::object& joints, const char* name) {
  if (!py::isinstance<py::iterable>(joints) || py::isinstance<py::str>(joints))
    refuse(std::string(name) + ": a list of joints was expected");
  std::vector<JointId> list;
  for (const py::handle joint : joints) list.push_back(id_of(skeleton, joint, name));
  return list;
}

std::vector<EditPin> pins_of(const NamedSkeleton& skeleton, const py::object& joints, const py::object& frames,
                             const py::object& places) {
  const Numbers at = numbers_of(places, "pins", {{kAny, 3}}), when = numbers_of(frames, "pins", {{kAny}});
  const std::vector<JointId> which = joints_of(skeleton, joints, "pins");
  if (at.rows() != static_cast<Count>(which.size()) || when.rows() != at.rows())
    refuse("pins: a joint, a frame and a place were expected for each");
  std::vector<EditPin> pins;
  for (Count i = 0; i < at.shape[0]; ++i) {
    const auto place = at.row(i);
    const double frame = when.values[static_cast<std::size_t>(i)];
    if (!(frame >= 0 && frame < kMostFrames)) refuse("pins: frames count from 0");
    pins.push_back({which[static_cast<std::size_t>(i)], static_cast<int>(frame), Vec3{place[0], place[1], place[2]}});
  }
  return pins;
}

std::shared_ptr<NamedClip> edited(const ClipRef& clip, const py::object& joints, const py::object& frames,
                                  const py::object& places, const py::object& keep, const py::object& trunk,
                                  const py::object& from, double blend, bool all_reached) {
  const Clip copy = usable_copy(clip);
  const NamedSkeleton& skeleton = *clip->skeleton;
  const std::vector<EditPin> pins = pins_of(skeleton, joints, frames, places);
  EditSettings settings{.keep = joints_of(skeleton, keep, "keep"), .trunk = joints_of(skeleton, trunk, "trunk")};
  settings.from = id_of(skeleton, joint_ref(from, "from_"));
  if (!(blend >= 0 && blend <= kMostFrames)) refuse("blend: seconds, 0 or more, were expected");
  settings.blend = blend;
  settings.all_reached = all_reached;
  const py::gil_scoped_release unlocked;
  return std::make_shared<NamedClip>(NamedClip{clip->skeleton, value_of(edit_clip(skeleton, copy, pins, settings))});
}

}  // namespace

void bind_edit(py::module_& m) {
  m.def("_edit", &edited, py::arg("clip"), py::arg("joints"), py::arg("frames"), py::arg("places"), py::arg("keep"),
        py::arg("trunk"), py::arg("from_"), py::arg("blend"), py::arg("all_reached"), doc("_edit"));
}

}  // namespace kine::python
