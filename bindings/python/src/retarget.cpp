#include "kine/motion/retarget.h"

#include <pybind11/stl.h>

#include <functional>

#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "kine/io/style_file.h"

namespace kine::python {

/// The settings as Python hands them over: the source's rest is an array of its own, a style a name or a text of JSON.
struct NamedRetarget {
  RetargetSettings settings{};
  std::vector<double> source_rest{};
};

template <class F>
void each_setting(NamedRetarget& n, F& f) {
  RetargetSettings& s = n.settings;
  f("mode", Words{s.mode, {"half", "full", "hybrid"}});
  f("rest", Words{s.rest, {"auto", "bind"}});
  f("source_rest", n.source_rest);
  f("plants", s.plants);
  f("contacts", s.contacts);
  f("limits", s.limits);
  f("speed_limits", s.speed_limits);
}

namespace {

Style style_of(const std::string& name, const std::string& json) {
  if (json.empty()) return name.empty() ? Style{} : value_of(find_style(name));
  Style style{.name = "style"};
  for (const StyleLine& line : value_of(read_style(json, "style"))) {
    StylePart part{
        .part = line.part, .weight = line.weight, .offset = {line.offset[0], line.offset[1], line.offset[2]}};
    if (line.limits) part.limits = Range{(*line.limits)[0], (*line.limits)[1]};
    style.parts.push_back(std::move(part));
  }
  return style;
}

/// Both bodies at once, in an order that all threads keep; they may be the same one.
template <class F>
auto both_locked(const BodyRef& a, const BodyRef& b, F&& f) {
  const py::gil_scoped_release unlocked;
  std::mutex *first = &a->mutex, *second = &b->mutex;
  if (std::less<>()(second, first)) std::swap(first, second);
  const std::lock_guard one(*first);
  const std::unique_lock other =
      first == second ? std::unique_lock<std::mutex>() : std::unique_lock<std::mutex>(*second);
  return f(*a, *b);
}

// The clip; the plants, and how far each drifts; (floor, deepest, lowered, miss, beyond_limits, over_speed, contacts); notes.
py::tuple retargeted(const ClipRef& clip, const BodyRef& source, const BodyRef& target, const py::object& spans,
                     const py::object& places, const py::object& settings, const std::string& style,
                     const std::string& style_json) {
  const Clip copy = clip_for(source, clip);
  auto how = settings_or_default<NamedRetarget>(settings);
  if (!how.source_rest.empty()) how.source_rest = row_of(py::cast(how.source_rest), "source_rest", copy.value_count());
  how.settings.source_rest = how.source_rest;
  how.settings.style = style_of(style, style_json);
  const std::optional<KnownPlants> known = known_plants(spans, places);
  RetargetReport report;
  Clip result = both_locked(source, target, [&](NamedMotionBody& from, NamedMotionBody& to) {
    from.fit = from.body.fit_soles(copy);
    const std::vector<Plant> plants =
        known ? read_plants(from, copy, *known) : find_plants(from.body, copy, {.floor = from.fit.floor});
    const RetargetMap map = value_of(RetargetMap::build(from.body, to.body, how.settings));
    return value_of(retarget(map, copy, from.fit, plants, report));
  });
  std::vector<Plant> plants;
  std::vector<double> drifts;
  for (const RetargetReport::Stand& stand : report.stands) {
    plants.push_back(stand.plant);
    drifts.push_back(stand.drift);
  }
  return py::make_tuple(std::make_shared<NamedClip>(NamedClip{target->skeleton, std::move(result)}), arrays_of(plants),
                        drifts,
                        py::make_tuple(report.floor, report.deepest, report.lowered, report.miss, report.beyond_limits,
                                       report.over_speed, report.contacts),
                        report.notes);
}

}  // namespace

void bind_retarget(py::module_& m) {
  bind_settings_class<NamedRetarget>(m, "RetargetSettings");
  m.def("_retarget", &retargeted, py::arg("clip"), py::arg("source"), py::arg("target"), py::arg("spans"),
        py::arg("places"), py::arg("settings"), py::arg("style"), py::arg("style_json"), doc("_retarget"));
  m.def(
      "style_names", [] { return std::vector<std::string>(style_names().begin(), style_names().end()); },
      doc("style_names"));
}

}  // namespace kine::python
