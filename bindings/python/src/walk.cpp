#include "kine/motion/walk.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bindings/python/src/ground.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/motion_body.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "kine/motion/gait_fit.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/reach_out.h"
#include "kine/motion/walking_figure.h"

namespace kine::python {

namespace {

struct WalkGait {
  Gait gait{};
};

template <class F>
void each_setting(WalkGait& g, F& f) {
  f("style", Words{g.gait.style, {"natural", "paper"}});
  f("top_speed", g.gait.top_speed);
  f("top_back_speed", g.gait.top_back_speed);
  f("top_side_speed", g.gait.top_side_speed);
  f("top_turn", g.gait.top_turn);
  f("step_width", g.gait.step_width);
  f("toe_out", g.gait.toe_out);
  f("arm_swing", g.gait.arm_swing);
  f("head_lead", g.gait.head_lead);
}

// The style's defaults first, whatever the order of the keywords.
std::shared_ptr<WalkGait> make_gait(const py::kwargs& keywords) {
  constexpr double kMostOfAnySetting = 100;  // metres, seconds, radians and their rates; people have 2 at most
  WalkGait start = read_settings(WalkGait{}, keywords, "Gait");
  start.gait = start.gait.style == Gait::Style::Paper ? Gait::paper() : Gait::natural();
  const WalkGait made = read_settings(start, keywords, "Gait");
  const Gait& g = made.gait;
  const std::pair<const char*, double> settings[] = {
      {"top_speed", g.top_speed},           {"top_back_speed", g.top_back_speed},
      {"top_side_speed", g.top_side_speed}, {"top_turn", g.top_turn},
      {"step_width", g.step_width},         {"toe_out", g.toe_out},
      {"arm_swing", g.arm_swing},           {"head_lead", g.head_lead}};
  for (const auto& [name, value] : settings)
    if (!(value >= 0 && value <= kMostOfAnySetting))
      refuse(std::string(name) + ": a number from 0 to 100 was expected, this is " + shown(value, 2));
  return std::make_shared<WalkGait>(made);
}

/// All that a walk remembers, and whose it is.
struct NamedWalkState {
  WalkState state{};
  ReachState reach{};
  std::uint64_t owner = 0;
};

struct FrameReport {
  WalkReport report{};
  ReachReport reach{};
  Course course{};
};

/// A figure that walks. One frame at a time: who calls waits for the mutex, without Python's lock.
struct NamedWalker {
  SkeletonRef skeleton;
  GroundRef ground;
  WalkingFigure figure;
  GaitFit fit;
  WalkMode mode;
  Scratch scratch;
  std::vector<double> body_pose{}, pose{};
  WalkState state{};
  ReachState reach{};
  std::vector<ObjectInReach> objects{};
  std::uint64_t id = new_id();
  std::mutex mutex{};

  NamedWalker(SkeletonRef s, GroundRef g, WalkingFigure f, GaitFit gait_fit, WalkMode m)
      : skeleton(std::move(s)),
        ground(std::move(g)),
        figure(std::move(f)),
        fit(std::move(gait_fit)),
        mode(m),
        scratch(figure) {
    body_pose.assign(figure.body().standing().begin(), figure.body().standing().end());
    pose.assign(figure.standing().begin(), figure.standing().end());
  }

