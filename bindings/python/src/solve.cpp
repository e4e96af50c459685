#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/python/src/goals.h"
#include "bindings/python/src/methods.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/parallel.h"
#include "bindings/python/src/report.h"
#include "kine/batch/solve.h"
#include "kine/solve/explain.h"
#include "kine/solve/jacobian.h"

namespace kine::python {

namespace {

using ReportRef = Ref<NamedReport>;

std::shared_ptr<NamedReport> solve_one(const SkeletonRef& skeleton, const py::object& goals, const Ref<Method>& method,
                                       const py::object& pose) {
  const GoalList list(*skeleton, goals);
  const std::unique_ptr<ReadyMethod> ready = method->ready(*skeleton);
  InOut q(pose, "pose", skeleton->value_count());
  auto result = std::make_shared<NamedReport>(NamedReport{skeleton, {}});
  {
    const py::gil_scoped_release unlocked;
    Scratch scratch(ready->scratch_bytes(*skeleton, list.goals()));
    result->report = ready->solve(*skeleton, list.goals(), q.values(), scratch);
  }
  q.write();
  return result;
}

// ---- many ----------------------------------------------------------------------------------------------------------

/// What solve_many is asked, copied.
struct ManyGoals {
  JointId tip;
  Vec3 offset;
  Numbers targets, seeds;
  bool one_seed;

  Goal goal(Count i) const {
    const std::span<const double> row = targets.row(i);
    const Vec3 point{row[0], row[1], row[2]};
    if (row.size() == 3) return reach(tip, point, {.offset = offset});
    return place(tip, to_transform(row), {.offset = offset});
  }
  std::span<const double> seed(Count i) const { return seeds.row(one_seed ? 0 : i); }
};

ManyGoals many_goals(const NamedSkeleton& skeleton, const py::object& tip, const py::object& targets,
                     const py::object& seeds, const py::object& offset) {
  const Count n = skeleton.value_count();
  ManyGoals many{.tip = id_of(skeleton, tip, "tip"),
                 .offset = vec3_of(offset, "offset"),
                 .targets = numbers_of(targets, "targets", {{kAny, 7}, {kAny, 3}}),
                 .seeds = {},
                 .one_seed = false};
  many.seeds = numbers_of(seeds, "seeds", {{many.targets.rows(), n}, {n}});
  many.one_seed = many.seeds.shape.size() == 1;
  return many;
}

// Where the answers go, a row a target.
struct Answers {
  double* q;
  std::int8_t* status;
  double* errors;
};

// What one thread works in: a piece of the targets.
class Piece {
 public:
  Piece(const Skeleton& skeleton, const ManyGoals& many, std::size_t size)
      : many_(many), poses_(skeleton, size), targets_(7, size), scratch_(skeleton), reports_(size) {}

  std::size_t size() const { return reports_.size(); }

  // False, with nothing done, if the method does one after the other only.
  bool solve(const Skeleton& skeleton, const ReadyMethod& method, long begin, const Answers& to) {
    for (std::size_t k = 0; k < size(); ++k) {
      const Count i = begin + static_cast<Count>(k);
      const Goal goal = many_.goal(i);
      targets_.vectors(0).set(k, goal.target);
      targets_.quaternions(3).set(k, goal.orientation);
      poses_.set(k, many_.seed(i));
    }
    BatchGoal goal{.joint = many_.tip, .offset = many_.offset, .target = std::as_const(targets_).vectors(0)};
    if (many_.targets.row(begin).size() == 7) goal.orientation = std::as_const(targets_).quaternions(3);
    if (!method.solve(skeleton, goal, poses_, reports_, scratch_)) return false;
    const auto width = static_cast<std::size_t>(skeleton.value_count());
    for (std::size_t k = 0; k < size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(begin) + k;
      poses_.get(k, {to.q + i * width, width});
      to.status[i] = static_cast<std::int8_t>(reports_[k].status);
      to.errors[2 * i] = reports_[k].position_error;
      to.errors[2 * i + 1] = reports_[k].angle_error;
    }
    return true;
  }

