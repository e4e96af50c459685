#include "kine/motion/crawl.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

#include "bindings/python/src/ground.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/moving.h"
#include "bindings/python/src/settings.h"
#include "kine/motion/ground_shapes.h"

namespace kine::python {

namespace {

struct CrawlSettings {
  CrawlGait gait{};
};

template <class F>
void each_setting(CrawlSettings& s, F& f) {
  CrawlGait& g = s.gait;  // f writes to it. NOLINT(misc-const-correctness)
  f("top_speed", g.top_speed);
  f("top_back_speed", g.top_back_speed);
  f("top_side_speed", g.top_side_speed);
  f("top_turn", g.top_turn);
  f("acceleration", g.acceleration);
  f("braking", g.braking);
  f("turn_acceleration", g.turn_acceleration);
  f("step", g.step);
  f("least_time", g.least_time);
  f("most_time", g.most_time);
  f("lift", g.lift);
  f("clearance", g.clearance);
  f("most_rise", g.most_rise);
  f("lean", g.lean);
}

// A speed cannot change at no rate, nor a step take no time or go no way.
std::shared_ptr<CrawlSettings> make_gait(const py::kwargs& keywords) {
  const CrawlSettings made = read_settings(CrawlSettings{}, keywords, "CrawlGait");
  const CrawlGait& g = made.gait;
  for (const double value :
       {g.top_speed, g.top_back_speed, g.top_side_speed, g.top_turn, g.lift, g.clearance, g.most_rise, g.lean})
    if (!(value >= 0) || std::isinf(value)) refuse("CrawlGait: settings of 0 and more were expected");
  for (const double value : {g.acceleration, g.braking, g.turn_acceleration, g.step, g.least_time, g.most_time})
    if (!(value > 0) || std::isinf(value))
      refuse("CrawlGait: accelerations, braking, step and its times above 0 were expected");
  if (g.least_time > g.most_time) refuse("CrawlGait: least_time of at most most_time was expected");
  return std::make_shared<CrawlSettings>(made);
}

struct NamedCrawlState {
  CrawlState state{};
  std::uint64_t owner = 0;
};

struct CrawlFrame {
  CrawlReport report{};
  Course course{};
  int legs = 0;
};

/// A figure that crawls. One frame at a time: who calls waits for the mutex, without Python's lock.
struct NamedCrawler {
  SkeletonRef skeleton;
  GroundRef ground;
  Crawler body;
  CrawlGait gait;
  Scratch scratch;
  std::vector<double> pose;
  CrawlState state{};
  std::uint64_t id = new_id();
  std::mutex mutex{};

  NamedCrawler(SkeletonRef s, GroundRef g, Crawler crawler, const CrawlGait& how, std::vector<double> standing)
      : skeleton(std::move(s)),
        ground(std::move(g)),
        body(std::move(crawler)),
        gait(how),
        scratch(body),
        pose(std::move(standing)) {}

