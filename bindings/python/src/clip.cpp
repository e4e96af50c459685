#include "bindings/python/src/clip.h"

#include <cmath>
#include <utility>

#include "bindings/python/src/module.h"
#include "kine/model/pose.h"

namespace kine::python {

namespace {

double checked_rate(double rate) {
  if (!(rate > 0) || !std::isfinite(rate)) refuse("rate: a positive number of frames per second was expected");
  return rate;
}

Shape shape_of(const NamedClip& named) { return {named.clip.frame_count(), named.clip.value_count()}; }

// A view of all frames, which keeps the clip alive.
py::array poses_view(const py::object& self) {
  const auto named = py::cast<ClipRef>(self);
  return view_of(named->clip.poses().data(), shape_of(*named), self, true);
}

py::dict tracks_view(const py::object& self, bool scales) {
  const auto named = py::cast<ClipRef>(self);
  py::dict tracks;
  for (const Clip::Track& track : scales ? named->clip.scales() : named->clip.translations()) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    const auto* data = reinterpret_cast<const double*>(track.values.data());
    tracks[py::str(named->skeleton->name(track.joint))] =
        view_of(data, {static_cast<Count>(track.values.size()), 3}, self, true);
  }
  return tracks;
}

py::array sample_many(const ClipRef& named, const py::object& times, bool loop) {
  const bool one = PyFloat_Check(times.ptr()) || PyLong_Check(times.ptr());
  const Numbers at = one ? Numbers{{1}, {number_of(times, "times")}} : numbers_of(times, "times", {{kAny}, {}});
  const Skeleton& skeleton = *named->skeleton;
  const bool single = one || at.shape.empty();
  const auto count = static_cast<Count>(at.values.size());
  const Count width = skeleton.value_count();
  auto out = new_array(single ? Shape{width} : Shape{count, width});
  std::vector<double> pose = skeleton.rest_pose().q;
  for (Count i = 0; i < count; ++i) {
    const double time = at.values[static_cast<std::size_t>(i)];
    if (named->clip.frame_count() > 0) sample(skeleton, named->clip, loop ? looped(named->clip, time) : time, pose);
    std::copy(pose.begin(), pose.end(), out.mutable_data() + i * width);
  }
  return out;
}

using ClipPtr = std::shared_ptr<NamedClip>;

ClipPtr resampled_at(const ClipRef& named, double rate) {
  checked_rate(rate);
  if (!(named->clip.duration() * rate < kMostFrames)) refuse("rate: the clip would have too many frames");
  return std::make_shared<NamedClip>(NamedClip{named->skeleton, resampled(*named->skeleton, named->clip, rate)});
}

ClipPtr cut_out(const ClipRef& named, int from, int to) {
  return std::make_shared<NamedClip>(
      NamedClip{named->skeleton, value_of(cut(*named->skeleton, named->clip, from, to))});
}

ClipPtr joined_with(const ClipRef& first, const ClipRef& second) {
  if (first->skeleton.shared() != second->skeleton.shared()) refuse("other: it is of another skeleton");
  return std::make_shared<NamedClip>(
      NamedClip{first->skeleton, value_of(joined(*first->skeleton, first->clip, second->clip))});
}

ClipPtr new_clip(const SkeletonRef& skeleton, const py::object& poses, double rate, std::string name) {
  return make_clip(skeleton, numbers_of(poses, "poses", {{kAny, skeleton->value_count()}}), rate, std::move(name));
}

}  // namespace

ClipPtr make_clip(const SkeletonRef& skeleton, const Numbers& poses, double rate, std::string name) {
  if (static_cast<double>(poses.shape[0]) > kMostFrames) refuse("poses: too many frames");
  auto made = std::make_shared<NamedClip>(NamedClip{skeleton, Clip(*skeleton, std::move(name), checked_rate(rate))});
  made->clip.reserve(static_cast<int>(poses.shape[0]));
  for (Count i = 0; i < poses.shape[0]; ++i) made->clip.append(poses.row(i));
  return made;
}

