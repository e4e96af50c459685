#include "kine/solve/damped/limb_step.h"

#include <algorithm>
#include <cmath>

#include "kine/solve/damped/limb_null.h"
#include "kine/solve/damped/limb_system.h"

// Damped least squares on a limb. With e the error, J the Jacobian and W the weights a step is
//
//   dq = W J^T (J W J^T + mu 1)^-1 e,     mu = kDamping |e|^2 trace(J W J^T)
//
// in units in which the limb is one long. Damping by the squared error keeps the quadratic end of Newton's method and
// is what Yamashita and Fukushima ("On the rate of convergence of the Levenberg-Marquardt method", 2001) prove to
// converge at singular solutions too; Sugihara ("Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt
// method", 2011) brought it to arms. The trace makes it the same for every length, unit and number of links. A step
// that makes things worse is taken back and damped more.
//
// Except near the end: next to a singular pose the way to the target is a narrow bent valley. Newton's step leaves it,
// so that the error grows at first, and is back in a few steps at a fraction of it; taking that step back means to
// creep along the valley floor, 20 to 60 steps. So a few steps may stray before they are judged (the watchdog of
// Chamberlain, Powell, Lemarechal and Pedersen, "The watchdog technique for forcing convergence in algorithms for
// constrained optimization", 1982); what is handed back is the best seen all the same.
//
// Limits: a link that a step would carry past its limit goes to the limit and no farther; its columns leave the system,
// what it did is taken off the error, and the rest is solved again, so the others take over what it could not do.
//
// Steps that help but hardly do so are held back by the damping (unequal weights do that): it is eased then. Where J^T
// e is nothing, as in a straight limb with the target on its line, no step helps at all: the limb is bent, see `bend`.

namespace kine::detail {
namespace {

constexpr double kDamping = 0.05;
constexpr double kLeastDamping = 1e-13;  // of the trace: keeps a straight limb's matrix definite
constexpr int kLimitPasses = 4;
constexpr int kStalls = 12;               // steps in a row that hardly help: it goes no nearer
constexpr double kHardlyBetter = 0.9999;  // of the squared error
constexpr double kSlow = 0.99;            // likewise: the damping holds it back
constexpr double kNoShare = 0.999;        // of the squared error is left after a step that is not worth taking
constexpr double kFlat = 1e-12;           // of the largest |J^T e|^2 there could be: nothing
constexpr double kBent = 0.999;           // of the squared error is left after a bend that is worth taking
constexpr int kStraySteps = 6;
constexpr int kStrays = 2;           // that lead nowhere, in one solve
constexpr double kStrayFrom = 1e-4;  // the largest squared error from which to stray,
constexpr double kStrayTo = 1e-3;    // and up to which

template <int M>
class LimbSolver {
 public:
  LimbSolver(Limb& limb, const LimbTarget& target, const LimbSettings& settings)
      : limb_(limb), target_(target), settings_(settings) {}

  LimbOutcome run() {
    tip_ = place_links(limb_);
    measure();
    keep();
    while (!reached() && outcome_.iterations < settings_.max_iterations && stalled_ < kStalls) {
      ++outcome_.iterations;
      if (!step()) {
        if (astray_ > 0) {
          take_back();
        } else if (!bend()) {
          break;
        }
        continue;
      }
      tip_ = place_links(limb_);
      measure();
      if (error_squared_ < best_) {
        stalled_ = error_squared_ > kHardlyBetter * best_ ? stalled_ + 1 : 0;
        if (extra_ > 1 || error_squared_ > kSlow * best_) extra_ /= 4;
        keep();
      } else if (may_stray()) {
        ++astray_;
      } else {
        take_back();
      }
    }
    if (astray_ > 0 && !reached()) restore();
    return outcome_;
  }

 private:
  bool reached() const {
    return outcome_.position_error <= settings_.position_tolerance &&
           (M == 3 || outcome_.angle_error <= settings_.angle_tolerance);
  }

  void measure() {
    const Vec3 off = target_.position - tip_.position;
    outcome_.position_error = length(off);
    const Vec3 linear = off * limb_.per_reach;
    error_squared_ = dot(linear, linear);
    if constexpr (M == 3) {
      system_.error = {linear.x, linear.y, linear.z};
    } else {
      const Vec3 angular = log(target_.rotation * conjugate(tip_.rotation));
      outcome_.angle_error = length(angular);
      error_squared_ += dot(angular, angular);
      system_.error = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    }
  }

  void keep() {
    for (Link& link : limb_.links) {
      link.kept = link.value;
      link.kept_amount = link.amount;
    }
    best_ = error_squared_;
    astray_ = 0;
  }

  void restore() {
    for (Link& link : limb_.links) {
      link.value = link.kept;
      link.amount = link.kept_amount;
    }
    tip_ = place_links(limb_);
    measure();
  }

  void take_back() {
    restore();
    if (astray_ > 0) ++came_back_;
    astray_ = 0;
    extra_ *= 8;
    ++stalled_;
  }

  /// True if a step that made things worse may stand, in the hope of better ones behind it. One that changed next to
  /// nothing gives no such hope.
  bool may_stray() const {
    return best_ < kStrayFrom && error_squared_ < kStrayTo && astray_ < kStraySteps && came_back_ < kStrays &&
           (astray_ > 0 || error_squared_ * kHardlyBetter > best_);
  }

