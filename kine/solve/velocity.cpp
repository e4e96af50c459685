#include "kine/solve/velocity.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/pose.h"
#include "kine/solve/velocity/velocity_part.h"
#include "kine/solve/velocity/velocity_rows.h"

namespace kine {
namespace {

using detail::VelocityPart;
using detail::VelocityRows;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Fault fault_of(const Velocity& method) {
  if (!(method.h > 0) || !std::isfinite(method.h)) return "the step of time must be positive";
  if (!(method.beta >= 0 && method.beta <= 1)) return "beta must lie between 0 and 1";
  if (!(method.rank_threshold >= 0 && method.rank_threshold < 1)) return "the rank threshold must lie between 0 and 1";
  if (!(method.damping > 0 && method.damping <= 1)) return "the damping must be positive, and at most 1";
  if (!(method.length >= 0) || !std::isfinite(method.length)) return "the length must be positive, or 0";
  if (!(method.tolerance >= 0)) return "a tolerance must be a number, and not negative";
  return {};
}

Fault fault_of_problem(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints,
                       const Velocity& method, std::span<const double> speeds, std::span<const double> pose,
                       std::span<const VelocityResult> results) {
  if (static_cast<int>(pose.size()) != skeleton.value_count()) return "the pose is not one of this skeleton";
  if (static_cast<int>(speeds.size()) != skeleton.freedom_count()) return "speeds have one number a freedom";
  if (!results.empty() && results.size() != constraints.size()) return "results have one entry a constraint";
  if (!is_usable(skeleton, pose)) return "the pose has a number that is not finite";
  for (const double speed : speeds)
    if (!std::isfinite(speed)) return "a speed is not finite";
  if (const Fault fault = fault_of(method)) return fault;
  for (const int f : method.fixed)
    if (f < 0 || f >= skeleton.freedom_count()) return "a freedom to be fixed is not there";
  for (const VelocityConstraint& c : constraints)
    if (const Fault fault = fault_of(skeleton, c)) return fault;
  return {};
}

/// Radians that a ball with limits may turn about each of its axes in a step.
constexpr double kMostTurn = 0.5;

/// One step, from the checked request to the report.
class Stepper {
 public:
  Stepper(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints, const Velocity& method,
          std::span<const double> speeds, std::span<const double> pose, Scratch& scratch)
      : skeleton_(skeleton),
        constraints_(constraints),
        method_(method),
        scratch_(scratch),
        frames_(skeleton, scratch),
        n_(skeleton.freedom_count()) {
    for (const VelocityConstraint& c : constraints) m_ += row_count(c);
    pose_ = scratch.take<double>(pose.size());
    std::copy(pose.begin(), pose.end(), pose_.begin());
    speeds_ = scratch.take<double>(at(n_));
    std::copy(speeds.begin(), speeds.end(), speeds_.begin());
    lower_ = scratch.take<double>(at(n_));
    upper_ = scratch.take<double>(at(n_));
    unit_ = scratch.take<double>(at(n_));
    free_ = scratch.take<bool>(at(n_));
    part_of_freedom_ = scratch.take<int>(at(n_));
    part_of_constraint_ = scratch.take<int>(constraints.size());
    freedoms_ = scratch.take<int>(at(n_));
    rows_ = scratch.take<int>(at(m_));
    reach_ = scratch.take<double>(at(skeleton.joint_count()));
    wanted_ = scratch.take<double>(at(m_));
    scale_ = scratch.take<double>(at(m_));
    first_row_ = scratch.take<int>(constraints.size() + 1);
    jacobian_ = {scratch.take<double>(at(m_ * n_)).data(), m_, n_};
    columns_ = {scratch.take<double>(at(6 * n_)).data(), 6, n_};
  }

  static std::size_t bytes(const Skeleton& skeleton, std::size_t m, std::size_t constraints) {
    const auto n = at(skeleton.freedom_count());
    const std::size_t numbers = at(skeleton.value_count()) + 4 * n + at(skeleton.joint_count()) + 2 * m + m * n + 6 * n;
    return Frames::bytes(skeleton) + numbers * sizeof(double) + n + (2 * n + m + 2 * constraints + 1) * sizeof(int) +
           20 * alignof(std::max_align_t);
  }

