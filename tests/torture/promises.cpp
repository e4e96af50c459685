#include "tests/torture/promises.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "tests/torture/plain_model.h"
#include "tests/torture/priorities.h"
#include "tests/torture/report_details.h"
#include "tests/torture/run_solve.h"
#include "tests/torture/solutions.h"
#include "tests/torture/text.h"

namespace kine::torture {
namespace {

constexpr Real kBallRounding = 1e-11L;  // radians: a ball that is brought inside its limits may be off by this
constexpr Real kUnitRounding = 1e-14L;  // of the square of a unit quaternion's length
constexpr Real kSlack = 1e-9L;          // of an error: how well it is known
constexpr const char* kContradicted =
    "it says Unreachable, but there is a pose inside the limits that meets every goal";
constexpr Real kVanishing = 1e-150L;  // metres: squares of less are zero in double precision

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Checks one solve against what was promised.
class Checker {
 public:
  Checker(const Case& source, const Problem& problem, const SolveRun& run)
      : source_(source), problem_(problem), run_(run), model_(source) {}

  /// The first broken promise, as a sentence; empty: none.
  std::string check() {
    if (!run_.assertion.empty()) return "an assertion failed: " + run_.assertion;
    if (run_.allocations > 0) return text("it allocated ", run_.allocations, " times");
    if (run_.wrote_beyond_scratch) return "it wrote beyond its scratch memory";
    if (run_.report.status == Status::BadInput) return check_refusal();
    if (run_.report.fault) return text("it was not refused, but has a fault: ", run_.report.fault.sentence());
    std::string broken = check_values();
    if (!broken.empty()) return broken;
    return is_velocity() ? check_velocity() : check_solve();
  }

  /// True if a pose shows that the goals can be met: it differs from the start only in what may move, is inside its
  /// limits there, and every goal is met on it.
  bool is_witness(std::span<const double> pose) const {
    if (pose.size() != run_.pose.size()) return false;
    const std::vector<bool> movable = model_.movable_axes(source_);
    for (int i = 0; i < model_.joint_count(); ++i)
      if (!is_allowed(i, pose, movable)) return false;
    const std::vector<PlainFrame> before = model_.forward(problem_.start()), after = model_.forward(pose);
    for (const Goal& goal : problem_.goals()) {
      if (goal.kind == GoalKind::Hold) continue;
      const PlainError error = model_.measure(after, model_.faded(before, goal));
      if (!std::isfinite(error.angle_rounding)) return false;
      const Allowed allowed = allowed_of(goal);
      // The last bits of the target itself.
      const Real unit = error.position_rounding * 1e-3L;
      if (unit > allowed.metres + 1e-12L * model_.reach(goal)) return false;  // too far from the origin to be known
      if (!(error.position <= allowed.metres + unit && error.angle <= allowed.radians + 1e-15L)) return false;
    }
    return true;
  }

 private:
  struct Allowed {
    Real metres, radians;
  };

  bool is_velocity() const { return std::holds_alternative<Velocity>(source_.method); }
  bool is_two_bone() const { return std::holds_alternative<TwoBone>(source_.method); }
  /// Ccd, Fabrik and Shake move no leader that is not itself on the way to a goal.
  bool is_tree() const {
    return std::holds_alternative<Ccd>(source_.method) || std::holds_alternative<Fabrik>(source_.method) ||
           std::holds_alternative<Shake>(source_.method);
  }

  Allowed allowed_of(const Goal& goal) const {
    const Tolerance& tolerance = *tolerance_of(source_.method);
    const Real metres = tolerance.metres > 0 ? tolerance.metres : tolerance.position * model_.reach(goal);
    return {metres, tolerance.angle};
  }

