#include <optional>

#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "kine/motion/loop.h"
#include "kine/motion/mirror.h"
#include "kine/motion/root_motion.h"

namespace kine::python {

template <class F>
void each_setting(LoopSettings& s, F& f) {
  f("shortest", time(s.shortest));
  f("longest", time(s.longest));
  f("blend", not_negative(s.blend));
  f("in_place", s.in_place);
}

namespace {

using ClipPtr = std::shared_ptr<NamedClip>;

// A clip of the same skeleton, made without Python's lock.
template <class Make>
ClipPtr made_of(const ClipRef& clip, Make&& make) {
  const Clip copy = usable_copy(clip);
  const py::gil_scoped_release unlocked;
  return std::make_shared<NamedClip>(NamedClip{clip->skeleton, value_of(make(*clip->skeleton, copy))});
}

ClipPtr mirrored(const BodyRef& body, const ClipRef& clip) {
  const Clip copy = clip_for(body, clip);
  return std::make_shared<NamedClip>(
      NamedClip{clip->skeleton, locked(body, [&](NamedMotionBody& b) { return mirror_clip(b.body, copy); })});
}

py::tuple found_cycle(const ClipRef& clip, const py::object& settings, const std::string& up) {
  const Clip copy = usable_copy(clip);
  const Vec3 upwards = up_vector(up);
  const auto how = settings_or_default<LoopSettings>(settings);
  const Cycle cycle = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(find_cycle(*clip->skeleton, upwards, copy, how));
  }();
  return py::make_tuple(cycle.from, cycle.to, cycle.apart);
}

ClipPtr looped_clip(const ClipRef& clip, int from, int to, const py::object& settings, const std::string& up) {
  const Vec3 upwards = up_vector(up);
  const auto how = settings_or_default<LoopSettings>(settings);
  return made_of(clip, [&](const Skeleton& skeleton, const Clip& copy) {
    return loop_clip(skeleton, upwards, copy, {.from = from, .to = to}, how);
  });
}

py::array_t<double> way_of(const ClipRef& clip, bool turn, double smooth, const std::string& up) {
  if (!(smooth >= 0 && smooth <= kMostOfAny)) refuse("smooth: seconds, 0 or more, were expected");
  const Clip copy = usable_copy(clip);
  const Vec3 upwards = up_vector(up);
  const RootMotion motion = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(root_motion(*clip->skeleton, upwards, copy, {.turn = turn, .smooth = smooth}));
  }();
  auto out = new_array({static_cast<Count>(motion.world_from_start.size()), 7});
  double* to = out.mutable_data();
  for (const Transform& place : motion.world_from_start) {
    for (int k = 0; k < 3; ++k) *to++ = place.translation[k];
    for (const double part : {place.rotation.x, place.rotation.y, place.rotation.z, place.rotation.w}) *to++ = part;
  }
  return out;
}

RootMotion motion_of(const ClipRef& clip, const py::object& way) {
  const Numbers rows = numbers_of(way, "way", {{kAny, 7}});
  RootMotion motion{.rate = clip->clip.rate()};
  for (Count i = 0; i < rows.shape[0]; ++i) {
    Transform place = to_transform(rows.row(i));
    place.rotation = normalised(place.rotation);
    if (!is_finite(place)) refuse("way: row " + std::to_string(i) + " has a number that is not finite, or no rotation");
    motion.world_from_start.push_back(place);
  }
  return motion;
}

template <Result<Clip> (*Change)(const Skeleton&, const Clip&, const RootMotion&)>
ClipPtr with_way(const ClipRef& clip, const py::object& way) {
  const RootMotion motion = motion_of(clip, way);
  return made_of(clip, [&](const Skeleton& skeleton, const Clip& copy) { return Change(skeleton, copy, motion); });
}

}  // namespace

void bind_clip_tools(py::module_& m) {
  bind_settings_class<LoopSettings>(m, "LoopSettings");
  m.def("mirror", &mirrored, py::arg("body"), py::arg("clip"), doc("mirror"));
  m.def("_find_cycle", &found_cycle, py::arg("clip"), py::arg("settings"), py::arg("up"), doc("_find_cycle"));
  m.def("_loop", &looped_clip, py::arg("clip"), py::arg("from_"), py::arg("to"), py::arg("settings"), py::arg("up"),
        doc("_loop"));
  m.def("root_motion", &way_of, py::arg("clip"), py::kw_only(), py::arg("turn") = true, py::arg("smooth") = 0.0,
        py::arg("up") = "y", doc("root_motion"));
  m.def("put_in_place", &with_way<&put_in_place>, py::arg("clip"), py::arg("way"), doc("put_in_place"));
  m.def("put_back", &with_way<&put_back>, py::arg("clip"), py::arg("way"), doc("put_back"));
}

}  // namespace kine::python
