#include "kine/motion/hold_on.h"

#include <pybind11/stl.h>

#include <array>
#include <optional>
#include <utility>

#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "bindings/python/src/state.h"

namespace kine::python {

template <class F>
void each_setting(HoldOnSettings& s, F& f) {
  f("weight", share(s.weight));
  f("blend", time(s.blend));
  f("straightest", share(s.straightest));
  f("trunk", not_negative(s.trunk));
}

namespace {

/// What a hand holds in each frame.
struct Grip {
  int hand = 0;
  FrameRows place;
  Vec3 palm{};
  std::optional<FrameRows> pole{};

  HandGrip at(int frame) const {
    HandGrip grip{.hand = hand, .turns_hand = place.width() == 7, .palm = palm};
    const auto row = place.row(frame);
    grip.grip.translation = {row[0], row[1], row[2]};
    if (grip.turns_hand) grip.grip.rotation = normalised(Quat{row[3], row[4], row[5], row[6]});
    if (pole) grip.pole = Vec3{pole->row(frame)[0], pole->row(frame)[1], pole->row(frame)[2]};
    return grip;
  }
};

std::shared_ptr<Grip> make_grip(const std::string& hand, const py::object& place, const py::object& palm,
                                const py::object& pole) {
  auto made =
      std::make_shared<Grip>(Grip{choice_of(hand, "hand", {"left", "right"}),
                                  FrameRows(place, "place", {{3}, {7}, {kAny, 3}, {kAny, 7}}), vec3_of(palm, "palm")});
  if (!pole.is_none()) made->pole = FrameRows(pole, "pole", {{3}, {kAny, 3}});
  return made;
}

std::vector<Ref<Grip>> read_grips(const py::object& grips, const BodyRef& body, int frames) {
  std::vector<Ref<Grip>> list;
  if (py::isinstance<Grip>(grips))
    list.push_back(py::cast<Ref<Grip>>(grips));
  else if (!py::isinstance<py::iterable>(grips))
    refuse("grips: a HandGrip was expected, or several");
  else
    for (const py::handle grip : grips) list.push_back(object_of<Grip>(grip, "grips", "a HandGrip"));
  constexpr std::array kHands{"left", "right"};
  std::array<bool, 2> taken{};
  for (const Ref<Grip>& grip : list) {
    const auto hand = static_cast<std::size_t>(grip->hand);
    grip->place.check_count(frames);
    if (grip->pole) grip->pole->check_count(frames);
    if (std::exchange(taken[hand], true)) refuse(std::string("grips: the ") + kHands[hand] + " hand has two of them");
    if (!body->body.bones().arms[hand].hand.valid())
      refuse(std::string("grips: the body has no ") + kHands[hand] + " hand");
  }
  return list;
}

py::tuple held(const BodyRef& body, const py::object& animated, const py::object& grips, const py::object& settings,
               double dt, const py::object& state) {
  PoseRows rows(animated, "animated", *body->skeleton);
  const std::vector<Ref<Grip>> given = read_grips(grips, body, rows.count());
  const auto how = settings_or_default<HoldOnSettings>(settings);
  std::vector<double> miss, trunk;
  std::vector<char> bad;
  with_state<HoldOnState>(state, "a HoldOnState", [&](HoldOnState& now) {
    locked(body, [&](NamedMotionBody& b) {
      std::vector<HandGrip> hands(given.size());
      for (int i = 0; i < rows.count(); ++i) {
        for (std::size_t k = 0; k < given.size(); ++k) hands[k] = given[k]->at(i);
        const HoldOnReport report = hold_on(b.body, rows.pose(i), hands, how, dt, now, rows.pose(i), b.scratch);
        miss.insert(miss.end(), {report.miss[0], report.miss[1]});
        trunk.push_back(report.trunk);
        bad.push_back(report.bad_input);
      }
    });
  });
  return py::make_tuple(rows.poses(), rows.array(miss, 2), rows.array(trunk), rows.flags(bad));
}

}  // namespace

void bind_hold_on(py::module_& m) {
  bind_settings_class<HoldOnSettings>(m, "HoldOnSettings");
  bind_state<HoldOnState>(m, "HoldOnState");
  py::class_<Grip, std::shared_ptr<Grip>>(m, "HandGrip", doc("HandGrip"))
      .def(py::init(&make_grip), py::arg("hand"), py::arg("place"), py::kw_only(),
           py::arg("palm") = py::make_tuple(0, 0, 0), py::arg("pole") = py::none(), doc("HandGrip.__init__"))
      .def("__repr__", [](const Ref<Grip>& grip) {
        return std::string("<kine.HandGrip: ") + (grip->hand == 0 ? "left>" : "right>");
      });
  m.def("_hold_on", &held, py::arg("body"), py::arg("animated"), py::arg("grips"), py::arg("settings"), py::arg("dt"),
        py::arg("state"), doc("_hold_on"));
}

}  // namespace kine::python