Clip usable_copy(const ClipRef& clip) {
  if (clip->clip.frame_count() == 0) refuse("clip: it has no frames");
  for (int i = 0; i < clip->clip.frame_count(); ++i)
    for (const double value : clip->clip.pose(i))
      if (!std::isfinite(value)) refuse("clip: frame " + std::to_string(i) + " has a value that is no finite number");
  return clip->clip;
}

void bind_clip(py::module_& m) {
  py::class_<NamedClip, ClipPtr>(m, "Clip", doc("Clip"))
      .def(py::init(&new_clip), py::arg("skeleton"), py::arg("poses"), py::arg("rate"), py::arg("name") = "",
           doc("Clip.__init__"))
      .def_property_readonly(
          "skeleton", [](const ClipRef& c) { return c->skeleton; }, doc("Clip.skeleton"))
      .def_property(
          "name", [](const ClipRef& c) { return c->clip.name; },
          [](const ClipRef& c, std::string name) { c->clip.name = std::move(name); }, doc("Clip.name"))
      .def_property_readonly(
          "rate", [](const ClipRef& c) { return c->clip.rate(); }, doc("Clip.rate"))
      .def_property_readonly(
          "duration", [](const ClipRef& c) { return c->clip.duration(); }, doc("Clip.duration"))
      .def_property_readonly("poses", &poses_view, doc("Clip.poses"))
      .def_property_readonly(
          "translations", [](const py::object& self) { return tracks_view(self, false); }, doc("Clip.translations"))
      .def_property_readonly(
          "scales", [](const py::object& self) { return tracks_view(self, true); }, doc("Clip.scales"))
      .def("sample", &sample_many, py::arg("times"), py::kw_only(), py::arg("loop") = false, doc("Clip.sample"))
      .def("resampled", &resampled_at, py::arg("rate"), doc("Clip.resampled"))
      .def("cut", &cut_out, py::arg("from_"), py::arg("to"), doc("Clip.cut"))
      .def("joined", &joined_with, py::arg("other"), doc("Clip.joined"))
      .def(
          "retimed",
          [](const ClipRef& c, double rate) {
            return std::make_shared<NamedClip>(
                NamedClip{c->skeleton, retimed(*c->skeleton, c->clip, checked_rate(rate))});
          },
          py::arg("rate"), doc("Clip.retimed"))
      .def(
          "make_continuous", [](const ClipRef& c) { make_continuous(*c->skeleton, c->clip); },
          doc("Clip.make_continuous"))
      .def(
          "copy", [](const ClipRef& c) { return std::make_shared<NamedClip>(*c); }, doc("Clip.copy"))
      .def(
          "__len__", [](const ClipRef& c) { return c->clip.frame_count(); }, doc("Clip.__len__"))
      .def(
          "__getitem__",
          [](const py::object& self, const py::object& key) { return py::object(poses_view(self)[key]); },
          py::arg("key"), doc("Clip.__getitem__"))
      .def(
          "__setitem__",
          [](const py::object& self, const py::object& key, const py::object& value) {
            poses_view(self).attr("__setitem__")(key, value);
          },
          py::arg("key"), py::arg("value"), doc("Clip.__setitem__"))
      .def(
          "__array__",
          [](const py::object& self, const py::object& dtype, const py::object&) -> py::object {
            if (dtype.is_none()) return poses_view(self);
            return poses_view(self).attr("astype")(dtype);
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none(), doc("Clip.__array__"))
      .def(
          "__copy__", [](const ClipRef& c) { return std::make_shared<NamedClip>(*c); }, doc("Clip.__copy__"))
      .def(
          "__deepcopy__", [](const ClipRef& c, const py::object&) { return std::make_shared<NamedClip>(*c); },
          py::arg("memo"), doc("Clip.__deepcopy__"))
      .def("__repr__", [](const ClipRef& c) {
        return "<kine.Clip '" + c->clip.name + "': " + std::to_string(c->clip.frame_count()) + " frames, " +
               std::string(py::str(py::float_(c->clip.rate()))) + " a second>";
      });
}

}  // namespace kine::python