  std::string check_refusal() const {
    if (!run_.report.fault) return "it was refused without a sentence";
    for (std::size_t i = 0; i < run_.pose.size(); ++i)
      if (!same_bits(run_.pose[i], problem_.start()[i]))
        return text("it was refused (", run_.report.fault.sentence(), "), but value ", i, " of the pose changed");
    for (std::size_t i = 0; i < run_.speeds.size(); ++i)
      if (!same_bits(run_.speeds[i], problem_.speeds()[i])) return text("it was refused, but speed ", i, " changed");
    return {};
  }

  std::string check_values() const {
    for (const double value : run_.pose)
      if (!std::isfinite(value)) return "the pose is not finite";
    std::string broken = check_quaternions();
    return broken.empty() ? check_followers() : broken;
  }

  /// The pose of any solve, or one that is listed: proper, inside the limits, and what may not move is as it was.
  std::string check_pose(const std::vector<bool>& movable) const {
    std::string broken = check_values();
    if (broken.empty()) broken = check_limits(movable);
    return broken.empty() ? check_turns(movable) : broken;
  }

  std::string check_quaternions() const {
    for (int i = 0; i < model_.joint_count(); ++i) {
      if (!model_.has_quaternion(i)) continue;
      const double* q = run_.pose.data() + model_.first_value(i);
      Real squared = 0;
      for (int k = 0; k < 4; ++k) squared += static_cast<Real>(q[k]) * q[k];
      if (std::abs(squared - 1) > kUnitRounding)
        return text(model_.joint(i).name, ": its quaternion has the squared length ", squared);
    }
    return {};
  }

  std::string check_followers() const {
    for (const PlainAxis& axis : model_.axes()) {
      if (axis.value < 0) continue;
      const double due = model_.followed_value(run_.pose, axis);
      if (!same_bits(run_.pose[at(axis.value)], due))
        return text(model_.joint(axis.joint).name, ": it follows another value and is ", run_.pose[at(axis.value)],
                    " instead of ", due);
    }
    return {};
  }

  // ---- what may move -------------------------------------------------------------------------------------------------

  /// How far a leader's value is outside its limits, with what rounding may do subtracted.
  static Real beyond(const Range& limits, double value) {
    const Real out = value < limits.lower   ? static_cast<Real>(limits.lower) - value
                     : value > limits.upper ? static_cast<Real>(value) - limits.upper
                                            : 0;
    return std::max<Real>(out - 1e-15L * std::abs(static_cast<Real>(value)), 0);
  }

  bool may_turn(int joint, const std::vector<bool>& movable) const {
    const auto first = movable.begin() + model_.first_axis(joint);
    return std::any_of(first, first + 3, [](bool moves) { return moves; });
  }

  bool quaternion_is_kept(int joint, std::span<const double> pose) const {
    const double* before = problem_.start().data() + model_.first_value(joint);
    const double* after = pose.data() + model_.first_value(joint);
    Real squared = 0;
    bool same = true;
    for (int k = 0; k < 4; ++k) {
      squared += static_cast<Real>(before[k]) * before[k];
      same &= same_bits(before[k], after[k]);
    }
    if (std::abs(squared - 1) < 3e-15L) return same;
    Real off = 0;
    for (int k = 0; k < 4; ++k) off = std::max(off, std::abs(after[k] - before[k] / std::sqrt(squared)));
    return same ? std::abs(squared - 1) < 5e-15L : off < 1e-15L;
  }

  bool is_allowed(int joint, std::span<const double> pose, const std::vector<bool>& movable) const {
    const int axes = axis_count_of(model_.joint(joint));
    for (int k = 0; k < axes; ++k) {
      const int a = model_.first_axis(joint) + k;
      const PlainAxis& axis = model_.axes()[at(a)];
      if (axis.value < 0 || axis.leader != a) continue;
      if (!movable[at(a)] && !same_bits(pose[at(axis.value)], problem_.start()[at(axis.value)])) return false;
      if (movable[at(a)] && beyond(axis.limits, pose[at(axis.value)]) > 0) return false;
    }
    if (!model_.has_quaternion(joint)) return true;
    if (!may_turn(joint, movable)) return quaternion_is_kept(joint, pose);
    // A ball of which single axes are fixed: which turns are open to it is not looked into.
    const auto first = movable.begin() + model_.first_axis(joint);
    if (!std::all_of(first, first + 3, [](bool moves) { return moves; }) && !quaternion_is_kept(joint, pose))
      return false;
    return model_.ball_violation(joint, pose) <= 1e-13L;
  }