  VelocityReport run(std::span<double> speeds, std::span<double> pose, std::span<VelocityResult> results) {
    clamp_to_limits(skeleton_, pose_);
    forward(skeleton_, pose_, frames_);
    VelocityReport report;
    report.rows = m_;
    length_ = method_.length > 0 ? method_.length : size_of_figure();
    if (!std::isfinite(length_)) return refused("the figure is too large for its numbers");
    bound_freedoms();
    hold_fixed_balls();
    fill_rows();
    find_parts(report);
    std::fill(results.begin(), results.end(), VelocityResult{});
    for (int part = 0; part < report.parts; ++part)
      if (!solve_part(part, report, results)) return refused("the speeds are too large for numbers");
    if (!move(report)) return refused("the speeds are too large for numbers");
    judge(report, results);
    std::copy(speeds_.begin(), speeds_.end(), speeds.begin());
    std::copy(pose_.begin(), pose_.end(), pose.begin());
    return report;
  }

 private:
  static VelocityReport refused(Fault fault) {
    VelocityReport report;
    report.fault = fault;
    return report;
  }

  bool slides(const Skeleton::Freedom& freedom) const { return skeleton_.slides(freedom.joint, freedom.component); }

  bool is_limited_ball(JointId joint) const {
    if (skeleton_.kind(joint) != JointKind::Ball) return false;
    const BallLimits& limits = skeleton_.description(joint).ball;
    return limits.has_swing() || limits.has_twist();
  }

  /// The longest way over the bones to a joint or a constrained point; 1 where nothing has a length.
  double size_of_figure() {
    double longest = 0;
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const int parent = skeleton_.compiled().joint(i).parent;
      const double bone =
          parent < 0 ? 0 : kine::length(frames_.position(JointId{i}) - frames_.position(JointId{parent}));
      reach_[at(i)] = bone + (parent < 0 ? 0 : reach_[at(parent)]);
      longest = std::max(longest, reach_[at(i)]);
    }
    for (const VelocityConstraint& c : constraints_)
      longest = std::max(longest, reach_[at(c.joint.index)] +
                                      kine::length(frames_.position({c.joint, c.offset}) - frames_.position(c.joint)));
    return longest > 0 ? longest : 1;
  }

  /// Which are free, how fast each may go in this step, and its unit: sqrt(weight), sliders in figure lengths. Fixed
  /// ones get the speed they will really have.
  void bound_freedoms() {
    for (int f = 0; f < n_; ++f) {
      const Skeleton::Freedom& freedom = skeleton_.freedom(f);
      double lower = -freedom.max_speed, upper = freedom.max_speed;
      if (freedom.value >= 0) {
        const double q = pose_[at(freedom.value)];
        lower = std::max(lower, (freedom.limits.lower - q) / method_.h);
        upper = std::min(upper, (freedom.limits.upper - q) / method_.h);
      } else if (!freedom.fixed && is_limited_ball(freedom.joint)) {
        // Its cone is held by tangents, which tell the truth for turns of this size.
        lower = std::max(lower, -kMostTurn / method_.h);
        upper = std::min(upper, kMostTurn / method_.h);
      }
      lower_[at(f)] = std::min(lower, 0.0);
      upper_[at(f)] = std::max(upper, 0.0);
      unit_[at(f)] = std::sqrt(freedom.weight) * (slides(freedom) ? length_ : 1);
      free_[at(f)] = !freedom.fixed;
    }
    for (const int f : method_.fixed) free_[at(f)] = false;
    for (int f = 0; f < n_; ++f) {
      if (free_[at(f)]) {
        speeds_[at(f)] = 0;
      } else {
        speeds_[at(f)] = std::clamp(speeds_[at(f)], lower_[at(f)], upper_[at(f)]);
      }
    }
  }

  /// A ball that is fixed and turned by hand: out of its limits it is not turned. The solver then makes up for what it
  /// really does.
  void hold_fixed_balls() {
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      if (!is_limited_ball({i})) continue;
      std::array<double*, 3> speed{};
      bool fixed = true;
      double slower = 1;
      for (int k = 0; k < 3; ++k) {
        const int f = skeleton_.freedom_of({i}, k);
        speed[at(k)] = &speeds_[at(f)];
        fixed = fixed && !free_[at(f)];
      }
      const Vec3 given{*speed[0], *speed[1], *speed[2]};
      if (!fixed || given == Vec3{}) continue;
      const BallLimits& limits = skeleton_.description({i}).ball;
      const Quat start = joint_rotation(skeleton_, pose_, {i}), end = normalised(start * exp(given * method_.h));
      const Quat inside = clamp_to_limits(limits, end);
      if (inside == end) continue;
      const Vec3 turn = log(conjugate(start) * inside) / method_.h;
      for (int k = 0; k < 3; ++k) {
        const double most = skeleton_.freedom(skeleton_.freedom_of({i}, k)).max_speed;
        if (std::abs(turn[k]) > most) slower = std::min(slower, most / std::abs(turn[k]));
      }
      for (int k = 0; k < 3; ++k) *speed[at(k)] = turn[k] * slower;
    }
  }

