// All poses of an arm, and what its structure is.
#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/global.h"
#include "kine/solve/global/arm_cost.h"
#include "kine/solve/global/closed_search.h"
#include "kine/solve/global/global_problem.h"
#include "kine/solve/global/solution_scan.h"
#include "kine/solve/global/starts.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/movable.h"

namespace kine {
namespace {

using detail::ArmWish;
using detail::ClosedSearch;
using detail::GlobalProblem;

constexpr double kSame = 1e-6;       // radians or metres: poses as near as that are one
constexpr int kIterations = 50;      // of a descent
constexpr int kPolish = 6;           // steps from a pose in closed form
constexpr double kPush = 1e-3;       // radians or reaches, by which a pose is pushed aside
constexpr double kElsewhere = 1e-4;  // likewise: farther away is not where it was
constexpr int kMostTurned = 4096;    // poses that are made of one by whole turns: four of each of six joints

/// Gathers the poses of one problem.
class Gatherer {
 public:
  Gatherer(const Skeleton& skeleton, GlobalProblem& problem, bool turns, std::span<const double> seed,
           ArmSolutions& all, Scratch& scratch)
      : skeleton_(skeleton),
        problem_(problem),
        turns_(turns),
        all_(all),
        x_(scratch.take<double>(problem.arm.variables.size())),
        moved_(scratch.take<double>(problem.arm.variables.size())),
        pose_(scratch.take<double>(seed.size())) {
    std::copy(seed.begin(), seed.end(), pose_.begin());
  }

  /// True if they are all.
  bool run(int max_starts) {
    const detail::Structure structure = problem_.wish.turned ? detail::structure_of(problem_.arm) : detail::Structure{};
    exact_ = structure.exact;
    if (structure.family == detail::Family::None) return by_descents(max_starts), false;
    ClosedSearch closed(problem_.arm, problem_.target, structure, problem_.seed);
    structure.lock < 0 ? by_branches(closed) : by_scan(closed);
    if (!structure.exact && !(closed.has_lock() && all_.count() > 0)) by_descents(max_starts);
    return closed.found_all() && !left_out_ && !(turns_ && closed.has_lock());  // intervals are not looked at a turn on
  }

 private:
  void by_branches(ClosedSearch& closed) {
    detail::SixPoses poses;
    closed.poses_at(0, closed.own_slack(), poses);
    for (int i = 0; i < poses.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      closed.write(poses.values[at], 0, x_);
      descend(kPolish, poses.branches[at], {});
    }
  }

  void by_scan(ClosedSearch& closed) {
    locked_ = static_cast<int>(closed.lock_variable());
    detail::SolutionScan scan(problem_.arm, closed, problem_.seed);
    scan.run(x_, [&](int branch, const Range& interval, double locked, const std::array<double, 6>& values) {
      closed.write(values, locked, x_);
      descend(kPolish, branch, interval);
    });
  }

  void by_descents(int max_starts) {
    detail::Starts starts(problem_.arm, problem_.seed);
    std::copy(problem_.seed.begin(), problem_.seed.end(), x_.begin());
    for (int i = 0; i <= max_starts; ++i) {
      if (i > 0) starts.next(x_);
      descend(kIterations, -1, {});
    }
  }

  void descend(int iterations, int branch, const Range& interval) {
    if (!problem_.descent.run(x_, iterations).reached) {
      left_out_ = true;
      return;
    }
    if (!exact_) refine_if_it_helps();
    if (branch < 0 ? moves_in_place() : interval.width() > kSame && interval.width() < kInfinity) all_.set_redundant();
    turns_ ? add_turned(branch, interval) : add(branch, interval);
  }

  void refine_if_it_helps() {
    std::copy(x_.begin(), x_.end(), moved_.begin());
    refine();
    if (!problem_.descent.measure(x_).reached) std::copy(moved_.begin(), moved_.end(), x_.begin());
  }

  /// Descents stop where the tolerance lets them, each somewhere else around the pose that they all mean.
  void refine() {
    problem_.descent.refine(x_);
    for (std::size_t v = 0; v < x_.size(); ++v) {
      const Range& limits = problem_.arm.variables[v].limits;
      if (detail::comes_back_after_a_turn(problem_.arm, v)) {
        x_[v] = detail::with_whole_turns(x_[v], problem_.seed[v], limits);
        const bool half_a_turn_off = x_[v] - problem_.seed[v] > kPi - kSame;  // or as far on the other side
        if (half_a_turn_off && x_[v] - kTwoPi >= limits.lower - kSame) x_[v] -= kTwoPi;
      }
      x_[v] = limits.clamp(x_[v]);
    }
  }