  /// True if the axis itself moves a goal, not only by what follows it.
  bool is_on_the_way(int joint) const {
    return std::any_of(source_.goals.begin(), source_.goals.end(), [&](const Goal& goal) {
      return goal.kind == GoalKind::Hold || (model_.is_above(joint, goal.joint.index) !=
                                             (goal.frame.valid() && model_.is_above(joint, goal.frame.index)));
    });
  }

  std::string check_limits(const std::vector<bool>& movable) const {
    for (std::size_t a = 0; a < model_.axes().size(); ++a) {
      const PlainAxis& axis = model_.axes()[a];
      if (axis.value < 0 || axis.leader != static_cast<int>(a)) continue;
      const double before = problem_.start()[at(axis.value)], after = run_.pose[at(axis.value)];
      const std::string& name = model_.joint(axis.joint).name;
      const bool kept = same_bits(before, after);
      if (!movable[a] && !kept) return text(name, ": no goal may move it, and it went from ", before, " to ", after);
      const bool may_stay = is_two_bone() || (is_tree() && !is_on_the_way(axis.joint));
      const Real out = movable[a] && !(may_stay && kept) ? beyond(axis.limits, after) : 0;
      if (out > 0) return text(name, ": value ", axis.component, " may move and is ", out, " outside its limits");
    }
    return {};
  }

  std::string check_turns(const std::vector<bool>& movable) const {
    for (int i = 0; i < model_.joint_count(); ++i) {
      if (!model_.has_quaternion(i)) continue;
      const bool kept = quaternion_is_kept(i, run_.pose), moves = may_turn(i, movable);
      if (!moves && !kept) return text(model_.joint(i).name, ": no goal may turn it, and it turned");
      const Real out = moves && !(is_two_bone() && kept) ? model_.ball_violation(i, run_.pose) : 0;
      if (out > kBallRounding) return text(model_.joint(i).name, ": its ball is ", out, " rad outside its limits");
    }
    return {};
  }

  std::string check_outside_count() const {
    int least = 0, most = 0;
    for (std::size_t a = 0; a < model_.axes().size(); ++a) {
      const PlainAxis& axis = model_.axes()[a];
      if (axis.value < 0 || axis.leader != static_cast<int>(a)) continue;
      const double value = run_.pose[at(axis.value)];
      least += beyond(axis.limits, value) > 0;
      const double near = 1e-14 * std::abs(value);
      most += value - near < axis.limits.lower || value + near > axis.limits.upper;
    }
    for (int i = 0; i < model_.joint_count(); ++i) {
      const Real out = model_.ball_violation(i, run_.pose);
      least += out > kBallRounding;
      most += out > 1e-14L;
    }
    const int said = run_.report.outside_limits;
    if (said < least || said > most)
      return text("outside_limits is ", said, ", but ", least, " to ", most, " values are outside");
    return {};
  }

  // ---- goals ---------------------------------------------------------------------------------------------------------

