#include "kine/solve/global.h"

#include <limits>

#include "bindings/python/src/goals.h"
#include "bindings/python/src/methods.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/report.h"

namespace kine::python {

namespace {

constexpr int kMostSolutions = 100000;

/// All poses of an arm, copied out of ArmSolutions.
struct Solutions {
  SkeletonRef skeleton;
  py::array_t<double> q, distance, interval;
  py::array_t<int> branch;
  bool complete;
  std::shared_ptr<NamedReport> report;
};

std::shared_ptr<Solutions> copy_of(const SkeletonRef& skeleton, const ArmSolutions& all,
                                   std::shared_ptr<NamedReport> report) {
  const Count count = all.count(), width = skeleton->value_count();
  auto out = std::make_shared<Solutions>(Solutions{skeleton, new_array({count, width}), new_array({count}),
                                                   new_array({count, 2}), py::array_t<int>(count), all.complete(),
                                                   std::move(report)});
  for (int i = 0; i < all.count(); ++i) {
    std::copy(all.pose(i).begin(), all.pose(i).end(), out->q.mutable_data() + static_cast<Count>(i) * width);
    const ArmSolution& one = all[i];
    const bool whole = one.interval.lower == -kInfinity;  // no joint is searched
    out->distance.mutable_data()[i] = one.distance;
    out->branch.mutable_data()[i] = one.branch;
    double* interval = out->interval.mutable_data() + 2 * static_cast<Count>(i);
    interval[0] = whole ? std::numeric_limits<double>::quiet_NaN() : one.interval.lower;
    interval[1] = whole ? std::numeric_limits<double>::quiet_NaN() : one.interval.upper;
  }
  return out;
}

const Global& global_of(const ReadyMethod& method) {
  if (method.global() == nullptr) refuse("method: Global(…) was expected, the others find one pose");
  return *method.global();
}

std::shared_ptr<Solutions> find_all(const SkeletonRef& skeleton, const py::object& goals, const Ref<Method>& method,
                                    const py::object& seed, int most) {
  if (most < 1 || most > kMostSolutions) refuse("most: from 1 to " + std::to_string(kMostSolutions) + " was expected");
  const GoalList list(*skeleton, goals);
  const std::unique_ptr<ReadyMethod> ready = method->ready(*skeleton);
  const Global& global = global_of(*ready);
  const std::vector<double> from = row_of(seed, "seed", skeleton->value_count());
  ArmSolutions all(*skeleton, most);
  auto report = std::make_shared<NamedReport>(NamedReport{skeleton, {}});
  {
    const py::gil_scoped_release unlocked;
    Scratch scratch(solutions_scratch_bytes(*skeleton, list.goals(), global));
    report->report = solutions(*skeleton, list.goals(), global, from, all, scratch);
  }
  return copy_of(skeleton, all, std::move(report));
}

}  // namespace

void bind_global(py::module_& m) {
  using S = Ref<Solutions>;
  py::class_<Solutions, std::shared_ptr<Solutions>>(m, "Solutions", doc("Solutions"))
      .def_property_readonly(
          "q", [](const S& s) { return s->q; }, doc("Solutions.q"))
      .def_property_readonly(
          "distance", [](const S& s) { return s->distance; }, doc("Solutions.distance"))
      .def_property_readonly(
          "branch", [](const S& s) { return s->branch; }, doc("Solutions.branch"))
      .def_property_readonly(
          "interval", [](const S& s) { return s->interval; }, doc("Solutions.interval"))
      .def_property_readonly(
          "complete", [](const S& s) { return s->complete; }, doc("Solutions.complete"))
      .def_property_readonly(
          "report", [](const S& s) { return s->report; }, doc("Solutions.report"))
      .def(
          "__len__", [](const S& s) { return s->branch.size(); }, doc("Solutions.__len__"))
      .def("__repr__", [](const S& s) {
        return "<kine.Solutions: " + std::to_string(s->branch.size()) + (s->complete ? ", all there are>" : ">");
      });
  m.def("solutions", &find_all, py::arg("skeleton"), py::arg("goals"), py::arg("method"), py::arg("seed"),
        py::arg("most") = 64, doc("solutions"));
  m.def(
      "arm_structure",
      [](const SkeletonRef& skeleton, const py::object& tip) {
        return sentence(*skeleton, arm_structure(*skeleton, id_of(*skeleton, tip, "tip")));
      },
      py::arg("skeleton"), py::arg("tip"), doc("arm_structure"));
}

}  // namespace kine::python