  /// True if the arm can leave the pose while its tip stays: pushed aside a little, it ends elsewhere.
  bool moves_in_place() {
    for (std::size_t v = 0; v < x_.size(); ++v) {
      const detail::ArmVariable& variable = problem_.arm.variables[v];
      const double push = kPush * variable.unit * (1 + static_cast<double>(v % 3));  // none the same as its neighbours
      moved_[v] = variable.limits.clamp(x_[v] + (x_[v] + push > variable.limits.upper ? -push : push));
    }
    problem_.descent.refine(moved_);
    for (std::size_t v = 0; v < x_.size(); ++v) {
      const detail::ArmVariable& variable = problem_.arm.variables[v];
      if (variable.value >= 0 && std::abs(moved_[v] - x_[v]) > kElsewhere * variable.unit) return true;
    }
    return false;
  }

  void add(int branch, const Range& interval) {
    problem_.write(x_, pose_);
    detail::write_followers(skeleton_, pose_);
    all_.add({branch, interval, std::sqrt(detail::squared_distance(problem_.arm, x_, problem_.seed))}, pose_);
  }

  /// The pose and all that limits hold of it turned on by whole turns, counting up as an odometer does.
  void add_turned(int branch, const Range& interval) {
    const double locked_at = locked_ < 0 ? 0 : x_[static_cast<std::size_t>(locked_)];
    for (std::size_t v = 0; v < x_.size(); ++v) x_[v] = turned_back(v);
    for (int added = 0;; ++added) {
      if (added == kMostTurned) return all_.set_overflowed();
      add(branch, locked_ < 0 ? interval : turned_by(x_[static_cast<std::size_t>(locked_)] - locked_at, interval));
      std::size_t v = 0;
      while (v < x_.size() && !turn_on(v)) ++v;
      if (v == x_.size()) return;
    }
  }
  /// An interval of the locked joint some turns further on.
  Range turned_by(double turns, const Range& interval) const {
    const Range& limits = problem_.arm.variables[static_cast<std::size_t>(locked_)].limits;
    return {limits.clamp(interval.lower + turns), limits.clamp(interval.upper + turns)};
  }
  bool turns(std::size_t v) const {
    const Range& limits = problem_.arm.variables[v].limits;
    return limits.upper - limits.lower < kInfinity && detail::comes_back_after_a_turn(problem_.arm, v);
  }
  /// The least value of a variable that is whole turns away.
  double turned_back(std::size_t v) const {
    const Range& limits = problem_.arm.variables[v].limits;
    if (!turns(v)) return x_[v];
    return limits.clamp(x_[v] - kTwoPi * std::floor((x_[v] - limits.lower + kSame) / kTwoPi));
  }
  /// A turn more; false, and back at the least value, where the limits hold no more.
  bool turn_on(std::size_t v) {
    const Range& limits = problem_.arm.variables[v].limits;
    const bool more = turns(v) && x_[v] + kTwoPi <= limits.upper + kSame;
    x_[v] = more ? limits.clamp(x_[v] + kTwoPi) : turned_back(v);
    return more;
  }

  const Skeleton& skeleton_;
  GlobalProblem& problem_;
  bool turns_;
  bool exact_ = false;     // poses in closed form are what they are
  bool left_out_ = false;  // rounding kept one of them from meeting the tolerance
  int locked_ = -1;        // the variable that is searched
  ArmSolutions& all_;
  std::span<double> x_, moved_, pose_;
};

}  // namespace

ArmSolutions::ArmSolutions(const Skeleton& skeleton, int most)
    : solutions_(static_cast<std::size_t>(most)),
      values_(static_cast<std::size_t>(most) * static_cast<std::size_t>(skeleton.value_count())),
      width_(static_cast<std::size_t>(skeleton.value_count())) {}

void ArmSolutions::clear() {
  count_ = 0;
  complete_ = overflowed_ = redundant_ = false;
}

void ArmSolutions::add(const ArmSolution& solution, std::span<const double> pose) {
  int place = 0;
  for (int i = 0; i < count_; ++i) {
    const std::span<const double> other = this->pose(i);
    bool same = true;
    for (std::size_t v = 0; v < width_ && same; ++v) same = std::abs(other[v] - pose[v]) <= kSame;
    if (same) return;
    if ((*this)[i].distance <= solution.distance) place = i + 1;
  }
  if (count_ == capacity()) {
    overflowed_ = true;
    if (place == count_) return;
    --count_;
  }
  const auto at = static_cast<std::ptrdiff_t>(place), end = static_cast<std::ptrdiff_t>(count_);
  const auto width = static_cast<std::ptrdiff_t>(width_);
  std::move_backward(solutions_.begin() + at, solutions_.begin() + end, solutions_.begin() + end + 1);
  std::move_backward(values_.begin() + at * width, values_.begin() + end * width, values_.begin() + (end + 1) * width);
  solutions_[static_cast<std::size_t>(place)] = solution;
  std::copy(pose.begin(), pose.end(), values_.begin() + at * width);
  ++count_;
}

std::size_t solutions_scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method) {
  const auto one_pose = static_cast<std::size_t>(skeleton.value_count()) * sizeof(double) + alignof(double);
  return scratch_bytes(skeleton, goals, method) + 3 * one_pose;
}

