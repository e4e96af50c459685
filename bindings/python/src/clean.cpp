#include "kine/motion/clean.h"

#include <pybind11/stl.h>

#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"

namespace kine::python {

template <class F>
void each_setting(CleanSettings& s, F& f) {
  f("feet", s.feet);
  f("spikes", s.spikes);
  f("spike_angle", not_negative(s.spike_angle));
  f("spike_distance", not_negative(s.spike_distance));
  f("spike_factor", not_negative(s.spike_factor));
}

namespace {

// The clip; each spike; the plants, and how far each slid before and after; the deepest sole before and after; the floor.
py::tuple cleaned(const BodyRef& body, const ClipRef& clip, const py::object& settings) {
  const Clip copy = clip_for(body, clip);
  const auto how = settings_or_default<CleanSettings>(settings);
  CleanReport report;
  const auto made = std::make_shared<NamedClip>(NamedClip{clip->skeleton, locked(body, [&](NamedMotionBody& b) {
                                                            Clip result = clean_clip(b.body, copy, how, report);
                                                            b.fit = b.body.fit_soles(result);
                                                            return result;
                                                          })});
  py::list spikes;
  for (const CleanReport::Spike& spike : report.spikes)
    spikes.append(py::make_tuple(clip->skeleton->name(spike.joint), spike.frame, spike.angle, spike.distance));
  std::vector<Plant> plants;
  py::list slides;
  for (const CleanReport::Skate& skate : report.skates) {
    plants.push_back(skate.plant);
    slides.append(py::make_tuple(skate.before, skate.after));
  }
  return py::make_tuple(made, spikes, arrays_of(plants), slides, report.deepest_before, report.deepest_after,
                        report.floor);
}

}  // namespace

void bind_clean(py::module_& m) {
  bind_settings_class<CleanSettings>(m, "CleanSettings");
  m.def("_clean", &cleaned, py::arg("body"), py::arg("clip"), py::arg("settings"), doc("_clean"));
}

}  // namespace kine::python