  void forget() { state = CrawlState{}; }
  CrawlFrame step(const Stick& stick, double dt) {
    CrawlFrame out;
    out.report = crawl(body, gait, ground->view(), stick, dt, state, pose, scratch);
    out.course = state.course;
    out.legs = static_cast<int>(body.tips().size());
    return out;
  }
};
using CrawlerRef = Ref<NamedCrawler>;

std::shared_ptr<NamedCrawler> make_crawler(const SkeletonRef& skeleton, const py::object& standing,
                                           const std::vector<std::string>& tips, const py::object& ground,
                                           const py::object& gait) {
  std::vector<double> pose = row_of(standing, "standing", skeleton->value_count());
  const std::vector<std::string_view> names(tips.begin(), tips.end());
  GroundRef where = ground.is_none() ? GroundRef(std::make_shared<AnyGround>(AnyGround{FlatGround{}}))
                                     : object_of<AnyGround>(ground, "ground", "a Ground, such as height_map makes,");
  const CrawlGait how = gait.is_none() ? CrawlGait{} : object_of<CrawlSettings>(gait, "gait", "a CrawlGait")->gait;
  Crawler body = value_of(Crawler::build(*skeleton, pose, names));
  return std::make_shared<NamedCrawler>(skeleton, std::move(where), std::move(body), how, std::move(pose));
}

std::shared_ptr<CrawlFrame> step_once(const CrawlerRef& crawler, double forward, double turn, double side, double dt) {
  return std::make_shared<CrawlFrame>(
      locked(crawler, [&](NamedCrawler& c) { return c.step({.forward = forward, .turn = turn, .side = side}, dt); }));
}

std::shared_ptr<NamedCrawlState> state_of(const CrawlerRef& crawler) {
  return std::make_shared<NamedCrawlState>(
      locked(crawler, [](NamedCrawler& c) { return NamedCrawlState{c.state, c.id}; }));
}

void set_state(const CrawlerRef& crawler, const Ref<NamedCrawlState>& state) {
  if (state->owner != crawler->id) refuse("state: it is of another crawler");
  locked(crawler, [&](NamedCrawler& c) { c.state = state->state; });
}

py::array_t<double> tips_of(const CrawlFrame& frame) {
  auto out = new_array({frame.legs, 3});
  for (int i = 0; i < frame.legs; ++i)
    for (int k = 0; k < 3; ++k) out.mutable_data()[3 * i + k] = frame.report.tips[static_cast<std::size_t>(i)][k];
  return out;
}

}  // namespace

void bind_crawl(py::module_& m) {
  py::class_<CrawlSettings, std::shared_ptr<CrawlSettings>> gait(m, "CrawlGait", doc("CrawlGait"));
  bind_attributes<CrawlSettings>(gait, "CrawlGait");
  gait.def(py::init(&make_gait), doc("CrawlGait.__init__"));
  using R = Ref<CrawlFrame>;
  py::class_<CrawlFrame, std::shared_ptr<CrawlFrame>>(m, "CrawlReport", doc("CrawlReport"))
      .def_property_readonly(
          "x", [](const R& r) { return r->course.x; }, doc("CrawlReport.x"))
      .def_property_readonly(
          "z", [](const R& r) { return r->course.z; }, doc("CrawlReport.z"))
      .def_property_readonly(
          "heading", [](const R& r) { return r->course.heading; }, doc("CrawlReport.heading"))
      .def_property_readonly(
          "blocked", [](const R& r) { return r->report.blocked; }, doc("CrawlReport.blocked"))
      .def_property_readonly(
          "no_ground", [](const R& r) { return r->report.no_ground; }, doc("CrawlReport.no_ground"))
      .def_property_readonly(
          "body", [](const R& r) { return array_of(r->report.body); }, doc("CrawlReport.body"))
      .def_property_readonly(
          "tips", [](const R& r) { return tips_of(*r); }, doc("CrawlReport.tips"))
      .def_property_readonly(
          "down",
          [](const R& r) { return std::vector<bool>(r->report.down.begin(), r->report.down.begin() + r->legs); },
          doc("CrawlReport.down"))
      .def_property_readonly(
          "position_error", [](const R& r) { return r->report.position_error; }, doc("CrawlReport.position_error"))
      .def("__repr__", [](const R& r) {
        const std::string stands = r->report.no_ground ? ", no ground" : r->report.blocked ? ", no way ahead" : "";
        return "<kine.CrawlReport: at x " + shown(r->course.x, 2) + ", z " + shown(r->course.z, 2) + " m" + stands +
               ">";
      });
  const py::class_<NamedCrawlState, std::shared_ptr<NamedCrawlState>> state(m, "CrawlState", doc("CrawlState"));
  py::class_<NamedCrawler, std::shared_ptr<NamedCrawler>>(m, "Crawler", doc("Crawler"))
      .def(py::init(&make_crawler), py::arg("skeleton"), py::arg("standing"), py::arg("tips"),
           py::arg("ground") = py::none(), py::kw_only(), py::arg("gait") = py::none(), doc("Crawler.__init__"))
      .def_property_readonly(
          "skeleton", [](const CrawlerRef& c) { return c->skeleton; }, doc("Crawler.skeleton"))
      .def_property_readonly(
          "pose", [](const CrawlerRef& c) { return array_of(locked(c, [](NamedCrawler& n) { return n.pose; })); },
          doc("Crawler.pose"))
      .def_property("state", &state_of, &set_state, doc("Crawler.state"))
      .def("step", &step_once, py::arg("forward") = 0.0, py::arg("turn") = 0.0, py::arg("side") = 0.0,
           py::arg("dt") = 1.0 / 60, doc("Crawler.step"))
      .def(
          "run",
          [](const CrawlerRef& figure, const py::object& sticks, double dt) {
            return run(figure, sticks, dt, "crawl");
          },
          py::arg("sticks"), py::arg("dt") = 1.0 / 60, doc("Crawler.run"))
      .def("start", &start_at<NamedCrawler>, py::arg("x") = 0.0, py::arg("z") = 0.0, py::arg("heading") = 0.0,
           py::arg("y") = py::none(), doc("Crawler.start"))
      .def("__repr__", [](const CrawlerRef& c) {
        return "<kine.Crawler of " + std::to_string(c->skeleton->joint_count()) + " joints on " + c->ground->what + ">";
      });
}

}  // namespace kine::python
