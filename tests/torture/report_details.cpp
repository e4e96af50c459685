#include "tests/torture/report_details.h"

#include <algorithm>
#include <cmath>

#include "tests/torture/text.h"

namespace kine::torture {
namespace {

constexpr Real kSlack = 1e-9L;       // radians and metres, and of a value: how well a difference is known
constexpr Real kAtLimit = 1e-6L;     // radians and metres, and of a value: how near to a limit is at it
constexpr double kConeSlack = 1e-5;  // radians: the same of balls, whose limits are met by their tangents

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Details {
 public:
  Details(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model)
      : source_(source), problem_(problem), run_(run), report_(run.report), model_(model) {}

  std::string check() const {
    std::string broken = check_hold_error();
    if (report_.reached() && report_.blocker_count > 0) return "it says Reached, and what stood in the way";
    const std::vector<bool> movable = model_.movable_axes(source_);
    for (int i = 0; i < report_.blocker_count && broken.empty(); ++i)
      broken = check_blocker(report_.blockers[at(i)], movable);
    return broken;
  }

 private:
  /// TwoBone keeps its pose where what it found is no better, and names the limits of what it found.
  bool may_end_elsewhere() const { return std::holds_alternative<TwoBone>(source_.method); }

  std::string check_hold_error() const {
    Real worst = 0;
    for (const Goal& goal : problem_.goals())
      if (goal.kind == GoalKind::Hold) worst = std::max(worst, away_from(goal.posture));
    if (std::abs(report_.hold_error - worst) <= kSlack * (1 + worst)) return {};
    return text("hold_error is ", report_.hold_error, ", measured ", worst);
  }

  /// The largest difference of any freedom from a posture.
  Real away_from(std::span<const double> posture) const {
    Real worst = 0;
    for (const PlainAxis& axis : model_.axes()) {
      if (axis.value < 0 || model_.axes()[at(axis.leader)].value != axis.value) continue;  // followers are no freedoms
      worst = std::max(worst, std::abs(static_cast<Real>(run_.pose[at(axis.value)]) - posture[at(axis.value)]));
    }
    for (int i = 0; i < model_.joint_count(); ++i) {
      if (!model_.has_quaternion(i)) continue;
      const auto turn_in = [&](std::span<const double> pose) {
        const double* q = pose.data() + model_.first_value(i);
        return unit(Turn{q[0], q[1], q[2], q[3]});
      };
      worst = std::max(worst, length(rotation_vector(back(turn_in(posture)) * turn_in(run_.pose))));
    }
    return worst;
  }

  std::string check_blocker(const Blocker& blocker, const std::vector<bool>& movable) const {
    if (!std::isfinite(blocker.gain) || blocker.gain < 0) return text("a blocker gains ", blocker.gain);
    if (!std::isfinite(blocker.relax) || blocker.relax < 0) return text("a blocker must give way by ", blocker.relax);
    if (!blocker.joint.valid()) return check_blocking_goal(blocker);
    if (blocker.goal >= 0) return "a blocker is a limit and a goal at once";
    if (blocker.joint.index >= model_.joint_count()) return "a blocker is a joint that is not there";
    const int joint = blocker.joint.index;
    const std::string& name = model_.joint(joint).name;
    if (blocker.component < 0 || blocker.component >= axis_count_of(model_.joint(joint)))
      return text(name, ": a blocker is its axis ", blocker.component);
    if (blocker.ball != BallPart::None) return check_blocking_ball(blocker);
    const int a = model_.first_axis(joint) + blocker.component;
    const PlainAxis& axis = model_.axes()[at(a)];
    if (axis.value < 0) return text(name, ": a blocker is a turn of it without limits");
    if (!movable[at(a)]) return text(name, ": a blocker is an axis that may not move");
    const Range& limits = model_.axes()[at(axis.leader)].limits;
    if (blocker.at != limits.lower && blocker.at != limits.upper)
      return text(name, ": a blocker is its limit ", blocker.at, ", which is none");
    const double value = run_.pose[at(model_.axes()[at(axis.leader)].value)];
    if (!may_end_elsewhere() && std::abs(value - blocker.at) > kAtLimit * (1 + std::abs(static_cast<Real>(blocker.at))))
      return text(name, ": a blocker is its limit ", blocker.at, ", but it is at ", value);
    return {};
  }

  std::string check_blocking_goal(const Blocker& blocker) const {
    const auto count = static_cast<int>(problem_.goals().size());
    if (blocker.goal < 0 || blocker.goal >= count) return text("a blocker is goal ", blocker.goal, " of ", count);
    const int worst = report_.worst_goal;
    if (worst < 0) return "a goal stood in the way of none";
    if (problem_.goals()[at(blocker.goal)].priority >= problem_.goals()[at(worst)].priority)
      return text("goal ", blocker.goal, " stood in the way of goal ", worst, ", which does not come after it");
    return {};
  }

  std::string check_blocking_ball(const Blocker& blocker) const {
    const int joint = blocker.joint.index;
    if (model_.joint(joint).kind != JointKind::Ball)
      return text(model_.joint(joint).name, ": a blocker is a limit of a ball, which it is not");
    if (may_end_elsewhere()) return {};
    // At a limit is who is outside of it when there is a little less room.
    Joint narrower = model_.joint(joint);
    if (std::min(narrower.ball.swing_first, narrower.ball.swing_second) <= 2 * kConeSlack) return {};
    if (blocker.ball == BallPart::Swing) {
      narrower.ball.swing_first -= kConeSlack;
      narrower.ball.swing_second -= kConeSlack;
    } else {
      Range& twist = narrower.ball.twist;
      if (twist.upper - twist.lower <= 2 * kConeSlack) return {};
      twist = {twist.lower + kConeSlack, twist.upper - kConeSlack};
    }
    if (!(model_.ball_violation(narrower, model_.first_value(joint), run_.pose) > 0))
      return text(model_.joint(joint).name, ": a blocker is a limit of its ball, at which it is not");
    return {};
  }

  const Case& source_;
  const Problem& problem_;
  const SolveRun& run_;
  const Report& report_;
  const PlainModel& model_;
};

}  // namespace

std::string broken_in_details(const Case& source, const Problem& problem, const SolveRun& run,
                              const PlainModel& model) {
  return Details(source, problem, run, model).check();
}

}  // namespace kine::torture