Report solutions(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method,
                 std::span<const double> seed, ArmSolutions& all, Scratch& scratch) {
  all.clear();
  const ArmWish wish = detail::wish_of(goals);
  if (const Fault fault = GlobalProblem::fault_of(skeleton, goals, wish, method, seed, scratch))
    return detail::bad_input(fault);
  if (scratch.free() < solutions_scratch_bytes(skeleton, goals, method))
    return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
  const std::span<double> pose = scratch.take<double>(seed.size());
  std::copy(seed.begin(), seed.end(), pose.begin());
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  {
    const Scratch::Scope inner(scratch);
    GlobalProblem problem(skeleton, goals, wish, method, pose, scratch);
    Gatherer gatherer(skeleton, problem, method.turns, pose, all, scratch);
    all.set_complete(gatherer.run(method.max_starts));
  }
  if (all.count() > 0) std::copy(all.pose(0).begin(), all.pose(0).end(), pose.begin());
  Global quick = method;
  quick.choice = Choice::Quick;
  const Report report = solve(skeleton, goals, quick, pose, scratch);
  // A pose that was not come to above says that there may be more of them.
  if (all.count() == 0 && report.reached()) all.set_complete(false);
  return report;
}

ArmStructure arm_structure(const Skeleton& skeleton, JointId tip, const Global& method) {
  const detail::ArmTip carried{.joint = tip};
  const detail::MovePermission allowed{method.from, method.movable};
  if (tip.index < 0 || tip.index >= skeleton.joint_count()) return {};
  if (detail::fault_of_arm(skeleton, carried, allowed)) return {};
  Scratch scratch(detail::arm_bytes(skeleton, tip));
  const detail::Arm arm = detail::make_arm(skeleton, carried, allowed, skeleton.rest_pose(), scratch);
  const detail::Structure found = detail::structure_of(arm);
  ArmStructure out{.family = static_cast<ArmStructure::Family>(found.family),
                   .exact = found.exact,
                   .at_base = found.reversed,
                   .quartic = found.quartic};
  if (found.lock < 0) return out;
  const detail::ArmLink& link = arm.links[static_cast<std::size_t>(found.lock)];
  out.locked = skeleton.freedom(arm.variables[static_cast<std::size_t>(link.variable)].freedom).joint;
  return out;
}

std::string sentence(const Skeleton& skeleton, const ArmStructure& structure) {
  if (structure.family == ArmStructure::Family::None) return "no closed form";
  std::string text = structure.exact ? "" : "nearly, ";
  text += structure.family == ArmStructure::Family::Parallel ? "three axes are parallel"
          : structure.at_base                                ? "three axes meet at the base"
                                                             : "three axes meet at the tip";
  text += structure.quartic ? ": roots of a quartic" : ": square roots";
  if (structure.locked.valid()) text += "; " + skeleton.name(structure.locked) + " is searched";
  return text;
}

std::string branch_name(const ArmStructure& structure, int branch) {
  if (structure.family == ArmStructure::Family::None || branch < 0) return {};
  // How SixSolver counts: four times the first root it takes, twice the second, the third. What is a shoulder at the base
  // is a wrist seen from the tip.
  const bool wrist = structure.family == ArmStructure::Family::Wrist;
  const int roots[] = {branch / 4 + 1, branch / 2 % 2 + 1, branch % 2 + 1};
  const int elbow = wrist ? roots[0] : roots[2];
  const int near_end = wrist ? roots[1] : roots[0], far_end = wrist ? roots[2] : roots[1];
  return "shoulder " + std::to_string(structure.at_base ? far_end : near_end) + ", elbow " + std::to_string(elbow) +
         ", wrist " + std::to_string(structure.at_base ? near_end : far_end);
}

}  // namespace kine
