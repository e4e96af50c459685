#include "kine/motion/look_at.h"

#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "bindings/python/src/state.h"

namespace kine::python {

template <class F>
void each_setting(LookShare& s, F& f) {
  f("share", not_negative(s.share));
  f("yaw", not_negative(s.yaw));
  f("pitch", not_negative(s.pitch));
}

template <class F>
void each_setting(LookAtSettings& s, F& f) {
  f("weight", share(s.weight));
  f("head", s.head);
  f("neck", s.neck);
  f("chest", s.chest);
  f("spine", s.spine);
  f("eyes", s.eyes);
  f("dead_zone", not_negative(s.dead_zone));
  f("ease", time(s.ease));
  f("fastest", not_negative(s.fastest));
  f("blend", time(s.blend));
}

namespace {

py::tuple looked(const BodyRef& body, const py::object& animated, const py::object& target, const py::object& settings,
                 double dt, const py::object& state) {
  PoseRows rows(animated, "animated", *body->skeleton);
  const FrameRows targets(target, "target", {{3}, {kAny, 3}});
  targets.check_count(rows.count());
  const auto how = settings_or_default<LookAtSettings>(settings);
  std::vector<double> off;
  std::vector<char> out_of_reach, bad;
  with_state<LookAtState>(state, "a LookAtState", [&](LookAtState& now) {
    locked(body, [&](NamedMotionBody& b) {
      for (int i = 0; i < rows.count(); ++i) {
        const auto at = targets.row(i);
        const LookAtReport report =
            look_at(b.body, rows.pose(i), {at[0], at[1], at[2]}, how, dt, now, rows.pose(i), b.scratch);
        off.push_back(report.off);
        out_of_reach.push_back(report.out_of_reach);
        bad.push_back(report.bad_input);
      }
    });
  });
  return py::make_tuple(rows.poses(), rows.array(off), rows.flags(out_of_reach), rows.flags(bad));
}

}  // namespace

void bind_look_at(py::module_& m) {
  bind_settings_class<LookShare>(m, "LookShare");
  bind_settings_class<LookAtSettings>(m, "LookAtSettings");
  bind_state<LookAtState>(m, "LookAtState");
  m.def("_look_at", &looked, py::arg("body"), py::arg("animated"), py::arg("target"), py::arg("settings"),
        py::arg("dt"), py::arg("state"), doc("_look_at"));
}

}  // namespace kine::python