  /// The constraint matrix C(a_1) ... C(a_n) of all freedoms, fixed ones too, its rows made comparable.
  void fill_rows() {
    int row = 0;
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
      const VelocityConstraint& constraint = constraints_[c];
      const VelocityRows rows = detail::rows_of(frames_, constraint, method_, length_);
      screw_columns(skeleton_, frames_, {constraint.joint, constraint.offset}, rows.about, columns_);
      first_row_[c] = row;
      for (int k = 0; k < rows.count; ++k, ++row) {
        const Twist& r = rows.rows[at(k)];
        const double scale = rows.scale[at(k)];
        wanted_[at(row)] = rows.wanted[at(k)] * scale;
        scale_[at(row)] = scale;
        for (int f = 0; f < n_; ++f) {
          const double* column = &columns_(0, f);
          jacobian_(row, f) = scale * (dot(r.angular, Vec3{column[0], column[1], column[2]}) +
                                       dot(r.linear, Vec3{column[3], column[4], column[5]}));
        }
      }
    }
    first_row_[constraints_.size()] = row;
  }

  bool touches(std::size_t constraint, int freedom) const {
    for (int row = first_row_[constraint]; row < first_row_[constraint + 1]; ++row)
      if (jacobian_(row, freedom) != 0) return true;
    return false;
  }

  /// Constraints that share a free joint, directly or through others, belong together. Parts are numbered in the order
  /// of their first constraint; -1 marks what nothing moves.
  void find_parts(VelocityReport& report) {
    std::fill(part_of_freedom_.begin(), part_of_freedom_.end(), -1);
    std::fill(part_of_constraint_.begin(), part_of_constraint_.end(), -1);
    for (std::size_t first = 0; first < constraints_.size(); ++first) {
      if (part_of_constraint_[first] >= 0) continue;
      const int part = method_.separate ? report.parts : 0;
      bool grew = claim(first, part);
      if (!grew) continue;
      while (grew && method_.separate) {
        grew = false;
        for (std::size_t c = first + 1; c < constraints_.size(); ++c) {
          if (part_of_constraint_[c] >= 0) continue;
          for (int f = 0; f < n_; ++f) {
            if (part_of_freedom_[at(f)] != part || !touches(c, f)) continue;
            grew |= claim(c, part);
            break;
          }
        }
      }
      report.parts = part + 1;
    }
    for (const int part : part_of_freedom_) report.columns += part >= 0;
  }

  /// Takes a constraint and all free freedoms that it feels into a part. False if there are none.
  bool claim(std::size_t constraint, int part) {
    bool any = false;
    for (int f = 0; f < n_; ++f) {
      if (!free_[at(f)] || !touches(constraint, f)) continue;
      part_of_freedom_[at(f)] = part;
      any = true;
    }
    if (any) part_of_constraint_[constraint] = part;
    return any;
  }

  bool solve_part(int part, VelocityReport& report, std::span<VelocityResult> results) {
    const Scratch::Scope scope(scratch_);
    std::size_t freedoms = 0, rows = 0;
    for (int f = 0; f < n_; ++f)
      if (part_of_freedom_[at(f)] == part) freedoms_[freedoms++] = f;
    for (std::size_t c = 0; c < constraints_.size(); ++c)
      if (part_of_constraint_[c] == part)
        for (int row = first_row_[c]; row < first_row_[c + 1]; ++row) rows_[rows++] = row;
    VelocityPart system(skeleton_, method_, pose_, scratch_);
    if (!system.solve({jacobian_, wanted_, free_, lower_, upper_, unit_}, freedoms_.first(freedoms), rows_.first(rows),
                      speeds_, report))
      return false;
    for (std::size_t c = 0; c < results.size(); ++c) {
      if (part_of_constraint_[c] != part) continue;
      results[c].part = part;
      results[c].scale = system.scale();
    }
    return true;
  }

  /// Moves the pose by the speeds. False if a number overflowed.
  bool move(VelocityReport& report) {
    for (const double speed : speeds_)
      if (!std::isfinite(speed)) return false;
    integrate(skeleton_, speeds_, method_.h, pose_);
    if (!is_usable(skeleton_, pose_)) return false;
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      if (skeleton_.kind({i}) == JointKind::Ball)
        report.clamped = std::max(
            report.clamped, limit_violation(skeleton_.description({i}).ball, joint_rotation(skeleton_, pose_, {i})));
    clamp_to_limits(skeleton_, pose_);
    return true;
  }

  /// What each constraint lacks: speeds from the rows, places from forward kinematics of the moved pose.
  void judge(VelocityReport& report, std::span<VelocityResult> results) {
    forward(skeleton_, pose_, frames_);
    double largest = 0, worst = 0;
    for (int row = 0; row < m_; ++row) largest = std::max(largest, size_of_row(row));
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
      VelocityResult result = results.empty() ? VelocityResult{} : results[c];
      const double lacking = measure_speeds(c, result);
      if (lacking > worst) {
        worst = lacking;
        report.worst_constraint = static_cast<int>(c);
      }
      detail::measure_after(frames_, constraints_[c], method_.h, result);
      report.angular = std::max(report.angular, result.angular);
      report.linear = std::max(report.linear, result.linear);
      report.general = std::max(report.general, result.general);
      report.angle_error = std::max(report.angle_error, result.angle_error);
      report.position_error = std::max(report.position_error, result.position_error);
      if (!results.empty()) results[c] = result;
    }
    report.status = worst <= method_.tolerance * largest ? Status::Reached : Status::NotFound;
  }

  /// The size of what a row weighs up: what it wants, and what single joints add to it.
  double size_of_row(int row) const {
    double size = std::abs(wanted_[at(row)]);
    for (int f = 0; f < n_; ++f) size = std::max(size, std::abs(jacobian_(row, f) * speeds_[at(f)]));
    return size;
  }

  /// Fills in the speeds that lack; returns them in the solver's units.
  double measure_speeds(std::size_t c, VelocityResult& result) const {
    const VelocityKind kind = constraints_[c].kind;
    double angular = 0, linear = 0, general = 0, all = 0;
    for (int row = first_row_[c]; row < first_row_[c + 1]; ++row) {
      double lacking = wanted_[at(row)];
      for (int f = 0; f < n_; ++f) lacking -= jacobian_(row, f) * speeds_[at(f)];
      all += lacking * lacking;
      const double own = lacking / scale_[at(row)];
      const bool turns = kind == VelocityKind::Axis || (kind == VelocityKind::Pose && row - first_row_[c] < 3);
      (kind == VelocityKind::General ? general : turns ? angular : linear) += own * own;
    }
    result.angular = std::sqrt(angular);
    result.linear = std::sqrt(linear);
    result.general = std::sqrt(general);
    return std::sqrt(all);
  }

  const Skeleton& skeleton_;
  std::span<const VelocityConstraint> constraints_;
  const Velocity& method_;
  Scratch& scratch_;
  Frames frames_;
  int n_, m_ = 0;
  double length_ = 1;
  std::span<double> pose_, speeds_, lower_, upper_, unit_, reach_, wanted_, scale_;
  std::span<bool> free_;
  std::span<int> part_of_freedom_, part_of_constraint_, first_row_, freedoms_, rows_;
  MatrixView<double> jacobian_, columns_;
};

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints) {
  std::size_t m = 0;
  for (const VelocityConstraint& c : constraints) m += at(row_count(c));
  return Stepper::bytes(skeleton, m, constraints.size()) + VelocityPart::bytes(skeleton, m);
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Velocity&) {
  const std::size_t m = rows > 0 ? at(rows) : 0;
  return Stepper::bytes(skeleton, m, m) + VelocityPart::bytes(skeleton, m);
}

VelocityReport step(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints, const Velocity& method,
                    std::span<double> speeds, std::span<double> pose, Scratch& scratch,
                    std::span<VelocityResult> results) {
  Fault fault = fault_of_problem(skeleton, constraints, method, speeds, pose, results);
  if (!fault && scratch.free() < scratch_bytes(skeleton, constraints))
    fault = "the scratch memory is too small: scratch_bytes says how much is needed";
  if (fault) {
    VelocityReport report;
    report.fault = fault;
    return report;
  }
  const Scratch::Scope scope(scratch);
  return Stepper(skeleton, constraints, method, speeds, pose, scratch).run(speeds, pose, results);
}

}  // namespace kine
