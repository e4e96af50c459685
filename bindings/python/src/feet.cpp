#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

#include "bindings/python/src/ground.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "bindings/python/src/state.h"
#include "kine/motion/ground_feet.h"

namespace kine::python {

template <class F>
void each_setting(PlantSettings& s, F& f) {
  f("floor", any_height(s.floor));
  f("start_speed", not_negative(s.start_speed));
  f("end_speed", not_negative(s.end_speed));
  f("start_height", not_negative(s.start_height));
  f("end_height", not_negative(s.end_height));
  f("shortest", not_negative(s.shortest));
}

template <class F>
void each_setting(GroundFeetSettings& s, F& f) {
  f("weight", share(s.weight));
  f("plants", s.plants);
  f("straightest", share(s.straightest));
  f("settle", time(s.settle));
  f("release", time(s.release));
  f("clearance", not_negative(s.clearance));
  f("swing_time", time(s.swing_time));
}

namespace {

/// What the caller says, or what fits the clip that the soles were measured in.
GroundFeetSettings fitted_settings(const BodyRef& body, const py::object& settings) {
  if (!settings.is_none()) return settings_of<GroundFeetSettings>(settings, "settings");
  const SoleFit fit = locked(body, [](NamedMotionBody& b) { return b.fit; });
  GroundFeetSettings fitted{.straightest = fit.straightest};
  fitted.plants.floor = fit.floor;
  return fitted;
}

PlantSettings plant_settings_of(const BodyRef& body, const py::object& settings) {
  if (settings.is_none()) return fitted_settings(body, settings).plants;
  return settings_of<PlantSettings>(settings, "settings");
}

// (side, part, first frame, frame after the last) and (x, y, z) of each.
py::tuple found_plants(const BodyRef& body, const ClipRef& clip, const py::object& settings) {
  const Clip copy = clip_for(body, clip);
  const PlantSettings how = plant_settings_of(body, settings);
  return arrays_of(locked(body, [&](NamedMotionBody& b) { return find_plants(b.body, copy, how); }));
}

std::shared_ptr<NamedClip> clip_on_ground(const BodyRef& body, const ClipRef& clip, const GroundRef& ground,
                                          const py::object& spans, const py::object& places,
                                          const py::object& settings) {
  const Clip copy = clip_for(body, clip);
  const GroundFeetSettings how = fitted_settings(body, settings);
  const std::optional<KnownPlants> known = known_plants(spans, places);
  return std::make_shared<NamedClip>(NamedClip{
      clip->skeleton, locked(body, [&](NamedMotionBody& b) {
        const std::vector<Plant> plants = known ? read_plants(b, copy, *known) : find_plants(b.body, copy, how.plants);
        return value_of(ground_clip(b.body, copy, plants, ground->view(), how));
      })});
}

py::tuple feet_on_ground(const BodyRef& body, const py::object& animated, const GroundRef& ground,
                         const py::object& settings, double dt, const py::object& state) {
  PoseRows rows(animated, "animated", *body->skeleton);
  const GroundFeetSettings how = fitted_settings(body, settings);
  std::vector<double> pelvis, miss;
  std::vector<char> heel, toe, bad;
  with_state<GroundFeetState>(state, "a GroundFeetState", [&](GroundFeetState& now) {
    locked(body, [&](NamedMotionBody& b) {
      for (int i = 0; i < rows.count(); ++i) {
        const GroundFeetReport report =
            ground_feet(b.body, rows.pose(i), ground->view(), how, dt, now, rows.pose(i), b.scratch);
        pelvis.push_back(report.pelvis);
        bad.push_back(report.bad_input);
        for (int foot = 0; foot < 2; ++foot) {
          miss.push_back(report.miss[foot]);
          heel.push_back(report.heel_down[foot]);
          toe.push_back(report.toe_down[foot]);
        }
      }
    });
  });
  return py::make_tuple(rows.poses(), rows.array(pelvis), rows.array(miss, 2), rows.flags(heel, 2), rows.flags(toe, 2),
                        rows.flags(bad));
}

}  // namespace

std::optional<KnownPlants> known_plants(const py::object& spans, const py::object& places) {
  if (spans.is_none()) return std::nullopt;
  KnownPlants known{numbers_of(spans, "plants", {{kAny, 4}}), numbers_of(places, "plants", {{kAny, 3}})};
  if (known.places.rows() != known.spans.rows()) refuse("plants: a place was expected for each");
  return known;
}

std::vector<Plant> read_plants(const NamedMotionBody& body, const Clip& clip, const KnownPlants& known) {
  const auto frame = [](double number) { return static_cast<int>(std::clamp<double>(number, -1, kMostFrames)); };
  std::vector<Plant> plants;
  for (Count i = 0; i < known.spans.shape[0]; ++i) {
    const auto span = known.spans.row(i), at = known.places.row(i);
    Plant plant{static_cast<int>(span[0]),
                static_cast<FootPart>(span[1]),
                frame(span[2]),
                frame(span[3]),
                {at[0], at[1], at[2]}};
    if (std::isnan(plant.at.x) && plant.from >= 0 && plant.to > plant.from && plant.to <= clip.frame_count())
      plant.at = mean_place(body.body, clip, plant);
    plants.push_back(plant);
  }
  return plants;
}

py::tuple arrays_of(const std::vector<Plant>& plants) {
  const auto count = static_cast<Count>(plants.size());
  auto spans = new_array({count, 4}), places = new_array({count, 3});
  double *span = spans.mutable_data(), *place = places.mutable_data();
  for (const Plant& plant : plants) {
    for (const int number : {plant.side, static_cast<int>(plant.part), plant.from, plant.to}) *span++ = number;
    for (int k = 0; k < 3; ++k) *place++ = plant.at[k];
  }
  return py::make_tuple(spans, places);
}

void bind_feet(py::module_& m) {
  bind_settings_class<PlantSettings>(m, "PlantSettings");
  bind_settings_class<GroundFeetSettings>(m, "GroundFeetSettings");
  bind_state<GroundFeetState>(m, "GroundFeetState");
  m.def("_find_plants", &found_plants, py::arg("body"), py::arg("clip"), py::arg("settings"), doc("_find_plants"));
  m.def("_ground_clip", &clip_on_ground, py::arg("body"), py::arg("clip"), py::arg("ground"), py::arg("spans"),
        py::arg("places"), py::arg("settings"), doc("_ground_clip"));
  m.def("_ground_feet", &feet_on_ground, py::arg("body"), py::arg("animated"), py::arg("ground"), py::arg("settings"),
        py::arg("dt"), py::arg("state"), doc("_ground_feet"));
}

}  // namespace kine::python