  /// False, and nothing is moved, where no link can bring the tip nearer by turning a little: see bend.
  bool step() {
    for (Link& link : limb_.links) link.held = false;
    system_.fill(limb_, tip_);
    const double trace = system_.trace();
    const double mu = (kDamping * extra_ * error_squared_ + kLeastDamping) * trace;
    std::array<double, M> y = system_.solve(mu);
    if (is_stationary(y, mu, trace)) return false;
    if (limb_.limited) {
      for (int pass = 0; pass < kLimitPasses && hold_at_limits(y); ++pass) y = system_.solve(mu);
    }
    for (Link& link : limb_.links) move(link, y);
    return true;
  }

  /// True if J^T e is as good as nothing, limits or not. `y` is tried first: it costs little and is seldom in doubt.
  bool is_stationary(const std::array<double, M>& y, double mu, double trace) const {
    double left = 0;
    for (std::size_t i = 0; i < M; ++i) left += system_.error[i] * y[i];
    if (mu * left < kNoShare * error_squared_) return false;
    double downhill = 0;
    for (int j = 0; j < M; ++j) {
      const double e = system_.error[static_cast<std::size_t>(j)];
      downhill += system_.normal(j, j) * e * e;
      for (int i = j + 1; i < M; ++i)
        downhill += 2 * system_.normal(i, j) * e * system_.error[static_cast<std::size_t>(i)];
    }
    return !(downhill > kFlat * trace * error_squared_);
  }

  /// Takes the links that would pass a limit out of the system. False if there are none.
  bool hold_at_limits(const std::array<double, M>& y) {
    bool any = false;
    for (Link& link : limb_.links) {
      if (link.held) continue;
      if (link.kind == LinkKind::Ball) {
        any |= link.ball && hold_ball(link, y);
        continue;
      }
      const Column<M> column = column_of<M>(limb_, link, tip_);
      const double unit = unit_of(limb_, link);
      const double wanted = link.amount + settings_.step * link.weight * column.along(y.data()) * unit;
      if (link.limits.contains(wanted)) continue;
      link.held = any = true;
      link.change = link.limits.clamp(wanted) - link.amount;
      system_.add(column, -link.weight);
      column.add_to(-link.change / unit, system_.error.data());
    }
    return any;
  }

  /// A ball that would leave its limits goes to the nearest turn inside, and out of the system.
  bool hold_ball(Link& link, const std::array<double, M>& y) {
    const Quat before = link.value;
    turn_freely(link, turn_along<M>(arm_of(limb_, link, tip_), y) * (settings_.step * link.weight));
    if (!(limit_violation(*link.ball, link.value) > 0)) {
      link.value = before;
      return false;
    }
    link.value = clamp_to_limits(*link.ball, link.value);
    link.held = true;
    const Quat turned = conjugate(before) * link.value;
    const Vec3 turn = rotate(link.world, turned.vector() * (turned.w < 0 ? -2 : 2));
    system_.add_ball(arm_of(limb_, link, tip_), -link.weight);
    turning<M>(turn, arm_of(limb_, link, tip_)).add_to(-1, system_.error.data());
    return true;
  }

  void move(Link& link, const std::array<double, M>& y) {
    if (link.kind == LinkKind::Ball) {
      if (link.held) return;
      turn_ball(link, turn_along<M>(arm_of(limb_, link, tip_), y) * (settings_.step * link.weight));
      return;
    }
    if (link.held) {
      link.amount += link.change;
    } else {
      link.amount +=
          settings_.step * link.weight * column_of<M>(limb_, link, tip_).along(y.data()) * unit_of(limb_, link);
    }
    link.amount = link.limits.clamp(link.amount);
  }

  /// A straight limb with the target on its line: no small turn helps, though a bend would. Tries a few that leave the
  /// tip where it is to first order, the largest first: balls turn about one axis of the world, hinges towards the
  /// middle of their range. False if none brings the tip nearer: then this is as near as it comes.
  bool bend() {
    const double before = error_squared_;
    const double size =
        2 * std::min<double>(1, std::sqrt(std::sqrt(error_squared_)));  // an arc of a radians is a^2/24 shorter
    for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX}) {
      for (Link& link : limb_.links) link.push = bend_of(link, axis);
      const NullMove<M> way(limb_, tip_, system_);
      for (const double part : {1.0, -1.0, 0.25, -0.25, 0.0625, -0.0625}) {
        if (!(way.size() > 0)) break;
        way.take(limb_, part * size / way.size());
        tip_ = place_links(limb_);
        measure();
        if (error_squared_ < kBent * before) {
          keep();
          extra_ = 1;
          return true;
        }
        restore();
      }
    }
    return false;
  }

  static Vec3 bend_of(const Link& link, const Vec3& axis) {
    if (link.kind == LinkKind::Ball) return axis;
    if (link.kind == LinkKind::Slide) return {};
    return {2 * link.amount > link.limits.lower + link.limits.upper ? -1.0 : 1.0, 0, 0};
  }

  Limb& limb_;
  const LimbTarget& target_;
  const LimbSettings& settings_;
  System<M> system_;
  Tip tip_{};
  LimbOutcome outcome_;
  double error_squared_ = 0;
  double best_ = 0;   // the squared error of the values kept
  double extra_ = 1;  // more damping after steps that made things worse
  int stalled_ = 0;
  int astray_ = 0;     // steps since the error was last the best: see may_stray
  int came_back_ = 0;  // how often straying led nowhere
};

}  // namespace

LimbOutcome reach_limb(Limb& limb, const Vec3& target, const LimbSettings& settings) {
  const LimbTarget wanted{target, {}};
  return LimbSolver<3>(limb, wanted, settings).run();
}

LimbOutcome place_limb(Limb& limb, const LimbTarget& target, const LimbSettings& settings) {
  return LimbSolver<6>(limb, target, settings).run();
}

}  // namespace kine::detail