  std::string check_errors() const {
    const Report& report = run_.report;
    const std::vector<PlainFrame> before = model_.forward(problem_.start()), after = model_.forward(run_.pose);
    PlainError worst;
    bool met = true, surely_met = true;
    for (std::size_t g = 0; g < problem_.goals().size(); ++g) {
      const Goal& goal = problem_.goals()[g];
      if (goal.kind == GoalKind::Hold) continue;
      PlainError error = model_.measure(after, model_.faded(before, goal));
      if (goal.fade != 1) {  // the faded target has the rounding of where it started
        const PlainError first = model_.measure(before, goal);
        error.position_rounding += first.position_rounding;
        error.angle_rounding += first.angle_rounding;
        if (first.angle > 3.1L) error.angle_rounding = std::numeric_limits<Real>::infinity();  // either way round
      }
      error.position_rounding += kVanishing;
      const Allowed allowed = allowed_of(goal);
      const auto within = [](Real value, Real limit, Real rounding) {
        return value <= limit * (1 + kSlack) + rounding;
      };
      met &= within(error.position, allowed.metres, error.position_rounding) &&
             within(error.angle, allowed.radians, error.angle_rounding);
      surely_met &= error.position <= allowed.metres * (1 - kSlack) - error.position_rounding &&
                    error.angle <= allowed.radians * (1 - kSlack) - error.angle_rounding;
      worst.position = std::max(worst.position, error.position);
      worst.angle = std::max(worst.angle, error.angle);
      worst.position_rounding = std::max(worst.position_rounding, error.position_rounding);
      worst.angle_rounding = std::max(worst.angle_rounding, error.angle_rounding);
      if (report.status == Status::Reached && !met)
        return text("it says Reached, but goal ", g, " is ", error.position, " m and ", error.angle,
                    " rad off, allowed ", allowed.metres, " and ", allowed.radians);
    }
    if (report.status != Status::Reached && surely_met && !goals_are_only_holds())
      return text("it says ", to_string(report.status), ", but every goal is met");
    const auto agree = [](double said, Real own, Real rounding) {
      return std::abs(said - own) <= rounding + kSlack * own;
    };
    if (!agree(report.position_error, worst.position, worst.position_rounding))
      return text("position_error is ", report.position_error, ", measured ", worst.position);
    if (!agree(report.angle_error, worst.angle, worst.angle_rounding + 1e-9L))
      return text("angle_error is ", report.angle_error, ", measured ", worst.angle);
    return {};
  }

  bool goals_are_only_holds() const {
    return std::all_of(source_.goals.begin(), source_.goals.end(),
                       [](const Goal& goal) { return goal.kind == GoalKind::Hold; });
  }

  std::string check_proof() const {
    if (run_.report.status != Status::Unreachable || !source_.has_witness || is_two_bone()) return {};
    std::vector<double> witness;
    for (const CaseJoint& joint : source_.joints)
      for (int k = 0; k < value_count_of(joint.joint); ++k) witness.push_back(joint.witness[at(k)]);
    return is_witness(witness) ? kContradicted : "";
  }

  std::string check_solve() {
    const Report& report = run_.report;
    if (report.iterations < 0) return "iterations is negative";
    if (report.blocker_count < 0 || report.blocker_count > Report::kMaxBlockers) return "blocker_count is out of range";
    const std::vector<bool> movable = model_.movable_axes(source_);
    std::string broken = check_pose(movable);
    if (broken.empty()) broken = check_outside_count();
    if (broken.empty()) broken = check_errors();
    if (broken.empty()) broken = check_proof();
    if (broken.empty()) broken = broken_in_details(source_, problem_, run_, model_);
    if (broken.empty()) broken = broken_priority(source_, problem_, run_, model_);
    if (broken.empty() && std::holds_alternative<Global>(source_.method)) broken = check_solutions();
    return broken;
  }

  std::string check_solutions() {
    const auto broken_pose = [&](std::span<const double> pose) {
      SolveRun listed = run_;
      listed.pose.assign(pose.begin(), pose.end());
      return Checker(source_, problem_, listed).check_pose(model_.movable_axes(source_));
    };
    return broken_solutions(source_, problem_, run_, model_, broken_pose);
  }

  // ---- velocity ------------------------------------------------------------------------------------------------------