  void forget() {
    state = WalkState{};
    reach = ReachState{};
  }
  FrameReport step(const Stick& stick, double dt) {
    FrameReport out;
    out.report = walk(figure.body(), fit.gait, ground->view(), stick, dt, mode, state, body_pose, scratch);
    if (!out.report.no_ground) {
      if (!objects.empty() || reach.started)
        out.reach = reach_out(figure.body(), out.report.plan, objects, dt, reach, body_pose, scratch);
      figure.write(body_pose, pose, scratch);
    }
    out.course = state.course;
    return out;
  }
};
using WalkerRef = Ref<NamedWalker>;

std::shared_ptr<NamedWalker> make_walker(const SkeletonRef& skeleton, const py::object& ground, const py::object& gait,
                                         const std::string& up, const std::map<std::string, std::string>& bones,
                                         const std::string& mode) {
  constexpr WalkMode kModes[] = {WalkMode::Half, WalkMode::Full, WalkMode::Hybrid};
  const WalkMode how = kModes[choice_of(mode, "mode", {"half", "full", "hybrid"})];
  const Vec3 upwards = up_vector(up);
  GroundRef where = ground.is_none() ? GroundRef(std::make_shared<AnyGround>(AnyGround{FlatGround{}}))
                                     : object_of<AnyGround>(ground, "ground", "a Ground, such as height_map makes,");
  const Gait wanted = gait.is_none() ? Gait{} : object_of<WalkGait>(gait, "gait", "a Gait")->gait;
  const py::gil_scoped_release unlocked;
  const BoneMap map = bones_of(*skeleton, upwards, bones);
  WalkingFigure figure = value_of(WalkingFigure::build(*skeleton, map, upwards));
  GaitFit fit = value_of(fit_gait(figure.body(), wanted));
  return std::make_shared<NamedWalker>(skeleton, std::move(where), std::move(figure), std::move(fit), how);
}

std::shared_ptr<FrameReport> step_once(const WalkerRef& walker, double forward, double turn, double side, double dt) {
  return std::make_shared<FrameReport>(
      locked(walker, [&](NamedWalker& w) { return w.step({.forward = forward, .turn = turn, .side = side}, dt); }));
}

std::shared_ptr<NamedWalkState> state_of(const WalkerRef& walker) {
  return std::make_shared<NamedWalkState>(
      locked(walker, [](NamedWalker& w) { return NamedWalkState{w.state, w.reach, w.id}; }));
}

void set_state(const WalkerRef& walker, const Ref<NamedWalkState>& state) {
  if (state->owner != walker->id) refuse("state: it is of another walker");
  locked(walker, [&](NamedWalker& w) {
    w.state = state->state;
    w.reach = state->reach;
  });
}

void set_objects(const WalkerRef& walker, const py::object& points) {
  const Numbers given = numbers_of(points, "points", {{kAny, 3}, {0}});
  std::vector<ObjectInReach> objects;
  for (std::size_t i = 0; i + 2 < given.values.size(); i += 3)
    objects.push_back({.point = {given.values[i], given.values[i + 1], given.values[i + 2]}});
  locked(walker, [&](NamedWalker& w) { w.objects = std::move(objects); });
}

py::array_t<double> two_points(const Vec3 (&points)[2]) {
  auto out = new_array({2, 3});
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) out.mutable_data()[3 * i + k] = points[i][k];
  return out;
}

void bind_report(py::module_& m) {
  using R = Ref<FrameReport>;
  py::class_<FrameReport, std::shared_ptr<FrameReport>>(m, "WalkReport", doc("WalkReport"))
      .def_property_readonly(
          "x", [](const R& r) { return r->course.x; }, doc("WalkReport.x"))
      .def_property_readonly(
          "z", [](const R& r) { return r->course.z; }, doc("WalkReport.z"))
      .def_property_readonly(
          "heading", [](const R& r) { return r->course.heading; }, doc("WalkReport.heading"))
      .def_property_readonly(
          "speed", [](const R& r) { return r->course.speeds.forward; }, doc("WalkReport.speed"))
      .def_property_readonly(
          "blocked", [](const R& r) { return r->report.blocked; }, doc("WalkReport.blocked"))
      .def_property_readonly(
          "no_ground", [](const R& r) { return r->report.no_ground; }, doc("WalkReport.no_ground"))
      .def_property_readonly(
          "held_back", [](const R& r) { return r->report.held_back; }, doc("WalkReport.held_back"))
      .def_property_readonly(
          "bad_stick", [](const R& r) { return r->report.bad_stick; }, doc("WalkReport.bad_stick"))
      .def_property_readonly(
          "hips", [](const R& r) { return array_of(r->report.plan.hips); }, doc("WalkReport.hips"))
      .def_property_readonly(
          "heel_down",
          [](const R& r) { return py::make_tuple(r->report.plan.heel_down[0], r->report.plan.heel_down[1]); },
          doc("WalkReport.heel_down"))
      .def_property_readonly(
          "toe_down", [](const R& r) { return py::make_tuple(r->report.plan.toe_down[0], r->report.plan.toe_down[1]); },
          doc("WalkReport.toe_down"))
      .def_property_readonly(
          "heel_at", [](const R& r) { return two_points(r->report.plan.heel_at); }, doc("WalkReport.heel_at"))
      .def_property_readonly(
          "toe_at", [](const R& r) { return two_points(r->report.plan.toe_at); }, doc("WalkReport.toe_at"))
      .def_property_readonly(
          "position_error",
          [](const R& r) { return std::max(r->report.legs[0].position_error, r->report.legs[1].position_error); },
          doc("WalkReport.position_error"))
      .def_property_readonly(
          "angle_error",
          [](const R& r) { return std::max(r->report.legs[0].angle_error, r->report.legs[1].angle_error); },
          doc("WalkReport.angle_error"))
      .def_property_readonly(
          "holds",
          [](const R& r) {
            const auto held = [&](int hand) { return r->reach.hands[hand].holds ? r->reach.hands[hand].object : -1; };
            return py::make_tuple(held(0), held(1));
          },
          doc("WalkReport.holds"))
      .def("__repr__", [](const R& r) {
        const std::string stands = r->report.no_ground ? ", no ground" : r->report.blocked ? ", no way ahead" : "";
        return "<kine.WalkReport: at x " + shown(r->course.x, 2) + ", z " + shown(r->course.z, 2) + " m, " +
               shown(r->course.speeds.forward, 2) + " m/s" + stands + ">";
      });
}

void bind_walker(py::module_& m) {
  const py::class_<NamedWalkState, std::shared_ptr<NamedWalkState>> state(m, "WalkState", doc("WalkState"));
  py::class_<NamedWalker, std::shared_ptr<NamedWalker>>(m, "Walker", doc("Walker"))
      .def(py::init(&make_walker), py::arg("skeleton"), py::arg("ground") = py::none(), py::kw_only(),
           py::arg("gait") = py::none(), py::arg("up") = "y", py::arg("bones") = py::dict(), py::arg("mode") = "full",
           doc("Walker.__init__"))
      .def_property_readonly(
          "skeleton", [](const WalkerRef& w) { return w->skeleton; }, doc("Walker.skeleton"))
      .def_property_readonly(
          "notes",
          [](const WalkerRef& w) {
            std::vector<std::string> notes = w->figure.notes();
            if (!w->fit.note.empty()) notes.push_back(w->fit.note);
            return notes;
          },
          doc("Walker.notes"))
      .def_property_readonly(
          "pose", [](const WalkerRef& w) { return array_of(locked(w, [](NamedWalker& n) { return n.pose; })); },
          doc("Walker.pose"))
      .def_property("state", &state_of, &set_state, doc("Walker.state"))
      .def("step", &step_once, py::arg("forward") = 0.0, py::arg("turn") = 0.0, py::arg("side") = 0.0,
           py::arg("dt") = 1.0 / 60, doc("Walker.step"))
      .def(
          "run",
          [](const WalkerRef& figure, const py::object& sticks, double dt) { return run(figure, sticks, dt, "walk"); },
          py::arg("sticks"), py::arg("dt") = 1.0 / 60, doc("Walker.run"))
      .def("start", &start_at<NamedWalker>, py::arg("x") = 0.0, py::arg("z") = 0.0, py::arg("heading") = 0.0,
           py::arg("y") = py::none(), doc("Walker.start"))
      .def("reach", &set_objects, py::arg("points"), doc("Walker.reach"))
      .def("__repr__", [](const WalkerRef& w) {
        return "<kine.Walker of " + std::to_string(w->skeleton->joint_count()) + " joints on " + w->ground->what + ">";
      });
}

}  // namespace

void bind_walk(py::module_& m) {
  py::class_<WalkGait, std::shared_ptr<WalkGait>> gait(m, "Gait", doc("Gait"));
  bind_attributes<WalkGait>(gait, "Gait");
  gait.def(py::init(&make_gait), doc("Gait.__init__"));
  bind_report(m);
  bind_walker(m);
}

}  // namespace kine::python