 private:
  const ManyGoals& many_;
  Batch poses_;
  Arrays targets_;
  BatchScratch scratch_;
  std::vector<BatchReport> reports_;
};

// One thread's work: rows of targets to rows of poses.
Work many_worker(const Skeleton& skeleton, const ManyGoals& many, const ReadyMethod& method, const Answers& to) {
  const Goal first = many.goal(0);
  const auto scratch = std::make_shared<Scratch>(method.scratch_bytes(skeleton, {&first, 1}));
  const auto pose = std::make_shared<std::vector<double>>();
  const auto piece = std::make_shared<std::optional<Piece>>();
  return [&, scratch, pose, piece, to](long begin, long end) {
    const auto size = static_cast<std::size_t>(end - begin);
    if (!piece->has_value() || (*piece)->size() != size) piece->emplace(skeleton, many, size);
    if ((*piece)->solve(skeleton, method, begin, to)) return;
    for (long i = begin; i < end; ++i) {
      const Goal goal = many.goal(i);
      pose->assign(many.seed(i).begin(), many.seed(i).end());
      const Report report = method.solve(skeleton, {&goal, 1}, *pose, *scratch);
      std::copy(pose->begin(), pose->end(), to.q + i * static_cast<long>(pose->size()));
      to.status[i] = static_cast<std::int8_t>(report.status);
      to.errors[2 * i] = report.position_error;
      to.errors[2 * i + 1] = report.angle_error;
    }
  };
}

py::tuple solve_many(const SkeletonRef& skeleton, const py::object& tip, const py::object& targets,
                     const py::object& seeds, const Ref<Method>& method, const py::object& offset, int threads) {
  const ManyGoals many = many_goals(*skeleton, tip, targets, seeds, offset);
  const std::unique_ptr<ReadyMethod> ready = method->ready(*skeleton);
  const Count count = many.targets.shape[0];
  auto q = new_array({count, skeleton->value_count()});
  py::array_t<std::int8_t> status(count);
  auto errors = new_array({count, 2});
  const Answers answers{q.mutable_data(), status.mutable_data(), errors.mutable_data()};
  for_each_piece(count, thread_count(threads), [&] { return many_worker(*skeleton, many, *ready, answers); });
  return py::make_tuple(q, status, errors);
}

// ---- reports -------------------------------------------------------------------------------------------------------

py::list blockers_of(const NamedReport& named) {
  py::list list;
  for (int i = 0; i < named.report.blocker_count; ++i) {
    const Blocker& blocker = named.report.blockers[static_cast<std::size_t>(i)];
    py::dict entry;
    entry["joint"] = blocker.joint.valid() ? py::object(py::str(named.skeleton->name(blocker.joint))) : py::none();
    entry["component"] = blocker.component;
    entry["goal"] = blocker.goal;
    entry["at"] = blocker.at;
    entry["gain"] = blocker.gain;
    entry["relax"] = blocker.relax;
    list.append(entry);
  }
  return list;
}

std::string explain_one(const SkeletonRef& skeleton, const py::object& goals, const Ref<Method>& method,
                        const py::object& pose, const ReportRef& report) {
  const GoalList list(*skeleton, goals);
  const std::unique_ptr<ReadyMethod> ready = method->ready(*skeleton);
  const std::vector<double> q = row_of(pose, "pose", skeleton->value_count());
  if (report->skeleton.shared() != skeleton.shared()) refuse("report: it is of another skeleton");
  const Report given = report->report;
  const py::gil_scoped_release unlocked;
  return sentence(*skeleton,
                  explain(*skeleton, list.goals(), ready->tolerance(), ready->from(), ready->movable(), q, given));
}

void bind_report(py::module_& m) {
  py::class_<NamedReport, std::shared_ptr<NamedReport>>(m, "Report", doc("Report"))
      .def_property_readonly(
          "status", [](const ReportRef& r) { return to_python(r->report.status); }, doc("Report.status"))
      .def_property_readonly(
          "reached", [](const ReportRef& r) { return r->report.reached(); }, doc("Report.reached"))
      .def_property_readonly(
          "position_error", [](const ReportRef& r) { return r->report.position_error; }, doc("Report.position_error"))
      .def_property_readonly(
          "angle_error", [](const ReportRef& r) { return r->report.angle_error; }, doc("Report.angle_error"))
      .def_property_readonly(
          "hold_error", [](const ReportRef& r) { return r->report.hold_error; }, doc("Report.hold_error"))
      .def_property_readonly(
          "worst_goal", [](const ReportRef& r) { return r->report.worst_goal; }, doc("Report.worst_goal"))
      .def_property_readonly(
          "iterations", [](const ReportRef& r) { return r->report.iterations; }, doc("Report.iterations"))
      .def_property_readonly(
          "outside_limits", [](const ReportRef& r) { return r->report.outside_limits; }, doc("Report.outside_limits"))
      .def_property_readonly(
          "fault", [](const ReportRef& r) { return std::string(r->report.fault.sentence()); }, doc("Report.fault"))
      .def_property_readonly(
          "blockers", [](const ReportRef& r) { return blockers_of(*r); }, doc("Report.blockers"))
      .def("__str__", [](const ReportRef& r) { return sentence(*r->skeleton, r->report); })
      .def("__repr__", [](const ReportRef& r) { return "<kine.Report: " + sentence(*r->skeleton, r->report) + ">"; });
}

}  // namespace

py::object to_python(Status status) {
  return py::module_::import("kine._words").attr("Status")(static_cast<int>(status));
}

void bind_solve(py::module_& m) {
  bind_report(m);
  m.def("solve", &solve_one, py::arg("skeleton"), py::arg("goals"), py::arg("method"), py::arg("pose"), doc("solve"));
  m.def("_solve_many", &solve_many, py::arg("skeleton"), py::arg("tip"), py::arg("targets"), py::arg("seeds"),
        py::arg("method"), py::arg("offset"), py::arg("threads"), doc("_solve_many"));
  m.def("explain", &explain_one, py::arg("skeleton"), py::arg("goals"), py::arg("method"), py::arg("pose"),
        py::arg("report"), doc("explain"));
}

}  // namespace kine::python