  std::string check_velocity() const {
    const Velocity& method = std::get<Velocity>(source_.method);
    for (std::size_t a = 0; a < model_.axes().size(); ++a) {
      const PlainAxis& axis = model_.axes()[a];
      if (axis.leader != static_cast<int>(a)) continue;
      const int f = problem_.skeleton().freedom_of({axis.joint}, axis.component);
      const double speed = run_.speeds[at(f)], most = problem_.skeleton().freedom(f).max_speed;
      const std::string& name = model_.joint(axis.joint).name;
      if (!std::isfinite(speed)) return text(name, ": its speed is not finite");
      if (std::abs(speed) > most * (1 + 1e-9)) return text(name, ": its speed is ", speed, ", allowed ", most);
      if (axis.value < 0) continue;
      const double start = problem_.start()[at(axis.value)], end = run_.pose[at(axis.value)];
      if (beyond(axis.limits, end) > 0) return text(name, ": it ends at ", end, ", outside its limits");
      const Real from = axis.limits.clamp(start), way = static_cast<Real>(speed) * method.h;
      if (std::abs(from + way - end) > 1e-12L * (std::abs(from) + std::abs(way)) + kVanishing)
        return text(name, ": it went from ", from, " to ", end, " at the speed ", speed);
    }
    for (int i = 0; i < model_.joint_count(); ++i)
      if (const Real out = model_.ball_violation(i, run_.pose); out > kBallRounding)
        return text(model_.joint(i).name, ": its ball is ", out, " rad outside its limits");
    return {};
  }

  const Case& source_;
  const Problem& problem_;
  const SolveRun& run_;
  PlainModel model_;
};

}  // namespace

std::vector<Outcome> solve_and_check(const std::vector<Case>& cases, ScratchMemory memory) {
  std::vector<std::optional<Problem>> problems;
  for (const Case& one : cases) problems.push_back(Problem::make(one));
  const auto run_all = [&](std::byte fill) {
    const std::optional<std::byte> bytes = memory == ScratchMemory::Filled ? std::optional(fill) : std::nullopt;
    std::vector<SolveRun> runs;
    runs.reserve(problems.size());
    for (const std::optional<Problem>& problem : problems)
      runs.push_back(problem ? run_solve(*problem, bytes) : SolveRun{});
    return runs;
  };
  std::vector<SolveRun> others;
  std::thread second([&] { others = run_all(std::byte{0xFF}); });
  const std::vector<SolveRun> runs = run_all(std::byte{0});
  second.join();

  std::vector<Outcome> outcomes(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!problems[i]) continue;
    Outcome& outcome = outcomes[i];
    outcome.built = true;
    outcome.status = runs[i].report.status;
    outcome.iterations = runs[i].report.iterations;
    outcome.seconds = std::min(runs[i].seconds, others[i].seconds);
    outcome.pose = runs[i].pose;
    outcome.broken_promise = Checker(cases[i], *problems[i], runs[i]).check();
    if (outcome.broken_promise.empty() && !is_same(runs[i], others[i]))
      outcome.broken_promise = "two threads, or other bytes in the scratch memory, gave other bits";
  }
  // No method may have proved what another one disproves.
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (outcomes[i].status != Status::Unreachable || std::holds_alternative<TwoBone>(cases[i].method)) continue;
    for (std::size_t k = 0; k < cases.size() && outcomes[i].broken_promise.empty(); ++k) {
      const bool reached = outcomes[k].built && outcomes[k].status == Status::Reached;
      if (!reached || std::holds_alternative<Velocity>(cases[k].method)) continue;
      if (!Checker(cases[i], *problems[i], runs[i]).is_witness(outcomes[k].pose)) continue;
      outcomes[i].broken_promise = kContradicted;
      outcomes[i].witness = outcomes[k].pose;
    }
  }
  return outcomes;
}

std::string broken_promise_of(const Case& one) { return solve_and_check({one})[0].broken_promise; }

}  // namespace kine::torture
